//! Why the paper's searches cannot take a level, and why an id means nothing.

use crate::search::Path;

use super::board::MOST_NEEDED;

/// Why the paper's searches cannot take a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Objection {
    /// There is something in it that the paper does not know.
    #[error("the paper's searches know worlds 1 to 3 only, not {0}")]
    Beyond(&'static str),
    /// Counts can grow too large.
    #[error("the paper's searches take counts of up to 63 bits")]
    LargeCount,
    /// A lock wants too many keys.
    #[error("the paper's searches take locks of up to {MOST_NEEDED} keys")]
    LargeLock,
    /// It is too large.
    #[error("the paper's searches take levels of up to 1,024 nodes")]
    ManyNodes,
}

/// Why an id names no way through a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    /// The level has no ids.
    #[error(transparent)]
    Objection(#[from] Objection),
    /// One of its digits is too large.
    #[error("there is no id {id}: after {depth} moves there are {count} more, and digits count from 0")]
    NoSuchMove {
        /// The id.
        id: Path,
        /// How many of its digits are right.
        depth: usize,
        /// How many moves there are then.
        count: u32,
    },
}
