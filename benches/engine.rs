//! What the engine costs: the same search as plain recursion, and through the engine on one thread and on two.
//!
//! `cargo bench --bench engine` prints times; divide them in one run, times of different runs do not compare.

use std::{hint::black_box, ops::ControlFlow, path::Path, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fathom::{
    diagnostics::Source,
    polyomino::{Compiled, Plan, Rules, Strategy, cover::scan_order, input},
    search::{Ledger, Quest, Range, Settings, Tally},
};

fn load(case: &str) -> Compiled {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/polyomino").join(case);
    let source = Source::read(&file).expect("the case is there");
    Compiled::new(input::parse(&source, Rules::default()).expect("the case is right"))
}

fn count(compiled: &Compiled, strategy: Strategy, threads: usize) -> u64 {
    let settings = Settings { threads, branches: 8 * threads, ..Settings::new(Quest::Count) };
    let ledger = Ledger::new(Range::everything());
    let outcome = Plan::Tables(strategy).search(compiled, &settings, ledger, &mut |_| ControlFlow::Continue(()));
    outcome.expect("no range panics").tally.answers
}

/// First empty cell, written as one would without an engine.
struct Recursion {
    starting_at: Vec<Vec<(u64, u64)>>,
    full: u64,
}

impl Recursion {
    fn new(compiled: &Compiled) -> Self {
        let order = scan_order(&compiled.puzzle.board);
        let mut starting_at = vec![Vec::new(); order.len()];
        for open in compiled.open_pieces() {
            for placement in open.placements {
                let cells = &compiled.pieces[open.index].placements[placement];
                let bits = (0..order.len()).filter(|at| cells[order[*at]]).fold(0u64, |bits, at| bits | 1 << at);
                starting_at[bits.trailing_zeros() as usize].push((bits, 1u64 << open.index));
            }
        }
        Self { full: u64::MAX >> (64 - order.len()), starting_at }
    }

    /// Counts solutions, nodes and cases, as the engine does.
    fn count(&self, filled: u64, used: u64, tally: &mut Tally) {
        let candidates = &self.starting_at[filled.trailing_ones() as usize];
        tally.cases += candidates.len() as u64;
        for &(cells, piece) in candidates {
            if (piece & used == 0) & (cells & filled == 0) {
                let filled = filled | cells;
                tally.nodes += 1;
                if filled == self.full {
                    tally.answers += 1;
                } else {
                    self.count(filled, used | piece, tally);
                }
            }
        }
    }

    fn solutions(&self) -> u64 {
        let mut tally = Tally::default();
        self.count(0, 0, &mut tally);
        black_box(tally).answers
    }
}

fn overhead(criterion: &mut Criterion) {
    let compiled = load("pentominoes-5x12.txt");
    let recursion = Recursion::new(&compiled);
    let mut group = criterion.benchmark_group("5x12 pentominoes, first empty cell");
    group.sample_size(10).measurement_time(Duration::from_secs(8));
    group.bench_function("recursion", |bencher| bencher.iter(|| assert_eq!(recursion.solutions(), 4040)));
    group.bench_function("engine, 1 thread", |bencher| {
        bencher.iter(|| assert_eq!(count(&compiled, Strategy::Cover, 1), 4040));
    });
    group.bench_function("engine, 2 threads", |bencher| {
        bencher.iter(|| assert_eq!(count(&compiled, Strategy::Cover, 2), 4040));
    });
    group.finish();
}

fn brute_force(criterion: &mut Criterion) {
    // Cases that brute force examines, from `fathom count --strategy brute`.
    for (case, cases, solutions) in [("paper-plus-misread.txt", 625_600, 96), ("paper-5x5.txt", 667_143_104, 37_632)] {
        let compiled = load(case);
        let mut group = criterion.benchmark_group("brute force");
        group.sample_size(10).throughput(Throughput::Elements(cases));
        group.bench_function(case, |bencher| {
            bencher.iter(|| assert_eq!(count(black_box(&compiled), Strategy::Brute, 1), solutions));
        });
        group.finish();
    }
}

criterion_group!(benches, overhead, brute_force);
criterion_main!(benches);
