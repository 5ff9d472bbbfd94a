//! Writes a puzzle as a case that [`parse`](super::parse) reads.

use std::fmt::Write;

use super::super::{
    arrangement::grid_of,
    board::{Board, BoardKind, Point},
    puzzle::{Piece, Puzzle},
};

/// The text of a case.
pub fn write(puzzle: &Puzzle) -> String {
    let board = &puzzle.board;
    let drawn: Vec<&[Piece]> = puzzle.pieces.chunk_by(|a, b| a.letter == b.letter).collect();
    let depth = if board.depth() > 1 && board.kind() != BoardKind::Pyramid {
        format!("{} ", board.depth())
    } else {
        String::new()
    };
    let mut text = format!("{} {} {depth}{}\n{}\n", board.height(), board.width(), drawn.len(), board.kind().name());
    if board.kind() == BoardKind::Custom {
        push_layers(&mut text, board, &vec!['X'; board.cells()]);
    }
    if !puzzle.given.is_empty() {
        text += "GIVEN\n";
        let mut marks = vec!['.'; board.cells()];
        for given in &puzzle.given {
            given.cells.iter().for_each(|cell| marks[*cell] = puzzle.pieces[given.piece].letter);
        }
        push_layers(&mut text, board, &marks);
    }
    for copies in drawn {
        push_piece(&mut text, &copies[0]);
        if copies.len() > 1 {
            let _ = writeln!(text, "COPIES {}", copies.len());
        }
    }
    text
}

/// Draws the layers of a board: of a pyramid with blank lines between them, of a box with their numbers.
fn push_layers(text: &mut String, board: &Board, marks: &[char]) {
    let layers = grid_of(board, marks);
    let is_box = layers.len() > 1 && board.kind() != BoardKind::Pyramid;
    for (layer, rows) in layers.iter().enumerate() {
        match layer {
            _ if is_box => drop(writeln!(text, "Z: {layer}")),
            0 => {}
            _ => text.push('\n'),
        }
        for row in rows {
            text.push_str(row);
            text.push('\n');
        }
    }
}

fn push_piece(text: &mut String, piece: &Piece) {
    let bound = |part: fn(&Point) -> i32, most: bool| {
        let parts = piece.cells.iter().map(part);
        if most { parts.max() } else { parts.min() }.unwrap_or(0)
    };
    let (left, top, front) = (bound(|cell| cell.x, false), bound(|cell| cell.y, false), bound(|cell| cell.z, false));
    let (right, bottom, back) = (bound(|cell| cell.x, true), bound(|cell| cell.y, true), bound(|cell| cell.z, true));
    for z in front..=back {
        if back > front {
            let _ = writeln!(text, "Z: {}", z - front);
        }
        for y in top..=bottom {
            let marks =
                (left..=right).map(|x| if piece.cells.contains(&Point::new(x, y, z)) { piece.letter } else { '.' });
            let row: String = marks.collect();
            let _ = writeln!(text, "{row}");
        }
    }
}
