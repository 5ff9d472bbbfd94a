//! Mazes as JSON: a hexadecimal digit for every cell, which is the sum of its open sides (north 1, east 2, south 4,
//! west 8), and a dot for a missing cell.

use serde::{Deserialize, Deserializer, Serialize};

use super::{Found, Reading};
use crate::diagnostics::{Diagnostic, Source};
use crate::maze::{
    certify,
    grid::{Bits, Direction, Maze, Size},
    recipe::cell_at,
};
use crate::words::counted;

/// The file's content.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MazeFile {
    /// Always `maze`.
    pub family: String,
    /// A digit for every cell, a string for every row.
    pub cells: Vec<String>,
    /// Row and column of the start, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "no_null")]
    pub from: Option<[usize; 2]>,
    /// Row and column of the goal.
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "no_null")]
    pub to: Option<[usize; 2]>,
    /// How the maze can be made again.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub recipe: Option<String>,
}

/// A field that may be left out, but not be there and be nothing.
fn no_null<'a, D: Deserializer<'a>>(field: D) -> Result<Option<[usize; 2]>, D::Error> {
    <[usize; 2]>::deserialize(field).map(Some)
}

impl MazeFile {
    /// A maze as a file.
    pub fn new(maze: &Maze, recipe: Option<String>) -> Self {
        let size = maze.size();
        let digit = |cell: usize| match maze.has(cell) {
            true => char::from_digit(maze.exits(cell).into(), 16).unwrap_or('0'),
            false => '.',
        };
        let cells =
            (0..size.rows()).map(|row| (0..size.cols()).map(|col| digit(size.cell(row, col))).collect()).collect();
        let place = |end: usize| [size.place(end).0, size.place(end).1];
        let [from, to] = maze.ends.map_or([None; 2], |ends| ends.map(|end| Some(place(end))));
        Self { family: "maze".to_owned(), cells, from, to, recipe }
    }
}

/// Whether a text is JSON that says it is a maze.
pub fn recognise(source: &Source) -> bool {
    source.text().trim_start().starts_with('{')
        && source.text().contains("\"maze\"")
        && source.text().contains("\"cells\"")
}

/// Reads JSON.
pub fn read(source: &Source) -> Result<Found, Diagnostic> {
    let file: MazeFile = serde_json::from_str(source.text()).map_err(|error| {
        let title = format!("this is no maze: {error}");
        let column = error.column().saturating_sub(1);
        match source.lines().find(|line| line.number == error.line() && column < line.text.len()) {
            Some(line) => source.error(title, line, column..column + 1),
            None => source.error_at_end(title),
        }
    })?;
    if file.family != "maze" {
        let title = format!("the family is '{}', not 'maze'", file.family);
        return Err(error_at(source, title, &file.family, 0));
    }
    let mut maze = cells(source, &file)?;
    let lone = |given: &str, missing: &str| {
        let (line, at) = source.lines().find_map(|line| Some((line, line.text.find(&format!("\"{given}\""))?)))?;
        let error = source.error(format!("\"{missing}\" is missing"), line, at..at + given.len() + 2);
        Some(error.help("a maze has both \"from\" and \"to\", or none of them: then its ends are the corners"))
    };
    let missing = |given, missing| {
        lone(given, missing).unwrap_or_else(|| source.error_at_end(format!("\"{missing}\" is missing")))
    };
    maze.ends = match (file.from, file.to) {
        (Some([row, col]), Some([to_row, to_col])) => {
            Some([cell_at(&maze, row, col)?, cell_at(&maze, to_row, to_col)?])
        }
        (Some(_), None) => return Err(missing("from", "to")),
        (None, Some(_)) => return Err(missing("to", "from")),
        (None, None) => None,
    };
    certify::certify(&maze)?;
    Ok(Found { maze, reading: Reading::Cells, gaps: Vec::new() })
}

fn cells(source: &Source, file: &MazeFile) -> Result<Maze, Diagnostic> {
    let cols = file.cells.first().map_or(0, |row| row.chars().count());
    if cols == 0 {
        return Err(source
            .error_at_end("a maze without cells")
            .help("\"cells\" is a list of strings, one for each row"));
    }
    let size = Size::new(file.cells.len() as u64, cols as u64)?;
    let mut exists = Bits::repeat(true, size.cells());
    let mut exits = vec![0u8; size.cells()];
    for (row, digits) in file.cells.iter().enumerate() {
        let count = digits.chars().count();
        if count != cols {
            let title = format!("row {row} has {}, the first has {cols}", counted(count, "cell"));
            return Err(error_at(source, title, digits, 0));
        }
        for (col, digit) in digits.chars().enumerate() {
            let cell = size.cell(row, col);
            match digit.to_digit(16) {
                Some(set) => exits[cell] = set as u8,
                None if digit == '.' => exists.set(cell, false),
                None => {
                    let error = error_at(source, format!("'{digit}' is no cell"), digits, col);
                    return Err(
                        error.help("a cell is a hexadecimal digit, the sum of its open sides, or a dot for none")
                    );
                }
            }
        }
    }
    if exists.not_any() {
        return Err(error_at(source, "a maze without any cell".to_owned(), &file.cells[0], 0));
    }
    let mut maze = Maze::closed(size, None);
    for cell in 0..size.cells() {
        for way in Direction::of_set(exits[cell]) {
            let next = size.neighbour(cell, way).filter(|&next| exits[next] & way.opposite().bit() != 0);
            if next.is_none() {
                let (row, col) = size.place(cell);
                let title = format!("the cell in row {row}, column {col} has a way that its neighbour has not");
                let error = error_at(source, title, &file.cells[row], col);
                return Err(error.help("a way is open on both of its sides, and none leads out of the grid"));
            }
            maze.open(cell, way);
        }
    }
    if !exists.all() {
        maze.set_mask(Some(exists));
    }
    Ok(maze)
}

/// An error about a place in a string of the file: the first string that reads so is meant.
fn error_at(source: &Source, title: String, string: &str, at: usize) -> Diagnostic {
    let quoted = format!("\"{string}\"");
    let found = source.lines().find_map(|line| Some((line, line.text.find(&quoted)? + 1 + at)));
    match found {
        Some((line, column)) => source.error(title, line, column..column + 1),
        None => source.error_at_end(title),
    }
}
