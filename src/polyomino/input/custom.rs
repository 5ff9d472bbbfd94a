//! The drawing of a custom board.

use std::collections::HashSet;

use crate::diagnostics::{Diagnostic, Line, Source};

use super::{
    super::board::{Board, MAX_CELLS, Spot},
    header::Header,
    pieces::DrawnPiece,
    reader::Reader,
};

const BOARD_HELP: &str = "draw the board with X for a cell and . for none, one row a line";

/// A mark other than X that a board draws its cells with.
pub(super) struct OtherMark<'a> {
    mark: char,
    at: (Line<'a>, usize),
}

/// Reads the rows of the board. Cells are drawn with X. A board that has no X at all, but one other mark throughout,
/// can only mean that mark as its cells.
pub(super) fn parse<'a>(
    reader: &mut Reader<'a>,
    header: &Header<'a>,
) -> Result<(Board, Option<OtherMark<'a>>), Diagnostic> {
    let source = reader.source;
    let drawn = read_rows(reader, header).and_then(|rows| Ok((find_other_mark(source, &rows)?, rows)));
    // Whatever is wrong, rows that were taken for comments are the likely cause.
    let (other, rows) = drawn.map_err(|error| rows_as_comments(source, header).unwrap_or(error))?;
    let cells: HashSet<Spot> = rows
        .iter()
        .flat_map(|(layer, row, line)| {
            let filled = line.text.chars().enumerate().filter(|(_, mark)| *mark != '.');
            filled.map(|(column, _)| Spot { layer: *layer, row: *row, column })
        })
        .collect();
    let (_, _, first) = rows[0];
    if cells.is_empty() {
        return Err(source
            .error("the board has no cells", first, 0..first.text.len())
            .label("no X here")
            .help(BOARD_HELP));
    }
    let board = Board::custom(header.height, header.width, header.depth, |spot| cells.contains(&spot));
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
                let title = format!("the board has {row} of {} rows", header.height);
                reader.source.error_at_end(title).label("the file ends here").help(BOARD_HELP)
            })?;
            check_width(reader.source, line, header.width)?;
            cells += line.text.chars().filter(|mark| *mark != '.').count();
            if cells > MAX_CELLS {
                let error = reader.source.error("the board has too many cells", line, 0..line.text.len());
                return Err(error.label(format!("at most {MAX_CELLS} cells, up to here there are {cells}")));
            }
            rows.push((layer, row, line));
        }
    }
    Ok(rows)
}

/// The mark other than X that cells are drawn with, if there is no X at all.
fn find_other_mark<'a>(source: &Source, rows: &[Row<'a>]) -> Result<Option<OtherMark<'a>>, Diagnostic> {
    let marks =
        || rows.iter().flat_map(|(_, _, line)| line.text.char_indices().map(move |(at, mark)| (*line, at, mark)));
    let is_x = |mark: char| matches!(mark, 'X' | 'x');
    let has_x = marks().any(|(_, _, mark)| is_x(mark));
    let mut other: Option<OtherMark<'a>> = None;
    for (line, at, mark) in marks().filter(|(_, _, mark)| *mark != '.' && !is_x(*mark)) {
        let is_first_or_same = other.as_ref().is_none_or(|other| other.mark == mark);
        if has_x || !is_first_or_same || mark.is_whitespace() || mark.is_control() {
            return Err(source
                .error(format!("the board has a mark {mark:?} in it"), line, at..at + mark.len_utf8())
                .label("expected X or .")
                .help(BOARD_HELP));
        }
        other = Some(OtherMark { mark, at: (line, at) });
    }
    Ok(other)
}

/// An error about a comment that looks like a row of the board.
fn rows_as_comments(source: &Source, header: &Header<'_>) -> Option<Diagnostic> {
    let line = source.lines().find(|line| {
        line.text.starts_with('#')
            && line.text.chars().count() == header.width
            && line.text.chars().all(|mark| matches!(mark, '#' | '.'))
    })?;
    let error = source.error("a row of the board is drawn with #", line, 0..line.text.len());
    Some(error.label("a line that begins with # is a comment").help("draw cells with X instead of #"))
}

fn check_width(source: &Source, line: Line<'_>, width: usize) -> Result<(), Diagnostic> {
    let found = line.text.chars().count();
    if found == width {
        return Ok(());
    }
    let end = line.text.len();
    let (title, columns) = if found > width {
        let extra = line.text.char_indices().nth(width).map_or(end, |(at, _)| at);
        ("this row of the board is too long", extra..end)
    } else {
        ("this row of the board is too short", end..end)
    };
    Err(source.error(title, line, columns).label(format!("expected {width} marks, found {found}")).help(BOARD_HELP))
}

impl OtherMark<'_> {
    /// A letter that also draws a piece is no board mark: rows of the board are missing, and a piece took their place.
    pub fn check_against(&self, source: &Source, pieces: &[DrawnPiece<'_>]) -> Result<(), Diagnostic> {
        if !pieces.iter().any(|drawn| drawn.piece.letter == self.mark) {
            return Ok(());
        }
        let (line, at) = self.at;
        Err(source
            .error(format!("the board is drawn with {}, which is also a piece", self.mark), line, at..at + 1)
            .label("expected X or .")
            .help(BOARD_HELP))
    }
}
