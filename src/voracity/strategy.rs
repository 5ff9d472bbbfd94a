//! The ways to search a board, and which one suits it.

use super::{
    board::Board, bounded::BoundedTree, dp, enumerate::EnumerateTree, estimate::Estimate, family::STRATEGIES, plug,
};
use crate::search::Strategy as Info;

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

/// So many times as large a tree can be searched with bounds where values are small.
const BOUNDED_GAIN: f64 = 100.0;

/// The largest tree that may just be searched to its end in so many seconds.
fn most_nodes(seconds: Option<f64>) -> f64 {
    // Nodes a second that a machine does at least: a search that might just do is tried.
    const RATE: f64 = 3e7;
    seconds.map_or(MOST_NODES, |seconds| MOST_NODES.min(30.0 * RATE * seconds))
}

impl Strategy {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Dfs, Self::Dp, Self::Bounded, Self::Enumerate, Self::Frontier, Self::Anytime];

    /// What can be asked of it.
    pub fn info(self) -> &'static Info {
        &STRATEGIES[self as usize]
    }

    /// The name it is chosen by.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The strategy with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|strategy| strategy.name() == name)
    }

    /// Does it search a tree of games, so that it can search those from all starts as well?
    pub fn is_tree(self) -> bool {
        matches!(self, Self::Dfs | Self::Bounded | Self::Enumerate)
    }

    /// Why the strategy cannot search a board, if it cannot.
    pub fn objection(self, board: &Board) -> Option<String> {
        let (is_suited, boards) = match self {
            Self::Dfs | Self::Anytime => return None,
            Self::Frontier => return plug::suits(board).err().map(|failure| failure.to_string()),
            Self::Dp => (dp::suits(board), format!("with four directions and up to {} cells", dp::MAX_CELLS)),
            Self::Bounded => (
                BoundedTree::<8, 4>::suits(board) || BoundedTree::<8, 8>::suits(board),
                "of up to 511 cells and 63 columns, 62 with eight directions".to_owned(),
            ),
            Self::Enumerate => (
                EnumerateTree::suits(board),
                "of up to 31x31 cells, with eight directions of up to about 500 cells".to_owned(),
            ),
        };
        (!is_suited).then(|| format!("strategy {} is for boards {boards}", self.name()))
    }

    /// Can it be expected to come to its end in the seconds there are, on a board whose tree has about so many nodes?
    pub fn is_within_reach(self, board: &Board, estimate: &Estimate, seconds: Option<f64>) -> bool {
        let most_nodes = most_nodes(seconds);
        match self {
            Self::Frontier | Self::Dp => true,
            Self::Bounded => board.largest_value() <= 3 && estimate.nodes < BOUNDED_GAIN * most_nodes,
            Self::Dfs | Self::Enumerate => estimate.nodes <= most_nodes,
            Self::Anytime => false,
        }
    }

    /// The strategy for a board whose tree has about so many nodes, of those that can do what is asked, and why. What
    /// cannot be searched to its end in the seconds there are is better searched for good games.
    pub fn choose(
        board: &Board,
        estimate: &Estimate,
        seconds: Option<f64>,
        can: &dyn Fn(Self) -> bool,
    ) -> (Self, &'static str) {
        let suits = |strategy: Self| strategy.objection(board).is_none() && can(strategy);
        let most_nodes = most_nodes(seconds);
        let bounds_pay = Self::Bounded.is_within_reach(board, estimate, seconds);
        if estimate.nodes < 1e5 && suits(Self::Dfs) {
            (Self::Dfs, "the tree is small")
        } else if suits(Self::Frontier) {
            (Self::Frontier, "one side of the board is short")
        } else if bounds_pay && suits(Self::Bounded) {
            (Self::Bounded, "with small values the best games cover nearly all cells, so bounds pay")
        } else if estimate.nodes > most_nodes && suits(Self::Anytime) {
            (Self::Anytime, "the tree is too large to be searched to its end")
        } else if suits(Self::Enumerate) {
            (Self::Enumerate, "with large values no bound pays, and speed is all")
        } else if suits(Self::Dfs) {
            (Self::Dfs, "it searches every board and can do all that is asked")
        } else {
            let other = [Self::Anytime, Self::Bounded, Self::Dp].into_iter().find(|&strategy| suits(strategy));
            // If nobody can do what is asked, this is what is refused.
            (other.unwrap_or(Self::Dfs), "no other strategy can do what is asked")
        }
    }
}
