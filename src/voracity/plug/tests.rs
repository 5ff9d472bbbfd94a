use std::sync::atomic::AtomicBool;

use proptest::prelude::*;

use super::*;
use crate::voracity::{generate, play};

fn solved(board: &Board) -> Solution {
    solve(board, &Resources::default()).expect("a narrow board")
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
    assert_eq!(solve(&wide, &Resources::default()), Err(Failure::TooWide(9)));
    let greed = generate(5, 5, 3, 1).unwrap().with_directions(Directions::Eight);
    assert_eq!(solve(&greed, &Resources::default()), Err(Failure::EightDirections));
    let board = generate(20, 6, 4, 1).unwrap();
    let little = Resources { memory: Some(10_000), stop: None };
    assert_eq!(solve(&board, &little), Err(Failure::DoesNotFit { limit: 10_000 }));
    let stop = AtomicBool::new(true);
    assert_eq!(solve(&board, &Resources { memory: None, stop: Some(&stop) }), Err(Failure::Stopped));
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
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn is_the_first_optimal_path_of_all_paths(board in small_board()) {
        let (score, moves) = by_all_paths(&board);
        let solution = solved(&board);
        prop_assert_eq!(solution.score, score);
        prop_assert_eq!(solution.moves, moves);
    }
}
