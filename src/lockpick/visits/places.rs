//! The levels that may be visited: those of the same file, and those of the files and folders that are given.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    family::{Error, Options},
    input::Input,
    lockpick::{
        brought,
        import::{self, Pack},
        level::Level,
        stored::Store,
    },
    search::Control,
};

use super::Place;

/// The endings of level files that are looked for in a folder.
const ENDINGS: [&str; 2] = [".room.gmx", ".lvl"];

/// What visits can be made of.
#[derive(Clone, Debug)]
pub(in crate::lockpick) struct Places {
    /// The level to be solved, and then those where doors for it can be stored.
    pub all: Vec<Place>,
    /// What is in store from the start.
    pub store: Store,
    /// What a player brings along everywhere.
    options: Options,
}

impl Places {
    /// The levels that may be visited before one of a pack, if doors come out there.
    pub fn around(pack: &Pack, index: usize, options: &Options, control: &Control) -> Result<Option<Self>, Error> {
        let first = place_of(pack, index)?;
        if first.numbers(true).is_empty() || options.has("gravity") {
            return Ok(None);
        }
        let mut all = vec![first];
        let mut add = |pack: &Pack, index: usize| {
            // A level that cannot be read cannot be visited.
            if let Ok(place) = place_of(pack, index)
                && all.iter().all(|known| known.room != place.room)
            {
                all.push(place);
            }
        };
        (0..pack.entries.len()).for_each(|index| add(pack, index));
        for given in options.texts("visit") {
            let (files, is_folder) = level_files(Path::new(given))?;
            for file in files {
                let read = Input::read_under(&file, control)?;
                let opened = read.and_then(|input| import::open(input.name(), input.bytes()));
                match opened {
                    Ok(pack) => (0..pack.entries.len()).for_each(|index| add(&pack, index)),
                    Err(_) if is_folder => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
        Ok(Some(Self { all: relevant(all), store: brought::stored_doors(options, control)?, options: options.clone() }))
    }

    /// Whether a door that comes out in the first place can be stored in any.
    pub fn can_store(&self) -> bool {
        let Some(first) = self.all.first() else { return false };
        let wanted = first.numbers(true);
        self.all.iter().any(|place| !place.numbers(false).is_disjoint(&wanted))
    }

    /// Gives the player what is brought along.
    pub fn prepare(&self, level: &mut Level) -> Result<(), Error> {
        brought::take_along(level, &self.options)
    }
}

fn place_of(pack: &Pack, index: usize) -> Result<Place, Error> {
    let name = if pack.entries.len() > 1 { pack.call(index) } else { pack.entries[index].title.clone() };
    // It stands in a line of answers.
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Place { name: if name.is_empty() { pack.file.clone() } else { name }, room: pack.room(index)? })
}

/// The files that `--visit` names, and the level files of the folders that it names.
pub(in crate::lockpick) fn visited_files(options: &Options) -> Vec<PathBuf> {
    let files = options.texts("visit").iter().filter_map(|given| Some(level_files(Path::new(given)).ok()?.0));
    files.flatten().collect()
}

/// A file, or the level files of a folder by name.
fn level_files(given: &Path) -> Result<(Vec<PathBuf>, bool), Error> {
    if !given.is_dir() {
        return Ok((vec![given.to_owned()], false));
    }
    let mut files: Vec<PathBuf> = fs::read_dir(given)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| {
        let name = file.to_string_lossy().to_ascii_lowercase();
        // A pipe would be waited for.
        ENDINGS.iter().any(|ending| name.ends_with(ending)) && file.is_file()
    });
    files.sort();
    Ok((files, true))
}

/// The places that can matter to the first one: those that store what comes out there, and so on for these.
pub(in crate::lockpick) fn relevant(places: Vec<Place>) -> Vec<Place> {
    let mut places = places.into_iter();
    let Some(first) = places.next() else { return Vec::new() };
    let mut others: Vec<Place> = places.collect();
    let mut wanted = first.numbers(true);
    let mut relevant = vec![first];
    loop {
        let (more, rest): (Vec<Place>, Vec<Place>) =
            others.into_iter().partition(|place| !place.numbers(false).is_disjoint(&wanted));
        if more.is_empty() {
            return relevant;
        }
        wanted.extend(more.iter().flat_map(|place| place.numbers(true)));
        relevant.extend(more);
        others = rest;
    }
}
