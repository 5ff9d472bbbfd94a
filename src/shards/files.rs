//! The files of a divided search, and the folder they are in.

use std::{
    fs,
    io::{self, Read},
    path::{Path as FilePath, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::{
    family::{self, Error, Family, Options},
    report::{Medium, harmless, path_name},
    search::{Fingerprint, Range},
    session::{Question, Task},
    whole_file,
};

/// The ending of a range file.
pub const RANGE_ENDING: &str = "range";
/// The ending of a checkpoint that belongs to a range file.
pub const CHECKPOINT_ENDING: &str = "checkpoint";
/// The file in which tasks that look for the best solution tell each other of theirs.
pub const INCUMBENT: &str = "best-so-far.json";
/// No range file is larger than this.
const MOST_BYTES: u64 = 1 << 20;

/// Why a folder or a file of a divided search cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ShardError {
    #[error("cannot read {}: {source}", path_name(file))]
    Read { file: PathBuf, source: io::Error },
    #[error("cannot write {}: {source}", path_name(file))]
    Write { file: PathBuf, source: io::Error },
    #[error("{} is not a range file: {reason}", path_name(file))]
    NoRangeFile { file: PathBuf, reason: String },
    #[error("{} has no range files: 'fathom split' makes them", path_name(.0))]
    Empty(PathBuf),
    #[error("{} has range files already: take an empty folder", path_name(.0))]
    Taken(PathBuf),
    #[error("{} and {} are pieces of different searches", path_name(one), path_name(other))]
    Mixed { one: PathBuf, other: PathBuf },
    #[error("{}: {}", path_name(.0), Error::OtherPiece)]
    OfAnotherCase(PathBuf),
    #[error("there is no family '{0}'")]
    NoFamily(String),
    #[error("{case} cannot be cut into ranges: {reason}")]
    Uncut { case: String, reason: String },
    #[error("{}: nothing is left to be cut", path_name(.0))]
    NothingLeft(PathBuf),
    #[error("{} is there already", path_name(.0))]
    FileTaken(PathBuf),
    #[error("a solution in the checkpoints is wrong: {0}")]
    WrongSolution(String),
    #[error("the search was not divided: there is nothing to compare")]
    Undivided,
    #[error("the ranges were searched by {0}: name another strategy")]
    SameStrategy(String),
    #[error("the ranges were searched for some solutions only: the whole cannot be compared")]
    SomeOnly,
}

/// What is asked of every piece of a divided search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    /// How many solutions there are.
    Count,
    /// Solutions, at most so many; without a number, all.
    Solve {
        /// How many.
        wanted: Option<u64>,
        /// Whichever come first?
        any: bool,
    },
}

impl Asked {
    /// What a question is called here; questions that need to know all solutions at once cannot be divided.
    pub fn of(question: Question) -> Option<Self> {
        match question {
            Question::Count => Some(Self::Count),
            Question::Solutions { wanted, any } => {
                Some(Self::Solve { wanted: Some(wanted).filter(|wanted| *wanted != u64::MAX), any })
            }
            _ => None,
        }
    }

    /// The question.
    pub fn question(self) -> Question {
        match self {
            Self::Count => Question::Count,
            Self::Solve { wanted, any } => Question::Solutions { wanted: wanted.unwrap_or(u64::MAX), any },
        }
    }
}

/// One piece of a divided search: everything that a task has to know beside the case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RangeFile {
    /// The version of the program that wrote it.
    pub fathom: String,
    /// The name of the case, for people: the fingerprint is what counts.
    pub case: String,
    /// The family of the case.
    pub family: String,
    /// What is asked.
    pub question: Asked,
    /// The strategy whose ids these are.
    pub strategy: String,
    /// The seed, if one was given.
    pub seed: Option<u64>,
    /// The family's options.
    pub options: Options,
    /// A hash of all that the ids depend on.
    pub fingerprint: String,
    /// The ids of this piece.
    pub range: String,
    /// Its number, from 1 on.
    pub piece: usize,
    /// How many there are.
    pub pieces: usize,
    /// About how many nodes it has.
    pub estimated_nodes: f64,
}

