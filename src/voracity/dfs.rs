//! Strategy `dfs`: the depth-first search of the paper, as it stands there.
//!
//! Try every direction, disable the cells that are passed one by one, go deeper, enable them again; where no
//! direction is left, compare the score with the best one. It knows no bound, so the number of its nodes is a
//! property of the board. It is the yardstick the other strategies are measured with, and judged by.

use std::ops::Range as Digits;

use super::{board::Board, moves::Direction};
use crate::search::{Sweep, Tree};

/// Set in the value of a cell that is covered.
const COVERED: u8 = 0x80;

/// On larger boards the engine goes from node to node by itself, without recursion.
const MOST_CELLS_FOR_RECURSION: usize = 5_000;

/// A cursor over all games of a board with `N` directions. Digits are directions, in their order.
#[derive(Clone, Debug)]
pub struct DfsTree<const N: usize> {
    directions: &'static [Direction],
    /// The distance in `cells` from a cell to the next one in each direction.
    steps: [isize; N],
    /// The board row by row, with a rim of zeros around it.
    cells: Vec<u8>,
    at: usize,
    score: u32,
    /// Is no game so long that the recursion might run out of stack?
    is_small: bool,
    /// The digits that lead here, and how far each move went.
    taken: Vec<(u8, u8)>,
}

impl<const N: usize> DfsTree<N> {
    /// A cursor on the start of the game. `N` must be the number of the board's directions.
    pub fn new(board: &Board) -> Self {
        let directions = board.directions().list();
        let width = board.columns() + 2;
        let padded = |cell| {
            let (row, column) = board.position(cell);
            (row + 1) * width + column + 1
        };
        let mut cells = vec![0; (board.rows() + 2) * width];
        for (cell, &value) in board.values().iter().enumerate() {
            cells[padded(cell)] = value;
        }
        let mut steps = [0; N];
        for (step, direction) in steps.iter_mut().zip(directions) {
            let (down, right) = direction.step();
            *step = down as isize * width as isize + right as isize;
        }
        let is_small = board.free_cells() <= MOST_CELLS_FOR_RECURSION;
        Self { directions, steps, cells, at: padded(board.target()), score: 0, is_small, taken: Vec::new() }
    }

    /// How far a move with this step goes, or 0 if it is not possible.
    #[inline(always)]
    fn length(&self, step: isize) -> usize {
        let mut cell = self.at.wrapping_add_signed(step);
        let value = self.cells[cell];
        if value == 0 || value >= COVERED {
            return 0;
        }
        for _ in 1..value {
            cell = cell.wrapping_add_signed(step);
            let passed = self.cells[cell];
            if passed == 0 || passed >= COVERED {
                return 0;
            }
        }
        usize::from(value)
    }

    #[inline(always)]
    fn advance(&mut self, digit: usize, length: usize) {
        for _ in 0..length {
            self.at = self.at.wrapping_add_signed(self.steps[digit]);
            self.cells[self.at] |= COVERED;
        }
        self.score += length as u32;
        self.taken.push((digit as u8, length as u8));
    }

    #[inline(always)]
    fn retreat(&mut self, digit: usize, length: usize) {
        for _ in 0..length {
            self.cells[self.at] &= !COVERED;
            self.at = self.at.wrapping_add_signed(-self.steps[digit]);
        }
        self.score -= length as u32;
        self.taken.pop();
    }

    /// The paper's recursion. Comes back early if the sweep has to pause, and then `taken` still leads to the pause.
    fn below(&mut self, sweep: &mut Sweep<'_, Vec<Direction>>) -> bool {
        let mut tried = 0;
        for digit in 0..N {
            let length = self.length(self.steps[digit]);
            if length == 0 {
                continue;
            }
            sweep.tally.nodes += 1;
            sweep.tally.cases += (digit + 1 - tried) as u64;
            tried = digit + 1;
            self.advance(digit, length);
            if sweep.is_too_long() {
                if self.is_answer() {
                    sweep.scored_answer(i64::from(self.score), || self.moves());
                }
                return true;
            }
            if self.below(sweep) {
                return true;
            }
            self.retreat(digit, length);
        }
        if tried == 0 {
            sweep.scored_answer(i64::from(self.score), || self.moves());
        }
        sweep.tally.cases += (N - tried) as u64;
        false
    }

    fn moves(&self) -> Vec<Direction> {
        self.taken.iter().map(|&(digit, _)| self.directions[usize::from(digit)]).collect()
    }
}

impl<const N: usize> Tree for DfsTree<N> {
    type Answer = Vec<Direction>;

    fn pauses(&self) -> bool {
        true
    }

    fn fanout(&self) -> u32 {
        N as u32
    }

    fn enter(&mut self, digits: Digits<u32>) -> Option<u32> {
        for digit in digits {
            let length = self.length(self.steps[digit as usize]);
            if length > 0 {
                self.advance(digit as usize, length);
                return Some(digit);
            }
        }
        None
    }

    fn leave(&mut self) {
        if let Some(&(digit, length)) = self.taken.last() {
            self.retreat(usize::from(digit), usize::from(length));
        }
    }

    fn is_answer(&self) -> bool {
        self.steps.iter().all(|&step| self.length(step) == 0)
    }

    fn answer(&self) -> Vec<Direction> {
        self.moves()
    }

    fn so_far(&self) -> Option<Vec<Direction>> {
        Some(self.answer())
    }

    fn score(&self) -> i64 {
        i64::from(self.score)
    }

    fn can_sweep(&self) -> bool {
        self.is_small
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Vec<Direction>>) {
        // A game that is over where the sweep begins is not below it.
        if self.is_answer() {
            sweep.tally.cases += N as u64;
            return;
        }
        let depth = self.taken.len();
        if self.below(sweep) {
            sweep.pause_at(self.taken[depth..].iter().map(|&(digit, _)| u32::from(digit)));
            while self.taken.len() > depth {
                self.leave();
            }
        }
    }
}
