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
                let words = self.pieces[kind.piece].placements[placement].as_raw_slice();
                covered.as_raw_mut_slice().iter_mut().zip(words).for_each(|(covered, words)| *covered |= words);
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
        let is_dark: CellSet = colouring.is_dark.iter().copied().collect();
        let excess = |cells: &CellSet| {
            let words = cells.as_raw_slice().iter().zip(is_dark.as_raw_slice());
            let more = |(cells, dark): (&u64, &u64)| 2 * (cells & dark).count_ones() as i64 - cells.count_ones() as i64;
            words.map(more).sum::<i64>()
        };
        let dark = is_dark.count_ones();
        let light = board.cells() - dark;
        let board_excess = dark as i64 - light as i64;
        let given: i64 = self
            .pieces
            .iter()
            .filter_map(|piece| piece.given.map(|given| excess(&piece.placements[given])))
            .sum::<i64>();
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

#[cfg(test)]
mod tests {
    use super::{
        super::{
            board::Point,
            puzzle::{Piece, Puzzle, Rules},
        },
        *,
    };

    const FIXED: Rules = Rules { rotate: false, mirror: false, holes: 0, spare_pieces: false, interchangeable: false };

    fn pieces(count: usize, cells: &[(i32, i32, i32)]) -> Vec<Piece> {
        let piece = |number| Piece {
            letter: (b'A' + number as u8) as char,
            cells: cells.iter().map(|&(x, y, z)| Point::new(x, y, z)).collect(),
        };
        (0..count).map(piece).collect()
    }

    fn reason(board: Board, pieces: Vec<Piece>, rules: Rules) -> Option<String> {
        Compiled::new(Puzzle { board, pieces, given: Vec::new(), rules }).impossibility()
    }

    const ACROSS: &[(i32, i32, i32)] = &[(0, 0, 0), (1, 0, 0)];
    const DOWN: &[(i32, i32, i32)] = &[(0, 0, 0), (0, 1, 0)];
    const INWARDS: &[(i32, i32, i32)] = &[(0, 0, 0), (0, 0, 1)];

    #[test]
    fn areas_that_do_not_fit_are_told() {
        let text =
            |count, holes| reason(Board::full(2, 3, 1), pieces(count, ACROSS), Rules { holes, ..Rules::default() });
        assert_eq!(text(2, 0).unwrap(), "the pieces have 4 cells together, the board has 6");
        assert_eq!(text(2, 1).unwrap(), "the pieces have 4 cells together, the board has 6, of which 1 may stay empty");
        assert_eq!(text(1, 3).unwrap(), "the pieces have 2 cells together, the board has 6, of which 3 may stay empty");
        assert_eq!((text(3, 0), text(2, 2), text(1, 4)), (None, None, None));
    }

    #[test]
    fn a_piece_that_fits_nowhere_is_told_unless_it_may_be_left_over() {
        let mut all = pieces(2, ACROSS);
        all[1].cells = (0..4).map(|x| Point::new(x, 0, 0)).collect();
        let board = || Board::full(2, 3, 1);
        assert_eq!(reason(board(), all.clone(), Rules::default()).unwrap(), "piece B fits nowhere");
        let spare = Rules { spare_pieces: true, holes: 4, ..Rules::default() };
        assert_eq!(reason(board(), all, spare), None);
    }

    #[test]
    fn a_cell_that_no_piece_can_cover_is_told_unless_it_may_stay_empty() {
        // Two rows of two cells, and one cell apart.
        let board = |depth| {
            Board::custom(3, 4, depth, |spot| match spot.row {
                2 => spot.column == 3,
                _ => spot.column < 2,
            })
        };
        let mut all = pieces(2, ACROSS);
        all[1].cells.push(Point::new(0, 1, 0));
        let none = "no piece can cover the cell at row 3, column 4";
        assert_eq!(reason(board(1), all.clone(), Rules::default()).unwrap(), none);
        assert_eq!(reason(board(1), pieces(2, ACROSS), Rules { holes: 1, ..Rules::default() }), None);
        let solid = Board::custom(1, 3, 2, |spot| (spot.layer, spot.column) != (1, 1));
        let mut all = pieces(1, ACROSS);
        all.push(Piece { letter: 'B', cells: (0..3).map(|x| Point::new(x, 0, 0)).collect() });
        let none = "no piece can cover the cell at layer 1, row 1, column 1";
        assert_eq!(reason(solid, all, FIXED).unwrap(), none);
    }

