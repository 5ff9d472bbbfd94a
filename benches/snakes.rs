//! Snakes and Ladders: shortest games, odds, ranking and simulation on the Milton Bradley board.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fathom::{
    diagnostics::Source,
    search::Control,
    snakes::{
        board::Case,
        chain::{Chain, Scope},
        input,
        odds::{distribution::Distribution, elimination::Structure, exact, moments, ranking},
        paths::Shortest,
        simulate::Simulator,
    },
};

fn milton_bradley() -> Case {
    let source = Source::new("milton-bradley.txt", include_str!("../cases/snakes/milton-bradley.txt"));
    input::parse(&source).expect("the board of the repository")
}

fn questions(criterion: &mut Criterion) {
    let case = milton_bradley();
    let mut group = criterion.benchmark_group("snakes/milton-bradley");
    group.bench_function("shortest game and count", |bencher| {
        bencher.iter(|| {
            let chain = Chain::compile(black_box(&case), Scope::Reachable, &Control::default()).ok()?;
            let shortest = Shortest::find(&chain).ok()??;
            Some((shortest.count(&chain), shortest.game(&chain, &0u32.into())))
        });
    });
    group.bench_function("float odds with distribution", |bencher| {
        bencher.iter(|| {
            let chain = Chain::compile(black_box(&case), Scope::Reachable, &Control::default()).ok()?;
            let structure = Structure::of(&chain).ok()?;
            Some((moments::length(&chain, &structure), Distribution::of(&case, &chain, structure.live())))
        });
    });
    group.bench_function("exact fraction and variance", |bencher| {
        bencher.iter(|| {
            let chain = Chain::compile(black_box(&case), Scope::Reachable, &Control::default()).ok()?;
            exact::solve(&chain, &Structure::of(&chain).ok()?).ok()
        });
    });
    group.bench_function("ranking of 19 jumps", |bencher| {
        bencher.iter(|| ranking::effects(black_box(&case), &Control::default()));
    });
    group.bench_function("all jumps that could be added", |bencher| {
        bencher.iter(|| ranking::additions(black_box(&case), &Control::default()));
    });
    group.finish();
}

fn simulation(criterion: &mut Criterion) {
    let case = milton_bradley();
    let chain = Chain::compile(&case, Scope::Reachable, &Control::default()).expect("no limit");
    let live = chain.live().expect("no limit");
    let simulator = Simulator::new(&chain, &live, 1);
    let mut group = criterion.benchmark_group("snakes/simulate");
    let games = 1 << 20;
    group.sample_size(10).throughput(Throughput::Elements(games));
    group.bench_function("one thread", |bencher| bencher.iter(|| simulator.play(black_box(0..games))));
    if let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(2).build() {
        group.bench_function("two threads", |bencher| {
            bencher.iter(|| pool.install(|| simulator.play_in_parallel(black_box(0..games))));
        });
    }
    group.finish();
}

criterion_group!(benches, questions, simulation);
criterion_main!(benches);
