//! A maze into its place: text, JSON, SVG or PNG, as the ending of the file says.

use crate::{
    destination::Destination,
    family::{Error, Options},
    maze::{grid::Maze, read::json::MazeFile},
};

use super::{
    Trail,
    distance::shades,
    lines::Lines,
    svg,
    text::{self, Style},
};

/// The formats a maze can be written in.
const ENDINGS: &[&str] = &["txt", "json", "svg", "png"];

/// How a maze is drawn.
pub(in crate::maze) struct Look {
    ending: String,
    style: Style,
    scale: usize,
    has_distance: bool,
}

impl Look {
    /// Reads the options, and refuses those that the format of the place cannot obey.
    pub fn new(options: &Options, place: &Destination) -> Result<Self, Error> {
        let ending = place.expect_ending(ENDINGS)?;
        let needs = |name: &str, endings: &[&str]| {
            if !options.has(name) || endings.contains(&ending.as_str()) {
                return Ok(());
            }
            let list: Vec<String> = endings.iter().map(|ending| format!(".{ending}")).collect();
            Err(Error::Unsupported(format!("{name} is for {}, not for .{ending}", list.join(" and "))))
        };
        needs("style", &["txt"])?;
        needs("scale", &["png"])?;
        needs("distance", &["svg", "png"])?;
        Ok(Self {
            style: options.text("style").map_or(Ok(Style::Ascii), str::parse)?,
            scale: options.number("scale", 1..=1000)?.unwrap_or(1),
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
    ) -> Result<(), Error> {
        let start = maze.ends.unwrap_or(maze.corners())[0];
        let shades = self.has_distance.then(|| shades(maze, start));
        match self.ending.as_str() {
            "png" => self.put_png(&mut Lines::Of { maze, trail, shades: shades.as_deref() }, place),
            "svg" => place.write(|out| svg::write(maze, trail, shades.as_deref(), &mut { out })),
            "json" => place.write(|mut out| {
                serde_json::to_writer_pretty(&mut out, &MazeFile::new(maze, recipe))?;
                writeln!(out)
            }),
            _ => self.put_text(&mut Lines::Of { maze, trail, shades: None }, place),
        }
    }

    /// Writes lines as they are made.
    pub fn put_streamed(&self, lines: &mut Lines<'_>, place: &mut Destination) -> Result<(), Error> {
        match self.ending.as_str() {
            "txt" => self.put_text(lines, place),
            "png" => self.put_png(lines, place),
            _ => Err(Error::Unsupported("stream writes .txt and .png".to_owned())),
        }
    }

    fn put_text(&self, lines: &mut Lines<'_>, place: &mut Destination) -> Result<(), Error> {
        place.write(|out| text::write(lines, self.style, &mut { out }))
    }

    #[cfg(feature = "pictures")]
    fn put_png(&self, lines: &mut Lines<'_>, place: &mut Destination) -> Result<(), Error> {
        place.write(|out| super::png::write(lines, self.scale, out))
    }

    #[cfg(not(feature = "pictures"))]
    fn put_png(&self, _: &mut Lines<'_>, _: &mut Destination) -> Result<(), Error> {
        Err(Error::Unsupported(format!("this build cannot make pictures in pixels (scale {})", self.scale)))
    }
}

/// The way from the maze's start to its goal.
pub(in crate::maze) fn way_through(maze: &Maze) -> Result<Trail, Error> {
    Trail::through(maze).ok_or_else(|| Error::Unsuitable("there is no way from the start to the goal".to_owned()))
}
