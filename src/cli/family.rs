//! Which family a case belongs to.

use std::path::Path;

use crate::{
    diagnostics::{Diagnostic, Source},
    maze::read::{self, Found},
    polyomino,
};

use super::{
    args::{FamilyName, PuzzleArgs},
    maze,
};

/// A case as far as its family's own reader.
pub enum Given {
    /// A maze, which need not be a text, and the name of its file.
    Maze(String, Found),
    /// A text of a family.
    Text(FamilyName, Source),
}

/// Opens a case of any family.
pub fn open(file: &Path, args: &PuzzleArgs) -> Result<Given, Diagnostic> {
    if args.family.is_none_or(|family| family == FamilyName::Maze) && maze::is_picture(file) {
        return Ok(Given::Maze(file.display().to_string(), read::png::read(file)?));
    }
    let source = Source::read(file)?;
    Ok(match recognise(&source, args)? {
        FamilyName::Maze => Given::Maze(source.name().to_owned(), read::read(&source)?),
        family => Given::Text(family, source),
    })
}

/// Tells the family of a case from its content, unless the user says it.
pub fn recognise(source: &Source, args: &PuzzleArgs) -> Result<FamilyName, Diagnostic> {
    if let Some(family) = args.family {
        return Ok(family);
    }
    if polyomino::input::recognise(source) {
        return Ok(FamilyName::Polyomino);
    }
    if read::recognise(source) {
        return Ok(FamilyName::Maze);
    }
    // What cannot be recognised is most likely a broken case of the family that is drawn by hand most often, whose
    // reader can point at the place.
    Ok(FamilyName::Polyomino)
}
