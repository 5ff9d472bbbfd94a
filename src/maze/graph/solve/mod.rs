//! The ways through a maze on any grid, by the same methods as on plain squares.

mod a_star;
pub mod bfs;
mod dead_ends;
mod dfs;
mod wall_follower;

use super::GraphMaze;
use crate::{
    maze::solve::{self, Method, under},
    search::{Control, Pace, StopReason, Stopped},
};

/// What came of looking for a way: the cells that lead from the start to the goal, both included.
pub type Outcome = solve::Outcome<Vec<u32>>;

/// The answer of a method.
pub type Answer = solve::Answer<Vec<u32>>;

/// Looks for a way from the start to the goal under limits: every cell looked at is counted.
pub fn solve(maze: &GraphMaze, method: Method, pace: &mut Pace<'_, '_>) -> Result<Outcome, Stopped> {
    match method {
        Method::Bfs => bfs::solve(maze, pace),
        Method::Dfs => dfs::solve(maze, pace),
        Method::DeadEnds => dead_ends::solve(maze, pace),
        Method::WallFollower => wall_follower::solve(maze, pace),
        Method::AStar => a_star::solve(maze, pace),
    }
}

/// A cell that is as far from another as any, no crossing.
pub fn farthest(maze: &GraphMaze, from: usize, control: &Control) -> Result<usize, StopReason> {
    under(control, |pace| {
        let flood = bfs::Flood::new(maze, from, None, pace)?;
        let plain = flood.order.iter().rev().map(|&cell| cell as usize).find(|&cell| !maze.ground.is_crossing(cell));
        Ok(plain.unwrap_or(from))
    })
}

/// A shortest way from the start to the goal; `None` if there is none.
pub fn shortest(maze: &GraphMaze, control: &Control) -> Result<Option<Vec<u32>>, StopReason> {
    Ok(match under(control, |pace| bfs::solve(maze, pace))?.answer {
        Answer::Way(cells) => Some(cells),
        Answer::NoWay | Answer::Unknown => None,
    })
}
