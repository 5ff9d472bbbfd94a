//! How many solutions there are, without the graph: only the states of two levels are held at a time, each with the
//! number of ways that lead to it.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::{
    super::placements::Compiled,
    CHUNK, NoGraph,
    scan::{Key, Scan},
};

/// Chunks of states that are expanded before their children are gathered: few enough to take little memory.
const BATCH: usize = 8;

/// The number of solutions, and the work it took to find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The number of solutions.
    pub solutions: u128,
    /// States met on the way.
    pub states_met: u64,
}

/// A number of ways, in two halves: as one number it would be padded to twice its size.
#[derive(Clone, Copy, Debug)]
struct Ways(u64, u64);

impl Ways {
    fn get(self) -> u128 {
        u128::from(self.0) << 64 | u128::from(self.1)
    }

    /// `None` beyond 128 bits.
    fn plus(self, more: Self) -> Option<Self> {
        let sum = self.get().checked_add(more.get())?;
        Some(Self((sum >> 64) as u64, sum as u64))
    }
}

/// Counts with at most `most_bytes` of memory, unless `is_stopped` tells otherwise.
pub fn count(
    compiled: &Compiled,
    threads: usize,
    most_bytes: u64,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Counted, NoGraph> {
    let scan = Scan::new(compiled).ok_or(NoGraph::NotFlat)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|_| NoGraph::TooLarge)?;
    pool.install(|| count_in_pool(&scan, most_bytes, is_stopped))
}

fn count_in_pool(scan: &Scan, most_bytes: u64, is_stopped: &(dyn Fn() -> bool + Sync)) -> Result<Counted, NoGraph> {
    let mut counted = Counted { solutions: 0, states_met: 1 };
    let mut states = vec![(scan.start(), Ways(0, 1))];
    // One map and one list serve all levels: what an allocator is given back, it does not give back at once.
    let mut next: FxHashMap<Key, Ways> = FxHashMap::default();
    while !states.is_empty() {
        for (_, ways) in states.iter().filter(|(key, _)| scan.is_full(*key)) {
            counted.solutions = counted.solutions.checked_add(ways.get()).ok_or(NoGraph::TooLarge)?;
        }
        for batch in states.chunks(CHUNK * BATCH) {
            let expanded: Vec<Vec<(Key, Ways)>> = batch.par_chunks(CHUNK).map(|chunk| expand(scan, chunk)).collect();
            if is_stopped() {
                return Err(NoGraph::Stopped);
            }
            for (key, ways) in expanded.into_iter().flatten() {
                let sum = next.entry(key).or_insert(Ways(0, 0));
                *sum = sum.plus(ways).ok_or(NoGraph::TooLarge)?;
            }
            if ((states.len() + 3 * next.len()) * size_of::<(Key, Ways)>()) as u64 > most_bytes {
                return Err(NoGraph::TooLarge);
            }
        }
        counted.states_met += next.len() as u64;
        states.clear();
        states.extend(next.drain());
    }
    Ok(counted)
}

/// The states after these, each as often as there are steps to it.
fn expand(scan: &Scan, states: &[(Key, Ways)]) -> Vec<(Key, Ways)> {
    let (mut children, mut out) = (Vec::new(), Vec::with_capacity(states.len() * 4));
    for (key, ways) in states {
        children.clear();
        scan.expand(*key, &mut children);
        out.extend(children.iter().map(|(child, _)| (*child, *ways)));
    }
    out
}
