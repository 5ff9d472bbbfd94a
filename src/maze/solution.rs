//! How a way through a maze is told.

use std::io;

use serde_json::{Map, Value, json};

use crate::{
    page::{Performance, Step},
    picture::Scene,
    report::Solution,
    search::Control,
    words::counted,
};

use super::{
    case::Case,
    claims::LONGEST_LINE,
    draw::{
        Trail,
        lines::Lines,
        scene::{scene, write_pixels},
        svg,
        text::{self, Style},
    },
    grid::Maze,
    moves::Moves,
};

/// Larger mazes are not drawn on a terminal, and their ways are not listed cell by cell.
const MAX_DRAWN_COLS: usize = 300;
const MAX_LISTED_STEPS: usize = 10_000;

/// Longer ways are not shown on a page.
const MAX_SHOWN_STEPS: usize = 2_000_000;

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
        if self.case.is_longest {
            fields.push(("longest", json!(true)));
        }
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
        if self.case.is_longest {
            writeln!(out, "{LONGEST_LINE}")?;
        }
        writeln!(out, "Moves: {}", self.moves)?;
        out.write_all(drawing(maze, self.case.from, &self.moves).unwrap_or_default().as_bytes())
    }

    fn caption(&self) -> String {
        format!("way {}: {}", self.number, counted(self.moves.len(), "step"))
    }

    fn scene(&self) -> Option<Scene> {
        scene(&self.case.maze, Some((self.case.from, &self.moves)))
    }

    fn why_no_scene(&self) -> String {
        "the maze is too large for a page: .svg and .png can be had".to_owned()
    }

    fn write_picture(&self, ending: &str, mut out: &mut dyn io::Write, _: &Control) -> io::Result<()> {
        let maze = &self.case.maze;
        let trail = Trail::new(maze, self.case.from, &self.moves);
        match ending {
            "svg" => svg::write(maze, Some(&trail), None, &mut out),
            _ => write_pixels(maze, Some(&trail), out),
        }
    }

    fn performance(&self) -> Performance {
        if self.moves.len() > MAX_SHOWN_STEPS {
            return Performance::Still;
        }
        let mut cell = self.case.from;
        let mut done = 0;
        let steps = self.moves.runs().map(|(way, count)| {
            (0..count).for_each(|_| cell = self.case.maze.step(cell, way));
            done += count;
            Step::to(cell, format!("{count} {}: {}", way.name(), counted(done, "step")))
        });
        Performance::Steps { start: self.case.from, steps: steps.collect() }
    }
}

/// A maze in letters with a way in it, if it is not too large.
pub(super) fn drawing(maze: &Maze, from: usize, moves: &Moves) -> Option<String> {
    if maze.size().cols() > MAX_DRAWN_COLS || maze.size().rows() > MAX_DRAWN_COLS {
        return None;
    }
    let trail = Trail::new(maze, from, moves);
    Some(text::to_string(&mut Lines::Of { maze, trail: Some(&trail), shades: None }, Style::Ascii))
}

/// A cell for people: row and column, counted from 0.
pub(super) fn place_text(maze: &Maze, cell: usize) -> String {
    let (row, col) = maze.size().place(cell);
    format!("{row},{col}")
}
