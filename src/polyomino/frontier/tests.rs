//! Counts by windows against searches that have nothing in common with them.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
    sync::Arc,
};

use num_bigint::BigUint;
use proptest::{prelude::*, strategy::Strategy as _};

use crate::search::{Control, Ledger, Limits, Quest, Range, Settings, StopReason, run};

use super::{
    super::{
        Arrangement, Compiled, Plan, Puzzle, Rules, Strategy, Wish,
        board::{Board, Point},
        puzzle::{Given, Piece},
    },
    count::{count, count_cut},
    ends::Cut,
    *,
};

const PLENTY: Allowance = Allowance { threads: 1, bytes: 1 << 30, windows: 1 << 22 };

/// Puzzles with more nodes than this are not searched: some that are cut up at random have billions.
const MOST_NODES: u64 = 5_000_000;

/// Counts with a search that fills the first empty cell; `None` if that would take too long.
fn searched(compiled: &Compiled) -> Option<BigUint> {
    let control = Control::new(&Limits { nodes: Some(MOST_NODES), ..Limits::default() });
    let settings = Settings { control, ..Settings::new(Quest::Count) };
    let wish = Wish { strategy: Some(Strategy::Cover), ..Wish::default() };
    let (plan, _) = Plan::new(compiled, wish, &settings).unwrap();
    let everything = Ledger::new(Range::everything());
    let outcome = plan.search(compiled, &settings, everything, &mut |_| ControlFlow::Continue(())).unwrap();
    (outcome.stop == StopReason::Complete).then(|| BigUint::from(outcome.tally.answers))
}

/// Cuts a board into pieces by growing each from the first cell that is left; some of them have copies, lie already,
/// or are missing.
fn cut_up(board: Board, sizes: &[u8], ways: &[u32], rules: Rules, given: usize) -> Puzzle {
    let points: Vec<Point> = board.spots().iter().map(|spot| board.point(*spot)).collect();
    let mut owner: Vec<Option<usize>> = vec![None; points.len()];
    let (mut pieces, mut placed) = (Vec::new(), Vec::new());
    let mut choices = ways.iter().cycle();
    while let Some(start) = owner.iter().position(Option::is_none) {
        let index = pieces.len();
        owner[start] = Some(index);
        let mut cells = vec![start];
        while cells.len() < usize::from(sizes[index % sizes.len()]) {
            let touches = |cell: &usize| {
                cells.iter().any(|other| {
                    let way = points[*cell].minus(points[*other]);
                    way.x.abs() + way.y.abs() + way.z.abs() == 1
                })
            };
            let border: Vec<usize> = (0..points.len()).filter(|cell| owner[*cell].is_none()).filter(touches).collect();
            if border.is_empty() {
                break;
            }
            let next = border[*choices.next().unwrap() as usize % border.len()];
            owner[next] = Some(index);
            cells.push(next);
        }
        cells.sort_unstable();
        let letter = char::from_u32(0x100 + index as u32).unwrap();
        pieces.push(Piece { letter, cells: cells.iter().map(|cell| points[*cell]).collect() });
        placed.push(cells);
    }
    let given = (0..pieces.len().min(given)).map(|piece| Given { piece, cells: placed[piece].clone() }).collect();
    Puzzle { board, pieces, given, rules }
}

/// The number of solutions by every cut is the same, and the one way of counting that goes only forwards is among them.
fn all_cuts(compiled: &Compiled) -> BTreeSet<BigUint> {
    let layers = compiled.given_cells().count_zeros();
    let cuts = (1..=layers.max(1)).map(Cut::Before);
    cuts.map(|cut| count_cut(compiled, PLENTY, &Control::default(), cut).unwrap().solutions).collect()
}

fn boards() -> impl proptest::strategy::Strategy<Value = (Board, usize)> {
    let holes = prop::collection::btree_set(0usize..30, 0..6);
    prop_oneof![
        (1usize..5, 1usize..8).prop_map(|(height, width)| (Board::full(height, width, 1), 4)),
        (2usize..6, 2usize..6, holes).prop_map(|(height, width, holes)| {
            let is_cell = |at: usize| !holes.contains(&(at % 30)) || at == 0;
            (Board::custom(height, width, 1, |spot| is_cell(spot.row * width + spot.column)), 4)
        }),
        (1usize..3, 1usize..4, 2usize..4).prop_map(|(height, width, depth)| (Board::full(height, width, depth), 4)),
    ]
}

