//! Where the cases of a batch come from: files, folders, patterns, and lists.

use std::{
    collections::BTreeMap,
    io::{BufRead, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use serde::Deserialize;

use crate::{
    diagnostics::Diagnostic,
    family::{Family, Options},
    input::{Input, ending_of},
    report::path_name,
};

use super::lines::Lines;

/// Files that are no cases, although they may lie among them.
const NO_CASES: [&str; 13] =
    ["md", "checkpoint", "range", "jsonl", "waiting", "lock", "part", "svg", "pdf", "html", "gz", "zst", "sh"];

/// A case of a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What its record calls it.
    pub name: String,
    /// What is in it.
    pub content: Content,
    /// What is special about it.
    pub wishes: Wishes,
    /// Was it found in a file that holds several?
    pub is_of_pack: bool,
}

impl Entry {
    /// What stands for the case and its wishes, in little room. Where it was found does not matter.
    pub(super) fn digest(&self) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        // Into a hasher nothing fails to be written.
        let _ = write!(hasher, "{:?}", (&self.name, &self.content, &self.wishes));
        hasher.finalize()
    }
}

/// Where the content of a case is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// In a file.
    File(PathBuf),
    /// Here.
    Text(String),
    /// Nowhere: the list is wrong at this place, and why.
    Wrong(String),
}

/// What one case wants differently from the others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Wishes {
    /// Its family.
    pub family: Option<String>,
    /// Its strategy.
    pub strategy: Option<String>,
    /// Only the number of its solutions?
    pub count: Option<bool>,
    /// So many solutions, or "all".
    pub solutions: Option<Wanted>,
    /// The time it may take, in seconds.
    #[serde(deserialize_with = "seconds")]
    pub time_limit: Option<Duration>,
    /// Its family's options.
    pub options: BTreeMap<String, String>,
}

/// How many solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted(pub u64);

impl<'de> Deserialize<'de> for Wanted {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u64),
            Text(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Number(number) if number > 0 => Ok(Self(number)),
            Written::Text(text) if text == "all" => Ok(Self(u64::MAX)),
            _ => Err(serde::de::Error::custom("expected a number from 1 on, or \"all\"")),
        }
    }
}

fn seconds<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let seconds = Option::<f64>::deserialize(deserializer)?;
    let time = seconds.map(Duration::try_from_secs_f64).transpose();
    time.map_err(|_| serde::de::Error::custom("expected a time in seconds"))
}

/// A line of a list that is JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// A file.
    case: Option<PathBuf>,
    /// What to call it.
    name: Option<String>,
    /// The case itself.
    text: Option<String>,
    family: Option<String>,
    strategy: Option<String>,
    count: Option<bool>,
    solutions: Option<Wanted>,
    #[serde(default, deserialize_with = "seconds")]
    time_limit: Option<Duration>,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

/// All cases that files, folders, patterns (`*`, `?`, `[…]`, `**`) and lists stand for, in a fixed order. `-` is a list
/// on standard input.
pub fn collect(
    places: &[PathBuf],
    lists: &[PathBuf],
    stdin: &mut dyn FnMut() -> Box<dyn BufRead>,
) -> Result<Vec<Entry>, Diagnostic> {
    let mut entries = Vec::new();
    for place in places {
        if place == Path::new("-") {
            read_list("standard input", stdin(), &mut entries)?;
        } else if place.is_dir() {
            walk(place, &mut entries)?;
        } else if !place.exists() && is_pattern(place) {
            expand(place, &mut entries)?;
        } else {
            entries.push(file_entry(place.clone()));
        }
    }
    for list in lists {
        let name = list.display().to_string();
        if list == Path::new("-") {
            read_list("standard input", stdin(), &mut entries)?;
            continue;
        }
        let file =
            std::fs::File::open(list).map_err(|error| Diagnostic::new(format!("cannot read {name}: {error}")))?;
        read_list(&name, Box::new(std::io::BufReader::new(file)), &mut entries)?;
    }
    Ok(entries)
}

