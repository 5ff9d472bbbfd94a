//! Where everything lies in a picture: floors beside each other, cells and the lines between them in pixels.

use crate::{
    maze::graph::{
        GraphMaze,
        layout::{self, Behind, Spot},
        shape::{Grid, Shape},
    },
    picture::Point,
};

/// Between floors and around them, in cells.
const MARGIN: f64 = 0.7;
/// Above a floor that has a name, in cells.
const HEADING: f64 = 0.9;

/// The places of a picture.
pub struct Plan<'a> {
    /// The maze.
    pub maze: &'a GraphMaze,
    /// Pixels to a cell.
    pub unit: f64,
    /// Floors beside each other.
    columns: usize,
    extent: Spot,
}

impl<'a> Plan<'a> {
    /// Lays out a maze.
    pub fn new(maze: &'a GraphMaze) -> Self {
        let shape = maze.ground.shape();
        let extent = layout::extent(shape);
        // As wide as high, about.
        let floors = shape.floors() as f64;
        let columns = ((floors * extent.1 / extent.0).sqrt().ceil().clamp(1.0, floors)) as usize;
        let mut plan = Self { maze, unit: 1.0, columns, extent };
        let (wide, high) = plan.size();
        plan.unit = (1600.0 / f64::from(wide.max(high))).clamp(4.0, 48.0);
        plan
    }

    fn shape(&self) -> &Shape {
        self.maze.ground.shape()
    }

    fn heading(&self) -> f64 {
        if self.shape().floors() > 1 { HEADING } else { 0.0 }
    }

    /// How much room a cell has between its sides, compared to a square.
    pub fn room(&self) -> f64 {
        match self.shape().grid() {
            Grid::Triangle => 0.55,
            Grid::Theta => 0.85,
            Grid::Square | Grid::Hex | Grid::Weave => 1.0,
        }
    }

    /// Width and height of the picture.
    pub fn size(&self) -> Point {
        let rows = self.shape().floors().div_ceil(self.columns) as f64;
        let wide = self.columns as f64 * (self.extent.0 + MARGIN) + MARGIN;
        let high = rows * (self.extent.1 + MARGIN + self.heading()) + MARGIN;
        ((wide * self.unit) as f32, (high * self.unit) as f32)
    }

    /// The upper left corner of a floor, in cells.
    fn corner(&self, floor: usize) -> Spot {
        let (column, row) = ((floor % self.columns) as f64, (floor / self.columns) as f64);
        let left = MARGIN + column * (self.extent.0 + MARGIN);
        (left, MARGIN + self.heading() + row * (self.extent.1 + MARGIN + self.heading()))
    }

    /// Where the name of a floor stands.
    pub fn name_place(&self, floor: usize) -> Point {
        let (left, top) = self.corner(floor);
        ((left * self.unit) as f32, ((top - 0.35) * self.unit) as f32)
    }

    fn point(&self, floor: usize, (x, y): Spot) -> Point {
        let (left, top) = self.corner(floor);
        (((left + x) * self.unit) as f32, ((top + y) * self.unit) as f32)
    }

    /// Floor, row and column of a cell, which may be the one below at a crossing.
    pub fn place(&self, cell: usize) -> [usize; 3] {
        self.shape().place(self.maze.ground.place_of(cell))
    }

    /// The middle of a cell.
    pub fn centre(&self, cell: usize) -> Point {
        let [floor, row, col] = self.place(cell);
        self.point(floor, layout::centre(self.shape(), row, col))
    }

    /// A side of a cell.
    pub fn line(&self, cell: usize, side: usize) -> Vec<Point> {
        let [floor, row, col] = self.place(cell);
        layout::line(self.shape(), row, col, side).into_iter().map(|spot| self.point(floor, spot)).collect()
    }

    /// What is behind a side: a cell that is there, or `None` at the edge; the outer `None` if there is no such side.
    pub fn behind(&self, cell: usize, side: usize) -> Option<Option<usize>> {
        let [floor, row, col] = self.place(cell);
        match layout::behind(self.shape(), row, col, side) {
            Behind::Nothing => None,
            Behind::Edge => Some(None),
            Behind::Cell(row, col) => {
                Some(Some(self.shape().cell([floor, row, col])).filter(|&next| self.maze.ground.has(next)))
            }
        }
    }

    /// How many sides a cell has.
    pub fn sides(&self, cell: usize) -> usize {
        let [_, row, col] = self.place(cell);
        layout::sides(self.shape(), row, col)
    }

    /// Around a cell, clockwise.
    pub fn outline(&self, cell: usize) -> Vec<Point> {
        let mut around: Vec<Point> = Vec::new();
        let [_, row, _] = self.place(cell);
        let is_ring = self.shape().grid() == Grid::Theta && row > 0;
        if !is_ring {
            (0..self.sides(cell)).for_each(|side| around.extend(self.line(cell, side)));
            // The middle of rings has nothing but its outer sides.
            return around;
        }
        around.extend(self.line(cell, 2));
        (3..self.sides(cell)).for_each(|side| around.extend(self.line(cell, side)));
        around.extend(self.line(cell, 1).into_iter().rev());
        around.extend(self.line(cell, 0).into_iter().rev());
        around
    }

    /// The middle of the line between a cell and a neighbour on its floor; `None` for stairs.
    pub fn between(&self, cell: usize, next: usize) -> Option<Point> {
        let there = self.maze.ground.place_of(next);
        let side = (0..self.sides(cell)).find(|&side| self.behind(cell, side) == Some(Some(there)))?;
        let line = self.line(cell, side);
        let (one, other) = (line[(line.len() - 1) / 2], line[line.len() / 2]);
        Some(((one.0 + other.0) / 2.0, (one.1 + other.1) / 2.0))
    }

    /// The sides at which the outer wall is left open, for the start and the goal.
    pub fn gaps(&self) -> [Option<usize>; 2] {
        let [start, goal] = self.maze.ends;
        let is_outer = |cell: usize, side: usize| {
            let [_, row, col] = self.place(cell);
            layout::behind(self.shape(), row, col, side) == Behind::Edge
        };
        let first = (0..self.sides(start)).find(|&side| is_outer(start, side));
        let last = (0..self.sides(goal)).rev().find(|&side| is_outer(goal, side));
        // One cell that is both has one gap.
        [first, last.filter(|_| start != goal)]
    }
}
