//! Keeps what a run has done in a file, so that the run can go on after any kind of end.
//!
//! A file is a magic line, the format's version, its kind, the fingerprint of what is being searched, and records. Each
//! record carries a checksum that covers all before it, so nothing can be changed, swapped or left out unseen. There
//! are two kinds:
//!
//! - A *ledger* is one record, written beside its place, flushed to the disk and renamed: there is always one whole
//!   checkpoint there, the old or the new one.
//! - A *journal* grows by records and is never rewritten. A record that a sudden end has cut short is dropped when the
//!   journal is opened again: everything up to it is a whole checkpoint.

use std::{
    fmt,
    fs::{self, File, OpenOptions},
    io::{self, BufReader, Read, Seek, SeekFrom, Write},
    path::{Path as FilePath, PathBuf},
    str::FromStr,
    time::Duration,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::whole_file;

use super::{ledger::Ledger, told};

const MAGIC: &[u8] = b"fathom checkpoint\n";
const VERSION: u32 = 3;
const HASH: usize = blake3::OUT_LEN;
const HEADER: usize = MAGIC.len() + 4 + 1 + 2 * HASH;

const LEDGER: u8 = b'L';
const JOURNAL: u8 = b'J';

/// Where and when to write checkpoints.
#[derive(Clone, Debug)]
pub struct CheckpointPlan {
    /// The file.
    pub file: PathBuf,
    /// The time between two checkpoints. One more is written whenever the run ends.
    pub every: Duration,
    /// What the checkpoint belongs to.
    pub fingerprint: Fingerprint,
    /// Is nothing to be kept of a run that did all it was asked?
    pub only_unfinished: bool,
}

/// A hash of all that a search's ids depend on: puzzle, strategy, quest and engine version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint([u8; HASH]);

impl Fingerprint {
    /// Hashes texts that together say what is searched and how.
    pub fn of(parts: &[&str]) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&super::ENGINE_VERSION.to_le_bytes());
        for part in parts {
            // The length keeps ["ab", "c"] and ["a", "bc"] apart.
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        Self(*hasher.finalize().as_bytes())
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Fingerprint {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let digits: Vec<u8> = text.chars().map_while(|digit| Some(digit.to_digit(16)? as u8)).collect();
        if digits.len() != 2 * HASH || text.len() != 2 * HASH {
            return Err(());
        }
        let mut bytes = [0; HASH];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = pair[0] << 4 | pair[1];
        }
        Ok(Self(bytes))
    }
}

/// Why a checkpoint could not be written or used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum CheckpointError {
    #[error("cannot write checkpoint {}: {source}", file.display())]
    Write { file: PathBuf, source: io::Error },
    #[error("cannot read checkpoint {}: {source}", file.display())]
    Read { file: PathBuf, source: io::Error },
    #[error("{} is not a fathom checkpoint", .0.display())]
    Foreign(PathBuf),
    #[error("checkpoint {} has format version {found}; this program reads version {VERSION}", file.display())]
    OtherVersion { file: PathBuf, found: u32 },
    #[error(
        "checkpoint {} is damaged or cut short (its checksum does not match); nothing of it was used",
        .0.display()
    )]
    Damaged(PathBuf),
    #[error(
        "checkpoint {} belongs to another search: the puzzle, its options, the strategy, the verb or the program's \
         version differ",
        .0.display()
    )]
    OtherSearch(PathBuf),
    #[error("checkpoint {} is of the range {found}, not of {wanted}", file.display())]
    OtherRange { file: PathBuf, found: String, wanted: String },
    #[error("checkpoint {} is in use by another run", .0.display())]
    InUse(PathBuf),
}

/// Does a file begin as checkpoints do?
pub(super) fn is_checkpoint(file: &FilePath) -> bool {
    let mut start = [0; MAGIC.len()];
    whole_file::open_plain(file).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == MAGIC
}

/// A checksum that covers a record and, by the one before it, all records before it.
fn chained(before: &[u8; HASH], payload: &[u8]) -> [u8; HASH] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(before);
    hasher.update(payload);
    *hasher.finalize().as_bytes()
}

