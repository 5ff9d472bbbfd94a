//! Compiles a puzzle: every way to lay every piece on the board, as sets of cells.

use std::collections::{BTreeSet, HashMap};

use bitvec::prelude::*;
use num_bigint::BigUint;

use crate::search::{Control, StopReason};

use super::{
    board::{Board, Point},
    puzzle::{Piece, Puzzle, Rules},
    shape::orientations,
    supply::Supply,
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
    /// The first piece that can stand for this one and is not given: a copy, or itself.
    pub kind: usize,
}

/// A puzzle with the placements of its pieces.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The placements of each piece, in file order.
    pub pieces: Vec<PiecePlacements>,
    /// Placements that are not to be used, by kind.
    pub banned: BTreeSet<(usize, usize)>,
}

impl Compiled {
    /// Lays every piece everywhere.
    pub fn new(puzzle: Puzzle) -> Self {
        Self::under(puzzle, &Control::default()).expect("nothing stops it")
    }

    /// The same, unless the run has to stop: a hundred pieces on a board of a thousand cells take a second.
    pub fn under(puzzle: Puzzle, control: &Control) -> Result<Self, StopReason> {
        let cells = puzzle.board.cells();
        let mut pieces: Vec<PiecePlacements> = Vec::new();
        for (index, piece) in puzzle.pieces.iter().enumerate() {
            control.proceed()?;
            let given = puzzle.given.iter().find(|given| given.piece == index);
            let given = given.map(|given| cell_set(&given.cells, cells));
            let is_copy = index > 0 && puzzle.pieces[index - 1].letter == piece.letter;
            let (shapes, placements) = match pieces.last() {
                Some(before) if is_copy => (before.shapes, before.placements.clone()),
                _ => {
                    let (shapes, lists) = placements(&puzzle.board, piece, puzzle.rules);
                    (shapes, lists.iter().map(|list| cell_set(list, cells)).collect())
                }
            };
            let given = given.and_then(|given| placements.iter().position(|placement| *placement == given));
            let stands_for = |&other: &usize| {
                let is_same = puzzle.pieces[other].letter == piece.letter
                    || (puzzle.rules.interchangeable && pieces[other].placements == placements);
                is_same && pieces[other].given.is_none() && given.is_none()
            };
            let kind = (0..index).find(stands_for).unwrap_or(index);
            pieces.push(PiecePlacements { shapes, placements, given, kind });
        }
        Ok(Self { puzzle, pieces, banned: BTreeSet::new() })
    }

    /// The given pieces and their placements.
    pub(super) fn given(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.pieces.iter().enumerate().filter_map(|(index, piece)| Some((index, piece.given?)))
    }

    /// The cells that given pieces lie on.
    pub fn given_cells(&self) -> CellSet {
        let mut taken = cell_set(&[], self.puzzle.board.cells());
        self.given().for_each(|(piece, placement)| taken |= self.pieces[piece].placements[placement].as_bitslice());
        taken
    }

    /// For each piece the one that stands for all that cannot be told from it, given or not: the first of them that is
    /// still to be placed, or the first at all.
    pub(super) fn sorts(&self) -> Vec<usize> {
        let is_same = |one: usize, other: usize| {
            self.puzzle.pieces[one].letter == self.puzzle.pieces[other].letter
                || (self.puzzle.rules.interchangeable && self.pieces[one].placements == self.pieces[other].placements)
        };
        let all = || 0..self.pieces.len();
        let open = |piece: usize| all().find(|&other| self.pieces[other].given.is_none() && is_same(piece, other));
        let first = |piece: usize| all().find(|&other| is_same(piece, other)).unwrap_or(piece);
        all().map(|piece| open(piece).unwrap_or_else(|| first(piece))).collect()
    }

    /// The kinds of pieces that are still to be placed, with those of their placements that keep clear of the given
    /// pieces.
    pub fn open_kinds(&self) -> Vec<OpenKind> {
        let taken = self.given_cells();
        // Word by word: there may be hundreds of thousands of placements.
        let words = taken.as_raw_slice();
        let is_clear =
            |cells: &CellSet| cells.as_raw_slice().iter().zip(words).all(|(cells, taken)| cells & taken == 0);
        let mut kinds: Vec<OpenKind> = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate().filter(|(_, piece)| piece.given.is_none()) {
            if let Some(kind) = kinds.iter_mut().find(|kind| kind.piece == piece.kind) {
                kind.copies += 1;
                continue;
            }
            let may_be_at = |at: &usize| is_clear(&piece.placements[*at]) && !self.banned.contains(&(index, *at));
            let placements = (0..piece.placements.len()).filter(may_be_at).collect();
            kinds.push(OpenKind { piece: index, copies: 1, placements });
        }
        kinds
    }

    /// How many of each open kind there are, and then how many cells may stay empty.
    pub(super) fn supply(&self, kinds: &[OpenKind]) -> Supply {
        Supply::new(kinds.iter().map(|kind| kind.copies).chain([self.puzzle.holes().unwrap_or(0)]))
    }

    /// The number of placement ids: every piece has one of its placements or none.
    pub fn id_space(&self) -> BigUint {
        self.pieces.iter().map(|piece| BigUint::from(piece.placements.len() + 1)).product()
    }
}

/// A kind of piece that is still to be placed.
#[derive(Clone, Debug)]
pub struct OpenKind {
    /// The first piece of the kind, in file order.
    pub piece: usize,
    /// How many there are.
    pub copies: usize,
    /// The placements they may have.
    pub placements: Vec<usize>,
}

/// The number of orientations of a piece, and the cells of each of its placements, in order.
pub fn placements(board: &Board, piece: &Piece, rules: Rules) -> (usize, Vec<Vec<usize>>) {
    let (lattice, points) = (board.lattice(), board.points());
    let cell_at: HashMap<Point, usize> = points.iter().enumerate().map(|(cell, point)| (*point, cell)).collect();
    let shapes = orientations(&piece.cells, board, rules);
    let mut found = BTreeSet::new();
    for shape in &shapes {
        for anchor in points.iter().filter(|anchor| lattice.home(**anchor) == shape[0]) {
            let cells = shape.iter().map(|cell| cell_at.get(&cell.plus(anchor.minus(shape[0]))).copied());
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
