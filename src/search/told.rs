//! Solutions that have been told, beside a checkpoint: where all solutions are wanted there may be more than fit the memory,
//! and a run that goes on from the checkpoint has to tell them again.

use std::path::{Path as FilePath, PathBuf};

use serde::{Serialize, de::DeserializeOwned};

use super::{
    checkpoint::{CheckpointError, CheckpointPlan, Fingerprint, Journal, JournalReader, is_checkpoint},
    ledger::Found,
};

/// So many solutions are written at a time.
const BLOCK: usize = 1 << 14;

/// The file beside a checkpoint in which the solutions are kept that have been told.
pub fn file_beside(checkpoint: &FilePath) -> PathBuf {
    let mut name = checkpoint.as_os_str().to_owned();
    name.push(".told");
    PathBuf::from(name)
}

/// Refuses a file that is there and was written by somebody else: it would be lost.
fn refuse_foreign(file: &FilePath) -> Result<(), CheckpointError> {
    match std::fs::metadata(file) {
        Ok(there) if there.len() > 0 && !is_checkpoint(file) => Err(CheckpointError::Foreign(file.to_owned())),
        _ => Ok(()),
    }
}

/// Solutions on the disk, in the order in which they were told.
pub(super) struct Told<A> {
    journal: Journal,
    /// Those that are not there yet.
    waiting: Vec<Found<A>>,
}

impl<A: Serialize + DeserializeOwned> Told<A> {
    /// Goes on from a checkpoint that says that so many have been told, and tells them again. `None` if whoever is told wants
    /// to hear no more: then the file is left as it is.
    pub fn open(
        plan: &CheckpointPlan,
        told: usize,
        tell: &mut dyn FnMut(&Found<A>) -> bool,
    ) -> Result<Option<Self>, CheckpointError> {
        let beside = CheckpointPlan { file: file_beside(&plan.file), ..plan.clone() };
        if told == 0 {
            refuse_foreign(&beside.file)?;
            return Ok(Some(Self { journal: Journal::create(&beside)?, waiting: Vec::new() }));
        }
        let mut reader = JournalReader::open(&beside)?;
        if !read(&mut reader, told, tell)? {
            return Ok(None);
        }
        // What was told after the checkpoint was written will be found again.
        Ok(Some(Self { journal: reader.into_journal()?, waiting: Vec::new() }))
    }

    /// Takes solutions that have been told.
    pub fn add(&mut self, found: impl IntoIterator<Item = Found<A>>) -> Result<(), CheckpointError> {
        self.waiting.extend(found);
        if self.waiting.len() < BLOCK { Ok(()) } else { self.write() }
    }

    /// Writes what is waiting. A checkpoint that is written afterwards may rely on it.
    pub fn write(&mut self) -> Result<(), CheckpointError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let record = postcard::to_stdvec(&self.waiting).map_err(|error| self.journal.failed(error))?;
        self.journal.append_unsynced(&record)?;
        self.waiting.clear();
        Ok(())
    }

    /// Makes sure that all of it is on the disk.
    pub fn sync(&mut self) -> Result<(), CheckpointError> {
        self.write()?;
        self.journal.sync()
    }
}

/// Reads so many solutions from a journal. They end with a record: checkpoints are written between two of them. `false` if
/// whoever is told ends it before.
fn read<A: DeserializeOwned>(
    reader: &mut JournalReader,
    told: usize,
    tell: &mut dyn FnMut(&Found<A>) -> bool,
) -> Result<bool, CheckpointError> {
    let mut read = 0;
    while read < told {
        let record = reader.next_record()?.ok_or_else(|| reader.damaged())?;
        let block: Vec<Found<A>> = postcard::from_bytes(&record).map_err(|_| reader.damaged())?;
        read += block.len();
        if read > told || block.is_empty() {
            return Err(reader.damaged());
        }
        if !block.iter().all(&mut *tell) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// All that was told before a checkpoint was written.
pub(super) fn read_all<A: DeserializeOwned + Clone>(
    checkpoint: &FilePath,
    fingerprint: Fingerprint,
    told: usize,
) -> Result<Vec<Found<A>>, CheckpointError> {
    let mut reader = JournalReader::open_file(&file_beside(checkpoint), fingerprint)?;
    let mut all = Vec::new();
    read(&mut reader, told, &mut |found: &Found<A>| {
        all.push(found.clone());
        true
    })?;
    Ok(all)
}
