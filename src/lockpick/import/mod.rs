//! Levels from the files of others: the community editor's `.lvl`, also inside a picture, and the game's `.room.gmx`.

pub mod gmx;
pub mod lvl;

#[cfg(test)]
mod tests;

use crate::diagnostics::{Diagnostic, Source};

use super::{
    geometry::{self, GeometryOptions, room::Room},
    level::{Level, NodeKind},
};

/// The version of the editor's format that first had packs; it has no salvage points.
const FIRST_PACKS: u16 = 3;

/// The version that is written.
const EXPORTED: u16 = 5;

/// The levels of a file.
#[derive(Clone, Debug)]
pub struct Pack {
    /// What errors call the file.
    pub file: String,
    /// The name of the pack; may be empty.
    pub name: String,
    /// Who made it; may be empty.
    pub author: String,
    /// What it is about; may be empty.
    pub description: String,
    /// All levels, in order.
    pub entries: Vec<Entry>,
    /// Whether its format could not have held salvage points that its levels may have had.
    pub may_lack_salvage: bool,
    /// Whether the bytes are those of a picture.
    is_picture: bool,
}

/// A level of a pack.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The title, such as the number of a puzzle; may be empty.
    pub title: String,
    /// The name; may be empty.
    pub name: String,
    /// A short label; may be empty.
    pub label: String,
    /// Who made it; may be empty.
    pub author: String,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// How many keys there are.
    pub keys: usize,
    /// How many doors and gates there are.
    pub doors: usize,
    /// What was left out when it was read.
    pub notes: Vec<String>,
    content: Content,
}

/// Rooms are made when they are asked for: one bad level does not spoil a pack.
#[derive(Clone, Debug)]
enum Content {
    Record(Box<lvl::LevelRecord>),
    Room(Box<Room>),
}

/// Whether bytes are a level file that [`open`] reads. Other texts and pictures are not.
pub fn is_level_file(bytes: &[u8]) -> bool {
    if lvl::looks_like_picture(bytes) {
        return lvl::starts_like_picture_of_level(bytes);
    }
    lvl::looks_like_level(bytes) || std::str::from_utf8(bytes).is_ok_and(gmx::looks_like_room)
}

/// Opens a level file. What it is shows in its content; if that is broken, the end of its name decides who says so.
pub fn open(name: &str, bytes: &[u8]) -> Result<Pack, Diagnostic> {
    if lvl::looks_like_picture(bytes) {
        let held = lvl::bytes_in_picture(bytes).map_err(|problem| {
            Diagnostic::new(format!("{name} holds no level: {problem}")).help("levels are square pictures in RGB")
        })?;
        return open_lvl(name, &held, true);
    }
    let is_named = |ending: &str| name.to_ascii_lowercase().ends_with(ending);
    if lvl::looks_like_level(bytes) || is_named(".lvl") {
        return open_lvl(name, bytes, false);
    }
    if !is_named(".gmx") && !std::str::from_utf8(bytes).is_ok_and(gmx::looks_like_room) {
        let help = "level files are .lvl files and square pictures of the editor, and rooms of the game (.room.gmx)";
        return Err(Diagnostic::new(format!("{name} is not a level file")).help(help));
    }
    let source = Source::from_bytes(name, bytes)?;
    let (room, notes) = gmx::read(&source)?;
    let count = |wanted: fn(&NodeKind) -> bool| room.things.iter().filter(|thing| wanted(&thing.kind)).count();
    let entry = Entry {
        title: room.title.clone(),
        name: String::new(),
        label: String::new(),
        author: String::new(),
        size: (room.width.unsigned_abs(), room.height.unsigned_abs()),
        keys: count(|kind| matches!(kind, NodeKind::Key(_))),
        doors: count(|kind| matches!(kind, NodeKind::Door(_) | NodeKind::Gate(_))),
        notes,
        content: Content::Room(Box::new(room)),
    };
    Ok(Pack {
        file: name.to_owned(),
        name: entry.title.clone(),
        author: String::new(),
        description: String::new(),
        entries: vec![entry],
        may_lack_salvage: false,
        is_picture: false,
    })
}

fn open_lvl(name: &str, bytes: &[u8], padded: bool) -> Result<Pack, Diagnostic> {
    let file = lvl::decode(bytes, padded).map_err(|fault| unreadable(name, &fault, padded))?;
    // Salvage points came after packs.
    let may_lack_salvage = file.version == FIRST_PACKS && file.levels.len() > 1;
    let entries = file.levels.into_iter().map(|level| Entry {
        title: level.title.clone(),
        name: level.name.clone(),
        label: level.label.clone(),
        author: level.author.clone(),
        size: level.size,
        keys: level.keys.len(),
        doors: level.doors.len(),
        notes: Vec::new(),
        content: Content::Record(Box::new(level)),
    });
    Ok(Pack {
        file: name.to_owned(),
        name: file.name,
        author: file.author,
        description: file.description,
        entries: entries.collect(),
        may_lack_salvage,
        is_picture: padded,
    })
}

/// A room as a file of the editor.
pub fn export_room(name: &str, room: &Room) -> Result<Vec<u8>, Diagnostic> {
    lvl::from_room(room).map(one_level).map_err(|problem| no_export(name, &problem))
}

fn no_export(name: &str, problem: &str) -> Diagnostic {
    Diagnostic::new(format!("{name} cannot be written for the editor: {problem}"))
}

/// A file with one level, in the oldest version that holds all of it.
fn one_level(level: lvl::LevelRecord) -> Vec<u8> {
    let version = if level.counters.is_empty() { EXPORTED } else { lvl::LATEST_VERSION };
    let (name, author) = (level.name.clone(), level.author.clone());
    let editor = concat!("fathom ", env!("CARGO_PKG_VERSION")).to_owned();
    let file = lvl::File { version, editor, name, author, description: String::new(), id: 0, levels: vec![level] };
    lvl::encode(&file)
}

