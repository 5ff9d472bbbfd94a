//! Which cells a maze has: a shape drawn in characters. It may have holes and may come in several parts; every part
//! becomes a maze of its own.

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

/// Reads a shape: a line a row, `.` and blank for no cell, `X`, `#` or another letter for a cell.
pub fn read(source: &Source) -> Result<(Size, Bits), Diagnostic> {
    let lines: Vec<_> = source.lines().collect();
    let first = lines.iter().position(|line| !line.text.is_empty()).unwrap_or(0);
    let last = lines.iter().rposition(|line| !line.text.is_empty()).map_or(first, |last| last + 1);
    let rows = &lines[first..last];
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
    fn shapes_are_read() {
        let plus = "...X...\n.XXXXX.\nXXXXXXX\n.XXXXX.\n...X...\n";
        let (size, cells) = read(&Source::new("plus", plus)).unwrap();
        assert_eq!((size.rows(), size.cols(), cells.count_ones()), (5, 7, 19));
        assert_eq!(parts(size, &cells), [Part { first: 3, cells: 19 }]);
        let (size, two) = read(&Source::new("two", "XX.X\nX..X\n")).unwrap();
        assert_eq!(parts(size, &two), [Part { first: 0, cells: 3 }, Part { first: 3, cells: 2 }]);
    }

    #[test]
    fn what_is_no_shape_is_pointed_at() {
        for (text, place) in
            [("X?X\n", "x:1:2"), ("...\n...\n", "x:2:"), ("", "x:1:"), ("5\nXX\n", "x:1:1"), ("X\n\n5", "x:3:1")]
        {
            let error = read(&Source::new("x", text)).unwrap_err().to_string();
            assert!(error.contains(place), "{error}");
        }
    }
}
