use proptest::prelude::*;

use super::*;
use crate::{
    diagnostics::Source,
    maze::{
        certify::{Certificate, certify},
        generate::Algorithm,
        grid::Size,
        mask,
        recipe::{Ends, Recipe},
    },
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

#[test]
fn braid_and_unicursal_keep_to_shapes() {
    let shapes = [
        "XXXXXX\nXXXXXX\nXX..XX\nXX..XX\nXXXXXX\nXXXXXX\n",
        "..XX..\n.XXXX.\nXXXXXX\n.XXXX.\n..XX..\n",
        "XXX\n.X.\n.X.\nXXX\n",
        "X\n",
        "XX.XX\nXX.XX\n",
    ];
    for text in shapes {
        let (size, cells) = mask::read(&Source::new("shape", text)).unwrap();
        let parts = mask::parts(size, &cells).len() as u64;
        for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| algorithm.takes_masks()) {
            let recipe = |routing| Recipe { algorithm, routing, cells: Some(cells.clone()), ..Recipe::new(size, 7) };
            let maze = recipe(Routing::Unicursal).make().unwrap();
            let found = certify(&maze).unwrap();
            // Every cell of the shape is a block of four, and all of them lie on the way.
            assert_eq!(found.cells, 4 * cells.count_ones() as u64, "{text}");
            assert_eq!((found.parts, found.loops, found.junctions()), (parts, 0, 0), "{text}");
            assert_eq!(found.dead_ends(), 2 * parts, "{text}");
            let [from, to] = maze.ends.unwrap();
            assert!([from, to].iter().all(|&end| maze.exits(end).count_ones() == 1), "{text}");
            let braid = recipe(Routing::Braid).make().unwrap();
            // What has one neighbour stays a dead end, nothing else does.
            let lonely = |cell: &usize| braid.neighbours(*cell).count_ones() == 1;
            let dead_ends: Vec<_> = braid.cells().filter(|&cell| braid.exits(cell).count_ones() == 1).collect();
            assert!(dead_ends.iter().all(lonely), "{text} {}", algorithm.name());
        }
    }
}
