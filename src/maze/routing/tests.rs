use proptest::prelude::*;

use super::*;
use crate::maze::{
    certify::{Certificate, certify},
    generate::Algorithm,
    grid::Size,
    recipe::{Ends, Recipe},
};

fn made(rows: u64, cols: u64, algorithm: Algorithm, routing: Routing, seed: u64) -> Certificate {
    let size = Size::new(rows, cols).unwrap();
    let maze = Recipe { algorithm, routing, ..Recipe::new(size, seed) }.make().unwrap();
    let [from, to] = maze.ends.unwrap();
    assert!(maze.has(from) && maze.has(to));
    certify(&maze).unwrap()
}

#[test]
fn all_small_grids_have_a_unicursal_maze() {
    for (rows, cols) in (1..9).flat_map(|rows| (1..9).map(move |cols| (rows, cols))) {
        let found = made(rows, cols, Algorithm::Dfs, Routing::Unicursal, rows + cols);
        assert!(found.is_unicursal(), "{rows}x{cols}: {found:?}");
        let size = Size::new(rows, cols).unwrap();
        let maze = Recipe { routing: Routing::Unicursal, ..Recipe::new(size, 1) }.make().unwrap();
        let ends = maze.ends.unwrap();
        let loose: Vec<_> = maze.cells().filter(|&cell| maze.exits(cell).count_ones() < 2).collect();
        assert!(ends.iter().all(|end| loose.contains(end)), "{rows}x{cols}: {ends:?} {loose:?}");
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let size = |rows, cols| Size::new(rows, cols).unwrap();
    let line = Recipe { routing: Routing::Braid, ..Recipe::new(size(1, 9), 1) };
    assert!(line.make().unwrap_err().to_string().contains("dead end"));
    for routing in [Routing::PartialBraid(1.5), Routing::Sparse(-0.1), Routing::Sparse(f64::NAN)] {
        assert!(Recipe { routing, ..Recipe::new(size(5, 5), 1) }.make().is_err());
    }
    let outside = Recipe { ends: Ends::Given([(0, 0), (5, 0)]), ..Recipe::new(size(5, 5), 1) };
    assert!(outside.make().unwrap_err().to_string().contains("row 5"));
    let huge = Recipe::new(size((1 << 30) - 1, (1 << 30) - 1), 1).make().unwrap_err().to_string();
    assert!(huge.contains("MiB"), "{huge}");
}

proptest! {
    #[test]
    fn every_kind_is_what_it_says(rows in 2u64..24, cols in 2u64..40, seed: u64, share in 0.0f64..=1.0) {
        for algorithm in Algorithm::ALL {
            if algorithm == Algorithm::AldousBroder && rows * cols > 300 {
                continue;
            }
            let perfect = made(rows, cols, algorithm, Routing::Perfect, seed);
            prop_assert!(perfect.is_perfect());
            let braid = made(rows, cols, algorithm, Routing::Braid, seed);
            prop_assert!(braid.is_braid(), "{} {:?}", algorithm.name(), braid);
            let partial = made(rows, cols, algorithm, Routing::PartialBraid(share), seed);
            prop_assert_eq!(partial.parts, 1);
            let removed = perfect.dead_ends() - partial.dead_ends();
            let wanted = (perfect.dead_ends() as f64 * share).round() as u64;
            // The last way opened may join two dead ends where only one was to go.
            prop_assert!(removed == wanted || removed == wanted + 1, "{} of {}", removed, wanted);
            let unicursal = made(rows, cols, algorithm, Routing::Unicursal, seed);
            prop_assert!(unicursal.is_unicursal(), "{} {:?}", algorithm.name(), unicursal);
            let sparse = made(rows, cols, algorithm, Routing::Sparse(share), seed);
            prop_assert!(sparse.is_perfect());
            prop_assert!(sparse.missing as f64 <= share * (rows * cols) as f64);
            if share * (rows * cols) as f64 >= 1.0 && perfect.dead_ends() > 2 {
                prop_assert!(sparse.is_sparse());
            }
        }
    }
}
