use proptest::prelude::*;

use super::{lines::Lines, text::Style, *};
use crate::maze::{
    generate::{self, Algorithm, Ground, eller::Rows},
    grid::Size,
    random::Random,
    recipe::{Ends, Recipe},
    routing::Routing,
    solve::solve,
};

fn small() -> Maze {
    Recipe::new(Size::new(3, 5).unwrap(), 7).make().unwrap()
}

/// These bytes must never change: a maze is known by its seed.
#[test]
fn a_seed_gives_its_maze_for_ever() {
    let maze = small();
    let ascii = text::to_string(&mut Lines::Of { maze: &maze, trail: None, shades: None }, Style::Ascii);
    insta::assert_snapshot!(ascii);
    let boxes = text::to_string(&mut Lines::Of { maze: &maze, trail: None, shades: None }, Style::Box);
    insta::assert_snapshot!(boxes);
    let every: String = Algorithm::ALL
        .map(|algorithm| {
            let maze = Recipe { algorithm, ..Recipe::new(Size::new(4, 9).unwrap(), 2015) }.make().unwrap();
            let [east, south] = maze.passages()[0];
            format!("{}: {east:09x} {south:09x}\n", algorithm.name())
        })
        .concat();
    insta::assert_snapshot!(every);
    // Wider than a word, where the bits of a row begin anywhere.
    let wide: String = Algorithm::ALL
        .map(|algorithm| {
            let maze = Recipe { algorithm, ..Recipe::new(Size::new(50, 201).unwrap(), 2015) }.make().unwrap();
            let bytes: Vec<u8> = maze.passages().as_flattened().iter().flat_map(|word| word.to_le_bytes()).collect();
            format!("{}: {}\n", algorithm.name(), &blake3::hash(&bytes).to_hex()[..16])
        })
        .concat();
    insta::assert_snapshot!(wide);
}

#[test]
fn a_way_is_drawn_in() {
    let maze = small();
    let [from, to] = maze.ends.unwrap();
    let Answer::Way(moves) = solve(&maze, from, to, Method::Bfs).answer else { panic!("a perfect maze") };
    let trail = Trail::through(&maze).unwrap();
    assert_eq!(trail.moves(&maze), moves);
    let text = text::to_string(&mut Lines::Of { maze: &maze, trail: Some(&trail), shades: None }, Style::Ascii);
    // Cells, the passages between them, and the two gaps.
    assert_eq!(text.matches('.').count(), 2 * moves.len() + 3);
    let mut svg = Vec::new();
    svg::write(&maze, Some(&trail), Some(&distance::shades(&maze, from, &Control::default()).unwrap()), &mut svg)
        .unwrap();
    let svg = String::from_utf8(svg).unwrap();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<rect").count(), 16);
}

proptest! {
    #[test]
    fn a_trail_is_the_passages_of_its_way(rows in 1u64..20, cols in 1u64..90, seed: u64, share in 0.0f64..=1.0, ends: [usize; 2]) {
        let size = Size::new(rows, cols).unwrap();
        for routing in [Routing::Perfect, Routing::PartialBraid(share), Routing::Sparse(share)] {
            let recipe = Recipe { routing, ..Recipe::new(size, seed) };
            let Ok(mut maze) = recipe.make() else { continue };
            let cells: Vec<usize> = maze.cells().collect();
            let [from, to] = ends.map(|end| cells[end % cells.len()]);
            maze.ends = Some([from, to]);
            for method in Method::ALL {
                let Answer::Way(moves) = solve(&maze, from, to, method).answer else { continue };
                let trail = Trail::new(&maze, from, &moves);
                if method == Method::Bfs {
                    let through = Trail::through(&maze);
                    prop_assert_eq!(through.as_ref(), Some(&trail));
                    prop_assert_eq!(&trail.moves(&maze), &moves);
                }
                // The squares of the way, found by walking it.
                let mut walked = BTreeSet::from([place(&maze, from)]);
                let mut cell = from;
                for way in moves.iter() {
                    let (y, x) = place(&maze, cell);
                    cell = maze.step(cell, way);
                    let (next_y, next_x) = place(&maze, cell);
                    walked.extend([((y + next_y) / 2, (x + next_x) / 2), (next_y, next_x)]);
                }
                maze.ends = None;
                let shades = vec![lines::FIRST_SHADE; size.cells()];
                for shades in [None, Some(&shades[..])] {
                    let mut y = 0;
                    Lines::Of { maze: &maze, trail: Some(&trail), shades }.each(|line| {
                        for (x, &square) in line.iter().enumerate() {
                            prop_assert_eq!(square == lines::TRAIL, walked.contains(&(y, x)), "{},{} {:?}", y, x, method);
                        }
                        y += 1;
                        Ok(())
                    })?;
                }
                maze.ends = Some([from, to]);
            }
        }
    }
}

