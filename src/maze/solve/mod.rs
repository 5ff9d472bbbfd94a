//! Ways through a maze, by several methods that share nothing but the maze.

pub mod a_star;
pub mod bfs;
pub mod dead_ends;
pub mod dfs;
pub mod shortest;
#[cfg(test)]
mod tests;
pub mod wall_follower;

use std::str::FromStr;

use super::{grid::Maze, moves::Moves};
use crate::{
    diagnostics::Diagnostic,
    search::{Control, Pace, Steps, StopReason, Stopped},
};

/// How to look for a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Breadth first: the shortest way.
    Bfs,
    /// Depth first, the paper's idea: some way.
    Dfs,
    /// Dead ends are filled until only ways through are left.
    DeadEnds,
    /// The right hand on the wall.
    WallFollower,
    /// Breadth first, with an eye on the goal: the shortest way.
    AStar,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 5] = [Self::Bfs, Self::Dfs, Self::DeadEnds, Self::WallFollower, Self::AStar];

    /// What the command line calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bfs => "bfs",
            Self::Dfs => "dfs",
            Self::DeadEnds => "dead-ends",
            Self::WallFollower => "wall-follower",
            Self::AStar => "a-star",
        }
    }

    /// Whether what it finds is a shortest way in any maze. In a perfect one, all of them find the only one.
    pub fn finds_shortest(self) -> bool {
        matches!(self, Self::Bfs | Self::AStar | Self::DeadEnds)
    }
}

impl FromStr for Method {
    type Err = Diagnostic;

    fn from_str(name: &str) -> Result<Self, Diagnostic> {
        Self::ALL.into_iter().find(|method| method.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            Diagnostic::new(format!("there is no strategy '{name}' for mazes")).help(format!("one of: {names}"))
        })
    }
}

/// What came of looking for a way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<W = Moves> {
    /// How it ended.
    pub answer: Answer<W>,
    /// Cells looked at, or steps taken.
    pub effort: u64,
}

/// The answer of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<W = Moves> {
    /// These steps lead from the start to the goal.
    Way(W),
    /// All that can be reached from one end was looked at, and the other was not among it.
    NoWay,
    /// The method gives up without having seen everything, as the wall follower does on an island.
    Unknown,
}

/// Looks for a way between two cells that exist.
pub fn solve(maze: &Maze, from: usize, to: usize, method: Method) -> Outcome {
    unlimited(|pace| solve_at_pace(maze, from, to, method, pace))
}

/// The same under limits: every cell looked at is counted.
pub fn solve_at_pace(
    maze: &Maze,
    from: usize,
    to: usize,
    method: Method,
    pace: &mut Pace<'_, '_>,
) -> Result<Outcome, Stopped> {
    match method {
        Method::Bfs => bfs::solve(maze, from, to, pace),
        Method::Dfs => dfs::solve(maze, from, to, pace),
        Method::DeadEnds => dead_ends::solve(maze, from, to, pace),
        Method::WallFollower => wall_follower::solve(maze, from, to, pace),
        Method::AStar => a_star::solve(maze, from, to, pace),
    }
}

/// Does work for as long as a control allows.
pub(super) fn under<A>(
    control: &Control,
    work: impl FnOnce(&mut Pace<'_, '_>) -> Result<A, Stopped>,
) -> Result<A, StopReason> {
    let brought = Steps::unwatched(control, |steps| work(&mut steps.pace()));
    brought.map_err(|_| control.reason().unwrap_or(StopReason::Interrupted))
}

/// Does work that has no limits.
pub(super) fn unlimited<A>(work: impl FnOnce(&mut Pace<'_, '_>) -> Result<A, Stopped>) -> A {
    match Steps::unwatched(&Control::default(), |steps| work(&mut steps.pace())) {
        Ok(brought) => brought,
        Err(_) => unreachable!("nothing can stop it"),
    }
}