proptest! {
    #![proptest_config(crate::soak::laws(48))]

    #[test]
    fn windows_count_what_a_search_finds(
        (board, most) in boards(),
        sizes in prop::collection::vec(1u8..6, 1..6),
        ways in prop::collection::vec(any::<u32>(), 8),
        [rotate, mirror, spare_pieces, interchangeable] in any::<[bool; 4]>(),
        (holes, given) in (0usize..3, 0usize..3),
    ) {
        let sizes: Vec<u8> = sizes.iter().map(|size| (*size).max(1 + (board.cells() / (3 * most)) as u8)).collect();
        let rules = Rules { rotate, mirror, holes, spare_pieces, interchangeable };
        let mut puzzle = cut_up(board, &sizes, &ways, rules, given);
        if !spare_pieces && holes > 0 && puzzle.pieces.len() > given + 1 {
            // A piece less; what it covered stays empty.
            let gone = puzzle.pieces.pop().unwrap();
            puzzle.rules.holes = gone.cells.len();
        }
        let compiled = Compiled::new(puzzle);
        let expected = searched(&compiled);
        prop_assume!(expected.is_some());
        let expected = expected.unwrap();
        let counted = count(&compiled, PLENTY, &Control::default()).unwrap();
        prop_assert_eq!(&counted.solutions, &expected);
        prop_assert_eq!(all_cuts(&compiled), BTreeSet::from([expected]));
        let by_three = count(&compiled, Allowance { threads: 3, ..PLENTY }, &Control::default()).unwrap();
        prop_assert_eq!(by_three, counted);
    }

}

proptest! {
    // Four counts, a graph and a listing each.
    #![proptest_config(crate::soak::laws(24))]

    /// Long boards: more cells than a word has bits, with the same few shapes again and again.
    #[test]
    fn boards_of_more_than_64_cells(
        (height, width, is_tall) in (2usize..4, 22usize..44, any::<bool>()),
        missing in prop::collection::btree_set(0usize..128, 0..4),
        sizes in prop::collection::vec(2u8..6, 1..3),
        ways in prop::collection::vec(any::<u32>(), 1..3),
        (given, holes, spare_pieces) in (0usize..4, 0usize..3, any::<bool>()),
    ) {
        let (height, width) = if is_tall { (width, height) } else { (height, width) };
        let board = Board::custom(height, width, 1, |spot| !missing.contains(&(spot.row * width + spot.column)));
        prop_assume!((65..=128).contains(&board.cells()));
        let rules = Rules { interchangeable: true, rotate: false, mirror: false, holes, spare_pieces };
        let mut puzzle = cut_up(board, &sizes, &ways, rules, given);
        if !spare_pieces && holes > 0 {
            puzzle.rules.holes = puzzle.pieces.pop().unwrap().cells.len();
        }
        let compiled = Compiled::new(puzzle);
        let expected = scanned(&compiled);
        prop_assume!(expected.is_some());
        let counted = match count(&compiled, PLENTY, &Control::default()) {
            Ok(counted) => counted.solutions,
            Err(reason) => {
                prop_assert!(matches!(reason, NoGraph::TooLarge(_)), "{:?}", reason);
                return Ok(());
            }
        };
        prop_assert_eq!(Some(&counted), expected.as_ref());
        // All from the front, from both ends, all from the back.
        let layers = compiled.given_cells().count_zeros();
        for cut in [1, layers / 2, layers].map(|cut| Cut::Before(cut.max(1))) {
            prop_assert_eq!(&count_cut(&compiled, PLENTY, &Control::default(), cut).unwrap().solutions, &counted);
        }
        let graph = Frontier::build(&compiled, PLENTY, &Control::default()).unwrap();
        prop_assert_eq!(BigUint::from(graph.count()), counted);
        list_as_others_do(&compiled, graph)?;
    }
}

