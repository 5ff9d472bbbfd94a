//! Writes a puzzle as a case that [`parse`](super::parse) reads.

use std::fmt::Write;

use super::super::{
    arrangement::rows_of,
    board::Board,
    lattice::Lattice,
    puzzle::{Piece, Puzzle},
};

/// The text of a case.
pub fn write(puzzle: &Puzzle) -> String {
    let board = &puzzle.board;
    let drawn: Vec<&[Piece]> = puzzle.pieces.chunk_by(|a, b| a.letter == b.letter).collect();
    let depth = if board.depth() > 1 && board.lattice() == Lattice::Squares {
        format!("{} ", board.depth())
    } else {
        String::new()
    };
    let mut text = format!("{} {} {depth}{}\n{}\n", board.height(), board.width(), drawn.len(), board.kind_name());
    if !board.is_whole() {
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
        text += &write_piece(&copies[0], board.lattice());
        if copies.len() > 1 {
            let _ = writeln!(text, "COPIES {}", copies.len());
        }
    }
    text
}

/// Draws the layers of a board: of a pyramid with blank lines between them, of a box with their numbers.
fn push_layers(text: &mut String, board: &Board, marks: &[char]) {
    let layers = rows_of(board, marks);
    let is_box = layers.len() > 1 && board.lattice() == Lattice::Squares;
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

/// The drawing of a piece.
pub fn write_piece(piece: &Piece, lattice: Lattice) -> String {
    let mut text = String::new();
    let layers = piece.drawing(lattice, '.');
    for (layer, rows) in layers.iter().enumerate() {
        if layers.len() > 1 {
            let _ = writeln!(text, "Z: {layer}");
        }
        for row in rows {
            let _ = writeln!(text, "{row}");
        }
    }
    text
}
