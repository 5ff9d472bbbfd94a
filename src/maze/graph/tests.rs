use std::collections::HashMap;

use proptest::prelude::*;

use super::{
    certify::{GridCertificate, certify},
    file::{self, GridFile},
    generate::is_general,
    layout::{self, Behind},
    recipe::{Ends, GraphRecipe},
    shape::{Grid, Shape},
    solve::{self, Answer, bfs::ShortestWays},
    *,
};
use crate::{
    diagnostics::Source,
    maze::{
        generate::Algorithm,
        grid::Size,
        random::Random,
        routing::Routing,
        solve::{Method, unlimited},
    },
    search::{Control, Limits},
};

fn shape(grid: Grid, floors: usize, rows: u64, cols: u64) -> Shape {
    Shape::regular(grid, floors, Size::new(rows, cols).unwrap()).unwrap()
}

fn made(recipe: &GraphRecipe) -> GraphMaze {
    recipe.make(&Control::default()).unwrap().maze
}

fn written(maze: &GraphMaze, recipe: Option<String>) -> GridFile {
    GridFile::new(maze, recipe, &Control::default()).unwrap()
}

fn certified(maze: &GraphMaze) -> GridCertificate {
    certify(&written(maze, None), &Control::default()).unwrap()
}

fn algorithms() -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL.into_iter().filter(|&algorithm| is_general(algorithm))
}

#[test]
fn neighbours_know_each_other_and_share_a_line() {
    for grid in Grid::ALL {
        let shape = shape(grid, 1, 5, 6);
        for cell in 0..shape.cells() {
            let [_, row, col] = shape.place(cell);
            for side in 0..layout::sides(&shape, row, col) {
                let Behind::Cell(next_row, next_col) = layout::behind(&shape, row, col, side) else { continue };
                let back = (0..layout::sides(&shape, next_row, next_col))
                    .find(|&back| layout::behind(&shape, next_row, next_col, back) == Behind::Cell(row, col));
                let back = back.unwrap_or_else(|| panic!("{grid:?} {row},{col} side {side}"));
                let (one, other) =
                    (layout::line(&shape, row, col, side), layout::line(&shape, next_row, next_col, back));
                let near = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1) < 1e-9;
                let (first, last) = (one[0], one[one.len() - 1]);
                let ends = [other[0], other[other.len() - 1]];
                assert!(ends.iter().any(|&end| near(end, first)), "{grid:?} {row},{col} side {side}");
                assert!(ends.iter().any(|&end| near(end, last)), "{grid:?} {row},{col} side {side}");
            }
        }
    }
}

#[test]
fn every_algorithm_makes_a_perfect_maze_on_every_grid() {
    for grid in Grid::ALL {
        for floors in [1, 3] {
            for algorithm in algorithms() {
                let recipe = GraphRecipe { algorithm, ..GraphRecipe::new(shape(grid, floors, 7, 8), 11) };
                let maze = made(&recipe);
                let found = certified(&maze);
                let name = format!("{grid:?} {floors} {}", algorithm.name());
                assert!(found.facts.is_perfect(), "{name}: {}", found.text());
                assert_eq!(found.crossings, maze.ground.crossings().len() as u64, "{name}");
                assert_eq!(found.crossings > 0, grid == Grid::Weave, "{name}");
                assert_eq!(made(&recipe).open, maze.open, "{name} is another maze with the same seed");
            }
        }
    }
}

#[test]
fn every_routing_is_what_it_says() {
    for grid in Grid::ALL {
        for floors in [1, 2] {
            let recipe = |routing| GraphRecipe { routing, ..GraphRecipe::new(shape(grid, floors, 6, 9), 5) };
            let kind = |routing| certified(&made(&recipe(routing))).facts.kind();
            assert_eq!(kind(Routing::Braid), "braid", "{grid:?} {floors}");
            assert_eq!(kind(Routing::PartialBraid(0.5)), "partial braid", "{grid:?} {floors}");
            let sparse = recipe(Routing::Sparse(0.3));
            if grid == Grid::Weave {
                assert!(sparse.make(&Control::default()).is_err());
            } else {
                assert!(certified(&made(&sparse)).facts.is_sparse(), "{grid:?} {floors}");
            }
            assert!(recipe(Routing::Unicursal).make(&Control::default()).is_err());
        }
    }
}

