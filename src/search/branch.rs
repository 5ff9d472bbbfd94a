//! Where each worker of a run stands, for whoever watches. Workers tell it when the reporter calls a round, some times
//! a second, so that watching costs the search nothing.

use super::{path::Path, range::Range, tally::Tally};

/// What one worker is doing.
#[derive(Clone, Debug)]
pub struct Branch<A> {
    /// The worker, counted from 0.
    pub worker: usize,
    /// The ids it searches, from where it began to their present end: of what is left a part may be given away. `None`
    /// if it has nothing to do.
    pub range: Option<Range>,
    /// The next id it will try.
    pub at: Option<Path>,
    /// The part of the range that is done, between 0 and 1, if all children of a node were equally large.
    pub share: f64,
    /// All its work in this run.
    pub tally: Tally,
    /// What has been chosen on the way to where it stands, where the tree can tell.
    pub so_far: Option<A>,
}

impl<A> Branch<A> {
    /// A worker that waits for work.
    pub(super) fn idle(worker: usize, tally: Tally) -> Self {
        Self { worker, range: None, at: None, share: 0.0, tally, so_far: None }
    }
}

/// The latest that is known of every worker.
#[derive(Debug)]
pub(super) struct Branches<A>(Vec<Branch<A>>);

impl<A> Branches<A> {
    /// Nobody has told anything yet.
    pub fn new() -> Self {
        Self(Vec::new())
    }

    /// Takes in what a worker says of itself.
    pub fn enter(&mut self, branch: Branch<A>) {
        while self.0.len() <= branch.worker {
            self.0.push(Branch::idle(self.0.len(), Tally::default()));
        }
        let worker = branch.worker;
        self.0[worker] = branch;
    }

    /// All workers, in order.
    pub fn all(&self) -> &[Branch<A>] {
        &self.0
    }
}
