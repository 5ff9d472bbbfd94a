//! Keeps a run's ledger in a file, so that the run can go on after any kind of end.
//!
//! The file is a magic line, the format's version, a BLAKE3 checksum, and the payload: the fingerprint of what is
//! being searched, then the ledger. It is written beside its place, flushed to the disk and renamed, so that there
//! is always one whole checkpoint there, the old or the new one.

use std::{
    fs, io,
    path::{Path as FilePath, PathBuf},
    time::Duration,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::whole_file;

use super::ledger::Ledger;

const MAGIC: &[u8] = b"fathom checkpoint\n";
const VERSION: u32 = 1;
const CHECKSUM_LEN: usize = blake3::OUT_LEN;

/// Where and when to write checkpoints.
#[derive(Clone, Debug)]
pub struct CheckpointPlan {
    /// The file.
    pub file: PathBuf,
    /// The time between two checkpoints. One more is written whenever the run ends.
    pub every: Duration,
    /// What the checkpoint belongs to.
    pub fingerprint: Fingerprint,
}

/// A hash of all that a search's ids depend on: puzzle, strategy, quest and engine version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint([u8; blake3::OUT_LEN]);

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

/// Why a checkpoint could not be written or used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum CheckpointError {
    #[error("cannot write checkpoint {}", file.display())]
    Write { file: PathBuf, source: io::Error },
    #[error("cannot read checkpoint {}", file.display())]
    Read { file: PathBuf, source: io::Error },
    #[error("{} is not a fathom checkpoint", .0.display())]
    Foreign(PathBuf),
    #[error("checkpoint {} has format version {found}; this program reads version {VERSION}", file.display())]
    OtherVersion { file: PathBuf, found: u32 },
    #[error("checkpoint {} is damaged or cut short (its checksum does not match); nothing of it was used", .0.display())]
    Damaged(PathBuf),
    #[error("checkpoint {} belongs to another search: the puzzle, its options, the strategy, the verb or the program's version differ", .0.display())]
    OtherSearch(PathBuf),
}

/// Writes the ledger to the plan's file, whole or not at all.
pub(super) fn save<A: Serialize>(plan: &CheckpointPlan, ledger: &Ledger<A>) -> Result<(), CheckpointError> {
    let payload = postcard::to_stdvec(&(plan.fingerprint, ledger)).map_err(io::Error::other);
    let written = payload.and_then(|payload| {
        let mut bytes = Vec::with_capacity(payload.len() + 64);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(blake3::hash(&payload).as_bytes());
        bytes.extend_from_slice(&payload);
        whole_file::write(&plan.file, &bytes)
    });
    written.map_err(|source| CheckpointError::Write { file: plan.file.clone(), source })
}

/// Reads a checkpoint back, if it is whole and belongs to this search.
pub fn load<A: DeserializeOwned>(file: &FilePath, fingerprint: Fingerprint) -> Result<Ledger<A>, CheckpointError> {
    let bytes = fs::read(file).map_err(|source| CheckpointError::Read { file: file.to_owned(), source })?;
    let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| {
        // A file cut short inside the magic line is damaged, not foreign.
        if !bytes.is_empty() && MAGIC.starts_with(&bytes) {
            CheckpointError::Damaged(file.to_owned())
        } else {
            CheckpointError::Foreign(file.to_owned())
        }
    })?;
    let damaged = || CheckpointError::Damaged(file.to_owned());
    let (version, rest) = rest.split_first_chunk::<4>().ok_or_else(damaged)?;
    let found = u32::from_le_bytes(*version);
    if found != VERSION {
        return Err(CheckpointError::OtherVersion { file: file.to_owned(), found });
    }
    let (checksum, payload) = rest.split_first_chunk::<CHECKSUM_LEN>().ok_or_else(damaged)?;
    if blake3::hash(payload) != *checksum {
        return Err(damaged());
    }
    // The fingerprint first: the answers of another puzzle may not even decode as this one's.
    let (theirs, ledger) = postcard::take_from_bytes::<Fingerprint>(payload).map_err(|_| damaged())?;
    if theirs != fingerprint {
        return Err(CheckpointError::OtherSearch(file.to_owned()));
    }
    let ledger: Ledger<A> = postcard::from_bytes(ledger).map_err(|_| damaged())?;
    if ledger.is_sound() { Ok(ledger) } else { Err(damaged()) }
}
