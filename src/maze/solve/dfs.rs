//! Depth first: walk on as long as there is a cell not seen yet, otherwise go back. The steps taken and not taken back
//! are the way.

use super::{Answer, Outcome};
use crate::{
    maze::{
        grid::{Bits, Direction, Maze},
        moves::Moves,
    },
    search::{Pace, Stopped},
};

/// Some way: the first in the order of directions clockwise from north.
pub(super) fn solve(maze: &Maze, from: usize, to: usize, pace: &mut Pace<'_, '_>) -> Result<Outcome, Stopped> {
    let mut seen = Bits::repeat(false, maze.size().cells());
    let mut moves = Moves::default();
    let mut cell = from;
    let mut effort = 1;
    seen.set(from, true);
    while cell != to {
        pace.spend(1)?;
        let unseen = Direction::of_set(maze.exits(cell)).find(|&way| !seen[maze.step(cell, way)]);
        if let Some(way) = unseen {
            cell = maze.step(cell, way);
            seen.set(cell, true);
            effort += 1;
            moves.push(way);
        } else if let Some(way) = moves.pop() {
            cell = maze.step(cell, way.opposite());
        } else {
            return Ok(Outcome { answer: Answer::NoWay, effort });
        }
    }
    Ok(Outcome { answer: Answer::Way(moves), effort })
}
