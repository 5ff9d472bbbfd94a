//! How a run is to be carried out.

use super::{checkpoint::CheckpointPlan, control::Control, incumbent::Incumbent, outlook::Weighing, quest::Quest};

/// What is to be done with what the ledger lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Work {
    /// It is searched.
    #[default]
    Search,
    /// It is cut into so many pieces that others will search.
    Cut(usize),
    /// Nothing: only what the ledger holds is told.
    Tell,
}

/// How a run is to be carried out. None of this changes its answers, except for [`Quest::Any`] and limits.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Worker threads. With one, all is done on the thread that calls and none is started, unless nodes are slow: then
    /// the caller listens to a worker on another thread.
    pub threads: usize,
    /// Ranges to cut the work into; each is cut when a worker comes to it.
    pub branches: usize,
    /// What to bring back.
    pub quest: Quest,
    /// Solutions with a lower score than this need not be found, if only the best counts: a better one is known.
    pub least_score: Option<i64>,
    /// Are solutions to be kept that the observer has heard of? If all are wanted there may be very many.
    pub keep_answers: bool,
    /// When to stop early, and the switch that does it.
    pub control: Control,
    /// Nodes between two looks at the engine's state.
    pub poll_every: u64,
    /// Where to keep checkpoints, if anywhere.
    pub checkpoint: Option<CheckpointPlan>,
    /// Are solutions that have been told kept in a file beside the checkpoint, and not in it and in memory?
    pub told_beside: bool,
    /// What is to be done with what is left.
    pub work: Work,
    /// Where others who search for the same best solution tell of theirs.
    pub incumbent: Option<Incumbent>,
    /// Tells how much of the work is done, if somebody knows better than by ids.
    pub weighing: Option<Weighing>,
    /// Does somebody watch where the workers stand?
    pub is_watched: bool,
}

impl Settings {
    /// One thread, one branch, no limits.
    pub fn new(quest: Quest) -> Self {
        Self {
            threads: 1,
            branches: 1,
            quest,
            least_score: None,
            keep_answers: true,
            control: Control::default(),
            poll_every: 4096,
            checkpoint: None,
            told_beside: false,
            work: Work::Search,
            incumbent: None,
            weighing: None,
            is_watched: false,
        }
    }

    /// Are solutions forgotten once they have been told? A checkpoint has to hold them all.
    pub(super) fn forgets_answers(&self) -> bool {
        self.quest == Quest::Lowest(u64::MAX) && !self.keep_answers && self.checkpoint.is_none()
    }

    /// Where solutions that have been told are kept, if not in memory.
    pub(super) fn told_beside(&self) -> Option<&CheckpointPlan> {
        let is_suitable = self.told_beside && self.quest == Quest::Lowest(u64::MAX) && !self.keep_answers;
        self.checkpoint.as_ref().filter(|_| is_suitable)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::checkpoint::Fingerprint, *};

    #[test]
    fn solutions_leave_the_memory_where_all_are_wanted_and_none_is_to_be_kept() {
        let plan = CheckpointPlan {
            file: "checkpoint".into(),
            every: std::time::Duration::ZERO,
            fingerprint: Fingerprint::of(&["settings"]),
            only_unfinished: false,
        };
        for quest in [Quest::Lowest(u64::MAX), Quest::Lowest(5), Quest::Count] {
            for keep_answers in [false, true] {
                for told_beside in [false, true] {
                    for checkpoint in [None, Some(plan.clone())] {
                        let has_checkpoint = checkpoint.is_some();
                        let settings = Settings { keep_answers, told_beside, checkpoint, ..Settings::new(quest) };
                        let leave = quest == Quest::Lowest(u64::MAX) && !keep_answers;
                        assert_eq!(settings.forgets_answers(), leave && !has_checkpoint);
                        assert_eq!(settings.told_beside().is_some(), leave && told_beside && has_checkpoint);
                    }
                }
            }
        }
    }
}
