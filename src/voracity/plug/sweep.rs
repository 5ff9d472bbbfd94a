//! The sweep: layer by layer, the best score for every profile that can come about.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Failure;
use super::arcs::Arcs;
use super::table::Table;
use super::walk::Stretch;

/// Profiles between two polls of the stop flag and of the memory.
const POLL: usize = 4096;

/// What a solve may use, and how it is told to stop.
#[derive(Clone, Copy, Debug, Default)]
pub struct Resources<'a> {
    /// Bytes for tables and layers.
    pub memory: Option<u64>,
    /// Set when the solve is to end.
    pub stop: Option<&'a AtomicBool>,
}

impl Resources<'_> {
    /// Fails if it is time to stop or if this many bytes are too many.
    pub(super) fn allow(&self, bytes: usize) -> Result<(), Failure> {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Failure::Stopped);
        }
        match self.memory {
            Some(limit) if bytes as u64 > limit => Err(Failure::DoesNotFit { limit }),
            _ => Ok(()),
        }
    }
}

/// The profiles in front of a cell, with the best score for each.
pub(super) struct Layer {
    /// The next cell.
    pub cell: usize,
    /// The profiles.
    pub profiles: Vec<u64>,
    /// The most cells covered so far, for each profile.
    pub scores: Vec<u16>,
}

impl Layer {
    fn of(table: &Table, cell: usize) -> Self {
        let mut layer =
            Self { cell, profiles: Vec::with_capacity(table.len()), scores: Vec::with_capacity(table.len()) };
        for (profile, score) in table.iter() {
            layer.profiles.push(profile);
            layer.scores.push(score);
        }
        layer
    }

    /// What it takes.
    pub fn bytes(&self) -> usize {
        self.profiles.capacity() * size_of::<u64>() + self.scores.capacity() * size_of::<u16>()
    }
}

/// All layers, from the one before the first cell to the one after the last.
pub(super) struct Layers {
    /// In the order of the sweep.
    pub layers: Vec<Layer>,
    /// What they take.
    pub bytes: usize,
}

/// Sweeps over a board.
///
/// A stretch of cells is walked in one go, without looking at what the profiles between them have in common. The less
/// they have in common, the longer the stretch may be: whole rows where values are large, single cells where all are 1.
pub(super) fn sweep(arcs: &Arcs, resources: &Resources<'_>) -> Result<Layers, Failure> {
    let first = Layer { cell: 0, profiles: vec![0], scores: vec![0] };
    let mut swept = Layers { bytes: first.bytes(), layers: vec![first] };
    let mut table = Table::new();
    let mut length = arcs.width.div_ceil(2);
    let mut cell = 0;
    while cell < arcs.cells.len() {
        let stretch = Stretch { arcs, from: cell, to: cell + length.min(arcs.width - cell % arcs.width) };
        let layer = &swept.layers[swept.layers.len() - 1];
        table.clear(layer.profiles.len());
        let mut arrived = 0;
        for (chunk, scores) in layer.profiles.chunks(POLL).zip(layer.scores.chunks(POLL)) {
            resources.allow(swept.bytes + table.bytes())?;
            for (&profile, &score) in chunk.iter().zip(scores) {
                stretch.walk(profile, &mut |after, covered, _| {
                    arrived += 1;
                    table.offer(after, score + covered);
                });
            }
        }
        table.settle();
        cell = stretch.to;
        let layer = Layer::of(&table, cell);
        swept.bytes += layer.bytes();
        swept.layers.push(layer);
        if arrived > 4 * table.len() {
            length = (length / 2).max(1);
        } else if arrived < 3 * table.len() {
            length = (length * 2).min(arcs.width);
        }
    }
    Ok(swept)
}
