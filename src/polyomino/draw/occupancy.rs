//! What lies on each cell of a board: the piece, and whether it is given.

use std::collections::BTreeMap;

use crate::{
    picture::{Colour, palette},
    polyomino::{Arrangement, Compiled, board::Board},
};

/// A board with pieces on it.
#[derive(Clone, Debug)]
pub(in crate::polyomino) struct Occupancy<'a> {
    pub compiled: &'a Compiled,
    /// The piece on each cell; of several, the last.
    pub owners: Vec<Option<usize>>,
    /// Do pieces lie on each other there?
    pub is_clash: Vec<bool>,
    /// Does a given piece lie there?
    pub is_given: Vec<bool>,
}

impl<'a> Occupancy<'a> {
    /// The board with the pieces that are given, and no others.
    pub fn given(compiled: &'a Compiled) -> Self {
        let cells = compiled.puzzle.board.cells();
        let mut empty = Self {
            compiled,
            owners: vec![None; cells],
            is_clash: vec![false; cells],
            is_given: compiled.given_cells().iter().by_vals().collect(),
        };
        for (piece, placements) in compiled.pieces.iter().enumerate() {
            if let Some(given) = placements.given {
                empty.place(piece, given);
            }
        }
        empty
    }

    /// The board with the pieces of an arrangement.
    pub fn new(compiled: &'a Compiled, arrangement: &Arrangement) -> Self {
        let mut occupancy = Self::given(compiled);
        occupancy.owners.fill(None);
        for (piece, placement) in arrangement.placements().enumerate() {
            if let Some(placement) = placement {
                occupancy.place(piece, placement);
            }
        }
        occupancy
    }

    fn place(&mut self, piece: usize, placement: usize) {
        for cell in self.compiled.pieces[piece].placements[placement].iter_ones() {
            self.is_clash[cell] = self.owners[cell].is_some();
            self.owners[cell] = Some(piece);
        }
    }

    /// The board.
    pub fn board(&self) -> &'a Board {
        &self.compiled.puzzle.board
    }

    /// The colour of a piece: copies have the same.
    pub fn colour(&self, piece: usize) -> Colour {
        colour_of(self.compiled, piece)
    }

    /// Its letter.
    pub fn letter(&self, piece: usize) -> String {
        self.compiled.puzzle.pieces[piece].letter.to_string()
    }

    /// Its letter and, where there are copies, which of them it is: in space, borders do not tell that.
    pub fn name(&self, piece: usize) -> String {
        let pieces = &self.compiled.puzzle.pieces;
        let is_copy = |other: &usize| pieces[*other].letter == pieces[piece].letter;
        match (0..pieces.len()).filter(is_copy).count() {
            1 => self.letter(piece),
            _ => format!("{}{}", pieces[piece].letter, (0..=piece).filter(is_copy).count()),
        }
    }

    /// The pieces that do not lie on the board.
    pub fn unplaced(&self) -> Vec<usize> {
        (0..self.compiled.pieces.len()).filter(|piece| !self.owners.contains(&Some(*piece))).collect()
    }
}

/// The colour of a piece: that of its letter's number among all letters.
pub(in crate::polyomino) fn colour_of(compiled: &Compiled, piece: usize) -> Colour {
    let mut numbers = BTreeMap::new();
    for other in &compiled.puzzle.pieces[..=piece] {
        let next = numbers.len();
        numbers.entry(other.letter).or_insert(next);
    }
    palette::colour(numbers[&compiled.puzzle.pieces[piece].letter])
}
