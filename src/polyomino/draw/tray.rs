//! The pieces that are still to be placed, beside the board.

use crate::{
    picture::{Anchor, Colour, Scene, Shape, palette, words},
    polyomino::{
        Compiled,
        board::{BoardKind, Point},
        puzzle::Piece,
    },
};

use super::{
    occupancy::colour_of,
    solid::{Cube, cubes, framed},
    squares::{EDGE, letter, middle, scaled, seams},
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
    match board.kind() {
        BoardKind::Pyramid => beads(shape, colour, side),
        _ if board.is_flat() && shape.cells.iter().all(|cell| cell.z == shape.cells[0].z) => tile(shape, colour, side),
        _ => block(shape, colour, side * 0.8),
    }
}

fn least(cells: &[Point]) -> Point {
    let corner = cells.iter().copied().reduce(|a, b| Point::new(a.x.min(b.x), a.y.min(b.y), a.z.min(b.z)));
    corner.unwrap_or(Point::new(0, 0, 0))
}

fn squares(piece: &Piece) -> Vec<(i32, i32)> {
    let least = least(&piece.cells);
    piece.cells.iter().map(|cell| (cell.x - least.x, cell.y - least.y)).collect()
}

fn tile(piece: &Piece, colour: Colour, side: f32) -> Scene {
    let squares = squares(piece);
    let lines = scaled(&squares, side);
    let mut shapes = vec![Shape::Area(lines, colour, (side * 0.07).max(1.0), EDGE)];
    shapes.extend(seams(&squares, side).map(|ends| Shape::Line(ends, 1.0, palette::darker(colour, 0.18))));
    shapes.push(letter(&piece.letter.to_string(), middle(&squares), side, palette::ink_on(colour)));
    let corners = squares.iter().flat_map(|&(x, y)| [(x, y), (x + 1, y + 1)]);
    framed(shapes, corners.map(|(x, y)| (x as f32 * side, y as f32 * side)), side * 0.06)
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
    let squares = squares(piece);
    let centre = |&(x, y): &(i32, i32)| ((x as f32 + 0.5) * side, (y as f32 + 0.5) * side);
    let mut shapes = Vec::new();
    for (index, square) in squares.iter().enumerate() {
        let is_beside = |other: &&(i32, i32)| (other.0 - square.0).abs() + (other.1 - square.1).abs() == 1;
        for other in squares[index + 1..].iter().filter(is_beside) {
            let ends = vec![centre(square), centre(other)];
            shapes.push(Shape::Line(ends, side * 0.5, palette::darker(colour, 0.12)));
        }
    }
    shapes.extend(squares.iter().map(|square| Shape::Ball(centre(square), side * 0.46, colour)));
    shapes.push(letter(&piece.letter.to_string(), middle(&squares), side, palette::ink_on(colour)));
    let corners = squares.iter().flat_map(|&(x, y)| [(x, y), (x + 1, y + 1)]);
    framed(shapes, corners.map(|(x, y)| (x as f32 * side, y as f32 * side)), 0.0)
}
