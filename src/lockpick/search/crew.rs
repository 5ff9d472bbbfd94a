//! Expands many states at once, each into its own place, with as many threads as there are.

use rayon::prelude::*;

use crate::lockpick::play::State;

use super::{
    expand::{Expansion, Ground, Worker},
    strides::StrideReach,
    table::{StateId, Table},
};

/// Batches smaller than this are not worth waking anybody up.
const WORTH_SHARING: usize = 8;

/// Workers with their room, and what came of the last batch.
pub(super) struct Crew {
    workers: Vec<Worker>,
    /// One for each state of the batch, in its order; more may follow from earlier batches.
    pub expansions: Vec<Expansion>,
}

impl Crew {
    pub fn new(ground: &Ground<'_>, start: &State, threads: usize) -> Self {
        let workers = (0..threads.max(1)).map(|_| Worker::new(ground, start)).collect();
        Self { workers, expansions: Vec::new() }
    }

    /// Expands a batch. The table is only looked at, so it does not matter who expands what.
    pub fn expand(&mut self, ground: &Ground<'_>, reach: Option<StrideReach>, table: &Table, batch: &[StateId]) {
        let Self { workers, expansions } = self;
        expansions.resize_with(batch.len().max(expansions.len()), Expansion::default);
        if batch.len() < WORTH_SHARING || workers.len() == 1 {
            for (&id, out) in batch.iter().zip(expansions) {
                workers[0].expand(ground, reach, table, id, out);
            }
            return;
        }
        let share = batch.len().div_ceil(workers.len());
        let parts = batch.par_chunks(share).zip(expansions.par_chunks_mut(share)).zip(workers);
        parts.for_each(|((batch, expansions), worker)| {
            for (&id, out) in batch.iter().zip(expansions) {
                worker.expand(ground, reach, table, id, out);
            }
        });
    }
}
