//! The strategy `frontier`: the exact optimum of long, narrow boards, whatever their length.
//!
//! A row sweep with a broken profile. All that the unswept part of a board needs to know of the swept part is where
//! the path crosses between them, how far the lines that cross still go, which way the path runs along them and which
//! crossings belong together: the *profile*. Of all ways to get the same profile the sweep keeps the best score. The
//! number of profiles grows about fourfold with a column and does not grow with the rows.
//!
//! The way of the data: `arcs` lays out the board, `profile` knows what can happen at a cell, `walk` what can
//! happen on a stretch of cells, `sweep` finds the best score of every profile with a `table`, `kept` writes the layers
//! it has finished to a journal, `optimal` goes back and finds the graph of all optimal paths, and `first` takes from
//! it the one whose move string comes first.

mod arcs;
mod first;
mod kept;
mod optimal;
mod profile;
mod sweep;
mod table;
#[cfg(test)]
mod tests;
mod walk;

use thiserror::Error;

use super::{Board, Direction, Directions};
use crate::search::{Steps, Stopped, Tally};
use arcs::Arcs;
pub use kept::Keeper;
use sweep::Layer;

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

/// Why the strategy cannot search a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unsuitable {
    /// Diagonal paths cross each other.
    #[error("strategy frontier is for boards with four directions")]
    EightDirections,
    /// The short side is too long.
    #[error("strategy frontier needs a side of at most {MAX_WIDTH} cells, the shorter side of this board has {0}")]
    TooWide(usize),
}

/// Can this strategy solve the board at all?
pub fn suits(board: &Board) -> Result<(), Unsuitable> {
    if board.directions() != Directions::Four {
        return Err(Unsuitable::EightDirections);
    }
    let width = board.rows().min(board.columns());
    if width > MAX_WIDTH { Err(Unsuitable::TooWide(width)) } else { Ok(()) }
}

/// A board that is to be swept.
pub struct Frontier<'a> {
    board: &'a Board,
    arcs: Arcs,
}

impl<'a> Frontier<'a> {
    /// Lays out a board that [suits](suits()) the strategy.
    pub fn new(board: &'a Board) -> Result<Self, Unsuitable> {
        suits(board)?;
        Ok(Self { board, arcs: Arcs::new(board) })
    }

    /// Finds the best path. A profile is a node of the run. With a keeper, the sweep goes on from the layers that are
    /// kept, and those that it finishes are kept.
    pub fn solve(&self, steps: &mut Steps<'_>, mut keeper: Option<&mut Keeper>) -> Result<Solution, Stopped> {
        let held = keeper.as_mut().map(|keeper| keeper.held()).unwrap_or_default();
        if let Some(solution) = held.solution {
            steps.resume(Tally { nodes: solution.profiles, cases: solution.profiles, answers: 0 });
            return Ok(solution);
        }
        let mut layers = vec![Layer::first(self.arcs.width)];
        layers.extend(held.layers);
        let swept = sweep::sweep(&self.arcs, &mut layers, steps, keeper.as_deref_mut());
        if let Some(keeper) = &mut keeper {
            keeper.keep(&layers);
        }
        swept?;
        let profiles = layers.iter().map(|layer| layer.profiles.len() as u64).sum();
        let paths = optimal::optimal_paths(&self.arcs, layers, steps)?;
        let moves = first::first_moves(self.board, &self.arcs, &paths, steps)?;
        let score = super::play(self.board, &moves).map_or(0, |game| game.score);
        debug_assert_eq!(score, paths.score);
        let solution = Solution { score, moves, profiles };
        if let Some(keeper) = keeper {
            keeper.keep_solution(&solution);
        }
        Ok(solution)
    }
}