    #[test]
    fn dominoes_do_not_cover_a_chessboard_without_two_corners() {
        let board = Board::custom(4, 4, 1, |spot| ![(0, 0), (3, 3)].contains(&(spot.row, spot.column)));
        let text = reason(board, pieces(7, ACROSS), Rules::default()).unwrap();
        let expected = "coloured like a chessboard, the board has 6 dark and 8 light cells; however the pieces lie, they \
                        cannot cover that many of each";
        assert_eq!(text, expected);
        // With a corner more that may stay empty, they do.
        let board = Board::custom(4, 4, 1, |spot| (spot.row, spot.column) != (0, 0));
        assert_eq!(reason(board, pieces(7, ACROSS), Rules { holes: 1, ..Rules::default() }), None);
        // With two of them the wrong two are left over.
        let board = Board::custom(4, 4, 1, |spot| ![(0, 1), (3, 3)].contains(&(spot.row, spot.column)));
        assert_eq!(reason(board, pieces(7, ACROSS), Rules::default()), None);
    }

    #[test]
    fn pieces_that_keep_their_direction_are_told_by_rows_columns_or_layers() {
        let coloured = |board, count, cells, how: &str| {
            let text = reason(board, pieces(count, cells), FIXED).unwrap_or_default();
            assert!(
                text.starts_with(&format!("coloured like {how}, the board has 8 dark and 4 light cells")),
                "{text}"
            );
        };
        coloured(Board::full(3, 4, 1), 6, DOWN, "rows in turn");
        coloured(Board::full(4, 3, 1), 6, ACROSS, "columns in turn");
        coloured(Board::full(2, 2, 3), 6, INWARDS, "layers in turn");
        for (board, count, cells) in
            [(Board::full(4, 3, 1), 6, DOWN), (Board::full(3, 4, 1), 6, ACROSS), (Board::full(2, 3, 2), 6, INWARDS)]
        {
            assert_eq!(reason(board, pieces(count, cells), FIXED), None);
        }
    }

    #[test]
    fn pairs_of_triangles_cover_as_many_that_point_up_as_down() {
        // A large triangle of four, of which three point up.
        let large = |[height, width]: [usize; 2]| {
            Board::drawn(Lattice::Triangles, [height, width, 1], |spot| spot.row > 0 || spot.column == 1)
        };
        let pairs = |count| pieces(count, &[(0, 0, 0), (1, 0, 0)]);
        let text = reason(large([2, 3]), pairs(2), Rules::default()).unwrap();
        assert!(
            text.starts_with("coloured by where triangles point, up or down, the board has 1 dark and 3 light"),
            "{text}"
        );
        assert_eq!(reason(Board::drawn(Lattice::Triangles, [2, 4, 1], |_| true), pairs(4), Rules::default()), None);
    }

    #[test]
    fn every_colouring_has_two_colours_and_a_name_of_its_own() {
        for (board, count) in [
            (Board::full(4, 4, 2), 4),
            (Board::parallelogram(Lattice::Hexagons, 4, 4), 3),
            (Board::parallelogram(Lattice::Triangles, 4, 4), 4),
        ] {
            let all = colourings(&board);
            assert_eq!(all.iter().map(|it| it.name).collect::<BTreeSet<_>>().len(), count);
            for Colouring { name, is_dark } in &all {
                // On such boards each has as many cells of one colour as of the other.
                assert_eq!(2 * is_dark.iter().filter(|dark| **dark).count(), board.cells(), "{name}");
            }
        }
    }

    #[test]
    fn sums_hold_what_can_be_added_up_and_nothing_else() {
        let held = |sums: &Sums| (-9..=9).filter(|sum| sums.contains(*sum)).collect::<Vec<_>>();
        let first = Sums::only(-2, 5);
        assert_eq!(held(&first), [-2]);
        let second = first.plus_one_of([1, 4].into_iter());
        assert_eq!(held(&second), [-1, 2]);
        assert_eq!(held(&second.plus_one_of([3, -3].into_iter())), [-4, -1, 2, 5]);
        // What is beyond the most is of no use.
        assert_eq!(held(&Sums::only(4, 5).plus_one_of([1, 2].into_iter())), [5]);
        assert_eq!(held(&Sums::only(-4, 5).plus_one_of([-1, -2].into_iter())), [-5]);
    }
}
