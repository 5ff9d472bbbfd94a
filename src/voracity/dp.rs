//! Strategy `dp`: the paper's dynamic programming, with subproblems that are sound, in a hash table.
//!
//! The paper tells subproblems apart by the directions that are possible and impossible at the stops of the best path
//! found, and looks through all of them in a list. What the rest of a game really depends on is where the target is
//! and which cells the arcs cover that can still be reached: nothing else can matter any more. That is the key here.

use rustc_hash::FxHashMap;

use super::{
    board::{Board, Directions},
    masks::{Cells, Masks, most_cells},
    moves::Direction,
};

const WORDS: usize = 4;

/// The largest board.
pub const MAX_CELLS: usize = most_cells(WORDS);

/// What the search may use.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Bytes for the table.
    pub memory: u64,
    /// Is it time to stop?
    pub is_stopped: &'a dyn Fn() -> bool,
}

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

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Failure {
    #[error("strategy dp is for boards with four directions and up to {MAX_CELLS} cells")]
    DoesNotSuit,
    #[error("the table of {subproblems} subproblems has reached the memory limit of {limit} bytes")]
    MemoryLimit { subproblems: u64, limit: u64 },
    #[error("stopped before all subproblems were solved")]
    Stopped,
}

/// A subproblem: where the target is, and the cells that can still matter.
type Key = (u16, Cells<WORDS>);

struct Table<'a> {
    masks: Masks<WORDS>,
    best: FxHashMap<Key, u16>,
    reused: u64,
    limits: Limits<'a>,
}

/// Bytes of an entry in the table, its control byte and the room that is free on average included.
const ENTRY_BYTES: u64 = (size_of::<(Key, u16)>() as u64 + 1) * 2;

/// Can this strategy search the board at all?
pub fn suits(board: &Board) -> bool {
    board.directions() == Directions::Four && board.cells() <= MAX_CELLS
}

/// Finds the best game.
pub fn solve(board: &Board, limits: Limits<'_>) -> Result<Solved, Failure> {
    if !suits(board) {
        return Err(Failure::DoesNotSuit);
    }
    let (masks, mut covered) = Masks::compile(board);
    let mut table = Table { masks, best: FxHashMap::default(), reused: 0, limits };
    let mut at = board.target();
    let mut left = table.solve(at, &covered)?;
    let mut moves = Vec::new();
    // All along the best games the subproblems are in the table: the first direction that keeps what is left is right.
    while left > 0 {
        let mut next = None;
        for digit in 0..4 {
            let arc = table.masks.arcs[at][digit];
            if next.is_none() && table.masks.is_open(at, digit, &covered) {
                let after = covered.union(&arc.cells);
                let rest = table.solve(usize::from(arc.end), &after)?;
                if u16::from(arc.length) + rest == left {
                    next = Some((digit, after, usize::from(arc.end), rest));
                }
            }
        }
        let Some((digit, after, end, rest)) = next else { break };
        moves.push(Direction::FOUR[digit]);
        (covered, at, left) = (after, end, rest);
    }
    Ok(Solved { moves, subproblems: table.best.len() as u64, reused: table.reused })
}

impl Table<'_> {
    /// The most cells that can be covered from here on.
    fn solve(&mut self, at: usize, covered: &Cells<WORDS>) -> Result<u16, Failure> {
        let reach = self.masks.reach(at, covered);
        if reach.cells.is_empty() {
            return Ok(0);
        }
        let key = (at as u16, reach.cells);
        if let Some(&best) = self.best.get(&key) {
            self.reused += 1;
            return Ok(best);
        }
        let mut best = 0;
        for digit in 0..4 {
            if self.masks.is_open(at, digit, covered) {
                let arc = self.masks.arcs[at][digit];
                let rest = self.solve(usize::from(arc.end), &covered.union(&arc.cells))?;
                best = best.max(rest + u16::from(arc.length));
            }
        }
        self.best.insert(key, best);
        let subproblems = self.best.len() as u64;
        if subproblems.is_multiple_of(4096) {
            let limit = self.limits.memory;
            if self.best.capacity() as u64 * ENTRY_BYTES / 2 > limit {
                return Err(Failure::MemoryLimit { subproblems, limit });
            }
            if (self.limits.is_stopped)() {
                return Err(Failure::Stopped);
            }
        }
        Ok(best)
    }
}
