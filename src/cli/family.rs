//! Which family a case belongs to.

use crate::{
    diagnostics::{Diagnostic, Source},
    polyomino,
};

use super::args::{FamilyName, PuzzleArgs};

/// Tells the family of a case from its content, unless the user says it.
pub fn recognise(source: &Source, args: &PuzzleArgs) -> Result<FamilyName, Diagnostic> {
    if let Some(family) = args.family {
        return Ok(family);
    }
    if polyomino::input::recognise(source) {
        return Ok(FamilyName::Polyomino);
    }
    // What cannot be recognised is most likely a broken case of the family that is drawn by hand most often, whose
    // reader can point at the place.
    Ok(FamilyName::Polyomino)
}