#[test]
fn files_are_read_as_they_were_written_and_all_methods_agree() {
    for grid in Grid::ALL {
        for floors in [1, 2] {
            for routing in [Routing::Perfect, Routing::Braid] {
                let recipe =
                    GraphRecipe { routing, ends: Ends::Farthest, ..GraphRecipe::new(shape(grid, floors, 6, 7), 3) };
                let maze = made(&recipe);
                let file = written(&maze, Some(recipe.name()));
                let text = serde_json::to_string_pretty(&file).unwrap();
                let read = file::read(&Source::new("maze.json", &text), &Control::default()).unwrap();
                assert_eq!(written(&read, Some(recipe.name())), file, "{grid:?} {floors}");
                let mut shortest = None;
                for method in Method::ALL {
                    let found = unlimited(|pace| solve::solve(&read, method, pace));
                    // A hand on the wall of an island never comes to the goal.
                    if method == Method::WallFollower && routing == Routing::Braid && found.answer == Answer::Unknown {
                        continue;
                    }
                    let Answer::Way(way) = found.answer else { panic!("{grid:?} {method:?}") };
                    assert_eq!([way[0] as usize, way[way.len() - 1] as usize], read.ends);
                    for step in way.windows(2) {
                        assert!(read.exits(step[0] as usize).any(|link| link.to == step[1]), "{grid:?} {method:?}");
                    }
                    if method.finds_shortest() {
                        assert_eq!(*shortest.get_or_insert(way.len()), way.len(), "{grid:?} {method:?}");
                    }
                }
                let ways = unlimited(|pace| ShortestWays::new(&read, pace)).unwrap();
                let listed: Vec<_> = ways.iter().take(5000).collect();
                let mut different = listed.clone();
                different.sort();
                different.dedup();
                assert_eq!(different.len(), listed.len());
                if listed.len() < 5000 {
                    assert_eq!(unlimited(|pace| ways.count(pace)), num_bigint::BigUint::from(listed.len()));
                }
            }
        }
    }
}

/// The trees of a small ground, by trying all sets of links.
fn trees(links: &links::Links) -> Vec<u32> {
    let ends = links.ends();
    (0u32..1 << ends.len())
        .filter(|set| set.count_ones() as usize == links.cells() - 1)
        .filter(|set| {
            let mut sets = sets::Sets::new(links.cells());
            let mut chosen = ends.iter().enumerate().filter(|(edge, _)| set >> edge & 1 == 1);
            chosen.all(|(_, [one, other])| sets.join(*one as usize, *other as usize))
        })
        .collect()
}

#[test]
fn wilson_and_aldous_broder_make_every_hexagonal_maze_equally_often() {
    let control = Control::default();
    let shape = shape(Grid::Hex, 1, 2, 3);
    let stairs = crate::maze::grid::Bits::repeat(false, shape.cells());
    let ground = ground::Ground::new(shape, None, Vec::new(), &stairs, &control).unwrap();
    let trees = trees(ground.links());
    // By the matrix tree theorem.
    assert_eq!(trees.len(), 55);
    const EACH: usize = 300;
    for (algorithm, is_uniform) in [(Algorithm::Wilson, true), (Algorithm::AldousBroder, true), (Algorithm::Dfs, false)]
    {
        let mut random = Random::new(2026);
        let mut counts: HashMap<u32, usize> = trees.iter().map(|&tree| (tree, 0)).collect();
        for _ in 0..EACH * trees.len() {
            let open = generate::perfect(algorithm, ground.links(), &mut random, &control).unwrap();
            *counts.get_mut(&open.iter().fold(0, |set, edge| set | 1 << edge)).unwrap() += 1;
        }
        let square = |count: &usize| (*count as f64 - EACH as f64).powi(2) / EACH as f64;
        let chi: f64 = counts.values().map(square).sum();
        // 54 degrees of freedom: 99.9 % lie below 91.9.
        assert_eq!(chi < 91.9, is_uniform, "{}: {chi}", algorithm.name());
    }
}

#[test]
fn limits_end_every_algorithm() {
    let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    for algorithm in algorithms() {
        let recipe = GraphRecipe { algorithm, ..GraphRecipe::new(shape(Grid::Hex, 1, 300, 300), 1) };
        assert!(recipe.make(&Control::new(&limits)).is_err(), "{}", algorithm.name());
    }
}

