//! The sweep: layer by layer, the best score for every profile that can come about.

use super::{arcs::Arcs, kept::Keeper, table::Table, walk::Stretch};
use crate::search::{Control, Steps, StopReason, Stopped, Tally};

/// Profiles between two looks at the limits; fewer where their number is limited, which is to be kept to closely.
const PIECE: usize = 4096;
const PIECE_OF_LIMITED: usize = 16;

/// The part of the time that the sweep forwards takes, about; the rest is the way back.
pub(super) const FORWARD_SHARE: f64 = 0.6;

/// The profiles in front of a cell, with the best score for each.
pub(super) struct Layer {
    /// The next cell.
    pub cell: usize,
    /// How many cells are to be walked next.
    pub stretch: usize,
    /// The profiles.
    pub profiles: Vec<u64>,
    /// The most cells covered so far, for each profile.
    pub scores: Vec<u16>,
}

impl Layer {
    /// The layer before the first cell of rows with so many cells.
    pub fn first(width: usize) -> Self {
        Self { cell: 0, stretch: width.div_ceil(2), profiles: vec![0], scores: vec![0] }
    }

    fn of(table: &Table<'_>, cell: usize, stretch: usize, control: &Control) -> Result<Self, Stopped> {
        let bytes = (table.len() * (size_of::<u64>() + size_of::<u16>())) as u64;
        if table.len() > PIECE && control.is_too_much(bytes) {
            control.stop(StopReason::MemoryLimit);
            return Err(Stopped);
        }
        let (profiles, scores) = (Vec::with_capacity(table.len()), Vec::with_capacity(table.len()));
        let mut layer = Self { cell, stretch, profiles, scores };
        for (profile, score) in table.iter() {
            layer.profiles.push(profile);
            layer.scores.push(score);
        }
        // Of a run that is stopped only a part has come.
        if layer.profiles.len() == table.len() { Ok(layer) } else { Err(Stopped) }
    }
}

/// How many profiles to look at in one go.
pub(super) fn piece(control: &Control) -> usize {
    if control.has_node_limit() { PIECE_OF_LIMITED } else { PIECE }
}

/// Sweeps over a board from the last of the layers on, and adds those that follow. They begin with the one before the
/// first cell and end with the one after the last. What is done when the run is stopped stays.
///
/// A stretch of cells is walked in one go, without looking at what the profiles between them have in common. The less
/// they have in common, the longer the stretch may be: whole rows where values are large, single cells where all are 1.
pub(super) fn sweep(
    arcs: &Arcs,
    layers: &mut Vec<Layer>,
    steps: &mut Steps<'_>,
    mut keeper: Option<&mut Keeper>,
) -> Result<(), Stopped> {
    let control = steps.control();
    let piece = piece(control);
    let walked = layers.split_last().map_or(&[][..], |(_, walked)| walked);
    let nodes = walked.iter().map(|layer| layer.profiles.len() as u64).sum();
    steps.resume(Tally { nodes, cases: nodes, answers: 0 });
    let mut table = Table::new(control);
    while let Some(layer) = layers.last().filter(|layer| layer.cell < arcs.cells.len()) {
        let cell = layer.cell;
        steps.set_share(FORWARD_SHARE * cell as f64 / arcs.cells.len() as f64);
        let stretch = Stretch { arcs, from: cell, to: cell + layer.stretch.min(arcs.width - cell % arcs.width) };
        table.clear(layer.profiles.len());
        let mut arrived = 0;
        for (profiles, scores) in layer.profiles.chunks(piece).zip(layer.scores.chunks(piece)) {
            steps.spend(profiles.len() as u64)?;
            for (&profile, &score) in profiles.iter().zip(scores) {
                stretch.walk(profile, &mut |after, covered, _| {
                    arrived += 1;
                    table.offer(after, score + covered);
                });
            }
        }
        table.settle();
        let next_stretch = match layer.stretch {
            length if arrived > 4 * table.len() => (length / 2).max(1),
            length if arrived < 3 * table.len() => (length * 2).min(arcs.width),
            length => length,
        };
        layers.push(Layer::of(&table, stretch.to, next_stretch, control)?);
        if let Some(keeper) = &mut keeper {
            keeper.keep_now_and_then(layers, control);
        }
    }
    // The profiles of the last layer are counted as well.
    steps.spend(layers.last().map_or(0, |layer| layer.profiles.len() as u64))
}
