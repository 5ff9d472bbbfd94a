//! The pieces that are still to be placed, beside the board.

use crate::{
    picture::{Anchor, Colour, Scene, Shape, palette, words},
    polyomino::{Compiled, board::Point, lattice::Lattice, puzzle::Piece},
};

use super::{
    occupancy::colour_of,
    solid::{Cube, cubes, framed},
    tiles::{EDGE, letter, lines_around, lines_between},
    tiling::{Place, Tiling},
};

const INK: Colour = [70, 70, 70];

/// Pieces in rows that are so wide, each kind once, with the number of its copies.
pub(super) fn tray(compiled: &Compiled, pieces: &[usize], side: f32, width: f32) -> Scene {
    let all = &compiled.puzzle.pieces;
    let mut kinds: Vec<(usize, usize)> = Vec::new();
    for &piece in pieces {
        match kinds.last_mut().filter(|(kind, _)| all[*kind].letter == all[piece].letter) {
            Some((_, count)) => *count += 1,
            None => kinds.push((piece, 1)),
        }
    }
    let gap = side * 0.7;
    let mut scene = Scene { width, ..Scene::default() };
    let (mut x, mut y, mut high) = (0.0f32, 0.0f32, 0.0f32);
    for (piece, count) in kinds {
        let mut drawn = draw_piece(compiled, piece, side);
        if count > 1 {
            let text = format!("× {count}");
            let height = side * 0.32;
            let place = (drawn.width + side * 0.2, drawn.height / 2.0 + height / 2.0);
            drawn.width += side * 0.2 + words::width(&text, height);
            drawn.shapes.push(Shape::Text(place, height, Anchor::Start, INK, text));
        }
        if x > 0.0 && x + drawn.width > width {
            (x, y, high) = (0.0, y + high + gap, 0.0);
        }
        let size = (drawn.width, drawn.height);
        scene.put(drawn, (x, y), 1.0);
        scene.width = scene.width.max(x + size.0);
        (x, high) = (x + size.0 + gap, high.max(size.1));
    }
    scene.height = y + high;
    scene
}

fn draw_piece(compiled: &Compiled, piece: usize, side: f32) -> Scene {
    let (shape, colour) = (&compiled.puzzle.pieces[piece], colour_of(compiled, piece));
    let board = &compiled.puzzle.board;
    let is_flat_piece = shape.cells.iter().all(|cell| cell.z == shape.cells[0].z);
    match board.lattice() {
        Lattice::Balls => beads(shape, colour, side),
        lattice if board.is_planar() && is_flat_piece => tile(shape, colour, Tiling::new(lattice, side)),
        _ => block(shape, colour, side * 0.8),
    }
}

fn least(cells: &[Point]) -> Point {
    let corner = cells.iter().copied().reduce(|a, b| Point::new(a.x.min(b.x), a.y.min(b.y), a.z.min(b.z)));
    corner.unwrap_or(Point::new(0, 0, 0))
}

/// The places of a flat piece, which keep the parity that says which way triangles point.
fn places(piece: &Piece) -> Vec<Place> {
    let least = least(&piece.cells);
    let left = least.x - (least.x + least.y).rem_euclid(2);
    piece.cells.iter().map(|cell| (cell.x - left, cell.y - least.y)).collect()
}

fn tile(piece: &Piece, colour: Colour, tiling: Tiling) -> Scene {
    let places = places(piece);
    let lines = lines_around(&tiling, &places);
    let mut shapes = vec![Shape::Area(lines, colour, tiling.line_width(), EDGE)];
    shapes.extend(lines_between(&tiling, &places).map(|ends| Shape::Line(ends, 1.0, palette::darker(colour, 0.18))));
    shapes.push(letter(&piece.letter.to_string(), &tiling, &places, palette::ink_on(colour)));
    let corners = places.iter().flat_map(|place| tiling.corners(*place)).map(|corner| tiling.at(corner));
    framed(shapes, corners, tiling.side * 0.06)
}

fn block(piece: &Piece, colour: Colour, side: f32) -> Scene {
    let least = least(&piece.cells);
    let highest = piece.cells.iter().map(|cell| cell.z).max().unwrap_or(0);
    let cube = |cell: &Point| Cube {
        // The first layer is the highest.
        place: (cell.x - least.x, cell.y - least.y, highest - cell.z),
        owner: 0,
        colour,
        name: piece.letter.to_string(),
    };
    cubes(&piece.cells.iter().map(cube).collect::<Vec<_>>(), side)
}

fn beads(piece: &Piece, colour: Colour, side: f32) -> Scene {
    let (places, tiling) = (places(piece), Tiling::new(Lattice::Balls, side));
    let mut shapes = Vec::new();
    for (index, place) in places.iter().enumerate() {
        let is_beside = |other: &&Place| (other.0 - place.0).abs() + (other.1 - place.1).abs() == 1;
        for other in places[index + 1..].iter().filter(is_beside) {
            let ends = vec![tiling.middle(*place), tiling.middle(*other)];
            shapes.push(Shape::Line(ends, side * 0.5, palette::darker(colour, 0.12)));
        }
    }
    shapes.extend(places.iter().map(|place| Shape::Ball(tiling.middle(*place), side * 0.46, colour)));
    shapes.push(letter(&piece.letter.to_string(), &tiling, &places, palette::ink_on(colour)));
    let corners = places.iter().flat_map(|place| tiling.corners(*place)).map(|corner| tiling.at(corner));
    framed(shapes, corners, 0.0)
}
