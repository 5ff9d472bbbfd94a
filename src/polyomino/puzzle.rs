//! A polyomino puzzle as its case file states it.

use super::board::{Board, Point};

/// A piece as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The letter it is drawn with.
    pub letter: char,
    /// Its cells: column, row and layer of the drawing.
    pub cells: Vec<Point>,
}

/// A piece that has its place already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Which piece, in file order.
    pub piece: usize,
    /// The cells it lies on, in order.
    pub cells: Vec<usize>,
}

/// A board, the pieces to fill it with, and those of them that are placed already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The board.
    pub board: Board,
    /// The pieces, in file order.
    pub pieces: Vec<Piece>,
    /// The pieces already placed.
    pub given: Vec<Given>,
    /// How pieces may be turned.
    pub freedom: Freedom,
}

/// How pieces may be turned on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Freedom {
    /// May they be turned in their plane (in space, on boards that have depth)?
    pub rotate: bool,
    /// May they be turned over on a flat board?
    pub mirror: bool,
}

impl Default for Freedom {
    fn default() -> Self {
        Self { rotate: true, mirror: true }
    }
}

impl Puzzle {
    /// The number of cells the pieces have together.
    pub fn piece_area(&self) -> usize {
        self.pieces.iter().map(|piece| piece.cells.len()).sum()
    }
}
