//! Direct elimination for boards of a million squares, where jumps that are not too long are dealt with exactly.
//!
//! States are eliminated from the goal downwards. With only short jumps, the value of a state then depends on a few
//! states right below it: a row of the skyline. Arcs that reach farther are left to the iteration that uses this as its
//! preconditioner.

use crate::{
    search::{Lookout, StopReason},
    snakes::chain::Chain,
};

/// Entries the rows may have together: half a gigabyte.
const MAX_ENTRIES: usize = 60_000_000;

/// Of the memory that a limit leaves, rows and factors may take one part in so many.
const SHARE_OF_MEMORY: u64 = 2;

/// Multiplications the elimination may take.
const MAX_WORK: u64 = 6_000_000_000;

/// The short arcs of a chain, eliminated.
pub struct Skyline {
    /// Arcs that span more states than this are not in it.
    reach: usize,
    /// Per state, the lowest state its value depends on.
    lowest: Vec<u32>,
    /// Per state, where its row begins in `entries`; the row has a coefficient for each state from `lowest` up to
    /// itself.
    rows: Vec<usize>,
    entries: Vec<f64>,
    /// Per state, where its factors begin in `factors`: the higher states it was expressed by.
    factor_rows: Vec<usize>,
    factors: Vec<(u32, f64)>,
    /// 1 / the pivot of each state.
    pivots: Vec<f64>,
}

impl Skyline {
    /// Eliminates with the longest reach that can be afforded.
    pub fn new(chain: &Chain) -> Result<Option<Self>, StopReason> {
        let longest = chain.len();
        let reaches = std::iter::successors(Some(4096.min(longest)), |reach| (*reach > 1).then_some(reach / 4));
        for reach in reaches {
            if let Some(skyline) = Self::with_reach(chain, reach.max(1))? {
                return Ok(Some(skyline));
            }
        }
        Ok(None)
    }

    /// Eliminates with a given reach. `None` if it takes too much memory or time.
    pub fn with_reach(chain: &Chain, reach: usize) -> Result<Option<Self>, StopReason> {
        let mut lookout = chain.control().lookout();
        let count = chain.goal();
        let most_bytes = chain.control().memory_left().map_or(u64::MAX, |left| left / SHARE_OF_MEMORY);
        let weights: Vec<f64> = chain.outcomes().iter().map(|outcome| f64::from(outcome.weight)).collect();
        let mut skyline = Self {
            reach,
            lowest: vec![0; count],
            rows: vec![0; count],
            entries: Vec::new(),
            factor_rows: vec![0; count + 1],
            factors: Vec::new(),
            pivots: vec![0.0; count],
        };
        // What is reserved and not used takes no memory, but a vector that grows is copied: of so many entries that
        // takes long, and nobody looks at the limits meanwhile.
        let most_entries = MAX_ENTRIES.min(count.saturating_mul(count) / 2);
        let _ = skyline.entries.try_reserve_exact(most_entries);
        let _ = skyline.factors.try_reserve_exact(most_entries);
        let mut sums = vec![0.0; count + 1];
        let mut work = 0u64;
        // Factors are appended from the top state down, so the row of a state ends where the one above it begins.
        for state in (0..count).rev() {
            lookout.spend(2 * weights.len() as u64)?;
            let mut lowest = state;
            let mut highest = state;
            for (&to, &weight) in chain.next(state).iter().zip(&weights) {
                let to = to as usize;
                if to != count && to.abs_diff(state) <= reach {
                    sums[to] += weight;
                    lowest = lowest.min(to);
                    highest = highest.max(to);
                }
            }
            skyline.factor_rows[state + 1] = skyline.factors.len();
            for above in (state + 1..=highest).rev() {
                let factor = std::mem::take(&mut sums[above]);
                if factor == 0.0 {
                    continue;
                }
                skyline.factors.push((above as u32, factor));
                let bottom = skyline.lowest[above] as usize;
                lowest = lowest.min(bottom);
                let row = &skyline.entries[skyline.rows[above]..][..above - bottom];
                sums[bottom..above].iter_mut().zip(row).for_each(|(sum, entry)| *sum += factor * entry);
                work += (above - bottom) as u64 + 1;
                lookout.spend((above - bottom) as u64 + 1)?;
            }
            skyline.factor_rows[state] = skyline.factors.len();
            let pivot = chain.total() as f64 - std::mem::take(&mut sums[state]);
            let entries = skyline.entries.len() + (state - lowest);
            let bytes = entries * size_of::<f64>() + skyline.factors.len() * size_of::<(u32, f64)>();
            if pivot <= 0.0 || work > MAX_WORK || entries > MAX_ENTRIES || bytes as u64 > most_bytes {
                return Ok(None);
            }
            skyline.pivots[state] = 1.0 / pivot;
            skyline.lowest[state] = lowest as u32;
            skyline.rows[state] = skyline.entries.len();
            let row = sums[lowest..state].iter_mut().map(|sum| std::mem::take(sum) / pivot);
            skyline.entries.extend(row);
        }
        Ok(Some(skyline))
    }

    /// How many states an arc may span to be in it.
    pub fn reach(&self) -> usize {
        self.reach
    }

    /// Solves for the short arcs, in place.
    pub fn solve(&self, values: &mut [f64], lookout: &mut Lookout<'_>) -> Result<(), StopReason> {
        let count = self.pivots.len();
        for state in (0..count).rev() {
            let factors = &self.factors[self.factor_rows[state + 1]..self.factor_rows[state]];
            let sum: f64 = factors.iter().map(|&(above, factor)| factor * values[above as usize]).sum();
            values[state] = (values[state] + sum) * self.pivots[state];
            lookout.spend(factors.len() as u64 + 1)?;
        }
        for state in 0..count {
            let bottom = self.lowest[state] as usize;
            let row = &self.entries[self.rows[state]..][..state - bottom];
            let sum: f64 = row.iter().zip(&values[bottom..state]).map(|(entry, value)| entry * value).sum();
            values[state] += sum;
            lookout.spend(row.len() as u64 + 1)?;
        }
        Ok(())
    }
}
