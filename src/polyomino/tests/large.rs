//! Boards of more than 64 cells, on every lattice that lies in a plane: all strategies come to the same number.

use proptest::{prelude::*, strategy::Strategy as _, test_runner::TestCaseError};

use super::{
    super::{Compiled, Puzzle, Rules, Strategy, board::Board, lattice::Lattice},
    Choices, cut_into, exhaustive, ids, solve,
};
use crate::search::{Control, Limits, Outcome, Quest, Settings};

/// A board of 65 to 130 cells.
fn board(lattice: Lattice, height: usize, choices: &mut Choices) -> Board {
    let cells = 65 + choices.below(66);
    let per_place = if lattice == Lattice::Triangles { 2 } else { 1 };
    let width = cells.div_ceil(height * per_place);
    if lattice == Lattice::Squares {
        // Here and there a cell is missing from the last rows.
        let (missing, last) = (choices.below(3), height * width - 1);
        return Board::custom(height, width, 1, |spot| spot.row * width + spot.column + missing <= last);
    }
    Board::parallelogram(lattice, height, width)
}

const FLAT: [Lattice; 3] = [Lattice::Squares, Lattice::Triangles, Lattice::Hexagons];

/// Few pieces, so that brute force comes to its end.
fn large_pieces() -> impl proptest::strategy::Strategy<Value = Puzzle> {
    (0usize..3, any::<[bool; 2]>(), prop::collection::vec(any::<u32>(), 160)).prop_map(
        |(lattice, [rotate, mirror], choices)| {
            let mut choices = Choices(choices.into_iter());
            let height = 5 + choices.below(4);
            let board = board(FLAT[lattice], height, &mut choices);
            let rules = Rules { rotate, mirror, ..Rules::default() };
            cut_into(board, 13..=30, &mut choices, rules)
        },
    )
}

/// Narrow boards with pieces of a few cells.
fn strips() -> impl proptest::strategy::Strategy<Value = Puzzle> {
    (0usize..3, any::<[bool; 2]>(), prop::collection::vec(any::<u32>(), 160)).prop_map(
        |(lattice, [rotate, mirror], choices)| {
            let mut choices = Choices(choices.into_iter());
            let board = board(FLAT[lattice], 2 + choices.below(2), &mut choices);
            let rules = Rules { rotate, mirror, ..Rules::default() };
            cut_into(board, 5..=9, &mut choices, rules)
        },
    )
}

/// What a search finds that ends after so many nodes; `None` if that was too early.
fn within(compiled: &Compiled, strategy: Strategy, nodes: u64, quest: Quest) -> Option<Outcome<super::Arrangement>> {
    let control = Control::new(&Limits { nodes: Some(nodes), ..Limits::default() });
    let settings = Settings { control, ..Settings::new(quest) };
    let outcome = solve(compiled, strategy, &settings);
    outcome.stop.is_final().then_some(outcome)
}

proptest! {
    #![proptest_config(crate::soak::laws(16))]

    #[test]
    fn all_strategies_agree_on_large_pieces(puzzle in large_pieces()) {
        let compiled = Compiled::new(puzzle);
        let few = within(&compiled, Strategy::Constrained, 20_000, Quest::Lowest(u64::MAX));
        let few = few.ok_or_else(|| TestCaseError::reject("there is too much to search"))?;
        prop_assert!(!few.answers.is_empty(), "a board that was cut up can be put together");
        for strategy in exhaustive() {
            let Some(other) = within(&compiled, strategy, 400_000, Quest::Lowest(u64::MAX)) else { continue };
            prop_assert_eq!(ids(&compiled, &few.answers), ids(&compiled, &other.answers), "{:?}", strategy);
        }
    }

    #[test]
    fn strips_are_counted_alike(puzzle in strips()) {
        let compiled = Compiled::new(puzzle);
        let counted = within(&compiled, Strategy::Constrained, 30_000, Quest::Count);
        let counted = counted.ok_or_else(|| TestCaseError::reject("there is too much to search"))?.tally.answers;
        if let Some(other) = within(&compiled, Strategy::Cover, 1_000_000, Quest::Count) {
            prop_assert_eq!(counted, other.tally.answers);
        }
        let wish = super::Wish { strategy: Some(Strategy::Frontier), only_number: true, ..super::Wish::default() };
        if let Ok((plan, _)) = super::Plan::new(&compiled, wish, &Settings::new(Quest::Count))
            && let Some(frontier) = plan.counted()
        {
            prop_assert_eq!(&frontier.solutions, &num_bigint::BigUint::from(counted));
        }
    }
}
