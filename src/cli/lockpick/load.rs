//! Levels from any kind of file.

use std::{fs, path::Path};

use crate::{
    diagnostics::{Diagnostic, Source},
    lockpick::{
        geometry::GeometryOptions,
        import::{self, Pack},
        input,
        level::Level,
    },
};

use super::super::{
    args::{FamilyName, PuzzleArgs},
    failure::Failure,
};

/// No level file is larger than this.
const MAX_BYTES: u64 = 64 << 20;

/// A level file before one of its levels is chosen.
pub enum Given {
    /// A level as text.
    Text(Source),
    /// The levels of a file of the game or of its editor.
    Pack(Pack),
}

/// Opens a file if it comes from the game or its editor, by what is in it. Any other file is left to others.
pub fn open_pack(file: &Path, args: &PuzzleArgs) -> Result<Option<Pack>, Diagnostic> {
    let is_asked = args.family.is_none_or(|family| family == FamilyName::Lockpick);
    let is_small = fs::metadata(file).is_ok_and(|data| data.is_file() && data.len() <= MAX_BYTES);
    if !is_asked || !is_small {
        return Ok(None);
    }
    let Ok(bytes) = fs::read(file) else { return Ok(None) };
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or("").to_ascii_lowercase();
    // A broken file that says by its name what it should be is told so by the reader of that kind.
    if import::is_level_file(&bytes) || matches!(ending.as_str(), "lvl" | "gmx") {
        return import::open(&file.display().to_string(), &bytes).map(Some);
    }
    Ok(None)
}

impl Given {
    /// What errors and reports call it.
    pub fn name(&self) -> &str {
        match self {
            Self::Text(source) => source.name(),
            Self::Pack(pack) => &pack.file,
        }
    }

    /// The level that is meant.
    pub fn level(&self, args: &PuzzleArgs) -> Result<Level, Failure> {
        match self {
            Self::Text(source) => {
                if args.level.level.is_some() || args.level.gravity {
                    let text = "--level and --gravity are for files of the game and its editor: this one is a graph";
                    return Err(Failure::Usage(format!("{}: {text}", source.name())));
                }
                Ok(input::parse(source)?.level)
            }
            Self::Pack(pack) => {
                let options = GeometryOptions { gravity: args.level.gravity, ..GeometryOptions::default() };
                Ok(pack.level(args.level.level.as_deref(), &options)?)
            }
        }
    }
}
