//! Known boards, and the strategies against each other.

mod contract;

use std::ops::ControlFlow;

use proptest::prelude::*;

use super::{
    Board, Direction, Directions,
    bounded::BoundedTree,
    check::{Claim, check},
    dfs::DfsTree,
    dp::Subproblems,
    enumerate::EnumerateTree,
    generate,
    moves::move_string,
    play,
    plug::{self, Frontier},
};
use crate::search::{Control, Ledger, Limits, Outcome, Quest, Range, Settings, Steps, StopReason, Tree, run};

fn settings(threads: usize, branches: usize) -> Settings {
    Settings { threads, branches, ..Settings::new(Quest::Best) }
}

fn search(tree: impl Tree<Answer = Vec<Direction>>, settings: &Settings) -> Outcome<Vec<Direction>> {
    run(tree, settings, Ledger::new(Range::everything()), &mut |_| ControlFlow::Continue(())).expect("no panic")
}

fn board(rows: usize, columns: usize, largest: u8, seed: u64) -> Board {
    generate(rows, columns, largest, seed).expect("there is such a board")
}

/// Score and moves of the best game, judged by the checker.
fn best(board: &Board, outcome: &Outcome<Vec<Direction>>) -> (u32, String) {
    assert_eq!(outcome.stop, StopReason::Complete);
    let moves = move_string(&outcome.answers[0]);
    let score = check(board, &Claim { moves: moves.clone(), ..Claim::default() }).expect("the game is right");
    (score as u32, moves)
}

fn by_dfs(board: &Board) -> (u32, String) {
    let outcome = match board.directions() {
        Directions::Four => search(DfsTree::<4>::new(board), &settings(1, 1)),
        Directions::Eight => search(DfsTree::<8>::new(board), &settings(1, 1)),
    };
    best(board, &outcome)
}

fn by_enumeration(board: &Board, settings: &Settings) -> (u32, String) {
    best(board, &search(EnumerateTree::new(board).expect("it fits"), settings))
}

fn by_bounds(board: &Board, settings: &Settings) -> (u32, String) {
    best(board, &search(BoundedTree::<4, 4>::new(board).expect("it fits"), settings))
}

fn by_frontier(board: &Board) -> String {
    let frontier = Frontier::new(board).expect("it fits");
    let solved = Steps::unwatched(&Control::default(), |steps| frontier.solve(steps, None)).expect("nothing stops it");
    assert_eq!(play(board, &solved.moves).map(|game| game.score), Ok(solved.score));
    move_string(&solved.moves)
}

fn by_subproblems(board: &Board) -> String {
    let mut subproblems = Subproblems::new(board).expect("it fits");
    let solved = Steps::unwatched(&Control::default(), |steps| subproblems.solve(steps)).expect("nothing stops it");
    move_string(&solved.moves)
}

#[test]
fn the_papers_search_has_the_known_nodes() {
    for (side, values, seed, nodes, score) in [(10, 3, 1, 10_899_508, 89), (19, 7, 7, 21_304_001, 230)] {
        let board = board(side, side, values, seed);
        for (threads, branches) in [(1, 1), (2, 16)] {
            let outcome = search(DfsTree::<4>::new(&board), &settings(threads, branches));
            assert_eq!(outcome.tally.nodes, nodes);
            assert_eq!(best(&board, &outcome).0, score);
        }
    }
}

#[test]
fn known_optima_come_out_of_every_strategy() {
    for (rows, columns, values, seed, score) in [
        (10, 10, 3, 1, 89),
        (10, 10, 4, 1, 79),
        (10, 10, 4, 2, 83),
        (10, 10, 4, 3, 78),
        (4, 25, 9, 1, 46),
        (6, 6, 1, 1, 35),
    ] {
        let board = board(rows, columns, values, seed);
        // All but the first are told what to reach: the moves must be the same all the same.
        let told = Settings { least_score: Some(i64::from(score)), ..settings(2, 8) };
        let enumerated = by_enumeration(&board, &told);
        assert_eq!(enumerated.0, score, "{rows}x{columns} R{values} seed {seed}");
        assert_eq!(by_bounds(&board, &told), enumerated);
        if plug::suits(&board).is_ok() {
            assert_eq!(by_frontier(&board), enumerated.1);
        }
    }
    let board = board(19, 19, 7, 7);
    assert_eq!(by_enumeration(&board, &settings(2, 3)).0, 230);
}

