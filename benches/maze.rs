//! Cells per second: the generators, the streaming one, and the solver. `benches/maze-rivals` sets other crates beside
//! them. `FATHOM_BENCH_SIDE=10000 cargo bench --bench maze` does it at 10,000 x 10,000 cells.

use std::{hint::black_box, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fathom::{
    maze::{
        certify::certify,
        generate::{self, Algorithm, Ground, eller},
        grid::Size,
        ids::Numbering,
        random::Random,
        recipe::Recipe,
        solve::bfs,
        tiles,
    },
    search::Control,
};

fn side() -> u64 {
    std::env::var("FATHOM_BENCH_SIDE").ok().and_then(|side| side.parse().ok()).unwrap_or(2000)
}

fn make(criterion: &mut Criterion) {
    let side = side();
    let size = Size::new(side, side).expect("a side in cells");
    let mut group = criterion.benchmark_group(format!("make {side}x{side}"));
    group.throughput(Throughput::Elements(side * side)).sample_size(10).measurement_time(Duration::from_secs(3));
    let ground = Ground { size, cells: None, bias: None, compact: false };
    for (name, algorithm, compact) in [
        ("dfs", Algorithm::Dfs, false),
        ("dfs compact", Algorithm::Dfs, true),
        ("wilson", Algorithm::Wilson, false),
        ("eller", Algorithm::Eller, false),
    ] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| generate::perfect(algorithm, Ground { compact, ..ground }, &mut Random::new(1)));
        });
    }
    group.bench_function("eller, rows streamed", |bencher| {
        bencher.iter(|| {
            let mut rows = eller::Rows::new(size, None, Random::new(1));
            while let Some(row) = rows.next_row() {
                black_box(row);
            }
        });
    });
    group.finish();
}

fn solve(criterion: &mut Criterion) {
    let side = side();
    let size = Size::new(side, side).expect("a side in cells");
    let maze = Recipe::new(size, 1).make().expect("a maze");
    let mut group = criterion.benchmark_group(format!("look at {side}x{side}"));
    group.throughput(Throughput::Elements(side * side)).sample_size(10).measurement_time(Duration::from_secs(3));
    group.bench_function("bfs to all cells", |bencher| bencher.iter(|| bfs::flood(&maze, 0, None).distance));
    group.bench_function("certify", |bencher| bencher.iter(|| certify(&maze)));
    group.finish();
}

fn in_tiles(criterion: &mut Criterion) {
    let side = side();
    let size = Size::new(side, side).expect("a side in cells");
    let mut group = criterion.benchmark_group(format!("tiles {side}x{side}"));
    group.throughput(Throughput::Elements(side * side)).sample_size(10).measurement_time(Duration::from_secs(3));
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        group.bench_function(format!("{threads} threads"), |bencher| {
            bencher.iter(|| pool.install(|| tiles::generate(size, Algorithm::Dfs, None, 1, &Control::default())));
        });
    }
    group.finish();
}

fn numbers(criterion: &mut Criterion) {
    let size = Size::new(16, 16).expect("a side in cells");
    criterion.bench_function("number to maze, 16x16", |bencher| {
        bencher.iter(|| {
            let numbering = Numbering::new(size, &Control::default()).expect("small enough");
            let last = numbering.count() - 1u32;
            numbering.maze(&last)
        });
    });
}

criterion_group!(benches, make, solve, in_tiles, numbers);
criterion_main!(benches);
