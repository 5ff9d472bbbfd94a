//! The journal of a search over states: for every batch how much of it was expanded, and what was entered for it.
//!
//! What is read and what is written are the same bytes: first the journal of an earlier run is read to its end, and
//! from then on it grows. Batches are collected and become one record when a checkpoint is due, so that a sudden end
//! loses the time since the last one and nothing else.

use std::time::Instant;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::search::{CheckpointError, CheckpointPlan, Journal, JournalReader};

use super::seen::Key;

/// A record is written when there is so much for it, due or not.
const MOST_BYTES: usize = 8 << 20;

/// What is known of a batch, or of a part of one where a run ended in between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Expanded {
    /// How many of the states chosen and not yet expanded.
    pub states: u32,
    /// What was remarked about them.
    pub remarks: u32,
    /// How many states were entered for them, or reached by a shorter way.
    pub entered: u32,
}

/// What comes before the string and the note of a state that was entered.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct EntryHead {
    /// Which of the expanded states it was reached from.
    parent: u32,
    split: u32,
    length: u32,
}

/// A state as it was entered.
pub(super) struct Entry<'a, N> {
    pub parent: usize,
    pub key: Key<'a>,
    pub note: N,
}

/// A journal that is first read and then written.
#[derive(Debug)]
pub(super) struct StateJournal {
    plan: CheckpointPlan,
    source: Source,
    /// Batches that are not yet on the disk.
    unsaved: Vec<u8>,
    /// The entries of the batch that is being entered.
    entries: Vec<u8>,
    saved: Instant,
    /// Was the last attempt to write in vain? Then the next one waits until a checkpoint is due again.
    has_failed: bool,
    is_resumed: bool,
}

#[derive(Debug)]
enum Source {
    /// The record that is being read and how far, and what follows.
    Reading {
        reader: JournalReader,
        record: Vec<u8>,
        at: usize,
    },
    Writing(Journal),
    /// There is no file before there is something to keep.
    Unbegun,
    /// It broke.
    Closed,
}

impl StateJournal {
    /// Begins a journal, or goes on with the one that is there if that is wanted.
    pub fn open(plan: &CheckpointPlan, resume: bool) -> Result<Self, CheckpointError> {
        let is_resumed = resume && plan.file.exists();
        let source = if is_resumed {
            Source::Reading { reader: JournalReader::open(plan)?, record: Vec::new(), at: 0 }
        } else if plan.only_unfinished {
            Source::Unbegun
        } else {
            Source::Writing(Journal::create(plan)?)
        };
        Ok(Self {
            plan: plan.clone(),
            source,
            unsaved: Vec::new(),
            entries: Vec::new(),
            saved: Instant::now(),
            has_failed: false,
            is_resumed,
        })
    }

    /// Does it go on with an earlier run?
    pub fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    /// The next batch of an earlier run, if there is one. After the last one, the journal is ready for more.
    pub fn next_batch(&mut self) -> Result<Option<Expanded>, CheckpointError> {
        let Source::Reading { reader, record, at } = &mut self.source else { return Ok(None) };
        while *at == record.len() {
            let Some(next) = reader.next_record()? else {
                if let Source::Reading { reader, .. } = std::mem::replace(&mut self.source, Source::Closed) {
                    self.source = Source::Writing(reader.into_journal()?);
                }
                self.saved = Instant::now();
                return Ok(None);
            };
            (*record, *at) = (next, 0);
        }
        let expanded: Expanded = read(record, at).ok_or_else(|| reader.damaged())?;
        if expanded.states == 0 { Err(reader.damaged()) } else { Ok(Some(expanded)) }
    }

    /// The next state that was entered for the batch that was just read.
    pub fn next_entry<N: DeserializeOwned>(&mut self) -> Result<Entry<'_, N>, CheckpointError> {
        let damaged = || CheckpointError::Damaged(self.plan.file.clone());
        let Source::Reading { record, at, .. } = &mut self.source else { return Err(damaged()) };
        let head: EntryHead = read(record, at).ok_or_else(damaged)?;
        let begin = *at;
        let end = begin.checked_add(head.length as usize).filter(|end| *end <= record.len()).ok_or_else(damaged)?;
        if head.split > head.length {
            return Err(damaged());
        }
        *at = end;
        let note = read(record, at).ok_or_else(damaged)?;
        let key = Key { string: &record[begin..end], split: head.split as usize };
        Ok(Entry { parent: head.parent as usize, key, note })
    }

    /// What to say of a journal that does not fit the search.
    pub fn damaged(&self) -> CheckpointError {
        CheckpointError::Damaged(self.plan.file.clone())
    }

    /// Notes that a state was entered for the batch.
    pub fn enter<N: Serialize>(&mut self, parent: usize, key: Key<'_>, note: &N) {
        let head = EntryHead { parent: parent as u32, split: key.split as u32, length: key.string.len() as u32 };
        write(&mut self.entries, &head);
        self.entries.extend_from_slice(key.string);
        write(&mut self.entries, note);
    }

    /// Notes that so much of the batch is expanded and all of it entered.
    pub fn close_batch(&mut self, expanded: Expanded) {
        write(&mut self.unsaved, &expanded);
        self.unsaved.append(&mut self.entries);
    }

    /// Writes what is due.
    pub fn save_if_due(&mut self, now: Instant) -> Result<(), CheckpointError> {
        let is_due = now.duration_since(self.saved) >= self.plan.every;
        let is_large = self.unsaved.len() >= MOST_BYTES && !self.has_failed;
        if is_due || is_large { self.save() } else { Ok(()) }
    }

    /// Writes what is left when a run has done all it was asked, if that is to be kept.
    pub fn save_finished(&mut self) -> Result<(), CheckpointError> {
        if self.plan.only_unfinished { Ok(()) } else { self.save() }
    }

    /// Writes what is not yet on the disk.
    pub fn save(&mut self) -> Result<(), CheckpointError> {
        self.saved = Instant::now();
        if matches!(self.source, Source::Unbegun) && !self.unsaved.is_empty() {
            self.source = Source::Writing(Journal::create(&self.plan)?);
        }
        match &mut self.source {
            // A run that ended while it still read has nothing to add.
            Source::Reading { .. } => Ok(()),
            _ if self.unsaved.is_empty() => Ok(()),
            Source::Writing(journal) => {
                let saved = journal.append(&self.unsaved);
                self.has_failed = saved.is_err();
                saved?;
                self.unsaved.clear();
                Ok(())
            }
            Source::Unbegun => Ok(()),
            Source::Closed => Err(CheckpointError::Write {
                file: self.plan.file.clone(),
                source: std::io::Error::other("it could not be opened again"),
            }),
        }
    }
}

