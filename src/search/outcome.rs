//! What happens during a run, and what it brings.

use std::time::Duration;

use super::{
    branch::Branch, checkpoint::CheckpointError, cut::Piece, ledger::Written, limits::StopReason, range::Range,
    tally::Tally,
};

/// How far a run has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The part of the work that is done, between 0 and 1, as far as can be told; `None` where nothing can.
    pub share: Option<f64>,
    /// How much longer it will take, as a multiple of the time since this run began; `None` where nothing can be told.
    pub left: Option<f64>,
    /// The work done, in this run and those it resumes.
    pub tally: Tally,
    /// Time since this run began.
    pub elapsed: Duration,
    /// The best score so far, where scores count.
    pub best: Option<i64>,
    /// States entered so far, where each is looked at once.
    pub states: Option<u64>,
    /// What is being done, where it goes in phases.
    pub phase: Option<&'static str>,
}

impl Progress {
    /// So much work in so much time, and nothing else that is known.
    pub fn of(tally: Tally, elapsed: Duration) -> Self {
        Self { share: None, left: None, tally, elapsed, best: None, states: None, phase: None }
    }
}

/// A guess from a smaller part than this would be no guess.
const LEAST_SHARE: f64 = 1e-4;
/// Nobody waits so many seconds.
const MOST_SECONDS: f64 = 1e9;

impl Progress {
    /// How many seconds the rest will take, if there is anything to tell that from. It is a guess, and to be told as
    /// one.
    pub fn seconds_left(&self) -> Option<f64> {
        let is_begun = self.share.is_some_and(|share| share > LEAST_SHARE);
        let left = self.left.filter(|_| is_begun).map(|left| left * self.elapsed.as_secs_f64());
        left.filter(|left| left.is_finite() && *left < MOST_SECONDS)
    }
}

/// What happens during a run.
pub enum Event<'a, A> {
    /// The next solution in id order. Quests for any or the best solution have no such order and tell at the end.
    Answer(&'a A),
    /// The next solutions in id order, as they were written down.
    Written(&'a Written),
    /// The clock has ticked.
    Progress(Progress),
    /// Where the workers stand, after a tick, if somebody watches.
    Branches(&'a [Branch<A>]),
    /// The best solution so far is better than the one before, if somebody watches.
    Better(&'a A),
    /// A checkpoint was written; the run goes on.
    CheckpointWritten,
    /// A periodic checkpoint could not be written; the run goes on.
    CheckpointFailed(CheckpointError),
}

/// What a run brought.
#[derive(Debug)]
pub struct Outcome<A> {
    /// The solutions, in id order; without those that were not to be kept.
    pub answers: Vec<A>,
    /// Solutions that were written down beyond a gap in the ids, so that the observer has not heard of them.
    pub written: Vec<Written>,
    /// The number of all solutions found, kept or not; if the best are wanted, of those.
    pub found: usize,
    /// The work that leads to these answers: the same for every number of threads if the run stopped by itself.
    pub tally: Tally,
    /// Why the run ended.
    pub stop: StopReason,
    /// How long it took.
    pub elapsed: Duration,
    /// The part of the tree searched.
    pub share: f64,
    /// What is left to be searched.
    pub left: Vec<Range>,
    /// A score that somebody else was said to have and that nothing here reaches: what could not reach it either was
    /// left out.
    pub missing_score: Option<i64>,
    /// The same cut into pieces, if that was asked for.
    pub pieces: Vec<Piece>,
    /// Whether the last checkpoint was written, if one was asked for.
    pub checkpoint: Option<Result<(), CheckpointError>>,
}

/// Why a run brought nothing.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SearchError {
    #[error("internal error while searching the range {range}: {message}")]
    Panicked { range: Range, message: String },
    #[error("internal error while expanding the states from number {first} on: {message}")]
    PanickedInStates { first: u32, message: String },
    #[error("cannot start {threads} threads")]
    Threads { threads: usize, source: rayon::ThreadPoolBuildError },
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    #[error("the run was stopped ({}) before the search began", .0.text())]
    Stopped(StopReason),
}

impl From<StopReason> for SearchError {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_told_only_where_something_is_known() {
        let begun =
            Progress { share: Some(0.25), left: Some(3.0), ..Progress::of(Tally::default(), Duration::from_secs(2)) };
        assert_eq!(begun.seconds_left(), Some(6.0));
        for share in [None, Some(LEAST_SHARE / 2.0), Some(LEAST_SHARE)] {
            assert_eq!(Progress { share, ..begun }.seconds_left(), None);
        }
        for left in [None, Some(f64::NAN), Some(f64::INFINITY), Some(MOST_SECONDS / 2.0), Some(MOST_SECONDS)] {
            assert_eq!(Progress { left, ..begun }.seconds_left(), None);
        }
    }

    #[test]
    fn why_a_run_did_not_begin_is_told() {
        let text = |reason| SearchError::from(reason).to_string();
        let expected = "the run was stopped (the time limit was reached) before the search began";
        assert_eq!(text(StopReason::TimeLimit), expected);
        assert_eq!(text(StopReason::Interrupted), "the run was stopped (interrupted) before the search began");
    }
}
