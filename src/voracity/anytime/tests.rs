use proptest::prelude::*;

use super::*;
use crate::{
    search::{
        Limits, Steps, StopReason,
        contract::{keep, trials},
    },
    voracity::{
        Directions,
        check::{Claim, check},
        dfs::DfsTree,
        generate,
        moves::move_string,
        plug::Frontier,
    },
};

fn with_nodes(nodes: u64, threads: usize) -> Settings {
    Settings { time: None, nodes: Some(nodes), threads, seed: 1, has_proofs: true }
}

fn searched_under(board: &Board, settings: &Settings, control: &Control) -> Found {
    let found = search(board, settings, control, &mut |_| ()).unwrap();
    // The checker insists that the game is over.
    let claim = Claim { moves: move_string(&found.moves), ..Claim::default() };
    assert_eq!(check(board, &claim), Ok(found.score as usize));
    assert!(found.score <= found.bound);
    assert!(settings.nodes.is_none_or(|nodes| found.nodes <= nodes), "{} nodes", found.nodes);
    found
}

fn searched(board: &Board, settings: &Settings) -> Found {
    searched_under(board, settings, &Control::default())
}

#[test]
fn bounds_are_not_below_known_optima() {
    for (rows, columns, largest, seed, optimum) in [
        (10, 10, 3, 1, 89),
        (10, 10, 3, 4, 90),
        (12, 12, 3, 2, 135),
        (15, 15, 5, 2, 171),
        (19, 19, 7, 7, 230),
        (22, 22, 8, 3, 307),
        (4, 25, 9, 1, 46),
        (30, 8, 5, 2, 212),
    ] {
        let board = generate(rows, columns, largest, seed).unwrap();
        assert!(upper_bound(&board) >= optimum, "{rows}x{columns} R{largest} seed {seed}");
    }
}

#[test]
fn comes_close_to_known_optima() {
    let optima = [(2, 171), (5, 161), (10, 165)];
    let score = |seed| searched(&generate(15, 15, 5, seed).unwrap(), &with_nodes(1_000_000, 2)).score;
    let scores: Vec<(u32, u32)> = optima.iter().map(|&(seed, optimum)| (score(seed), optimum)).collect();
    assert!(scores.iter().all(|(score, optimum)| score <= optimum), "{scores:?}");
    let share = scores.iter().map(|&(score, optimum)| f64::from(score) / f64::from(optimum)).sum::<f64>() / 3.0;
    assert!(share > 0.97, "{scores:?}");
}

#[test]
fn the_same_nodes_give_the_same_path_with_any_number_of_threads() {
    let board = generate(12, 17, 6, 3).unwrap().with_directions(Directions::Eight);
    let alone = searched(&board, &with_nodes(100_000, 1));
    for threads in [2, 3, 5] {
        assert_eq!(searched(&board, &with_nodes(100_000, threads)), alone);
    }
    assert!(alone.score * 3 > 2 * 12 * 17, "{}", alone.score);
}

#[test]
fn boards_with_strands_are_searched_in_the_same_way_with_any_number_of_threads() {
    let board = generate(22, 40, 9, 3).unwrap().with_directions(Directions::Eight);
    let alone = searched(&board, &with_nodes(60_000, 1));
    assert_eq!(searched(&board, &with_nodes(60_000, 3)), alone);
    assert!(alone.score * 10 > 6 * 22 * 40, "{}", alone.score);
}

#[test]
fn limits_of_nodes_are_kept_however_small_they_are() {
    let board = generate(14, 14, 5, 9).unwrap();
    for nodes in [0, 1, 3, 7, 50, 333, 1000, 4567, 20_000] {
        let alone = searched(&board, &with_nodes(nodes, 1));
        assert!(alone.score > 0, "{nodes}");
        assert_eq!(searched(&board, &with_nodes(nodes, 3)), alone);
    }
}

#[test]
fn every_report_is_as_good_as_the_one_before() {
    let board = generate(20, 20, 7, 1).unwrap();
    let mut standings = Vec::new();
    let settings = with_nodes(200_000, 2);
    let found = search(&board, &settings, &Control::default(), &mut |standing| standings.push(*standing)).unwrap();
    assert!(standings.is_sorted_by(|a, b| a.score <= b.score && a.nodes <= b.nodes && a.share <= b.share));
    assert_eq!(standings.last().map(|last| (last.score, last.nodes)), Some((found.score, found.nodes)));
}

#[test]
fn time_limits_hold_on_large_boards() {
    let board = generate(400, 400, 9, 1).unwrap().with_directions(Directions::Eight);
    let limits = Limits { time: Some(Duration::from_millis(500)), ..Limits::default() };
    let control = Control::new(&limits);
    let found = searched_under(
        &board,
        &Settings { time: limits.time, nodes: None, threads: 2, seed: 1, has_proofs: true },
        &control,
    );
    assert!(control.elapsed() < Duration::from_secs(5));
    assert!(found.score > 100, "however slow the machine is: {}", found.score);
}

#[test]
fn tables_are_the_moves_of_the_board() {
    let mut board = generate(9, 13, 7, 5).unwrap().with_directions(Directions::Eight);
    board = board.with_target(40).unwrap();
    let terrain = Terrain::new(&board, &Control::default()).unwrap();
    for cell in 0..board.cells() {
        for (index, &direction) in terrain.directions.iter().enumerate() {
            let length = terrain.lengths[cell][index];
            let arc = (length > 0).then_some((terrain.ends[cell][index] as usize, length));
            assert_eq!(arc, board.arc(cell, direction));
        }
    }
}

