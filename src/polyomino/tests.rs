//! Laws of polyomino puzzles, tried on random small ones: strategies, ids and the checker agree.

mod contract;
mod large;

use std::{
    collections::BTreeSet,
    ops::{ControlFlow, RangeInclusive},
};

use num_bigint::BigUint;
use proptest::{prelude::*, strategy::Strategy as _};

use super::{
    Arrangement, Compiled, Plan, Puzzle, Rules, Strategy, Wish,
    board::{Board, Point, Spot},
    check::{Claim, check},
    lattice::Lattice,
    puzzle::{Given, Piece},
};
use crate::search::{Ledger, Outcome, Quest, Range, Settings};

/// A stream of choices that shrink towards 0.
struct Choices(std::vec::IntoIter<u32>);

impl Choices {
    fn below(&mut self, end: usize) -> usize {
        self.0.next().unwrap_or(0) as usize % end.max(1)
    }
}

/// Cuts a board into pieces of up to five cells.
fn cut_up(board: Board, choices: &mut Choices, rules: Rules) -> Puzzle {
    cut_into(board, 1..=5, choices, rules)
}

/// Cuts a board into pieces by growing each from the first cell that is left.
fn cut_into(board: Board, sizes: RangeInclusive<usize>, choices: &mut Choices, rules: Rules) -> Puzzle {
    let (points, near) = (board.points(), board.neighbours());
    let mut owner: Vec<Option<usize>> = vec![None; points.len()];
    let mut pieces = Vec::new();
    while let Some(start) = owner.iter().position(Option::is_none) {
        let index = pieces.len();
        owner[start] = Some(index);
        let mut cells = vec![start];
        for _ in 1..sizes.start() + choices.below(sizes.end() - sizes.start() + 1) {
            let touches = |cell: &usize| near[*cell].iter().any(|other| cells.contains(other));
            let border: Vec<usize> = (0..points.len()).filter(|cell| owner[*cell].is_none()).filter(touches).collect();
            if border.is_empty() {
                break;
            }
            let next = border[choices.below(border.len())];
            owner[next] = Some(index);
            cells.push(next);
        }
        let letter = (b'A' + index as u8) as char;
        pieces.push(Piece { letter, cells: cells.iter().map(|cell| board.lattice().place(points[*cell])).collect() });
    }
    let mut given = Vec::new();
    if choices.below(3) == 0 {
        let piece = choices.below(pieces.len());
        let cells = (0..points.len()).filter(|cell| owner[*cell] == Some(piece)).collect();
        given.push(Given { piece, cells });
    }
    Puzzle { board, pieces, given, rules }
}

/// The same puzzle with two cells beside each other in place of each.
fn widened(puzzle: &Puzzle) -> Puzzle {
    let board = &puzzle.board;
    let spots: BTreeSet<_> = board.spots().iter().map(|spot| (spot.row, spot.column)).collect();
    let double = |point: &Point| [0, 1].map(|side| Point::new(2 * point.x + side, point.y, point.z));
    let widen = |piece: &Piece| Piece { letter: piece.letter, cells: piece.cells.iter().flat_map(double).collect() };
    Puzzle {
        board: Board::custom(board.height(), 2 * board.width(), 1, |spot| spots.contains(&(spot.row, spot.column / 2))),
        pieces: puzzle.pieces.iter().map(widen).collect(),
        given: Vec::new(),
        rules: puzzle.rules,
    }
}

/// Flat pieces for a pyramid, taken until its cells are used up.
fn pyramid_puzzle(base: usize, choices: &mut Choices) -> Puzzle {
    let board = Board::pyramid(base);
    let shapes: [&[(i32, i32)]; 5] = [
        &[(0, 0)],
        &[(0, 0), (1, 0)],
        &[(0, 0), (1, 0), (2, 0)],
        &[(0, 0), (1, 0), (0, 1)],
        &[(0, 0), (1, 0), (0, 1), (1, 1)],
    ];
    let mut left = board.cells();
    let mut pieces = Vec::new();
    while left > 0 {
        let shape = shapes[choices.below(5)];
        if shape.len() <= left {
            left -= shape.len();
            let letter = (b'a' + pieces.len() as u8) as char;
            pieces.push(Piece { letter, cells: shape.iter().map(|(x, y)| Point::new(*x, *y, 0)).collect() });
        } else {
            left -= 1;
            let letter = (b'a' + pieces.len() as u8) as char;
            pieces.push(Piece { letter, cells: vec![Point::new(0, 0, 0)] });
        }
    }
    Puzzle { board, pieces, given: Vec::new(), rules: Rules::default() }
}

