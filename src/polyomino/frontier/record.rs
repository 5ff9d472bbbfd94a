//! A count that is finished, as a tree of one node: the engine keeps it in a checkpoint as it keeps every search.

use std::ops::Range;

use crate::search::{Sweep, Tree};

use super::Counted;

/// A cursor over a root whose only child stands for the whole count.
#[derive(Clone, Debug)]
pub struct CountRecord {
    /// A ledger's numbers have 64 bits. Larger counts are told in full, and not read back from it.
    solutions: u64,
    states: u64,
    is_inside: bool,
}

impl CountRecord {
    /// The root.
    pub fn new(counted: &Counted) -> Self {
        let solutions = u64::try_from(&counted.solutions).unwrap_or(u64::MAX);
        Self { solutions, states: counted.states_met, is_inside: false }
    }
}

impl Tree for CountRecord {
    type Answer = ();

    fn fanout(&self) -> u32 {
        u32::from(!self.is_inside)
    }

    fn enter(&mut self, mut digits: Range<u32>) -> Option<u32> {
        let digit = digits.next()?;
        self.is_inside = true;
        Some(digit)
    }

    fn leave(&mut self) {
        self.is_inside = false;
    }

    fn is_answer(&self) -> bool {
        false
    }

    fn answer(&self) {}

    // It is never given up for having too many nodes.
    fn pauses(&self) -> bool {
        true
    }

    fn can_sweep(&self) -> bool {
        self.is_inside
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, ()>) {
        sweep.tally.nodes += self.states;
        sweep.tally.cases += self.states;
        sweep.tally.answers += self.solutions;
    }
}
