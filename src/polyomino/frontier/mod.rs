//! Boards by their frontier: what has been filled up to the scan, and which pieces are used, is all that matters for
//! the rest. The filled cells ahead of the scan are a window; which windows follow each other is found out first,
//! whatever pieces are used, and what cannot reach the end is dropped. States (windows with used sets) are then counted
//! from both ends, or those that lie on the way to a solution become a graph in which every way from the empty board to
//! a full one is a solution: it numbers them and lists them.

mod arrivals;
mod budget;
mod chunks;
mod count;
mod ends;
mod estimate;
mod graph;
mod held;
mod layer;
mod live;
mod meeting;
mod numbers;
mod pockets;
mod prepare;
mod ranks;
mod record;
mod residues;
mod scratch;
mod strip;
#[cfg(test)]
mod tests;
mod tree;
mod vectors;
mod windows;

use crate::search::StopReason;

pub use count::{Counted, count};
pub use estimate::{Expected, estimate};
pub use graph::Frontier;
pub use prepare::Allowance;
pub use record::CountRecord;
pub use tree::FrontierTree;

/// Why there is no graph of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGraph {
    /// It would take too much: what of it.
    TooLarge(&'static str),
    /// It took too long, or somebody interrupted it.
    Stopped,
}

impl From<StopReason> for NoGraph {
    fn from(_: StopReason) -> Self {
        Self::Stopped
    }
}
