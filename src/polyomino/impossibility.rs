//! Reasons why a puzzle has no solution that need no search: areas, pieces and cells without a placement, colourings.

use std::collections::BTreeSet;

use crate::words::counted;

use super::{
    board::{Board, Spot},
    lattice::Lattice,
    placements::{CellSet, Compiled},
};

impl Compiled {
    /// A reason why there can be no solution, if one is plain to see without a search.
    pub fn impossibility(&self) -> Option<String> {
        let colours = || colourings(&self.puzzle.board).iter().find_map(|colouring| self.wrong_colours(colouring));
        self.wrong_area().or_else(|| self.piece_without_place()).or_else(|| self.cell_without_piece()).or_else(colours)
    }

    fn wrong_area(&self) -> Option<String> {
        let rules = self.puzzle.rules;
        let (cells, area) = (self.puzzle.board.cells(), self.puzzle.piece_area());
        if self.puzzle.holes().is_some() {
            return None;
        }
        let sizes = format!("the pieces have {} together, the board has {cells}", counted(area, "cell"));
        Some(match rules.holes {
            0 => sizes,
            1 => format!("{sizes}, of which 1 may stay empty"),
            holes => format!("{sizes}, of which {holes} may stay empty"),
        })
    }

    fn piece_without_place(&self) -> Option<String> {
        if self.puzzle.rules.spare_pieces {
            return None;
        }
        let kinds = self.open_kinds();
        let stuck = kinds.iter().find(|kind| kind.placements.is_empty())?;
        Some(format!("piece {} fits nowhere", self.puzzle.pieces[stuck.piece].letter))
    }

    fn cell_without_piece(&self) -> Option<String> {
        if self.puzzle.rules.holes > 0 {
            return None;
        }
        let board = &self.puzzle.board;
        let mut covered = self.given_cells();
        for kind in &self.open_kinds() {
            for &placement in &kind.placements {
                covered |= self.pieces[kind.piece].placements[placement].as_bitslice();
            }
        }
        covered.first_zero().map(|cell| {
            let spot = board.spots()[cell];
            let layer = if board.depth() > 1 { format!("layer {}, ", spot.layer) } else { String::new() };
            format!("no piece can cover the cell at {layer}row {}, column {}", spot.row + 1, spot.column + 1)
        })
    }

    /// Colours the cells dark and light. What a piece covers of one more than of the other depends on where it lies,
    /// but often takes few values; if no choice of them adds up to what the board has, there is no solution.
    fn wrong_colours(&self, colouring: &Colouring) -> Option<String> {
        let board = &self.puzzle.board;
        let colours: Vec<i64> = colouring.is_dark.iter().map(|is_dark| if *is_dark { 1 } else { -1 }).collect();
        let excess = |cells: &CellSet| cells.iter_ones().map(|cell| colours[cell]).sum::<i64>();
        let board_excess: i64 = colours.iter().sum();
        let given: i64 =
            self.pieces.iter().filter_map(|piece| piece.given.map(|given| excess(&piece.placements[given]))).sum();
        let mut sums = Sums::only(given, board.cells());
        let mut values = BTreeSet::new();
        for kind in self.open_kinds() {
            let placements = &self.pieces[kind.piece].placements;
            values.clear();
            values.extend(kind.placements.iter().map(|placement| excess(&placements[*placement])));
            if self.puzzle.rules.spare_pieces {
                values.insert(0);
            }
            for _ in 0..kind.copies {
                sums = sums.plus_one_of(values.iter().copied());
            }
        }
        for _ in 0..self.puzzle.holes().unwrap_or(0) {
            let optional = self.puzzle.rules.spare_pieces.then_some(0);
            sums = sums.plus_one_of([1, -1].into_iter().chain(optional));
        }
        if sums.contains(board_excess) {
            return None;
        }
        let dark = colours.iter().filter(|colour| **colour > 0).count();
        let light = colours.len() - dark;
        Some(format!(
            "coloured {}, the board has {dark} dark and {light} light cells; however the pieces lie, they cannot \
             cover that many of each",
            colouring.name
        ))
    }
}

/// A way to colour the cells of a board.
struct Colouring {
    name: &'static str,
    is_dark: Vec<bool>,
}

/// The ways to colour a board in two colours that many pieces cannot get over.
fn colourings(board: &Board) -> Vec<Colouring> {
    let lattice = board.lattice();
    let by_spot = |name, number: fn(&Spot) -> usize| {
        let is_dark = board.spots().iter().map(|spot| number(spot).is_multiple_of(2)).collect();
        Colouring { name, is_dark }
    };
    let by_line = |name, direction: usize| {
        let is_dark = board.points().into_iter().map(|point| lattice.lines(point)[direction] % 2 == 0).collect();
        Colouring { name, is_dark }
    };
    match lattice {
        Lattice::Squares | Lattice::Balls => vec![
            by_spot("like a chessboard", |spot| spot.row + spot.column + spot.layer),
            by_spot("like rows in turn", |spot| spot.row),
            by_spot("like columns in turn", |spot| spot.column),
            by_spot("like layers in turn", |spot| spot.layer),
        ],
        Lattice::Triangles => vec![
            by_spot("by where triangles point, up or down", |spot| spot.row + spot.column),
            by_line("like rows in turn", 0),
            by_line("like rows in turn that slant to the right", 1),
            by_line("like rows in turn that slant to the left", 2),
        ],
        Lattice::Hexagons => vec![
            by_line("like rows in turn", 0),
            by_line("like rows in turn that slant to the right", 1),
            by_line("like rows in turn that slant to the left", 2),
        ],
    }
}

/// A set of sums between `-most` and `most`.
struct Sums {
    is_reached: Vec<bool>,
    most: i64,
}

impl Sums {
    fn only(sum: i64, most: usize) -> Self {
        let most = most as i64;
        Self { is_reached: (-most..=most).map(|other| other == sum).collect(), most }
    }

    fn plus_one_of(&self, values: impl Iterator<Item = i64> + Clone) -> Self {
        let sums = -self.most..=self.most;
        let is_reached = sums.map(|sum| values.clone().any(|value| self.contains(sum - value)));
        Self { is_reached: is_reached.collect(), most: self.most }
    }

    fn contains(&self, sum: i64) -> bool {
        usize::try_from(sum + self.most).is_ok_and(|index| self.is_reached.get(index) == Some(&true))
    }
}
