//! A hand on the wall: out of every cell by the link that comes next, clockwise, after the one it was entered by.
//! Stairs come after the sides. That leads back to where it began, and past everything if there are no loops.

use super::{Answer, Outcome};
use crate::{
    maze::graph::GraphMaze,
    search::{Pace, Stopped},
};

/// The way walked, without the detours that were walked back.
pub(super) fn solve(maze: &GraphMaze, pace: &mut Pace<'_, '_>) -> Result<Outcome, Stopped> {
    let [from, to] = maze.ends;
    let mut seen = vec![false; maze.ground.links().cells()];
    let mut way = vec![from as u32];
    let (mut cell, mut entered_by, mut first, mut effort) = (from, None, None, 1);
    seen[from] = true;
    while cell != to {
        pace.spend(1)?;
        let exits: Vec<_> = maze.exits(cell).collect();
        let back = entered_by.and_then(|edge| exits.iter().position(|link| link.edge == edge));
        let Some(link) = exits.get(back.map_or(0, |back| (back + 1) % exits.len())).copied() else { break };
        // Once around: the same link out of the same cell.
        if first == Some((cell, link.edge)) {
            break;
        }
        first.get_or_insert((cell, link.edge));
        (cell, entered_by) = (link.to as usize, Some(link.edge));
        seen[cell] = true;
        effort += 1;
        if way.iter().nth_back(1) == Some(&link.to) {
            way.pop();
        } else {
            way.push(link.to);
        }
    }
    if cell == to {
        return Ok(Outcome { answer: Answer::Way(way), effort });
    }
    // What lies beside the cells that were passed tells whether something was left out.
    let mut has_seen_all = true;
    for cell in (0..seen.len()).filter(|&cell| seen[cell]) {
        pace.spend(1)?;
        has_seen_all &= maze.exits(cell).all(|link| seen[link.to as usize]);
    }
    let answer = if has_seen_all { Answer::NoWay } else { Answer::Unknown };
    Ok(Outcome { answer, effort })
}
