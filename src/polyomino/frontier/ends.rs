//! Counts from both ends. The number of ways to a state is summed up from the first layer on, the number of ways to
//! finish it from the last one back, on the same graph. Every solution takes just one step over any cut between two
//! layers, so the two meet there: the sum of the products over all steps that cross is the number of solutions.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crossbeam::queue::SegQueue;

use crate::search::Control;

use super::{
    NoGraph,
    arrivals::Arrivals,
    budget::Budget,
    chunks::each_chunk,
    ranks::{Rank, RankMaps},
    scratch::{Scratch, Source, TooWide},
    vectors::{Chunk, Vectors},
    windows::Windows,
};

/// Nodes that are summed up as one unit of work have at most so many used sets together, as far as there are several.
const CHUNK_SETS: usize = 1 << 21;
/// And there are at most so many.
const CHUNK_NODES: usize = 256;

/// What a step takes: which kind of the supply, and for how many placements it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    pub kind: u8,
    pub weight: u8,
}

/// Where the two ends meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// Whichever end is cheaper goes on.
    Cheapest,
    /// Before this layer, which is neither the first nor beyond the last.
    #[cfg_attr(not(test), allow(dead_code))]
    Before(usize),
}

/// Why there is no count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// As for graphs.
    NoGraph(NoGraph),
    /// The numbers do not fit their type.
    TooWide,
}

impl From<NoGraph> for Halt {
    fn from(reason: NoGraph) -> Self {
        Self::NoGraph(reason)
    }
}

impl From<TooWide> for Halt {
    fn from(_: TooWide) -> Self {
        Self::TooWide
    }
}

/// The numbers of one end, as far as they are still needed.
struct End<R> {
    vectors: Vec<Option<Vectors<R>>>,
    /// Numbers held, and all that were found.
    held: u64,
    entries: u64,
}

impl<R: Rank> End<R> {
    fn new(layers: usize) -> Self {
        Self { vectors: (0..layers).map(|_| None).collect(), held: 0, entries: 0 }
    }

    fn keep(&mut self, layer: usize, vectors: Vectors<R>) {
        self.held += vectors.entries;
        self.entries += vectors.entries;
        self.vectors[layer] = Some(vectors);
    }

    fn drop_layer(&mut self, layer: usize, budget: &Budget) {
        if let Some(vectors) = self.vectors[layer].take() {
            self.held -= vectors.entries;
            budget.give_back(vectors.bytes);
        }
    }

    fn layer(&self, layer: usize) -> &Vectors<R> {
        self.vectors[layer].as_ref().expect("layers are kept as long as steps lead to them")
    }
}

/// Both ends on their way towards each other.
struct Meeting<R> {
    front: End<R>,
    back: End<R>,
    arrivals: Arrivals,
    /// The layer that the front comes to next, and the one that the back has come to.
    next: usize,
    last: usize,
}

impl<R: Rank> Meeting<R> {
    fn new(layers: usize) -> Self {
        let (front, back) = (End::new(layers), End::new(layers));
        Self { front, back, arrivals: Arrivals::new(layers), next: 0, last: layers }
    }
}

/// What both ends need.
pub(super) struct Ends<'a, R> {
    pub windows: &'a Windows,
    pub maps: &'a RankMaps<R>,
    /// By layer, what each of its steps takes.
    pub taken: &'a [Vec<Taken>],
    /// Sums are taken by this; without it they are exact.
    pub modulus: Option<u64>,
    pub budget: &'a Budget,
    pub control: &'a Control,
    pub scratches: SegQueue<Scratch<R>>,
}

