//! What is asked of a case, and how the search for it is to be carried out.

use std::{path::PathBuf, time::Duration};

use crate::{
    family::Options,
    search::{Ability, Control, Fingerprint, Quest, Strategy},
};

/// What is asked of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Solutions, at most this many: those with the lowest ids, or whichever come first.
    Solutions {
        /// How many; `u64::MAX` for all.
        wanted: u64,
        /// Whichever come first?
        any: bool,
    },
    /// Only how many there are.
    Count,
    /// Only how many are as good as the best.
    CountBest,
    /// The solution with this number, counted from 0.
    Nth(u128),
    /// So many solutions, each as likely as any other.
    Random(u64),
    /// Is there exactly one?
    Unique,
    /// Which of the first pieces lie the same way in every solution.
    Forced(u16),
}

impl Question {
    /// One solution, the one with the lowest id.
    pub const FIRST: Self = Self::Solutions { wanted: 1, any: false };

    /// What the engine is to bring back for it.
    pub fn quest(self) -> Quest {
        match self {
            Self::Solutions { wanted, any: false } => Quest::Lowest(wanted),
            Self::Solutions { wanted, any: true } => Quest::Any(wanted),
            Self::Count => Quest::Count,
            Self::CountBest => Quest::AllBest(1),
            Self::Nth(_) | Self::Random(_) => Quest::Lowest(u64::MAX),
            // The second solution shows that the first is not the only one.
            Self::Unique => Quest::Lowest(2),
            Self::Forced(_) => Quest::Lowest(1),
        }
    }

    /// How many solutions may be told.
    pub fn wanted(self) -> u64 {
        match self {
            Self::Solutions { wanted, .. } | Self::Random(wanted) => wanted,
            Self::Count | Self::CountBest => 0,
            Self::Unique => 2,
            Self::Nth(_) | Self::Forced(_) => 1,
        }
    }

    /// What a strategy must be able to do for it.
    pub(super) fn abilities(self) -> Vec<Ability> {
        match self {
            Self::Solutions { wanted, any } => {
                let several = (wanted > 1).then_some(Ability::Several);
                several.into_iter().chain(any.then_some(Ability::Any)).collect()
            }
            Self::Count => vec![Ability::Count],
            Self::CountBest => vec![Ability::Several],
            Self::Nth(_) | Self::Random(_) => vec![Ability::Numbered],
            Self::Unique => vec![Ability::Unique],
            Self::Forced(_) => vec![Ability::Forced],
        }
    }
}

/// What is to be done with a case.
#[derive(Clone, Debug)]
pub struct Task {
    /// What is asked.
    pub question: Question,
    /// The strategy that was asked for; otherwise the case decides.
    pub strategy: Option<&'static Strategy>,
    /// The range of ids that was asked for, as it was written.
    pub range: Option<String>,
    /// The seed that was asked for.
    pub seed: Option<u64>,
    /// The family's own options.
    pub options: Options,
    /// Is more to be told about the solutions than usual?
    pub is_verbose: bool,
}

impl Task {
    /// A question, and nothing else that is special.
    pub fn new(question: Question) -> Self {
        Self { question, strategy: None, range: None, seed: None, options: Options::default(), is_verbose: false }
    }

    /// The seed of everything that is left to chance.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }
}

/// How a search is to be carried out.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// Worker threads, at most.
    pub threads: usize,
    /// Ranges to cut the work into, where it has ranges.
    pub branches: usize,
    /// Limits and the switch that stops the search.
    pub control: Control,
    /// Nodes between two looks at the engine's state.
    pub poll_every: u64,
    /// Where to keep the state of the search.
    pub checkpoint: Option<Checkpoint>,
    /// What is to be done instead of a search, where the work is divided among many machines.
    pub shards: Option<Shards>,
}

impl Default for Conditions {
    /// One thread, no limits.
    fn default() -> Self {
        let control = Control::default();
        Self { threads: 1, branches: 1, control, poll_every: 4096, checkpoint: None, shards: None }
    }
}

/// What is done with searches that are divided into pieces. Only for strategies with ranges.
#[derive(Clone, Debug)]
pub enum Shards {
    /// Cut what is to be searched, or what the checkpoint lacks, into so many pieces.
    Cut {
        /// How many.
        count: usize,
        /// What was searched already.
        checkpoint: Option<PathBuf>,
    },
    /// Put together what these checkpoints hold, and search nothing.
    Merge(Vec<PathBuf>),
    /// Search the range of one piece, if this is the search it was cut from.
    Piece {
        /// The search.
        fingerprint: Fingerprint,
        /// Where those who search the other pieces tell of the best solution so far.
        incumbent: Option<PathBuf>,
    },
}

/// Where and how often to keep the state of a search.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// The file.
    pub file: PathBuf,
    /// The time between two checkpoints.
    pub every: Duration,
    /// Go on from it, if it is there.
    pub resume: bool,
    /// Is it no matter if the strategy cannot keep its state? Then nothing is kept of searches that are finished,
    /// either.
    pub is_optional: bool,
}
