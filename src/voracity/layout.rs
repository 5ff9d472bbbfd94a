//! A board as it is laid out, before it is decided where the target starts.

use super::board::{Board, Directions};

/// The cells of a board, and where its file has the target, if it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    rows: usize,
    columns: usize,
    values: Vec<u8>,
    target: Option<usize>,
    directions: Directions,
}

impl Layout {
    /// A layout. `None` if the numbers do not make one; see [`Board::new`].
    pub fn new(
        rows: usize,
        columns: usize,
        mut values: Vec<u8>,
        target: Option<usize>,
        directions: Directions,
    ) -> Option<Self> {
        Board::new(rows, columns, values.clone(), target.unwrap_or(0))?;
        if let Some(target) = target {
            values[target] = 0;
        }
        Some(Self { rows, columns, values, target, directions })
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The values of all cells, row by row; 0 where a cell is covered from the start.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// The cell the file has the target on.
    pub fn target(&self) -> Option<usize> {
        self.target
    }

    /// Which moves there are.
    pub fn directions(&self) -> Directions {
        self.directions
    }

    /// The board as the file has it, if that says where the target is.
    pub fn board(&self) -> Option<Board> {
        self.board_from(self.target?)
    }

    /// The board of games that start on a cell. The cell the file has the target on stays covered: what was on it is
    /// unknown.
    pub fn board_from(&self, start: usize) -> Option<Board> {
        let board = Board::new(self.rows, self.columns, self.values.clone(), start)?;
        Some(board.with_directions(self.directions))
    }

    /// The same for a row and a column, which need not be there.
    pub fn board_at(&self, (row, column): (usize, usize)) -> Option<Board> {
        let is_there = row < self.rows && column < self.columns;
        is_there.then(|| row * self.columns + column).and_then(|cell| self.board_from(cell))
    }

    /// The cells a game can start on, in order: every cell, also one that is covered already, as the one where the file
    /// has the target. Nothing is lost by starting there, so it may be the best.
    pub fn starts(&self) -> Vec<usize> {
        (0..self.values.len()).collect()
    }
}

impl From<&Board> for Layout {
    fn from(board: &Board) -> Self {
        Self {
            rows: board.rows(),
            columns: board.columns(),
            values: board.values().to_vec(),
            target: Some(board.target()),
            directions: board.directions(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_target_no_cell_is_covered() {
        let layout = Layout::new(1, 3, vec![1, 1, 1], None, Directions::Four).unwrap();
        assert_eq!((layout.board(), layout.starts()), (None, vec![0, 1, 2]));
        assert_eq!(layout.board_from(1).unwrap().values(), [1, 0, 1]);
        assert_eq!(layout.board_at((0, 2)).unwrap().target(), 2);
        assert_eq!([layout.board_at((1, 0)), layout.board_at((0, 3)), layout.board_from(3)], [None, None, None]);
        assert_eq!(layout.board_at((usize::MAX, usize::MAX)), None);
    }

    #[test]
    fn the_cell_the_target_leaves_is_covered() {
        let layout = Layout::new(1, 3, vec![1, 5, 1], Some(1), Directions::Eight).unwrap();
        assert_eq!(layout.starts(), [0, 1, 2]);
        assert_eq!(layout.board_from(0).unwrap().values(), [0, 0, 1]);
        assert_eq!(Layout::from(&layout.board().unwrap()), layout);
    }
}
