//! Pictures of small boards.

use crate::{
    diagnostics::Source,
    picture::{Shape, svg},
    polyomino::{Arrangement, Compiled, Rules, input},
};

use super::{Occupancy, board, board_and_pieces};

fn compiled(text: &str) -> Compiled {
    Compiled::new(input::parse(&Source::new("case", text), Rules { holes: 9, ..Rules::default() }).unwrap())
}

/// The arrangement in which every piece has its first placement that is free, in file order.
fn packed(compiled: &Compiled) -> Arrangement {
    let mut taken = vec![false; compiled.puzzle.board.cells()];
    let mut id = num_bigint::BigUint::ZERO;
    for piece in &compiled.pieces {
        let fits = |at: &usize| piece.placements[*at].iter_ones().all(|cell| !taken[cell]);
        let at = (0..piece.placements.len()).find(fits);
        for cell in at.into_iter().flat_map(|at| piece.placements[at].iter_ones()) {
            taken[cell] = true;
        }
        id = id * (piece.placements.len() + 1) + at.map_or(0, |at| at + 1);
    }
    Arrangement::from_placement_id(&id, compiled).unwrap()
}

fn texts(shapes: &[Shape], into: &mut Vec<String>) {
    for shape in shapes {
        match shape {
            Shape::Text(.., text) => into.push(text.clone()),
            Shape::Group(.., shapes) => texts(shapes, into),
            _ => {}
        }
    }
}

#[test]
fn a_flat_board_has_a_border_and_a_letter_for_each_piece() {
    let compiled = compiled("2 3 2\nDEFAULT\nAA\nA\nB\nBB\n");
    let arrangement = packed(&compiled);
    insta::assert_snapshot!(svg(&board(&Occupancy::new(&compiled, &arrangement))));
}

#[test]
fn boxes_and_pyramids_are_drawn_whole_and_in_layers() {
    let soma = include_str!("../../../cases/polyomino/soma-3x3x3.txt");
    let pyramid = include_str!("../../../cases/polyomino/pyramid-3.txt");
    for (text, letter) in [(soma, "V"), (pyramid, "A")] {
        let compiled = compiled(text);
        let scene = board(&Occupancy::new(&compiled, &packed(&compiled)));
        let mut told = Vec::new();
        texts(&scene.shapes, &mut told);
        assert!(told.contains(&letter.to_owned()) && told.contains(&"Top layer".to_owned()), "{told:?}");
        insta::assert_snapshot!(svg(&scene));
    }
}

#[test]
fn what_is_not_placed_lies_below() {
    let compiled = compiled("2 4 3\nDEFAULT\nAA\nA\nB\nBB\nC\n");
    let mut told = Vec::new();
    texts(&board_and_pieces(&Occupancy::given(&compiled)).shapes, &mut told);
    told.sort();
    assert_eq!(told, ["A", "B", "C"]);
    let arrangement = packed(&compiled);
    assert_eq!(
        board_and_pieces(&Occupancy::new(&compiled, &arrangement)),
        board(&Occupancy::new(&compiled, &arrangement))
    );
}
