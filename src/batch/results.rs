//! The records of a batch, in order, in a file that survives any end of the program.
//!
//! The file holds the records of the first cases, as many as follow each other without a gap. Records of later cases
//! that are finished already wait in a second file beside it, so that nothing is lost when the program ends suddenly. A
//! last line that was cut short is dropped when the files are read again.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde_json::{Map, Value};

use crate::{
    report::{Medium, harmless, path_name},
    search::{CheckpointError, CheckpointLock, Control, StopReason},
};

use super::earlier::{Earlier, Spot, gather};

/// Why results cannot be kept.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ResultsError {
    #[error("cannot write {}: {source}", path_name(file))]
    Write { file: PathBuf, source: io::Error },
    #[error("cannot read {}: {source}", path_name(file))]
    Read { file: PathBuf, source: io::Error },
    #[error("{} is there already: resume it, or remove it to begin anew", path_name(.0))]
    Exists(PathBuf),
    #[error("{}:{line}: this is no record of a batch", path_name(file))]
    Foreign { file: PathBuf, line: usize },
    #[error(
        "{} has records of cases that are not in this batch, such as {case}: name these as well, or take another file",
        path_name(file)
    )]
    OfOthers { file: PathBuf, case: String },
    #[error("{} is in use by another run", path_name(.0))]
    InUse(PathBuf),
    #[error("stopped: {}", .0.text())]
    Stopped(StopReason),
}

/// Takes in records in any order, and writes them in theirs.
pub struct Results {
    out: Box<dyn Write + Send>,
    file: Option<Kept>,
    /// The place of the next record to be written.
    next: usize,
    /// Records that cannot be written yet, by their places.
    held: BTreeMap<usize, Held>,
}

/// A record that cannot be written yet.
enum Held {
    Line(Vec<u8>),
    /// In the file of those that wait.
    Waiting(Spot),
}

/// A results file and what belongs to it.
struct Kept {
    file: PathBuf,
    waiting_file: PathBuf,
    /// Opened for the first record that waits.
    waiting: Option<File>,
    _lock: CheckpointLock,
}

impl Kept {
    fn waiting(&mut self) -> io::Result<&mut File> {
        match &mut self.waiting {
            Some(waiting) => Ok(waiting),
            none => {
                let opened = OpenOptions::new().create(true).read(true).append(true).open(&self.waiting_file)?;
                Ok(none.insert(opened))
            }
        }
    }

    /// Puts a record to those that wait.
    fn append(&mut self, line: &[u8]) -> io::Result<Spot> {
        let waiting = self.waiting()?;
        let offset = waiting.metadata()?.len();
        waiting.write_all(line)?;
        Ok(Spot { offset, length: u32::try_from(line.len()).map_err(io::Error::other)? })
    }

    fn cannot_write_waiting(&self, source: io::Error) -> ResultsError {
        ResultsError::Write { file: self.waiting_file.clone(), source }
    }
}

/// A record as a line.
fn line_of(record: &Map<String, Value>) -> io::Result<Vec<u8>> {
    let line = serde_json::to_string(record)?;
    let mut line = harmless(&line, Medium::Json).into_owned().into_bytes();
    line.push(b'\n');
    Ok(line)
}

impl Results {
    /// Results that go to a stream and are not kept.
    pub fn to_stream(out: impl Write + Send + 'static) -> Self {
        Self { out: Box::new(out), file: None, next: 0, held: BTreeMap::new() }
    }

    /// Results that are kept in a file. If an earlier run is to be gone on with, its records come back: they have to be
    /// of cases of this run.
    pub fn to_file(
        file: &Path,
        resume: bool,
        is_case: &dyn Fn(&str) -> bool,
        control: &Control,
    ) -> Result<(Self, Earlier), ResultsError> {
        let cannot_write = |source| ResultsError::Write { file: file.to_owned(), source };
        let lock = CheckpointLock::take(file).map_err(|error| match error {
            CheckpointError::InUse(_) => ResultsError::InUse(file.to_owned()),
            CheckpointError::Write { source, .. } => cannot_write(source),
            other => cannot_write(io::Error::other(other)),
        })?;
        let waiting_file = beside(file, ".waiting");
        if !resume && (file.exists() || waiting_file.exists()) {
            return Err(ResultsError::Exists(file.to_owned()));
        }
        // All that was finished waits, before the file begins anew.
        let earlier = gather(file, &waiting_file, is_case, control)?;
        let out = File::create(file).map_err(cannot_write)?;
        let kept = Kept { file: file.to_owned(), waiting_file, waiting: None, _lock: lock };
        Ok((Self { out: Box::new(out), file: Some(kept), next: 0, held: BTreeMap::new() }, earlier))
    }

    /// Takes in the record of the case at a place. One that is from an earlier run waits already.
    pub(super) fn enter(
        &mut self,
        place: usize,
        record: &Map<String, Value>,
        earlier: Option<Spot>,
    ) -> Result<(), ResultsError> {
        if place != self.next {
            let held = match (earlier, &mut self.file) {
                (Some(spot), Some(_)) => Held::Waiting(spot),
                (None, Some(kept)) => {
                    let line = line_of(record).map_err(|error| kept.cannot_write_waiting(error))?;
                    Held::Waiting(kept.append(&line).map_err(|error| kept.cannot_write_waiting(error))?)
                }
                (_, None) => Held::Line(line_of(record).map_err(|error| self.cannot_write(error))?),
            };
            self.held.insert(place, held);
            return Ok(());
        }
        let line = line_of(record).map_err(|error| self.cannot_write(error))?;
        self.write(&line)?;
        while let Some(held) = self.held.remove(&self.next) {
            let line = self.line_of_held(held)?;
            self.write(&line)?;
        }
        self.out.flush().map_err(|error| self.cannot_write(error))
    }

    fn line_of_held(&mut self, held: Held) -> Result<Vec<u8>, ResultsError> {
        match (held, &mut self.file) {
            (Held::Line(line), _) => Ok(line),
            (Held::Waiting(spot), Some(kept)) => {
                let line = kept.waiting().and_then(|waiting| spot.read(waiting));
                line.map_err(|source| ResultsError::Read { file: kept.waiting_file.clone(), source })
            }
            (Held::Waiting(_), None) => Ok(Vec::new()),
        }
    }

    fn write(&mut self, line: &[u8]) -> Result<(), ResultsError> {
        self.next += 1;
        self.out.write_all(line).map_err(|error| self.cannot_write(error))
    }

    fn cannot_write(&self, source: io::Error) -> ResultsError {
        let file = self.file.as_ref().map_or_else(|| PathBuf::from("the results"), |kept| kept.file.clone());
        ResultsError::Write { file, source }
    }

    /// Every case is told: nothing waits any more.
    pub fn finish(mut self) -> Result<(), ResultsError> {
        self.out.flush().map_err(|error| self.cannot_write(error))?;
        let Some(kept) = self.file else { return Ok(()) };
        if self.held.is_empty() && kept.waiting_file.exists() {
            let removed = fs::remove_file(&kept.waiting_file);
            removed.map_err(|source| ResultsError::Write { file: kept.waiting_file.clone(), source })?;
        }
        Ok(())
    }

    /// The run ends early: what is finished is kept to be gone on with.
    pub fn suspend(mut self) -> Result<(), ResultsError> {
        self.out.flush().map_err(|error| self.cannot_write(error))
    }
}

/// The file with something added to its name.
pub(super) fn beside(file: &Path, more: &str) -> PathBuf {
    let mut name = OsString::from(file.file_name().unwrap_or_default());
    name.push(more);
    file.with_file_name(name)
}

#[cfg(test)]
mod tests;
