//! The graph of windows: which windows can follow each other, whatever pieces are used. It has far fewer nodes than
//! there are states with their used sets, and what cannot reach the end is deleted before any state is looked at.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::search::Control;

use super::{
    NoGraph,
    budget::Budget,
    chunks::each_chunk,
    layer::{DEAD, Edge, Layer},
    meeting::Meeting,
    strip::{Strip, Window},
};

/// Chunks that are expanded before what follows them is gathered, at most: fewer where that takes much memory or time.
const BATCH: usize = 64;
/// A batch should not take longer than this: nobody looks at the limits meanwhile.
const BATCH_TIME: Duration = Duration::from_millis(20);
/// What follows a batch may take this part of the memory that is left.
const BATCH_SHARE: u64 = 16;

/// Memory comes in pages of two mebibytes, and more than one of them may be begun at once.
const SLACK: u64 = 4 << 20;

const TOO_LARGE: &str = "the graph of its windows would not fit the memory";

/// A window that waits for its layer to be expanded takes this many times its own bytes in its table.
const WAITING_BYTES: u64 = 7;

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

/// The memory that may be asked for to enter what was expanded, with the edges that are kept.
fn bytes_to_enter<W: Window>(expanded: &[Expanded<W>], ahead: &[Meeting<W>]) -> u64 {
    let edges: usize = expanded.iter().map(|chunk| chunk.edges.len()).sum();
    let tables = ahead.iter().enumerate().map(|(distance, meeting)| {
        let windows = expanded.iter().filter_map(|chunk| chunk.next.get(distance));
        meeting.bytes_to_grow(windows.map(Vec::len).sum())
    });
    SLACK + tables.sum::<u64>() + (edges * (size_of::<Edge>() + size_of::<u32>())) as u64
}

impl Windows {
    /// Builds the graph, with at most `most` windows.
    pub fn build<W: Window>(strip: &Strip<W>, most: u64, budget: &Budget, control: &Control) -> Result<Self, NoGraph> {
        let end = strip.end();
        let mut meetings: Vec<Meeting<W>> = (0..=end).map(|_| Meeting::new()).collect();
        meetings[0].number(W::zero());
        let mut layers = Vec::with_capacity(end + 1);
        let (mut met, mut longest) = (1, 1);
        let mut buffers: Vec<Expanded<W>> = Vec::new();
        let mut chunks = 1;
        for at in 0..end {
            let windows = std::mem::replace(&mut meetings[at], Meeting::new()).into_chunks();
            let mut layer = Layer::with_room_for(windows.iter().map(Vec::len).sum());
            let mut rest = windows.into_iter();
            while rest.len() > 0 {
                let begun = Instant::now();
                let batch: Vec<Vec<W>> = rest.by_ref().take(chunks).collect();
                buffers.resize_with(buffers.len().max(batch.len()), Expanded::default);
                let expanded = &mut buffers[..batch.len()];
                let work = batch.par_iter().zip(&mut *expanded);
                work.for_each(|(chunk, expanded)| expanded.expand(strip, at, chunk, control));
                if control.look() {
                    return Err(NoGraph::Stopped);
                }
                let of_chunk = expanded.iter().map(Expanded::bytes).max().unwrap_or(0).max(1);
                longest = longest.max(expanded.iter().map(Expanded::farthest).max().unwrap_or(0));
                let ahead = &mut meetings[at + 1..=end.min(at + longest)];
                let needed = budget.reserve(rayon::current_num_threads()) + bytes_to_enter(expanded, ahead);
                if control.memory_left().is_some_and(|left| left < needed) {
                    return Err(NoGraph::TooLarge(TOO_LARGE));
                }
                let before: usize = ahead.iter().map(Meeting::len).sum();
                enter(expanded, ahead);
                let waiting: usize = ahead.iter().map(Meeting::len).sum();
                met += (waiting - before) as u64;
                for (chunk, Expanded { steps, edges, .. }) in batch.iter().zip(&*expanded) {
                    layer.push_chunk(chunk.iter().map(|window| strip.area(at, *window) as u16), steps, edges);
                }
                // Tables grow by doubling.
                if waiting as u64 * WAITING_BYTES * size_of::<W>() as u64 + layer.bytes() > budget.left() {
                    return Err(NoGraph::TooLarge(TOO_LARGE));
                }
                let total = layers.iter().map(Layer::len).sum::<usize>() as u64 + layer.len() as u64;
                if total + waiting as u64 > most {
                    return Err(NoGraph::TooLarge("it has too many windows"));
                }
                // However many there are, the graph is the same.
                let in_time = if begun.elapsed() > BATCH_TIME { chunks / 2 } else { chunks * 2 };
                let left = control.memory_left().map_or(budget.left(), |left| left.min(budget.left()));
                let in_memory = left / BATCH_SHARE / of_chunk;
                chunks = in_time.min(BATCH).min(in_memory as usize).max(1);
            }
            budget.take(layer.bytes());
            layers.push(layer);
        }
        let mut last = Layer::default();
        for chunk in std::mem::replace(&mut meetings[end], Meeting::new()).into_chunks() {
            let areas = chunk.iter().map(|window| strip.area(end, *window) as u16);
            last.push_chunk(areas, &vec![0; chunk.len()], &[]);
        }
        layers.push(last);
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
            let old = std::mem::take(&mut self.layers[at]);
            budget.give_back(old.bytes());
            let number = |edge: &Edge| numbers[at + usize::from(edge.ahead)][edge.node as usize];
            let parts = each_chunk(old.chunks(), control, |chunk| Ok::<_, NoGraph>(old.live_part(chunk, number)))?;
            let (mut new, mut live) = (Layer::default(), 0);
            for (part, is_live) in parts {
                if control.look() {
                    return Err(NoGraph::Stopped);
                }
                new.append(&part);
                numbers[at].extend(is_live.into_iter().map(|is_live| {
                    live += u32::from(is_live);
                    if is_live { live - 1 } else { DEAD }
                }));
            }
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
