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
