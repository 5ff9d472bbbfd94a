//! A maze into its place: text, JSON, SVG or PNG, as the ending of the file says.

use std::io::{self, Write};

use crate::{
    destination::Destination,
    family::{Error, Options},
    maze::{grid::Maze, read::json::MazeFile},
    search::{Control, Lookout, StopReason},
};

use super::{
    Trail,
    distance::shades,
    lines::Lines,
    scene, svg,
    text::{self, Style},
};

/// The formats a maze can be written in.
const ENDINGS: &[&str] = &["txt", "json", "svg", "png", "pdf"];

/// How a maze is drawn.
pub(in crate::maze) struct Look {
    ending: String,
    style: Style,
    /// Pixels to a square; by the size of the picture if nobody says.
    #[cfg_attr(not(feature = "pictures"), allow(dead_code))]
    scale: Option<usize>,
    has_distance: bool,
}

impl Look {
    /// Reads the options, and refuses those that the format of the place cannot obey.
    pub fn new(options: &Options, place: &Destination) -> Result<Self, Error> {
        let ending = place.expect_ending(ENDINGS)?;
        place.refuse_for_others(options, &["style"], &["txt"])?;
        place.refuse_for_others(options, &["scale"], &["png"])?;
        place.refuse_for_others(options, &["distance"], &["svg", "png"])?;
        Ok(Self {
            style: options.text("style").map_or(Ok(Style::Ascii), str::parse)?,
            scale: options.number("scale", 1..=1000)?,
            has_distance: options.has("distance"),
            ending,
        })
    }

    /// Writes a maze, with its way and a note on how it was made.
    pub fn put(
        &self,
        maze: &Maze,
        trail: Option<&Trail>,
        recipe: Option<String>,
        place: &mut Destination,
        control: &Control,
    ) -> Result<(), Error> {
        let start = maze.ends.unwrap_or(maze.corners())[0];
        let shades = if self.has_distance { Some(shades(maze, start, control)?) } else { None };
        match self.ending.as_str() {
            "png" => self.put_png(&mut Lines::Of { maze, trail, shades: shades.as_deref() }, place, control),
            "pdf" => {
                let way = trail.map(|trail| (start, trail.moves(maze)));
                let scene = scene::scene(maze, way.as_ref().map(|(start, moves)| (*start, moves)));
                place.picture(&scene.ok_or_else(|| {
                    Error::Unsupported(format!(
                        "mazes of up to {} cells are printed: .svg and .png take more",
                        scene::MOST_CELLS
                    ))
                })?)
            }
            "svg" => write(place, control, |out| svg::write(maze, trail, shades.as_deref(), out)),
            "json" => write(place, control, |mut out| {
                serde_json::to_writer_pretty(&mut out, &MazeFile::new(maze, recipe))?;
                writeln!(out)
            }),
            _ => self.put_text(&mut Lines::Of { maze, trail, shades: None }, place, control),
        }
    }

    /// Writes lines as they are made.
    pub fn put_streamed(&self, lines: &mut Lines<'_>, place: &mut Destination, control: &Control) -> Result<(), Error> {
        match self.ending.as_str() {
            "txt" => self.put_text(lines, place, control),
            "png" => self.put_png(lines, place, control),
            _ => Err(Error::misplaced("stream", "writes .txt and .png")),
        }
    }

    fn put_text(&self, lines: &mut Lines<'_>, place: &mut Destination, control: &Control) -> Result<(), Error> {
        if self.style == Style::Half && lines.has_marks() {
            let text = "half has no room for the marks of start and goal, which are no gaps in the outer wall here: \
                        ascii and box have";
            return Err(Error::misplaced("style", text));
        }
        write(place, control, |out| text::write(lines, self.style, out))
    }

    #[cfg(feature = "pictures")]
    fn put_png(&self, lines: &mut Lines<'_>, place: &mut Destination, control: &Control) -> Result<(), Error> {
        let (height, width) = lines.extent();
        let scale = self.scale.unwrap_or_else(|| (USUAL_PIXELS / height.max(width)).clamp(1, LARGEST_SQUARE));
        write(place, control, |out| super::png::write(lines, scale, out))
    }

    #[cfg(not(feature = "pictures"))]
    fn put_png(&self, _: &mut Lines<'_>, _: &mut Destination, _: &Control) -> Result<(), Error> {
        Err(Error::Unsupported("this build cannot make pictures in pixels".to_owned()))
    }
}

/// The longer side of a picture has about so many pixels, unless that makes its squares very large or less than a
/// pixel.
#[cfg(feature = "pictures")]
const USUAL_PIXELS: usize = 1000;
#[cfg(feature = "pictures")]
const LARGEST_SQUARE: usize = 16;

/// Writes into a place for as long as the control allows: a file is whole or not there.
pub(in crate::maze) fn write(
    place: &mut Destination,
    control: &Control,
    work: impl FnOnce(&mut Watched<'_>) -> io::Result<()>,
) -> Result<(), Error> {
    let mut stopped = None;
    let written = place.write(|out| {
        let mut watched = Watched { out, watch: control.lookout(), stopped: None };
        let written = work(&mut watched);
        stopped = watched.stopped;
        written
    });
    match stopped {
        Some(reason) => Err(Error::from(reason)),
        None => written,
    }
}

/// A writer that fails as soon as the run is stopped.
pub(in crate::maze) struct Watched<'a> {
    out: &'a mut dyn Write,
    watch: Lookout<'a>,
    stopped: Option<StopReason>,
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // What is made of a line takes longer than to write it.
        if let Err(reason) = self.watch.spend(8 * bytes.len() as u64) {
            self.stopped = Some(reason);
            return Err(io::Error::other("stopped"));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The way from the maze's start to its goal.
pub(in crate::maze) fn way_through(maze: &Maze, control: &Control) -> Result<Trail, Error> {
    Trail::through_under(maze, control)?
        .ok_or_else(|| Error::Unsuitable("there is no way from the start to the goal".to_owned()))
}
