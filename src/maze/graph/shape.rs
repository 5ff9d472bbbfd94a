//! Which cells a grid has and what they are called: floors of rows of cells. A cell is a number, and for people a row
//! and a column counted from 0, with the floor in front where there are several.

use std::str::FromStr;

use crate::{diagnostics::Diagnostic, maze::grid::Size, words::counted};

/// How cells lie beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grid {
    /// Four neighbours.
    Square,
    /// Six neighbours; every other row is moved by half a cell.
    Hex,
    /// Three neighbours; triangles that point up and down by turns.
    Triangle,
    /// Rings around a cell in the middle.
    Theta,
    /// Squares whose ways cross over and under each other.
    Weave,
}

impl Grid {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Square, Self::Hex, Self::Triangle, Self::Theta, Self::Weave];

    /// What the command line and files call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Hex => "hex",
            Self::Triangle => "triangle",
            Self::Theta => "theta",
            Self::Weave => "weave",
        }
    }
}

impl FromStr for Grid {
    type Err = Diagnostic;

    fn from_str(name: &str) -> Result<Self, Diagnostic> {
        Self::ALL.into_iter().find(|grid| grid.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            Diagnostic::new(format!("there is no grid '{name}'")).help(format!("one of: {names}"))
        })
    }
}

/// More cells than this are not numbered here: the square grid alone is made for more.
pub const MOST_CELLS: usize = 1 << 25;

/// Floor, row and column of a cell, each counted from 0.
pub type Place = [usize; 3];

/// The cells of a grid before any of them is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    grid: Grid,
    floors: usize,
    /// The first cell of every row of a floor, and after the last.
    starts: Vec<usize>,
}

impl Shape {
    /// So many floors with rows of so many cells each. Rings of a theta grid are rows, the middle first: each has a
    /// multiple of the cells of the one before.
    pub fn new(grid: Grid, floors: usize, widths: &[usize]) -> Result<Self, Diagnostic> {
        let mut starts = vec![0usize];
        for width in widths {
            starts.push(starts[starts.len() - 1].saturating_add(*width));
        }
        let base = starts[starts.len() - 1];
        if floors == 0 || widths.contains(&0) || widths.is_empty() {
            return Err(Diagnostic::new("a maze without cells").help("a maze has at least one row, column and floor"));
        }
        if base.saturating_mul(floors) > MOST_CELLS {
            let title = format!("a {} maze has at most {MOST_CELLS} cells", grid.name());
            return Err(Diagnostic::new(title).help("square grids of one floor take a billion and more"));
        }
        Ok(Self { grid, floors, starts })
    }

    /// Rows and columns, the same on every floor. For a theta grid these are the rings around the middle and the
    /// cells of the innermost of them.
    pub fn regular(grid: Grid, floors: usize, size: Size) -> Result<Self, Diagnostic> {
        let (rows, cols) = (size.rows(), size.cols());
        if grid != Grid::Theta {
            if size.cells() > MOST_CELLS {
                return Self::new(grid, floors, &[usize::MAX]);
            }
            return Self::new(grid, floors, &vec![cols; rows]);
        }
        if cols < 3 {
            let error =
                Diagnostic::new(format!("the first ring of a theta grid cannot have {}", counted(cols, "cell")));
            return Err(error.help("three or more lie around the middle"));
        }
        let mut widths = vec![1, cols];
        let mut total = cols;
        for ring in 2..=rows {
            let before = widths[ring - 1];
            // A cell that has become twice as wide as high is halved.
            let is_wide = std::f64::consts::TAU * ring as f64 / before as f64 >= 1.5;
            widths.push(if is_wide { 2 * before } else { before });
            total += widths[ring];
            if total > MOST_CELLS {
                return Self::new(grid, floors, &[usize::MAX]);
            }
        }
        Self::new(grid, floors, &widths)
    }

    /// How cells lie beside each other.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Floors above each other.
    pub fn floors(&self) -> usize {
        self.floors
    }

    /// Rows of a floor; the middle of a theta grid is one.
    pub fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// The cells of a row.
    pub fn width(&self, row: usize) -> usize {
        self.starts[row + 1] - self.starts[row]
    }

    /// The cells of a floor.
    pub fn floor_cells(&self) -> usize {
        self.starts[self.starts.len() - 1]
    }

    /// All cells.
    pub fn cells(&self) -> usize {
        self.floor_cells() * self.floors
    }

