//! What a run is looking for.

/// Which of the tree's solutions a run is to bring back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quest {
    /// The solutions with the lowest ids, at most this many; the same ones for every number of threads.
    Lowest(u64),
    /// As many solutions as this, whichever come first.
    Any(u64),
    /// Only how many there are.
    Count,
    /// The solution with the highest score, the lowest id among equals.
    Best,
}

impl Quest {
    /// The most solutions this quest can use.
    pub(super) fn wanted(self) -> u64 {
        match self {
            Self::Lowest(wanted) | Self::Any(wanted) => wanted,
            Self::Count | Self::Best => u64::MAX,
        }
    }

    /// A word that tells quests apart whose checkpoints cannot stand for each other. The number wanted is not part
    /// of it: a run may be resumed to ask for more.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Lowest(_) => "lowest",
            Self::Any(_) => "any",
            Self::Count => "count",
            Self::Best => "best",
        }
    }
}
