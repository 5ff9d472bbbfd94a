use proptest::prelude::*;

use super::*;
use crate::{
    search::own_pool,
    voracity::{Board, Directions, generate},
};

/// The score of the best game, by plain recursion.
fn optimum(board: &Board, at: usize, is_covered: &mut Vec<bool>) -> u32 {
    let mut best = 0;
    for &direction in board.directions().list() {
        let Some((end, length)) = board.arc(at, direction) else { continue };
        let passed: Vec<usize> =
            (1..=usize::from(length)).filter_map(|far| board.cell_at_distance(at, direction, far)).collect();
        if passed.iter().any(|&cell| is_covered[cell]) {
            continue;
        }
        passed.iter().for_each(|&cell| is_covered[cell] = true);
        best = best.max(u32::from(length) + optimum(board, end, is_covered));
        passed.iter().for_each(|&cell| is_covered[cell] = false);
    }
    best
}

fn bound_of(board: &Board, reached: u32, edges: u64) -> Option<u32> {
    let control = Control::default();
    let terrain = Terrain::new(board, &control).unwrap();
    upper_bound(&terrain, board.columns(), reached, Budget::Edges(edges), &own_pool(1).unwrap(), &control)
}

fn boards() -> impl Strategy<Value = Board> {
    (1..=5usize, 1..=5usize, 1..=5u8, any::<bool>()).prop_flat_map(|(rows, columns, largest, eight)| {
        let cells = rows * columns;
        let value = prop_oneof![9 => 1..=largest, 1 => Just(0)];
        let directions = if eight { Directions::Eight } else { Directions::Four };
        (proptest::collection::vec(value, cells), 0..cells).prop_map(move |(values, target)| {
            Board::new(rows, columns, values, target).expect("a board").with_directions(directions)
        })
    })
}

proptest! {
    #![proptest_config(crate::soak::laws(100))]

    /// Whatever the prices are, no game is above the bound; whether or not its score is known beforehand.
    #[test]
    fn no_game_is_above_the_bound(board in boards(), knows in any::<bool>(), edges in 1_000u64..500_000) {
        // The tree of an open board of ones is large.
        prop_assume!(board.largest_value() > 1 || board.cells() <= 16);
        prop_assume!(board.directions() == Directions::Four || board.cells() <= 16);
        let optimum = optimum(&board, board.target(), &mut (0..board.cells()).map(|cell| !board.is_free(cell)).collect());
        let bound = bound_of(&board, if knows { optimum } else { 0 }, edges);
        prop_assert!(bound.is_none_or(|bound| bound >= optimum), "{bound:?} is below {optimum}");
    }
}

#[test]
fn prices_that_run_away_are_no_bound() {
    let board = Board::new(2, 4, vec![1, 4, 2, 2, 1, 1, 4, 0], 7).expect("a board").with_directions(Directions::Eight);
    let optimum = optimum(&board, board.target(), &mut (0..board.cells()).map(|cell| !board.is_free(cell)).collect());
    assert!(bound_of(&board, 0, 152_985).is_none_or(|bound| bound >= optimum));
}

#[test]
fn strips_say_more_than_the_number_of_cells() {
    // The best games cover 171 and 161 cells of 224.
    for (seed, optimum, most) in [(2, 171, 210), (5, 161, 208)] {
        let bound = bound_of(&generate(15, 15, 5, seed).unwrap(), optimum, 400_000_000).unwrap();
        assert!((optimum..=most).contains(&bound), "seed {seed}: {bound}");
    }
}

#[test]
fn the_bound_is_the_same_with_any_number_of_threads() {
    let board = generate(9, 12, 4, 3).unwrap();
    let control = Control::default();
    let terrain = Terrain::new(&board, &control).unwrap();
    let bound =
        |threads| upper_bound(&terrain, 12, 60, Budget::Edges(4_000_000), &own_pool(threads).unwrap(), &control);
    assert_eq!(bound(1), bound(3));
    assert!(bound(1).is_some());
}
