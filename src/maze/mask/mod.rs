//! Which cells a maze has: a shape drawn in characters, the dark parts of a picture, or words. It may have holes and
//! may come in several parts; every part becomes a maze of its own.

#[cfg(feature = "pictures")]
mod picture;

use std::path::Path;

use super::{
    grid::{Bits, Direction, Size},
    read::is_png,
};
use crate::{
    diagnostics::{Diagnostic, Source},
    family::{Error, Options},
    input::Input,
    polyomino::{self, Rules},
    search::Control,
};

/// A mask as it was asked for.
pub struct Mask {
    /// Its rows and columns.
    pub size: Size,
    /// Which of them are cells.
    pub cells: Bits,
    /// Were rows and columns chosen for it? A drawing has its own.
    pub is_scaled: bool,
}

/// Is a mask asked for?
pub fn is_asked(options: &Options) -> bool {
    options.has("mask") || options.has("mask-text")
}

/// The file that a mask is read from, if it comes from one.
pub fn file(options: &Options) -> Option<&Path> {
    options.text("mask").map(Path::new)
}

/// The mask that options ask for: a file with a drawn shape, the board of a polyomino case, a picture, or words.
pub fn asked(options: &Options, control: &Control) -> Result<Option<(Size, Bits)>, Error> {
    if !is_asked(options) {
        return Ok(None);
    }
    let rows: Option<usize> = options.number("rows", 1..=1 << 20)?;
    let cols: Option<usize> = options.number("cols", 1..=1 << 20)?;
    let Some(mask) = sized(options, rows, cols, control)? else { return Ok(None) };
    if !mask.is_scaled && (rows.is_some() || cols.is_some()) {
        let text = "a drawn mask has its own rows and columns: those are for a picture or words as a mask";
        return Err(Error::Unsupported(text.to_owned()));
    }
    Ok(Some((mask.size, mask.cells)))
}

/// The mask that options ask for, where pictures and words become so many rows and columns.
pub fn sized(
    options: &Options,
    rows: Option<usize>,
    cols: Option<usize>,
    control: &Control,
) -> Result<Option<Mask>, Error> {
    let scaled = |(size, cells)| Some(Mask { size, cells, is_scaled: true });
    if let Some(words) = options.text("mask-text") {
        return words_as_mask(words, rows, cols, control).map(scaled);
    }
    let Some(file) = file(options) else { return Ok(None) };
    let input = Input::read_under(file, control)??;
    if is_png(input.bytes()) {
        return picture_as_mask(&input, rows, cols, control).map(scaled);
    }
    let (size, cells) = shape(&input.source()?)?;
    Ok(Some(Mask { size, cells, is_scaled: false }))
}

#[cfg(feature = "pictures")]
fn words_as_mask(
    words: &str,
    rows: Option<usize>,
    cols: Option<usize>,
    control: &Control,
) -> Result<(Size, Bits), Error> {
    picture::of_words(words, rows, cols, control)
}

#[cfg(feature = "pictures")]
fn picture_as_mask(
    input: &Input,
    rows: Option<usize>,
    cols: Option<usize>,
    control: &Control,
) -> Result<(Size, Bits), Error> {
    picture::of_png(input.name(), input.bytes(), rows, cols, control)
}

#[cfg(not(feature = "pictures"))]
fn words_as_mask(_: &str, _: Option<usize>, _: Option<usize>, _: &Control) -> Result<(Size, Bits), Error> {
    Err(Error::Unsupported("this build cannot draw words".to_owned()))
}

#[cfg(not(feature = "pictures"))]
fn picture_as_mask(_: &Input, _: Option<usize>, _: Option<usize>, _: &Control) -> Result<(Size, Bits), Error> {
    Err(Error::Unsupported("this build cannot read pictures".to_owned()))
}

/// A drawn shape, or the board of a polyomino case.
fn shape(source: &Source) -> Result<(Size, Bits), Error> {
    if !polyomino::input::recognise(source) {
        return Ok(read(source)?);
    }
    let board = polyomino::input::parse(source, Rules::default())?.board;
    if !board.is_flat() {
        return Err(Diagnostic::new(format!("{}: a maze needs a flat board", source.name())).into());
    }
    let size = Size::new(board.height() as u64, board.width() as u64)?;
    let mut cells = Bits::repeat(false, size.cells());
    for spot in board.spots() {
        let place = board.point(*spot);
        cells.set(size.cell(place.y as usize, place.x as usize), true);
    }
    Ok((size, cells))
}

/// Cells that hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The first cell in reading order.
    pub first: usize,
    /// The last cell in reading order.
    pub last: usize,
    /// How many there are.
    pub cells: usize,
}

/// The parts of a shape, in reading order of their first cells.
pub fn parts(size: Size, cells: &Bits) -> Vec<Part> {
    let mut left = cells.clone();
    let mut parts = Vec::new();
    let mut queue = Vec::new();
    while let Some(first) = left.first_one() {
        let (mut count, mut last) = (0, first);
        left.set(first, false);
        queue.push(first);
        while let Some(cell) = queue.pop() {
            count += 1;
            last = last.max(cell);
            for next in Direction::ALL.into_iter().filter_map(|way| size.neighbour(cell, way)) {
                if left[next] {
                    left.set(next, false);
                    queue.push(next);
                }
            }
        }
        parts.push(Part { first, last, cells: count });
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
        assert_eq!(parts(size, &cells), [Part { first: 3, last: 31, cells: 19 }]);
        let (size, two) = read(&Source::new("two", "XX.X\nX..X\n")).unwrap();
        assert_eq!(parts(size, &two), [Part { first: 0, last: 4, cells: 3 }, Part { first: 3, last: 7, cells: 2 }]);
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
