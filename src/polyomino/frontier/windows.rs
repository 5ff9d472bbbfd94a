//! The graph of windows: which windows can follow each other, whatever pieces are used. It has far fewer nodes than
//! there are states with their used sets, and what cannot reach the end is deleted before any state is looked at.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::search::Control;

use super::{
    NoGraph,
    budget::Budget,
    strip::{Strip, Window},
};

/// Nodes that are expanded as one unit of work. Fixed, so that the graph does not depend on the threads.
const CHUNK: usize = 512;
/// Chunks that are expanded before what follows them is gathered, at most: fewer where that takes much memory.
const BATCH: usize = 64;
/// What follows a batch may take this part of the memory that is left.
const BATCH_SHARE: u64 = 16;

/// A window that waits for its layer to be expanded takes this many times its own bytes in its table.
const WAITING_BYTES: u64 = 7;

/// A step from a node: which one of the layer's steps it is, and the node it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The node in its layer.
    pub node: u32,
    /// The step's number among those of the layer it starts from.
    pub step: u16,
    /// How many layers further the node lies.
    pub ahead: u8,
}

/// The windows with one first empty cell.
#[derive(Debug, Default)]
pub(super) struct Layer {
    /// The area of the used sets of each node, without the piece that is held fast.
    pub areas: Vec<u16>,
    /// Where each node's edges begin; they end where the next node's begin.
    edges_from: Vec<u32>,
    edges: Vec<Edge>,
}

impl Layer {
    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.areas.len()
    }

    /// The edges of a node.
    pub fn edges_of(&self, node: usize) -> &[Edge] {
        &self.edges[self.edges_from[node] as usize..self.edges_from[node + 1] as usize]
    }

    fn bytes(&self) -> u64 {
        (self.areas.len() * 6 + self.edges.len() * size_of::<Edge>()) as u64
    }
}

/// All windows that lie on a way from the empty board to a full one.
#[derive(Debug)]
pub(super) struct Windows {
    /// By the first empty cell; the last layer is the full board. Without any solution they are all empty.
    pub layers: Vec<Layer>,
    /// The most layers a step jumps.
    pub longest: usize,
    /// Windows met, the dead ones among them.
    pub met: u64,
}

/// The windows of a layer that were met so far.
struct Meeting<W> {
    numbers: FxHashMap<W, u32>,
    windows: Vec<W>,
}

/// What follows the windows of one chunk.
struct Expanded<W> {
    /// The number of steps from each window.
    steps: Vec<u32>,
    next: Vec<(W, u16, u8)>,
}

impl<W> Expanded<W> {
    fn bytes(&self) -> u64 {
        (self.next.capacity() * size_of::<(W, u16, u8)>()) as u64
    }
}

impl Windows {
    /// Builds the graph, with at most `most` windows.
    pub fn build<W: Window>(strip: &Strip<W>, most: u64, budget: &Budget, control: &Control) -> Result<Self, NoGraph> {
        let end = strip.end();
        let new_meeting = || Meeting { numbers: FxHashMap::default(), windows: Vec::new() };
        let mut meetings: Vec<Meeting<W>> = (0..=end).map(|_| new_meeting()).collect();
        meetings[0].windows.push(W::zero());
        let mut layers = Vec::with_capacity(end + 1);
        let (mut met, mut longest) = (1, 1);
        let mut chunks = 1;
        for at in 0..end {
            let Meeting { windows, numbers } = std::mem::replace(&mut meetings[at], new_meeting());
            drop(numbers);
            let mut layer = Layer { areas: Vec::with_capacity(windows.len()), edges_from: vec![0], edges: Vec::new() };
            layer.areas.extend(windows.iter().map(|window| strip.area(at, *window) as u16));
            let mut rest = windows.as_slice();
            while !rest.is_empty() {
                let (batch, after) = rest.split_at(rest.len().min(CHUNK * chunks));
                rest = after;
                let expanded: Vec<Expanded<W>> =
                    batch.par_chunks(CHUNK).map(|chunk| expand(strip, at, chunk, control)).collect();
                let bytes: u64 = expanded.iter().map(Expanded::bytes).sum();
                let of_chunk = (bytes * CHUNK as u64).div_ceil(batch.len() as u64).max(1);
                chunks = (budget.left() / BATCH_SHARE / of_chunk).clamp(1, BATCH as u64) as usize;
                for Expanded { steps, next } in expanded {
                    if control.look() {
                        return Err(NoGraph::Stopped);
                    }
                    for count in steps {
                        layer.edges_from.push(layer.edges_from[layer.edges_from.len() - 1] + count);
                    }
                    for (window, step, ahead) in next {
                        let meeting = &mut meetings[at + usize::from(ahead)];
                        let node = *meeting.numbers.entry(window).or_insert_with(|| {
                            meeting.windows.push(window);
                            meeting.windows.len() as u32 - 1
                        });
                        met += u64::from(node as usize + 1 == meeting.windows.len());
                        longest = longest.max(usize::from(ahead));
                        layer.edges.push(Edge { node, step, ahead });
                    }
                }
                let waiting: usize = meetings[at + 1..].iter().take(longest).map(|it| it.windows.len()).sum();
                // Tables grow by doubling.
                if waiting as u64 * WAITING_BYTES * size_of::<W>() as u64 + 2 * layer.bytes() > budget.left() {
                    return Err(NoGraph::TooLarge("the graph of its windows would not fit the memory"));
                }
                let total = layers.iter().map(Layer::len).sum::<usize>() as u64 + layer.len() as u64;
                if total + waiting as u64 > most {
                    return Err(NoGraph::TooLarge("it has too many windows"));
                }
            }
            // What was got by doubling is given back: it would be up to half of the graph.
            layer.edges.shrink_to_fit();
            layer.edges_from.shrink_to_fit();
            budget.take(layer.bytes());
            layers.push(layer);
        }
        let areas: Vec<u16> = meetings[end].windows.iter().map(|window| strip.area(end, *window) as u16).collect();
        layers.push(Layer { edges_from: vec![0; areas.len() + 1], areas, edges: Vec::new() });
        let mut windows = Self { layers, longest, met };
        windows.keep_live(budget, control)?;
        Ok(windows)
    }

