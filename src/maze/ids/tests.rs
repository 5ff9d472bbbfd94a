use std::collections::HashSet;

use super::*;
use crate::maze::{certify::certify, generate::Algorithm, random::Random, recipe::Recipe};

fn numbering(rows: u64, cols: u64) -> Numbering {
    Numbering::new(Size::new(rows, cols).unwrap(), &Control::default()).unwrap()
}

#[test]
fn the_counts_are_those_of_the_spanning_trees() {
    let known = [(1, 1, 1u32), (1, 9, 1), (9, 1, 1), (2, 2, 4), (2, 3, 15), (3, 3, 192), (3, 4, 2415), (4, 4, 100_352)];
    for (rows, cols, count) in known {
        assert_eq!(*numbering(rows, cols).count(), BigUint::from(count), "{rows}x{cols}");
        assert_eq!(*numbering(cols, rows).count(), BigUint::from(count), "{cols}x{rows}");
    }
}

#[test]
fn numbers_and_small_mazes_are_one_to_one() {
    for (rows, cols, count) in [(1, 1, 1u32), (1, 5, 1), (2, 3, 15), (3, 3, 192), (3, 4, 2415), (4, 3, 2415)] {
        let numbering = numbering(rows, cols);
        let mut seen = HashSet::new();
        for number in (0..count).map(BigUint::from) {
            let maze = numbering.maze(&number).unwrap();
            assert!(certify(&maze).unwrap().is_perfect());
            assert_eq!(numbering.number(&maze).unwrap(), number);
            assert!(seen.insert(maze.passages().to_vec()), "{rows}x{cols}: {number} was there before");
        }
        assert!(numbering.maze(&BigUint::from(count)).is_err());
    }
}

#[test]
fn large_mazes_go_to_their_numbers_and_back() {
    for (rows, cols) in [(10, 15), (20, 20), (8, 11)] {
        let numbering = numbering(rows, cols);
        let mut random = Random::new(rows);
        for algorithm in [Algorithm::Dfs, Algorithm::Wilson] {
            let size = Size::new(rows, cols).unwrap();
            let mut maze = Recipe { algorithm, ..Recipe::new(size, cols) }.make().unwrap();
            maze.ends = None;
            let number = numbering.number(&maze).unwrap();
            assert_eq!(numbering.maze(&number).unwrap(), maze);
        }
        let number = random.below_big(numbering.count());
        assert_eq!(numbering.number(&numbering.maze(&number).unwrap()).unwrap(), number);
    }
}

#[test]
fn what_has_no_number_is_refused() {
    let numbering = numbering(4, 4);
    assert!(numbering.number(&Maze::closed(Size::new(4, 4).unwrap(), None)).is_err());
    assert!(numbering.number(&Maze::closed(Size::new(1, 1).unwrap(), None)).is_err());
    assert!(Numbering::new(Size::new(100, 100).unwrap(), &Control::default()).is_err());
}

/// Chi-square over the 192 mazes of 3x3: 191 degrees of freedom, mean 191, standard deviation 19.5.
fn chi_square(mut draw: impl FnMut(u64) -> Maze) -> f64 {
    const DRAWS: u64 = 19_200;
    let numbering = numbering(3, 3);
    let mut counts = [0u32; 192];
    for seed in 0..DRAWS {
        let number = numbering.number(&draw(seed)).unwrap();
        counts[usize::try_from(number).unwrap()] += 1;
    }
    let expected = DRAWS as f64 / 192.0;
    counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
}

#[test]
fn wilson_aldous_broder_and_numbers_are_uniform_and_dfs_is_not() {
    let size = Size::new(3, 3).unwrap();
    let by = |algorithm| move |seed| Recipe { algorithm, ..Recipe::new(size, seed) }.make().unwrap();
    // Beyond 260 lies less than one case in a thousand.
    for algorithm in [Algorithm::Wilson, Algorithm::AldousBroder] {
        let value = chi_square(by(algorithm));
        assert!((130.0..260.0).contains(&value), "{}: {value}", algorithm.name());
    }
    let numbers = numbering(3, 3);
    let value = chi_square(|seed| numbers.maze(&Random::new(seed).below_big(numbers.count())).unwrap());
    assert!((130.0..260.0).contains(&value), "numbers: {value}");
    let value = chi_square(by(Algorithm::Dfs));
    assert!(value > 5000.0, "dfs: {value}");
}

#[test]
fn tables_and_mazes_look_at_their_limits() {
    let size = Size::new(30, 30).unwrap();
    let control = Control::default();
    control.stop(StopReason::TimeLimit);
    assert!(matches!(Numbering::new(size, &control), Err(Error::Stopped(_))));
    let control = Control::default();
    let numbering = Numbering::new(Size::new(4, 4).unwrap(), &control).unwrap();
    let maze = numbering.maze(&BigUint::from(5u32)).unwrap();
    control.stop(StopReason::Interrupted);
    assert!(matches!(numbering.maze(&BigUint::from(5u32)), Err(Error::Stopped(_))));
    assert!(matches!(numbering.number(&maze), Err(Error::Stopped(_))));
}
