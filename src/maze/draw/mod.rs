//! Mazes as pictures. Most of them are wall grids: walls as thick as ways, so that R x C cells are 2R+1 lines of 2C+1
//! squares. [`lines`] makes them line by line, from a maze or from rows that are made while they are drawn; text, half
//! blocks and PNG only differ in what they write for a square.

pub mod distance;
pub mod lines;
pub mod png;
pub mod svg;
#[cfg(test)]
mod tests;
pub mod text;

use super::grid::{Direction, Maze};

/// A way drawn into a maze: the passages it takes.
pub struct Trail {
    maze: Maze,
    start: usize,
}

impl Trail {
    /// The way from a cell by these moves, which must be a way of the maze.
    pub fn new(maze: &Maze, start: usize, moves: &[Direction]) -> Self {
        let mut trail = Maze::closed(maze.size(), None);
        moves.iter().fold(start, |cell, &way| {
            trail.open(cell, way);
            trail.step(cell, way)
        });
        Self { maze: trail, start }
    }

    /// The passages of the way.
    pub fn passages(&self) -> &Maze {
        &self.maze
    }

    /// Whether the way leads through a cell.
    pub fn has(&self, cell: usize) -> bool {
        cell == self.start || self.maze.exits(cell) != 0
    }
}

/// Where the outer wall is left open for an end of the maze, as the direction from the end's cell. Inner cells have none.
pub fn gap(maze: &Maze, end: usize, is_start: bool) -> Option<Direction> {
    use Direction::{East, North, South, West};
    let order = if is_start { [North, West, East, South] } else { [South, East, West, North] };
    order.into_iter().find(|&way| maze.size().neighbour(end, way).is_none())
}
