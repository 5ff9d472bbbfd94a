use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::{
    search::{CheckpointPlan, Control, Fingerprint, Limits, StopReason},
    voracity::{generate, play},
};

fn solve(board: &Board, control: &Control, keeper: Option<&mut Keeper>) -> (Result<Solution, Stopped>, u64) {
    let frontier = Frontier::new(board).expect("a narrow board");
    Steps::unwatched(control, |steps| (frontier.solve(steps, keeper), steps.tally().nodes))
}

fn solved(board: &Board) -> Solution {
    let (solution, nodes) = solve(board, &Control::default(), None);
    let solution = solution.expect("nothing stops it");
    assert_eq!(nodes, solution.profiles);
    solution
}

/// The optimum and the first move string that reaches it, by trying all paths.
fn by_all_paths(board: &Board) -> (u32, Vec<Direction>) {
    fn go_on(
        board: &Board,
        at: usize,
        covered: &mut [bool],
        score: u32,
        moves: &mut Vec<Direction>,
        best: &mut (u32, Vec<Direction>),
    ) {
        if score > best.0 {
            *best = (score, moves.clone());
        }
        for direction in Direction::FOUR {
            let Some((end, length)) = board.arc(at, direction) else { continue };
            let passed: Vec<usize> = (1..=usize::from(length))
                .map(|distance| board.cell_at_distance(at, direction, distance).expect("an arc is on the board"))
                .collect();
            if passed.iter().any(|&cell| covered[cell]) {
                continue;
            }
            passed.iter().for_each(|&cell| covered[cell] = true);
            moves.push(direction);
            go_on(board, end, covered, score + u32::from(length), moves, best);
            moves.pop();
            passed.iter().for_each(|&cell| covered[cell] = false);
        }
    }
    let mut best = (0, Vec::new());
    go_on(board, board.target(), &mut vec![false; board.cells()], 0, &mut Vec::new(), &mut best);
    best
}

#[test]
fn known_optima() {
    for (rows, columns, largest, seed, optimum) in
        [(6, 6, 1, 1, 35), (4, 25, 9, 1, 46), (40, 6, 5, 1, 209), (30, 8, 5, 2, 212)]
    {
        let board = generate(rows, columns, largest, seed).unwrap();
        let solution = solved(&board);
        assert_eq!(solution.score, optimum, "{rows}x{columns} R{largest} seed {seed}");
        assert_eq!(play(&board, &solution.moves).unwrap().score, optimum);
    }
}

#[test]
fn degenerate_boards() {
    let lone = Board::new(1, 1, vec![5], 0).unwrap();
    assert_eq!(solved(&lone), Solution { score: 0, moves: vec![], profiles: 2 });
    let row = Board::new(1, 7, vec![1, 1, 0, 2, 1, 1, 1], 2).unwrap();
    assert_eq!(solved(&row).score, 4);
    let stuck = Board::new(2, 2, vec![0, 9, 9, 9], 0).unwrap();
    assert_eq!(solved(&stuck).moves, []);
    let ones = Board::new(8, 8, vec![1; 64], 0).unwrap();
    assert_eq!(solved(&ones).score, 63);
    let odd_colour = Board::new(5, 5, vec![1; 25], 1).unwrap();
    assert_eq!(solved(&odd_colour).score, 23, "the lesser colour of an odd board cannot reach every cell");
}

#[test]
fn refuses_what_it_cannot_do() {
    let wide = generate(9, 9, 3, 1).unwrap();
    assert_eq!(Frontier::new(&wide).err(), Some(Unsuitable::TooWide(9)));
    let greed = generate(5, 5, 3, 1).unwrap().with_directions(Directions::Eight);
    assert_eq!(Frontier::new(&greed).err(), Some(Unsuitable::EightDirections));
}

