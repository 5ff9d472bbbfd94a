//! The strategy `frontier`: the exact optimum of long, narrow boards, whatever their length.
//!
//! A row sweep with a broken profile. All that the unswept part of a board needs to know of the swept part is where
//! the path crosses between them, how far the lines that cross still go, which way the path runs along them and which
//! crossings belong together: the *profile*. Of all ways to get the same profile the sweep keeps the best score. The
//! number of profiles grows about fourfold with a column and does not grow with the rows.
//!
//! The way of the data: `arcs` lays out the board, `profile` knows what can happen at a cell, `walk` what can
//! happen on a stretch of cells, `sweep` finds the best score of every profile with a `table`, `optimal` goes
//! back and finds the graph of all optimal paths, and `first` takes from it the one whose move string comes first.

mod arcs;
mod first;
mod optimal;
mod profile;
mod sweep;
mod table;
#[cfg(test)]
mod tests;
mod walk;

use arcs::Arcs;
pub use sweep::Resources;
use thiserror::Error;

use super::{Board, Direction, Directions};

/// The widest board, after it was turned so that its rows are short.
pub const MAX_WIDTH: usize = 8;

/// An optimal path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The cells it covers.
    pub score: u32,
    /// Of all optimal paths the one with the first move string.
    pub moves: Vec<Direction>,
    /// Profiles of all layers of the sweep.
    pub profiles: u64,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// Diagonal paths cross each other.
    #[error("the frontier strategy knows four directions only")]
    EightDirections,
    /// The short side is too long.
    #[error("the frontier strategy needs a side of at most {MAX_WIDTH} cells, the shorter side of this board has {0}")]
    TooWide(usize),
    /// The memory limit.
    #[error("the profiles of this board do not fit into the memory limit of {limit} bytes")]
    DoesNotFit {
        /// The limit in bytes.
        limit: u64,
    },
    /// It was told to stop.
    #[error("stopped before the sweep was done")]
    Stopped,
}

/// Can this strategy solve the board at all?
pub fn suits(board: &Board) -> Result<(), Failure> {
    if board.directions() != Directions::Four {
        return Err(Failure::EightDirections);
    }
    let width = board.rows().min(board.columns());
    if width > MAX_WIDTH { Err(Failure::TooWide(width)) } else { Ok(()) }
}

/// Solves a board.
pub fn solve(board: &Board, resources: &Resources<'_>) -> Result<Solution, Failure> {
    suits(board)?;
    let arcs = Arcs::new(board);
    let swept = sweep::sweep(&arcs, resources)?;
    let profiles = swept.layers.iter().map(|layer| layer.profiles.len() as u64).sum();
    let paths = optimal::optimal_paths(&arcs, swept, resources)?;
    resources.allow(first::bytes_needed(&paths))?;
    let moves = first::first_moves(board, &arcs, &paths);
    let score = super::play(board, &moves).map_or(0, |game| game.score);
    debug_assert_eq!(score, paths.score);
    Ok(Solution { score, moves, profiles })
}
