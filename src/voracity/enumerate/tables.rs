//! The board as lines of bits, and all its arcs as masks.
//!
//! Every row and every column is a run of bits, a bit for each covered cell, and the runs lie in a row without gaps.
//! The four moves from a cell lie in one row and one column, so one look at two words tells which are possible. A
//! position of the game is small enough to be copied, so nothing is ever undone.

use bytemuck::Zeroable;
use wide::u32x4;

use crate::voracity::{board::Board, moves::Direction};

/// The longest side of a board that fits: a line and what it is off a byte's edge must fit into a word.
pub(super) const MAX_SIDE: usize = 31;

/// Runs of up to this length may begin anywhere in a byte; longer ones begin at its edge.
const LONGEST_UNALIGNED: usize = 25;

/// Room for all cells, a power of two so that no index needs a check.
const CELLS: usize = 1024;
/// Room for all arcs, and so much more that whatever bits a state has, the number of its first arc needs no check.
const ARCS: usize = 4 * CELLS + u64::BITS as usize;
const _: () = assert!(MAX_SIDE * MAX_SIDE <= CELLS);

/// Bytes worked on at once.
pub(super) const BLOCK: usize = 32;

/// The bytes of the lines, block by block.
pub(super) type Blocks<const V: usize> = [[u8; BLOCK]; V];

/// The covered cells, in rows and then in columns.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C, align(32))]
pub(super) struct Lines<const V: usize>(pub Blocks<V>);

/// The 32 bits that begin at a byte.
#[inline(always)]
pub(super) fn word_at(bytes: &[u8], offset: usize) -> u32 {
    u32::from_le_bytes(bytes[offset..offset + 4].try_into().expect("four bytes"))
}

impl<const V: usize> Lines<V> {
    fn insert(&mut self, bit: usize) {
        self.0.as_flattened_mut()[bit / 8] |= 1 << (bit % 8);
    }

    fn word(&self, offset: u8) -> u32 {
        word_at(self.0.as_flattened(), usize::from(offset))
    }

    fn count(&self) -> u32 {
        let (words, _) = self.0.as_flattened().as_chunks::<8>();
        words.iter().map(|&word| u64::from_le_bytes(word).count_ones()).sum()
    }

    #[inline(always)]
    fn union(mut self, other: &Self) -> Self {
        for (byte, other) in self.0.as_flattened_mut().iter_mut().zip(other.0.as_flattened()) {
            *byte |= other;
        }
        self
    }
}

/// What is to be known of a position beside its lines, in one word, so that a position is handed on in a register and
/// two of them are compared by score: the directions that are possible and have not been taken yet (a bit each), the
/// cell the target is on, and the score above all. The bits between are left over from the arc that led there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Zeroable)]
#[repr(transparent)]
pub(super) struct State(u64);

/// A move from one cell, if no cell on its way is covered, in one word: where it ends and how much it covers, laid out
/// like a state; in place of the open directions those that lead on from there without leaving the board or going back;
/// and the bytes at which the lines through its end begin.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(transparent)]
struct Arc(u64);

const OPEN: u64 = 0xF;
const AT_SHIFT: u32 = 4;
const ROW_SHIFT: u32 = 24;
const COLUMN_SHIFT: u32 = 32;
const SCORE_SHIFT: u32 = 48;
const SCORE: u64 = 0xFFFF << SCORE_SHIFT;

impl State {
    /// The directions that are possible and have not been taken yet, a bit each.
    #[inline(always)]
    pub fn open(self) -> u32 {
        (self.0 & OPEN) as u32
    }

    /// Without its first open direction.
    #[inline(always)]
    pub fn without_first(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    /// With one open direction only.
    fn only(self, digit: usize) -> Self {
        Self(self.0 & !OPEN | 1 << digit)
    }

    pub fn score(self) -> u32 {
        (self.0 >> SCORE_SHIFT) as u32
    }

    fn at(self) -> usize {
        (self.0 >> AT_SHIFT) as usize % CELLS
    }

    /// The number of the arc from here in the first open direction: the four arcs of a cell lie side by side.
    #[inline(always)]
    fn first_arc(self) -> usize {
        const FIRST_OF_CELL: u32 = 4 * (CELLS as u32 - 1);
        (((self.0 as u32) >> (AT_SHIFT - 2) & FIRST_OF_CELL) + self.0.trailing_zeros()) as usize
    }
}

impl Arc {
    fn end(self) -> usize {
        State(self.0).at()
    }

