//! Reads a polyomino case: a header, the kind of board, the board's cells, given pieces, and the pieces.
//!
//! ```text
//! 5 7 5          rows, columns, pieces (or rows, columns, layers, pieces)
//! CUSTOM         or DEFAULT, PYRAMID, TRIANGLE, HEXAGON, TRIANGLE CUSTOM, HEXAGON CUSTOM
//! ...X...        CUSTOM only: X is a cell, . is none
//! ⋮
//! GIVEN          optional: pieces that are placed already
//! ⋮
//! A              the pieces, each drawn with a letter of its own; blanks before it count
//! AAA
//! COPIES 2       optional, after a drawing: how many there are of the piece
//! ```

mod custom;
mod given;
mod header;
mod letters;
mod pieces;
mod reader;
mod write;

pub use letters::{LETTERS, MAX_PIECES};
pub use write::{write, write_piece};

use crate::diagnostics::{Diagnostic, Source};

use super::{
    board::Board,
    lattice::Lattice,
    puzzle::{Puzzle, Rules},
};

use self::{
    pieces::{DrawnPiece, DrawnPieces},
    reader::Reader,
};

/// Reads a case.
pub fn parse(source: &Source, rules: Rules) -> Result<Puzzle, Diagnostic> {
    parse_with_notes(source, rules).map(|(puzzle, _)| puzzle)
}

/// Reads a case, and says what is odd about it but has a meaning.
pub fn parse_with_notes(source: &Source, rules: Rules) -> Result<(Puzzle, Vec<String>), Diagnostic> {
    let header = header::parse(&mut Reader::new(source))?;
    let is_hash_row = |line| reader::is_hash_row(line, header.width, header.lattice);
    if !header.is_custom || !source.lines().any(is_hash_row) {
        return parse_lines(source, rules, HashRows::Comments);
    }
    // Lines that begin with # are comments; but where they fill the place of the board, or where the case makes no
    // sense without them, they are the board.
    if custom::is_drawn_with_hashes(source, &header) {
        parse_lines(source, rules, HashRows::Board)
            .or_else(|error| parse_lines(source, rules, HashRows::Comments).map_err(|_| error))
    } else {
        parse_lines(source, rules, HashRows::Comments).or_else(|_| parse_lines(source, rules, HashRows::Board))
    }
}

/// What the lines are that could be rows of a board drawn with #.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HashRows {
    Comments,
    Board,
}

fn parse_lines(source: &Source, rules: Rules, hash_rows: HashRows) -> Result<(Puzzle, Vec<String>), Diagnostic> {
    let mut reader = Reader::new(source);
    let header = header::parse(&mut reader)?;
    let (board, mark) = match header.lattice {
        _ if header.is_custom => custom::parse(&mut reader, &header, hash_rows == HashRows::Board)?,
        Lattice::Squares => (Board::full(header.height, header.width, header.depth), None),
        Lattice::Balls => (Board::pyramid(header.height), None),
        lattice => (Board::parallelogram(lattice, header.height, header.width), None),
    };
    let drawing = given::parse(&mut reader, &board)?;
    let DrawnPieces { pieces: drawn, notes } = pieces::parse(&mut reader, &header)?;
    if let Some(mark) = mark {
        mark.check_against(source, header.lattice, &drawn)?;
    }
    let copies = |drawn: DrawnPiece<'_>| std::iter::repeat_n(drawn.piece, drawn.copies);
    let pieces: Vec<_> = drawn.into_iter().flat_map(copies).collect();
    let given = drawing.map_or(Ok(Vec::new()), |drawing| drawing.resolve(source, &board, &pieces, rules))?;
    Ok((Puzzle { board, pieces, given, rules }, notes))
}

/// Does a text look like a polyomino case? Its second word of letters names a kind of board.
pub fn recognise(source: &Source) -> bool {
    let lines = source.lines().map(|line| line.text.trim()).filter(|text| !text.is_empty() && !text.starts_with('#'));
    let words = lines.take(2).flat_map(str::split_whitespace);
    let mut words = words.skip_while(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    words.next().is_some_and(header::is_kind)
}
