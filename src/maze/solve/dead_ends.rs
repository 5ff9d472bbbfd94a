//! Dead-end filling: every dead end that is neither start nor goal is walled off, until there is none. In a perfect maze
//! the way is all that is left; where loops are left too, the shortest way among them is taken.

use super::{Answer, Outcome, bfs};
use crate::maze::grid::{Direction, Maze};

/// The way that is left.
pub fn solve(maze: &Maze, from: usize, to: usize) -> Outcome {
    let mut left = maze.clone();
    let mut filled = 0;
    for start in 0..maze.size().cells() {
        let mut cell = start;
        while cell != from && cell != to {
            let exits = left.exits(cell);
            if exits.count_ones() != 1 {
                break;
            }
            let way = Direction::from_number(exits.trailing_zeros() as u8);
            left.close(cell, way);
            filled += 1;
            cell = left.step(cell, way);
        }
    }
    let mut moves = Vec::new();
    let mut cell = from;
    let mut back = 0;
    while cell != to {
        let onward = left.exits(cell) & !back;
        if onward.count_ones() != 1 {
            // A loop is left, or nothing at all.
            let rest = bfs::solve(&left, from, to);
            return Outcome { effort: filled + rest.effort, ..rest };
        }
        let way = Direction::from_number(onward.trailing_zeros() as u8);
        moves.push(way);
        back = way.opposite().bit();
        cell = left.step(cell, way);
    }
    Outcome { effort: filled + moves.len() as u64, answer: Answer::Way(moves) }
}
