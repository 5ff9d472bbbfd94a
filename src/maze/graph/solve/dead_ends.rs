//! Dead ends are filled until only ways through are left; of these, a shortest is taken.

use super::{Answer, Outcome};
use crate::{
    maze::graph::GraphMaze,
    search::{Pace, Stopped},
};

pub(super) fn solve(maze: &GraphMaze, pace: &mut Pace<'_, '_>) -> Result<Outcome, Stopped> {
    let [from, to] = maze.ends;
    let cells = maze.ground.links().cells();
    let mut ways: Vec<u32> = Vec::with_capacity(cells);
    for cell in 0..cells {
        pace.spend(1)?;
        ways.push(maze.ways(cell) as u32);
    }
    let is_loose = |ways: &[u32], cell: usize| ways[cell] == 1 && cell != from && cell != to;
    let mut loose: Vec<usize> = (0..cells).filter(|&cell| is_loose(&ways, cell)).collect();
    let mut effort = 0;
    while let Some(cell) = loose.pop() {
        pace.spend(1)?;
        effort += 1;
        if std::mem::replace(&mut ways[cell], 0) != 1 {
            continue;
        }
        for link in maze.exits(cell) {
            let next = link.to as usize;
            if ways[next] > 0 {
                ways[next] -= 1;
                if is_loose(&ways, next) {
                    loose.push(next);
                }
            }
        }
    }
    // What is left, ring by ring from the start.
    let mut before = vec![u32::MAX; cells];
    let (mut order, mut next) = (vec![from as u32], 0);
    before[from] = from as u32;
    while next < order.len() && before[to] == u32::MAX {
        pace.spend(1)?;
        let cell = order[next] as usize;
        for link in maze.exits(cell).filter(|link| ways[link.to as usize] > 0 || link.to as usize == to) {
            if before[link.to as usize] == u32::MAX {
                before[link.to as usize] = cell as u32;
                order.push(link.to);
            }
        }
        next += 1;
    }
    effort += order.len() as u64;
    if before[to] == u32::MAX {
        return Ok(Outcome { answer: Answer::NoWay, effort });
    }
    let mut way = vec![to as u32];
    while way[way.len() - 1] as usize != from {
        way.push(before[way[way.len() - 1] as usize]);
    }
    way.reverse();
    Ok(Outcome { answer: Answer::Way(way), effort })
}
