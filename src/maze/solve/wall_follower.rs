//! The wall follower: the right hand never leaves the wall. It needs no memory, finds the goal of every maze without
//! loops, and comes back to where it began if the goal is not along its wall.

use super::{Answer, Outcome};
use crate::{
    maze::{
        grid::{Direction, Maze},
        moves::Moves,
    },
    search::{Pace, Stopped},
};

/// The way walked, without the detours that were walked back.
pub(super) fn solve(maze: &Maze, from: usize, to: usize, pace: &mut Pace<'_, '_>) -> Result<Outcome, Stopped> {
    let mut moves = Moves::default();
    let mut cell = from;
    let mut facing = Direction::North;
    let mut effort = 0;
    // The first step there is, to know the round when it is complete.
    let mut first: Option<Direction> = None;
    while cell != to {
        pace.spend(1)?;
        let exits = maze.exits(cell);
        let turns = [1, 0, 3, 2].map(|turn| Direction::from_number(facing as u8 + turn));
        let way = turns.into_iter().find(|way| exits & way.bit() != 0);
        if way.is_none() || cell == from && way == first {
            // Without loops, the round has passed every cell there is.
            let answer = if has_loop(maze, from, pace)? { Answer::Unknown } else { Answer::NoWay };
            return Ok(Outcome { answer, effort });
        }
        first = first.or(way);
        let way = way.unwrap_or(facing);
        if moves.last() == Some(way.opposite()) {
            moves.pop();
        } else {
            moves.push(way);
        }
        cell = maze.step(cell, way);
        facing = way;
        effort += 1;
    }
    Ok(Outcome { answer: Answer::Way(moves), effort })
}

/// Whether the part of the maze around a cell has more ways than a tree.
fn has_loop(maze: &Maze, from: usize, pace: &mut Pace<'_, '_>) -> Result<bool, Stopped> {
    let flood = super::bfs::flood_at_pace(maze, from, None, pace)?;
    let ends: u64 =
        maze.cells().filter(|&cell| flood.has_reached(cell)).map(|cell| u64::from(maze.exits(cell).count_ones())).sum();
    Ok(ends / 2 >= flood.reached)
}