fn has_copies(puzzle: &Puzzle) -> bool {
    puzzle.pieces.windows(2).any(|pair| pair[0].letter == pair[1].letter)
}

/// Makes copies of a piece, leaves cells empty, or adds pieces that are not needed.
fn loosen(mut puzzle: Puzzle, how: usize, choices: &mut Choices) -> Puzzle {
    let is_given = |puzzle: &Puzzle, piece: usize| puzzle.given.iter().any(|given| given.piece == piece);
    // Brute force has to go through all of it.
    let how = if puzzle.pieces.len() > 5 { 0 } else { how };
    match how {
        1 => puzzle.rules.interchangeable = true,
        2
            // A piece less, and as many cells that may stay empty; perhaps one more, which changes nothing.
            if puzzle.pieces.len() > 1 && !is_given(&puzzle, puzzle.pieces.len() - 1) => {
                let gone = puzzle.pieces.pop().unwrap();
                puzzle.rules.holes = gone.cells.len() + choices.below(2);
            }
        3 => {
            puzzle.rules.spare_pieces = true;
            puzzle.rules.holes = choices.below(3);
            let copy = puzzle.pieces[choices.below(puzzle.pieces.len())].cells.clone();
            puzzle.pieces.push(Piece { letter: 'z', cells: copy });
        }
        4 => {
            // Copies of one piece take the place of the next.
            let first = choices.below(puzzle.pieces.len().saturating_sub(1));
            if puzzle.pieces.len() > 1 && !is_given(&puzzle, first) && !is_given(&puzzle, first + 1) {
                let size = puzzle.pieces[first].cells.len();
                let gone = puzzle.pieces[first + 1].cells.len();
                puzzle.pieces[first + 1] = puzzle.pieces[first].clone();
                puzzle.rules.holes = gone.saturating_sub(size);
                puzzle.rules.spare_pieces = size > gone;
            }
        }
        _ => {}
    }
    puzzle
}

/// Small puzzles of every kind. Most have solutions.
pub(super) fn puzzles() -> impl proptest::strategy::Strategy<Value = Puzzle> {
    (0usize..10, any::<[bool; 2]>(), 0usize..6, prop::collection::vec(any::<u32>(), 60)).prop_map(
        |(kind, [rotate, mirror], loosened, choices)| {
            let mut choices = Choices(choices.into_iter());
            let rules = Rules { rotate, mirror, ..Rules::default() };
            let puzzle = match kind {
                0 => cut_up(Board::full(3, 4, 1), &mut choices, rules),
                1 => cut_up(Board::full(2, 2, 3), &mut choices, rules),
                2 => {
                    let holes: BTreeSet<usize> = (0..3).map(|_| choices.below(15)).collect();
                    let board = Board::custom(3, 5, 1, |spot| !holes.contains(&(spot.row * 5 + spot.column)));
                    cut_up(board, &mut choices, rules)
                }
                3 => cut_up(Board::full(1, 9, 1), &mut choices, rules),
                4 => pyramid_puzzle(2, &mut choices),
                5 => cut_up(Board::parallelogram(Lattice::Triangles, 2, 3), &mut choices, rules),
                6 => cut_up(Board::parallelogram(Lattice::Hexagons, 3, 4), &mut choices, rules),
                7 | 8 => {
                    let lattice = if kind == 7 { Lattice::Triangles } else { Lattice::Hexagons };
                    let (side, holes) = (choices.below(2), [choices.below(28), choices.below(28)]);
                    let is_cell = |spot: Spot| {
                        let is_place = lattice == Lattice::Triangles || (spot.row + spot.column) % 2 == side;
                        is_place && !holes.contains(&(spot.row * 7 + spot.column))
                    };
                    let rows = if kind == 7 { 2 } else { 3 };
                    cut_up(Board::drawn(lattice, [rows, 7, 1], is_cell), &mut choices, rules)
                }
                _ => cut_up(Board::full(4, 3, 1), &mut choices, Rules::default()),
            };
            loosen(puzzle, loosened, &mut choices)
        },
    )
}