fn header(kind: u8, fingerprint: Fingerprint) -> ([u8; HEADER], [u8; HASH]) {
    let mut bytes = [0; HEADER];
    let (start, check) = bytes.split_at_mut(HEADER - HASH);
    start[..MAGIC.len()].copy_from_slice(MAGIC);
    start[MAGIC.len()..MAGIC.len() + 4].copy_from_slice(&VERSION.to_le_bytes());
    start[MAGIC.len() + 4] = kind;
    start[MAGIC.len() + 5..].copy_from_slice(&fingerprint.0);
    let hash = chained(&[0; HASH], start);
    check.copy_from_slice(&hash);
    (bytes, hash)
}

fn frame(before: &[u8; HASH], payload: &[u8]) -> ([u8; 8 + HASH], [u8; HASH]) {
    let hash = chained(before, payload);
    let mut bytes = [0; 8 + HASH];
    bytes[..8].copy_from_slice(&(payload.len() as u64).to_le_bytes());
    bytes[8..].copy_from_slice(&hash);
    (bytes, hash)
}

/// A checkpoint that is being read, record by record.
#[derive(Debug)]
struct Reader {
    file: PathBuf,
    input: BufReader<File>,
    hash: [u8; HASH],
    /// Bytes up to the end of the last whole record, and bytes of the file.
    whole: u64,
    length: u64,
}

impl Reader {
    fn open(file: &FilePath, kind: u8, fingerprint: Fingerprint) -> Result<Self, CheckpointError> {
        let unreadable = |source| CheckpointError::Read { file: file.to_owned(), source };
        let input = whole_file::open_plain(file).map_err(unreadable)?;
        let length = input.metadata().map_err(unreadable)?.len();
        let mut input = BufReader::with_capacity(1 << 16, input);
        let mut start = Vec::with_capacity(HEADER);
        input.by_ref().take(HEADER as u64).read_to_end(&mut start).map_err(unreadable)?;
        let damaged = || CheckpointError::Damaged(file.to_owned());
        let rest = start.strip_prefix(MAGIC).ok_or_else(|| {
            // A file cut short inside the magic line is damaged, not foreign.
            if !start.is_empty() && MAGIC.starts_with(&start) {
                damaged()
            } else {
                CheckpointError::Foreign(file.to_owned())
            }
        })?;
        let (version, _) = rest.split_first_chunk::<4>().ok_or_else(damaged)?;
        let found = u32::from_le_bytes(*version);
        if found != VERSION {
            return Err(CheckpointError::OtherVersion { file: file.to_owned(), found });
        }
        let (body, check) = start.split_last_chunk::<HASH>().filter(|_| start.len() == HEADER).ok_or_else(damaged)?;
        if chained(&[0; HASH], body) != *check {
            return Err(damaged());
        }
        let (expected, hash) = header(kind, fingerprint);
        if start != expected {
            // Another search's: but a damaged one is called damaged, whosever it is.
            let mut other = Self { file: file.to_owned(), input, hash: *check, whole: HEADER as u64, length };
            while other.next()?.is_some() {}
            let is_whole = other.whole == length || start[MAGIC.len() + 4] == JOURNAL;
            return Err(if is_whole { CheckpointError::OtherSearch(file.to_owned()) } else { damaged() });
        }
        Ok(Self { file: file.to_owned(), input, hash, whole: HEADER as u64, length })
    }

    fn damaged(&self) -> CheckpointError {
        CheckpointError::Damaged(self.file.clone())
    }

    /// The next record; `None` at the end, and where the last record was cut short.
    fn next(&mut self) -> Result<Option<Vec<u8>>, CheckpointError> {
        let unreadable = |source| CheckpointError::Read { file: self.file.clone(), source };
        let left = self.length - self.whole;
        if left < (8 + HASH) as u64 {
            return Ok(None);
        }
        let mut length = [0; 8];
        let mut hash = [0; HASH];
        self.input.read_exact(&mut length).map_err(unreadable)?;
        self.input.read_exact(&mut hash).map_err(unreadable)?;
        let length = u64::from_le_bytes(length);
        if length > left - (8 + HASH) as u64 {
            return Ok(None);
        }
        let mut payload = vec![0; length as usize];
        self.input.read_exact(&mut payload).map_err(unreadable)?;
        if chained(&self.hash, &payload) != hash {
            return Err(self.damaged());
        }
        self.hash = hash;
        self.whole += (8 + HASH) as u64 + length;
        Ok(Some(payload))
    }
}

