//! Where the cells of a floor lie and which are neighbours: each kind of grid in a file of its own. A cell has sides;
//! behind a side lies another cell or the end of the grid, and a side is a line in the plane.

mod hex;
mod square;
mod theta;
mod triangle;

pub use self::triangle::points_up;
use super::shape::{Grid, Shape};
use crate::maze::grid::{Bits, Size};

/// A place in the plane of a floor: right and down, in cells.
pub type Spot = (f64, f64);

/// What lies behind a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behind {
    /// The cell in this row and column.
    Cell(usize, usize),
    /// The end of the grid.
    Edge,
    /// The cell has no such side.
    Nothing,
}

/// How many sides the cell in this row and column has, clockwise.
pub fn sides(shape: &Shape, row: usize, col: usize) -> usize {
    match shape.grid() {
        Grid::Square | Grid::Weave => 4,
        Grid::Hex => 6,
        Grid::Triangle => 3,
        Grid::Theta => theta::sides(shape, row, col),
    }
}

/// What lies behind a side.
#[inline]
pub fn behind(shape: &Shape, row: usize, col: usize, side: usize) -> Behind {
    let there = match shape.grid() {
        Grid::Square | Grid::Weave => square::behind(row, col, side),
        Grid::Hex => hex::behind(row, col, side),
        Grid::Triangle => triangle::behind(row, col, side),
        Grid::Theta => return theta::behind(shape, row, col, side),
    };
    match there {
        Some((row, col)) if row < shape.rows() && col < shape.width(row) => Behind::Cell(row, col),
        _ => Behind::Edge,
    }
}

/// The middle of a cell.
pub fn centre(shape: &Shape, row: usize, col: usize) -> Spot {
    match shape.grid() {
        Grid::Square | Grid::Weave => square::centre(row, col),
        Grid::Hex => hex::centre(row, col),
        Grid::Triangle => triangle::centre(row, col),
        Grid::Theta => theta::centre(shape, row, col),
    }
}

/// A side as a line, from its first end clockwise to the other.
pub fn line(shape: &Shape, row: usize, col: usize, side: usize) -> Vec<Spot> {
    match shape.grid() {
        Grid::Square | Grid::Weave => square::line(row, col, side),
        Grid::Hex => hex::line(row, col, side),
        Grid::Triangle => triangle::line(row, col, side),
        Grid::Theta => theta::line(shape, row, col, side),
    }
}

/// Width and height of a floor, in cells; its upper left corner is at 0,0.
pub fn extent(shape: &Shape) -> Spot {
    let (rows, cols) = (shape.rows(), shape.width(0));
    match shape.grid() {
        Grid::Square | Grid::Weave => (cols as f64, rows as f64),
        Grid::Hex => hex::extent(rows, cols),
        Grid::Triangle => triangle::extent(rows, cols),
        Grid::Theta => theta::extent(rows),
    }
}

/// The cells of a floor whose middles lie under a mask that is laid over the floor, as large as it fits.
pub fn under_mask(shape: &Shape, size: Size, mask: &Bits) -> Bits {
    let ((width, height), (rows, cols)) = (extent(shape), (size.rows() as f64, size.cols() as f64));
    let scale = (width / cols).min(height / rows);
    let is_under = |(x, y): Spot| {
        let (row, col) = ((y - height / 2.0) / scale + rows / 2.0, (x - width / 2.0) / scale + cols / 2.0);
        let is_inside = (0.0..rows).contains(&row) && (0.0..cols).contains(&col);
        is_inside && mask[size.cell(row as usize, col as usize)]
    };
    let rows = (0..shape.rows()).flat_map(|row| (0..shape.width(row)).map(move |col| (row, col)));
    rows.map(|(row, col)| is_under(centre(shape, row, col))).collect()
}

/// No way between two places of a floor is shorter than this, whatever walls there are.
pub fn least_steps(shape: &Shape, from: (usize, usize), to: (usize, usize)) -> usize {
    match shape.grid() {
        Grid::Square | Grid::Weave => from.0.abs_diff(to.0) + from.1.abs_diff(to.1),
        Grid::Hex => hex::steps(from, to),
        Grid::Triangle => from.0.abs_diff(to.0) + from.1.abs_diff(to.1),
        Grid::Theta => from.0.abs_diff(to.0),
    }
}
