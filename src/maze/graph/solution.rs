//! How a way through a maze on any grid is told.

use std::io;

use serde_json::{Map, Value, json};

use super::{GraphMaze, draw, text};
use crate::{
    maze::claims::LONGEST_LINE,
    page::{Performance, Step},
    picture::{Scene, png_under, svg_under},
    report::Solution,
    search::Control,
    words::counted,
};

/// Larger mazes are not drawn on a terminal.
const MOST_DRAWN_COLUMNS: usize = 600;

/// Longer ways are not shown on a page.
const MOST_SHOWN_STEPS: usize = 200_000;

/// A way through a maze.
pub struct Way<'a> {
    /// The maze, with its ends.
    pub maze: &'a GraphMaze,
    /// Which of several.
    pub number: u64,
    /// Its cells, start and goal included.
    pub cells: Vec<u32>,
    /// Is no way of the maze longer?
    pub is_longest: bool,
}

/// A maze in letters with a way in it, if it is not too large.
pub fn drawing(maze: &GraphMaze, cells: &[u32]) -> Option<String> {
    let shape = maze.ground.shape();
    let is_small = text::columns(shape).max(shape.rows()) <= MOST_DRAWN_COLUMNS;
    // Nothing stops it without limits.
    is_small.then(|| text::write(maze, Some(cells), &Control::default()).ok()).flatten()
}

impl Way<'_> {
    fn drawn(&self) -> Option<Scene> {
        // Nothing stops it without limits.
        draw::scene(self.maze, Some(&self.cells), &draw::theme::Look::default(), &Control::default()).ok()
    }
}

impl Solution for Way<'_> {
    fn fields(&self) -> Map<String, Value> {
        let [from, to] = self.maze.ends.map(|end| self.maze.numbers(end));
        let path: Vec<_> = self.cells.iter().map(|&cell| self.maze.numbers(cell as usize)).collect();
        let mut fields = vec![
            ("id", json!(self.number.to_string())),
            ("length", json!(self.cells.len() - 1)),
            ("from", json!(from)),
            ("to", json!(to)),
            ("path", json!(path)),
        ];
        if self.is_longest {
            fields.push(("longest", json!(true)));
        }
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn write_text(&self, out: &mut dyn io::Write, _: bool) -> io::Result<()> {
        let [from, to] = self.maze.ends.map(|end| self.maze.name(end));
        writeln!(out, "Length: {}\nFrom: {from}\nTo: {to}", self.cells.len() - 1)?;
        if self.is_longest {
            writeln!(out, "{LONGEST_LINE}")?;
        }
        write!(out, "Path:")?;
        for &cell in &self.cells {
            write!(out, " {}", self.maze.name(cell as usize))?;
        }
        writeln!(out)?;
        out.write_all(drawing(self.maze, &self.cells).unwrap_or_default().as_bytes())
    }

    fn caption(&self) -> String {
        format!("way {}: {}", self.number, counted(self.cells.len() - 1, "step"))
    }

    fn scene(&self) -> Option<Scene> {
        if self.maze.ground.links().cells() > draw::MOST_ON_SHEETS { None } else { self.drawn() }
    }

    fn why_no_scene(&self) -> String {
        "the maze is too large for a page: .svg and .png can be had".to_owned()
    }

    fn write_picture(&self, ending: &str, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        let cells = self.maze.ground.links().cells();
        let scene = if cells > draw::MOST_CELLS { None } else { self.drawn() };
        let Some(scene) = scene else {
            let text = format!("a maze of {cells} cells is too large to be drawn: up to {} are", draw::MOST_CELLS);
            return Err(io::Error::new(io::ErrorKind::Unsupported, text));
        };
        match ending {
            "svg" => out.write_all(svg_under(&scene, control).map_err(io::Error::other)?.as_bytes()),
            "png" => out.write_all(&png_under(&scene, control).map_err(io::Error::other)?),
            _ => Err(io::Error::new(io::ErrorKind::Unsupported, self.why_no_scene())),
        }
    }

    fn performance(&self) -> Performance {
        if self.cells.len() > MOST_SHOWN_STEPS {
            return Performance::Still;
        }
        let steps = self.cells.iter().enumerate().skip(1);
        let steps = steps
            .map(|(done, &cell)| (cell as usize, counted(done, "step")))
            .map(|(cell, done)| Step::to(cell, format!("{}: {done}", self.maze.name(cell))));
        Performance::Steps { start: self.cells[0] as usize, steps: steps.collect() }
    }
}
