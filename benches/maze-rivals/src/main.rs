//! Depth-first mazes by fathom and by the crates irrgarten and knossos, one thread, one after the other, in one run.
//! `cargo run --release -- 10000` makes mazes of 10,000 x 10,000 cells.

use std::{hint::black_box, time::Instant};

use fathom::maze::{
    generate::{self, Algorithm, Ground},
    grid::Size,
    random::Random,
};
use rand::SeedableRng;

fn main() {
    let side: usize = std::env::args().nth(1).and_then(|side| side.parse().ok()).unwrap_or(2000);
    let runs: usize = std::env::args().nth(2).and_then(|runs| runs.parse().ok()).unwrap_or(3);
    println!("depth-first search, {side} x {side} cells, best of {runs}");
    let size = Size::new(side as u64, side as u64).expect("a side in cells");
    for (name, compact) in [("fathom, fast", false), ("fathom, compact", true)] {
        report(name, side, runs, || {
            let ground = Ground { size, cells: None, bias: None, compact };
            black_box(generate::perfect(Algorithm::Dfs, ground, &mut Random::new(1)).expect("a maze"));
        });
    }
    report("irrgarten 0.1", side, runs, || {
        let mut random = rand::rngs::SmallRng::seed_from_u64(1);
        black_box(irrgarten::Maze::new(2 * side + 1, 2 * side + 1).expect("odd sides").generate(&mut random));
    });
    // It calls itself once a cell: with an ordinary stack it ends at a few hundred thousand cells.
    let knossos = std::thread::Builder::new().stack_size(side * side * 400).spawn(move || {
        report("knossos 1.2", side, runs, || {
            let builder = knossos::maze::OrthogonalMazeBuilder::new().width(side).height(side).seed(Some(1));
            black_box(builder.algorithm(Box::new(knossos::maze::RecursiveBacktracking)).build());
        });
    });
    if knossos.map(|thread| thread.join()).is_err() {
        println!("knossos 1.2      no room for its stack");
    }
}

fn report(name: &str, side: usize, runs: usize, mut make: impl FnMut()) {
    let best = (0..runs)
        .map(|_| {
            let start = Instant::now();
            make();
            start.elapsed().as_secs_f64()
        })
        .fold(f64::INFINITY, f64::min);
    println!("{name:16} {:8.1} M cells/s  {best:.3} s", (side * side) as f64 / best / 1e6);
}