/// Writes the ledger to the plan's file, whole or not at all.
pub fn save<A: Serialize>(plan: &CheckpointPlan, ledger: &Ledger<A>) -> Result<(), CheckpointError> {
    let payload = postcard::to_stdvec(ledger).map_err(io::Error::other);
    let written = payload.and_then(|payload| {
        let (header, hash) = header(LEDGER, plan.fingerprint);
        let mut bytes = Vec::with_capacity(payload.len() + HEADER + 8 + HASH);
        bytes.extend_from_slice(&header);
        bytes.extend_from_slice(&frame(&hash, &payload).0);
        bytes.extend_from_slice(&payload);
        whole_file::write(&plan.file, &bytes)
    });
    written.map_err(|source| CheckpointError::Write { file: plan.file.clone(), source })
}

/// Reads a ledger back, if it is whole and belongs to this search, with all its solutions.
pub fn load<A: DeserializeOwned + Clone>(
    file: &FilePath,
    fingerprint: Fingerprint,
) -> Result<Ledger<A>, CheckpointError> {
    let mut ledger = load_without_told(file, fingerprint)?;
    let told = ledger.forgotten();
    if told > 0 {
        ledger.restore(told::read_all(file, fingerprint, told)?);
    }
    Ok(ledger)
}

/// The same without the solutions that have been told and are kept beside it.
pub fn load_without_told<A: DeserializeOwned>(
    file: &FilePath,
    fingerprint: Fingerprint,
) -> Result<Ledger<A>, CheckpointError> {
    let mut reader = Reader::open(file, LEDGER, fingerprint)?;
    let payload = reader.next()?.ok_or_else(|| reader.damaged())?;
    let ledger: Ledger<A> = postcard::from_bytes(&payload).map_err(|_| reader.damaged())?;
    if reader.whole == reader.length && ledger.is_sound() { Ok(ledger) } else { Err(reader.damaged()) }
}

/// A journal that is being read again, record by record, before it can go on.
#[derive(Debug)]
pub struct JournalReader(Reader);

impl JournalReader {
    /// Opens the plan's journal, if it is one and belongs to this search.
    pub fn open(plan: &CheckpointPlan) -> Result<Self, CheckpointError> {
        Reader::open(&plan.file, JOURNAL, plan.fingerprint).map(Self)
    }

    /// Opens a journal by its file.
    pub(super) fn open_file(file: &FilePath, fingerprint: Fingerprint) -> Result<Self, CheckpointError> {
        Reader::open(file, JOURNAL, fingerprint).map(Self)
    }

    /// The next record; `None` after the last whole one.
    pub fn next_record(&mut self) -> Result<Option<Vec<u8>>, CheckpointError> {
        self.0.next()
    }

    /// What to say of a record that makes no sense.
    pub fn damaged(&self) -> CheckpointError {
        self.0.damaged()
    }

    /// Makes the journal ready for more. Records that were not read are given up.
    pub fn into_journal(self) -> Result<Journal, CheckpointError> {
        let Reader { file, hash, whole, .. } = self.0;
        let failed = |source| CheckpointError::Write { file: file.clone(), source };
        let mut out = OpenOptions::new().read(true).write(true).open(&file).map_err(failed)?;
        // What a sudden end has left of a record makes room for the next one.
        out.set_len(whole).and_then(|()| out.seek(SeekFrom::End(0))).map_err(failed)?;
        Ok(Journal { file, out, hash, length: whole })
    }
}

/// A journal that is open for further records.
#[derive(Debug)]
pub struct Journal {
    file: PathBuf,
    out: File,
    hash: [u8; HASH],
    /// Bytes up to the end of the last record.
    length: u64,
}

impl Journal {
    /// Begins a journal without records, in the place of whatever was there.
    pub fn create(plan: &CheckpointPlan) -> Result<Self, CheckpointError> {
        let failed = |source| CheckpointError::Write { file: plan.file.clone(), source };
        let (header, hash) = header(JOURNAL, plan.fingerprint);
        whole_file::write(&plan.file, &header).map_err(failed)?;
        let out = OpenOptions::new().append(true).open(&plan.file).map_err(failed)?;
        Ok(Self { file: plan.file.clone(), out, hash, length: HEADER as u64 })
    }

