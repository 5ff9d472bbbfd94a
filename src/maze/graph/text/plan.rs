//! Which characters of a drawing are the sides, the corners and the middle of a cell.

use crate::maze::graph::{
    layout::points_up,
    shape::{Grid, Shape},
};

/// A line and a column of the drawing of a floor.
pub(super) type Spot = (usize, usize);

/// Where everything is drawn.
pub(super) struct Plan<'a> {
    shape: &'a Shape,
}

impl<'a> Plan<'a> {
    pub fn new(shape: &'a Shape) -> Self {
        Self { shape }
    }

    /// Lines and columns of a floor.
    pub fn extent(&self) -> (usize, usize) {
        let (rows, cols) = (self.shape.rows(), self.shape.width(0));
        match self.shape.grid() {
            Grid::Square | Grid::Weave => (2 * rows + 1, 4 * cols + 1),
            Grid::Hex => (2 * rows + 1, 4 * cols + if rows > 1 { 3 } else { 1 }),
            Grid::Triangle => (3 * rows + 1, 3 * cols + 3),
            Grid::Theta => (2 * rows + 1, self.span(0) + 1),
        }
    }

    /// Columns of a cell of a ring: every cell of the outermost has room for its marks.
    fn span(&self, ring: usize) -> usize {
        let outermost = if self.shape.floors() > 1 { 3 } else { 2 };
        // The middle alone has one cell, of the least width at which it can be seen.
        let total = outermost * self.shape.width(self.shape.rows() - 1).max(2);
        total / self.shape.width(ring)
    }

    /// The upper left character of a cell, corners included.
    fn corner(&self, row: usize, col: usize) -> Spot {
        match self.shape.grid() {
            Grid::Square | Grid::Weave => (2 * row, 4 * col),
            Grid::Hex => (2 * row, 4 * col + 2 * (row % 2)),
            // The first line belongs to the walls above the first row.
            Grid::Triangle => (3 * row + 1, 3 * col),
            Grid::Theta => (2 * (self.shape.rows() - 1 - row), col * self.span(row)),
        }
    }

    /// Where the mark of a cell stands. That of its stairs is the next character.
    pub fn mark(&self, row: usize, col: usize) -> Spot {
        let (y, x) = self.corner(row, col);
        match self.shape.grid() {
            Grid::Theta => (y + 1, x + self.span(row) / 2),
            _ => (y + 1, x + 2),
        }
    }

    /// The characters of the wall on a side; both cells beside it have the same.
    pub fn wall(&self, row: usize, col: usize, side: usize) -> Vec<(Spot, u8)> {
        let (y, x) = self.corner(row, col);
        let level = |y: usize, from: usize, to: usize, drawn: u8| (from..to).map(|x| ((y, x), drawn)).collect();
        match (self.shape.grid(), side) {
            (Grid::Square | Grid::Weave, 0) => level(y, x + 1, x + 4, b'-'),
            (Grid::Square | Grid::Weave, 1) => vec![((y + 1, x + 4), b'|')],
            (Grid::Square | Grid::Weave, 2) => level(y + 2, x + 1, x + 4, b'-'),
            (Grid::Square | Grid::Weave, _) => vec![((y + 1, x), b'|')],
            (Grid::Hex, 0) => vec![((y, x + 3), b'\\')],
            (Grid::Hex, 1) => vec![((y + 1, x + 4), b'|')],
            (Grid::Hex, 2) => vec![((y + 2, x + 3), b'/')],
            (Grid::Hex, 3) => vec![((y + 2, x + 1), b'\\')],
            (Grid::Hex, 4) => vec![((y + 1, x), b'|')],
            (Grid::Hex, _) => vec![((y, x + 1), b'/')],
            (Grid::Triangle, side) => match (points_up(row, col), side) {
                (true, 0) => (0..3).map(|at| ((y + at, x + 2 - at), b'/')).collect(),
                (true, 1) => (0..3).map(|at| ((y + at, x + 3 + at), b'\\')).collect(),
                (true, _) => level(y + 2, x + 1, x + 5, b'_'),
                (false, 0) => (0..3).map(|at| ((y + at, x + at), b'\\')).collect(),
                (false, 1) => (0..3).map(|at| ((y + at, x + 5 - at), b'/')).collect(),
                (false, _) => level(y - 1, x + 1, x + 5, b'_'),
            },
            // The middle has no sides of its own; a frame is drawn around it.
            (Grid::Theta, 0) => level(y + 2, x + 1, x + self.span(row), b'-'),
            (Grid::Theta, 1) => vec![((y + 1, x + self.span(row)), b'|')],
            (Grid::Theta, 2) => vec![((y + 1, x), b'|')],
            (Grid::Theta, _) => {
                let is_last = row + 1 == self.shape.rows();
                let span = self.span(if is_last { row } else { row + 1 });
                level(y, x + (side - 3) * span + 1, x + (side - 2) * span, b'-')
            }
        }
    }

    /// The corners of a cell, where the drawing has such.
    pub fn corners(&self, row: usize, col: usize) -> Vec<Spot> {
        let (y, x) = self.corner(row, col);
        let width = match self.shape.grid() {
            Grid::Square | Grid::Weave => 4,
            Grid::Theta => self.span(row),
            Grid::Hex | Grid::Triangle => return Vec::new(),
        };
        vec![(y, x), (y, x + width), (y + 2, x), (y + 2, x + width)]
    }
}
