//! How much of a run is done, where somebody knows more about the tree than its ids say.

use std::{fmt, sync::Arc};

use super::range::Range;

/// What is known of the work that is left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// The part of the work that is done, between 0 and 1.
    pub share: f64,
    /// Is that certain enough to tell from it how long the rest will take?
    pub is_certain: bool,
}

/// A function that weighs what is left.
type Weigh = dyn Fn(&[Range]) -> Outlook + Send + Sync;

/// Tells from the ranges that are left how much of the work is done.
#[derive(Clone)]
pub struct Weighing(Arc<Weigh>);

impl Weighing {
    /// Weighs ranges in this way. The fewer are left, the more must be done.
    pub fn new(weigh: impl Fn(&[Range]) -> Outlook + Send + Sync + 'static) -> Self {
        Self(Arc::new(weigh))
    }

    /// What is known if these ranges are left.
    pub fn outlook(&self, left: &[Range]) -> Outlook {
        (self.0)(left)
    }
}

impl fmt::Debug for Weighing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Weighing")
    }
}
