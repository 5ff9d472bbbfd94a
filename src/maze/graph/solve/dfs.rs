//! Depth first: on by the first link to a cell not seen yet, back where there is none.

use super::{Answer, Outcome};
use crate::{
    maze::graph::GraphMaze,
    search::{Pace, Stopped},
};

pub(super) fn solve(maze: &GraphMaze, pace: &mut Pace<'_, '_>) -> Result<Outcome, Stopped> {
    let [from, to] = maze.ends;
    let mut seen = vec![false; maze.ground.links().cells()];
    let (mut way, mut effort) = (vec![from as u32], 1);
    seen[from] = true;
    while let Some(&cell) = way.last() {
        pace.spend(1)?;
        if cell as usize == to {
            return Ok(Outcome { answer: Answer::Way(way), effort });
        }
        match maze.exits(cell as usize).find(|link| !seen[link.to as usize]) {
            Some(link) => {
                seen[link.to as usize] = true;
                effort += 1;
                way.push(link.to);
            }
            None => drop(way.pop()),
        }
    }
    Ok(Outcome { answer: Answer::NoWay, effort })
}
