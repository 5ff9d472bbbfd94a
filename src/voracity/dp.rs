//! Strategy `dp`: the paper's dynamic programming, with subproblems that are sound, in hash tables.
//!
//! The paper tells subproblems apart by the directions that are possible and impossible at the stops of the best path
//! found, and looks through all of them in a list. What the rest of a game really depends on is where the target is
//! and which cells the arcs cover that can still be reached: nothing else can matter any more. There is a table for
//! each cell the target can be on, and those cells are the key: a table that grows holds up the search for a moment
//! only.

use rustc_hash::FxHashMap;

use super::{
    board::{Board, Directions},
    masks::{Cells, Masks, most_cells},
    moves::Direction,
};
use crate::search::{Steps, StopReason, Stopped};

const WORDS: usize = 4;

/// The largest board.
pub const MAX_CELLS: usize = most_cells(WORDS);

/// Subproblems between two looks at the limits, where their number is not limited.
const LOOK_EVERY: u64 = 2048;

/// The best game, and what it took to find it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Of all best games the one with the first move string.
    pub moves: Vec<Direction>,
    /// Subproblems solved.
    pub subproblems: u64,
    /// How often a solved one came up again.
    pub reused: u64,
}

/// Bytes of an entry in a table, its control byte included.
const ENTRY_BYTES: u64 = size_of::<(Cells<WORDS>, u16)>() as u64 + 1;

/// Can this strategy search the board at all?
pub fn suits(board: &Board) -> bool {
    board.directions() == Directions::Four && board.cells() <= MAX_CELLS
}

/// The subproblems of a board.
pub struct Subproblems {
    masks: Masks<WORDS, 4>,
    start: usize,
    covered: Cells<WORDS>,
    /// For each cell the target can be on: the cells that can still matter, and how many of them can be covered.
    best: Vec<FxHashMap<Cells<WORDS>, u16>>,
    solved: u64,
    reused: u64,
    /// Solved and not entered into the account of the run.
    unspent: u64,
    look_every: u64,
}

impl Subproblems {
    /// Those of a board that [suits](suits()) the strategy.
    pub fn new(board: &Board) -> Option<Self> {
        if !suits(board) {
            return None;
        }
        let (masks, covered) = Masks::compile(board);
        let best = vec![FxHashMap::default(); board.cells()];
        let (start, look_every) = (board.target(), LOOK_EVERY);
        Some(Self { masks, start, covered, best, solved: 0, reused: 0, unspent: 0, look_every })
    }

    /// Finds the best game. A subproblem is a node of the run.
    pub fn solve(&mut self, steps: &mut Steps<'_>) -> Result<Solved, Stopped> {
        // A limit on nodes is to be kept to the node.
        self.look_every = if steps.control().has_node_limit() { 1 } else { LOOK_EVERY };
        steps.spend(0)?;
        let (mut at, mut covered) = (self.start, self.covered);
        let mut left = self.most_from(at, &covered, steps)?;
        let mut moves = Vec::new();
        // All along the best games the subproblems are in the table: the first direction that keeps what is left is
        // right.
        while left > 0 {
            let mut next = None;
            for digit in 0..4 {
                if !self.masks.is_open(at, digit, &covered) {
                    continue;
                }
                let arc = self.masks.arcs[at][digit];
                let after = covered.union(&arc.cells);
                let rest = self.most_from(usize::from(arc.end), &after, steps)?;
                if u16::from(arc.length) + rest == left {
                    next = Some((digit, after, usize::from(arc.end), rest));
                    break;
                }
            }
            let Some((digit, after, end, rest)) = next else { break };
            moves.push(Direction::FOUR[digit]);
            (covered, at, left) = (after, end, rest);
        }
        steps.spend(std::mem::take(&mut self.unspent))?;
        Ok(Solved { moves, subproblems: self.solved, reused: self.reused })
    }

    /// The most cells that can be covered from here on.
    fn most_from(&mut self, at: usize, covered: &Cells<WORDS>, steps: &mut Steps<'_>) -> Result<u16, Stopped> {
        let reach = self.masks.reach(at, covered);
        if reach.cells.is_empty() {
            return Ok(0);
        }
        if let Some(&best) = self.best[at].get(&reach.cells) {
            self.reused += 1;
            return Ok(best);
        }
        let mut best = 0;
        for digit in 0..4 {
            if self.masks.is_open(at, digit, covered) {
                let arc = self.masks.arcs[at][digit];
                let rest = self.most_from(usize::from(arc.end), &covered.union(&arc.cells), steps)?;
                best = best.max(rest + u16::from(arc.length));
            }
        }
        if self.best[at].len() == self.best[at].capacity() {
            self.make_room(at, steps)?;
        }
        self.best[at].insert(reach.cells, best);
        self.solved += 1;
        self.unspent += 1;
        if self.unspent >= self.look_every {
            steps.spend(std::mem::take(&mut self.unspent))?;
        }
        Ok(best)
    }

    /// A table is full: the next one is twice as large, and both are there while it is filled.
    #[cold]
    fn make_room(&self, at: usize, steps: &Steps<'_>) -> Result<(), Stopped> {
        let more = 2 * self.best[at].capacity() as u64 * ENTRY_BYTES;
        if steps.control().is_too_much(more) {
            steps.control().stop(StopReason::MemoryLimit);
            return Err(Stopped);
        }
        Ok(())
    }
}
