//! The moves of a board as the sweep meets them: at the end that comes first, row by row.
//!
//! The sweep goes over the cells row by row, so of every move it sees the left or the upper end first, whether the
//! target leaves from there or arrives there. Both ends of a move are *stops*; from the first one a straight line of
//! `length` steps leads right or down to the second one. Which way the target goes along it is the line's heading.

use super::profile::{FIELD, OUTWARD};
use crate::voracity::{Board, Direction};

/// A move to the right, or one from the right that ends here.
pub(super) struct RightLine {
    /// Steps to its other end, and the heading bit.
    pub plug: u64,
    /// The profile's bits that must be zero: nothing may come from above into the cells it passes.
    pub passed: u64,
    /// Where in the profile the plug from above into its other end is.
    pub stop_shift: u32,
    /// Can the path go on at the other end if nothing comes from above into it?
    pub may_end_alone: bool,
}

/// What can happen at one cell.
#[derive(Default)]
pub(super) struct Cell {
    /// Moves to the right from here, with [`OUTWARD`] heading: at most one.
    pub right_out: Vec<RightLine>,
    /// Moves from the right that end here.
    pub right_in: Vec<RightLine>,
    /// Moves down from here: steps and heading.
    pub down_out: Vec<u64>,
    /// Moves from below that end here: steps.
    pub down_in: Vec<u64>,
    /// Is this the cell the path starts on?
    pub is_start: bool,
    /// Has the sweep passed the start when it comes to this cell?
    pub is_after_start: bool,
    /// Does a move end here that comes from the right or from below, or does the path start here?
    can_be_left_alone: bool,
}

/// A board laid out for the sweep: rows are short.
pub(super) struct Arcs {
    /// The cells row by row.
    pub cells: Vec<Cell>,
    /// The length of a row.
    pub width: usize,
    /// Are the sweep's rows the board's columns?
    pub is_turned: bool,
}

impl Arcs {
    /// Lays out a board, turned if it is wider than high.
    pub fn new(board: &Board) -> Self {
        let is_turned = board.columns() > board.rows();
        let (height, width) = if is_turned { (board.columns(), board.rows()) } else { (board.rows(), board.columns()) };
        let mut arcs = Self { cells: Vec::with_capacity(height * width), width, is_turned };
        arcs.cells.resize_with(height * width, Cell::default);
        let start = arcs.swept(board, board.target());
        arcs.cells[start].is_start = true;
        arcs.cells[start + 1..].iter_mut().for_each(|cell| cell.is_after_start = true);
        let reachable = reachable_stops(board);
        for from in (0..board.cells()).filter(|&cell| reachable[cell]) {
            for direction in Direction::FOUR {
                if let Some((to, length)) = board.arc(from, direction) {
                    arcs.add(arcs.swept(board, from), arcs.swept(board, to), u64::from(length));
                }
            }
        }
        arcs.look_ahead();
        arcs
    }

    /// The sweep's number of a cell of the board.
    pub fn swept(&self, board: &Board, cell: usize) -> usize {
        let (row, column) = board.position(cell);
        if self.is_turned { column * self.width + row } else { cell }
    }

    fn add(&mut self, from: usize, to: usize, length: u64) {
        let is_right = from / self.width == to / self.width;
        let (first, heading) = if from < to { (from, OUTWARD) } else { (to, 0) };
        let plug = length | heading;
        if is_right {
            let column = (first % self.width) as u32;
            let passed_bits = FIELD * (length as u32 - 1);
            let passed = ((1 << passed_bits) - 1) << (FIELD * (column + 2));
            let stop_shift = FIELD * (column + length as u32 + 1);
            let line = RightLine { plug, passed, stop_shift, may_end_alone: true };
            let cell = &mut self.cells[first];
            if heading == OUTWARD { cell.right_out.push(line) } else { cell.right_in.push(line) }
        } else {
            let cell = &mut self.cells[first];
            if heading == OUTWARD { cell.down_out.push(plug) } else { cell.down_in.push(plug) }
        }
    }

    /// Finds the lines whose other end is a dead end unless something comes from above.
    fn look_ahead(&mut self) {
        for cell in &mut self.cells {
            cell.can_be_left_alone = cell.is_start || !cell.right_in.is_empty() || !cell.down_in.is_empty();
        }
        for index in 0..self.cells.len() {
            let mut lines = std::mem::take(&mut self.cells[index].right_in);
            for line in &mut lines {
                let start_of_move = index + line.plug as usize;
                line.may_end_alone = self.cells[start_of_move].can_be_left_alone;
            }
            self.cells[index].right_in = lines;
        }
    }
}

/// The cells the target could stop on if no move took anything away.
fn reachable_stops(board: &Board) -> Vec<bool> {
    let mut reachable = vec![false; board.cells()];
    let mut open = vec![board.target()];
    reachable[board.target()] = true;
    while let Some(cell) = open.pop() {
        for (end, _) in Direction::FOUR.iter().filter_map(|&direction| board.arc(cell, direction)) {
            if !std::mem::replace(&mut reachable[end], true) {
                open.push(end);
            }
        }
    }
    reachable
}
