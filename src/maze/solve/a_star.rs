//! A*: cells in the order of the shortest way that could still lead through them. A step changes that length by nothing
//! or by two, so two stacks replace the heap: one for the length at hand, one for the next.

use super::{Answer, Outcome};
use crate::{
    maze::{
        grid::{Bits, Direction, Maze},
        moves::Moves,
    },
    search::{Pace, Stopped},
};

/// A shortest way.
pub(super) fn solve(maze: &Maze, from: usize, to: usize, pace: &mut Pace<'_, '_>) -> Result<Outcome, Stopped> {
    let size = maze.size();
    let (goal_row, goal_col) = size.place(to);
    let distance = |cell: usize| {
        let (row, col) = size.place(cell);
        row.abs_diff(goal_row) + col.abs_diff(goal_col)
    };
    let mut seen = Bits::repeat(false, size.cells());
    // The way each cell was entered by, two bits a cell.
    let mut entered = vec![0u64; size.cells().div_ceil(32)];
    let mut stack = vec![(from, Direction::North)];
    let mut later = Vec::new();
    let mut effort = 0;
    loop {
        let Some((cell, way)) = stack.pop() else {
            if later.is_empty() {
                return Ok(Outcome { answer: Answer::NoWay, effort });
            }
            std::mem::swap(&mut stack, &mut later);
            continue;
        };
        if seen.replace(cell, true) {
            continue;
        }
        pace.spend(1)?;
        effort += 1;
        entered[cell >> 5] |= (way as u64) << ((cell & 31) * 2);
        if cell == to {
            break;
        }
        let here = distance(cell);
        for way in Direction::of_set(maze.exits(cell)) {
            let next = maze.step(cell, way);
            if !seen[next] {
                let list = if distance(next) < here { &mut stack } else { &mut later };
                list.push((next, way));
            }
        }
    }
    let mut back = Moves::default();
    let mut cell = to;
    while cell != from {
        let way = Direction::from_number((entered[cell >> 5] >> ((cell & 31) * 2)) as u8);
        back.push(way);
        cell = maze.step(cell, way.opposite());
    }
    Ok(Outcome { answer: Answer::Way(back.iter().rev().collect()), effort })
}