#[test]
fn dynamic_programming_solves_what_the_papers_could_not_and_knows_its_limit() {
    let solve_board = |board: &Board, limits: &Limits| {
        let control = Control::new(limits);
        let mut subproblems = Subproblems::new(board).expect("it fits");
        let solved = Steps::unwatched(&control, |steps| subproblems.solve(steps).map_err(|_| steps.tally().nodes));
        solved.map_err(|nodes| (nodes, control.reason()))
    };
    let large = board(10, 10, 3, 1);
    let solved = solve_board(&large, &Limits::default()).unwrap();
    assert_eq!(play(&large, &solved.moves).unwrap().score, 89);
    assert!(solved.reused > solved.subproblems / 2);
    // Whatever the limit is, a board on which it takes tens of thousands of subproblems shows it.
    let smaller = board(9, 9, 3, 1);
    let solve = |limits: &Limits| solve_board(&smaller, limits);
    let solved = solve(&Limits::default()).unwrap();
    assert!(solved.subproblems > 10_000, "{}", solved.subproblems);
    let enough = Limits { nodes: Some(solved.subproblems), ..Limits::default() };
    assert_eq!(solve(&enough).as_ref(), Ok(&solved));
    for nodes in [0, 1, 1000, solved.subproblems - 1] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        assert_eq!(solve(&limits), Err((nodes, Some(StopReason::NodeLimit))));
    }
    let little = Limits { memory: Some(1 << 20), ..Limits::default() };
    assert!(matches!(solve(&little), Err((_, Some(StopReason::MemoryLimit)))));
    let no_time = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    assert_eq!(solve(&no_time), Err((0, Some(StopReason::TimeLimit))));
}

#[test]
fn boards_that_are_hardly_any() {
    for (text, score) in [("@", 0), ("3@3", 0), ("@11", 2), ("@\n1\n1", 2), ("@.1", 0), ("2@\n11", 2)] {
        let source = crate::diagnostics::Source::new("board", text);
        let board = super::input::parse(&source, super::input::Wishes::default()).unwrap();
        let expected = by_dfs(&board);
        assert_eq!(expected.0, score, "{text}");
        assert_eq!(by_enumeration(&board, &settings(2, 8)), expected, "{text}");
        assert_eq!(by_bounds(&board, &settings(1, 1)), expected, "{text}");
        assert_eq!(by_frontier(&board), expected.1, "{text}");
        assert_eq!(by_subproblems(&board), expected.1, "{text}");
    }
}

#[test]
fn all_games_are_counted() {
    // @1 over 11: around to the right or to the left.
    let board = Board::new(2, 2, vec![0, 1, 1, 1], 0).unwrap();
    let count = Settings { quest: Quest::Count, ..settings(1, 1) };
    assert_eq!(search(DfsTree::<4>::new(&board), &count).tally.answers, 2);
    let eight = board.with_directions(Directions::Eight);
    assert_eq!(search(DfsTree::<8>::new(&eight), &count).tally.answers, 6);
}

/// Any board that is searched in no time, with eaten cells here and there.
fn boards() -> impl Strategy<Value = Board> {
    (1usize..8, 1usize..8, 2u8..10, any::<u64>(), prop::collection::vec(0usize..49, 0..6)).prop_map(
        |(rows, columns, largest, seed, eaten)| {
            let board = board(rows, columns, largest, seed);
            let mut values = board.values().to_vec();
            for cell in eaten {
                values.get_mut(cell).into_iter().for_each(|value| *value = 0);
            }
            Board::new(rows, columns, values, board.target()).expect("it stays a board")
        },
    )
}

proptest! {
    #![proptest_config(crate::soak::laws(60))]

    #[test]
    fn all_strategies_find_the_same_game(board in boards(), threads in 1usize..4, branches in 1usize..20) {
        let expected = by_dfs(&board);
        let settings = settings(threads, branches);
        prop_assert_eq!(&by_enumeration(&board, &settings), &expected);
        prop_assert_eq!(&by_bounds(&board, &settings), &expected);
        prop_assert_eq!(&by_subproblems(&board), &expected.1);
        prop_assert_eq!(&by_frontier(&board), &expected.1);
    }

    /// The lines of a board lie one after the other, in as many blocks as they need: long and short ones alike.
    #[test]
    fn long_boards_are_enumerated_like_others(
        (short, long) in (1usize..4, 15usize..=31),
        is_tall in any::<bool>(),
        largest in 6u8..10,
        seed in any::<u64>(),
    ) {
        let (rows, columns) = if is_tall { (long, short) } else { (short, long) };
        let board = board(rows, columns, largest, seed);
        prop_assert_eq!(by_enumeration(&board, &settings(1, 1)), by_dfs(&board));
    }

    #[test]
    fn no_better_game_hides_from_eight_directions(
        board in boards().prop_filter("small", |board| board.cells() <= 20),
    ) {
        let eight = board.clone().with_directions(Directions::Eight);
        prop_assert!(by_dfs(&eight).0 >= by_dfs(&board).0);
    }
}