proptest! {
    #![proptest_config(crate::soak::laws(48))]

    /// The graph lists what a search finds, and numbers it.
    #[test]
    fn the_graph_lists_what_a_search_finds(
        (board, most) in boards(),
        sizes in prop::collection::vec(1u8..6, 1..6),
        ways in prop::collection::vec(any::<u32>(), 8),
        [rotate, mirror, spare_pieces, interchangeable] in any::<[bool; 4]>(),
        (holes, given) in (0usize..3, 0usize..3),
    ) {
        let sizes: Vec<u8> = sizes.iter().map(|size| (*size).max(1 + (board.cells() / (3 * most)) as u8)).collect();
        let rules = Rules { rotate, mirror, holes, spare_pieces, interchangeable };
        let mut puzzle = cut_up(board, &sizes, &ways, rules, given);
        if !spare_pieces && holes > 0 && puzzle.pieces.len() > given + 1 {
            puzzle.rules.holes = puzzle.pieces.pop().unwrap().cells.len();
        }
        let compiled = Compiled::new(puzzle);
        let graph = Frontier::build(&compiled, PLENTY, &Control::default()).unwrap();
        let by_three = Frontier::build(&compiled, Allowance { threads: 3, ..PLENTY }, &Control::default()).unwrap();
        prop_assert_eq!((graph.live_states(), graph.states_met()), (by_three.live_states(), by_three.states_met()));
        let expected = searched(&compiled);
        prop_assume!(expected.is_some());
        prop_assert_eq!(BigUint::from(graph.count()), expected.unwrap());
        list_as_others_do(&compiled, graph)?;
    }
}

/// Compares the solutions of a graph, one by one, with what two searches find, as far as those come to an end.
fn list_as_others_do(compiled: &Compiled, graph: Frontier) -> Result<(), TestCaseError> {
    let total = graph.count();
    prop_assert_eq!(graph.solution(total), None);
    if total > 2000 {
        let [first, last] = [0, total - 1].map(|number| graph.solution(number));
        prop_assert!(first.is_some() && last.is_some() && first != last);
        return Ok(());
    }
    let numbered: Vec<Arrangement> = (0..total).filter_map(|number| graph.solution(number)).collect();
    let everything = || Ledger::new(Range::everything());
    let settings = || Settings::new(Quest::Lowest(u64::MAX));
    let tree = FrontierTree::new(Arc::new(graph));
    let listed = run(tree, &settings(), everything(), &mut |_| ControlFlow::Continue(())).unwrap();
    prop_assert_eq!(&listed.answers, &numbered);
    let all: BTreeSet<&Arrangement> = numbered.iter().collect();
    prop_assert_eq!(all.len() as u128, total);
    for strategy in [Strategy::Cover, Strategy::Constrained] {
        let control = Control::new(&Limits { nodes: Some(100_000), ..Limits::default() });
        let settings = Settings { control, ..settings() };
        let (plan, _) = Plan::new(compiled, Wish { strategy: Some(strategy), ..Wish::default() }, &settings).unwrap();
        let outcome = plan.search(compiled, &settings, everything(), &mut |_| ControlFlow::Continue(())).unwrap();
        if outcome.stop.is_final() {
            prop_assert_eq!(outcome.answers.iter().collect::<BTreeSet<_>>(), all.clone(), "{:?}", strategy);
        }
    }
    Ok(())
}

/// Counts with a plain scan over all states: which cells are filled, and how many of each kind are used. `None` if
/// there are too many of them.
fn scanned(compiled: &Compiled) -> Option<BigUint> {
    let board = &compiled.puzzle.board;
    let mut order: Vec<usize> = (0..board.cells()).collect();
    let is_tall = board.height() > board.width();
    order.sort_by_key(|cell| {
        let spot = board.spots()[*cell];
        if is_tall { (spot.row, spot.column) } else { (spot.column, spot.row) }
    });
    let place: BTreeMap<usize, usize> = order.iter().zip(0..).map(|(cell, place)| (*cell, place)).collect();
    let bits = |cells: &mut dyn Iterator<Item = usize>| cells.fold(0u128, |set, cell| set | 1 << place[&cell]);
    let mut ways: Vec<(usize, u128)> = Vec::new();
    let mut left = Vec::new();
    for (number, kind) in compiled.open_kinds().iter().enumerate() {
        let placements = &compiled.pieces[kind.piece].placements;
        ways.extend(kind.placements.iter().map(|at| (number, bits(&mut placements[*at].iter_ones()))));
        left.push(kind.copies);
    }
    ways.extend((0..board.cells()).map(|cell| (left.len(), 1 << cell)));
    left.push(compiled.puzzle.holes()?);
    let full = u128::MAX >> (128 - board.cells());
    let mut states = BTreeMap::from([((bits(&mut compiled.given_cells().iter_ones()), left), BigUint::from(1u32))]);
    let mut solutions = BigUint::ZERO;
    let mut met = 0;
    // In order of what is filled: every state comes before those it leads to.
    while let Some(((filled, left), count)) = states.pop_first() {
        met += 1;
        if filled == full {
            let is_done = compiled.puzzle.rules.spare_pieces || left.iter().all(|left| *left == 0);
            solutions += if is_done { count } else { BigUint::ZERO };
            continue;
        }
        if met > 200_000 {
            return None;
        }
        let first = filled.trailing_ones();
        for (kind, cells) in ways.iter().filter(|(_, cells)| cells.trailing_zeros() == first && cells & filled == 0) {
            if left[*kind] > 0 {
                let mut left = left.clone();
                left[*kind] -= 1;
                *states.entry((filled | cells, left)).or_default() += &count;
            }
        }
    }
    Some(solutions)
}

