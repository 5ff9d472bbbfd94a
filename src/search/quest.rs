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
    /// All solutions with the highest score: they are counted, and as many as this, those with the lowest ids, are
    /// brought back. At least one is.
    AllBest(u64),
}

impl Quest {
    /// The most solutions this quest can use.
    pub(super) fn wanted(self) -> u64 {
        match self {
            Self::Lowest(wanted) | Self::Any(wanted) => wanted,
            Self::Count | Self::Best | Self::AllBest(_) => u64::MAX,
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
            Self::AllBest(_) => "all best",
        }
    }

    /// Do scores decide what is brought back?
    pub(super) fn is_for_best(self) -> bool {
        matches!(self, Self::Best | Self::AllBest(_))
    }

    /// How many solutions of the same, highest score are kept.
    pub(super) fn equals_kept(self) -> usize {
        match self {
            Self::AllBest(wanted) => usize::try_from(wanted).unwrap_or(usize::MAX).max(1),
            _ => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_number_wanted_may_differ_between_quests_of_a_kind() {
        let kinds = [Quest::Lowest(1), Quest::Any(1), Quest::Count, Quest::Best, Quest::AllBest(1)].map(Quest::kind);
        assert_eq!(kinds.iter().collect::<std::collections::BTreeSet<_>>().len(), kinds.len());
        assert_eq!((Quest::Lowest(5).kind(), Quest::AllBest(5).kind()), (kinds[0], kinds[4]));
        assert_eq!([Quest::AllBest(0), Quest::AllBest(5), Quest::Best].map(Quest::equals_kept), [1, 5, 1]);
    }
}