#[test]
fn what_is_no_maze_is_refused() {
    let read = |text: &str| file::read(&Source::new("x", text), &Control::default()).map(|maze| maze.ends);
    let hex = |cells: &str| format!(r#"{{"family":"maze","grid":"hex","cells":{cells},"from":[0,0],"to":[0,1]}}"#);
    assert_eq!(read(&hex(r#"["0210"]"#)).unwrap(), [0, 1]);
    for (wrong, reason) in [
        (hex(r#"["0200"]"#), "neighbour"),
        (hex(r#"["0202"]"#), "out of the grid"),
        (hex(r#"["021"]"#), "whole number"),
        (hex(r#"["02xx"]"#), "no cell"),
        (hex(r#"["0210","00"]"#), "row 1 has 1 cell\n"),
        (hex(r#"[]"#), "without cells"),
        (hex(r#"[["0210"],["0210","0210"]]"#), "floor 1"),
        (hex(r#"["..10"]"#), "neighbour"),
        (hex(r#"["...."]"#), "without any cell"),
        (hex(r#"["02ää"]"#), "whole number"),
        (hex(r#"["0000"]"#).replace("[0,1]", "[5,5]"), "no cell 5,5"),
        (hex(r#"["0000"]"#).replace("[0,1]", "[0]"), "no cell 0"),
        (hex(r#"["0000"]"#).replace("hex", "octagon"), "octagon"),
        (r#"{"family":"maze","grid":"theta","cells":["0","00"],"from":[0,0],"to":[0,0]}"#.to_owned(), "row 1 has 2"),
        (r#"{"family":"maze","grid":"weave","cells":["h"],"from":[0,0],"to":[0,0]}"#.to_owned(), "crossing"),
        (r#"{"family":"maze","grid":"hex"}"#.to_owned(), "cells"),
    ] {
        let error = read(&wrong).unwrap_err().to_string();
        assert!(error.contains(reason), "{wrong}: {error}");
    }
}

proptest! {
    #[test]
    fn perfect_on_any_size_and_mask(
        grid in 0usize..5, floors in 1usize..4, rows in 1u64..9, cols in 3u64..9, seed: u64, share in 0.0f64..1.0, holes: bool
    ) {
        let grid = Grid::ALL[grid];
        let shape = shape(grid, floors, rows, cols);
        let mut random = Random::new(seed);
        let mask: Option<crate::maze::grid::Bits> =
            holes.then(|| (0..shape.floor_cells()).map(|_| random.chance(0.8)).collect());
        prop_assume!(mask.as_ref().is_none_or(|mask| mask.any()));
        for algorithm in [Algorithm::Dfs, Algorithm::Kruskal, Algorithm::Wilson, Algorithm::RecursiveDivision] {
            let recipe = GraphRecipe {
                algorithm, mask: mask.clone(), crossings: share, stairs: share, ..GraphRecipe::new(shape.clone(), seed)
            };
            let maze = made(&recipe);
            let found = certified(&maze).facts;
            let is_right = if holes { found.is_perfect_in_parts() } else { found.is_perfect() };
            prop_assert!(is_right, "{:?} {}", grid, algorithm.name());
            // As many parts as the ground has without any walls or crossings.
            let mut parts = sets::Sets::new(shape.floor_cells());
            let exists = |cell: usize| mask.as_ref().is_none_or(|mask| mask[cell]);
            let mut count = (0..shape.floor_cells()).filter(|&cell| exists(cell)).count() as u64;
            for cell in (0..shape.floor_cells()).filter(|&cell| exists(cell)) {
                let [_, row, col] = shape.place(cell);
                for side in 0..layout::sides(&shape, row, col) {
                    if let Behind::Cell(row, col) = layout::behind(&shape, row, col, side) {
                        let next = shape.cell([0, row, col]);
                        count -= u64::from(exists(next) && parts.join(cell, next));
                    }
                }
            }
            prop_assert_eq!(found.parts, count, "{:?} {}", grid, algorithm.name());
            prop_assert!(solve::shortest(&maze, &Control::default()).unwrap().is_some());
        }
    }
}
