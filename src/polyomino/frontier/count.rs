//! How many solutions there are: windows first, then used sets as ranks, from both ends.

use crossbeam::queue::SegQueue;
use num_bigint::BigUint;

use crate::search::{Control, own_pool};

use super::{
    super::placements::{Compiled, OpenKind},
    NoGraph,
    budget::Budget,
    ends::{Cut, Ends, Halt, Taken},
    held::Held,
    ranks::{Rank, RankMaps, UsedSets},
    residues::{bits_of_ways, from_residues, moduli},
    strip::{Layout, Strip, Window},
    windows::Windows,
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

/// What a count may take.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// The threads.
    pub threads: usize,
    /// The bytes of all tables.
    pub bytes: u64,
    /// The windows.
    pub windows: u64,
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
    let kinds = compiled.open_kinds();
    let fitting = |layout: &Layout| layout.span(compiled, &kinds) <= u64::BITS as usize;
    let layout = Layout::rectangle(compiled).filter(fitting).unwrap_or_else(|| Layout::cells_only(compiled));
    let count = Count { compiled, layout: &layout, kinds: &kinds, allowance, control, cut };
    pool.install(|| match layout.span(compiled, &kinds) {
        0..=64 => count.with_windows::<u64>(),
        65..=128 => count.with_windows::<u128>(),
        _ => Err(NoGraph::TooLarge("a piece reaches too far ahead of its first cell")),
    })
}

struct Count<'a> {
    compiled: &'a Compiled,
    layout: &'a Layout,
    kinds: &'a [OpenKind],
    allowance: Allowance,
    control: &'a Control,
    cut: Cut,
}

impl Count<'_> {
    fn with_windows<W: Window>(&self) -> Result<Counted, NoGraph> {
        let held = Held::choose(self.compiled, self.layout, self.kinds);
        let strip = Strip::<W>::new(self.compiled, self.layout, self.kinds, held.as_ref());
        let strip = strip.ok_or(NoGraph::TooLarge("there are too many pieces"))?;
        let budget = Budget::new(self.allowance.bytes);
        let windows = Windows::build(&strip, self.allowance.windows, &budget, self.control)?;
        let mut counted = Counted { solutions: BigUint::ZERO, windows: windows.nodes(), states_met: windows.met };
        if windows.layers[0].len() == 0 {
            return Ok(counted);
        }
        if windows.layers.len() == 1 {
            counted.solutions = BigUint::from(1u32);
            return Ok(counted);
        }
        let mut is_needed = vec![false; strip.end() + 1];
        windows.layers.iter().flat_map(|layer| &layer.areas).for_each(|area| is_needed[usize::from(*area)] = true);
        let too_many = NoGraph::TooLarge("there are too many sets of pieces that may be used");
        let sets = UsedSets::new(&strip.kinds, &is_needed).ok_or(too_many)?;
        let taken = strip.steps.iter().map(|steps| {
            steps.iter().map(|step| Taken { kind: step.kind, weight: step.weight }).collect::<Vec<Taken>>()
        });
        let taken: Vec<Vec<Taken>> = taken.collect();
        drop(strip);
        let (solutions, states) = if sets.largest_class() < u16::MOST {
            self.with_ranks::<u16>(&windows, sets, &taken, &budget)?
        } else if sets.largest_class() < u32::MOST {
            self.with_ranks::<u32>(&windows, sets, &taken, &budget)?
        } else {
            return Err(too_many);
        };
        counted.solutions = solutions;
        counted.states_met += states;
        Ok(counted)
    }

    fn with_ranks<R: Rank>(
        &self,
        windows: &Windows,
        sets: UsedSets,
        taken: &[Vec<Taken>],
        budget: &Budget,
    ) -> Result<(BigUint, u64), NoGraph> {
        if !budget.take(sets.table_bytes(size_of::<R>())) {
            return Err(NoGraph::TooLarge("the tables of used sets would not fit the memory"));
        }
        let maps = RankMaps::<R>::new(sets);
        let run = |modulus| {
            let (control, before) = (self.control, budget.taken());
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
        for modulus in moduli(bits_of_ways(windows, taken)) {
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
