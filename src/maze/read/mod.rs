//! Mazes from files: text of any style, PNG, and JSON. All drawings become a grid of squares first ([`squares`]), and
//! squares become a maze.

mod bands;
pub mod json;
mod marks;
#[cfg(feature = "pictures")]
pub mod png;
pub mod squares;
#[cfg(test)]
mod tests;
pub mod text;
mod wall_grid;

use super::grid::Maze;
use crate::{
    diagnostics::{Diagnostic, Source},
    family::Error,
    input::Input,
    search::Control,
};

/// How the squares of a drawing were understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Every other square is a cell, those between are walls or ways.
    WallGrid,
    /// Every free square is a cell.
    Blocks,
    /// The file names cells and ways.
    Cells,
}

/// A maze that was read.
#[derive(Clone, Debug)]
pub struct Found {
    /// The maze, with its ends if the file shows them.
    pub maze: Maze,
    /// How it was understood.
    pub reading: Reading,
    /// Gaps in the outer wall, as cells.
    pub gaps: Vec<usize>,
}

impl Found {
    /// Where to start and where to go: the marks, the two gaps, or the corners if there is nothing else.
    pub fn ends(&self) -> Result<[usize; 2], Diagnostic> {
        if let Some(ends) = self.maze.ends {
            return Ok(ends);
        }
        let [first, last] = self.maze.corners();
        match self.gaps[..] {
            [] => Ok([first, last]),
            [gap] => Ok([gap, if gap == last { first } else { last }]),
            [from, to] => Ok([from, to]),
            _ => {
                let error = Diagnostic::new(format!("the outer wall has {} gaps", self.gaps.len()));
                Err(error.help("say where to start from and where to go to, or mark the two cells with S and E"))
            }
        }
    }
}

/// Whether a file is a PNG, by how it begins.
pub fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG\r\n\x1a\n")
}

/// Whether a text is a maze: JSON that says so, or lines drawn with walls.
pub fn recognise(source: &Source) -> bool {
    json::recognise(source) || text::recognise(source)
}

/// Reads a text.
pub fn read(source: &Source, control: &Control) -> Result<Found, Error> {
    let is_json = source.text().trim_start().starts_with('{');
    if is_json { Ok(json::read(source)?) } else { text::read(source, control) }
}

/// Reads a file of any kind.
pub fn read_input(input: &Input, control: &Control) -> Result<Found, Error> {
    if is_png(input.bytes()) { read_picture(input, control) } else { read(&input.source()?, control) }
}

#[cfg(feature = "pictures")]
fn read_picture(input: &Input, control: &Control) -> Result<Found, Error> {
    png::read(input.name(), input.bytes(), control)
}

#[cfg(not(feature = "pictures"))]
fn read_picture(input: &Input, _: &Control) -> Result<Found, Error> {
    Err(Diagnostic::new(format!("{}: this build cannot read pictures", input.name())).into())
}
