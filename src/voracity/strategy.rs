//! The ways to search a board, and which one suits it.

use super::board::{Board, Directions};

/// A way to find the best game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// The paper's depth-first search.
    Dfs,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Self; 1] = [Self::Dfs];

    /// The name it is chosen by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dfs => "dfs",
        }
    }

    /// The strategy with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|strategy| strategy.name() == name)
    }

    /// Why the strategy cannot search a board, if it cannot.
    pub fn objection(self, board: &Board) -> Option<&'static str> {
        let _ = board.directions() == Directions::Eight;
        None
    }
}
