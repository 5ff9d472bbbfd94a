//! What a search is told, and what it tells.

use std::sync::{Arc, atomic::AtomicBool};

use crate::{
    lockpick::play::Move,
    search::{Limits, StopReason},
};

/// How to search.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Worker threads; the answer does not depend on them.
    pub threads: usize,
    /// Whether a route of the fewest steps is wanted.
    pub shortest: bool,
    /// What the search may use.
    pub limits: Limits,
    /// Set from outside to end the search.
    pub interrupt: Arc<AtomicBool>,
}

/// What is known about a level after a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It can be solved, like this.
    Solved {
        /// What to do.
        route: Vec<Move>,
        /// Whether it is proved that no route is shorter.
        is_shortest: bool,
    },
    /// It is proved that it cannot be solved: every state was looked at or shown to be a dead end.
    Unsolvable,
    /// The search ended before it could tell.
    Unknown(Doubt),
}

/// Why a search could not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// A limit was reached.
    Stopped(StopReason),
    /// In some states a number outgrows 64 bits; all others were looked at.
    Overflow,
}

/// What a search did.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What is known now.
    pub verdict: Verdict,
    /// States whose moves were looked at.
    pub expansions: u64,
    /// Different states that were met.
    pub states: u64,
    /// The longest way from the start to a state that was met, in moves of the search.
    pub depth: u32,
    /// No count and no number of copies beyond this was followed in the end, if there was such a cap.
    pub cap: Option<i64>,
    /// How far the goal is from the state that looked nearest to it, by the search's own guess, if it makes one.
    pub nearest: Option<u32>,
    /// It is proved that no route has fewer steps.
    pub least_steps: u32,
    /// Why the search ended before it was known that the route is the one that was asked for: a shortest one, or that of
    /// the lowest id.
    pub unproved: Option<StopReason>,
}

impl Outcome {
    /// A verdict that took no work.
    pub fn new(verdict: Verdict) -> Self {
        Self { verdict, expansions: 0, states: 0, depth: 0, cap: None, nearest: None, least_steps: 0, unproved: None }
    }

    /// Why the search ended.
    pub fn stop(&self) -> StopReason {
        match self.verdict {
            Verdict::Unknown(Doubt::Stopped(reason)) => reason,
            _ => self.unproved.unwrap_or(StopReason::Complete),
        }
    }
}