    /// The number of a cell that there is.
    #[inline]
    pub fn cell(&self, [floor, row, col]: Place) -> usize {
        floor * self.floor_cells() + self.starts[row] + col
    }

    /// Floor, row and column of a cell.
    #[inline]
    pub fn place(&self, cell: usize) -> Place {
        let (floor, within) = (cell / self.floor_cells(), cell % self.floor_cells());
        let row = match self.grid {
            Grid::Theta => self.starts.partition_point(|&start| start <= within) - 1,
            _ => within / self.starts[1],
        };
        [floor, row, within - self.starts[row]]
    }

    /// Is there such a place?
    pub fn has(&self, [floor, row, col]: Place) -> bool {
        floor < self.floors && row < self.rows() && col < self.width(row)
    }

    /// A cell for people: row and column, with the floor in front if there are several.
    pub fn name(&self, cell: usize) -> String {
        let [floor, row, col] = self.place(cell);
        if self.floors == 1 { format!("{row},{col}") } else { format!("{floor},{row},{col}") }
    }

    /// The numbers of a cell's name.
    pub fn numbers(&self, cell: usize) -> Vec<usize> {
        let place = self.place(cell);
        if self.floors == 1 { place[1..].to_vec() } else { place.to_vec() }
    }

    /// The cell with these numbers, as in its name.
    pub fn numbered(&self, numbers: &[usize]) -> Option<usize> {
        let place = match *numbers {
            [row, col] if self.floors == 1 => [0, row, col],
            [floor, row, col] => [floor, row, col],
            _ => return None,
        };
        self.has(place).then(|| self.cell(place))
    }

    /// The cell with a name.
    pub fn named(&self, name: &str) -> Option<usize> {
        let numbers: Option<Vec<usize>> = name.split(',').map(|part| part.trim().parse().ok()).collect();
        self.numbered(&numbers?)
    }

    /// What the numbers of a name are.
    pub fn name_format(&self) -> &'static str {
        match (self.grid, self.floors) {
            (Grid::Theta, 1) => "a ring and a place in it such as 2,0",
            (Grid::Theta, _) => "a floor, a ring and a place in it such as 0,2,0",
            (_, 1) => "a row and a column such as 0,3",
            _ => "a floor, a row and a column such as 0,0,3",
        }
    }

    /// The shape in a few words: "10x12 hex cells", "3 floors of 5x5 square cells", "12 rings of theta cells".
    pub fn text(&self) -> String {
        let (rows, name) = (self.rows(), self.grid.name());
        let floor = match self.grid {
            Grid::Theta => format!("{} of {name} cells", counted(rows - 1, "ring")),
            _ => format!("{rows}x{} {name} cells", self.width(0)),
        };
        if self.floors == 1 { floor } else { format!("{} floors of {floor}", self.floors) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_places_and_names() {
        let size = Size::new(4, 5).unwrap();
        for grid in Grid::ALL {
            for floors in [1, 3] {
                let shape = Shape::regular(grid, floors, size).unwrap();
                for cell in 0..shape.cells() {
                    assert!(shape.has(shape.place(cell)));
                    assert_eq!(shape.cell(shape.place(cell)), cell);
                    assert_eq!(shape.named(&shape.name(cell)), Some(cell));
                }
                assert_eq!(shape.named("9,9,9"), None);
                assert_eq!(shape.named("1"), None);
            }
        }
    }

    #[test]
    fn rings_are_halved_where_cells_become_wide() {
        let shape = Shape::regular(Grid::Theta, 1, Size::new(6, 6).unwrap()).unwrap();
        let widths: Vec<usize> = (0..shape.rows()).map(|ring| shape.width(ring)).collect();
        assert_eq!(widths, [1, 6, 12, 24, 24, 24, 48]);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let size = |rows, cols| Size::new(rows, cols).unwrap();
        assert!(Shape::regular(Grid::Theta, 1, size(3, 2)).is_err());
        assert!(Shape::regular(Grid::Hex, 1, size(1 << 29, 1 << 29)).is_err());
        assert!(Shape::regular(Grid::Theta, 1, size(1 << 29, 6)).is_err());
        assert!(Shape::regular(Grid::Hex, usize::MAX, size(5, 5)).is_err());
        assert!(Shape::regular(Grid::Hex, 0, size(5, 5)).is_err());
    }
}
