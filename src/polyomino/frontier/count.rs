//! How many solutions there are: windows first, then used sets as ranks, from both ends.

use crossbeam::queue::SegQueue;
use num_bigint::BigUint;

use crate::search::{Control, own_pool};

use super::{
    super::placements::Compiled,
    NoGraph,
    budget::Budget,
    ends::{Cut, Ends, Halt},
    prepare::{Allowance, Prepared},
    ranks::{Rank, RankMaps, UsedSets},
    residues::{bits_of_ways, from_residues, moduli},
};

/// The number of solutions, and the work it took to find it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The number of solutions.
    pub solutions: BigUint,
    /// Windows that lie on the way to a full board.
    pub windows: u64,
    /// States that were looked at: windows with a used set.
    pub states_met: u64,
}

/// Counts within the allowance, unless the run is stopped.
pub fn count(compiled: &Compiled, allowance: Allowance, control: &Control) -> Result<Counted, NoGraph> {
    count_cut(compiled, allowance, control, Cut::Cheapest)
}

pub(super) fn count_cut(
    compiled: &Compiled,
    allowance: Allowance,
    control: &Control,
    cut: Cut,
) -> Result<Counted, NoGraph> {
    let pool = own_pool(allowance.threads).map_err(|_| NoGraph::TooLarge("there are not enough threads"))?;
    let budget = Budget::new(allowance.bytes);
    pool.install(|| {
        let prepared = Prepared::new(compiled, allowance, true, &budget, control)?;
        Count { prepared: &prepared, budget: &budget, control, cut }.count()
    })
}

struct Count<'a> {
    prepared: &'a Prepared,
    budget: &'a Budget,
    control: &'a Control,
    cut: Cut,
}

impl Count<'_> {
    fn count(&self) -> Result<Counted, NoGraph> {
        let windows = &self.prepared.windows;
        let mut counted = Counted { solutions: BigUint::ZERO, windows: windows.nodes(), states_met: windows.met };
        if windows.layers[0].len() == 0 {
            return Ok(counted);
        }
        if windows.layers.len() == 1 {
            counted.solutions = BigUint::from(1u32);
            return Ok(counted);
        }
        let sets = self.prepared.used_sets()?;
        let (solutions, states) =
            if sets.fits::<u16>() { self.with_ranks::<u16>(sets)? } else { self.with_ranks::<u32>(sets)? };
        counted.solutions = solutions;
        counted.states_met += states;
        Ok(counted)
    }

    fn with_ranks<R: Rank>(&self, sets: UsedSets) -> Result<(BigUint, u64), NoGraph> {
        if !self.budget.take(sets.table_bytes(size_of::<R>())) {
            return Err(NoGraph::TooLarge("the tables of used sets would not fit the memory"));
        }
        let (maps, Prepared { windows, taken, .. }) = (RankMaps::<R>::new(sets), self.prepared);
        let run = |modulus| {
            let (control, budget, before) = (self.control, self.budget, self.budget.taken());
            let ends = Ends { windows, maps: &maps, taken, modulus, budget, control, scratches: SegQueue::new() };
            let counted = ends.count(self.cut);
            budget.return_to(before);
            counted
        };
        match run(None) {
            Ok((solutions, states)) => return Ok((BigUint::from(solutions), states)),
            Err(Halt::NoGraph(reason)) => return Err(reason),
            Err(Halt::TooWide) => {}
        }
        let (mut residues, mut states) = (Vec::new(), 0);
        for modulus in moduli(bits_of_ways(windows, taken, self.control)?) {
            match run(Some(modulus)) {
                Ok((residue, met)) => {
                    residues.push((residue as u64, modulus));
                    states = met;
                }
                Err(Halt::NoGraph(reason)) => return Err(reason),
                Err(Halt::TooWide) => return Err(NoGraph::TooLarge("its numbers are too large")),
            }
        }
        Ok((from_residues(&residues), states))
    }
}
