//! The ways to search a board, and which one suits it.

use std::time::Duration;

use super::{board::Board, bounded::BoundedTree, dp, enumerate::EnumerateTree, estimate::Estimate, plug};

/// A way to find the best game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// The paper's depth-first search.
    Dfs,
    /// The paper's dynamic programming, made sound.
    Dp,
    /// Depth-first search with bounds, for small values.
    Bounded,
    /// All games, as fast as can be.
    Enumerate,
    /// A sweep over boards with a short side.
    Frontier,
    /// Good games and a bound, within the time there is.
    Anytime,
}

/// Larger trees are beyond reach: at a hundred million nodes a second this takes a day.
const MOST_NODES: f64 = 1e13;

/// A tree with fewer nodes is searched before a good game is found.
const SMALL_TREE: f64 = 3e6;

/// So many times as large a tree can be searched with bounds where values are small.
const BOUNDED_GAIN: f64 = 100.0;

impl Strategy {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Dfs, Self::Dp, Self::Bounded, Self::Enumerate, Self::Frontier, Self::Anytime];

    /// The name it is chosen by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dfs => "dfs",
            Self::Dp => "dp",
            Self::Bounded => "bounded",
            Self::Enumerate => "enumerate",
            Self::Frontier => "frontier",
            Self::Anytime => "anytime",
        }
    }

    /// The strategy with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|strategy| strategy.name() == name)
    }

    /// Why the strategy cannot search a board, if it cannot.
    pub fn objection(self, board: &Board) -> Option<String> {
        match self {
            Self::Dfs | Self::Anytime => None,
            Self::Dp => (!dp::suits(board)).then(|| dp::Failure::DoesNotSuit.to_string()),
            Self::Bounded => (!BoundedTree::<8>::suits(board)).then(|| {
                "strategy bounded is for boards with four directions, up to 511 cells and 63 columns".to_owned()
            }),
            Self::Enumerate => (!EnumerateTree::suits(board))
                .then(|| "strategy enumerate is for boards with four directions and up to 31x31 cells".to_owned()),
            Self::Frontier => plug::suits(board).err().map(|failure| failure.to_string()),
        }
    }

    /// How long to look for a good game before a tree of about so many nodes is searched, if at all. The paper's search
    /// gets none: its nodes are to be those of the paper.
    pub fn head_start(self, nodes: f64, threads: usize) -> Option<Duration> {
        /// The share of the expected time, and the most seconds.
        const SHARE: f64 = 0.03;
        const LONGEST: f64 = 5.0;
        // Bounds need a good game, and search a small part of the tree only. To enumerate all games takes as long
        // without: there it is for those who stop a long search before its end.
        let (rate, least) = match self {
            Self::Bounded => (4e8, 0.0),
            Self::Enumerate => (1e8, 2.0),
            _ => return None,
        };
        let seconds = nodes / rate / threads as f64;
        let is_worth_it = nodes >= SMALL_TREE && seconds >= least;
        is_worth_it.then(|| Duration::from_secs_f64((seconds * SHARE).clamp(0.008, LONGEST)))
    }

    /// The strategy for a board whose tree has about so many nodes, and why. What cannot be searched to its end in
    /// the seconds there are is better searched for good games.
    pub fn choose(board: &Board, estimate: &Estimate, seconds: Option<f64>) -> (Self, &'static str) {
        // Nodes a second that a machine does at least: a search that might just do is tried.
        const RATE: f64 = 3e7;
        let suits = |strategy: Self| strategy.objection(board).is_none();
        let most_nodes = seconds.map_or(MOST_NODES, |seconds| MOST_NODES.min(30.0 * RATE * seconds));
        if estimate.nodes < 1e5 {
            (Self::Dfs, "the tree is small")
        } else if suits(Self::Frontier) {
            (Self::Frontier, "one side of the board is short")
        } else if suits(Self::Bounded) && board.largest_value() <= 3 && estimate.nodes < BOUNDED_GAIN * most_nodes {
            (Self::Bounded, "with small values the best games cover nearly all cells, so bounds pay")
        } else if estimate.nodes > most_nodes {
            (Self::Anytime, "the tree is too large to be searched to its end")
        } else if suits(Self::Enumerate) {
            (Self::Enumerate, "with large values no bound pays, and speed is all")
        } else {
            (Self::Dfs, "the board is too large or has diagonals, but its tree is not")
        }
    }
}
