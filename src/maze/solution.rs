//! How a way through a maze is told.

use std::io;

use serde_json::{Map, Value, json};

use crate::report::Solution;

use super::{
    case::Case,
    draw::{
        Trail,
        lines::Lines,
        text::{self, Style},
    },
    grid::Maze,
    moves::Moves,
};

/// Larger mazes are not drawn on a terminal, and their ways are not listed cell by cell.
const MAX_DRAWN_COLS: usize = 300;
const MAX_LISTED_STEPS: usize = 10_000;

/// A way through a maze.
pub(super) struct Way<'a> {
    pub case: &'a Case,
    pub number: u64,
    pub moves: Moves,
}

impl Solution for Way<'_> {
    fn fields(&self) -> Map<String, Value> {
        let maze = &self.case.maze;
        let place = |cell: usize| [maze.size().place(cell).0, maze.size().place(cell).1];
        let mut fields = vec![
            ("id", json!(self.number.to_string())),
            ("length", json!(self.moves.len())),
            ("from", json!(place(self.case.from))),
            ("to", json!(place(self.case.to))),
            ("moves", json!(self.moves.to_string())),
        ];
        if self.moves.len() <= MAX_LISTED_STEPS {
            let mut cell = self.case.from;
            let mut path = vec![place(cell)];
            for way in self.moves.iter() {
                cell = maze.step(cell, way);
                path.push(place(cell));
            }
            fields.push(("path", json!(path)));
        }
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn write_text(&self, out: &mut dyn io::Write, _: bool) -> io::Result<()> {
        let maze = &self.case.maze;
        let [from, to] = [self.case.from, self.case.to].map(|cell| place_text(maze, cell));
        writeln!(out, "Length: {}", self.moves.len())?;
        writeln!(out, "From: {from}")?;
        writeln!(out, "To: {to}")?;
        writeln!(out, "Moves: {}", self.moves)?;
        if maze.size().cols() > MAX_DRAWN_COLS || maze.size().rows() > MAX_DRAWN_COLS {
            return Ok(());
        }
        let trail = Trail::new(maze, self.case.from, &self.moves);
        let drawn = text::to_string(&mut Lines::Of { maze, trail: Some(&trail), shades: None }, Style::Ascii);
        out.write_all(drawn.as_bytes())
    }
}

/// A cell for people: row and column, counted from 0.
pub(super) fn place_text(maze: &Maze, cell: usize) -> String {
    let (row, col) = maze.size().place(cell);
    format!("{row},{col}")
}
