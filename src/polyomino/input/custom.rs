//! The drawing of a custom board.

use std::collections::HashSet;

use crate::{
    diagnostics::{Diagnostic, Line, Source},
    words::counted,
};

use super::{
    super::{
        board::{Board, MAX_CELLS, Spot},
        lattice::Lattice,
    },
    header::{self, Header},
    letters::is_letter,
    pieces::DrawnPiece,
    reader::Reader,
};

/// How a board is drawn.
fn board_help(lattice: Lattice) -> &'static str {
    match lattice {
        Lattice::Triangles => {
            "draw the board with X for a triangle and . or a blank for none, one row a line; \
             triangles in a row point up and down in turn"
        }
        Lattice::Hexagons => {
            "draw the board with X for a hexagon and . or a blank for none, one row a line; hexagons in a row stand two \
             columns apart, and one column from those of the rows above and below"
        }
        Lattice::Squares | Lattice::Balls => "draw the board with X for a cell and . for none, one row a line",
    }
}

/// Does a mark stand for a cell?
fn is_cell(mark: char) -> bool {
    !matches!(mark, '.' | ' ')
}

/// A mark other than X that a board draws its cells with.
pub(super) struct OtherMark<'a> {
    mark: char,
    at: (Line<'a>, usize),
}

/// Do lines of # and . stand where the board should be drawn, as many as it has rows?
pub(super) fn is_drawn_with_hashes(source: &Source, header: &Header<'_>) -> bool {
    let mut reader = Reader::new(source);
    if header::parse(&mut reader).is_err() {
        return false;
    }
    reader.take_hash_rows(Some((header.width, header.lattice)));
    let mut has_hash = false;
    (0..header.depth).all(|layer| {
        let has_mark = reader.expect_layer_mark(layer, header.depth > 1).is_ok();
        has_mark
            && (0..header.height).all(|_| {
                let row = reader.next_filled().map_or("X", |line| line.text);
                has_hash |= row.contains('#');
                row.chars().all(|mark| matches!(mark, '#' | '.' | ' '))
            })
    }) && has_hash
}

/// Reads the rows of the board, which may be drawn with # if that is said. Cells are drawn with X. A board that has no
/// X at all, but one other mark throughout, can only mean that mark as its cells.
pub(super) fn parse<'a>(
    reader: &mut Reader<'a>,
    header: &Header<'a>,
    takes_hash_rows: bool,
) -> Result<(Board, Option<OtherMark<'a>>), Diagnostic> {
    let source = reader.source;
    reader.take_hash_rows(takes_hash_rows.then_some((header.width, header.lattice)));
    let rows = read_rows(reader, header)?;
    reader.take_hash_rows(None);
    let other = find_other_mark(source, header.lattice, &rows)?;
    check_places(source, header.lattice, &rows)?;
    let cells: HashSet<Spot> = rows
        .iter()
        .flat_map(|(layer, row, line)| {
            let filled = line.text.chars().enumerate().filter(|(_, mark)| is_cell(*mark));
            filled.map(|(column, _)| Spot { layer: *layer, row: *row, column })
        })
        .collect();
    let (_, _, first) = rows[0];
    if cells.is_empty() {
        return Err(source
            .error("the board has no cells", first, 0..first.text.len())
            .label("no X here")
            .help(board_help(header.lattice)));
    }
    let sides = [header.height, header.width, header.depth];
    let board = Board::drawn(header.lattice, sides, |spot| cells.contains(&spot));
    Ok((board, other))
}

/// A row of the drawing: its layer, its number, and its line.
type Row<'a> = (usize, usize, Line<'a>);

fn read_rows<'a>(reader: &mut Reader<'a>, header: &Header<'a>) -> Result<Vec<Row<'a>>, Diagnostic> {
    let mut rows = Vec::new();
    let mut cells = 0;
    for layer in 0..header.depth {
        reader.expect_layer_mark(layer, header.depth > 1)?;
        for row in 0..header.height {
            let line = reader.next_filled().ok_or_else(|| {
                let title = too_few_rows(row, header.height);
                reader.source.error_at_end(title).label("the file ends here").help(board_help(header.lattice))
            })?;
            if let Some(error) = piece_instead_of_row(reader.source, header, &rows, line) {
                return Err(error);
            }
            check_width(reader.source, line, header)?;
            cells += line.text.chars().filter(|mark| is_cell(*mark)).count();
            if cells > MAX_CELLS {
                let error = reader.source.error("the board has too many cells", line, 0..line.text.len());
                return Err(error.label(format!("at most {MAX_CELLS} cells, up to here there are {cells}")));
            }
            rows.push((layer, row, line));
        }
    }
    Ok(rows)
}

