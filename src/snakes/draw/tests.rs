//! Pictures of known boards have what they should have in them.

use super::*;
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
    let picture = board(&milton_bradley(""), &[0, 38, 44, 50, 67, 91, 97, 100]);
    let text = svg(&picture);
    assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
    assert_eq!(text.matches("<text").count(), 100);
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
    for scene in [board(&case, &[]), super::distribution(&distribution)] {
        let bytes = png(&scene).unwrap();
        let reader = ::png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        assert_eq!((reader.info().width, reader.info().height), (scene.width as u32, scene.height as u32));
    }
}

#[test]
fn huge_and_tiny_boards_can_be_drawn() {
    for text in ["size 1000x1000\n5 > 999000\n", "size 1x2\n", "squares 7\ncolumns 3\n", "size 1x300\n"] {
        let scene = board(&case(text), &[]);
        assert!(svg(&scene).len() < 4_000_000);
        assert!(!png(&scene).unwrap().is_empty(), "{text}");
    }
}