impl<R: Rank> Ends<'_, R> {
    /// The number of solutions and the states met. The graph has at least two layers, and a node in each end.
    pub fn count(&self, cut: Cut) -> Result<(u128, u64), Halt> {
        let mut meeting = Meeting::new(self.windows.layers.len());
        while meeting.next < meeting.last {
            self.advance(&mut meeting, cut)?;
        }
        let solutions = self.join(&meeting.front, &meeting.back, meeting.next)?;
        Ok((solutions, meeting.front.entries + meeting.back.entries))
    }

    /// By layer, the states that are counted before something ends it: `None` where it did not come to.
    pub fn sizes(&self) -> Vec<Option<u64>> {
        let layers = self.windows.layers.len();
        let (mut meeting, mut sizes) = (Meeting::new(layers), vec![None; layers]);
        while meeting.next < meeting.last {
            let (next, before) = (meeting.next, meeting.front.entries + meeting.back.entries);
            if self.advance(&mut meeting, Cut::Cheapest).is_err() {
                break;
            }
            let counted = meeting.front.entries + meeting.back.entries - before;
            sizes[if meeting.next > next { next } else { meeting.last }] = Some(counted);
        }
        sizes
    }

    /// Goes on by a layer from one of the ends.
    fn advance(&self, meeting: &mut Meeting<R>, cut: Cut) -> Result<(), Halt> {
        let Meeting { front, back, arrivals, next, last } = meeting;
        let is_front = match cut {
            _ if *next == 0 => true,
            _ if *last == self.windows.layers.len() => false,
            Cut::Cheapest => front.held <= back.held,
            Cut::Before(layer) => *next < layer,
        };
        if is_front {
            self.go_on(front, *next, arrivals)?;
            *next += 1;
        } else {
            *last -= 1;
            self.go_back(back, *last)?;
        }
        Ok(())
    }

    /// Sums up the ways to the states of the next layer.
    fn go_on(&self, front: &mut End<R>, at: usize, arrivals: &mut Arrivals) -> Result<(), Halt> {
        let layer = &self.windows.layers[at];
        let vectors = if at == 0 {
            self.first(layer.len(), |_| 1)?
        } else {
            let by_node = arrivals.take(at, layer.len(), self.control)?;
            self.pull(at, &|node, sources| {
                for arrival in by_node.of(node) {
                    let before = at - usize::from(arrival.back);
                    let taken = self.taken[before][usize::from(arrival.step)];
                    let area = usize::from(self.windows.layers[before].areas[arrival.from as usize]);
                    let (map, _) = self.maps.with_one(area, usize::from(taken.kind));
                    let vector = front.layer(before).get(arrival.from as usize);
                    sources.push(Source { vector, map, weight: taken.weight });
                }
            })?
        };
        front.keep(at, vectors);
        arrivals.pass(self.windows, at, self.control)?;
        if let Some(done) = (at + 1).checked_sub(self.windows.longest) {
            // The steps over the next cut start from the layers after it.
            if done > 0 {
                front.drop_layer(done - 1, self.budget);
            }
        }
        Ok(())
    }

    /// Sums up the ways to finish the states of the layer before.
    fn go_back(&self, back: &mut End<R>, at: usize) -> Result<(), Halt> {
        let layer = &self.windows.layers[at];
        let vectors = if at + 1 == self.windows.layers.len() {
            self.first(layer.len(), |node| self.maps.class_size(usize::from(layer.areas[node])))?
        } else {
            self.pull(at, &|node, sources| self.finishing(back, at, node, at + 1, sources))?
        };
        back.keep(at, vectors);
        if at + self.windows.longest < self.windows.layers.len() {
            back.drop_layer(at + self.windows.longest, self.budget);
        }
        Ok(())
    }

    /// The steps from a node to layers from `least` on.
    fn finishing<'s>(
        &'s self,
        back: &'s End<R>,
        at: usize,
        node: usize,
        least: usize,
        sources: &mut Vec<Source<'s, R>>,
    ) {
        for edge in self.windows.layers[at].edges_of(node) {
            let after = at + usize::from(edge.ahead);
            if after >= least {
                let taken = self.taken[at][usize::from(edge.step)];
                let area = usize::from(self.windows.layers[after].areas[edge.node as usize]);
                let (map, _) = self.maps.without_one(area, usize::from(taken.kind));
                let vector = back.layer(after).get(edge.node as usize);
                sources.push(Source { vector, map, weight: taken.weight });
            }
        }
    }

    /// The sum over all steps that cross the cut before a layer.
    fn join(&self, front: &End<R>, back: &End<R>, cut: usize) -> Result<u128, Halt> {
        let mut solutions = 0u128;
        for at in cut.saturating_sub(self.windows.longest)..cut {
            let areas = &self.windows.layers[at].areas;
            let parts: Vec<u128> = self.in_chunks(areas.len(), |nodes, scratch| {
                let (mut part, mut sources) = (0u128, Vec::new());
                for node in nodes {
                    let ways = front.layer(at).get(node);
                    sources.clear();
                    self.finishing(back, at, node, cut, &mut sources);
                    if !ways.ranks.is_empty() && !sources.is_empty() {
                        scratch.gather(self.maps.class_size(usize::from(areas[node])), &sources)?;
                        part = self.add(part, scratch.multiply(ways)?)?;
                    }
                }
                Ok(part)
            })?;
            for part in parts {
                solutions = self.add(solutions, part)?;
            }
        }
        Ok(solutions)
    }

    fn add(&self, sum: u128, part: u128) -> Result<u128, Halt> {
        match self.modulus {
            Some(modulus) => Ok((sum + part) % u128::from(modulus)),
            None => sum.checked_add(part).ok_or(Halt::TooWide),
        }
    }

    /// The numbers of the first or last layer: one way for each of the first so many used sets.
    fn first(&self, nodes: usize, sets: impl Fn(usize) -> usize) -> Result<Vectors<R>, Halt> {
        let mut chunks = Vec::new();
        for node in 0..nodes {
            let mut chunk = Chunk::new();
            let ranks: Vec<R> = (0..sets(node)).map(R::of).collect();
            chunk.push(&ranks, &vec![1; ranks.len()]);
            chunks.push(chunk);
        }
        Ok(Vectors::new(1, chunks, 0))
    }

    /// The numbers of all nodes of a layer, each the sum of its sources.
    fn pull<'s>(
        &self,
        at: usize,
        sources_of: &(dyn Fn(usize, &mut Vec<Source<'s, R>>) + Sync),
    ) -> Result<Vectors<R>, Halt>
    where
        R: 's,
    {
        let areas = &self.windows.layers[at].areas;
        let bytes = AtomicU64::new(0);
        let chunks = self.in_chunks(areas.len(), |nodes, scratch| {
            let mut sources = Vec::new();
            for node in nodes {
                sources.clear();
                sources_of(node, &mut sources);
                scratch.gather(self.maps.class_size(usize::from(areas[node])), &sources)?;
                scratch.pack();
            }
            let chunk = scratch.take_packed();
            let taken = chunk.bytes();
            bytes.fetch_add(taken, Relaxed);
            if !self.budget.take(taken) {
                return Err(Halt::NoGraph(NoGraph::TooLarge("its states would not fit the memory")));
            }
            Ok(chunk)
        })?;
        Ok(Vectors::new(self.chunk(), chunks, bytes.into_inner()))
    }

    fn chunk(&self) -> usize {
        (CHUNK_SETS / self.maps.largest_class().max(1)).clamp(1, CHUNK_NODES)
    }

    /// Does the work on all nodes, some at a time, on all threads.
    fn in_chunks<A: Send>(
        &self,
        nodes: usize,
        work: impl Fn(std::ops::Range<usize>, &mut Scratch<R>) -> Result<A, Halt> + Sync,
    ) -> Result<Vec<A>, Halt> {
        let size = self.chunk();
        each_chunk(nodes.div_ceil(size), self.control, |chunk| {
            let new = || Scratch::new(self.maps.largest_class(), self.modulus);
            let mut scratch = self.scratches.pop().unwrap_or_else(new);
            let done = work(chunk * size..nodes.min((chunk + 1) * size), &mut scratch);
            self.scratches.push(scratch);
            done
        })
    }
}
