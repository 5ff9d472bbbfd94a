//! Cells per second: the generators, the streaming one, the solver, and the crate irrgarten beside them.
//! `FATHOM_BENCH_SIDE=10000 cargo bench --bench maze` does it at 10,000 x 10,000 cells.

use std::{hint::black_box, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fathom::maze::{
    generate::{self, Algorithm, Ground, eller},
    grid::Size,
    random::Random,
};
use rand_08::SeedableRng;

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
    group.bench_function("irrgarten dfs", |bencher| {
        bencher.iter(|| {
            let mut random = rand_08::rngs::SmallRng::seed_from_u64(1);
            let side = 2 * side as usize + 1;
            irrgarten::Maze::new(side, side).expect("odd sides").generate(&mut random)
        });
    });
    group.finish();
}

criterion_group!(benches, make);
criterion_main!(benches);
