//! Which placement each piece has, and the one number that says it all.

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::{board::Board, placements::Compiled};

/// A placement for each piece, or none, in file order.
///
/// Its *placement id* is a number in mixed radix: one digit for each piece in file order, the first most significant;
/// digit 0 says that the piece is not placed, digit k that it has its k-th placement. It depends on the case alone,
/// not on who found the arrangement.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arrangement(Vec<u32>);

impl Arrangement {
    /// An arrangement from the placements of the pieces, counted from 0.
    pub fn new(placements: impl IntoIterator<Item = Option<usize>>) -> Self {
        Self(placements.into_iter().map(|placement| placement.map_or(0, |placement| placement as u32 + 1)).collect())
    }

    /// The placement of each piece, counted from 0.
    pub fn placements(&self) -> impl Iterator<Item = Option<usize>> + '_ {
        self.0.iter().map(|digit| digit.checked_sub(1).map(|placement| placement as usize))
    }

    /// The number of this arrangement.
    pub fn placement_id(&self, compiled: &Compiled) -> BigUint {
        let digits = compiled.pieces.iter().zip(&self.0);
        digits.fold(BigUint::ZERO, |id, (piece, digit)| id * (piece.placements.len() + 1) + *digit)
    }

    /// The arrangement with this number; `None` if there are not so many.
    pub fn from_placement_id(id: &BigUint, compiled: &Compiled) -> Option<Self> {
        let mut rest = id.clone();
        let mut digits = Vec::with_capacity(compiled.pieces.len());
        for piece in compiled.pieces.iter().rev() {
            let radix = piece.placements.len() + 1;
            let digit = &rest % radix;
            digits.push(u32::try_from(&digit).ok()?);
            rest /= radix;
        }
        digits.reverse();
        (rest == BigUint::ZERO).then_some(Self(digits))
    }

    /// The board with the letters of the pieces: layers of rows. `.` stands outside the board, a blank on a free
    /// cell, `*` where pieces lie on each other.
    pub fn grid(&self, compiled: &Compiled) -> Vec<Vec<String>> {
        let mut letters = vec![' '; compiled.puzzle.board.cells()];
        for (piece, placement) in self.placements().enumerate() {
            let Some(placement) = placement else { continue };
            for cell in compiled.pieces[piece].placements[placement].iter_ones() {
                letters[cell] = if letters[cell] == ' ' { compiled.puzzle.pieces[piece].letter } else { '*' };
            }
        }
        grid_of(&compiled.puzzle.board, &letters)
    }
}

/// The drawing of a board whose cells carry these marks; `.` stands outside the board.
pub fn grid_of(board: &Board, marks: &[char]) -> Vec<Vec<String>> {
    let mut grid: Vec<Vec<Vec<char>>> =
        board.layer_sizes().map(|(height, width)| vec![vec!['.'; width]; height]).collect();
    for (spot, mark) in board.spots().iter().zip(marks) {
        grid[spot.layer][spot.row][spot.column] = *mark;
    }
    grid.into_iter().map(|layer| layer.into_iter().map(String::from_iter).collect()).collect()
}
