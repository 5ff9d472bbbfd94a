//! Levels from any kind of file.

use crate::{
    diagnostics::{Diagnostic, Source},
    family::{Error, Options},
    input::Input,
};

use super::{
    geometry::GeometryOptions,
    import::{self, Pack},
    input,
    level::Level,
};

/// No level file is larger than this.
const MAX_BYTES: usize = 64 << 20;

/// A level file before one of its levels is chosen.
pub(super) enum Given {
    /// A level as text.
    Text(Source),
    /// The levels of a file of the game or of its editor.
    Pack(Pack),
}

/// Does a file come from the game or its editor? A broken one that says by its name what it should be is told so by the
/// reader of that kind.
pub(super) fn is_of_the_game(input: &Input) -> bool {
    input.bytes().len() <= MAX_BYTES
        && (import::is_level_file(input.bytes()) || matches!(input.ending().as_str(), "lvl" | "gmx"))
}

impl Given {
    /// Opens a level file.
    pub fn open(input: &Input) -> Result<Self, Diagnostic> {
        if is_of_the_game(input) {
            return import::open(input.name(), input.bytes()).map(Self::Pack);
        }
        input.source().map(Self::Text)
    }

    /// The level that is meant.
    pub fn level(&self, options: &Options) -> Result<Level, Error> {
        match self {
            Self::Text(source) => {
                if let Some(name) = ["level", "gravity"].into_iter().find(|name| options.has(name)) {
                    let text = format!("{name} is for files of the game and its editor: this one is a graph");
                    return Err(Error::Unsupported(format!("{}: {text}", source.name())));
                }
                Ok(input::parse(source)?.level)
            }
            Self::Pack(pack) => {
                let geometry = GeometryOptions { gravity: options.has("gravity"), ..GeometryOptions::default() };
                Ok(pack.level(options.text("level"), &geometry)?)
            }
        }
    }
}
