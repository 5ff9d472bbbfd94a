//! The board as lines of bits, and all its arcs as masks.
//!
//! Every row and every column is a run of bits, a bit for each covered cell, and the runs lie in a row without gaps;
//! with eight directions, so is every diagonal. The four moves from a cell lie in one row and one column, so one look
//! at two words tells which are possible; of eight moves, one at four words. A position of the game is small enough to
//! be copied, so nothing is ever undone.

use bytemuck::Zeroable;
use wide::{u32x4, u32x8};

use crate::voracity::{
    board::{Board, Directions},
    moves::Direction,
};

/// The longest side of a board that fits: a line and what it is off a byte's edge must fit into a word.
pub(super) const MAX_SIDE: usize = 31;

/// Runs of up to this length may begin anywhere in a byte; longer ones begin at its edge.
const LONGEST_UNALIGNED: usize = 25;

/// Room for all cells, a power of two so that no index needs a check.
const CELLS: usize = 1024;
/// More room for arcs than there are, so that whatever bits a state has, the number of its first arc needs no check.
const BEYOND: usize = u64::BITS as usize / 4;
const _: () = assert!(MAX_SIDE * MAX_SIDE <= CELLS);

/// More blocks have places that no byte can name.
pub(super) const MAX_BLOCKS: usize = 8;

/// Bytes worked on at once.
pub(super) const BLOCK: usize = 32;

/// The bytes of the lines, block by block.
pub(super) type Blocks<const V: usize> = [[u8; BLOCK]; V];

/// The covered cells, in rows, then in columns, and then perhaps in diagonals.
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

const OPEN: u64 = 0xFF;
const AT_SHIFT: u32 = 8;
const LINES_SHIFT: u32 = AT_SHIFT + CELLS.ilog2();
const SCORE_SHIFT: u32 = LINES_SHIFT + 4 * u8::BITS;
const SCORE: u64 = u64::MAX << SCORE_SHIFT;
const _: () = assert!(MAX_SIDE * MAX_SIDE < 1 << (u64::BITS - SCORE_SHIFT));

/// The kinds of lines, in the order in which their places stand in an arc.
const ROW: usize = 0;
const COLUMN: usize = 1;
const FALLING: usize = 2;
const RISING: usize = 3;

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

    /// The number of the arc from here in the first open direction: the `N` arcs of a cell lie side by side.
    #[inline(always)]
    fn first_arc<const N: usize>(self) -> usize {
        let first_of_cell = (self.0 as u32) >> (AT_SHIFT - N.ilog2()) & (N * (CELLS - 1)) as u32;
        (first_of_cell + self.0.trailing_zeros()) as usize
    }
}

impl Arc {
    fn end(self) -> usize {
        State(self.0).at()
    }

