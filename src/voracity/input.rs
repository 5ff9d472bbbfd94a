//! Reads and writes boards.
//!
//! ```text
//! # a comment
//! 2 3            the size (may be left out)
//! 4 @ 1          digits with or without blanks between them, @ where the target is,
//! 12.            . or _ for a cell that has been eaten
//! ```
//!
//! Each row may have blanks between its cells or not. In a row that is as long as the rows without blanks, a blank is a
//! cell that has been eaten: `1 2` beside `123` has three cells, beside `12` it has two.
//!
//! A board may also be pasted from the screen of `greed`: its line with the score gives it away, and the blanks
//! inside its rows are cells that have been eaten.

use std::fmt::Write;

use super::{
    board::{Board, Directions, MAX_SIDE},
    layout::Layout,
};
use crate::diagnostics::{Diagnostic, Line, Source};
use crate::words::counted;

/// What is to be otherwise than the file says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// The directions, if they are not to be those of the file.
    pub directions: Option<Directions>,
    /// Row and column of the target, counted from 0, if it is not to be where the file has it.
    pub start: Option<(usize, usize)>,
}

/// Does the text look like a board? With a target in it, most of it has to be digits, so that a board with a wrong
/// mark is still seen as one, or all of it marks of a board, so that one with hardly a cell left is; without, all of it
/// digits. A line with directions is in no other file.
pub fn recognise(source: &Source) -> bool {
    if source.lines().any(|line| is_greed_status(line.text) || says_directions(line.text)) {
        return true;
    }
    let rows = || source.lines().filter(|line| !is_comment(line.text) && !is_setting(line.text));
    let marks = || rows().flat_map(|row| row.text.chars()).filter(|mark| !mark.is_whitespace());
    let (digits, targets, all) = marks().fold((0, 0, 0), |(digits, targets, all), mark| {
        (digits + usize::from(mark.is_ascii_digit()), targets + usize::from(mark == '@'), all + 1)
    });
    match targets {
        0 => all > 0 && marks().all(|mark| matches!(mark, '1'..='9')) && rows().count() > 1,
        _ => digits + targets > all / 2 || marks().all(|mark| matches!(mark, '1'..='9' | '@' | '.' | '_')),
    }
}

/// Reads a board.
pub fn parse(source: &Source, wishes: Wishes) -> Result<Board, Diagnostic> {
    let layout = parse_layout(source, wishes.directions)?;
    let board = match wishes.start {
        Some((row, column)) => layout.board_at((row, column)).ok_or_else(|| {
            let (rows, columns) = (layout.rows(), layout.columns());
            let title = format!("the start {row},{column} is not on the board of {rows} rows and {columns} columns");
            Diagnostic::new(title).help("rows and columns are counted from 0")
        })?,
        None => layout.board().ok_or_else(|| {
            let help = "write @ for the cell the target stands on, or say where it starts (option `start`)";
            source.error_at_end("there is no target").help(help)
        })?,
    };
    Ok(board)
}

/// Reads a board that need not say where the target is; its directions may be wished otherwise.
pub fn parse_layout(source: &Source, wish: Option<Directions>) -> Result<Layout, Diagnostic> {
    let lines: Vec<Line<'_>> = source.lines().filter(|line| !is_comment(line.text)).collect();
    let is_screen = lines.iter().any(|line| is_greed_status(line.text));
    let mut directions = if is_screen { Directions::Eight } else { Directions::Four };
    let mut rows = Vec::new();
    let mut said = None;
    for &line in &lines {
        if is_setting(line.text) {
            directions = setting(source, line)?;
            if let Some(first) = said.replace(line.number) {
                let error = source.error("'directions' is said twice", line, 0..line.text.len());
                let label = format!("the first is in line {first}");
                return Err(error.label(label).help("keep one of the two lines"));
            }
        } else if !(is_screen && is_greed_status(line.text)) {
            rows.push(line);
        }
    }
    let header = header(source, &rows, is_screen)?;
    let rows = if header.is_some() { &rows[1..] } else { &rows[..] };
    let Some(&first) = rows.first() else {
        return Err(source.error_at_end("there is no board").help("write its rows as digits, with @ for the target"));
    };
    let spacing = Spacing::of(rows, is_screen);
    let mut grid = Grid { source, columns: 0, values: Vec::new(), target: None };
    let width =
        rows.iter().map(|row| cells_of(row.text, spacing.is_spaced(row.text), is_screen).count()).max().unwrap_or(0);
    if rows.len() > MAX_SIDE || width > MAX_SIDE {
        let title = format!("the board is larger than {MAX_SIDE}x{MAX_SIDE}");
        return Err(source.error(title, first, 0..first.text.len()).help("that is the largest board there is"));
    }
    for &row in rows {
        grid.add_row(row, spacing.is_spaced(row.text), is_screen.then_some(width))?;
    }
    if let Some((line, (height, width))) = header
        && (height, width) != (rows.len(), grid.columns)
    {
        let title = format!("the size says {height}x{width}, but the board is {}x{}", rows.len(), grid.columns);
        return Err(source.error(title, line, 0..line.text.len()).label("rows and columns"));
    }
    let (height, directions) = (rows.len(), wish.unwrap_or(directions));
    let target = grid.target.map(|(cell, ..)| cell);
    let layout = Layout::new(height, grid.columns, grid.values, target, directions);
    layout.ok_or_else(|| source.error_at_end("this makes no board"))
}

