//! Keeps an eye on the limits of a search.

use std::{sync::atomic::Ordering, time::Instant};

use crate::{memory, search::StopReason};

use super::{outcome::Settings, table::Table};

/// States between two looks at the clock and the memory.
const PACE: u64 = 256;

/// Knows when a search has to stop.
pub(super) struct Watch<'a> {
    settings: &'a Settings,
    started: Instant,
    next_look: u64,
}

impl<'a> Watch<'a> {
    pub fn new(settings: &'a Settings) -> Self {
        Self { settings, started: Instant::now(), next_look: 0 }
    }

    /// Why the search has to stop before expanding more, if it has to.
    pub fn look(&mut self, expansions: u64, table: &Table) -> Option<StopReason> {
        let limits = &self.settings.limits;
        if limits.nodes.is_some_and(|limit| expansions >= limit) {
            return Some(StopReason::NodeLimit);
        }
        if expansions < self.next_look {
            return None;
        }
        self.next_look = expansions + PACE;
        if self.settings.interrupt.load(Ordering::Relaxed) {
            return Some(StopReason::Interrupted);
        }
        if limits.time.is_some_and(|limit| self.started.elapsed() >= limit) {
            return Some(StopReason::TimeLimit);
        }
        // What the table is about to ask for counts as if it were there: it must not overshoot.
        let needed = || held_or(table.bytes()) + table.next_growth();
        if limits.memory.is_some_and(|limit| needed() > limit) {
            return Some(StopReason::MemoryLimit);
        }
        None
    }

    /// Whether a list of so many bytes would be too much if it were moved to a place twice as large now.
    pub fn is_too_much(&self, bytes: u64) -> bool {
        let needed = || held_or(bytes).saturating_add(bytes.saturating_mul(2));
        self.settings.limits.memory.is_some_and(|limit| needed() > limit)
    }
}

/// What the process holds, or what is known of it where the system does not tell.
fn held_or(known: u64) -> u64 {
    match memory::resident() {
        0 => known,
        held => held,
    }
}