    /// The byte at which the row through its end begins.
    #[inline(always)]
    fn row(self) -> u8 {
        (self.0 >> ROW_SHIFT) as u8
    }

    #[inline(always)]
    fn column(self) -> u8 {
        (self.0 >> COLUMN_SHIFT) as u8
    }
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const V: usize> {
    pub lines: Lines<V>,
    pub state: State,
}

impl<const V: usize> Node<V> {
    pub fn open(&self) -> u32 {
        self.state.open()
    }

    pub fn score(&self) -> u32 {
        self.state.score()
    }
}

/// All that is known of a board beforehand, in one piece of memory. What an arc covers lies in as few cache lines as
/// can be.
#[derive(Clone, Debug, Zeroable)]
#[repr(C, align(64))]
pub(super) struct Tables<const V: usize> {
    arcs: [Arc; ARCS],
    /// The cells of the arcs from a cell, in its column, its row, its row and its column.
    masks: [[u32; 4]; CELLS],
    /// What each arc covers.
    covers: [Lines<V>; ARCS],
}

/// Where the bits of a board lie.
struct Layout {
    /// The bits from one row to the next, and from one column to the next.
    strides: [usize; 2],
    columns_at: usize,
    bits: usize,
}

impl Layout {
    fn of(board: &Board) -> Option<Self> {
        let (rows, columns) = (board.rows(), board.columns());
        let stride = |length| if length <= LONGEST_UNALIGNED { length } else { 32 };
        let strides = [stride(columns), stride(rows)];
        // The columns begin at the edge of a byte, so that long ones do.
        let columns_at = (rows * strides[0]).next_multiple_of(8);
        let bits = columns_at + columns * strides[1];
        (rows.max(columns) <= MAX_SIDE).then_some(Self { strides, columns_at, bits })
    }

    fn row(&self, row: usize) -> usize {
        row * self.strides[0]
    }

    fn column(&self, column: usize) -> usize {
        self.columns_at + column * self.strides[1]
    }
}

/// The `V` a board needs at least, if it fits at all.
pub(super) fn blocks_needed(board: &Board) -> Option<usize> {
    Some(Layout::of(board)?.bits.div_ceil(8 * BLOCK))
}

impl<const V: usize> Tables<V> {
    /// The tables of a board and the position it begins with, if `V` is as much as it needs.
    pub fn compile(board: &Board) -> Option<(Box<Self>, Node<V>)> {
        let layout = Layout::of(board).filter(|layout| layout.bits <= 8 * BLOCK * V)?;
        let bits = |cell: usize| {
            let (row, column) = board.position(cell);
            [layout.row(row) + column, layout.column(column) + row]
        };
        // The bytes where the words begin that hold the row and the column of a cell.
        let offsets = |cell: usize| {
            let (row, column) = board.position(cell);
            [layout.row(row), layout.column(column)].map(|bit| (bit / 8).min(BLOCK * V - 4))
        };
        let mut tables = bytemuck::zeroed_box::<Self>();
        let mut ways_on_board = vec![0; board.cells()];
        let mut lines = Lines::zeroed();
        for (cell, on_board) in ways_on_board.iter_mut().enumerate() {
            if !board.is_free(cell) {
                bits(cell).into_iter().for_each(|bit| lines.insert(bit));
            }
            for (digit, &direction) in Direction::FOUR.iter().enumerate() {
                let Some((end, length)) = board.arc(cell, direction) else { continue };
                *on_board |= 1 << digit;
                tables.arcs[4 * cell + digit] = Arc((end as u64) << AT_SHIFT | u64::from(length) << SCORE_SHIFT);
                let kind = usize::from(direction.step().0 != 0);
                for distance in 1..=usize::from(length) {
                    let Some(passed) = board.cell_at_distance(cell, direction, distance) else { continue };
                    bits(passed).into_iter().for_each(|bit| tables.covers[4 * cell + digit].insert(bit));
                    tables.masks[cell][digit] |= 1 << (bits(passed)[kind] - 8 * offsets(cell)[kind]);
                }
            }
        }
        let arrive = |arc: Arc, barred: u64| {
            let [row, column] = offsets(arc.end()).map(|offset| offset as u64);
            Arc(arc.0 | ways_on_board[arc.end()] & !barred | row << ROW_SHIFT | column << COLUMN_SHIFT)
        };
        for (number, arc) in tables.arcs[..4 * board.cells()].iter_mut().enumerate() {
            let way_back = 8 >> (number % 4);
            *arc = arrive(*arc, way_back);
        }
        let start = arrive(Arc((board.target() as u64) << AT_SHIFT), 0);
        let state = State(start.0 & !OPEN | tables.open_after(start, |offset| lines.word(offset)));
        Some((tables, Node { lines, state }))
    }

