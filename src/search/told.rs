//! Solutions that have been told, beside a checkpoint: where all solutions are wanted there may be more than fit the
//! memory, and a run that goes on from the checkpoint has to tell them again.

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
        Ok(there) if (there.len() > 0 || !there.is_file()) && !is_checkpoint(file) => {
            Err(CheckpointError::Foreign(file.to_owned()))
        }
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
    /// Goes on from a checkpoint that says that so many have been told, and tells them again. `None` if whoever is told
    /// wants to hear no more: then the file is left as it is.
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

/// Reads so many solutions from a journal. They end with a record: checkpoints are written between two of them. `false`
/// if whoever is told ends it before.
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::search::Tally;

    fn found(numbers: std::ops::Range<u32>) -> Vec<Found<u32>> {
        numbers.map(|answer| Found { at: Tally::default(), score: 0, answer }).collect()
    }

    fn plan(folder: &tempfile::TempDir) -> CheckpointPlan {
        CheckpointPlan {
            file: folder.path().join("run"),
            every: Duration::ZERO,
            fingerprint: Fingerprint::of(&["told"]),
            only_unfinished: false,
        }
    }

    /// What is there after so many were told.
    fn told(plan: &CheckpointPlan, count: usize) -> Result<Vec<u32>, CheckpointError> {
        let all = read_all::<u32>(&plan.file, plan.fingerprint, count)?;
        Ok(all.into_iter().map(|found| found.answer).collect())
    }

    #[test]
    fn what_was_told_is_there_once_it_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(&folder);
        let mut file = Told::open(&plan, 0, &mut |_| true).unwrap().unwrap();
        file.add(found(0..3)).unwrap();
        assert!(told(&plan, 3).is_err(), "it waits for more");
        file.sync().unwrap();
        assert_eq!(told(&plan, 3).unwrap(), [0, 1, 2]);
        file.add(found(3..5)).unwrap();
        file.write().unwrap();
        file.write().unwrap();
        assert_eq!(told(&plan, 5).unwrap(), [0, 1, 2, 3, 4]);
        assert_eq!(told(&plan, 3).unwrap(), [0, 1, 2], "what was told later does not count");
        assert!(told(&plan, 0).unwrap().is_empty());
        for wrong in [2, 4, 6] {
            assert!(matches!(told(&plan, wrong), Err(CheckpointError::Damaged(_))), "{wrong}");
        }
    }

    #[test]
    fn many_are_written_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(&folder);
        let mut file = Told::open(&plan, 0, &mut |_| true).unwrap().unwrap();
        file.add(found(0..BLOCK as u32 - 1)).unwrap();
        assert_eq!(file.waiting.len(), BLOCK - 1);
        file.add(found(0..1)).unwrap();
        assert!(file.waiting.is_empty());
        assert_eq!(told(&plan, BLOCK).unwrap().len(), BLOCK);
        file.add(found(0..BLOCK as u32 + 1)).unwrap();
        assert!(file.waiting.is_empty());
    }

    #[test]
    fn a_file_is_gone_on_with_after_what_was_told_before() {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(&folder);
        let mut file = Told::open(&plan, 0, &mut |_| true).unwrap().unwrap();
        for numbers in [0..3, 3..5] {
            file.add(found(numbers)).unwrap();
            file.sync().unwrap();
        }
        drop(file);
        // Whoever wants to hear no more leaves it as it is.
        let mut heard = Vec::new();
        let mut listen = |found: &Found<u32>| {
            heard.push(found.answer);
            heard.len() < 2
        };
        assert!(Told::open(&plan, 3, &mut listen).unwrap().is_none());
        assert_eq!((heard, told(&plan, 5).unwrap().len()), (vec![0, 1], 5));
        let mut file = Told::open(&plan, 3, &mut |_: &Found<u32>| true).unwrap().unwrap();
        file.add(found(7..8)).unwrap();
        file.sync().unwrap();
        assert_eq!(told(&plan, 4).unwrap(), [0, 1, 2, 7]);
        // Of a record without solutions nobody would ever come to the end.
        file.journal.append_unsynced(&postcard::to_stdvec(&found(0..0)).unwrap()).unwrap();
        assert!(matches!(told(&plan, 5), Err(CheckpointError::Damaged(_))));
    }
}