    /// Opens a journal, hands its records to `read` one after the other, and is then ready for more. `read` says no if
    /// a record makes no sense.
    pub fn open(plan: &CheckpointPlan, read: &mut dyn FnMut(Vec<u8>) -> bool) -> Result<Self, CheckpointError> {
        let mut reader = JournalReader::open(plan)?;
        while let Some(record) = reader.next_record()? {
            if !read(record) {
                return Err(reader.damaged());
            }
        }
        reader.into_journal()
    }

    /// Adds a record and makes sure that it is on the disk. If that fails the journal stays as it was, and the record
    /// can be added again later.
    pub fn append(&mut self, payload: &[u8]) -> Result<(), CheckpointError> {
        self.add(payload, true)
    }

    /// The same, where somebody makes sure later that it is on the disk.
    pub(super) fn append_unsynced(&mut self, payload: &[u8]) -> Result<(), CheckpointError> {
        self.add(payload, false)
    }

    /// Makes sure that all records are on the disk.
    pub(super) fn sync(&mut self) -> Result<(), CheckpointError> {
        self.out.sync_data().map_err(|source| CheckpointError::Write { file: self.file.clone(), source })
    }

    /// What to say if something else than the disk is in the way.
    pub(super) fn failed(&self, error: impl std::error::Error + Send + Sync + 'static) -> CheckpointError {
        CheckpointError::Write { file: self.file.clone(), source: io::Error::other(error) }
    }

    fn add(&mut self, payload: &[u8], is_synced: bool) -> Result<(), CheckpointError> {
        let (frame, hash) = frame(&self.hash, payload);
        let written = self.out.write_all(&frame).and_then(|()| self.out.write_all(payload));
        let written = written.and_then(|()| if is_synced { self.out.sync_data() } else { Ok(()) });
        if let Err(source) = written {
            let _ = self.out.set_len(self.length).and_then(|()| self.out.seek(SeekFrom::End(0)));
            return Err(CheckpointError::Write { file: self.file.clone(), source });
        }
        self.hash = hash;
        self.length += (frame.len() + payload.len()) as u64;
        Ok(())
    }
}

/// Keeps other runs away from a checkpoint for as long as it lives.
#[derive(Debug)]
pub struct CheckpointLock {
    file: PathBuf,
    _locked: File,
}

impl CheckpointLock {
    /// Takes the lock, a file of its own beside the checkpoint, unless another run holds it.
    pub fn take(checkpoint: &FilePath) -> Result<Self, CheckpointError> {
        let mut name = std::ffi::OsString::from(".");
        name.push(checkpoint.file_name().unwrap_or_default());
        name.push(".lock");
        let file = checkpoint.with_file_name(name);
        let failed = |source| CheckpointError::Write { file: checkpoint.to_owned(), source };
        whole_file::ensure_plain(checkpoint).map_err(failed)?;
        loop {
            let locked = OpenOptions::new().create(true).truncate(false).write(true).open(&file).map_err(failed)?;
            match locked.try_lock() {
                Ok(()) => {}
                Err(fs::TryLockError::WouldBlock) => return Err(CheckpointError::InUse(checkpoint.to_owned())),
                Err(fs::TryLockError::Error(error)) => return Err(failed(error)),
            }
            // Whoever held it before may have removed the file between the two calls: then this lock is of no use.
            if is_same_file(&locked, &file) {
                return Ok(Self { file, _locked: locked });
            }
        }
    }
}

#[cfg(unix)]
fn is_same_file(open: &File, name: &FilePath) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |metadata: io::Result<fs::Metadata>| metadata.ok().map(|it| (it.dev(), it.ino()));
    id(open.metadata()) == id(fs::metadata(name)) && id(open.metadata()).is_some()
}

#[cfg(not(unix))]
fn is_same_file(_: &File, name: &FilePath) -> bool {
    name.exists()
}

impl Drop for CheckpointLock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.file);
    }
}

#[cfg(test)]
mod tests;