fn solve(compiled: &Compiled, strategy: Strategy, settings: &Settings) -> Outcome<Arrangement> {
    search(compiled, strategy, settings, Range::everything())
}

/// Searches with a strategy, or with what takes its place where it does not apply.
fn search(compiled: &Compiled, strategy: Strategy, settings: &Settings, range: Range) -> Outcome<Arrangement> {
    let plan = plan(compiled, Some(strategy), settings).unwrap_or_else(|| plan(compiled, None, settings).unwrap());
    plan.search(compiled, settings, Ledger::new(range), &mut |_| ControlFlow::Continue(())).unwrap()
}

/// A plan for a strategy; `None` where it does not apply.
fn plan(compiled: &Compiled, strategy: Option<Strategy>, settings: &Settings) -> Option<Plan> {
    let wish = Wish { strategy, ..Wish::default() };
    Plan::new(compiled, wish, settings).ok().map(|(plan, _)| plan)
}

/// The strategies that find all solutions.
fn exhaustive() -> impl Iterator<Item = Strategy> {
    Strategy::ALL.into_iter().filter(|strategy| strategy.can(Quest::Count))
}

fn all() -> Settings {
    Settings::new(Quest::Lowest(u64::MAX))
}

fn ids(compiled: &Compiled, answers: &[Arrangement]) -> BTreeSet<BigUint> {
    answers.iter().map(|answer| answer.placement_id(compiled)).collect()
}

