//! The board: digits, the cell the target stands on, and the directions it may take.

use super::moves::Direction;

/// The longest side of a board.
pub const MAX_SIDE: usize = 1000;

/// Which moves there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Directions {
    /// Along rows and columns: Voracity.
    #[default]
    Four,
    /// Diagonals too: `greed`.
    Eight,
}

impl Directions {
    /// The directions, in their order.
    pub fn list(self) -> &'static [Direction] {
        match self {
            Self::Four => &Direction::FOUR,
            Self::Eight => &Direction::EIGHT,
        }
    }
}

/// A board before the first move.
///
/// Cells are counted row by row from 0. A cell of value 0 is covered from the start: the target's own, and on the
/// boards of games that were left half played those that have been eaten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    rows: usize,
    columns: usize,
    values: Vec<u8>,
    target: usize,
    directions: Directions,
}

impl Board {
    /// A board with four directions. `None` if the numbers do not make one: sides from 1 to [`MAX_SIDE`], values up
    /// to 9, and a target on it, whose own value does not matter.
    pub fn new(rows: usize, columns: usize, mut values: Vec<u8>, target: usize) -> Option<Self> {
        let sides = 1..=MAX_SIDE;
        let fits = sides.contains(&rows) && sides.contains(&columns) && values.len() == rows * columns;
        if !fits || target >= values.len() || values.iter().any(|&value| value > 9) {
            return None;
        }
        values[target] = 0;
        Some(Self { rows, columns, values, target, directions: Directions::Four })
    }

    /// The same board with other directions.
    pub fn with_directions(self, directions: Directions) -> Self {
        Self { directions, ..self }
    }

    /// The same board with the target on another cell. The cell it left counts as covered: its value is unknown.
    pub fn with_target(&self, target: usize) -> Option<Self> {
        Self::new(self.rows, self.columns, self.values.clone(), target)
            .map(|board| board.with_directions(self.directions))
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.values.len()
    }

    /// The values of all cells, row by row.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// The value of a cell; 0 if it is covered from the start.
    pub fn value(&self, cell: usize) -> u8 {
        self.values[cell]
    }

    /// Can the cell still be covered?
    pub fn is_free(&self, cell: usize) -> bool {
        self.values[cell] != 0
    }

    /// The number of cells that can still be covered: no score is higher.
    pub fn free_cells(&self) -> usize {
        self.values.iter().filter(|&&value| value != 0).count()
    }

    /// The largest value on the board.
    pub fn largest_value(&self) -> u8 {
        self.values.iter().copied().max().unwrap_or(0)
    }

    /// The cell the target stands on.
    pub fn target(&self) -> usize {
        self.target
    }

    /// Which moves there are.
    pub fn directions(&self) -> Directions {
        self.directions
    }

    /// Row and column of a cell, from 0.
    pub fn position(&self, cell: usize) -> (usize, usize) {
        (cell / self.columns, cell % self.columns)
    }

    /// The cell in a row and a column that the board has.
    pub fn cell(&self, row: usize, column: usize) -> usize {
        row * self.columns + column
    }

    /// The next cell in a direction, if it is on the board.
    pub fn neighbour(&self, cell: usize, direction: Direction) -> Option<usize> {
        self.cell_at_distance(cell, direction, 1)
    }

    /// The cell `distance` steps away, if it is on the board.
    pub fn cell_at_distance(&self, cell: usize, direction: Direction, distance: usize) -> Option<usize> {
        let (row, column) = self.position(cell);
        let (down, right) = direction.step();
        let row = row.checked_add_signed(down as isize * distance as isize).filter(|&row| row < self.rows)?;
        let column =
            column.checked_add_signed(right as isize * distance as isize).filter(|&column| column < self.columns)?;
        Some(self.cell(row, column))
    }

    /// Where a move from `cell` would end if no cell on its way were covered but those covered from the start, and
    /// its length.
    pub fn arc(&self, cell: usize, direction: Direction) -> Option<(usize, u8)> {
        let length = self.value(self.neighbour(cell, direction)?);
        let end = self.cell_at_distance(cell, direction, usize::from(length)).filter(|_| length > 0)?;
        let is_open = |distance| {
            self.cell_at_distance(cell, direction, usize::from(distance)).is_some_and(|passed| self.is_free(passed))
        };
        (1..=length).all(is_open).then_some((end, length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_boards_are_boards() {
        assert!(Board::new(1, 1, vec![5], 0).is_some());
        assert!(Board::new(0, 0, vec![], 0).is_none());
        assert!(Board::new(1, 2, vec![5], 0).is_none());
        assert!(Board::new(1, 2, vec![5, 10], 0).is_none());
        assert!(Board::new(1, 2, vec![5, 1], 2).is_none());
        assert!(Board::new(1, MAX_SIDE + 1, vec![1; MAX_SIDE + 1], 0).is_none());
    }

    #[test]
    fn an_arc_ends_where_its_first_cell_says_or_nowhere() {
        let board = Board::new(2, 4, vec![0, 3, 1, 1, 2, 1, 0, 1], 0).unwrap();
        assert_eq!(board.arc(0, Direction::Right), Some((3, 3)));
        assert_eq!(board.arc(0, Direction::Down), None, "two cells down is off the board");
        assert_eq!(board.arc(4, Direction::Right), Some((5, 1)));
        assert_eq!(board.arc(5, Direction::Right), None, "a cell that was eaten");
        assert_eq!(board.arc(5, Direction::UpRight), Some((2, 1)));
    }
}
