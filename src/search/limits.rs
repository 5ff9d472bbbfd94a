//! When a run is to stop early, and why it stopped, as data.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Bounds on what a run may use. `None` means unbounded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Resident memory of the process, in bytes.
    pub memory: Option<u64>,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopReason {
    /// Every id was searched.
    Complete,
    /// The solutions that were asked for are found.
    SolutionLimit,
    /// The time limit was reached.
    TimeLimit,
    /// The node limit was reached.
    NodeLimit,
    /// The memory limit was reached.
    MemoryLimit,
    /// Somebody asked for it: a signal, or a reader that went away.
    Interrupted,
}

impl StopReason {
    /// What happened, in words.
    pub fn text(self) -> &'static str {
        match self {
            Self::Complete | Self::SolutionLimit => "done",
            Self::TimeLimit => "the time limit was reached",
            Self::NodeLimit => "the node limit was reached",
            Self::MemoryLimit => "the memory limit was reached",
            Self::Interrupted => "interrupted",
        }
    }

    /// Did the run do all that was asked of it?
    pub fn is_final(self) -> bool {
        matches!(self, Self::Complete | Self::SolutionLimit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_was_stopped_has_not_done_all() {
        let all = [StopReason::Complete, StopReason::SolutionLimit];
        let early = [StopReason::TimeLimit, StopReason::NodeLimit, StopReason::MemoryLimit, StopReason::Interrupted];
        assert!(all.into_iter().all(|reason| reason.is_final() && reason.text() == "done"));
        assert!(early.into_iter().all(|reason| !reason.is_final() && reason.text() != "done"));
    }
}