/// What is wrong with the bytes of a file.
fn unreadable(name: &str, fault: &lvl::Fault, padded: bool) -> Diagnostic {
    let where_ = format!("{name} cannot be read: at byte {} (0x{:X})", fault.offset, fault.offset);
    let place = if padded { "the file is a picture: bytes are counted in its pixels; " } else { "" };
    Diagnostic::new(format!("{where_}, {}: found {}", fault.field, fault.found))
        .help(format!("{place}expected {}", fault.expected))
}

impl Pack {
    /// A level by its number, from 1, or its name, title or label. Without any, the only level there is.
    pub fn level(&self, selector: Option<&str>, options: &GeometryOptions) -> Result<Level, Diagnostic> {
        let index = self.select(selector)?;
        self.graph(index, &self.room(index)?, options)
    }

    /// The graph of a room of a level.
    pub fn graph(&self, index: usize, room: &Room, options: &GeometryOptions) -> Result<Level, Diagnostic> {
        geometry::level_of(room, options).map_err(|problem| self.no_graph(index, &problem))
    }

    /// Why there is no graph of a level.
    pub fn no_graph(&self, index: usize, problem: &geometry::GeometryError) -> Diagnostic {
        Diagnostic::new(format!("{}, {}: {problem}", self.file, self.call(index)))
    }

    /// The room of a level, by its place in [`Pack::entries`].
    pub fn room(&self, index: usize) -> Result<Room, Diagnostic> {
        match self.entries.get(index).map(|entry| &entry.content) {
            None => Err(Diagnostic::new(format!("{} has no level {}", self.file, index + 1))),
            Some(Content::Room(room)) => Ok((**room).clone()),
            Some(Content::Record(record)) => match &record.fault {
                Some(fault) => Err(unreadable(&self.file, fault, self.is_picture)),
                None => lvl::to_room(record).map_err(|misfit| {
                    let title = format!("{}, {}, {}: {}", self.file, self.call(index), misfit.thing, misfit.problem);
                    Diagnostic::new(title).help("the game has nothing like this; change it in the level editor")
                }),
            },
        }
    }

    /// A level as a file of the editor. What the editor made is kept to the last detail; a room of the game is
    /// translated.
    pub fn export(&self, index: usize, room: &Room, is_changed: bool) -> Result<Vec<u8>, Diagnostic> {
        let kept = self.entries.get(index).map(|entry| &entry.content);
        let record = match kept {
            Some(Content::Record(record)) if !is_changed => (**record).clone(),
            _ => lvl::from_room(room).map_err(|problem| no_export(&self.file, &problem))?,
        };
        Ok(one_level(record))
    }

    /// The place of a level in [`Pack::entries`]; see [`Pack::level`].
    pub fn select(&self, selector: Option<&str>) -> Result<usize, Diagnostic> {
        let Some(selector) = selector.map(str::trim) else {
            return match self.entries.len() {
                1 => Ok(0),
                0 => Err(Diagnostic::new(format!("{} holds no levels", self.file))),
                count => Err(Diagnostic::new(format!("{} holds {count} levels", self.file))
                    .help(format!("name one with --level: {}", self.offer()))),
            };
        };
        // "#12" is the twelfth, whatever the levels are called.
        let number = selector.strip_prefix('#').and_then(|number| number.parse::<usize>().ok());
        if let Some(number) = number.filter(|number| (1..=self.entries.len()).contains(number)) {
            return Ok(number - 1);
        }
        let called = |is_meant: &dyn Fn(&str) -> bool| -> Vec<usize> {
            let is_meant = |index: &usize| {
                let Entry { title, name, label, .. } = &self.entries[*index];
                [title, name, label].into_iter().any(|known| is_meant(known.trim()))
            };
            (0..self.entries.len()).filter(is_meant).collect()
        };
        let mut by_name = called(&|known| known.eq_ignore_ascii_case(selector));
        if by_name.is_empty() && selector.parse::<usize>().is_err() {
            // "1-2" is enough for "Level 1-2".
            by_name = called(&|known| {
                known.split_once(' ').is_some_and(|(_, rest)| rest.trim().eq_ignore_ascii_case(selector))
            });
        }
        match (by_name.as_slice(), selector.parse::<usize>()) {
            (&[only], _) => Ok(only),
            (_, Ok(number)) if (1..=self.entries.len()).contains(&number) => Ok(number - 1),
            ([], _) => Err(Diagnostic::new(format!("{} has no level {selector:?}", self.file))
                .help(format!("there are {}", self.offer()))),
            (several, _) => {
                let numbers: Vec<String> = several.iter().map(|index| (index + 1).to_string()).collect();
                Err(Diagnostic::new(format!("{} levels of {} are called {selector:?}", several.len(), self.file))
                    .help(format!("say which by its number: {}", numbers.join(", "))))
            }
        }
    }

    /// How errors call a level.
    pub fn call(&self, index: usize) -> String {
        let entry = &self.entries[index];
        let name = if entry.name.trim().is_empty() { &entry.title } else { &entry.name };
        format!("level {} ({})", index + 1, name.trim())
    }

    /// The first levels, for people to choose from.
    fn offer(&self) -> String {
        const SHOWN: usize = 8;
        let mut shown: Vec<String> = (0..self.entries.len().min(SHOWN)).map(|index| self.call(index)).collect();
        if self.entries.len() > SHOWN {
            shown.push(format!("… {} more", self.entries.len() - SHOWN));
        }
        shown.join(", ")
    }
}
