//! Dead-end filling: every dead end that is neither start nor goal is walled off, until there is none. In a perfect maze
//! the way is all that is left, found in a bit a cell; where loops are left too, the shortest way among them is taken.

use super::{Answer, Outcome, bfs};
use crate::maze::{
    grid::{Bits, Direction, Maze},
    moves::Moves,
};

/// The way that is left.
pub fn solve(maze: &Maze, from: usize, to: usize) -> Outcome {
    let mut filling = Filling { maze, filled: Bits::repeat(false, maze.size().cells()), count: 0 };
    // A cell that becomes a dead end does so when the one beside it is filled, and is filled right after it. So all
    // begins at the cells that are dead ends in the maze itself.
    for end in 0..maze.size().cells() {
        if maze.exits(end).count_ones() == 1 {
            filling.fill_from(end, [from, to]);
        }
    }
    let effort = filling.count;
    match filling.way(from, to) {
        Some(moves) => Outcome { effort: effort + moves.len() as u64, answer: Answer::Way(moves) },
        None => {
            let rest = bfs::solve(&filling.into_maze(), from, to);
            Outcome { effort: effort + rest.effort, ..rest }
        }
    }
}

struct Filling<'a> {
    maze: &'a Maze,
    filled: Bits,
    count: u64,
}

impl Filling<'_> {
    /// Where a cell leads to that is not filled.
    #[inline]
    fn exits(&self, cell: usize) -> u8 {
        let exits = self.maze.exits(cell);
        Direction::of_set(exits)
            .filter(|&way| self.filled[self.maze.step(cell, way)])
            .fold(exits, |left, way| left & !way.bit())
    }

    /// Fills a dead end and what thereby becomes one.
    fn fill_from(&mut self, end: usize, ends: [usize; 2]) {
        let mut cell = end;
        let mut exits = self.exits(cell);
        while exits.count_ones() == 1 && !ends.contains(&cell) {
            self.filled.set(cell, true);
            self.count += 1;
            let way = Direction::from_number(exits.trailing_zeros() as u8);
            cell = self.maze.step(cell, way);
            exits = self.maze.exits(cell) & !way.opposite().bit();
            if exits.count_ones() > 1 {
                // A fork, at which other branches may be filled already. Where there is one way on, it is not: whoever
                // filled the next cell would have come here.
                exits = self.exits(cell);
            }
        }
    }

    /// The only way from one cell to the other; `None` if a fork is left, or nothing.
    fn way(&self, from: usize, to: usize) -> Option<Moves> {
        let left = self.maze.cell_count() - self.count as usize;
        let mut moves = Moves::with_capacity(left);
        let mut cell = from;
        let mut back = 0;
        while cell != to {
            let onward = self.exits(cell) & !back;
            if onward.count_ones() != 1 {
                return None;
            }
            let way = Direction::from_number(onward.trailing_zeros() as u8);
            moves.push(way);
            back = way.opposite().bit();
            cell = self.maze.step(cell, way);
        }
        Some(moves)
    }

    /// The maze with what is filled walled off.
    fn into_maze(self) -> Maze {
        let mut left = self.maze.clone();
        for cell in self.filled.iter_ones() {
            Direction::of_set(self.maze.exits(cell)).for_each(|way| left.close(cell, way));
        }
        left
    }
}