    /// The byte at which the line of a kind through its end begins.
    #[inline(always)]
    fn line(self, kind: usize) -> u8 {
        (self.0 >> (LINES_SHIFT + 8 * kind as u32)) as u8
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

/// All that is known of a board with `N` directions beforehand, in one piece of memory. What an arc covers lies in as
/// few cache lines as can be.
#[derive(Clone, Debug, Zeroable)]
#[repr(C, align(64))]
pub(super) struct Tables<const V: usize, const N: usize> {
    arcs: [[Arc; N]; CELLS + BEYOND],
    /// The cells of the arcs from a cell, each in the line it lies in.
    masks: [[u32; N]; CELLS],
    /// What each arc covers.
    covers: [[Lines<V>; N]; CELLS + BEYOND],
}

/// The kind of line that a direction lies in.
fn kind_of(direction: Direction) -> usize {
    match direction.step() {
        (0, _) => ROW,
        (_, 0) => COLUMN,
        (down, right) if down == right => FALLING,
        _ => RISING,
    }
}

/// Where the bits of a board lie.
struct Layout {
    /// For each kind of line, where each of them begins.
    begins: [Vec<usize>; 4],
    columns: usize,
    bits: usize,
}

impl Layout {
    fn of(board: &Board) -> Option<Self> {
        let (rows, columns) = (board.rows(), board.columns());
        if rows.max(columns) > MAX_SIDE {
            return None;
        }
        let diagonals = || (0..rows + columns - 1).map(|number| (number + 1).min(rows + columns - 1 - number));
        let diagonal = |number: usize| diagonals().nth(number).unwrap_or(0).min(rows.min(columns));
        let has_diagonals = board.directions() == Directions::Eight;
        let mut bits = 0;
        let mut place = |count: usize, length: &dyn Fn(usize) -> usize| {
            (0..count)
                .map(|number| {
                    // Long lines begin at the edge of a byte, and the next one begins where a word after it ends.
                    let is_long = length(number) > LONGEST_UNALIGNED;
                    if is_long {
                        bits = bits_at_edge(bits);
                    }
                    let begin = bits;
                    bits += if is_long { 32 } else { length(number) };
                    begin
                })
                .collect::<Vec<_>>()
        };
        let in_rows = place(rows, &|_| columns);
        // The columns begin at the edge of a byte.
        let in_columns = place(columns, &|_| rows);
        let count = if has_diagonals { rows + columns - 1 } else { 0 };
        let begins = [in_rows, in_columns, place(count, &diagonal), place(count, &diagonal)];
        Some(Self { begins, columns, bits })
    }

    /// The line of a kind that a cell lies in, and its place there.
    fn place(&self, kind: usize, (row, column): (usize, usize)) -> (usize, usize) {
        match kind {
            ROW => (row, column),
            COLUMN => (column, row),
            // The lines of a kind are numbered from the left corner below, or above, and run downwards.
            FALLING => {
                let rows = self.begins[ROW].len();
                (rows - 1 - row + column, row.min(column))
            }
            _ => (row + column, row.min(self.columns - 1 - column)),
        }
    }

    fn kinds(&self) -> std::ops::Range<usize> {
        0..if self.begins[FALLING].is_empty() { 2 } else { 4 }
    }

    /// The bit of a cell in the line of a kind.
    fn bit(&self, kind: usize, place: (usize, usize)) -> usize {
        let (line, along) = self.place(kind, place);
        self.begins[kind][line] + along
    }

    /// The byte where the line of a kind begins that a cell lies in.
    fn byte(&self, kind: usize, place: (usize, usize), bytes: usize) -> usize {
        (self.begins[kind][self.place(kind, place).0] / 8).min(bytes - 4)
    }
}

fn bits_at_edge(bits: usize) -> usize {
    bits.next_multiple_of(8)
}

/// The `V` a board needs at least, if it fits at all.
pub(super) fn blocks_needed(board: &Board) -> Option<usize> {
    Some(Layout::of(board)?.bits.div_ceil(8 * BLOCK)).filter(|&blocks| blocks <= MAX_BLOCKS)
}

impl<const V: usize, const N: usize> Tables<V, N> {
    /// The tables of a board and the position it begins with, if `V` is as much as it needs and `N` its directions.
    pub fn compile(board: &Board) -> Option<(Box<Self>, Node<V>)> {
        let layout = Layout::of(board).filter(|layout| layout.bits <= 8 * BLOCK * V)?;
        let directions = board.directions().list();
        if directions.len() != N {
            return None;
        }
        let bits = |cell: usize| layout.kinds().map(move |kind| (kind, board.position(cell)));
        let mut tables = bytemuck::zeroed_box::<Self>();
        let mut ways_on_board = vec![0; board.cells()];
        let mut lines = Lines::zeroed();
        for (cell, on_board) in ways_on_board.iter_mut().enumerate() {
            if !board.is_free(cell) {
                bits(cell).for_each(|(kind, place)| lines.insert(layout.bit(kind, place)));
            }
            for (digit, &direction) in directions.iter().enumerate() {
                let Some((end, length)) = board.arc(cell, direction) else { continue };
                *on_board |= 1 << digit;
                tables.arcs[cell][digit] = Arc((end as u64) << AT_SHIFT | u64::from(length) << SCORE_SHIFT);
                let kind = kind_of(direction);
                let begin = 8 * layout.byte(kind, board.position(cell), BLOCK * V);
                for distance in 1..=usize::from(length) {
                    let Some(passed) = board.cell_at_distance(cell, direction, distance) else { continue };
                    bits(passed).for_each(|(kind, place)| tables.covers[cell][digit].insert(layout.bit(kind, place)));
                    tables.masks[cell][digit] |= 1 << (layout.bit(kind, board.position(passed)) - begin);
                }
            }
        }
        let arrive = |arc: Arc, barred: u64| {
            let line = |kind: usize| {
                let byte = layout.byte(kind, board.position(arc.end()), BLOCK * V) as u64;
                byte << (LINES_SHIFT + 8 * kind as u32)
            };
            Arc(arc.0 | ways_on_board[arc.end()] & !barred | layout.kinds().map(line).sum::<u64>())
        };
        for arcs in &mut tables.arcs[..board.cells()] {
            for (arc, direction) in arcs.iter_mut().zip(directions) {
                let way_back = directions.iter().position(|other| *other == direction.opposite());
                *arc = arrive(*arc, way_back.map_or(0, |digit| 1 << digit));
            }
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
        self.free_after(arc, word) & arc.0 & OPEN
    }

    /// The directions that are possible where an arc ends, the way back among them: others may come there too.
    fn open_where_it_ends(&self, arc: Arc, lines: &Lines<V>) -> u64 {
        let masks = self.masks[arc.end()];
        let on_board = (0..N).fold(0, |set, digit| set | u64::from(masks[digit] != 0) << digit);
        self.free_after(arc, |offset| lines.word(offset)) & on_board
    }

    /// The ways from where an arc ends on which no cell is covered, a bit each; those that leave the board among them.
    #[inline(always)]
    fn free_after(&self, arc: Arc, word: impl Fn(u8) -> u32) -> u64 {
        let masks = &self.masks[arc.end()];
        let line = |kind: usize| word(arc.line(kind));
        let (row, column) = (line(ROW), line(COLUMN));
        if N == 4 {
            const IN_ROW: u32x4 = u32x4::new([0, !0, !0, 0]);
            let barred = IN_ROW.select(u32x4::splat(row), u32x4::splat(column))
                & u32x4::new(std::array::from_fn(|digit| masks[digit]));
            return u64::from(barred.simd_eq(u32x4::ZERO).to_bitmask());
        }
        let (falling, rising) = (line(FALLING), line(RISING));
        let lines = u32x8::new([rising, falling, falling, rising, column, row, row, column]);
        let barred = lines & u32x8::new(std::array::from_fn(|digit| masks[digit]));
        u64::from(barred.simd_eq(u32x8::ZERO).to_bitmask())
    }

    /// The position after the first open move of a state with these lines. `word` tells the 32 bits of the lines that
    /// begin at a byte: who has many lines in one piece of memory can do that without a check.
    #[inline(always)]
    pub fn first_child(&self, lines: Lines<V>, word: impl Fn(u8) -> u32, state: State) -> Node<V> {
        let number = state.first_arc::<N>();
        let arc = self.arcs.as_flattened()[number];
        let open = self.open_after(arc, word);
        let state = State((state.0 & SCORE) + (arc.0 & !OPEN) + open);
        Node { lines: lines.union(&self.covers.as_flattened()[number]), state }
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
        let mut stops = [0u16; CELLS + 8];
        let mut covered = Lines::zeroed();
        let (mut waiting, mut followed) = (0, 0);
        let (mut cell, mut open) = (node.state.at(), u64::from(node.open()));
        loop {
            while open != 0 {
                let digit = open.trailing_zeros() as usize;
                open &= open - 1;
                covered = covered.union(&self.covers[cell][digit]);
                let end = self.arcs[cell][digit].end();
                let bit = 1 << (end % 64);
                stops[waiting] = (N * cell + digit) as u16;
                waiting += usize::from(met[end / 64] & bit == 0);
                met[end / 64] |= bit;
            }
            followed += 1;
            if waiting == 0 || followed % FOLLOWED_AT_ONCE == 0 {
                // Every cell lies in a line of each kind.
                let count = covered.count() / if N == 4 { 2 } else { 4 };
                if waiting == 0 || count >= needed {
                    return count >= needed;
                }
            }
            waiting -= 1;
            let arc = self.arcs.as_flattened()[usize::from(stops[waiting])];
            cell = arc.end();
            open = self.open_where_it_ends(arc, &node.lines);
        }
    }
}