proptest! {
    #![proptest_config(crate::soak::laws(80))]

    #[test]
    fn strategies_agree(puzzle in puzzles()) {
        let compiled = Compiled::new(puzzle);
        let brute = solve(&compiled, Strategy::Brute, &all());
        prop_assert!(compiled.impossibility().is_none() || brute.answers.is_empty());
        for strategy in exhaustive() {
            let other = solve(&compiled, strategy, &all());
            prop_assert_eq!(brute.answers.len(), other.answers.len(), "{:?}", strategy);
            prop_assert_eq!(ids(&compiled, &brute.answers), ids(&compiled, &other.answers), "{:?}", strategy);
            let count = solve(&compiled, strategy, &Settings::new(Quest::Count));
            prop_assert_eq!(count.tally.answers, brute.answers.len() as u64, "{:?}", strategy);
            // Solutions have numbers in the graph of a flat board, in the order in which they are listed.
            if let Some(graph) = plan(&compiled, Some(strategy), &all()).as_ref().and_then(Plan::graph) {
                let numbered: Vec<_> = (0..graph.count()).map(|number| graph.solution(number).unwrap()).collect();
                prop_assert_eq!(&numbered, &other.answers);
                prop_assert_eq!(graph.solution(graph.count()), None);
            }
        }
        let one = solve(&compiled, Strategy::Portfolio, &Settings::new(Quest::Lowest(1))).answers;
        prop_assert_eq!(one.is_empty(), brute.answers.is_empty());
        prop_assert!(one.iter().all(|answer| brute.answers.contains(answer)));
        let only_number = Wish { only_number: true, ..Wish::default() };
        let (counted, _) = Plan::new(&compiled, only_number, &Settings::new(Quest::Count)).unwrap();
        if let Some(counted) = counted.counted() {
            prop_assert_eq!(&counted.solutions, &BigUint::from(brute.answers.len()));
        }
        let rules = compiled.puzzle.rules;
        let is_loosened = rules.holes > 0 || rules.spare_pieces || has_copies(&compiled.puzzle);
        if compiled.puzzle.board.lattice() != Lattice::Balls && rules.rotate && !is_loosened {
            prop_assert!(!brute.answers.is_empty(), "a board that was cut up can be put together");
        }
    }

    // Every empty part of such a board has an even area, and most parts are too large to be measured.
    #[test]
    fn attempts_find_what_was_cut_up(
        holes in prop::collection::btree_set(0usize..24, 0..8),
        choices in prop::collection::vec(any::<u32>(), 60),
        mirror in any::<bool>(),
    ) {
        let board = Board::custom(4, 6, 1, |spot| !holes.contains(&(spot.row * 6 + spot.column)));
        let rules = Rules { rotate: false, mirror, ..Rules::default() };
        let compiled = Compiled::new(widened(&cut_up(board, &mut Choices(choices.into_iter()), rules)));
        prop_assert_eq!(solve(&compiled, Strategy::Portfolio, &Settings::new(Quest::Lowest(1))).answers.len(), 1);
    }

    #[test]
    fn brute_finds_placement_ids_in_order(puzzle in puzzles()) {
        let compiled = Compiled::new(puzzle);
        let found: Vec<_> = solve(&compiled, Strategy::Brute, &all()).answers.iter().map(|answer| answer.placement_id(&compiled)).collect();
        prop_assert!(found.is_sorted());
        // A range of placement ids holds just the solutions with those ids.
        if let Some(middle) = found.get(found.len() / 2) {
            let path = Strategy::Brute.path_of_placement_id(middle, &compiled).unwrap();
            let rest = search(&compiled, Strategy::Brute, &all(), Range { from: path, to: None });
            let rest: Vec<_> = rest.answers.iter().map(|answer| answer.placement_id(&compiled)).collect();
            prop_assert_eq!(&rest, &found[found.len() / 2..]);
        }
    }

    #[test]
    fn every_solution_passes_the_checker(puzzle in puzzles()) {
        let compiled = Compiled::new(puzzle);
        for answer in solve(&compiled, Strategy::Cover, &Settings::new(Quest::Lowest(20))).answers {
            let id = answer.placement_id(&compiled);
            let claim = Claim { grid: answer.grid(&compiled), placement_ids: vec![id.to_string()], ..Claim::default() };
            prop_assert_eq!(check(&compiled.puzzle, &claim), Ok(()));
            prop_assert_eq!(Arrangement::from_placement_id(&id, &compiled), Some(answer));
        }
    }

    #[test]
    fn ids_and_arrangements_are_the_same_thing(puzzle in puzzles(), seed in any::<[u8; 24]>()) {
        let compiled = Compiled::new(puzzle);
        let id = BigUint::from_bytes_be(&seed) % compiled.id_space();
        let arrangement = Arrangement::from_placement_id(&id, &compiled).unwrap();
        prop_assert_eq!(arrangement.placement_id(&compiled), id);
        prop_assert_eq!(Arrangement::from_placement_id(&compiled.id_space(), &compiled), None);
    }

    #[test]
    fn settings_do_not_change_answers(puzzle in puzzles(), threads in 1usize..4, branches in 1usize..30, poll_every in 1u64..20, wanted in 1u64..9) {
        let compiled = Compiled::new(puzzle);
        for strategy in Strategy::ALL {
            let wanted = if strategy == Strategy::Portfolio { 1 } else { wanted };
            let plain = solve(&compiled, strategy, &Settings::new(Quest::Lowest(wanted)));
            let other = Settings { threads, branches, poll_every, ..Settings::new(Quest::Lowest(wanted)) };
            let other = solve(&compiled, strategy, &other);
            prop_assert_eq!(&plain.answers, &other.answers);
            prop_assert_eq!(plain.tally, other.tally);
        }
    }
}

#[test]
fn known_placement_counts() {
    let source = |name: &str| {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/polyomino").join(name);
        crate::diagnostics::Source::read(&file).unwrap()
    };
    let total = |name: &str| {
        let puzzle = super::input::parse(&source(name), Rules::default()).unwrap();
        Compiled::new(puzzle).pieces.iter().map(|piece| piece.placements.len()).sum::<usize>()
    };
    assert_eq!(total("iq-puzzler-pro-5x11.txt"), 2140);
    assert_eq!(total("iq-puzzler-pro-pyramid.txt"), 2004);
    assert_eq!(total("kanoodle-5x11.txt"), 1789);
    assert_eq!(total("kanoodle-pyramid.txt"), 1646);
}

/// A search's node count is its signature: a change in how it searches shows up here at once.
#[test]
fn node_counts_are_as_they_were() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/polyomino/paper-5x5.txt");
    let source = crate::diagnostics::Source::read(&file).unwrap();
    let compiled = Compiled::new(super::input::parse(&source, Rules::default()).unwrap());
    let tally = |strategy| solve(&compiled, strategy, &Settings::new(Quest::Count)).tally;
    assert_eq!([tally(Strategy::Brute).nodes, tally(Strategy::Brute).cases], [7_765_949, 667_143_104]);
    assert_eq!([tally(Strategy::Cover).nodes, tally(Strategy::Cover).cases], [343_885, 3_938_657]);
}