/// Puts the cases of files that hold several in the places of the files.
pub fn expand_packs(entries: Vec<Entry>, families: &[&'static dyn Family]) -> Vec<Entry> {
    entries.into_iter().flat_map(|entry| members(&entry, families).unwrap_or_else(|| vec![entry])).collect()
}

/// The cases of a file that holds several. What cannot be read is told when its turn comes.
fn members(entry: &Entry, families: &[&'static dyn Family]) -> Option<Vec<Entry>> {
    let Content::File(file) = &entry.content else { return None };
    let ending = ending_of(file);
    let family = families.iter().find(|family| family.pack_ending() == Some(ending.as_str()))?;
    // Who has chosen one already does not want the others.
    if !entry.wishes.options.is_empty() {
        return None;
    }
    let members = family.members(&Input::read(file).ok()?);
    let of = |(name, options): (String, Options)| {
        let options = options.names().map(|it| (it.to_owned(), options.text(it).unwrap_or_default().to_owned()));
        Entry {
            name: format!("{}, {name}", entry.name),
            content: entry.content.clone(),
            wishes: Wishes { options: options.collect(), ..entry.wishes.clone() },
            is_of_pack: true,
        }
    };
    (!members.is_empty()).then(|| members.into_iter().map(of).collect())
}

fn file_entry(file: PathBuf) -> Entry {
    let name = file.display().to_string();
    Entry { name, content: Content::File(file), wishes: Wishes::default(), is_of_pack: false }
}

/// Is it a file that could be a case?
fn is_case(file: &Path) -> bool {
    let is_hidden = file.file_name().is_none_or(|name| name.as_encoded_bytes().starts_with(b"."));
    !is_hidden && file.is_file() && !NO_CASES.contains(&ending_of(file).as_str())
}

/// The cases in a folder and the folders in it, by name. What cannot be looked into is told: nothing is left out
/// silently.
fn walk(folder: &Path, entries: &mut Vec<Entry>) -> Result<(), Diagnostic> {
    let is_hidden = |entry: &walkdir::DirEntry| {
        entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".") && entry.file_type().is_dir()
    };
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(|entry| !is_hidden(entry)) {
        let entry = entry.map_err(|error| Diagnostic::new(format!("cannot read {}: {error}", path_name(folder))))?;
        if is_case(entry.path()) {
            entries.push(file_entry(entry.into_path()));
        }
    }
    Ok(())
}

fn is_pattern(place: &Path) -> bool {
    place.to_str().is_some_and(|text| text.contains(['*', '?', '[']))
}

/// The files that fit a pattern, by name.
fn expand(pattern: &Path, entries: &mut Vec<Entry>) -> Result<(), Diagnostic> {
    let text = pattern.to_str().unwrap_or_default();
    let wrong = |reason: String| Diagnostic::new(format!("{}: {reason}", path_name(pattern)));
    let found = glob::glob(text).map_err(|error| wrong(error.to_string()))?;
    let before = entries.len();
    for file in found {
        let file = file.map_err(|error| wrong(error.to_string()))?;
        if file.is_file() {
            entries.push(file_entry(file));
        }
    }
    if entries.len() == before { Err(wrong("no file fits the pattern".to_owned())) } else { Ok(()) }
}

/// A list: a file name a line, or a JSON object a line. Empty lines and those that begin with `#` say nothing.
fn read_list(name: &str, list: Box<dyn BufRead>, entries: &mut Vec<Entry>) -> Result<(), Diagnostic> {
    let mut lines = Lines::new(list);
    let unreadable = |error| Diagnostic::new(format!("cannot read {name}: {error}"));
    while let Some((number, line)) = lines.next_line().map_err(unreadable)? {
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        entries.push(match text.starts_with('{') {
            true => json_entry(text, &format!("{name}:{number}")),
            false => file_entry(PathBuf::from(text)),
        });
    }
    Ok(())
}

/// A wrong line is a case that cannot be read: the others go on.
fn json_entry(text: &str, place: &str) -> Entry {
    let wrong = |reason: String| Entry {
        name: place.to_owned(),
        content: Content::Wrong(format!("{place}: {reason}")),
        wishes: Wishes::default(),
        is_of_pack: false,
    };
    let line: Line = match serde_json::from_str(text) {
        Ok(line) => line,
        Err(error) => return wrong(error.to_string()),
    };
    let (name, content) = match (line.case, line.text) {
        (Some(file), None) => (file.display().to_string(), Content::File(file)),
        (None, Some(text)) => (place.to_owned(), Content::Text(text)),
        _ => return wrong("expected either \"case\": a file, or \"text\": the case itself".to_owned()),
    };
    let wishes = Wishes {
        family: line.family,
        strategy: line.strategy,
        count: line.count,
        solutions: line.solutions,
        time_limit: line.time_limit,
        options: line.options,
    };
    Entry { name: line.name.unwrap_or(name), content, wishes, is_of_pack: false }
}

#[cfg(test)]
mod tests;
