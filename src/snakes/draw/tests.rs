//! Pictures of known boards have what they should have in them.

use super::{route::Route, *};
use crate::{
    picture::{png, svg},
    search::Control,
    snakes::{
        chain::{Chain, Scope},
        odds::{
            distribution::Distribution,
            tests::{case, milton_bradley},
        },
    },
};

#[test]
fn the_board_has_its_squares_jumps_and_route() {
    let route = Route { squares: vec![0, 38, 39, 45, 67, 68, 74, 100], rolls: vec![1, 1, 6, 6, 1, 6, 6] };
    let picture = board(&milton_bradley(""), Some(&route));
    let text = svg(&picture);
    assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
    // A number for every square, and one for every roll.
    assert_eq!(text.matches("<text").count(), 107);
    // Nine ladders with two rails each, ten snakes, and the route.
    assert!(text.matches("<polyline").count() > 9 * 2 + 10);
    assert!(text.contains(">100</text>") && !text.contains("NaN"));
}

#[test]
fn rows_run_back_and_forth() {
    let case = case("size 3x4");
    let place = |square| case.board.position(square);
    assert_eq!([place(1), place(4), place(5), place(8), place(9)], [(0, 0), (0, 3), (1, 3), (1, 0), (2, 0)]);
}

#[test]
fn pictures_become_png_files_that_can_be_read() {
    let case = milton_bradley("");
    let chain = Chain::compile(&case, Scope::Reachable, &Control::default()).unwrap();
    let distribution = Distribution::of(&case, &chain, &chain.live().unwrap()).unwrap();
    for scene in [board(&case, None), super::distribution(&distribution)] {
        let bytes = png(&scene).unwrap();
        let reader = ::png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        // Twice as fine as on a screen.
        assert_eq!((reader.info().width, reader.info().height), (2 * scene.width as u32, 2 * scene.height as u32));
    }
}

#[test]
fn huge_and_tiny_boards_can_be_drawn() {
    for text in ["size 1000x1000\n5 > 999000\n", "size 1x2\n", "squares 7\ncolumns 3\n", "size 1x300\n"] {
        let scene = board(&case(text), None);
        assert!(svg(&scene).len() < 4_000_000);
        assert!(!png(&scene).unwrap().is_empty(), "{text}");
    }
}

/// A line goes from square to square, never across the board, except along jumps.
#[test]
fn a_route_goes_along_the_squares() {
    let mut case = milton_bradley("");
    let route = Route { squares: vec![40, 46, 67, 72], rolls: vec![6, 5, 5] };
    let longest = |case: &crate::snakes::board::Case| {
        let route_shapes = board(case, Some(&route)).shapes.split_off(board(case, None).shapes.len());
        let lines = route_shapes.into_iter().filter_map(|shape| match shape {
            crate::picture::Shape::Line(points, ..) => Some(points),
            _ => None,
        });
        let lengths = lines.flat_map(|points| {
            points.windows(2).map(|pair| (pair[0].0 - pair[1].0).hypot(pair[0].1 - pair[1].1)).collect::<Vec<_>>()
        });
        lengths.fold(0.0, f32::max)
    };
    let cell = 64.0;
    // The ladder from 51 to 67 is the only long line.
    assert!(longest(&case) > 1.5 * cell);
    case.board.jumps.clear();
    let straight = Route { squares: vec![40, 46, 51, 56], rolls: vec![6, 5, 5] };
    let shapes = board(&case, Some(&straight)).shapes.split_off(board(&case, None).shapes.len());
    for shape in shapes {
        if let crate::picture::Shape::Line(points, ..) = shape {
            assert!(points.windows(2).all(|pair| (pair[0].0 - pair[1].0).hypot(pair[0].1 - pair[1].1) < 1.01 * cell));
        }
    }
}

/// The pixels of a picture.
fn pixels(scene: &crate::picture::Scene) -> (usize, Vec<[u8; 3]>) {
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(png(scene).unwrap())).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    let pixels = bytes.chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    (reader.info().width as usize, pixels)
}

/// The letters of every number and what is beside them look the same with jumps and without.
#[test]
fn numbers_can_be_read_whatever_crosses_their_squares() {
    let with = milton_bradley("");
    let mut without = with.clone();
    without.board.jumps.clear();
    let (_, crossed) = pixels(&board(&with, None));
    let (width, plain) = pixels(&board(&without, None));
    let ink: Vec<usize> = (0..plain.len()).filter(|&at| plain[at].iter().all(|&part| part < 90)).collect();
    assert!(ink.len() > 5_000, "{}", ink.len());
    for at in ink {
        for beside in [0, 2, 2 * width].into_iter().flat_map(|far| [at - far, at + far]) {
            let differ = crossed[beside].iter().zip(plain[beside]).any(|(&one, other)| one.abs_diff(other) > 40);
            assert!(!differ, "at {}, {}: {:?}", beside % width, beside / width, crossed[beside]);
        }
    }
}

/// Nothing that is drawn of one jump touches what is drawn of another.
#[test]
fn the_jumps_of_a_made_board_lie_apart() {
    use super::board::{Layout, snake_body};
    use crate::{
        picture::Point,
        snakes::design::{Wish, design},
    };
    for seed in 1..7 {
        let wish = Wish { snakes: 10, ladders: 9, ..Wish::default() };
        let made = design(&case("size 10x10"), &wish, seed, &Control::default()).unwrap().case.board;
        let layout = Layout::of(&made);
        let lines: Vec<Vec<Point>> = made
            .jumps
            .iter()
            .map(|&jump| {
                if !jump.is_ladder() {
                    return snake_body(&layout, &made, jump);
                }
                let (from, to) = (layout.centre(&made, jump.from), layout.centre(&made, jump.to));
                let part = |at: i32| {
                    (from.0 + (to.0 - from.0) * at as f32 / 60.0, from.1 + (to.1 - from.1) * at as f32 / 60.0)
                };
                (0..=60).map(part).collect()
            })
            .collect();
        // Half of a ladder, with its rails, and a snake's head, in squares.
        let wide = |index: usize| if made.jumps[index].is_ladder() { 0.17 } else { 0.14 };
        for one in 0..lines.len() {
            for other in 0..one {
                let distances =
                    lines[one].iter().flat_map(|a| lines[other].iter().map(|b| (a.0 - b.0).hypot(a.1 - b.1)));
                let least = distances.fold(f32::INFINITY, f32::min) / layout.cell;
                assert!(least > wide(one) + wide(other), "seed {seed}: {:?} {:?}", made.jumps[one], made.jumps[other]);
            }
        }
    }
}