/// A board as far as it has been read.
struct Grid<'a> {
    source: &'a Source,
    columns: usize,
    values: Vec<u8>,
    /// The cell, and where it is written.
    target: Option<(usize, Line<'a>, usize)>,
}

impl<'a> Grid<'a> {
    /// Adds a row. On a screen, rows that end early end with eaten cells.
    fn add_row(&mut self, row: Line<'a>, is_spaced: bool, width: Option<usize>) -> Result<(), Diagnostic> {
        let begin = self.values.len();
        for (at, mark) in cells_of(row.text, is_spaced, width.is_some()) {
            let value = match mark {
                '1'..='9' => mark as u8 - b'0',
                '.' | '_' | ' ' => 0,
                '@' => {
                    if let Some((_, first, _)) = self.target {
                        let title = "there are two targets";
                        let text = format!("the first one is in line {}", first.number);
                        return Err(self.source.error(title, row, at..at + 1).label(text));
                    }
                    self.target = Some((self.values.len(), row, at));
                    0
                }
                _ => {
                    let title = format!("'{mark}' is no cell of a board");
                    let error = self.source.error(title, row, at..at + mark.len_utf8());
                    return Err(error
                        .label("expected a digit from 1 to 9, @ or .")
                        .help("a board has digits, one @ for the target, and . for cells that have been eaten"));
                }
            };
            self.values.push(value);
        }
        if let Some(width) = width {
            self.values.resize(begin + width, 0);
        }
        let columns = self.values.len() - begin;
        if begin > 0 && columns != self.columns {
            let title = format!("this row has {}, the first one has {}", counted(columns, "cell"), self.columns);
            let from = if columns > self.columns {
                cells_of(row.text, is_spaced, false).nth(self.columns).map_or(row.text.len(), |(at, _)| at)
            } else {
                row.text.len()
            };
            let help = "all rows of a board are equally long; write . for a cell that has been eaten";
            return Err(self.source.error(title, row, from..row.text.len()).help(help));
        }
        self.columns = columns;
        Ok(())
    }
}

fn is_comment(text: &str) -> bool {
    let text = text.trim_start();
    text.is_empty() || text.starts_with('#')
}

fn is_setting(text: &str) -> bool {
    text.trim_start().starts_with("directions")
}

/// Is it a setting with a number? Other texts may begin with the word.
fn says_directions(text: &str) -> bool {
    is_setting(text) && text.split_whitespace().nth(1).is_some_and(|number| number.parse::<u32>().is_ok())
}

/// `greed` writes its score below the board.
fn is_greed_status(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("Score:") || text.starts_with("Greed v")
}

fn setting(source: &Source, line: Line<'_>) -> Result<Directions, Diagnostic> {
    match line.text.split_whitespace().nth(1) {
        Some("4") => Ok(Directions::Four),
        Some("8") => Ok(Directions::Eight),
        _ => {
            let error = source.error("there are 4 or 8 directions", line, 0..line.text.len());
            Err(error.label("expected 'directions 4' or 'directions 8'"))
        }
    }
}

