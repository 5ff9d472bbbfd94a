//! How long a count by windows takes: some layers are counted from both ends, and the rest is taken to be as densely
//! filled with states as the last ones that were.

use std::time::Instant;

use crossbeam::queue::SegQueue;

use crate::search::{Control, Figure, own_pool};

use super::{
    super::placements::Compiled,
    NoGraph,
    budget::Budget,
    ends::Ends,
    prepare::{Allowance, Prepared},
    ranks::{Rank, RankMaps, UsedSets},
};

/// What the density of the layers that were not counted may be, times and divided by this, of the last ones that were.
const SPREAD: f64 = 2.0;

/// What is known of a count that has not been made.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    /// The states it will look at.
    pub states: Figure,
    /// How long that takes.
    pub seconds: Figure,
}

/// Tries a count for as long as `trial` allows. `NoGraph::Stopped` if that is not even enough for the windows.
pub fn estimate(compiled: &Compiled, allowance: Allowance, trial: &Control) -> Result<Expected, NoGraph> {
    let pool = own_pool(allowance.threads).map_err(|_| NoGraph::TooLarge("there are not enough threads"))?;
    let (budget, started) = (Budget::new(allowance.bytes), Instant::now());
    pool.install(|| {
        let prepared = Prepared::new(compiled, allowance, true, &budget, trial)?;
        if prepared.windows.layers[0].len() == 0 || prepared.windows.layers.len() == 1 {
            let nothing = Figure::exact(0.0);
            return Ok(Expected { states: nothing, seconds: Figure::exact(started.elapsed().as_secs_f64()) });
        }
        let sets = prepared.used_sets()?;
        let try_layers = if sets.fits::<u16>() { try_layers::<u16> } else { try_layers::<u32> };
        try_layers(&prepared, sets, &budget, trial, started)
    })
}

fn try_layers<R: Rank>(
    prepared: &Prepared,
    sets: UsedSets,
    budget: &Budget,
    trial: &Control,
    started: Instant,
) -> Result<Expected, NoGraph> {
    if !budget.take(sets.table_bytes(size_of::<R>())) {
        return Err(NoGraph::TooLarge("the tables of used sets would not fit the memory"));
    }
    let (maps, Prepared { windows, taken, .. }) = (RankMaps::<R>::new(sets), prepared);
    let ends = Ends { windows, maps: &maps, taken, modulus: None, budget, control: trial, scratches: SegQueue::new() };
    let begun = Instant::now();
    let sizes = ends.sizes();
    let tried = begun.elapsed().as_secs_f64();
    let counted: f64 = sizes.iter().flatten().map(|states| *states as f64).sum();
    // All used sets that the nodes of a layer could have.
    let room: Vec<f64> = windows
        .layers
        .iter()
        .map(|layer| layer.areas.iter().map(|area| maps.class_size(usize::from(*area)) as f64).sum())
        .collect();
    let front = sizes.iter().position(Option::is_none).unwrap_or(sizes.len());
    let back = sizes.iter().rposition(Option::is_none).map_or(front, |last| last + 1);
    let density =
        |at: Option<usize>| at.map_or(1.0, |at| sizes[at].map_or(1.0, |states| states as f64 / room[at].max(1.0)));
    let (from_front, from_back) = (density(front.checked_sub(1)), density((back < sizes.len()).then_some(back)));
    // Where the ends meet is chosen so that they have the least to do.
    let cost = |cut: usize| {
        room[front..cut].iter().sum::<f64>() * from_front + room[cut..back].iter().sum::<f64>() * from_back
    };
    let rest = (front..=back).map(cost).fold(f64::INFINITY, f64::min);
    let states = Figure { mean: counted + rest, likely: (counted + rest / SPREAD, counted + rest * SPREAD) };
    let (before, rate) = ((begun - started).as_secs_f64(), tried / counted.max(1.0));
    let Figure { mean, likely: (least, most) } = states.times(rate);
    Ok(Expected { states, seconds: Figure { mean: before + mean, likely: (before + least, before + most) } })
}
