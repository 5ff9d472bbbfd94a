//! How much a task may do: for some time, or a number of nodes. With nodes it does the same every time.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use crate::search::Control;

/// What a task may spend. It is to end when either is spent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    /// Time from its beginning on.
    pub time: Option<Duration>,
    /// Nodes it is to use.
    pub nodes: Option<u64>,
    /// Nodes it must not go beyond: a task may need some more to come to an end that is worth something.
    pub most_nodes: u64,
}

impl Allowance {
    /// A part of it.
    pub fn part(self, part: f64) -> Self {
        let of = |nodes: u64| if nodes == u64::MAX { nodes } else { (nodes as f64 * part) as u64 };
        Self {
            time: self.time.map(|time| time.mul_f64(part)),
            nodes: self.nodes.map(of),
            most_nodes: of(self.most_nodes),
        }
    }
}

/// Nodes between two looks at the clock.
const CLOCK: u64 = 64;

/// What a task has spent.
pub(super) struct Effort<'a> {
    allowance: Allowance,
    control: &'a Control,
    began: Duration,
    nodes: u64,
    /// The nodes of all tasks, and how many of ours are among them.
    all_nodes: &'a AtomicU64,
    entered: u64,
    next_look: u64,
    /// Work of other kinds since the last look.
    other_work: u64,
    share: f64,
}

impl<'a> Effort<'a> {
    /// Begins to count.
    pub fn new(allowance: Allowance, control: &'a Control, all_nodes: &'a AtomicU64) -> Self {
        let began = control.elapsed();
        let mut effort = Self {
            allowance,
            control,
            began,
            nodes: 0,
            all_nodes,
            entered: 0,
            next_look: 0,
            other_work: 0,
            share: 0.0,
        };
        effort.look();
        effort
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

    /// Counts work that is no node, but takes as long as one. Is the run stopped?
    #[inline]
    pub fn look_soon(&mut self) -> bool {
        self.other_work += 1;
        if self.other_work >= CLOCK {
            self.look();
        }
        self.share.is_infinite()
    }

    /// The nodes that may be spent before the task must end.
    #[inline]
    pub fn left(&self) -> u64 {
        self.allowance.most_nodes.saturating_sub(self.nodes)
    }

    #[cold]
    fn look(&mut self) {
        self.next_look = self.nodes + CLOCK;
        self.other_work = 0;
        self.enter();
        if self.control.look() {
            self.share = f64::INFINITY;
            return;
        }
        let elapsed = || (self.control.elapsed() - self.began).as_secs_f64();
        let time = self.allowance.time.map_or(0.0, |time| elapsed() / time.as_secs_f64().max(1e-9));
        let nodes = self.allowance.nodes.map_or(0.0, |nodes| match nodes {
            0 => 1.0,
            nodes => self.nodes as f64 / nodes as f64,
        });
        self.share = time.max(nodes);
    }

    fn enter(&mut self) {
        self.all_nodes.fetch_add(self.nodes - self.entered, Relaxed);
        self.entered = self.nodes;
    }
}

impl Drop for Effort<'_> {
    fn drop(&mut self) {
        self.enter();
    }
}
