//! Mazes as pictures. Most of them are wall grids: walls as thick as ways, so that R x C cells are 2R+1 lines of 2C+1
//! squares. [`lines`] makes them line by line, from a maze or from rows that are made while they are drawn; text, half
//! blocks and PNG only differ in what they write for a square.

pub mod distance;
pub mod lines;
mod outside;
pub mod place;
#[cfg(feature = "pictures")]
pub mod png;
mod row;
pub mod scene;
pub mod svg;
#[cfg(test)]
mod tests;
pub mod text;

use std::collections::BTreeSet;

use super::{
    grid::{Bits, Direction, Maze},
    moves::Moves,
    solve::{Answer, Method, dead_ends, solve_at_pace, under},
};
use crate::search::{Control, StopReason};

/// A way drawn into a maze, in a bit a cell: a passage is taken if it leads from one of the way's cells to another. The
/// few exceptions, which a shortest way has none of, are listed.
#[derive(Debug, PartialEq, Eq)]
pub struct Trail {
    start: usize,
    steps: u64,
    cells: Bits,
    /// Passages between cells of the way that it does not take: the cell to the north or west, and whether it is the
    /// way south.
    shortcuts: BTreeSet<(usize, bool)>,
    /// The steps, if some cell is passed twice: then the cells do not tell them.
    moves: Option<Moves>,
}

impl Trail {
    /// The way from a cell by these moves, which must be a way of the maze.
    pub fn new(maze: &Maze, start: usize, moves: &Moves) -> Self {
        let mut cells = Bits::repeat(false, maze.size().cells());
        cells.set(start, true);
        let end = moves.iter().fold(start, |cell, way| {
            let next = maze.step(cell, way);
            cells.set(next, true);
            next
        });
        let steps = moves.len() as u64;
        let is_simple = cells.count_ones() as u64 == steps + 1;
        let kept = if is_simple { None } else { Some(moves.clone()) };
        let mut trail = Self { start, steps, cells, shortcuts: BTreeSet::new(), moves: kept };
        let (mut cell, mut back) = (start, 0);
        for way in moves.iter() {
            trail.add_shortcuts(maze, cell, back | way.bit());
            cell = maze.step(cell, way);
            back = way.opposite().bit();
        }
        trail.add_shortcuts(maze, end, back);
        if !trail.shortcuts.is_empty() {
            // What is passed by at one visit may be taken at another.
            moves.iter().fold(start, |cell, way| {
                trail.shortcuts.remove(&passage(maze, cell, way));
                maze.step(cell, way)
            });
        }
        trail
    }

    /// A shortest way through the maze from its start to its goal; `None` if there is none.
    pub fn through(maze: &Maze) -> Option<Self> {
        // Nothing stops it without limits.
        Self::through_under(maze, &Control::default()).ok().flatten()
    }

    /// The same for as long as a control allows.
    pub fn through_under(maze: &Maze, control: &Control) -> Result<Option<Self>, StopReason> {
        let [start, goal] = maze.ends.unwrap_or(maze.corners());
        // Without loops, filling the dead ends leaves nothing but the way, in the very bits that are needed to draw it.
        let passages: u64 = maze.passages().iter().flatten().map(|word| u64::from(word.count_ones())).sum();
        if passages < maze.cell_count() as u64
            && let Some(cells) = dead_ends::cells_left(maze, start, goal, control)?
        {
            let steps = cells.count_ones() as u64 - 1;
            return Ok(Some(Self { start, steps, cells, shortcuts: BTreeSet::new(), moves: None }));
        }
        let outcome = under(control, |pace| solve_at_pace(maze, start, goal, Method::Bfs, pace))?;
        Ok(match outcome.answer {
            Answer::Way(moves) => Some(Self::new(maze, start, &moves)),
            Answer::NoWay | Answer::Unknown => None,
        })
    }

    /// Where the way begins.
    pub fn start(&self) -> usize {
        self.start
    }

    /// How long it is.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The way step by step.
    pub fn moves(&self, maze: &Maze) -> Moves {
        if let Some(moves) = &self.moves {
            return moves.clone();
        }
        let (mut cell, mut back) = (self.start, 0);
        let is_taken = |cell: usize, way: Direction| {
            self.cells[maze.step(cell, way)] && !self.shortcuts.contains(&passage(maze, cell, way))
        };
        let onward = |_| {
            let way = Direction::of_set(maze.exits(cell) & !back).find(|&way| is_taken(cell, way))?;
            cell = maze.step(cell, way);
            back = way.opposite().bit();
            Some(way)
        };
        (0..self.steps).map_while(onward).collect()
    }

    fn add_shortcuts(&mut self, maze: &Maze, cell: usize, taken: u8) {
        for way in Direction::of_set(maze.exits(cell) & !taken) {
            if self.cells[maze.step(cell, way)] {
                self.shortcuts.insert(passage(maze, cell, way));
            }
        }
    }

    /// The cells the way leads through, one after the other.
    pub fn stops(&self, maze: &Maze) -> Vec<u32> {
        let mut cell = self.start;
        let moves = self.moves(maze);
        let steps = moves.iter().map(|way| {
            cell = maze.step(cell, way);
            cell as u32
        });
        std::iter::once(self.start as u32).chain(steps).collect()
    }

    /// The cells the way leads through.
    pub fn cells(&self) -> &Bits {
        &self.cells
    }

    /// Passages between two of its cells that it does not take, of the cells from `from` up to `to`: as the cell to the
    /// north or west, and whether it is the way south.
    pub fn shortcuts(&self, from: usize, to: usize) -> impl Iterator<Item = (usize, bool)> + '_ {
        self.shortcuts.range((from, false)..(to, false)).copied()
    }
}

/// A passage by the cell it belongs to, and whether it is that cell's way south.
fn passage(maze: &Maze, cell: usize, way: Direction) -> (usize, bool) {
    match way {
        Direction::East => (cell, false),
        Direction::South => (cell, true),
        Direction::North => (maze.step(cell, way), true),
        Direction::West => (maze.step(cell, way), false),
    }
}

/// Where the outer wall is left open for an end of the maze, as the direction from the end's cell. Inner cells have
/// none.
pub fn gap(maze: &Maze, end: usize, is_start: bool) -> Option<Direction> {
    use Direction::{East, North, South, West};
    let order = if is_start { [North, West, East, South] } else { [South, East, West, North] };
    order.into_iter().find(|&way| maze.size().neighbour(end, way).is_none())
}
