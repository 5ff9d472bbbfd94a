//! fathom beside the crates dlx-rs and exact-covers and beside its own plain search, on the same puzzles in one run.
//!
//! `cargo bench --bench polyomino` prints a table of seconds on one thread. The peers take minutes on the large cases:
//! name cases to run only those, as in `cargo bench --bench polyomino -- 6x10`.

use std::{ops::ControlFlow, path::Path, time::Instant};

use fathom::{
    diagnostics::Source,
    polyomino::{Compiled, Plan, Rules, Strategy, Wish, input},
    search::{Ledger, Quest, Range, Settings},
};

/// The program's allocator, so that the bench measures what users get.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A case, its solutions, and who is to solve it besides: the plain search, the two crates. Each takes an hour where
/// it is left out.
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
    // Pieces that must not be turned over come in two sorts.
    let rules = Rules { mirror: !case.starts_with("one-sided"), ..Rules::default() };
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/polyomino").join(format!("{case}.txt"));
    let source = Source::read(&file).expect("the case is there");
    Compiled::new(input::parse(&source, rules).expect("the case is right"))
}

/// Every solution, produced but not printed; or only their number.
fn fathom(compiled: &Compiled, strategy: Option<Strategy>, quest: Quest, threads: usize) -> u64 {
    let settings = Settings { threads, branches: 8 * threads, keep_answers: false, ..Settings::new(quest) };
    let wish = Wish { strategy, only_number: quest == Quest::Count, ..Wish::default() };
    let (plan, _) = Plan::new(compiled, wish, &settings).expect("nothing stops it");
    if let Some(counted) = plan.counted() {
        return u64::try_from(&counted.solutions).expect("the counts are known");
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

/// The same exact cover, given to exact-covers (dancing links).
fn exact_covers(compiled: &Compiled) -> u64 {
    use exact_covers::Solver as _;
    let cells = compiled.puzzle.board.cells();
    let items: Vec<usize> = (0..cells + compiled.pieces.len()).collect();
    let mut solver: exact_covers::DlSolver<'_, usize, ()> = exact_covers::DlSolver::new(&items, &[]);
    for (piece, table) in compiled.pieces.iter().enumerate() {
        for placement in &table.placements {
            let option: Vec<usize> = placement.iter_ones().chain([cells + piece]).collect();
            solver.add_option(option, []);
        }
    }
    let mut found = 0;
    solver.solve(|_| {
        found += 1;
        ControlFlow::Continue(())
    });
    found
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
        "| case | solutions | count | all | all, 2 threads | plain first empty cell | dlx-rs | exact-covers | plain / count | plain / all | dlx-rs / all | exact-covers / all |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (case, solutions, [with_plain, with_peers]) in CASES {
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
        let dlx = with_peers.then(|| seconds(solutions, || dlx_rs(&compiled)));
        let covers = with_peers.then(|| seconds(solutions, || exact_covers(&compiled)));
        let time = |time: Option<f64>| time.map_or("–".to_owned(), |time| format!("{time:.2}"));
        let ratio =
            |other: Option<f64>, own: f64| other.map_or("–".to_owned(), |other| format!("{:.0}", other / own));
        println!(
            "| {case} | {solutions} | {count:.3} | {list:.3} | {list_by_two:.3} | {} | {} | {} | {} | {} | {} | {} |",
            time(plain),
            time(dlx),
            time(covers),
            ratio(plain, count),
            ratio(plain, list),
            ratio(dlx, list),
            ratio(covers, list)
        );
    }
    if wanted.is_empty() || wanted.iter().any(|part| part == "windows") {
        count_by_windows();
    }
    if wanted.is_empty() || wanted.iter().any(|part| part == "one") {
        find_one();
    }
    if wanted.is_empty() || wanted.iter().any(|part| part == "auto") {
        auto_beside_the_others();
    }
}

/// Counts of boards with more than 64 cells, which no search comes to the end of.
fn count_by_windows() {
    println!("\n| case | solutions | count | count, 2 threads | one / two |");
    println!("|---|---|---|---|---|");
    for (case, solutions) in [
        ("one-sided-pentominoes-3x30", 184),
        ("one-sided-pentominoes-5x18", 2_746_512),
        ("one-sided-pentominoes-6x15", 10_268_732),
        ("one-sided-pentominoes-9x10", 41_761_732),
    ] {
        let compiled = load(case);
        let [one, two] = [1, 2]
            .map(|threads| seconds(solutions, || fathom(&compiled, Some(Strategy::Frontier), Quest::Count, threads)));
        println!("| {case} | {solutions} | {one:.3} | {two:.3} | {:.2} |", one / two);
    }
}

/// One solution of the 35 hexominoes on a board with a hole, for 20 seeds: what is typical, and the worst.
fn find_one() {
    let compiled = load("hexominoes-15x15-hole");
    let mut times: Vec<f64> = (1..=20)
        .map(|seed| {
            let settings = Settings { threads: 2, branches: 16, ..Settings::new(Quest::Lowest(1)) };
            let started = Instant::now();
            let wish = Wish { seed, ..Wish::default() };
            let (plan, _) = Plan::new(&compiled, wish, &settings).expect("nothing stops it");
            let ledger = Ledger::new(Range::everything());
            let outcome = plan.search(&compiled, &settings, ledger, &mut |_| ControlFlow::Continue(()));
            assert_eq!(outcome.expect("no range panics").answers.len(), 1);
            started.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!(
        "\n35 hexominoes, 15x15 without 3x5, one solution, 2 threads, 20 seeds: median {:.3} s, worst {:.3} s",
        times[9], times[19]
    );
}

/// Is the strategy that `auto` picks nearly the fastest one?
fn auto_beside_the_others() {
    println!("\n| case | wanted | auto | fastest | its time | auto / fastest |");
    println!("|---|---|---|---|---|---|");
    for case in [
        "pentominoes-4x15",
        "pentominoes-5x12",
        "pentominoes-6x10",
        "pentominoes-8x8-hole",
        "kanoodle-5x11",
        "soma-3x3x3",
        "kanoodle-pyramid",
    ] {
        let compiled = load(case);
        for (wanted, quest) in [("count", Quest::Count), ("all", Quest::Lowest(u64::MAX)), ("one", Quest::Lowest(1))] {
            let time = |strategy| {
                (0..3)
                    .map(|_| {
                        let started = Instant::now();
                        fathom(&compiled, strategy, quest, 1);
                        started.elapsed().as_secs_f64()
                    })
                    .fold(f64::INFINITY, f64::min)
            };
            let own = time(None);
            let others = [Strategy::Cover, Strategy::Constrained, Strategy::Frontier].into_iter();
            let others = others.filter(|strategy| *strategy != Strategy::Frontier || compiled.puzzle.board.is_flat());
            let (name, best) = others
                .map(|strategy| (strategy.name(), time(Some(strategy))))
                .min_by(|a, b| a.1.total_cmp(&b.1))
                .expect("there are strategies");
            println!("| {case} | {wanted} | {own:.4} | {name} | {best:.4} | {:.2} |", own / best);
        }
    }
}