fn place(maze: &Maze, cell: usize) -> (usize, usize) {
    let (row, col) = maze.size().place(cell);
    (2 * row + 1, 2 * col + 1)
}

/// Squares come back from a picture of any depth: black and white, with a way, with marks, with missing cells, with
/// shades.
#[test]
fn pictures_show_all_squares() {
    let size = Size::new(9, 21).unwrap();
    for (ends, routing) in [
        ([0, 188], Routing::Perfect),
        ([40, 100], Routing::Perfect),
        ([0, 188], Routing::Sparse(0.4)),
        ([40, 100], Routing::Sparse(0.4)),
    ] {
        let [from, to] = ends.map(|end| size.place(end));
        let recipe = Recipe { routing, ends: Ends::Given([from, to]), ..Recipe::new(size, 5) };
        let maze = recipe.make().unwrap();
        let trail = Trail::through(&maze).unwrap();
        let shades = distance::shades(&maze, ends[0], &Control::default()).unwrap();
        for (trail, shades) in
            [(None, None), (Some(&trail), None), (None, Some(&shades[..])), (Some(&trail), Some(&shades[..]))]
        {
            for scale in [1, 3] {
                let mut lines = Lines::Of { maze: &maze, trail, shades };
                let mut bytes = Vec::new();
                png::write(&mut lines, scale, &mut bytes).unwrap();
                let mut decoder = ::png::Decoder::new(std::io::Cursor::new(bytes));
                decoder.set_transformations(::png::Transformations::normalize_to_color8());
                let mut reader = decoder.read_info().unwrap();
                let samples = reader.output_color_type().0.samples();
                lines
                    .each(|line| {
                        for _ in 0..scale {
                            let row = reader.next_row().unwrap().unwrap();
                            let pixels: Vec<&[u8]> = row.data().chunks(samples).collect();
                            assert_eq!(pixels.len(), line.len() * scale);
                            for (x, pixel) in pixels.into_iter().enumerate() {
                                assert_eq!(
                                    *pixel,
                                    png::palette(line[x / scale])[..samples],
                                    "{ends:?} {}",
                                    line[x / scale]
                                );
                            }
                        }
                        Ok::<_, ()>(())
                    })
                    .unwrap();
            }
        }
    }
}

#[test]
fn streamed_rows_are_the_maze_that_is_kept() {
    for (rows, cols) in [(1, 1), (1, 70), (70, 1), (13, 130)] {
        let size = Size::new(rows, cols).unwrap();
        let ground = Ground { size, cells: None, bias: None, compact: false };
        let mut kept = generate::perfect(Algorithm::Eller, ground, &mut Random::new(9)).unwrap();
        kept.ends = Some(kept.corners());
        let kept = text::to_string(&mut Lines::Of { maze: &kept, trail: None, shades: None }, Style::Ascii);
        let streamed = text::to_string(&mut Lines::Streamed(size, Rows::new(size, None, Random::new(9))), Style::Ascii);
        assert_eq!(kept, streamed, "{rows}x{cols}");
    }
}
