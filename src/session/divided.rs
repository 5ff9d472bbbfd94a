//! Searches that are divided into pieces: what is known of them, and how their checkpoints are put together.

use std::path::{Path as FilePath, PathBuf};

use serde::de::DeserializeOwned;

use crate::{
    family::Error,
    report::path_name,
    search::{self, CheckpointError, Fingerprint, Ledger, Piece, Quest, Range, Stretch},
};

use super::Job;

/// What is known of a search that is divided into pieces.
#[derive(Clone, Debug)]
pub struct Sharded {
    /// What all pieces have in common.
    pub fingerprint: Fingerprint,
    /// What is looked for.
    pub quest: Quest,
    /// The pieces, if it was to be cut.
    pub pieces: Vec<Piece>,
    /// What nobody has searched yet.
    pub left: Vec<Range>,
    /// The parts that were searched, if they were to be put together.
    pub stretches: Vec<Stretch>,
    /// A score that another piece is said to have and that nothing here reaches.
    pub missing_score: Option<i64>,
}

/// Loads the checkpoint of a range.
pub(super) fn load_range<A: DeserializeOwned + Clone>(
    file: &FilePath,
    of: Fingerprint,
    range: &Range,
    told_beside: bool,
) -> Result<Ledger<A>, CheckpointError> {
    let load = if told_beside { search::load_without_told } else { search::load_checkpoint };
    let ledger: Ledger<A> = load(file, of)?;
    if ledger.whole() == range {
        return Ok(ledger);
    }
    let (found, wanted) = (ledger.whole().to_string(), range.to_string());
    Err(CheckpointError::OtherRange { file: file.to_owned(), found, wanted })
}

/// Puts together what several checkpoints hold of one search.
pub(super) fn merged<A: DeserializeOwned + Clone>(
    files: &[PathBuf],
    of: Fingerprint,
    job: &Job,
) -> Result<Ledger<A>, Error> {
    let mut all = Ledger::new(job.range.clone());
    for file in files {
        let ledger = search::load_checkpoint(file, of)?;
        let added = all.add(ledger, job.quest);
        added.map_err(|overlap| {
            Error::Unsupported(format!("{}: {overlap}, here and in another file", path_name(file)))
        })?;
    }
    match all.missing_score().filter(|_| all.is_complete()) {
        Some(score) => Err(Error::Unsupported(format!(
            "the pieces were searched as if one of them had a score of {score}, which none has: what could not reach it \
             was left out, so they prove nothing"
        ))),
        None => Ok(all),
    }
}
