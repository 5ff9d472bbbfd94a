//! One way without forks: a tree on a grid of half the size is walked around, once, which passes every quarter of
//! every cell. An odd row or column is added by letting the way step out to it and back, and a last corner is where
//! it ends.

use crate::{
    diagnostics::Diagnostic,
    maze::{
        grid::{Bits, Direction, Maze, Size},
        mask::Part,
    },
};

/// The size of the tree that a way through `size` is led around; `None` if the grid is a line and needs none.
pub fn tree_size(size: Size) -> Option<Size> {
    Size::new(size.rows() as u64 / 2, size.cols() as u64 / 2).ok()
}

/// The way around a tree of size [`tree_size`], through all cells of `size`. `cut` is the column of the tree at whose
/// upper edge the round is cut open, if it is one.
pub fn unicursal(size: Size, tree: Option<&Maze>, cut: usize) -> Maze {
    let mut maze = Maze::closed(size, None);
    let Some(tree) = tree else {
        let way = if size.rows() == 1 { Direction::East } else { Direction::South };
        (0..size.cells() - 1).for_each(|cell| maze.open(cell, way));
        maze.ends = Some(maze.corners());
        return maze;
    };
    (0..tree.size().cells()).for_each(|block| lead_around(&mut maze, tree, block));
    let (rows, cols) = (size.rows(), size.cols());
    if rows % 2 == 1 {
        for left in (0..cols - 1).step_by(2) {
            step_out(&mut maze, size.cell(rows - 2, left), Direction::East, Direction::South);
        }
    }
    if cols % 2 == 1 {
        for top in (0..rows - 1).step_by(2) {
            step_out(&mut maze, size.cell(top, cols - 2), Direction::South, Direction::East);
        }
    }
    if rows % 2 == 1 && cols % 2 == 1 {
        let corner = size.cell(rows - 1, cols - 1);
        maze.close(corner - 1, Direction::North);
        maze.open(corner - 1, Direction::East);
        maze.ends = Some([size.cell(rows - 2, cols - 2), corner]);
    } else {
        maze.close(2 * cut, Direction::East);
        maze.ends = Some([2 * cut, 2 * cut + 1]);
    }
    maze
}

/// The way around a tree of any shape: every cell of the tree becomes a block of four cells. Each part has a way of
/// its own, whose ends lie beside each other at the upper edge of its first block; those of the largest part are the
/// maze's.
pub fn around_shape(tree: &Maze, parts: &[Part]) -> Result<Maze, Diagnostic> {
    let blocks = tree.size();
    let size = Size::new(2 * blocks.rows() as u64, 2 * blocks.cols() as u64)?;
    let mut maze = Maze::closed(size, None);
    let mut cells = Bits::repeat(false, size.cells());
    for block in tree.cells() {
        lead_around(&mut maze, tree, block);
        let (row, col) = blocks.place(block);
        for (down, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            cells.set(size.cell(2 * row + down, 2 * col + right), true);
        }
    }
    let mut largest = 0;
    for part in parts {
        let (row, col) = blocks.place(part.first);
        let start = size.cell(2 * row, 2 * col);
        maze.close(start, Direction::East);
        if part.cells > largest {
            (largest, maze.ends) = (part.cells, Some([start, start + 1]));
        }
    }
    maze.set_mask(Some(cells));
    Ok(maze)
}

/// Joins the four quarters of a cell of the tree to each other where it has a wall, and to the next where it has a
/// way.
fn lead_around(maze: &mut Maze, tree: &Maze, block: usize) {
    let (row, col) = tree.size().place(block);
    let upper_left = maze.size().cell(2 * row, 2 * col);
    let lower_left = maze.size().cell(2 * row + 1, 2 * col);
    for way in Direction::ALL {
        let (one, other, along) = match way {
            Direction::North => (upper_left, upper_left + 1, Direction::East),
            Direction::East => (upper_left + 1, lower_left + 1, Direction::South),
            Direction::South => (lower_left, lower_left + 1, Direction::East),
            Direction::West => (upper_left, lower_left, Direction::South),
        };
        if tree.is_open(block, way) {
            maze.open(one, way);
            maze.open(other, way);
        } else {
            maze.open(one, along);
        }
    }
}

/// Replaces the step from a cell along the edge by one out, along and in again.
fn step_out(maze: &mut Maze, cell: usize, along: Direction, out: Direction) {
    let next = maze.step(cell, along);
    maze.close(cell, along);
    maze.open(cell, out);
    maze.open(next, out);
    maze.open(maze.step(cell, out), along);
}