/// What blanks in rows mean.
#[derive(Clone, Copy)]
enum Spacing {
    /// They are eaten cells everywhere.
    Cells,
    /// They part the cells.
    Between,
    /// They are one or the other, row by row: there are rows without them, and so long are all rows.
    Mixed { width: usize },
}

impl Spacing {
    fn of(rows: &[Line<'_>], is_screen: bool) -> Self {
        let mut whole = rows.iter().map(|row| row.text.trim()).filter(|row| !row.contains(char::is_whitespace));
        match whole.next() {
            _ if is_screen => Self::Cells,
            _ if rows.iter().all(|row| is_spaced(row.text)) => Self::Between,
            Some(row) => Self::Mixed { width: row.chars().count() },
            None => Self::Cells,
        }
    }

    /// Do the blanks of a row part its cells? A row that fits neither way is counted by its marks.
    fn is_spaced(self, row: &str) -> bool {
        match self {
            Self::Cells => false,
            Self::Between => true,
            Self::Mixed { width } => is_spaced(row) && row.trim().chars().count() != width,
        }
    }
}

/// Are the cells of the row parted by blanks?
fn is_spaced(row: &str) -> bool {
    row.split_whitespace().all(|word| word.chars().count() == 1)
}

/// The marks of a row and where they are. Blanks are nothing in spaced rows, and cells in all others.
fn cells_of(row: &str, is_spaced: bool, is_screen: bool) -> impl Iterator<Item = (usize, char)> {
    let row_start = if is_screen { 0 } else { row.len() - row.trim_start().len() };
    let marks = row.char_indices().skip_while(move |&(at, _)| at < row_start);
    marks.filter(move |(_, mark)| !(is_spaced && mark.is_whitespace()))
}

/// Two numbers.
fn size_in(text: &str) -> Option<(usize, usize)> {
    let mut words = text.split_whitespace();
    let size = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    words.next().is_none().then_some(size)
}

/// A first line and the size it says.
type Header<'a> = (Line<'a>, (usize, usize));

/// The size in the first line, if that is one: a board of two columns may begin with two numbers as well.
fn header<'a>(source: &Source, rows: &[Line<'a>], is_screen: bool) -> Result<Option<Header<'a>>, Diagnostic> {
    let [first, rest @ ..] = rows else { return Ok(None) };
    let Some(size) = size_in(first.text).filter(|_| !is_screen) else { return Ok(None) };
    let widths = || rest.iter().map(|row| cells_of(row.text, is_spaced(row.text), false).count());
    let is_cells = is_spaced(first.text) && size.0 > 0 && size.1 > 0;
    let fits = rest.len() == size.0 && widths().all(|width| width == size.1);
    if !is_cells || fits || (!rest.is_empty() && widths().all(|width| width != 2)) {
        if size.0 == 0 || size.1 == 0 {
            return Err(source.error("a board has at least one cell", *first, 0..first.text.len()));
        }
        return Ok(Some((*first, size)));
    }
    Ok(None)
}

/// The board as a file.
pub fn write(board: &Board) -> String {
    write_layout(&Layout::from(board))
}

