//! Levels from any kind of file.

use crate::{
    diagnostics::{Diagnostic, Source},
    family::{Error, Options},
    input::Input,
    search::Control,
};

use super::{
    brought,
    geometry::{GeometryError, GeometryOptions, level_of_within, room::Room},
    import::{self, Pack},
    input,
    level::Level,
    visits::Places,
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

/// A level that was chosen.
pub(super) struct Loaded {
    /// The graph that is searched.
    pub level: Level,
    /// The room that it was made from, if there is one.
    pub room: Option<Room>,
    /// Whether the player falls.
    pub has_gravity: bool,
    /// What is worth saying about how it was read.
    pub notes: Vec<String>,
    /// What it depends on that neither the file nor the options tell.
    pub lacks: Vec<String>,
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

    /// The levels that may be visited to store doors for the one that is meant, if doors come out there.
    pub fn places(&self, options: &Options, control: &Control) -> Result<Option<Places>, Error> {
        match self {
            Self::Text(_) => Ok(None),
            Self::Pack(pack) => {
                let places = Places::around(pack, pack.select(options.text("level"))?, options, control)?;
                if places.is_none() && options.has("visit") {
                    return Err(Error::misplaced("visit", "is for levels in which stored doors come out"));
                }
                Ok(places)
            }
        }
    }

    /// The level that is meant.
    pub fn load(&self, options: &Options, control: &Control) -> Result<Loaded, Error> {
        let mut loaded = match self {
            Self::Text(source) => {
                if let Some(name) = ["level", "gravity", "stored", "visit"].into_iter().find(|name| options.has(name)) {
                    let text = format!("{name} is for files of the game and its editor: this one is a graph");
                    return Err(Error::Unsupported(format!("{}: {text}", source.name())));
                }
                let level = input::parse(source)?.level;
                Loaded { level, room: None, has_gravity: false, notes: Vec::new(), lacks: Vec::new() }
            }
            Self::Pack(pack) => {
                let geometry = GeometryOptions { gravity: options.has("gravity"), ..GeometryOptions::default() };
                let index = pack.select(options.text("level"))?;
                let mut room = pack.room(index)?;
                let (new_notes, mut lacks) = brought::place_stored(&mut room, options, control)?;
                let level = level_of_within(&room, &geometry, control).map_err(|problem| match problem {
                    GeometryError::Stopped(reason) => Error::from(reason),
                    problem => pack.no_graph(index, &problem).into(),
                })?;
                if brought::lacks_stones(&level, options) {
                    lacks.push("the stone keys that a player brings along from finished worlds (--have)".to_owned());
                }
                if pack.may_lack_salvage && lacks.is_empty() {
                    lacks.push("doors stored in other levels, if it has any: this format cannot tell".to_owned());
                }
                let notes = pack.entries[index].notes.iter().cloned().chain(new_notes).collect();
                Loaded { level, room: Some(room), has_gravity: geometry.gravity, notes, lacks }
            }
        };
        brought::take_along(&mut loaded.level, options)?;
        Ok(loaded)
    }
}
