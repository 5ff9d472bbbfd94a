//! Breadth first with an eye on the goal: cells whose way cannot be shorter than others' come later.

use super::{Answer, Outcome};
use crate::{
    maze::graph::{GraphMaze, layout},
    search::{Pace, Stopped},
};

pub(super) fn solve(maze: &GraphMaze, pace: &mut Pace<'_, '_>) -> Result<Outcome, Stopped> {
    let [from, to] = maze.ends;
    let shape = maze.ground.shape();
    let goal = shape.place(to);
    let least = |cell: usize| {
        let [floor, row, col] = shape.place(maze.ground.place_of(cell));
        let across = layout::least_steps(shape, (row, col), (goal[1], goal[2]));
        across + floor.abs_diff(goal[0])
    };
    let cells = maze.ground.links().cells();
    let mut best = vec![u32::MAX; cells];
    let mut before = vec![u32::MAX; cells];
    // Cells by the least length of a way through them, which never falls.
    let mut open: Vec<Vec<u32>> = Vec::new();
    let enter = |open: &mut Vec<Vec<u32>>, cell: usize, steps: u32| {
        let estimate = steps as usize + least(cell);
        if open.len() <= estimate {
            open.resize_with(estimate + 1, Vec::new);
        }
        open[estimate].push(cell as u32);
    };
    best[from] = 0;
    enter(&mut open, from, 0);
    let (mut at, mut effort) = (0, 0);
    while at < open.len() {
        let Some(cell) = open[at].pop() else {
            at += 1;
            continue;
        };
        let cell = cell as usize;
        if best[cell] as usize + least(cell) < at {
            continue;
        }
        pace.spend(1)?;
        effort += 1;
        if cell == to {
            let mut way = vec![to as u32];
            while way[way.len() - 1] as usize != from {
                way.push(before[way[way.len() - 1] as usize]);
            }
            way.reverse();
            return Ok(Outcome { answer: Answer::Way(way), effort });
        }
        for link in maze.exits(cell) {
            let (next, steps) = (link.to as usize, best[cell] + 1);
            if steps < best[next] {
                (best[next], before[next]) = (steps, cell as u32);
                enter(&mut open, next, steps);
            }
        }
    }
    Ok(Outcome { answer: Answer::NoWay, effort })
}
