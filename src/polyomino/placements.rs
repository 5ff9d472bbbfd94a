//! Compiles a puzzle: every way to lay every piece on the board, as sets of cells.

use std::collections::{BTreeSet, HashMap};

use bitvec::prelude::*;
use num_bigint::BigUint;

use super::{
    board::{Board, Point},
    puzzle::{Freedom, Piece, Puzzle},
    shape::orientations,
};

/// A set of cells of a board, of any size.
pub type CellSet = BitBox<u64, Lsb0>;

/// The placements of one piece, ordered by the cells they cover: `AA..` comes before `A...` with the other cell in
/// the next row, and that before `.AA.`. Their numbers follow from the board and the piece alone.
#[derive(Clone, Debug)]
pub struct PiecePlacements {
    /// How many different ways there are to turn the piece.
    pub shapes: usize,
    /// The cells of each placement.
    pub placements: Vec<CellSet>,
    /// The placement the piece has already, if it is given.
    pub given: Option<usize>,
}

/// A puzzle with the placements of its pieces.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The placements of each piece, in file order.
    pub pieces: Vec<PiecePlacements>,
}

impl Compiled {
    /// Lays every piece everywhere.
    pub fn new(puzzle: Puzzle) -> Self {
        let cells = puzzle.board.cells();
        let pieces = puzzle.pieces.iter().enumerate().map(|(index, piece)| {
            let (shapes, lists) = placements(&puzzle.board, piece, puzzle.freedom);
            let given = puzzle.given.iter().find(|given| given.piece == index);
            let given = given.and_then(|given| lists.binary_search(&given.cells).ok());
            PiecePlacements { shapes, placements: lists.iter().map(|list| cell_set(list, cells)).collect(), given }
        });
        let pieces = pieces.collect();
        Self { puzzle, pieces }
    }

    /// The cells that given pieces lie on.
    pub fn given_cells(&self) -> CellSet {
        let mut taken = cell_set(&[], self.puzzle.board.cells());
        for piece in &self.pieces {
            if let Some(given) = piece.given {
                taken |= piece.placements[given].as_bitslice();
            }
        }
        taken
    }

    /// The pieces that are still to be placed: their index, and those of their placements that keep clear of the
    /// given pieces.
    pub fn open_pieces(&self) -> Vec<OpenPiece> {
        let taken = self.given_cells();
        let is_clear = |cells: &CellSet| cells.iter_ones().all(|cell| !taken[cell]);
        let open = self.pieces.iter().enumerate().filter(|(_, piece)| piece.given.is_none());
        open.map(|(index, piece)| {
            let clear = (0..piece.placements.len()).filter(|&at| is_clear(&piece.placements[at])).collect();
            OpenPiece { index, placements: clear }
        })
        .collect()
    }

    /// The number of placement ids: every piece has one of its placements or none.
    pub fn id_space(&self) -> BigUint {
        self.pieces.iter().map(|piece| BigUint::from(piece.placements.len() + 1)).product()
    }

    /// A reason why there can be no solution, if one is plain to see without a search.
    pub fn impossibility(&self) -> Option<String> {
        let board = &self.puzzle.board;
        let (cells, area) = (board.cells(), self.puzzle.piece_area());
        if cells != area {
            return Some(format!("the pieces have {area} cells together, the board has {cells}"));
        }
        let open = self.open_pieces();
        if let Some(piece) = open.iter().find(|piece| piece.placements.is_empty()) {
            return Some(format!("piece {} fits nowhere", self.puzzle.pieces[piece.index].letter));
        }
        let mut covered = self.given_cells();
        for piece in &open {
            for &placement in &piece.placements {
                covered |= self.pieces[piece.index].placements[placement].as_bitslice();
            }
        }
        covered.first_zero().map(|cell| {
            let spot = board.spots()[cell];
            let layer = if board.depth() > 1 { format!("layer {}, ", spot.layer) } else { String::new() };
            format!("no piece can cover the cell at {layer}row {}, column {}", spot.row + 1, spot.column + 1)
        })
    }
}

/// A piece that is still to be placed.
#[derive(Clone, Debug)]
pub struct OpenPiece {
    /// Which piece, in file order.
    pub index: usize,
    /// The placements it may have.
    pub placements: Vec<usize>,
}

/// The number of orientations of a piece, and the cells of each of its placements, in order.
pub fn placements(board: &Board, piece: &Piece, freedom: Freedom) -> (usize, Vec<Vec<usize>>) {
    let points: Vec<Point> = board.spots().iter().map(|spot| board.point(*spot)).collect();
    let cell_at: HashMap<Point, usize> = points.iter().enumerate().map(|(cell, point)| (*point, cell)).collect();
    let shapes = orientations(&piece.cells, board, freedom);
    let mut found = BTreeSet::new();
    for shape in &shapes {
        for anchor in &points {
            let cells = shape.iter().map(|offset| cell_at.get(&anchor.plus(*offset)).copied());
            if let Some(mut cells) = cells.collect::<Option<Vec<_>>>() {
                cells.sort_unstable();
                found.insert(cells);
            }
        }
    }
    (shapes.len(), found.into_iter().collect())
}

fn cell_set(cells: &[usize], size: usize) -> CellSet {
    let mut set = bitvec![u64, Lsb0; 0; size];
    for &cell in cells {
        set.set(cell, true);
    }
    set.into_boxed_bitslice()
}