/// Boards that need the most blocks, with trees small enough to be searched: most cells are eaten.
#[test]
fn large_boards_are_enumerated_like_others() {
    for (side, seed) in [(24, 1), (25, 2), (26, 3), (28, 4), (31, 5), (31, 6)] {
        let full = board(side, side, 9, seed);
        let mut values = full.values().to_vec();
        // A pattern of holes that no line is free of.
        for (cell, value) in values.iter_mut().enumerate() {
            if (cell * 7 + cell / side * 3) % 5 < 2 {
                *value = 0;
            }
        }
        for seed in 0..20 {
            let target = (seed * 977 + 13) % values.len();
            let board = Board::new(side, side, values.clone(), target).expect("it is a board");
            assert_eq!(by_enumeration(&board, &settings(1, 1)), by_dfs(&board), "side {side}, target {target}");
        }
    }
}

/// A search that is cut off again and again, and resumed from what it left, finds what one run finds.
#[test]
fn pieces_of_a_search_add_up() {
    let board = board(19, 19, 7, 7);
    let whole = by_enumeration(&board, &settings(1, 1));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checkpoint");
    let fingerprint = crate::search::Fingerprint::of(&["test"]);
    let every = std::time::Duration::from_secs(60);
    let plan = crate::search::CheckpointPlan { file: file.clone(), every, fingerprint, only_unfinished: false };
    let cut = Settings { checkpoint: Some(plan), ..settings(2, 4) };
    for round in 0.. {
        let ledger = match round {
            0 => Ledger::new(Range::everything()),
            _ => crate::search::load_checkpoint(&file, fingerprint).unwrap(),
        };
        let tree = EnumerateTree::new(&board).unwrap();
        // Every other round runs freely for a moment, so that sweeps take part.
        let limits = match round % 2 {
            0 => Limits { nodes: Some(1_000_000), ..Limits::default() },
            _ => Limits { time: Some(std::time::Duration::from_millis(20)), ..Limits::default() },
        };
        let settings = Settings { control: Control::new(&limits), ..cut.clone() };
        let outcome = run(tree, &settings, ledger, &mut |_| ControlFlow::Continue(())).unwrap();
        if outcome.stop == StopReason::Complete {
            assert_eq!(best(&board, &outcome), whole);
            assert!(round > 0, "the search was cut at least once");
            break;
        }
    }
}

/// Boards of all shapes with eight directions: lines of every length lie in every place of a word.
#[test]
fn eight_directions_are_enumerated_as_the_papers_search_does() {
    for (rows, columns, values, seed) in [
        (6, 6, 5, 1),
        (7, 5, 4, 2),
        (1, 31, 3, 3),
        (31, 2, 6, 4),
        (5, 8, 9, 5),
        (12, 12, 9, 6),
        (15, 16, 9, 22),
        (9, 31, 9, 3),
    ] {
        let board = board(rows, columns, values, seed).with_directions(Directions::Eight);
        let tree = EnumerateTree::new(&board).expect("it fits");
        let limit = || Control::new(&Limits { nodes: Some(2_000_000), ..Limits::default() });
        let slowly = search(DfsTree::<8>::new(&board), &Settings { control: limit(), ..settings(1, 1) });
        let quickly = search(tree.clone(), &Settings { control: limit(), ..settings(1, 1) });
        assert_eq!((slowly.tally.nodes, &slowly.answers), (quickly.tally.nodes, &quickly.answers), "seed {seed}");
        if slowly.stop == StopReason::Complete {
            let swept = search(tree, &settings(2, 5));
            assert_eq!(swept.answers, slowly.answers, "seed {seed}");
            // Bounds may spare some nodes.
            assert!(swept.tally.nodes <= slowly.tally.nodes, "seed {seed}");
        }
    }
}
