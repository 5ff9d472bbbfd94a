//! What a search has done so far, in numbers that add up over ranges.

use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// Work done in a range. Tallies of ranges that tile a tree add up to the tally of the tree, however it was cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Nodes visited, the root among them.
    pub nodes: u64,
    /// Digits tried: every child looked at, whether it was worth a visit or not.
    pub cases: u64,
    /// Solutions met.
    pub answers: u64,
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { nodes: self.nodes + other.nodes, cases: self.cases + other.cases, answers: self.answers + other.answers }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
