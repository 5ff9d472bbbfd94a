//! fathom beside the crate dlx-rs and beside its own plain search, on the same puzzles in one run.
//!
//! `cargo bench --bench polyomino` prints a table of seconds on one thread. The peers take minutes on the large cases:
//! name cases to run only those, as in `cargo bench --bench polyomino -- 6x10`.

use std::{ops::ControlFlow, path::Path, time::Instant};

use fathom::{
    diagnostics::Source,
    polyomino::{Compiled, Plan, Rules, Strategy, input},
    search::{Ledger, Quest, Range, Settings},
};

/// A case, its solutions, and who is to solve it besides: the plain search, dlx-rs. Each takes an hour where it is
/// left out.
const CASES: [(&str, u64, [bool; 2]); 8] = [
    ("soma-3x3x3", 11_520, [true, true]),
    ("pentominoes-6x10", 9_356, [true, true]),
    ("pentominoes-8x8-hole", 520, [true, true]),
    ("iq-puzzler-pro-5x11", 4_331_140, [true, false]),
    ("kanoodle-5x11", 371_020, [true, false]),
    ("kanoodle-pyramid", 2_448, [true, true]),
    ("iq-puzzler-pro-pyramid", 26_720, [true, true]),
    ("solid-pentominoes-3x4x5", 31_520, [false, true]),
];

fn load(case: &str) -> Compiled {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/polyomino").join(format!("{case}.txt"));
    let source = Source::read(&file).expect("the case is there");
    Compiled::new(input::parse(&source, Rules::default()).expect("the case is right"))
}

/// Every solution, produced but not printed; or only their number.
fn fathom(compiled: &Compiled, wish: Option<Strategy>, quest: Quest, threads: usize) -> u64 {
    let settings = Settings { threads, branches: 8 * threads, ..Settings::new(quest) };
    let (plan, _) = Plan::new(compiled, wish, &settings, &|| false).expect("nothing stops it");
    if let (Plan::Graph(graph), Quest::Count) = (&plan, quest) {
        return graph.count() as u64;
    }
    let ledger = Ledger::new(Range::everything());
    let outcome = plan.search(compiled, &settings, ledger, &mut |_| ControlFlow::Continue(()));
    outcome.expect("no range panics").tally.answers
}

/// The same exact cover, given to dlx-rs.
fn dlx_rs(compiled: &Compiled) -> u64 {
    let cells = compiled.puzzle.board.cells();
    let mut solver = dlx_rs::Solver::new(cells + compiled.pieces.len());
    for (piece, table) in compiled.pieces.iter().enumerate() {
        for (number, placement) in table.placements.iter().enumerate() {
            let mut items: Vec<usize> = placement.iter_ones().map(|cell| cell + 1).collect();
            items.push(cells + piece + 1);
            solver.add_option((piece, number), &items);
        }
    }
    solver.count() as u64
}

fn seconds(expected: u64, work: impl FnOnce() -> u64) -> f64 {
    let started = Instant::now();
    let found = work();
    let time = started.elapsed().as_secs_f64();
    assert_eq!(found, expected, "every solver finds the same number");
    time
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    println!(
        "| case | solutions | count | all | all, 2 threads | plain first empty cell | dlx-rs | plain / count | plain / all | dlx-rs / all |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (case, solutions, [with_plain, with_peer]) in CASES {
        if !wanted.is_empty() && !wanted.iter().any(|part| case.contains(part.as_str())) {
            continue;
        }
        let compiled = load(case);
        let all = Quest::Lowest(u64::MAX);
        let count = seconds(solutions, || fathom(&compiled, None, Quest::Count, 1));
        let list = seconds(solutions, || fathom(&compiled, None, all, 1));
        let list_by_two = seconds(solutions, || fathom(&compiled, None, all, 2));
        let plain =
            with_plain.then(|| seconds(solutions, || fathom(&compiled, Some(Strategy::Cover), Quest::Count, 1)));
        let peer = with_peer.then(|| seconds(solutions, || dlx_rs(&compiled)));
        let time = |time: Option<f64>| time.map_or("–".to_owned(), |time| format!("{time:.2}"));
        let ratio =
            |other: Option<f64>, own: f64| other.map_or("–".to_owned(), |other| format!("{:.0}", other / own));
        println!(
            "| {case} | {solutions} | {count:.3} | {list:.3} | {list_by_two:.3} | {} | {} | {} | {} | {} |",
            time(plain),
            time(peer),
            ratio(plain, count),
            ratio(plain, list),
            ratio(peer, list)
        );
    }
}
