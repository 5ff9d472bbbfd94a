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

/// Nodes that are one unit of work. Fixed, so that the graph does not depend on the threads.
const CHUNK: usize = 512;
/// Chunks that are expanded before what follows them is gathered, at most: fewer where that takes much memory.
const BATCH: usize = 64;
/// What follows a batch may take this part of the memory that is left.
const BATCH_SHARE: u64 = 16;

/// A window that waits for its layer to be expanded takes this many times its own bytes in its table.
const WAITING_BYTES: u64 = 7;

/// The number of a node that cannot reach the end.
const DEAD: u32 = u32::MAX;

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

    /// Some of its nodes without those that are dead, and which are not. `number` tells what a step's node is called by
    /// now.
    fn live_part(&self, nodes: std::ops::Range<usize>, number: impl Fn(&Edge) -> u32) -> (Self, Vec<bool>) {
        let mut live = Self { edges_from: vec![0], ..Self::default() };
        let mut is_live = Vec::with_capacity(nodes.len());
        for node in nodes {
            let before = live.edges.len();
            live.edges.extend(self.edges_of(node).iter().filter_map(|edge| {
                let node = number(edge);
                (node != DEAD).then_some(Edge { node, ..*edge })
            }));
            is_live.push(live.edges.len() > before);
            if live.edges.len() > before {
                live.edges_from.push(live.edges.len() as u32);
                live.areas.push(self.areas[node]);
            }
        }
        (live, is_live)
    }

    /// Adds the nodes of another one.
    fn append(&mut self, later: &Self) {
        let before = self.edges.len() as u32;
        self.areas.extend_from_slice(&later.areas);
        self.edges_from.extend(later.edges_from[1..].iter().map(|end| before + end));
        self.edges.extend_from_slice(&later.edges);
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

impl<W: Window> Meeting<W> {
    fn new() -> Self {
        Self { numbers: FxHashMap::default(), windows: Vec::new() }
    }

    /// The number of a window.
    #[inline]
    fn number(&mut self, window: W) -> u32 {
        *self.numbers.entry(window).or_insert_with(|| {
            self.windows.push(window);
            self.windows.len() as u32 - 1
        })
    }
}

/// What follows the windows of one chunk. It is used for one chunk after the other: its memory is not asked for again.
#[derive(Default)]
struct Expanded<W> {
    /// The number of steps from each window.
    steps: Vec<u32>,
    /// The steps in order; their nodes are entered later.
    edges: Vec<Edge>,
    /// The windows they lead to, by how many layers further those are: first those of the next layer.
    next: Vec<Vec<W>>,
}

impl<W: Window> Expanded<W> {
    /// Finds the steps from every window of a chunk. What has a pocket that nothing fills leads nowhere.
    fn expand(&mut self, strip: &Strip<W>, at: usize, windows: &[W], control: &Control) {
        self.steps.clear();
        self.edges.clear();
        self.next.iter_mut().for_each(Vec::clear);
        if control.is_stopped() {
            return;
        }
        for &window in windows {
            let before = self.edges.len();
            if !strip.has_dead_pocket(at, window) {
                for (step, placed) in (0u16..).zip(&strip.steps[at]) {
                    if strip.fits(window, placed) {
                        let (layer, window) = strip.after(at, window, placed);
                        if !strip.is_too_late(layer, window) {
                            self.push(window, step, layer - at);
                        }
                    }
                }
            }
            self.steps.push((self.edges.len() - before) as u32);
        }
    }

    #[inline]
    fn push(&mut self, window: W, step: u16, ahead: usize) {
        if ahead > self.next.len() {
            self.next.resize_with(ahead, Vec::new);
        }
        self.next[ahead - 1].push(window);
        self.edges.push(Edge { node: 0, step, ahead: ahead as u8 });
    }

    /// Enters the nodes. `numbers` has those of the windows, in the same order.
    fn enter_nodes(&mut self, mut numbers: Vec<std::slice::Iter<'_, u32>>) {
        for edge in &mut self.edges {
            edge.node = *numbers[usize::from(edge.ahead) - 1].next().expect("every window has a number");
        }
    }

    /// How many layers the longest step jumps.
    fn farthest(&self) -> usize {
        self.next.len() - self.next.iter().rev().take_while(|windows| windows.is_empty()).count()
    }

    fn bytes(&self) -> u64 {
        let windows: usize = self.next.iter().map(Vec::capacity).sum();
        (self.edges.capacity() * size_of::<Edge>() + windows * size_of::<W>()) as u64
    }
}

/// Enters what follows the windows of a layer into the layers ahead: each is one thread's, so that its windows are
/// numbered in the order in which they are met.
fn enter<W: Window>(expanded: &mut [Expanded<W>], ahead: &mut [Meeting<W>]) {
    let number = |(distance, meeting): (usize, &mut Meeting<W>)| -> Vec<Vec<u32>> {
        let windows = expanded.iter().map(|chunk| chunk.next.get(distance).map_or(&[][..], Vec::as_slice));
        windows.map(|windows| windows.iter().map(|window| meeting.number(*window)).collect()).collect()
    };
    let numbers: Vec<Vec<Vec<u32>>> = if expanded.len() == 1 {
        ahead.iter_mut().enumerate().map(number).collect()
    } else {
        ahead.par_iter_mut().enumerate().with_max_len(1).map(number).collect()
    };
    let enter_nodes = |(at, chunk): (usize, &mut Expanded<W>)| {
        chunk.enter_nodes(numbers.iter().map(|chunks| chunks[at].iter()).collect());
    };
    if expanded.len() == 1 {
        expanded.iter_mut().enumerate().for_each(enter_nodes);
    } else {
        expanded.par_iter_mut().enumerate().for_each(enter_nodes);
    }
}

impl Windows {
    /// Builds the graph, with at most `most` windows.
    pub fn build<W: Window>(strip: &Strip<W>, most: u64, budget: &Budget, control: &Control) -> Result<Self, NoGraph> {
        let end = strip.end();
        let mut meetings: Vec<Meeting<W>> = (0..=end).map(|_| Meeting::new()).collect();
        meetings[0].windows.push(W::zero());
        let mut layers = Vec::with_capacity(end + 1);
        let (mut met, mut longest) = (1, 1);
        let mut buffers: Vec<Expanded<W>> = Vec::new();
        let mut chunks = 1;
        for at in 0..end {
            let windows = std::mem::replace(&mut meetings[at], Meeting::new()).windows;
            let mut layer = Layer { areas: Vec::with_capacity(windows.len()), edges_from: vec![0], edges: Vec::new() };
            layer.areas.extend(windows.iter().map(|window| strip.area(at, *window) as u16));
            let mut rest = windows.as_slice();
            while !rest.is_empty() {
                let (batch, after) = rest.split_at(rest.len().min(CHUNK * chunks));
                rest = after;
                let used = batch.len().div_ceil(CHUNK);
                buffers.resize_with(buffers.len().max(used), Expanded::default);
                let expanded = &mut buffers[..used];
                let work = batch.par_chunks(CHUNK).zip(&mut *expanded);
                work.for_each(|(chunk, expanded)| expanded.expand(strip, at, chunk, control));
                if control.look() {
                    return Err(NoGraph::Stopped);
                }
                let of_chunk = expanded.iter().map(Expanded::bytes).max().unwrap_or(0).max(1);
                chunks = (budget.left() / BATCH_SHARE / of_chunk).clamp(1, BATCH as u64) as usize;
                longest = longest.max(expanded.iter().map(Expanded::farthest).max().unwrap_or(0));
                let ahead = &mut meetings[at + 1..=end.min(at + longest)];
                let before: usize = ahead.iter().map(|it| it.windows.len()).sum();
                enter(expanded, ahead);
                let waiting: usize = ahead.iter().map(|it| it.windows.len()).sum();
                met += (waiting - before) as u64;
                for Expanded { steps, edges, .. } in &*expanded {
                    for count in steps {
                        layer.edges_from.push(layer.edges_from[layer.edges_from.len() - 1] + count);
                    }
                    layer.edges.extend_from_slice(edges);
                }
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
        // New numbers of the nodes, by layer.
        let mut numbers: Vec<Vec<u32>> = vec![Vec::new(); self.layers.len()];
        let end = self.layers.len() - 1;
        numbers[end] = (0..self.layers[end].len() as u32).collect();
        for at in (0..end).rev() {
            if control.look() {
                return Err(NoGraph::Stopped);
            }
            let old = std::mem::take(&mut self.layers[at]);
            budget.give_back(old.bytes());
            let live_of = |chunk: usize| {
                let nodes = chunk * CHUNK..old.len().min((chunk + 1) * CHUNK);
                old.live_part(nodes, |edge| numbers[at + usize::from(edge.ahead)][edge.node as usize])
            };
            let parts: Vec<(Layer, Vec<bool>)> = match old.len().div_ceil(CHUNK) {
                chunks @ 0..2 => (0..chunks).map(live_of).collect(),
                chunks => (0..chunks).into_par_iter().map(live_of).collect(),
            };
            let (mut new, mut live) = (Layer { edges_from: vec![0], ..Layer::default() }, 0);
            for (part, is_live) in parts {
                new.append(&part);
                numbers[at].extend(is_live.into_iter().map(|is_live| {
                    live += u32::from(is_live);
                    if is_live { live - 1 } else { DEAD }
                }));
            }
            new.edges.shrink_to_fit();
            budget.take(new.bytes());
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