#[test]
fn limits_end_the_sweep() {
    let board = generate(20, 6, 4, 1).unwrap();
    let profiles = solved(&board).profiles;
    for (nodes, is_enough) in [(0, false), (1, false), (profiles / 2, false), (profiles - 1, false), (profiles, true)] {
        let control = Control::new(&Limits { nodes: Some(nodes), ..Limits::default() });
        let (solution, spent) = solve(&board, &control, None);
        assert_eq!(solution.is_ok(), is_enough, "{nodes} of {profiles}");
        assert!(spent <= nodes);
        assert_eq!(control.reason(), (!is_enough).then_some(StopReason::NodeLimit));
    }
    for (limits, reason) in [
        (Limits { time: Some(Duration::ZERO), ..Limits::default() }, StopReason::TimeLimit),
        (Limits { memory: Some(10_000), ..Limits::default() }, StopReason::MemoryLimit),
    ] {
        let control = Control::new(&limits);
        assert_eq!(solve(&board, &control, None), (Err(Stopped), 0));
        assert_eq!(control.reason(), Some(reason));
    }
}

/// A sweep that is stopped again and again, and goes on from the layers it has kept, ends as one that is not.
#[test]
fn a_sweep_goes_on_from_what_is_kept() {
    let board = generate(20, 6, 4, 1).unwrap();
    let whole = solved(&board);
    let folder = tempfile::tempdir().unwrap();
    let fingerprint = Fingerprint::of(&["a sweep"]);
    for every in [Duration::ZERO, Duration::from_secs(60)] {
        let plan = CheckpointPlan {
            file: folder.path().join(format!("{every:?}")),
            every,
            fingerprint,
            only_unfinished: false,
        };
        let mut stops = 0;
        loop {
            let mut keeper = Keeper::new(&plan, stops > 0).unwrap();
            let control = Control::new(&Limits { nodes: Some(whole.profiles / 5), ..Limits::default() });
            let (solution, nodes) = solve(&board, &control, Some(&mut keeper));
            keeper.finish().unwrap();
            if let Ok(solution) = solution {
                assert_eq!((&solution, nodes), (&whole, whole.profiles));
                break;
            }
            stops += 1;
            assert!(stops < 20, "every run gets further");
        }
        assert!(stops >= 4);
        // A sweep that is done is not done again.
        let control = Control::new(&Limits { nodes: Some(0), ..Limits::default() });
        let mut keeper = Keeper::new(&plan, true).unwrap();
        assert_eq!(solve(&board, &control, Some(&mut keeper)), (Ok(whole.clone()), whole.profiles));
    }
}

#[test]
fn a_journal_that_was_cut_short_anywhere_is_as_good() {
    let board = generate(6, 4, 3, 1).unwrap();
    let whole = solved(&board);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    let plan = CheckpointPlan {
        file: file.clone(),
        every: Duration::ZERO,
        fingerprint: Fingerprint::of(&["a sweep"]),
        only_unfinished: false,
    };
    let mut keeper = Keeper::new(&plan, false).unwrap();
    solve(&board, &Control::default(), Some(&mut keeper)).0.unwrap();
    drop(keeper);
    let bytes = std::fs::read(&file).unwrap();
    let header = bytes.len() - bytes.len() * 9 / 10;
    for length in (header..bytes.len()).step_by(7) {
        std::fs::write(&file, &bytes[..length]).unwrap();
        let mut keeper = Keeper::new(&plan, true).unwrap();
        let (solution, nodes) = solve(&board, &Control::default(), Some(&mut keeper));
        assert_eq!((solution.as_ref(), nodes), (Ok(&whole), whole.profiles), "cut to {length} bytes");
        keeper.finish().unwrap();
    }
}

fn small_board() -> impl Strategy<Value = Board> {
    let sides =
        prop_oneof![Just((1, 9)), Just((2, 6)), Just((3, 5)), Just((4, 4)), Just((5, 4)), Just((7, 3)), Just((5, 5))];
    (sides, 1..=5u8).prop_flat_map(|((rows, columns), largest)| {
        let cells = rows * columns;
        // A cell in ten is covered from the start, as on a board of a game that was left.
        let value = prop_oneof![9 => 1..=largest, 1 => Just(0)];
        (proptest::collection::vec(value, cells), 0..cells)
            .prop_map(move |(values, target)| Board::new(rows, columns, values, target).expect("a board"))
    })
}

proptest! {
    #![proptest_config(crate::soak::laws(400))]

    #[test]
    fn is_the_first_optimal_path_of_all_paths(board in small_board()) {
        let (score, moves) = by_all_paths(&board);
        let solution = solved(&board);
        prop_assert_eq!(solution.score, score);
        prop_assert_eq!(solution.moves, moves);
    }
}
