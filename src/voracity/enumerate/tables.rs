//! The board as lines of bits, and all its arcs as masks.
//!
//! Every row and every column is a run of bits in one word, a bit for each covered cell. Whether a move is possible is
//! then one look at one word. A position of the game is small enough to be copied, so nothing is ever undone.

use crate::voracity::{board::Board, moves::Direction};

/// The longest side of a board that fits: a line is a part of a word, whose top bit is always set.
pub(super) const MAX_SIDE: usize = 31;

const TOP_BIT: u32 = 1 << 31;

/// A move from one cell, if no cell on its way is covered.
#[derive(Clone, Copy, Debug)]
struct Arc {
    /// The cells it covers, in its line. An arc that leads off the board has the top bit, which bars it.
    mask: u32,
    end: u16,
    line: u8,
    length: u8,
}

/// A position: the covered cells in `M` words (rows first, then columns), where the target is, and what it may do.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(super) struct Node<const M: usize> {
    pub lines: [u32; M],
    pub at: u32,
    /// The directions that are possible and have not been taken yet, a bit each.
    pub open: u32,
    pub score: u32,
}

/// All that is known of a board beforehand.
#[derive(Clone, Debug)]
pub(super) struct Tables<const M: usize> {
    arcs: Vec<[Arc; 4]>,
    /// What each arc covers.
    covers: Vec<[[u32; M]; 4]>,
}

/// How many words the lines of one kind take.
fn words(lines: usize, length: usize) -> usize {
    lines.div_ceil(MAX_SIDE / length)
}

/// The `M` a board needs at least, if it fits at all.
pub(super) fn words_needed(board: &Board) -> Option<usize> {
    let (rows, columns) = (board.rows(), board.columns());
    let fits = rows.max(columns) <= MAX_SIDE;
    fits.then(|| 2 * words(rows, columns).max(words(columns, rows)))
}

impl<const M: usize> Tables<M> {
    /// The tables of a board and the position it begins with. `M` must be as many words as it needs.
    pub fn compile(board: &Board) -> (Self, Node<M>) {
        let place = |line: usize, index: usize, length: usize| {
            let in_word = MAX_SIDE / length;
            (line / in_word, (line % in_word) * length + index)
        };
        let places = |cell: usize| {
            let (row, column) = board.position(cell);
            let (row_word, row_bit) = place(row, column, board.columns());
            let (column_word, column_bit) = place(column, row, board.rows());
            [(row_word, row_bit), (M / 2 + column_word, column_bit)]
        };
        let mut lines = [TOP_BIT; M];
        let barred = Arc { mask: TOP_BIT, end: 0, line: 0, length: 0 };
        let mut arcs = vec![[barred; 4]; board.cells()];
        let mut covers = vec![[[0; M]; 4]; board.cells()];
        for cell in 0..board.cells() {
            if !board.is_free(cell) {
                places(cell).into_iter().for_each(|(word, bit)| lines[word] |= 1 << bit);
            }
            for (digit, &direction) in Direction::FOUR.iter().enumerate() {
                let Some((end, length)) = board.arc(cell, direction) else { continue };
                let is_vertical = direction.step().0 != 0;
                let mut arc = Arc { mask: 0, end: end as u16, line: 0, length };
                for distance in 1..=usize::from(length) {
                    let Some(passed) = board.cell_at_distance(cell, direction, distance) else { continue };
                    let both = places(passed);
                    both.into_iter().for_each(|(word, bit)| covers[cell][digit][word] |= 1 << bit);
                    let (word, bit) = both[usize::from(is_vertical)];
                    arc.line = word as u8;
                    arc.mask |= 1 << bit;
                }
                arcs[cell][digit] = arc;
            }
        }
        let tables = Self { arcs, covers };
        let mut start = Node { lines, at: board.target() as u32, open: 0, score: 0 };
        start.open = tables.open_at(board.target(), &start.lines);
        (tables, start)
    }

    /// The directions that are possible from a cell, a bit each.
    #[inline(always)]
    fn open_at(&self, cell: usize, lines: &[u32; M]) -> u32 {
        let arcs = &self.arcs[cell];
        let mut open = 0;
        for (digit, arc) in arcs.iter().enumerate() {
            open |= u32::from(lines[usize::from(arc.line)] & arc.mask == 0) << digit;
        }
        open
    }

    /// The position after a move in an open direction.
    ///
    /// What is open there is seen in the lines as they were before the move: the move covers none of the cells that
    /// lie ahead or to the sides of where it ends. Only the way back is barred by it.
    #[inline(always)]
    pub fn child(&self, node: &Node<M>, digit: usize) -> Node<M> {
        let arc = self.arcs[node.at as usize][digit];
        let way_back = 8 >> digit;
        let open = self.open_at(usize::from(arc.end), &node.lines) & !way_back;
        let cover = &self.covers[node.at as usize][digit];
        let mut lines = node.lines;
        for (line, cover) in lines.iter_mut().zip(cover) {
            *line |= cover;
        }
        Node { lines, at: u32::from(arc.end), open, score: node.score + u32::from(arc.length) }
    }

    /// Could as many as `needed` cells still be covered? Counts the cells of all arcs that can be reached over arcs
    /// that are possible now, and stops as soon as there are enough.
    pub fn may_cover(&self, node: &Node<M>, needed: u32) -> bool {
        /// How many stops to follow before the cells are counted: counting costs as much as some of them.
        const FOLLOWED_AT_ONCE: u32 = 12;
        let mut met = [0u64; MAX_SIDE * MAX_SIDE / 64 + 1];
        let mut stops = [0u16; MAX_SIDE * MAX_SIDE + 4];
        let mut covered = [0u32; M];
        let (mut waiting, mut followed) = (0, 0);
        let (mut cell, mut open) = (node.at as usize, node.open);
        loop {
            while open != 0 {
                let digit = open.trailing_zeros() as usize;
                open &= open - 1;
                // The rows are enough to count by.
                for (line, cover) in covered.iter_mut().zip(&self.covers[cell][digit]).take(M / 2) {
                    *line |= cover;
                }
                let end = usize::from(self.arcs[cell][digit].end);
                let bit = 1 << (end % 64);
                stops[waiting] = end as u16;
                waiting += usize::from(met[end / 64] & bit == 0);
                met[end / 64] |= bit;
            }
            followed += 1;
            if waiting == 0 || followed % FOLLOWED_AT_ONCE == 0 {
                let count: u32 = covered[..M / 2].iter().map(|line| line.count_ones()).sum();
                if waiting == 0 || count >= needed {
                    return count >= needed;
                }
            }
            waiting -= 1;
            cell = usize::from(stops[waiting]);
            open = self.open_at(cell, &node.lines);
        }
    }
}
