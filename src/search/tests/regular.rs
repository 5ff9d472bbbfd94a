//! A tree in which all nodes of a depth are alike: how large it and its parts are follows from its shape.

use std::ops::Range as Digits;

use crate::search::Tree;

/// So many children at each depth.
#[derive(Clone, Debug)]
pub(in crate::search) struct Regular {
    pub fanouts: &'static [u32],
    /// Where the cursor stands.
    pub depth: usize,
    /// Are the leaves solutions?
    pub has_answers: bool,
}

impl Regular {
    pub fn new(fanouts: &'static [u32]) -> Self {
        Self { fanouts, depth: 0, has_answers: false }
    }
}

impl Tree for Regular {
    type Answer = ();

    fn fanout(&self) -> u32 {
        self.fanouts.get(self.depth).copied().unwrap_or(0)
    }

    fn enter(&mut self, mut digits: Digits<u32>) -> Option<u32> {
        let digit = digits.next()?;
        self.depth += 1;
        Some(digit)
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    fn is_answer(&self) -> bool {
        self.has_answers && self.depth == self.fanouts.len()
    }

    fn answer(&self) {}
}