#[test]
fn nothing_to_do() {
    let alone = Board::new(1, 1, vec![0], 0).unwrap();
    assert!(searched(&alone, &with_nodes(1000, 1)).is_optimal());
    let stuck = Board::new(2, 2, vec![0, 9, 9, 9], 0).unwrap();
    assert_eq!(searched(&stuck, &with_nodes(1000, 1)), Found { score: 0, moves: vec![], bound: 0, nodes: 0 });
}

#[test]
fn a_search_that_is_stopped_before_it_begins_has_a_game() {
    for directions in [Directions::Four, Directions::Eight] {
        let board = generate(50, 50, 5, 1).unwrap().with_directions(directions);
        let control = Control::default();
        control.stop(StopReason::Interrupted);
        let settings = Settings { time: None, nodes: None, threads: 2, seed: 1, has_proofs: true };
        assert!(searched_under(&board, &settings, &control).score > 0);
    }
}

/// The attempts at a board that a limit of nodes allows, if there is anything to attempt.
fn attempts(board: &Board, nodes: u64) -> Option<Attempts> {
    match Undertaking::new(board, &with_nodes(nodes, 1), &Control::default()) {
        Undertaking::Attempts(attempts) => Some(attempts),
        Undertaking::Done(_) => None,
    }
}

#[test]
fn what_can_be_searched_to_its_end_is_proved() {
    let minutes = Some(Duration::from_secs(200));
    let boards = [(15, 15, 5, 2, 171, &[2][..]), (10, 10, 3, 1, 89, &[1, 2]), (4, 25, 9, 1, 46, &[1, 2])];
    for (rows, columns, largest, seed, optimum, threads) in boards {
        let board = generate(rows, columns, largest, seed).unwrap();
        for &threads in threads {
            let settings = Settings { time: minutes, nodes: None, threads, seed: 1, has_proofs: true };
            let found = searched(&board, &settings);
            assert_eq!((found.score, found.bound), (optimum, optimum), "{rows}x{columns} R{largest} seed {seed}");
        }
    }
}

#[test]
fn attempts_are_made_in_any_order_and_none_twice() {
    let board = generate(12, 12, 5, 4).unwrap();
    let tree = attempts(&board, 4_000).unwrap();
    let whole =
        search::run(tree.clone(), &search::Settings::new(Quest::Best), Ledger::new(Range::everything()), &mut |_| {
            ControlFlow::Continue(())
        });
    let whole = whole.unwrap();
    // The later half of the attempts, then the earlier one.
    let mut parts = ["/1/1..", "../1/1"].map(|range| {
        let ledger = Ledger::new(range.parse().unwrap());
        let settings = search::Settings { threads: 2, branches: 5, ..search::Settings::new(Quest::Best) };
        search::run(tree.clone(), &settings, ledger, &mut |_| ControlFlow::Continue(())).unwrap()
    });
    let score = |outcome: &Outcome<Attempted>| crate::voracity::play(&board, &outcome.answers[0].moves).unwrap().score;
    parts.sort_by_key(score);
    assert_eq!(score(&parts[1]), score(&whole));
    assert_eq!(parts[0].tally.nodes + parts[1].tally.nodes, whole.tally.nodes);
}

fn narrow_board() -> impl Strategy<Value = Board> {
    boards_up_to(6)
}

fn boards_up_to(side: usize) -> impl Strategy<Value = Board> {
    (1..=side, 1..=side, 1..=6u8).prop_flat_map(|(rows, columns, largest)| {
        let cells = rows * columns;
        let value = prop_oneof![9 => 1..=largest, 1 => Just(0)];
        (proptest::collection::vec(value, cells), 0..cells)
            .prop_map(move |(values, target)| Board::new(rows, columns, values, target).expect("a board"))
    })
}

proptest! {
    #![proptest_config(crate::soak::laws(25))]

    #[test]
    fn attempts_keep_the_contract(board in narrow_board(), nodes in 0u64..800, trial in trials()) {
        let Some(attempts) = attempts(&board, nodes) else { return Ok(()) };
        keep(&attempts, &trial)?;
    }
}

proptest! {
    #![proptest_config(crate::soak::laws(200))]

    #[test]
    fn the_optimum_is_between_what_is_found_and_the_bound(board in narrow_board()) {
        let frontier = Frontier::new(&board).unwrap();
        let optimum = Steps::unwatched(&Control::default(), |steps| frontier.solve(steps, None)).unwrap().score;
        let found = searched(&board, &with_nodes(4_000, 1));
        prop_assert!(found.score <= optimum);
        prop_assert!(optimum <= found.bound);
    }

    /// The boards are so small that all games can be tried: with eight directions there are billions on somewhat larger
    /// ones.
    #[test]
    fn a_proof_is_right(board in boards_up_to(4), eight in any::<bool>(), threads in 1usize..3) {
        let board = if eight { board.with_directions(Directions::Eight) } else { board };
        let settings = Settings { time: Some(Duration::from_secs(20)), nodes: None, threads, seed: 1, has_proofs: true };
        let found = searched(&board, &settings);
        let quest = search::Settings::new(Quest::Best);
        let ledger = || Ledger::new(Range::everything());
        let exact = match eight {
            true => search::run(DfsTree::<8>::new(&board), &quest, ledger(), &mut |_| ControlFlow::Continue(())),
            false => search::run(DfsTree::<4>::new(&board), &quest, ledger(), &mut |_| ControlFlow::Continue(())),
        };
        let optimum = crate::voracity::play(&board, &exact.unwrap().answers[0]).unwrap().score;
        prop_assert_eq!((found.score, found.bound), (optimum, optimum));
    }

    #[test]
    fn paths_with_eight_directions_can_be_played(board in narrow_board()) {
        let board = board.with_directions(Directions::Eight);
        searched(&board, &with_nodes(1_000, 2));
    }
}
