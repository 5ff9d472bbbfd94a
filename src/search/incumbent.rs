//! The best score that anybody has found, for machines that search pieces of one tree and can see one folder.
//!
//! The file only helps to skip what cannot win. It is bound to its search by the fingerprint; one that is missing,
//! damaged or of another search says nothing. Two machines that write at the same time can lose the better of two
//! scores, until whoever has it looks again.

use std::{
    io::{self, Read},
    path::PathBuf,
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};

use crate::whole_file;

use super::checkpoint::Fingerprint;

/// How often the file is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// No file with a score is larger than this.
const MOST_BYTES: u64 = 1 << 16;

/// Where the best score of a divided search is shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incumbent {
    /// The file.
    pub file: PathBuf,
    /// The search.
    pub fingerprint: Fingerprint,
}

/// What the file says.
#[derive(Debug, Serialize, Deserialize)]
struct Shared {
    search: String,
    score: i64,
}

impl Incumbent {
    /// The best score that is known, if the file knows one of this search.
    pub fn read(&self) -> Option<i64> {
        let shared: Shared = serde_json::from_slice(&self.content().ok()?).ok()?;
        (shared.search == self.fingerprint.to_string()).then_some(shared.score)
    }

    fn content(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        whole_file::open_plain(&self.file)?.take(MOST_BYTES).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Makes a score known if it is better. It is only a help: where it cannot be written, nothing is lost.
    pub fn raise(&self, score: i64) {
        if self.read() >= Some(score) || whole_file::ensure_plain(&self.file).is_err() {
            return;
        }
        let shared = Shared { search: self.fingerprint.to_string(), score };
        if let Ok(text) = serde_json::to_vec(&shared) {
            let _ = whole_file::write(&self.file, &text);
        }
    }
}

/// Exchanges scores with others now and then.
#[derive(Debug)]
pub(super) struct Exchange<'a> {
    incumbent: &'a Incumbent,
    last: Option<Instant>,
}

impl<'a> Exchange<'a> {
    pub fn new(incumbent: &'a Incumbent) -> Self {
        Self { incumbent, last: None }
    }

    /// Tells the others of one's own best score, and comes back with theirs, if it is time for that.
    pub fn exchange(&mut self, own: Option<i64>) -> Option<i64> {
        if self.last.is_some_and(|last| last.elapsed() < LOOK_EVERY) {
            return None;
        }
        self.last = Some(Instant::now());
        if let Some(own) = own {
            self.incumbent.raise(own);
        }
        self.incumbent.read()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_better_scores_of_the_same_search_count() {
        let folder = tempfile::tempdir().unwrap();
        let incumbent = Incumbent { file: folder.path().join("best"), fingerprint: Fingerprint::of(&["one"]) };
        assert_eq!(incumbent.read(), None);
        incumbent.raise(5);
        incumbent.raise(3);
        assert_eq!(incumbent.read(), Some(5));
        let other = Incumbent { fingerprint: Fingerprint::of(&["two"]), ..incumbent.clone() };
        assert_eq!(other.read(), None);
        fs::write(&incumbent.file, "{").unwrap();
        assert_eq!(incumbent.read(), None);
        assert_eq!(Exchange::new(&incumbent).exchange(Some(7)), Some(7));
    }

    #[test]
    fn scores_are_exchanged_now_and_then() {
        let folder = tempfile::tempdir().unwrap();
        let incumbent = Incumbent { file: folder.path().join("best"), fingerprint: Fingerprint::of(&["one"]) };
        incumbent.raise(3);
        let mut exchange = Exchange::new(&incumbent);
        assert_eq!(exchange.exchange(None), Some(3));
        assert_eq!((exchange.exchange(Some(9)), incumbent.read()), (None, Some(3)), "it is not yet time");
        exchange.last = Instant::now().checked_sub(LOOK_EVERY);
        assert_eq!(exchange.exchange(Some(9)), Some(9));
    }
}
