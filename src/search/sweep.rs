//! The account a tree keeps when it searches a subtree by itself.

use super::{ledger::Found, tally::Tally};

/// Where a tree enters what it does and finds in one sweep over a subtree.
pub struct Sweep<'a, A> {
    /// The work: nodes visited and cases tried are for the tree to add.
    pub tally: &'a mut Tally,
    /// Beyond this many nodes the sweep is given up.
    pub(super) most_nodes: u64,
    /// The solutions, if anybody wants more than their number.
    pub(super) found: Option<&'a mut Vec<Found<A>>>,
}

impl<A> Sweep<'_, A> {
    /// Has the sweep become too long? Then the tree comes back at once, and what it entered is forgotten.
    #[inline]
    pub fn is_too_long(&self) -> bool {
        self.tally.nodes > self.most_nodes
    }

    /// Enters a solution. Everything up to it must have been added to the tally.
    #[inline]
    pub fn answer(&mut self, make: impl FnOnce() -> A) {
        self.tally.answers += 1;
        if let Some(found) = &mut self.found {
            found.push(Found { at: *self.tally, score: 0, answer: make() });
        }
    }
}
