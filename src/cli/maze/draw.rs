//! Mazes into files and onto standard output: text, JSON, SVG, PNG. A file is whole or not there.

use std::{
    io::{self, BufWriter, Write},
    path::Path,
};

use crate::{
    maze::{
        check::distance,
        draw::{Trail, distance::shades, lines::Lines, png, svg, text},
        grid::Maze,
        read::{Found, json::MazeFile},
    },
    whole_file::WholeFile,
};

use super::{args::PictureArgs, ends};
use crate::cli::{args::DrawArgs, exit::Exit, failure::Failure, output::say};

/// `fathom draw` for a maze, with its way if that is asked for.
pub fn draw(found: &Found, args: &DrawArgs) -> Result<Exit, Failure> {
    let (picture, output) = (&args.picture, args.output.as_deref());
    let route = &args.puzzle.route;
    let mut maze = found.maze.clone();
    maze.ends = found.ends().ok();
    if route.from.is_some() || route.to.is_some() {
        maze.ends = Some(ends(found, route)?);
    }
    can_be_put(picture, output, args.quiet)?;
    let way = if args.solve { Some(way_through(&maze)?) } else { None };
    put(&maze, way.as_ref(), None, picture, output)?;
    Ok(Exit::Done)
}

/// The way from the maze's start to its goal.
pub fn way_through(maze: &Maze) -> Result<Trail, Failure> {
    Trail::through(maze).ok_or_else(|| {
        let [from, to] = maze.ends.unwrap_or(maze.corners());
        debug_assert!(distance(maze, from, to).is_none());
        Failure::Usage("there is no way from the start to the goal".to_owned())
    })
}

/// Could a maze be written there in this way? To be asked before hours are spent on it.
pub fn can_be_put(picture: &PictureArgs, output: Option<&Path>, quiet: bool) -> Result<(), Failure> {
    match ending(output).as_str() {
        "txt" | "json" if picture.distance && !quiet => say("note: --distance colours .svg and .png only"),
        "txt" | "json" | "svg" | "png" => {}
        _ => return Err(unknown_ending(output)),
    }
    let Some(file) = output else { return Ok(()) };
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => {
            let text = format!("cannot write {}: there is no folder {}", file.display(), folder.display());
            Err(Failure::Usage(text))
        }
        None => Ok(()),
    }
}

/// Writes a maze to a file in the format of its ending, or to standard output as text.
pub fn put(
    maze: &Maze,
    trail: Option<&Trail>,
    recipe: Option<String>,
    picture: &PictureArgs,
    output: Option<&Path>,
) -> Result<(), Failure> {
    let start = maze.ends.unwrap_or(maze.corners())[0];
    let ending = ending(output);
    match ending.as_str() {
        "txt" => {
            let mut lines = Lines::Of { maze, trail, shades: None };
            write_to(output, |out| text::write(&mut lines, picture.style, &mut { out }))
        }
        "png" => {
            let shades = picture.distance.then(|| shades(maze, start));
            let mut lines = Lines::Of { maze, trail, shades: shades.as_deref() };
            write_to(output, |out| png::write(&mut lines, picture.scale as usize, out))
        }
        "svg" => {
            let shades = picture.distance.then(|| shades(maze, start));
            write_to(output, |out| svg::write(maze, trail, shades.as_deref(), &mut { out }))
        }
        "json" => write_to(output, |mut out| {
            serde_json::to_writer_pretty(&mut out, &MazeFile::new(maze, recipe))?;
            writeln!(out)
        }),
        _ => Err(unknown_ending(output)),
    }
}

/// Writes lines as they are made.
pub fn put_streamed(lines: &mut Lines<'_>, picture: &PictureArgs, output: Option<&Path>) -> Result<(), Failure> {
    match ending(output).as_str() {
        "txt" => write_to(output, |out| text::write(lines, picture.style, &mut { out })),
        "png" => write_to(output, |out| png::write(lines, picture.scale as usize, out)),
        "svg" | "json" => Err(Failure::Usage("--stream writes .txt and .png".to_owned())),
        _ => Err(unknown_ending(output)),
    }
}

fn ending(output: Option<&Path>) -> String {
    let ending = output.map(|file| file.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase());
    ending.unwrap_or_else(|| "txt".to_owned())
}

fn unknown_ending(output: Option<&Path>) -> Failure {
    let file = output.unwrap_or(Path::new("-")).display();
    Failure::Usage(format!("{file}: the ending chooses the format: .txt, .json, .svg or .png"))
}

/// Writes to a temporary file that takes the place of the file when all is written, or to standard output.
pub fn write_to(output: Option<&Path>, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    const BUFFER: usize = 1 << 18;
    let Some(file) = output else {
        let mut out = BufWriter::with_capacity(BUFFER, io::stdout().lock());
        write(&mut out)?;
        return Ok(out.flush()?);
    };
    let failed = |error: io::Error| Failure::Usage(format!("cannot write {}: {error}", file.display()));
    let mut whole = WholeFile::create(file).map_err(failed)?;
    let mut out = BufWriter::with_capacity(BUFFER, &mut whole);
    write(&mut out).and_then(|()| out.flush()).map_err(failed)?;
    drop(out);
    whole.keep().map_err(failed)
}
