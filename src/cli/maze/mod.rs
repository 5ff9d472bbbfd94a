//! Mazes on the command line.

pub mod args;
mod case;
mod check;
mod draw;
mod generate;
mod show;

pub use self::{
    case::Case,
    check::check,
    draw::draw,
    generate::generate,
    show::{show, show_numbered},
};

use std::{fs, io::Read, path::Path};

use crate::maze::{grid::Maze, read, recipe::cell_at};

use self::args::RouteArgs;
use super::failure::Failure;

/// Whether a file is a picture, which only a maze can be.
pub fn is_picture(path: &Path) -> bool {
    let mut start = [0; 8];
    path != Path::new("-")
        && fs::File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && read::is_png(&start)
}

/// Where to start and where to go: what the flags say, or what the file shows.
fn ends(found: &read::Found, args: &RouteArgs) -> Result<[usize; 2], Failure> {
    let given = |place: Option<(usize, usize)>| place.map(|(row, col)| cell_at(&found.maze, row, col)).transpose();
    let (from, to) = (given(args.from)?, given(args.to)?);
    Ok(match (from, to) {
        (Some(from), Some(to)) => [from, to],
        (from, to) => {
            let ends = found.ends()?;
            [from.unwrap_or(ends[0]), to.unwrap_or(ends[1])]
        }
    })
}

/// A cell for people: row and column, counted from 0 as the flags do.
fn place_text(maze: &Maze, cell: usize) -> String {
    let (row, col) = maze.size().place(cell);
    format!("{row},{col}")
}
