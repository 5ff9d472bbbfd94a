//! How many solutions there are, without the graph: only the states of two levels are held at a time, each with the
//! number of ways that lead to it.

use std::collections::hash_map::Entry;

use num_traits::{CheckedAdd, One};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::search::{Control, own_pool};

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

/// Counts with at most `most_bytes` of memory, unless the run is stopped.
pub fn count(compiled: &Compiled, threads: usize, most_bytes: u64, control: &Control) -> Result<Counted, NoGraph> {
    let scan = Scan::new(compiled).ok_or(NoGraph::NotFlat)?;
    let pool = own_pool(threads).map_err(|_| NoGraph::TooLarge)?;
    pool.install(|| {
        // Few puzzles have so many solutions that their number needs more than 64 bits.
        let counted = count_in_pool::<u64>(&scan, most_bytes, control)?;
        let counted = counted.map_or_else(|| count_in_pool::<u128>(&scan, most_bytes, control), |it| Ok(Some(it)))?;
        counted.ok_or(NoGraph::TooLarge)
    })
}

/// A number of ways that lead to a state.
trait Ways: CheckedAdd + One + Copy + Into<u128> + Send + Sync {}

impl<W: CheckedAdd + One + Copy + Into<u128> + Send + Sync> Ways for W {}

/// `None` if the numbers grow too large for their type.
fn count_in_pool<W: Ways>(scan: &Scan, most_bytes: u64, control: &Control) -> Result<Option<Counted>, NoGraph> {
    let mut counted = Counted { solutions: 0, states_met: 1 };
    let mut states = vec![(scan.start(), W::one())];
    // One map and one list serve all levels: what an allocator is given back, it does not give back at once.
    let mut next: FxHashMap<Key, W> = FxHashMap::default();
    while !states.is_empty() {
        for (_, ways) in states.iter().filter(|(key, _)| scan.is_full(*key)) {
            let Some(sum) = counted.solutions.checked_add((*ways).into()) else { return Ok(None) };
            counted.solutions = sum;
        }
        for batch in states.chunks(CHUNK * BATCH) {
            let expanded: Vec<Vec<(Key, W)>> = batch.par_chunks(CHUNK).map(|chunk| expand(scan, chunk)).collect();
            if control.look() {
                return Err(NoGraph::Stopped);
            }
            for (key, ways) in expanded.into_iter().flatten() {
                match next.entry(key) {
                    Entry::Vacant(entry) => drop(entry.insert(ways)),
                    Entry::Occupied(mut entry) => {
                        let Some(sum) = entry.get().checked_add(&ways) else { return Ok(None) };
                        entry.insert(sum);
                    }
                }
            }
            if ((states.len() + 3 * next.len()) * size_of::<(Key, W)>()) as u64 > most_bytes {
                return Err(NoGraph::TooLarge);
            }
        }
        counted.states_met += next.len() as u64;
        states.clear();
        states.extend(next.drain());
    }
    Ok(Some(counted))
}

/// The states after these, each as often as there are steps to it.
fn expand<W: Copy>(scan: &Scan, states: &[(Key, W)]) -> Vec<(Key, W)> {
    let (mut children, mut out) = (Vec::new(), Vec::with_capacity(states.len() * 4));
    for (key, ways) in states {
        children.clear();
        scan.expand(*key, &mut children);
        out.extend(children.iter().map(|(child, _)| (*child, *ways)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::super::{
        board::{Board, Point},
        puzzle::{Piece, Puzzle, Rules},
    };
    use super::*;

    #[test]
    fn numbers_may_need_more_than_64_bits() {
        let single = |letter: u8| Piece { letter: letter as char, cells: vec![Point::new(0, 0, 0)] };
        let pieces = (b'A'..=b'Z').take(21).map(single).collect();
        let puzzle = Puzzle { board: Board::full(3, 7, 1), pieces, given: Vec::new(), rules: Rules::default() };
        let counted = count(&Compiled::new(puzzle), 1, u64::MAX, &Control::default()).unwrap();
        assert_eq!(counted.solutions, (1..=21u128).product());
    }
}
