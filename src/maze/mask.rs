//! Which cells a maze has: a shape drawn in characters, or the board of a packing puzzle. A shape may have holes and
//! may come in several parts; every part becomes a maze of its own.

use super::grid::{Bits, Direction, Size};
use crate::diagnostics::{Diagnostic, Source};

/// Cells that hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The first cell in reading order.
    pub first: usize,
    /// How many there are.
    pub cells: usize,
}

/// The parts of a shape, in reading order of their first cells.
pub fn parts(size: Size, cells: &Bits) -> Vec<Part> {
    let mut left = cells.clone();
    let mut parts = Vec::new();
    let mut queue = Vec::new();
    while let Some(first) = left.first_one() {
        let mut count = 0;
        left.set(first, false);
        queue.push(first);
        while let Some(cell) = queue.pop() {
            count += 1;
            for next in Direction::ALL.into_iter().filter_map(|way| size.neighbour(cell, way)) {
                if left[next] {
                    left.set(next, false);
                    queue.push(next);
                }
            }
        }
        parts.push(Part { first, cells: count });
    }
    parts
}

/// Reads a shape: a line a row, `.` and blank for no cell, `X`, `#` or another letter for a cell. A header of numbers and
/// a word, as packing puzzles with a drawn board have it, is skipped, and so is what follows the board.
pub fn read(source: &Source) -> Result<(Size, Bits), Diagnostic> {
    let mut lines = source.lines().skip_while(|line| line.text.is_empty()).peekable();
    let mut announced = None;
    if let Some(header) = lines.next_if(|line| line.text.starts_with(|first: char| first.is_ascii_digit())) {
        let mut words = header.text.split_whitespace();
        let [rows, cols] = [words.next(), words.next()].map(|word| word.and_then(|word| word.parse::<usize>().ok()));
        let (Some(rows), Some(_)) = (rows, cols) else {
            let error = source.error("a header that does not give the board's size", header, 0..header.text.len());
            return Err(error.help("a board begins with its rows and columns: 5 7"));
        };
        announced = Some(rows);
        // The word that says how the board is given may stand on a line of its own.
        lines.next_if(|line| line.text.trim() == "CUSTOM");
    }
    let rows: Vec<_> = lines.take_while(|line| !line.text.is_empty()).take(announced.unwrap_or(usize::MAX)).collect();
    let cols = rows.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
    if cols == 0 {
        return Err(source
            .error_at_end("a shape without cells")
            .help("draw a line for every row: X is a cell, . is none"));
    }
    let size = Size::new(rows.len() as u64, cols as u64)?;
    let mut cells = Bits::repeat(false, size.cells());
    for (row, line) in rows.iter().enumerate() {
        for (col, (at, drawn)) in line.text.char_indices().enumerate() {
            match drawn {
                '.' | ' ' => {}
                '#' | '█' | '*' => cells.set(size.cell(row, col), true),
                letter if letter.is_alphabetic() => cells.set(size.cell(row, col), true),
                other => {
                    let error = source.error(format!("'{other}' in a shape"), *line, at..at + other.len_utf8());
                    return Err(error.label("expected X, # or a letter for a cell, . or a blank for none"));
                }
            }
        }
    }
    if cells.not_any() {
        return Err(source.error_at_end("a shape without cells").help("X is a cell, . is none"));
    }
    Ok((size, cells))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_and_boards_are_read() {
        let plus = "...X...\n.XXXXX.\nXXXXXXX\n.XXXXX.\n...X...\n";
        let (size, cells) = read(&Source::new("plus", plus)).unwrap();
        assert_eq!((size.rows(), size.cols(), cells.count_ones()), (5, 7, 19));
        assert_eq!(parts(size, &cells), [Part { first: 3, cells: 19 }]);
        let board = format!("5 7 5\nCUSTOM\n{plus}A\nAAA\nBB\nBBB\n");
        assert_eq!(read(&Source::new("board", board)).unwrap(), (size, cells.clone()));
        let board = format!("5 7 5 CUSTOM\n{plus}A\nAAA\nBB\nBBB\n");
        assert_eq!(read(&Source::new("board", board)).unwrap(), (size, cells));
        let (size, two) = read(&Source::new("two", "XX.X\nX..X\n")).unwrap();
        assert_eq!(parts(size, &two), [Part { first: 0, cells: 3 }, Part { first: 3, cells: 2 }]);
    }

    #[test]
    fn what_is_no_shape_is_pointed_at() {
        for (text, place) in [("X?X\n", "x:1:2"), ("...\n...\n", "x:2:"), ("", "x:1:"), ("5\nXX\n", "x:1:1")] {
            let error = read(&Source::new("x", text)).unwrap_err().to_string();
            assert!(error.contains(place), "{error}");
        }
    }
}
