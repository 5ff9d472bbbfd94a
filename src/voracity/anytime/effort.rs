//! How much a task may do: until a moment, or a number of nodes. With nodes it does the same every time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a task may spend. It ends when either is spent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    /// Wall-clock time from its beginning on.
    pub time: Option<Duration>,
    /// Nodes.
    pub nodes: Option<u64>,
}

/// Nodes between two looks at the clock.
const CLOCK: u64 = 64;

/// What a task has spent.
pub(super) struct Effort<'a> {
    allowance: Allowance,
    began: Instant,
    stop: Option<&'a AtomicBool>,
    /// Nodes so far.
    pub nodes: u64,
    next_look: u64,
    share: f64,
}

impl<'a> Effort<'a> {
    /// Begins to count.
    pub fn new(allowance: Allowance, stop: Option<&'a AtomicBool>) -> Self {
        Self { allowance, began: Instant::now(), stop, nodes: 0, next_look: 0, share: 0.0 }
    }

    /// Counts nodes, and returns the part of the allowance that is spent: 1 or more when the task is to end.
    #[inline]
    pub fn spend(&mut self, nodes: u64) -> f64 {
        self.nodes += nodes;
        if self.nodes >= self.next_look {
            self.look();
        }
        self.share
    }

    #[cold]
    fn look(&mut self) {
        self.next_look = self.nodes + CLOCK;
        let time =
            self.allowance.time.map_or(0.0, |time| self.began.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-9));
        let nodes = self.allowance.nodes.map_or(0.0, |nodes| self.nodes as f64 / nodes.max(1) as f64);
        self.share = time.max(nodes);
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            self.share = f64::INFINITY;
        }
    }
}
