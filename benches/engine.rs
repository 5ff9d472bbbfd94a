//! What the engine costs: the same search as plain recursion, and through the engine on one thread and on two.
//!
//! `cargo bench --bench engine` prints times; divide them in one run, times of different runs do not compare.

#[path = "recursion/mod.rs"]
mod recursion;

use std::{hint::black_box, ops::ControlFlow, path::Path, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fathom::{
    diagnostics::Source,
    polyomino::{Compiled, Plan, Rules, Strategy, Wish, input},
    search::{Ledger, Quest, Range, Settings},
};
use recursion::Recursion;

fn load(case: &str) -> Compiled {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/polyomino").join(case);
    let source = Source::read(&file).expect("the case is there");
    Compiled::new(input::parse(&source, Rules::default()).expect("the case is right"))
}

fn count(compiled: &Compiled, strategy: Strategy, threads: usize) -> u64 {
    let settings = Settings { threads, branches: 8 * threads, ..Settings::new(Quest::Count) };
    let ledger = Ledger::new(Range::everything());
    let wish = Wish { strategy: Some(strategy), ..Wish::default() };
    let (plan, _) = Plan::new(compiled, wish, &settings).expect("nothing stops it");
    let outcome = plan.search(compiled, &settings, ledger, &mut |_| ControlFlow::Continue(()));
    outcome.expect("no range panics").tally.answers
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