/// The same for a board that need not say where the target is.
pub fn write_layout(layout: &Layout) -> String {
    let mut text = String::new();
    if layout.directions() == Directions::Eight {
        text += "directions 8\n";
    }
    for (row, values) in layout.values().chunks(layout.columns()).enumerate() {
        let mark = |(column, &value): (usize, &u8)| match value {
            _ if layout.target() == Some(row * layout.columns() + column) => '@'.to_string(),
            0 => '.'.to_string(),
            value => value.to_string(),
        };
        let _ = writeln!(text, "{}", values.iter().enumerate().map(mark).collect::<Vec<_>>().join(" "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Board, String> {
        parse(&Source::new("board", text), Wishes::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_board_may_be_written_in_several_ways() {
        let plain = read("21@1\n1321\n2112\n").unwrap();
        for text in [
            "2 1 @ 1\n1 3 2 1\n2 1 1 2\n",
            "# a comment\n\n3 4\n21@1\n1321\n2112\n",
            "3 4\n2\t1 @  1\n1 3 2 1 \n2 1 1 2",
            "directions 4\n21@1\n1321\n2112\n",
            "3 4\n2 1 @ 1\n1321\n2 1 1 2\n",
            "21@1\n1 3 2 1\n2112\n",
            "2 1 @ 1\n  1321\n2\t1\t1\t2\n",
        ] {
            assert_eq!(read(text).as_ref(), Ok(&plain), "{text}");
        }
        assert_eq!(read(&write(&plain)), Ok(plain));
    }

    #[test]
    fn a_blank_is_a_cell_where_the_row_is_too_short_without_it() {
        let drawn = read("123\n1@1\n1 2\n").unwrap();
        assert_eq!((drawn.columns(), &drawn.values()[6..]), (3, &[1, 0, 2][..]));
        let spaced = read("12\n1@\n1 2\n").unwrap();
        assert_eq!((spaced.columns(), &spaced.values()[4..]), (2, &[1, 2][..]));
        let error = read("2 1 @ 1\n132\n").unwrap_err();
        assert!(error.contains("this row has 3 cells, the first one has 4"), "{error}");
    }

    #[test]
    fn directions_are_said_once() {
        let error = read("directions 4\n21@1\ndirections 8\n1321\n").unwrap_err();
        assert!(error.contains("'directions' is said twice"), "{error}");
    }

    #[test]
    fn two_numbers_are_a_size_or_a_row() {
        assert_eq!(read("2 2\n1 @").map(|board| board.rows()), Ok(2), "a board of two columns");
        assert_eq!(read("2 2\n1 @\n3 4").map(|board| board.rows()), Ok(2), "a size, since it fits");
        assert_eq!(read("3 3\n1 @\n3 4").map(|board| board.rows()), Ok(3), "a row, since it does not");
        assert!(read("3 3\n1 @ 1\n3 4 1").unwrap_err().contains("the size says 3x3, but the board is 2x3"));
    }

    #[test]
    fn a_screen_of_greed_is_read_with_its_holes() {
        let board = read("25386714\n1 2@4 31\n64   82\nScore: 7      21.87%\n").unwrap();
        assert_eq!((board.rows(), board.columns(), board.directions()), (3, 8, Directions::Eight));
        assert_eq!(board.values()[8..], [1, 0, 2, 0, 4, 0, 3, 1, 6, 4, 0, 0, 0, 8, 2, 0]);
        assert_eq!(board.target(), 11);
        let four = Wishes { directions: Some(Directions::Four), ..Wishes::default() };
        let screen = Source::new("board", "25\n1@\nScore: 7\n");
        assert_eq!(parse(&screen, four).unwrap().directions(), Directions::Four);
    }

    #[test]
    fn another_start_leaves_the_first_one_covered() {
        let source = Source::new("board", "12\n@3\n");
        let board = parse(&source, Wishes { start: Some((0, 1)), ..Wishes::default() }).unwrap();
        assert_eq!((board.target(), board.values()), (1, &[1, 0, 0, 3][..]));
        assert!(parse(&source, Wishes { start: Some((0, 2)), ..Wishes::default() }).is_err());
        let no_target = Source::new("board", "12\n13\n");
        let layout = parse_layout(&no_target, None).unwrap();
        assert_eq!((layout.target(), layout.values()), (None, &[1, 2, 1, 3][..]));
        assert_eq!(write_layout(&layout), "1 2\n1 3\n");
        assert!(parse(&no_target, Wishes::default()).is_err());
    }

    #[test]
    fn boards_are_recognised_even_if_something_is_wrong_with_them() {
        for text in ["12\n3@", "1 2 3\n4 x 6\n7 @ 9\n", "12\n34", "@", "2 2\n12\n3@", "# 1\n1@é\n", "1\nScore: 4"]
            .into_iter()
            .chain(["@ .\n", ". .\n1 @\n", "directions 8\n. . 1\n. _ @\n", "directions 4\n..\n.x\n"])
        {
            assert!(recognise(&Source::new("board", text)), "{text}");
        }
        for text in ["", "# 12@", "5 5 7\nAAB\nCAB", "AB\n@C", "size 10x10", "#.#\n#@#\n#.#", "directions\n..\n"] {
            assert!(!recognise(&Source::new("board", text)), "{text}");
        }
    }
}
