//! Long paths on boards that are too large to prove anything about: the best found within a limit, and a bound.
//!
//! First a path that goes on for as long as it can, whatever the limit; then paths grown at random, then beams (`beam`)
//! with several rankings, each with the width its share of the effort allows, on larger boards guided by strands that cover
//! nearly all of the board (`strands`), then the best path is bettered in place (`anneal`). Between them the bound is
//! tightened (`strips`). The work comes in rounds of independent tasks (`rounds`), and after each round the best path is kept; with
//! a limit of nodes and none of time the answer is the same whatever the number of threads. Boards of 10,000 cells and
//! more are grown and bettered only: there a beam would not come to an end.

mod anneal;
mod beam;
mod bound;
mod effort;
mod first;
mod rounds;
mod route;
mod strands;
mod strips;
mod terrain;
#[cfg(test)]
mod tests;

use std::time::Duration;

use rounds::Search;
use terrain::Terrain;

use super::{Board, Direction};
use crate::search::{Control, SearchError};

/// How much to do, and with what. The control the search runs under ends it at any time.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The time to share out.
    pub time: Option<Duration>,
    /// The nodes to share out: paths ranked, and cells visited by the searches for pieces of paths.
    pub nodes: Option<u64>,
    /// Tasks at the same time.
    pub threads: usize,
    /// Another seed searches elsewhere.
    pub seed: u64,
}

/// The best path so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The cells it covers.
    pub score: u32,
    /// Its moves. No further one is possible.
    pub moves: Vec<Direction>,
    /// No path covers more.
    pub bound: u32,
    /// Nodes so far.
    pub nodes: u64,
}

impl Found {
    /// Is the path proved to be the best?
    pub fn is_optimal(&self) -> bool {
        self.score == self.bound
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The best score so far.
    pub score: u32,
    /// No path covers more.
    pub bound: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// The part of the time or of the nodes that is spent, if there is a limit to either.
    pub share: Option<f64>,
}

/// Larger boards are bounded by their free cells: to find out more takes longer than a look at the limits may wait.
const LARGEST_FOR_BOUND: usize = 100_000;

/// An upper bound alone.
pub fn upper_bound(board: &Board) -> u32 {
    let terrain = (board.cells() <= LARGEST_FOR_BOUND).then(|| Terrain::new(board, &Control::default())).flatten();
    terrain.map_or(board.free_cells() as u32, |terrain| bound::upper_bound(&terrain))
}

/// Searches a board until what there is to spend is spent or the run is stopped; `watch` is told now and then how far it
/// has come, and at the end of every round.
pub fn search(
    board: &Board,
    settings: &Settings,
    control: &Control,
    watch: &mut dyn FnMut(&Standing),
) -> Result<Found, SearchError> {
    let began = control.elapsed();
    let (score, moves) = first::play_on(board, &[]);
    let only_first =
        |moves: Vec<Direction>| Found { score, moves, bound: (board.free_cells() as u32).max(score), nodes: 0 };
    if moves.is_empty() {
        return Ok(Found { bound: 0, ..only_first(moves) });
    }
    let Some(terrain) = Terrain::new(board, control) else { return Ok(only_first(moves)) };
    let bound = match board.cells() {
        0..=LARGEST_FOR_BOUND => bound::upper_bound(&terrain),
        _ => board.free_cells() as u32,
    };
    let time = settings.time.map(|time| time.saturating_sub(control.elapsed() - began));
    let settings = Settings { time, ..*settings };
    let mut search = Search::new(board, &terrain, &settings, control, (score, moves), bound)?;
    search.run(watch);
    Ok(search.found())
}