    /// The directions that are possible after an arc, a bit each.
    ///
    /// What is open there is seen in the lines as they were before the move: the move covers none of the cells that
    /// lie ahead or to the sides of where it ends. Only the way back is barred by it.
    #[inline(always)]
    fn open_after(&self, arc: Arc, word: impl Fn(u8) -> u32) -> u64 {
        let barred = self.barred_after(arc, word);
        u64::from(barred.simd_eq(u32x4::ZERO).to_bitmask()) & arc.0 & OPEN
    }

    /// The directions that are possible where an arc ends, the way back among them: others may come there too.
    fn open_where_it_ends(&self, arc: Arc, lines: &Lines<V>) -> u64 {
        let barred = self.barred_after(arc, |offset| lines.word(offset));
        let off_board = u32x4::new(self.masks[arc.end()]).simd_eq(u32x4::ZERO);
        u64::from(barred.simd_eq(u32x4::ZERO).to_bitmask() & !off_board.to_bitmask()) & OPEN
    }

    /// The covered cells on the four ways from where an arc ends.
    #[inline(always)]
    fn barred_after(&self, arc: Arc, word: impl Fn(u8) -> u32) -> u32x4 {
        const IN_ROW: u32x4 = u32x4::new([0, !0, !0, 0]);
        let (row, column) = (u32x4::splat(word(arc.row())), u32x4::splat(word(arc.column())));
        IN_ROW.select(row, column) & u32x4::new(self.masks[arc.end()])
    }

    /// The position after the first open move of a state with these lines. `word` tells the 32 bits of the lines that
    /// begin at a byte: who has many lines in one piece of memory can do that without a check.
    #[inline(always)]
    pub fn first_child(&self, lines: Lines<V>, word: impl Fn(u8) -> u32, state: State) -> Node<V> {
        let number = state.first_arc();
        let arc = self.arcs[number];
        let open = self.open_after(arc, word);
        let state = State((state.0 & SCORE) + (arc.0 & !OPEN) + open);
        Node { lines: lines.union(&self.covers[number]), state }
    }

    /// The position after a move in an open direction.
    pub fn child(&self, node: &Node<V>, digit: usize) -> Node<V> {
        self.first_child(node.lines, |offset| node.lines.word(offset), node.state.only(digit))
    }

    /// Could as many as `needed` cells still be covered? Counts the cells of all arcs that can be reached over arcs
    /// that are possible now, and stops as soon as there are enough.
    pub fn may_cover(&self, node: &Node<V>, needed: u32) -> bool {
        /// How many stops to follow before the cells are counted: counting costs as much as some of them.
        const FOLLOWED_AT_ONCE: u32 = 12;
        let mut met = [0u64; CELLS / 64];
        let mut stops = [0u16; CELLS + 4];
        let mut covered = Lines::zeroed();
        let (mut waiting, mut followed) = (0, 0);
        let (mut cell, mut open) = (node.state.at(), u64::from(node.open()));
        loop {
            while open != 0 {
                let number = 4 * cell + open.trailing_zeros() as usize;
                open &= open - 1;
                covered = covered.union(&self.covers[number]);
                let end = self.arcs[number].end();
                let bit = 1 << (end % 64);
                stops[waiting] = number as u16;
                waiting += usize::from(met[end / 64] & bit == 0);
                met[end / 64] |= bit;
            }
            followed += 1;
            if waiting == 0 || followed % FOLLOWED_AT_ONCE == 0 {
                // Every cell lies in a row and in a column.
                let count = covered.count() / 2;
                if waiting == 0 || count >= needed {
                    return count >= needed;
                }
            }
            waiting -= 1;
            let arc = self.arcs[usize::from(stops[waiting])];
            cell = arc.end();
            open = self.open_where_it_ends(arc, &node.lines);
        }
    }
}
