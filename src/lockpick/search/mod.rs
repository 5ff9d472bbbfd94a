//! Ways to search a level: the paper's two, an exhaustive one that everything else is measured against, and the real
//! one.

mod account;
mod crew;
mod dues;
pub mod exhaustive;
mod expand;
mod gains;
pub mod guided;
mod landmarks;
mod novelty;
pub mod outcome;
pub mod paper;
pub mod prospect;
mod queue;
mod relax;
pub mod shortest;
mod strides;
mod stubborn;
mod symmetry;
pub mod table;
mod tame;
mod traits;
mod trim;
mod watch;

#[cfg(test)]
mod tests;

pub use outcome::{Outcome, Settings, Verdict};

use std::str::FromStr;

use super::play::Terrain;

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// The real one.
    Auto,
    /// The paper's depth-first search.
    Dfs,
    /// The paper's breadth-first search.
    Bfs,
    /// Breadth first over all states, each once.
    Exhaustive,
}

impl FromStr for Strategy {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "auto" => Ok(Self::Auto),
            "dfs" => Ok(Self::Dfs),
            "bfs" => Ok(Self::Bfs),
            "exhaustive" => Ok(Self::Exhaustive),
            _ => Err(format!("there is no strategy '{name}' for lockpick levels: use auto, dfs, bfs or exhaustive")),
        }
    }
}

impl Strategy {
    /// What people call it.
    pub fn name(self, shortest: bool) -> &'static str {
        match self {
            Self::Auto if shortest => "shortest",
            Self::Auto => "guided",
            Self::Dfs => "dfs",
            Self::Bfs => "bfs",
            Self::Exhaustive => "exhaustive",
        }
    }
}

/// Searches a level. The error says why a strategy cannot be used on it.
pub fn solve(terrain: &Terrain, strategy: Strategy, settings: &Settings) -> Result<Outcome, String> {
    match strategy {
        Strategy::Auto if settings.shortest => Ok(shortest::search(terrain, settings)),
        Strategy::Auto => Ok(guided::search(terrain, settings)),
        Strategy::Dfs => paper::dfs(&terrain.level, settings),
        Strategy::Bfs => paper::bfs(&terrain.level, settings),
        Strategy::Exhaustive => Ok(exhaustive::search(terrain, settings)),
    }
}