fn too_few_rows(drawn: usize, height: usize) -> String {
    let is = if drawn == 1 { "is" } else { "are" };
    format!("only {drawn} of {} {is} drawn", counted(height, "row"))
}

/// An error about a piece where the board should go on: it has a letter that the rows before do not have.
fn piece_instead_of_row(source: &Source, header: &Header<'_>, rows: &[Row<'_>], line: Line<'_>) -> Option<Diagnostic> {
    let marks: Vec<char> = line.text.chars().filter(|mark| !matches!(mark, ' ' | '.')).collect();
    let letter = *marks.first()?;
    let is_known = |mark: char| rows.iter().any(|(_, _, row)| row.text.contains(mark));
    let is_piece = is_letter(letter) && marks.iter().all(|mark| *mark == letter);
    if rows.is_empty() || !is_piece || matches!(letter, 'X' | 'x') || is_known(letter) {
        return None;
    }
    let drawn = rows.len() % header.height;
    let error = source.error(too_few_rows(drawn, header.height), line, 0..line.text.len());
    let label = format!("expected another row of the board, this looks like piece {letter}");
    Some(error.label(label).help(board_help(header.lattice)))
}

/// The mark other than X that cells are drawn with, if there is no X at all.
fn find_other_mark<'a>(
    source: &Source,
    lattice: Lattice,
    rows: &[Row<'a>],
) -> Result<Option<OtherMark<'a>>, Diagnostic> {
    let marks =
        || rows.iter().flat_map(|(_, _, line)| line.text.char_indices().map(move |(at, mark)| (*line, at, mark)));
    let is_x = |mark: char| matches!(mark, 'X' | 'x');
    let is_none = |mark: char| mark == '.' || (mark == ' ' && lattice.is_staggered());
    let has_x = marks().any(|(_, _, mark)| is_x(mark));
    let mut other: Option<OtherMark<'a>> = None;
    for (line, at, mark) in marks().filter(|(_, _, mark)| !is_none(*mark) && !is_x(*mark)) {
        let is_first_or_same = other.as_ref().is_none_or(|other| other.mark == mark);
        if has_x || !is_first_or_same || mark.is_whitespace() || mark.is_control() {
            return Err(source
                .error(format!("the board has a mark {mark:?} in it"), line, at..at + mark.len_utf8())
                .label("expected X or .")
                .help(board_help(lattice)));
        }
        other = Some(OtherMark { mark, at: (line, at) });
    }
    Ok(other)
}

/// Makes sure that the cells of staggered rows are where the lattice has places: all in even ones or all in odd ones.
fn check_places(source: &Source, lattice: Lattice, rows: &[Row<'_>]) -> Result<(), Diagnostic> {
    let cells = || {
        rows.iter().flat_map(|(_, row, line)| {
            let marks = line.text.char_indices().enumerate().filter(|(_, (_, mark))| is_cell(*mark));
            marks.map(move |(column, (at, mark))| (*line, at..at + mark.len_utf8(), (row + column) % 2))
        })
    };
    let first = cells().next().map(|(_, _, side)| side);
    match cells().find(|(_, _, side)| lattice == Lattice::Hexagons && Some(*side) != first) {
        None => Ok(()),
        Some((line, at, _)) => Err(source
            .error("this hexagon stands between the places of its row", line, at)
            .label("expected one column to the left or right")
            .help(board_help(lattice))),
    }
}

fn check_width(source: &Source, line: Line<'_>, header: &Header<'_>) -> Result<(), Diagnostic> {
    let (found, width) = (line.text.chars().count(), header.width);
    // Blanks at the end of a row are not to be seen.
    if found == width || (header.lattice.is_staggered() && found < width) {
        return Ok(());
    }
    let end = line.text.len();
    let (title, columns) = if found > width {
        let extra = line.text.char_indices().nth(width).map_or(end, |(at, _)| at);
        ("this row of the board is too long", extra..end)
    } else {
        ("this row of the board is too short", end..end)
    };
    let most = if header.lattice.is_staggered() { "at most " } else { "" };
    let label = format!("expected {most}{width} marks, found {found}");
    Err(source.error(title, line, columns).label(label).help(board_help(header.lattice)))
}

impl OtherMark<'_> {
    /// A letter that also draws a piece is no board mark: rows of the board are missing, and a piece took their place.
    pub fn check_against(
        &self,
        source: &Source,
        lattice: Lattice,
        pieces: &[DrawnPiece<'_>],
    ) -> Result<(), Diagnostic> {
        if !pieces.iter().any(|drawn| drawn.piece.letter == self.mark) {
            return Ok(());
        }
        let (line, at) = self.at;
        Err(source
            .error(
                format!("the board is drawn with {}, which is also a piece", self.mark),
                line,
                at..at + self.mark.len_utf8(),
            )
            .label("expected X or .")
            .help(board_help(lattice)))
    }
}