/// Reads a value and moves on behind it; `None` if there is none.
fn read<T: DeserializeOwned>(bytes: &[u8], at: &mut usize) -> Option<T> {
    let (value, rest) = postcard::take_from_bytes(&bytes[*at..]).ok()?;
    *at = bytes.len() - rest.len();
    Some(value)
}

/// Writing to memory fails only for values that cannot be written at all, such as lists of unknown length.
fn write<T: Serialize>(bytes: &mut Vec<u8>, value: &T) {
    let written = postcard::serialize_with_flavor(value, Bytes(bytes));
    debug_assert!(written.is_ok(), "notes must have a length that is known");
}

/// Lets values be written at the end of a list.
struct Bytes<'a>(&'a mut Vec<u8>);

impl postcard::ser_flavors::Flavor for Bytes<'_> {
    type Output = ();

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte);
        Ok(())
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, time::Duration};

    use super::*;
    use crate::search::Fingerprint;

    fn plan(folder: &tempfile::TempDir) -> CheckpointPlan {
        CheckpointPlan {
            file: folder.path().join("states"),
            every: Duration::from_secs(3600),
            fingerprint: Fingerprint::of(&["states"]),
            only_unfinished: false,
        }
    }

    const BATCH: Expanded = Expanded { states: 1, remarks: 0, entered: 1 };

    fn add(journal: &mut StateJournal, key: Key<'_>) {
        journal.enter(0, key, &());
        journal.close_batch(BATCH);
    }

    #[test]
    fn what_was_entered_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(&folder);
        let mut journal = StateJournal::open(&plan, true).unwrap();
        assert!(!journal.is_resumed(), "there was none");
        add(&mut journal, Key { string: b"abc", split: 1 });
        add(&mut journal, Key::whole(b"whole"));
        journal.save_finished().unwrap();
        let mut journal = StateJournal::open(&plan, true).unwrap();
        assert!(journal.is_resumed());
        for (string, split) in [(&b"abc"[..], 1), (b"whole", 5)] {
            assert_eq!(journal.next_batch().unwrap(), Some(BATCH));
            let Entry { parent, key, note: () } = journal.next_entry().unwrap();
            assert_eq!((parent, key.string, key.split), (0, string, split));
        }
        assert_eq!(journal.next_batch().unwrap(), None);
        assert!(!StateJournal::open(&plan, false).unwrap().is_resumed());
    }

    #[test]
    fn a_string_that_ends_before_its_tail_begins_is_damage() {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(&folder);
        let mut journal = StateJournal::open(&plan, false).unwrap();
        add(&mut journal, Key { string: b"abc", split: 4 });
        journal.save().unwrap();
        let mut journal = StateJournal::open(&plan, true).unwrap();
        journal.next_batch().unwrap();
        assert!(matches!(journal.next_entry::<()>(), Err(CheckpointError::Damaged(_))));
    }

    #[test]
    fn a_journal_is_written_when_it_is_due_or_large() {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(&folder);
        let length = || fs::metadata(&plan.file).unwrap().len();
        let mut journal = StateJournal::open(&plan, false).unwrap();
        let empty = length();
        let (now, later) = (journal.saved, journal.saved + plan.every);
        journal.save_if_due(later).unwrap();
        assert_eq!(length(), empty, "there is nothing to write");
        add(&mut journal, Key::whole(b"abc"));
        journal.save_if_due(now).unwrap();
        assert_eq!(length(), empty, "it is too early");
        let due = journal.saved + plan.every;
        journal.save_if_due(due).unwrap();
        let one = length();
        assert!(one > empty && journal.unsaved.is_empty());
        journal.unsaved = vec![0; MOST_BYTES - 1];
        journal.save_if_due(now).unwrap();
        assert_eq!(length(), one);
        journal.unsaved.push(0);
        // After an attempt that failed it waits until it is due.
        journal.has_failed = true;
        journal.save_if_due(now).unwrap();
        assert_eq!(length(), one);
        journal.has_failed = false;
        journal.save_if_due(now).unwrap();
        assert!(length() > one + MOST_BYTES as u64);
    }

    #[test]
    fn a_run_that_did_all_leaves_nothing_if_only_unfinished_ones_are_to_be_kept() {
        let folder = tempfile::tempdir().unwrap();
        let plan = CheckpointPlan { only_unfinished: true, ..plan(&folder) };
        let mut journal = StateJournal::open(&plan, false).unwrap();
        journal.save().unwrap();
        assert!(!plan.file.exists(), "there is nothing to keep yet");
        add(&mut journal, Key::whole(b"abc"));
        journal.save_finished().unwrap();
        assert!(!plan.file.exists());
        journal.save().unwrap();
        assert!(StateJournal::open(&plan, true).unwrap().next_batch().unwrap().is_some());
    }
}
