use proptest::prelude::*;

use super::*;
use crate::maze::{certify::certify, grid::Bits, mask};

fn ground(rows: u64, cols: u64) -> Ground<'static> {
    Ground { size: Size::new(rows, cols).unwrap(), cells: None, bias: None, compact: false }
}

#[test]
fn every_algorithm_makes_perfect_mazes_of_all_small_sizes() {
    for algorithm in Algorithm::ALL {
        for (rows, cols) in
            (1..6).flat_map(|rows| (1..6).map(move |cols| (rows, cols))).chain([(1, 200), (200, 1), (3, 130)])
        {
            let maze = perfect(algorithm, ground(rows, cols), &mut Random::new(rows * cols)).unwrap();
            let found = certify(&maze).unwrap();
            assert!(found.is_perfect(), "{} {rows}x{cols}: {found:?}", algorithm.name());
            assert_eq!(found.passages, rows * cols - 1);
        }
    }
}

#[test]
fn the_papers_sizes_come_out_perfect() {
    for (height, width) in [(21, 31), (17, 23)] {
        let size = Size::from_wall_grid(height, width).unwrap();
        for seed in 0..50 {
            let ground = Ground { size, cells: None, bias: None, compact: false };
            let maze = perfect(Algorithm::Dfs, ground, &mut Random::new(seed)).unwrap();
            assert!(certify(&maze).unwrap().is_perfect());
        }
    }
}

proptest! {
    #[test]
    fn perfect_on_random_sizes(rows in 1u64..40, cols in 1u64..90, seed: u64, lean in proptest::option::of(0.0..1.0)) {
        for algorithm in Algorithm::ALL {
            if algorithm == Algorithm::AldousBroder && rows * cols > 400 {
                continue;
            }
            let bias = lean.filter(|_| algorithm.takes_bias());
            let maze = perfect(algorithm, Ground { bias, ..ground(rows, cols) }, &mut Random::new(seed)).unwrap();
            prop_assert!(certify(&maze).unwrap().is_perfect(), "{}", algorithm.name());
        }
    }

    #[test]
    fn both_forms_of_dfs_make_the_same_maze(rows in 1u64..30, cols in 1u64..150, seed: u64, share in 0.3f64..1.0) {
        let mut dice = Random::new(seed);
        let cells: Bits = (0..rows * cols).map(|_| dice.chance(share)).collect();
        for cells in [None, Some(&cells).filter(|cells| cells.any())] {
            let ground = Ground { cells, ..ground(rows, cols) };
            let fast = perfect(Algorithm::Dfs, ground, &mut Random::new(seed)).unwrap();
            let compact = perfect(Algorithm::Dfs, Ground { compact: true, ..ground }, &mut Random::new(seed)).unwrap();
            prop_assert_eq!(fast, compact);
        }
    }

    #[test]
    fn every_part_of_a_mask_gets_its_maze(rows in 1u64..20, cols in 1u64..40, seed: u64, share in 0.2f64..1.0) {
        let mut dice = Random::new(seed);
        let cells: Bits = (0..rows * cols).map(|_| dice.chance(share)).collect();
        prop_assume!(cells.any());
        let parts = mask::parts(ground(rows, cols).size, &cells).len() as u64;
        for algorithm in Algorithm::ALL {
            let ground = Ground { cells: Some(&cells), ..ground(rows, cols) };
            match perfect(algorithm, ground, &mut Random::new(seed)) {
                Ok(maze) => {
                    let found = certify(&maze).unwrap();
                    prop_assert!(found.is_perfect_in_parts(), "{}", algorithm.name());
                    prop_assert_eq!(found.parts, parts, "{}", algorithm.name());
                }
                Err(error) => prop_assert!(!algorithm.takes_masks(), "{}", error),
            }
        }
    }
}