    /// Deletes the nodes that cannot reach the end.
    fn keep_live(&mut self, budget: &Budget, control: &Control) -> Result<(), NoGraph> {
        // New numbers of the nodes, by layer; the largest number for dead ones.
        let renumber = |is_live: Vec<bool>| -> Vec<u32> {
            let mut live = 0;
            let number = |is_live: bool| {
                live += u32::from(is_live);
                if is_live { live - 1 } else { u32::MAX }
            };
            is_live.into_iter().map(number).collect()
        };
        let mut numbers: Vec<Vec<u32>> = vec![Vec::new(); self.layers.len()];
        let end = self.layers.len() - 1;
        numbers[end] = renumber(vec![true; self.layers[end].len()]);
        for at in (0..end).rev() {
            if control.look() {
                return Err(NoGraph::Stopped);
            }
            let old = std::mem::take(&mut self.layers[at]);
            budget.give_back(old.bytes());
            let mut new = Layer { areas: Vec::new(), edges_from: vec![0], edges: Vec::new() };
            let mut is_live = vec![false; old.len()];
            for (node, is_live) in is_live.iter_mut().enumerate() {
                let edges = old.edges_of(node).iter();
                new.edges.extend(edges.filter_map(|edge| {
                    let node = numbers[at + usize::from(edge.ahead)][edge.node as usize];
                    (node != u32::MAX).then_some(Edge { node, ..*edge })
                }));
                if new.edges.len() as u32 > new.edges_from[new.areas.len()] {
                    *is_live = true;
                    new.edges_from.push(new.edges.len() as u32);
                    new.areas.push(old.areas[node]);
                }
            }
            new.edges.shrink_to_fit();
            budget.take(new.bytes());
            numbers[at] = renumber(is_live);
            self.layers[at] = new;
            if at + self.longest <= end {
                numbers[at + self.longest] = Vec::new();
            }
        }
        Ok(())
    }

    /// The number of nodes.
    pub fn nodes(&self) -> u64 {
        self.layers.iter().map(|layer| layer.len() as u64).sum()
    }
}

/// The steps from every window of a chunk. What has a pocket that nothing fills leads nowhere.
fn expand<W: Window>(strip: &Strip<W>, at: usize, windows: &[W], control: &Control) -> Expanded<W> {
    let mut expanded = Expanded { steps: Vec::with_capacity(windows.len()), next: Vec::new() };
    if control.is_stopped() {
        return expanded;
    }
    for &window in windows {
        let before = expanded.next.len();
        if !strip.has_dead_pocket(at, window) {
            for (number, step) in (0u16..).zip(&strip.steps[at]) {
                if strip.fits(window, step) {
                    let (layer, window) = strip.after(at, window, step);
                    if !strip.is_too_late(layer, window) {
                        expanded.next.push((window, number, (layer - at) as u8));
                    }
                }
            }
        }
        expanded.steps.push((expanded.next.len() - before) as u32);
    }
    expanded
}
