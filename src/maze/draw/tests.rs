use super::{lines::Lines, text::Style, *};
use crate::maze::{
    generate::{self, Algorithm, Ground, eller::Rows},
    grid::Size,
    random::Random,
    recipe::Recipe,
    solve::{Answer, Method, solve},
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
}

#[test]
fn a_way_is_drawn_in() {
    let maze = small();
    let [from, to] = maze.ends.unwrap();
    let Answer::Way(moves) = solve(&maze, from, to, Method::Bfs).answer else { panic!("a perfect maze") };
    let trail = Trail::new(&maze, from, &moves);
    let text = text::to_string(&mut Lines::Of { maze: &maze, trail: Some(&trail), shades: None }, Style::Ascii);
    // Cells, the passages between them, and the two gaps.
    assert_eq!(text.matches('.').count(), 2 * moves.len() + 3);
    let mut svg = Vec::new();
    svg::write(&maze, Some((from, &moves)), Some(&distance::shades(&maze, from)), &mut svg).unwrap();
    let svg = String::from_utf8(svg).unwrap();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<rect").count(), 16);
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
