//! Which placement each piece has, and the one number that says it all.

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{
    board::Board,
    placements::{Compiled, PiecePlacements},
    symmetry::Symmetry,
};

/// Digits of a placement id. A piece has less than 65,536 placements: 24 ways to turn it at most, on each of 1,024
/// cells. Millions of arrangements are made in a second, so up to 16 digits do without an allocation.
type Digits = SmallVec<[u16; 16]>;

/// How a cell is drawn that no piece lies on.
pub const FREE: char = '_';

/// A placement for each piece, or none, in file order. Where pieces are copies of each other, the later ones have the
/// later placements.
///
/// Its *placement id* is a number in mixed radix: one digit for each piece in file order, the first most significant;
/// digit 0 says that the piece is not placed, digit k that it has its k-th placement. It depends on the case alone,
/// not on who found the arrangement.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Arrangement(Digits);

impl Arrangement {
    /// The placement of each piece, counted from 0.
    pub fn placements(&self) -> impl Iterator<Item = Option<usize>> + '_ {
        self.0.iter().map(|digit| digit.checked_sub(1).map(|placement| placement as usize))
    }

    /// The digits of the placement id.
    pub(super) fn digits(&self) -> &[u16] {
        &self.0
    }

    /// The number of this arrangement.
    pub fn placement_id(&self, compiled: &Compiled) -> BigUint {
        let digits = compiled.pieces.iter().zip(&self.0);
        digits.fold(BigUint::ZERO, |id, (piece, digit)| id * (piece.placements.len() + 1) + *digit)
    }

    /// The arrangement with this number; `None` if there are not so many.
    pub fn from_placement_id(id: &BigUint, compiled: &Compiled) -> Option<Self> {
        let mut rest = id.clone();
        let mut digits = Digits::new();
        for piece in compiled.pieces.iter().rev() {
            let radix = piece.placements.len() + 1;
            let digit = &rest % radix;
            digits.push(u16::try_from(&digit).ok()?);
            rest /= radix;
        }
        digits.reverse();
        (rest == BigUint::ZERO).then_some(Self(digits))
    }

    /// The board with the letters of the pieces: layers of rows. `.` stands outside the board, `_` on a free cell,
    /// `*` where pieces lie on each other.
    pub fn grid(&self, compiled: &Compiled) -> Vec<Vec<String>> {
        grid_of(&compiled.puzzle.board, &self.letters(compiled))
    }

    /// The letter on each cell: `_` on a free one, `*` where pieces lie on each other.
    pub(super) fn letters(&self, compiled: &Compiled) -> Vec<char> {
        let mut letters = vec![FREE; compiled.puzzle.board.cells()];
        for (piece, placement) in self.placements().enumerate() {
            let Some(placement) = placement else { continue };
            for cell in compiled.pieces[piece].placements[placement].iter_ones() {
                letters[cell] = if letters[cell] == FREE { compiled.puzzle.pieces[piece].letter } else { '*' };
            }
        }
        letters
    }
}

/// Makes arrangements of the pieces of one puzzle.
#[derive(Clone, Debug)]
pub(super) struct Arranger {
    /// The digits of given pieces; 0 for the others.
    given: Digits,
    /// The sorts and placements of given pieces.
    given_sorts: Vec<(usize, usize)>,
    /// For the first piece of each kind that has several, all its pieces; for others nothing.
    copies: Vec<Vec<usize>>,
    /// The kind of each piece, by its first piece; `None` if it is given.
    kinds: Vec<Option<usize>>,
    /// Are there kinds with several pieces?
    has_copies: bool,
    /// Can an image of an arrangement have more pieces of a kind than there are?
    may_lack_copies: bool,
}

