//! fathom beside the crates dlx-rs and exact-covers on the same files of exact covers, in one run.
//!
//! `cargo bench --bench exact_cover` prints a table of seconds on one thread for the files in `cases/exact-cover`; name
//! other files to compare on those: `cargo bench --bench exact_cover -- mine.dlx`. Files with colours are for fathom
//! alone: the two crates have none.

use std::{ops::ControlFlow, path::PathBuf, time::Instant};

use fathom::{
    diagnostics::Source,
    exact_cover::{BitwiseTree, Cover, CoverTree, Order, Problem, input},
    search::{AnyTree, Ledger, Quest, Range, Settings, Tree, run},
};

/// The program's allocator, so that the bench measures what users get.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn fathom(tree: AnyTree<Cover>, threads: usize) -> u64 {
    let settings = Settings { threads, branches: 8 * threads, ..Settings::new(Quest::Count) };
    let everything = Ledger::new(Range::everything());
    let outcome = run(tree, &settings, everything, &mut |_| ControlFlow::Continue(()));
    outcome.expect("no range panics").tally.answers
}

fn dlx_rs(problem: &Problem) -> u64 {
    let secondary = problem.items.len() - problem.primary;
    let mut solver = dlx_rs::Solver::new_optional(problem.primary, secondary);
    for (number, option) in problem.options.iter().enumerate() {
        let items: Vec<usize> = option.iter().map(|part| part.item as usize + 1).collect();
        solver.add_option(number, &items);
    }
    solver.count() as u64
}

fn exact_covers(problem: &Problem) -> u64 {
    use exact_covers::Solver as _;
    let (primary, secondary): (Vec<u32>, Vec<u32>) =
        (0..problem.items.len() as u32).partition(|item| (*item as usize) < problem.primary);
    let mut solver: exact_covers::DlSolver<'_, u32, ()> = exact_covers::DlSolver::new(&primary, &secondary);
    for option in &problem.options {
        let (first, second): (Vec<u32>, Vec<u32>) =
            option.iter().map(|part| part.item).partition(|item| (*item as usize) < problem.primary);
        solver.add_option(first, second.into_iter().map(|item| (item, None)).collect::<Vec<_>>());
    }
    let mut found = 0;
    solver.solve(|_| {
        found += 1;
        ControlFlow::Continue(())
    });
    found
}

/// The shortest of three runs.
fn seconds(expected: u64, work: impl Fn() -> u64) -> f64 {
    let run = |_| {
        let started = Instant::now();
        assert_eq!(work(), expected, "every solver finds the same number");
        started.elapsed().as_secs_f64()
    };
    (0..3).map(run).fold(f64::INFINITY, f64::min)
}

fn main() {
    let named: Vec<PathBuf> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).map(PathBuf::from).collect();
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("cases/exact-cover");
    let files = if named.is_empty() {
        ["queens-8", "sudoku", "pentominoes-6x10", "word-squares-3"]
            .map(|name| own.join(name).with_extension("dlx"))
            .into()
    } else {
        named
    };
    println!("| file | covers | bits | bits, 2 threads | lists | lists, order of the file | dlx-rs | exact-covers |");
    println!("|---|---|---|---|---|---|---|---|");
    for file in files {
        let source = Source::read(&file).unwrap_or_else(|error| panic!("{error}"));
        let (problem, _) = input::parse(&source).unwrap_or_else(|error| panic!("{error}"));
        let has_colours = problem.options.iter().flatten().any(|part| part.colour > 0);
        let bits = || BitwiseTree::new(&problem).into_any();
        let lists = |order| CoverTree::new(&problem, order).into_any();
        let covers = fathom(bits(), 1);
        let by_bits = [1, 2].map(|threads| seconds(covers, || fathom(bits(), threads)));
        let by_lists = seconds(covers, || fathom(lists(Order::Fewest), 1));
        // The order of the file is hopeless for packings.
        let is_small = covers > 0 && by_lists < 0.1;
        let in_order = is_small.then(|| seconds(covers, || fathom(lists(Order::First), 1)));
        let peers =
            (!has_colours).then(|| [seconds(covers, || dlx_rs(&problem)), seconds(covers, || exact_covers(&problem))]);
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let times = [
            Some(by_bits[0]),
            Some(by_bits[1]),
            Some(by_lists),
            in_order,
            peers.map(|[dlx, _]| dlx),
            peers.map(|[_, covers]| covers),
        ];
        let times = times.map(|time| time.map_or("–".to_owned(), |time| format!("{time:.5}")));
        println!("| {name} | {covers} | {} |", times.join(" | "));
    }
}
