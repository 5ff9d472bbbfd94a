//! A polyomino puzzle as its case file states it.

use std::collections::HashMap;

use super::{
    board::{Board, Point},
    lattice::Lattice,
};

/// A piece as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The letter it is drawn with.
    pub letter: char,
    /// Its cells: column, row and layer of the drawing. Triangles in even places (row + column) point down; hexagons
    /// are in even places.
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
    /// The pieces, in file order. Copies of a piece follow each other and have the same letter.
    pub pieces: Vec<Piece>,
    /// The pieces already placed.
    pub given: Vec<Given>,
    /// What is allowed.
    pub rules: Rules,
}

/// What is allowed on a board, besides what is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// May pieces be turned in their plane (in space, on boards that have depth)?
    pub rotate: bool,
    /// May they be turned over on a flat board?
    pub mirror: bool,
    /// How many cells may stay empty.
    pub holes: usize,
    /// May pieces be left over?
    pub spare_pieces: bool,
    /// Are pieces of the same shape the same piece, so that to swap them gives nothing new?
    pub interchangeable: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self { rotate: true, mirror: true, holes: 0, spare_pieces: false, interchangeable: false }
    }
}

impl Piece {
    /// The first cell that does not hang together with the first one, if the piece is in several parts.
    pub fn cell_apart(&self, lattice: Lattice) -> Option<usize> {
        let lattice = lattice.of_pieces();
        let points: Vec<Point> = self.cells.iter().map(|cell| lattice.point(*cell)).collect();
        let by_point: HashMap<Point, usize> = points.iter().copied().zip(0..).collect();
        let mut reached = vec![false; points.len()];
        reached[0] = true;
        let mut border = vec![points[0]];
        while let Some(cell) = border.pop() {
            for next in lattice.steps(cell).into_iter().map(|step| cell.plus(step)) {
                if let Some(&index) = by_point.get(&next)
                    && !std::mem::replace(&mut reached[index], true)
                {
                    border.push(next);
                }
            }
        }
        reached.iter().position(|reached| !reached)
    }
}

impl Piece {
    /// The piece as it is drawn, without the rows and columns around it: layers of rows, `blank` where it has no cell.
    /// Triangles keep the places that say which way they point.
    pub fn drawing(&self, lattice: Lattice, blank: char) -> Vec<Vec<String>> {
        let cells = self.cells.iter().copied();
        let least = cells.clone().reduce(|a, b| Point::new(a.x.min(b.x), a.y.min(b.y), a.z.min(b.z)));
        let most = cells.reduce(|a, b| Point::new(a.x.max(b.x), a.y.max(b.y), a.z.max(b.z)));
        let (Some(least), Some(most)) = (least, most) else { return Vec::new() };
        let left = if lattice == Lattice::Triangles { least.x - (least.x + least.y).rem_euclid(2) } else { least.x };
        let is_cell = |x, y, z| self.cells.contains(&Point::new(x, y, z));
        let mark = |x, y, z| match lattice {
            _ if is_cell(x, y, z) => self.letter,
            // Rows that have no cell are not empty lines.
            Lattice::Triangles | Lattice::Hexagons if (least.x..=most.x).any(|x| is_cell(x, y, z)) => ' ',
            Lattice::Triangles | Lattice::Hexagons => '.',
            Lattice::Squares | Lattice::Balls => blank,
        };
        let row = |y, z| (left..=most.x).map(|x| mark(x, y, z)).collect::<String>().trim_end().to_owned();
        (least.z..=most.z).map(|z| (least.y..=most.y).map(|y| row(y, z)).collect()).collect()
    }
}

impl Puzzle {
    /// Does every piece hang together? If not, a closed region may be filled by a part of one.
    pub fn is_connected(&self) -> bool {
        self.pieces.iter().all(|piece| piece.cell_apart(self.board.lattice()).is_none())
    }

    /// The number of cells the pieces have together.
    pub fn piece_area(&self) -> usize {
        self.pieces.iter().map(|piece| piece.cells.len()).sum()
    }

    /// How many cells stay empty: at most so many if pieces may be left over, otherwise just so many. `None` if the
    /// areas of board and pieces do not allow any solution.
    pub fn holes(&self) -> Option<usize> {
        let (cells, area, most) = (self.board.cells(), self.piece_area(), self.rules.holes);
        if self.rules.spare_pieces {
            (area + most >= cells).then_some(most.min(cells))
        } else {
            cells.checked_sub(area).filter(|holes| *holes <= most)
        }
    }
}
