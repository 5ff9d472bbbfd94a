//! Dead-end filling: every dead end that is neither start nor goal is walled off, until there is none. In a perfect
//! maze the way is all that is left, found in a bit a cell; where loops are left too, the shortest way among them is
//! taken.

use super::{Answer, Outcome, bfs, under};
use crate::{
    maze::{
        grid::{Bits, Direction, Maze},
        moves::Moves,
    },
    search::{Control, Pace, StopReason, Stopped},
};

/// The way that is left.
pub(super) fn solve(maze: &Maze, from: usize, to: usize, pace: &mut Pace<'_, '_>) -> Result<Outcome, Stopped> {
    let filling = Filling::new(maze, from, to, pace)?;
    let effort = filling.count;
    if let Some(moves) = filling.way(from, to) {
        pace.spend(moves.len() as u64)?;
        return Ok(Outcome { effort: effort + moves.len() as u64, answer: Answer::Way(moves) });
    }
    let rest = bfs::solve(&filling.into_maze(), from, to, pace)?;
    Ok(Outcome { effort: effort + rest.effort, ..rest })
}

/// The cells of the way, if they are all that is left: so it is in every maze without loops that has a way.
pub fn cells_left(maze: &Maze, from: usize, to: usize, control: &Control) -> Result<Option<Bits>, StopReason> {
    let filling = under(control, |pace| Filling::new(maze, from, to, pace))?;
    let mut watch = control.lookout();
    let Some(steps) = filling.walk(from, to, |_| watch.spend(4))? else { return Ok(None) };
    Ok((steps + 1 == maze.cell_count() as u64 - filling.count).then(|| !filling.filled))
}

struct Filling<'a> {
    maze: &'a Maze,
    /// The cells that are filled, and those that do not exist.
    filled: Bits,
    /// How many were filled.
    count: u64,
}

impl<'a> Filling<'a> {
    fn new(maze: &'a Maze, from: usize, to: usize, pace: &mut Pace<'_, '_>) -> Result<Self, Stopped> {
        let missing = maze.mask().map(|cells| !cells.clone());
        let filled = missing.unwrap_or_else(|| Bits::repeat(false, maze.size().cells()));
        let mut filling = Self { maze, filled, count: 0 };
        // A cell that becomes a dead end does so when the one beside it is filled, and is filled right after it. So all
        // begins at the cells that are dead ends in the maze itself.
        for end in maze.cells() {
            if maze.exits(end).count_ones() <= 1 {
                let before = filling.count;
                filling.fill_from(end, [from, to]);
                pace.spend(filling.count - before)?;
            }
        }
        Ok(filling)
    }

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
        while exits.count_ones() <= 1 && !ends.contains(&cell) {
            let was_filled = self.filled.replace(cell, true);
            self.count += u64::from(!was_filled);
            if exits == 0 {
                return;
            }
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

    /// Walks the only way from one cell to the other and counts its steps; `None` if a fork is left, or nothing.
    fn walk<E>(
        &self,
        from: usize,
        to: usize,
        mut step: impl FnMut(Direction) -> Result<(), E>,
    ) -> Result<Option<u64>, E> {
        let (mut cell, mut back, mut steps) = (from, 0, 0);
        while cell != to {
            let onward = self.exits(cell) & !back;
            if onward.count_ones() != 1 {
                return Ok(None);
            }
            let way = Direction::from_number(onward.trailing_zeros() as u8);
            step(way)?;
            steps += 1;
            back = way.opposite().bit();
            cell = self.maze.step(cell, way);
        }
        Ok(Some(steps))
    }

    fn way(&self, from: usize, to: usize) -> Option<Moves> {
        let mut moves = Moves::default();
        let walked = self.walk(from, to, |way| {
            moves.push(way);
            Ok::<(), Stopped>(())
        });
        walked.ok().flatten().map(|_| moves)
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