impl Arranger {
    pub fn new(compiled: &Compiled) -> Self {
        let is_open = |piece: &PiecePlacements| piece.given.is_none();
        let pieces = &compiled.pieces;
        let copies: Vec<Vec<usize>> = (0..pieces.len())
            .map(|first| {
                let all = (first..pieces.len()).filter(|at| is_open(&pieces[*at]) && pieces[*at].kind == first);
                let all: Vec<usize> = all.collect();
                if all.len() > 1 { all } else { Vec::new() }
            })
            .collect();
        let has_copies = copies.iter().any(|copies| !copies.is_empty());
        let sorts = compiled.sorts();
        let given_sorts: Vec<(usize, usize)> =
            compiled.given().map(|(piece, placement)| (sorts[piece], placement)).collect();
        Self {
            has_copies,
            may_lack_copies: (compiled.puzzle.rules.spare_pieces && has_copies) || !given_sorts.is_empty(),
            given: pieces.iter().map(|piece| piece.given.map_or(0, |given| given as u16 + 1)).collect(),
            given_sorts,
            copies,
            kinds: pieces.iter().map(|piece| is_open(piece).then_some(piece.kind)).collect(),
        }
    }

    /// The arrangement in which pieces of these kinds have these placements, besides those given.
    pub fn arrange(&self, taken: impl IntoIterator<Item = (usize, usize)>) -> Arrangement {
        let mut digits = self.given.clone();
        if !self.has_copies {
            let places = digits.as_mut_slice();
            taken.into_iter().for_each(|(kind, placement)| places[kind] = placement as u16 + 1);
            return Arrangement(digits);
        }
        for (kind, placement) in taken {
            let digit = placement as u16 + 1;
            let copies = &self.copies[kind];
            if copies.is_empty() {
                digits[kind] = digit;
                continue;
            }
            // The digits of copies rise; what is not placed, 0, comes first and makes room.
            let mut at = 0;
            while at + 1 < copies.len() && digits[copies[at + 1]] < digit {
                digits[copies[at]] = digits[copies[at + 1]];
                at += 1;
            }
            digits[copies[at]] = digit;
        }
        Arrangement(digits)
    }

    /// What a symmetry of the puzzle or of its board makes of an arrangement; `None` if it takes pieces that there are
    /// not, or not so many of, or moves given pieces away. Arrangements compare as their placement ids do.
    pub fn image(&self, arrangement: &Arrangement, symmetry: &Symmetry) -> Option<Arrangement> {
        let placed = arrangement.placements().enumerate().filter_map(|(piece, placement)| Some((piece, placement?)));
        let images = placed.map(|(piece, placement)| symmetry.image(piece, placement));
        let mut images: SmallVec<[(usize, usize); 16]> = images.collect::<Option<_>>()?;
        // What is given has to be there, whichever piece has become it.
        for given in &self.given_sorts {
            let at = images.iter().position(|image| image == given)?;
            images.swap_remove(at);
        }
        // Different sorts become different sorts, so only copies and given pieces can be too many.
        let are_there = |sort: usize| {
            let used = images.iter().filter(|(other, _)| *other == sort).count();
            self.kinds[sort].is_some() && used <= self.count(sort)
        };
        let is_enough = !self.may_lack_copies || images.iter().all(|(sort, _)| are_there(*sort));
        is_enough.then(|| self.arrange(images))
    }

    fn count(&self, kind: usize) -> usize {
        self.copies[kind].len().max(1)
    }
}

/// The drawing of a board whose cells carry these marks; `.` stands outside the board.
pub fn grid_of(board: &Board, marks: &[char]) -> Vec<Vec<String>> {
    drawn(board, marks, '.')
}

/// The same as people draw it: where rows are staggered, there are blanks outside the board.
pub fn rows_of(board: &Board, marks: &[char]) -> Vec<Vec<String>> {
    if !board.lattice().is_staggered() {
        return grid_of(board, marks);
    }
    let mut layers = drawn(board, marks, ' ');
    for row in layers.iter_mut().flatten() {
        row.truncate(row.trim_end().len());
        // A row without cells is not an empty line.
        if row.is_empty() {
            row.push('.');
        }
    }
    layers
}

fn drawn(board: &Board, marks: &[char], outside: char) -> Vec<Vec<String>> {
    let mut grid: Vec<Vec<Vec<char>>> =
        board.layer_sizes().map(|(height, width)| vec![vec![outside; width]; height]).collect();
    for (spot, mark) in board.spots().iter().zip(marks) {
        grid[spot.layer][spot.row][spot.column] = *mark;
    }
    grid.into_iter().map(|layer| layer.into_iter().map(String::from_iter).collect()).collect()
}
