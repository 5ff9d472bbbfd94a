//! Which family a case belongs to.

use std::path::Path;

use crate::{
    diagnostics::{Diagnostic, Source},
    lockpick,
    maze::read::{self, Found},
    polyomino, snakes,
};

use super::{
    args::{FamilyName, PuzzleArgs},
    lockpick::load as level_files,
    maze,
};

/// A case as far as its family's own reader.
pub enum Given {
    /// A polyomino case.
    Polyomino(Source),
    /// A lockpick level.
    Lockpick(level_files::Given),
    /// A board of Snakes and Ladders.
    Snakes(Source),
    /// A maze, which need not be a text, and the name of its file.
    Maze(String, Found),
}

/// Opens a case of any family.
pub fn open(file: &Path, args: &PuzzleArgs) -> Result<Given, Diagnostic> {
    if let Some(pack) = level_files::open_pack(file, args)? {
        return Ok(Given::Lockpick(level_files::Given::Pack(pack)));
    }
    if args.family.is_none_or(|family| family == FamilyName::Maze) && maze::is_picture(file) {
        return Ok(Given::Maze(file.display().to_string(), read::png::read(file)?));
    }
    let source = Source::read(file)?;
    Ok(match recognise(&source, args) {
        FamilyName::Polyomino => Given::Polyomino(source),
        FamilyName::Lockpick => Given::Lockpick(level_files::Given::Text(source)),
        FamilyName::Snakes => Given::Snakes(source),
        FamilyName::Maze => Given::Maze(source.name().to_owned(), read::read(&source)?),
    })
}

/// Tells the family of a case from its content, unless the user says it.
fn recognise(source: &Source, args: &PuzzleArgs) -> FamilyName {
    if let Some(family) = args.family {
        family
    } else if lockpick::input::recognise(source) {
        FamilyName::Lockpick
    } else if polyomino::input::recognise(source) {
        FamilyName::Polyomino
    } else if snakes::input::recognise(source) {
        FamilyName::Snakes
    } else if read::recognise(source) {
        FamilyName::Maze
    } else {
        // What cannot be recognised is most likely a broken case of the family that is drawn by hand most often,
        // whose reader can point at the place.
        FamilyName::Polyomino
    }
}