impl RangeFile {
    /// Reads a range file.
    pub fn read(file: &FilePath) -> Result<Self, ShardError> {
        let unreadable = |source| ShardError::Read { file: file.to_owned(), source };
        let wrong = |reason: String| ShardError::NoRangeFile { file: file.to_owned(), reason };
        let mut bytes = Vec::new();
        let content = whole_file::open_plain(file).map_err(unreadable)?;
        content.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(wrong("it is too large".to_owned()));
        }
        let read: Self = serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))?;
        read.ids().ok_or_else(|| wrong(format!("'{}' is no range of ids", read.range)))?;
        read.search().ok_or_else(|| wrong(format!("'{}' is no fingerprint", read.fingerprint)))?;
        Ok(read)
    }

    /// Writes it, whole or not at all.
    pub fn write(&self, file: &FilePath) -> Result<(), ShardError> {
        let failed = |source| ShardError::Write { file: file.to_owned(), source };
        let text = serde_json::to_string_pretty(self).map_err(|error| failed(error.into()))? + "\n";
        whole_file::write(file, harmless(&text, Medium::Json).as_bytes()).map_err(failed)
    }

    /// The ids, if they make sense.
    pub fn ids(&self) -> Option<Range> {
        self.range.parse().ok().filter(|range: &Range| !range.is_empty())
    }

    /// The search it was cut from, if that makes sense.
    pub fn search(&self) -> Option<Fingerprint> {
        self.fingerprint.parse().ok()
    }

    /// The family, and the task of searching a range of the search it was cut from.
    pub fn task(
        &self,
        families: &'static [&'static dyn Family],
        range: &str,
    ) -> Result<(&'static dyn Family, Task), Error> {
        let family = family::named(families, &self.family).ok_or_else(|| ShardError::NoFamily(self.family.clone()))?;
        let task = Task {
            strategy: family::strategy_named(family, &self.strategy)?,
            range: Some(range.to_owned()),
            seed: self.seed,
            options: self.options.clone(),
            ..Task::new(self.question.question())
        };
        Ok((family, task))
    }

    /// Was it cut from the same search as another one?
    fn is_of_one_search_with(&self, other: &Self) -> bool {
        let search =
            |it: &Self| (it.fingerprint.clone(), it.strategy.clone(), it.question, it.seed, it.options.clone());
        self.family == other.family && search(self) == search(other)
    }
}

/// The checkpoint that belongs to a range file.
pub fn checkpoint_of(range_file: &FilePath) -> PathBuf {
    range_file.with_extension(CHECKPOINT_ENDING)
}

/// A folder of a divided search.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Its range files with what they say, in the order of their names.
    pub pieces: Vec<(PathBuf, RangeFile)>,
    /// All checkpoints in it: also those of pieces that were cut again.
    pub checkpoints: Vec<PathBuf>,
}

impl Folder {
    /// Reads all range files. They have to be pieces of one search.
    pub fn read(folder: &FilePath) -> Result<Self, ShardError> {
        let mut pieces = Vec::new();
        for file in files_with(folder, RANGE_ENDING)? {
            let piece = RangeFile::read(&file)?;
            pieces.push((file, piece));
        }
        let (first, piece) = pieces.first().ok_or_else(|| ShardError::Empty(folder.to_owned()))?;
        if let Some((other, _)) = pieces.iter().find(|(_, other)| !piece.is_of_one_search_with(other)) {
            return Err(ShardError::Mixed { one: first.clone(), other: other.clone() });
        }
        Ok(Self { checkpoints: files_with(folder, CHECKPOINT_ENDING)?, pieces })
    }

