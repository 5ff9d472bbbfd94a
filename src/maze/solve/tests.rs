use num_bigint::BigUint;
use proptest::prelude::*;

use super::{shortest::ShortestWays, *};
use crate::maze::{
    certify::leads,
    generate::Algorithm,
    grid::{Bits, Direction, Size},
    random::Random,
    recipe::Recipe,
    routing::Routing,
};

fn way(outcome: Outcome) -> Option<Moves> {
    match outcome.answer {
        Answer::Way(moves) => Some(moves),
        Answer::NoWay | Answer::Unknown => None,
    }
}

proptest! {
    #[test]
    fn all_methods_find_the_only_way(rows in 1u64..25, cols in 1u64..80, seed: u64, ends: [usize; 2]) {
        let size = Size::new(rows, cols).unwrap();
        let maze = Recipe::new(size, seed).make().unwrap();
        let [from, to] = ends.map(|end| end % size.cells());
        let only = way(solve(&maze, from, to, Method::Bfs)).unwrap();
        prop_assert!(leads(&maze, from, &only, to));
        for method in Method::ALL {
            prop_assert_eq!(way(solve(&maze, from, to, method)), Some(only.clone()), "{}", method.name());
        }
    }

    #[test]
    fn ways_with_loops_are_ways(rows in 2u64..20, cols in 2u64..30, seed: u64, share in 0.1f64..=1.0, ends: [usize; 2]) {
        let size = Size::new(rows, cols).unwrap();
        let recipe = Recipe { routing: Routing::PartialBraid(share), algorithm: Algorithm::Wilson, ..Recipe::new(size, seed) };
        let maze = recipe.make().unwrap();
        let [from, to] = ends.map(|end| end % size.cells());
        let ways = ShortestWays::new(&maze, from, to).unwrap();
        for method in Method::ALL {
            match way(solve(&maze, from, to, method)) {
                Some(moves) => {
                    prop_assert!(leads(&maze, from, &moves, to), "{}", method.name());
                    prop_assert!(moves.len() as u64 >= ways.length());
                    if method.finds_shortest() {
                        prop_assert_eq!(moves.len() as u64, ways.length(), "{}", method.name());
                    }
                }
                None => prop_assert_eq!(method, Method::WallFollower),
            }
        }
        let listed: Vec<_> = ways.iter().take(500).collect();
        prop_assert!(listed.is_sorted_by(|one, other| one.iter().lt(other.iter())));
        prop_assert!(listed.iter().all(|moves| leads(&maze, from, moves, to) && moves.len() as u64 == ways.length()));
        if listed.len() < 500 {
            prop_assert_eq!(ways.count(), BigUint::from(listed.len()));
        }
    }

    #[test]
    fn no_way_is_proved(rows in 1u64..15, cols in 1u64..20, seed: u64, ends: [usize; 2]) {
        let size = Size::new(rows, cols).unwrap();
        let mut dice = Random::new(seed);
        let cells: Bits = (0..size.cells()).map(|_| dice.chance(0.6)).collect();
        prop_assume!(cells.any());
        let [from, to] = ends.map(|end| (end % size.cells()..size.cells()).chain(0..size.cells()).find(|&cell| cells[cell]).unwrap());
        let maze = Recipe { cells: Some(cells), ..Recipe::new(size, seed) }.make().unwrap();
        let expected = way(solve(&maze, from, to, Method::Bfs));
        for method in Method::ALL {
            let outcome = solve(&maze, from, to, method);
            prop_assert!(outcome.answer != Answer::Unknown);
            prop_assert_eq!(way(outcome), expected.clone(), "{}", method.name());
        }
    }
}

#[test]
fn an_open_hall_has_binomially_many_shortest_ways() {
    let size = Size::new(9, 7).unwrap();
    let mut hall = Maze::closed(size, None);
    for cell in 0..size.cells() {
        for direction in [Direction::East, Direction::South] {
            if size.neighbour(cell, direction).is_some() {
                hall.open(cell, direction);
            }
        }
    }
    let ways = ShortestWays::new(&hall, 0, size.cells() - 1).unwrap();
    // 14 steps, 6 of them to the east.
    assert_eq!((ways.length(), ways.count()), (14, BigUint::from(3003u32)));
    assert_eq!(ways.iter().count(), 3003);
}
