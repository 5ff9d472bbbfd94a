//! Where the cells of a plane are in a picture: their corners in whole numbers, so that cells that touch have the same,
//! and where those are on paper.

use crate::picture::Point;

use super::super::lattice::Lattice;

/// A corner of cells, in steps across and down.
pub(super) type Corner = (i32, i32);

/// A place in a drawing: column and row. Triangles in even places (row + column) point down.
pub(super) type Place = (i32, i32);

/// How cells lie side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tiling {
    lattice: Lattice,
    /// The length of a cell's side.
    pub side: f32,
}

/// Half the square root of three: how high a triangle is, and how wide half a hexagon.
const HALF_ROOT: f32 = 0.866_025_4;

impl Tiling {
    pub fn new(lattice: Lattice, side: f32) -> Self {
        Self { lattice: lattice.of_pieces(), side }
    }

    /// A tiling in which a drawing with so many rows and columns is as large as fits a sheet.
    pub fn fitting(lattice: Lattice, (rows, columns): (usize, usize), largest: f32) -> Self {
        let unit = Self::new(lattice, 1.0);
        let (wide, high) = unit.size((rows, columns));
        let longest = wide.max(high).max(1.0);
        // Triangles are small for their sides, hexagons large.
        let (least, most) = match lattice {
            Lattice::Triangles => (9.0, largest * 1.5),
            Lattice::Hexagons => (4.0, largest * 0.65),
            Lattice::Squares | Lattice::Balls => (6.0, largest),
        };
        Self { side: (1100.0 / longest).clamp(least, most), ..unit }
    }

    /// The corners of the cell at a place, clockwise.
    pub fn corners(&self, (x, y): Place) -> Vec<Corner> {
        match self.lattice {
            Lattice::Squares | Lattice::Balls => vec![(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)],
            Lattice::Triangles if (x + y) % 2 == 0 => vec![(x, y), (x + 2, y), (x + 1, y + 1)],
            Lattice::Triangles => vec![(x + 1, y), (x + 2, y + 1), (x, y + 1)],
            Lattice::Hexagons => {
                let top = 3 * y;
                vec![(x + 1, top), (x + 2, top + 1), (x + 2, top + 3), (x + 1, top + 4), (x, top + 3), (x, top + 1)]
            }
        }
    }

    /// Where a corner is on paper.
    pub fn at(&self, (x, y): Corner) -> Point {
        let (x, y) = (x as f32, y as f32);
        match self.lattice {
            Lattice::Squares | Lattice::Balls => (x * self.side, y * self.side),
            Lattice::Triangles => (x * self.side / 2.0, y * self.side * HALF_ROOT),
            Lattice::Hexagons => (x * self.side * HALF_ROOT, y * self.side / 2.0),
        }
    }

    /// The middle of the cell at a place.
    pub fn middle(&self, place: Place) -> Point {
        let corners = self.corners(place);
        let count = corners.len() as f32;
        let sum =
            corners.iter().map(|corner| self.at(*corner)).fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        (sum.0 / count, sum.1 / count)
    }

    /// The size of a drawing with so many rows and columns.
    pub fn size(&self, (rows, columns): (usize, usize)) -> Point {
        let (rows, columns) = (rows as i32, columns as i32);
        self.at(match self.lattice {
            Lattice::Squares | Lattice::Balls => (columns, rows),
            Lattice::Triangles => (columns + 1, rows),
            Lattice::Hexagons => (columns + 1, 3 * rows + 1),
        })
    }

    /// How high a letter can be.
    pub fn letter_height(&self) -> f32 {
        self.side
            * match self.lattice {
                Lattice::Squares | Lattice::Balls => 0.36,
                Lattice::Triangles => 0.25,
                Lattice::Hexagons => 0.6,
            }
    }

    /// How thick the lines around pieces are.
    pub fn line_width(&self) -> f32 {
        (self.side * 0.07).clamp(1.0, 4.0)
    }

    /// Slanting lines through the cell at a place that go on in the next cells.
    pub fn hatching(&self, place: Place) -> Vec<Vec<Point>> {
        let corners: Vec<Point> = self.corners(place).into_iter().map(|corner| self.at(corner)).collect();
        let height = |(x, y): Point| x + y;
        let apart = self.side / 2.0;
        let least = corners.iter().copied().map(height).fold(f32::INFINITY, f32::min);
        let most = corners.iter().copied().map(height).fold(0.0, f32::max);
        let (first, last) = ((least / apart).floor() as i32, (most / apart).ceil() as i32);
        let lines = (first..=last).map(|line| {
            let level = line as f32 * apart;
            let edges = (0..corners.len()).map(|at| (corners[at], corners[(at + 1) % corners.len()]));
            let mut ends: Vec<Point> = edges
                .filter(|(a, b)| (height(*a) <= level) != (height(*b) <= level))
                .map(|(a, b)| {
                    let share = (level - height(a)) / (height(b) - height(a));
                    (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)
                })
                .collect();
            ends.sort_by(|a, b| a.0.total_cmp(&b.0));
            ends
        });
        lines.filter(|ends| ends.len() == 2 && ends[1].0 - ends[0].0 > apart * 0.05).collect()
    }
}