    /// All of its files that are needed.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.pieces.iter().map(|(file, _)| file).chain(&self.checkpoints)
    }

    /// What all pieces have in common.
    pub fn common(&self) -> &RangeFile {
        &self.pieces[0].1
    }

    /// The range files that have something left to search, and the ranges left that no file is about.
    pub fn unfinished(&self, left: &[Range]) -> (Vec<&FilePath>, Vec<Range>) {
        let meets = |one: &Range, other: &Range| {
            one.to.as_ref().is_none_or(|to| other.from < *to) && other.to.as_ref().is_none_or(|to| one.from < *to)
        };
        let ids: Vec<(&FilePath, Range)> =
            self.pieces.iter().filter_map(|(file, piece)| Some((file.as_path(), piece.ids()?))).collect();
        let files = ids.iter().filter(|(_, ids)| left.iter().any(|range| meets(ids, range))).map(|(file, _)| *file);
        let nobodys = left.iter().filter(|range| !ids.iter().any(|(_, ids)| meets(ids, range))).cloned();
        (files.collect(), nobodys.collect())
    }
}

/// The files of a folder with an ending, in the order of their names.
pub fn files_with(folder: &FilePath, ending: &str) -> Result<Vec<PathBuf>, ShardError> {
    let unreadable = |source| ShardError::Read { file: folder.to_owned(), source };
    let entries: Result<Vec<_>, _> = fs::read_dir(folder).map_err(unreadable)?.collect();
    let files = entries.map_err(unreadable)?.into_iter().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = files
        .filter(|file| file.extension().is_some_and(|it| it == ending))
        .filter(|file| !file.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b".")))
        // A pipe would be waited for.
        .filter(|file| file.is_file())
        .collect();
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(range: &str) -> RangeFile {
        RangeFile {
            fathom: "0.1.0".to_owned(),
            case: "case.txt".to_owned(),
            family: "polyomino".to_owned(),
            question: Asked::Solve { wanted: None, any: false },
            strategy: "cover".to_owned(),
            seed: None,
            options: Options::default().with("holes", "3"),
            fingerprint: Fingerprint::of(&["a search"]).to_string(),
            range: range.to_owned(),
            piece: 1,
            pieces: 2,
            estimated_nodes: 12.5,
        }
    }

    #[test]
    fn a_range_file_comes_back_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("1.range");
        piece("/../3/1").write(&file).unwrap();
        assert_eq!(RangeFile::read(&file).unwrap(), piece("/../3/1"));
    }

    #[test]
    fn what_is_no_range_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("1.range");
        for text in ["", "{}", "[1]", "\0\0", "{\"fathom\": 3}"] {
            fs::write(&file, text).unwrap();
            assert!(matches!(RangeFile::read(&file), Err(ShardError::NoRangeFile { .. })), "{text}");
        }
        for range in ["", "/3", "/3../3", "/3../2", "3..4"] {
            piece(range).write(&file).unwrap();
            assert!(matches!(RangeFile::read(&file), Err(ShardError::NoRangeFile { .. })), "{range}");
        }
    }

    #[test]
    fn pieces_of_two_searches_do_not_mix() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(Folder::read(folder.path()), Err(ShardError::Empty(_))));
        piece("/../3").write(&folder.path().join("1.range")).unwrap();
        piece("/3..").write(&folder.path().join("2.range")).unwrap();
        let read = Folder::read(folder.path()).unwrap();
        assert_eq!(read.pieces.len(), 2);
        let left: Vec<Range> = vec!["/3/1..".parse().unwrap()];
        let (files, nobodys) = read.unfinished(&left);
        assert_eq!((files.len(), nobodys.len()), (1, 0));
        let other = RangeFile { strategy: "constrained".to_owned(), ..piece("/3..") };
        other.write(&folder.path().join("2.range")).unwrap();
        assert!(matches!(Folder::read(folder.path()), Err(ShardError::Mixed { .. })));
    }
}
