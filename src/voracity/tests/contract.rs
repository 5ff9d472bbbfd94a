//! The contract of trees, kept by all trees of boards, and the number of games by a recursion that knows no trees.

use proptest::prelude::*;

use super::{Board, BoundedTree, DfsTree, Directions, EnumerateTree, move_string, search};
use crate::search::{
    Quest, Settings,
    contract::{keep, trials},
};

/// Boards of up to 4x5 cells, some of them eaten.
fn boards() -> impl Strategy<Value = Board> {
    let sizes = (1usize..=4, 1usize..=5, 1u8..=4);
    let values = sizes.prop_flat_map(|(rows, columns, largest)| {
        let values = prop::collection::vec(0..=largest, rows * columns);
        (Just((rows, columns)), values, 0..rows * columns)
    });
    values.prop_map(|((rows, columns), values, target)| {
        Board::new(rows, columns, values, target).expect("there is such a board")
    })
}

/// All games from a place on with the cells they cover, in the order of their moves, straight from the rules.
fn all_games(board: &Board) -> Vec<(u32, String)> {
    fn go_on(board: &Board, at: usize, covered: &mut Vec<bool>, moves: &mut String, games: &mut Vec<(u32, String)>) {
        let mut is_over = true;
        for &direction in board.directions().list() {
            let Some(first) = board.neighbour(at, direction) else { continue };
            let mut passed = vec![first];
            while passed.len() < usize::from(board.value(first)) {
                let Some(next) = board.neighbour(passed[passed.len() - 1], direction) else { break };
                passed.push(next);
            }
            let fits = passed.len() == usize::from(board.value(first));
            if !fits || passed.iter().any(|&cell| covered[cell]) {
                continue;
            }
            is_over = false;
            passed.iter().for_each(|&cell| covered[cell] = true);
            moves.push(direction.letter());
            go_on(board, passed[passed.len() - 1], covered, moves, games);
            moves.pop();
            passed.iter().for_each(|&cell| covered[cell] = false);
        }
        if is_over {
            let eaten = (0..board.cells()).filter(|&cell| covered[cell] && board.is_free(cell)).count();
            games.push((eaten as u32, moves.clone()));
        }
    }
    let mut games = Vec::new();
    let mut covered: Vec<bool> = (0..board.cells()).map(|cell| !board.is_free(cell)).collect();
    go_on(board, board.target(), &mut covered, &mut String::new(), &mut games);
    games
}

/// Boards with more games than this are not counted.
const MOST_GAMES: u64 = 20_000;

/// The number of games from a place on, straight from the rules; `None` if there are too many.
fn games(values: &[Vec<u8>], (row, column): (i32, i32), eight: bool) -> Option<u64> {
    let steps = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
    let steps = steps.filter(|&(down, right): &(i32, i32)| (down, right) != (0, 0) && (eight || down * right == 0));
    let (mut all, mut is_over) = (0, true);
    for (down, right) in steps {
        let value = |values: &[Vec<u8>], far: i32| {
            let row = values.get(usize::try_from(row + down * far).ok()?)?;
            row.get(usize::try_from(column + right * far).ok()?).copied()
        };
        let length = i32::from(value(values, 1).unwrap_or(0));
        if length == 0 || (1..=length).any(|far| value(values, far).unwrap_or(0) == 0) {
            continue;
        }
        is_over = false;
        let mut after = values.to_vec();
        for far in 1..=length {
            after[(row + down * far) as usize][(column + right * far) as usize] = 0;
        }
        all += games(&after, (row + down * length, column + right * length), eight)?;
        if all > MOST_GAMES {
            return None;
        }
    }
    Some(if is_over { 1 } else { all })
}