fn single(letter: u32) -> Piece {
    Piece { letter: char::from_u32(letter).unwrap(), cells: vec![Point::new(0, 0, 0)] }
}

fn dominoes(height: usize, width: usize) -> Compiled {
    let domino = Piece { letter: 'A', cells: vec![Point::new(0, 0, 0), Point::new(1, 0, 0)] };
    let pieces = vec![domino; height * width / 2];
    let (given, rules) = (Vec::new(), Rules::default());
    Compiled::new(Puzzle { board: Board::full(height, width, 1), pieces, given, rules })
}

#[test]
fn numbers_may_need_more_than_64_bits() {
    let pieces = (0..21).map(|letter| single('A' as u32 + letter)).collect();
    let (given, rules) = (Vec::new(), Rules::default());
    let puzzle = Puzzle { board: Board::full(3, 7, 1), pieces, given, rules };
    let counted = count(&Compiled::new(puzzle), PLENTY, &Control::default()).unwrap();
    assert_eq!(counted.solutions, BigUint::from((1..=21u128).product::<u128>()));
}

/// The number of domino tilings of a rectangle by another way: rows as words, two of them at a time.
fn domino_tilings(line: usize, lines: usize) -> BigUint {
    let mut ways = vec![BigUint::ZERO; 1 << line];
    ways[0] = BigUint::from(1u32);
    for _ in 0..lines {
        for cell in 0..line {
            // Bit `cell` says whether the cell is covered already; afterwards, whether the next line's cell is.
            let mut next = vec![BigUint::ZERO; 1 << line];
            for (state, ways) in ways.iter().enumerate() {
                if state >> cell & 1 == 1 {
                    next[state & !(1 << cell)] += ways;
                    continue;
                }
                next[state | 1 << cell] += ways;
                if cell + 1 < line && state >> (cell + 1) & 1 == 0 {
                    next[state | 1 << (cell + 1)] += ways;
                }
            }
            ways = next;
        }
    }
    ways.swap_remove(0)
}

#[test]
fn domino_tilings_are_known_to_any_width() {
    for (line, lines) in [(8, 8), (5, 14), (8, 16), (6, 40), (8, 64), (4, 256)] {
        let counted = count(&dominoes(line, lines), PLENTY, &Control::default()).unwrap();
        assert_eq!(counted.solutions, domino_tilings(line, lines), "{line}x{lines}");
    }
}

#[test]
fn limits_end_a_count_and_a_graph() {
    let compiled = dominoes(8, 8);
    let few = Allowance { windows: 10, ..PLENTY };
    assert_eq!(count(&compiled, few, &Control::default()), Err(NoGraph::TooLarge("it has too many windows")));
    let little = Allowance { bytes: 1000, ..PLENTY };
    assert!(matches!(count(&compiled, little, &Control::default()), Err(NoGraph::TooLarge(_))));
    let no_time = Control::new(&Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() });
    assert_eq!(count(&compiled, PLENTY, &no_time), Err(NoGraph::Stopped));
    let graph =
        |allowance, control: &Control| Frontier::build(&compiled, allowance, control).map(|graph| graph.count());
    assert_eq!(graph(few, &Control::default()), Err(NoGraph::TooLarge("it has too many windows")));
    assert!(matches!(graph(little, &Control::default()), Err(NoGraph::TooLarge(_))));
    assert_eq!(graph(PLENTY, &no_time), Err(NoGraph::Stopped));
    assert_eq!(graph(PLENTY, &Control::default()), Ok(12_988_816));
}
