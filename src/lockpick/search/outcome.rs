//! What a search is told, and what it tells.

use crate::{
    family,
    lockpick::play::Move,
    search::{CheckpointError, CheckpointPlan, Control, Limits, SearchError, StopReason, states::StatesError},
};

use super::paper::Objection;

/// How to search.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// When to stop.
    pub control: Control,
    /// Threads that search; the answer does not depend on them.
    pub threads: usize,
    /// Whether a route of the fewest steps is wanted.
    pub shortest: bool,
    /// Where to keep what is done, if anywhere.
    pub checkpoint: Option<CheckpointPlan>,
    /// Is the search to go on with the checkpoint that is there? If there is none, it begins at the beginning.
    pub resume: bool,
}

impl Settings {
    /// One thread that stops after so many expansions.
    pub fn with_node_limit(nodes: u64) -> Self {
        let control = Control::new(&Limits { nodes: Some(nodes), ..Limits::default() });
        Self { control, ..Self::default() }
    }
}

/// Why a search brought nothing.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The level is not for the strategy.
    #[error(transparent)]
    Objection(#[from] Objection),
    /// The search over states failed.
    #[error(transparent)]
    States(#[from] StatesError),
    /// The search by ids failed.
    #[error(transparent)]
    Tree(#[from] SearchError),
}

impl From<CheckpointError> for SolveError {
    fn from(error: CheckpointError) -> Self {
        Self::States(error.into())
    }
}

impl From<SolveError> for family::Error {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Objection(objection) => Self::Unsuitable(objection.to_string()),
            SolveError::States(StatesError::Checkpoint(error)) => Self::Checkpoint(error),
            SolveError::States(error) => Self::Search(error.into()),
            SolveError::Tree(error) => Self::Search(error),
        }
    }
}

/// What is known about a level after a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It can be solved, like this.
    Solved {
        /// What to do.
        route: Vec<Move>,
        /// Whether it is proved that no route is shorter.
        is_shortest: bool,
    },
    /// It is proved that it cannot be solved: every state was looked at or shown to be a dead end.
    Unsolvable,
    /// The search ended before it could tell.
    Unknown(Doubt),
}

/// Why a search could not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// A limit was reached.
    Stopped(StopReason),
    /// In some states a number outgrows 64 bits; all others were looked at.
    Overflow,
}

/// What a search did.
#[derive(Debug)]
pub struct Outcome {
    /// What is known now.
    pub verdict: Verdict,
    /// States whose moves were looked at.
    pub expansions: u64,
    /// Different states that were met.
    pub states: u64,
    /// The longest way from the start to a state that was met, in moves of the search.
    pub depth: u32,
    /// No count and no number of copies beyond this was followed in the end, if there was such a cap.
    pub cap: Option<i64>,
    /// How far the goal is from the state that looked nearest to it, by the search's own guess, if it makes one.
    pub nearest: Option<u32>,
    /// It is proved that no route has fewer steps.
    pub least_steps: u32,
    /// Why the search ended before it was known that the route is the one that was asked for: a shortest one, or that
    /// of the lowest id.
    pub unproved: Option<StopReason>,
    /// Whether the last checkpoint was written, if one was asked for.
    pub checkpoint: Option<Result<(), CheckpointError>>,
}

impl Outcome {
    /// A verdict that took no work.
    pub fn new(verdict: Verdict) -> Self {
        Self {
            verdict,
            expansions: 0,
            states: 0,
            depth: 0,
            cap: None,
            nearest: None,
            least_steps: 0,
            unproved: None,
            checkpoint: None,
        }
    }

    /// Why the search ended.
    pub fn stop(&self) -> StopReason {
        match self.verdict {
            Verdict::Unknown(Doubt::Stopped(reason)) => reason,
            _ => self.unproved.unwrap_or(StopReason::Complete),
        }
    }
}