proptest! {
    #![proptest_config(crate::soak::laws(250))]

    #[test]
    fn all_best_games_are_those_of_a_plain_recursion(
        board in boards(), eight in any::<bool>(), threads in 1usize..9, branches in 1usize..70, poll_every in 1u64..60,
        wanted in prop_oneof![Just(u64::MAX), 1u64..5], is_told in any::<bool>()
    ) {
        let board = if eight { board.with_directions(Directions::Eight) } else { board };
        let mut values: Vec<Vec<u8>> = board.values().chunks(board.columns()).map(<[u8]>::to_vec).collect();
        let (row, column) = board.position(board.target());
        values[row][column] = 0;
        prop_assume!(games(&values, (row as i32, column as i32), eight).is_some());
        let all = all_games(&board);
        let highest = all.iter().map(|game| game.0).max().unwrap();
        let best: Vec<&String> = all.iter().filter(|game| game.0 == highest).map(|game| &game.1).collect();
        let least_score = is_told.then_some(i64::from(highest));
        let settings = Settings { threads, branches, poll_every, least_score, ..Settings::new(Quest::AllBest(wanted)) };
        let mut outcomes = vec![search(EnumerateTree::new(&board).expect("it fits"), &settings)];
        if eight {
            outcomes.push(search(DfsTree::<8>::new(&board), &settings));
            outcomes.push(search(BoundedTree::<1, 8>::new(&board).expect("it fits"), &settings));
        } else {
            outcomes.push(search(DfsTree::<4>::new(&board), &settings));
            outcomes.push(search(BoundedTree::<1, 4>::new(&board).expect("it fits"), &settings));
        }
        for outcome in outcomes {
            prop_assert_eq!(outcome.found, best.len());
            let found: Vec<String> = outcome.answers.iter().map(|moves| move_string(moves)).collect();
            let expected: Vec<&String> = best.iter().copied().take(usize::try_from(wanted).unwrap_or(usize::MAX)).collect();
            prop_assert_eq!(found.iter().collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn counts_are_those_of_a_plain_recursion(
        board in boards(), eight in any::<bool>(), threads in 1usize..9, branches in 1usize..70, poll_every in 1u64..60
    ) {
        let mut values: Vec<Vec<u8>> = board.values().chunks(board.columns()).map(<[u8]>::to_vec).collect();
        let (row, column) = board.position(board.target());
        values[row][column] = 0;
        let expected = games(&values, (row as i32, column as i32), eight);
        prop_assume!(expected.is_some());
        let settings = Settings { threads, branches, poll_every, ..Settings::new(Quest::Count) };
        let outcome = if eight {
            search(DfsTree::<8>::new(&board.with_directions(Directions::Eight)), &settings)
        } else {
            search(DfsTree::<4>::new(&board), &settings)
        };
        prop_assert_eq!(Some(outcome.tally.answers), expected);
    }
}

proptest! {
    #![proptest_config(crate::soak::laws(80))]

    #[test]
    fn dfs_keeps_it(board in boards(), trial in trials()) {
        keep(&DfsTree::<4>::new(&board), &trial)?;
    }

    #[test]
    fn dfs_with_eight_directions_keeps_it(board in boards(), trial in trials()) {
        keep(&DfsTree::<8>::new(&board.with_directions(Directions::Eight)), &trial)?;
    }

    #[test]
    fn bounded_keeps_it(board in boards(), trial in trials()) {
        keep(&BoundedTree::<1, 4>::new(&board).expect("it fits"), &trial)?;
        keep(&BoundedTree::<4, 4>::new(&board).expect("it fits"), &trial)?;
    }

    #[test]
    fn bounded_with_eight_directions_keeps_it(board in boards(), trial in trials()) {
        let board = board.with_directions(Directions::Eight);
        keep(&BoundedTree::<1, 8>::new(&board).expect("it fits"), &trial)?;
    }

    #[test]
    fn enumerate_keeps_it(board in boards(), trial in trials()) {
        keep(&EnumerateTree::new(&board).expect("it fits"), &trial)?;
    }

    #[test]
    fn enumerate_with_eight_directions_keeps_it(board in boards(), trial in trials(), depth in 0usize..8, most in 0u64..30) {
        let board = board.with_directions(Directions::Eight);
        keep(&EnumerateTree::new(&board).expect("it fits"), &trial)?;
        keep(&EnumerateTree::impatient(&board, depth, most).expect("it fits"), &trial)?;
    }

    #[test]
    fn enumerate_keeps_it_when_it_pauses(board in boards(), trial in trials(), depth in 0usize..8, most in 0u64..30) {
        keep(&EnumerateTree::impatient(&board, depth, most).expect("it fits"), &trial)?;
    }
}
