//! The account a tree keeps when it searches a subtree by itself.

use super::{ledger::Found, tally::Tally};

/// Where a tree enters what it does and finds in one sweep over a subtree.
pub struct Sweep<'a, A> {
    /// The work: nodes visited and cases tried are for the tree to add.
    pub tally: &'a mut Tally,
    /// Beyond this many nodes the sweep is given up, or has to pause.
    pub(super) most_nodes: u64,
    /// The solutions, if anybody wants more than their number.
    pub(super) found: Option<&'a mut Vec<Found<A>>>,
    /// The best score met in the range so far, if only the best solution counts.
    pub(super) best: Option<&'a mut Option<i64>>,
    /// The way from the node that is being swept to where the sweep has paused. Empty if it has not.
    pub(super) way: &'a mut Vec<u32>,
}

impl<A> Sweep<'_, A> {
    /// Has the sweep become too long? Then the tree pauses, if it [can](super::Tree::PAUSES), or else comes back at
    /// once, and what it entered is forgotten.
    #[inline]
    pub fn is_too_long(&self) -> bool {
        self.tally.nodes > self.most_nodes
    }

    /// Enters a solution. Everything up to it must have been added to the tally.
    #[inline]
    pub fn answer(&mut self, make: impl FnOnce() -> A) {
        self.scored_answer(0, make);
    }

    /// Is the number of solutions all that is wanted?
    pub fn only_counts(&self) -> bool {
        self.found.is_none()
    }

    /// How many more nodes the sweep may have before it is too long.
    pub fn room(&self) -> u64 {
        self.most_nodes.saturating_sub(self.tally.nodes)
    }

    /// Says where the sweep pauses: at the node `way` leads to from the one that is being swept. That node and all
    /// before it have been searched, nothing below it nor after it. It lies below where the sweep began, or a search
    /// that is paused again and again would get nowhere. The cursor must be back where the sweep began.
    pub fn pause_at(&mut self, way: impl IntoIterator<Item = u32>) {
        self.way.extend(way);
        debug_assert!(!self.way.is_empty(), "a sweep gets further than where it begins");
    }

    /// Lets a cursor that this tree is built around do the sweep, and makes our solutions of what it finds.
    pub fn within<B>(&mut self, sweep: impl FnOnce(&mut Sweep<'_, B>), wrap: impl Fn(B) -> A) {
        let mut met = Vec::new();
        sweep(&mut Sweep {
            tally: self.tally,
            most_nodes: self.most_nodes,
            found: self.found.is_some().then_some(&mut met),
            best: self.best.as_deref_mut(),
            way: self.way,
        });
        let Some(found) = &mut self.found else { return };
        if self.best.is_some() && !met.is_empty() {
            found.clear();
        }
        found.extend(met.into_iter().map(|Found { at, score, answer }| Found { at, score, answer: wrap(answer) }));
    }

    /// Enters a solution with a score. Everything up to it must have been added to the tally. Where only the best
    /// counts, one that is no better than those before it is counted and dropped.
    #[inline]
    pub fn scored_answer(&mut self, score: i64, make: impl FnOnce() -> A) {
        self.tally.answers += 1;
        let Some(found) = &mut self.found else { return };
        if let Some(best) = &mut self.best {
            if best.is_some_and(|best| score <= best) {
                return;
            }
            **best = Some(score);
            found.clear();
        }
        found.push(Found { at: *self.tally, score, answer: make() });
    }
}
