//! Boards as people draw them: one line per row, top row first, `n` for a plain square and `n>m` for a jump.

use std::ops::Range;

use super::{Diagnostic, Line, Source, Word, number::number, words_before_comment};
use crate::snakes::board::Board;

/// A square of a drawn row, or one of several jumps on a line.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub square: u32,
    pub to: Option<u32>,
    pub at: Range<usize>,
}

/// The squares in a row, if the file has a drawing: the length of the first line of numbers with a plain one among
/// them.
pub(super) fn width(source: &Source) -> Option<usize> {
    source.lines().find_map(|line| {
        let words: Vec<_> = words_before_comment(line.text).collect();
        if !words.first()?.text.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let cells = cells(source, line, &words).ok()?;
        (cells.len() > 1 && cells.iter().any(|cell| cell.to.is_none())).then_some(cells.len())
    })
}

/// Whether these cells are a row of the drawing and not a list of jumps.
pub(super) fn is_row(cells: &[Cell], width: Option<usize>) -> bool {
    let has_plain_square = cells.iter().any(|cell| cell.to.is_none());
    cells.len() > 1 && (has_plain_square || Some(cells.len()) == width)
}

/// Reads `5 > 20`, `5>20 41>57` or a drawn row.
pub(super) fn cells(source: &Source, line: Line<'_>, words: &[Word<'_>]) -> Result<Vec<Cell>, Diagnostic> {
    let is_arrow = |text: &str| matches!(text, ">" | "->" | "→");
    let mut cells: Vec<Cell> = Vec::with_capacity(words.len());
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        if is_arrow(word.text) {
            let target = rest.next().ok_or_else(|| {
                source.error("a jump without an end", line, word.at.clone()).label("expected a square after this")
            })?;
            let open = cells
                .last_mut()
                .filter(|cell| cell.to.is_none())
                .ok_or_else(|| source.error("an arrow too many", line, word.at.clone()).label("expected a square"))?;
            open.to = Some(square(source, line, target)?);
            open.at.end = target.at.end;
            continue;
        }
        let arrow = word.text.find(['>', '→']);
        let Some(arrow) = arrow else {
            cells.push(Cell { square: square(source, line, word)?, to: None, at: word.at.clone() });
            continue;
        };
        let behind = arrow + word.text[arrow..].chars().next().map_or(1, char::len_utf8);
        let before = word.text[..arrow].trim_end_matches('-');
        let from = Word { text: before, at: word.at.start..word.at.start + before.len() };
        let to = Word { text: &word.text[behind..], at: word.at.start + behind..word.at.end };
        let (from, to) = (square(source, line, &from)?, square(source, line, &to)?);
        cells.push(Cell { square: from, to: Some(to), at: word.at.clone() });
    }
    Ok(cells)
}

fn square(source: &Source, line: Line<'_>, word: &Word<'_>) -> Result<u32, Diagnostic> {
    number(word, source, line, "the square", Board::MAX_SQUARES)
}
