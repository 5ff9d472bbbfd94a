//! The states that matter for a list: those that can be reached from the empty board and from which it can be filled.
//! Both ends are followed until they meet; beyond that, what is reached is kept only where it can be finished. What
//! cannot be finished before they meet is left for whoever goes back from the end.

use std::ops::Range;

use crate::search::Control;

use super::{
    NoGraph,
    arrivals::Arrivals,
    budget::Budget,
    chunks::each_chunk,
    prepare::Prepared,
    ranks::{Rank, RankMaps},
};

/// Nodes that are one unit of work. Fixed, so that nothing depends on the threads.
const CHUNK: usize = 256;

/// The used sets that occur at each node of a layer, by rank and in order.
#[derive(Debug)]
pub(super) struct Support<R> {
    /// Where those of each node begin; they end where the next node's begin.
    from: Vec<u32>,
    ranks: Vec<R>,
}

impl<R: Rank> Support<R> {
    /// No nodes yet.
    pub fn new() -> Self {
        Self { from: vec![0], ranks: Vec::new() }
    }

    /// Adds the next node.
    pub fn push(&mut self, ranks: impl IntoIterator<Item = R>) {
        self.ranks.extend(ranks);
        self.from.push(self.ranks.len() as u32);
    }

    /// The used sets of a node.
    #[inline]
    pub fn of(&self, node: usize) -> &[R] {
        &self.ranks[self.range(node)]
    }

    /// Which of all states of the layer those of a node are.
    #[inline]
    pub fn range(&self, node: usize) -> Range<usize> {
        self.from[node] as usize..self.from[node + 1] as usize
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.ranks.len()
    }

    /// The memory it takes.
    pub fn bytes(&self) -> u64 {
        (self.from.len() * 4 + self.ranks.len() * size_of::<R>()) as u64
    }

    /// Adds the nodes of another one.
    pub fn append(&mut self, later: &Self) {
        let before = self.ranks.len() as u32;
        self.ranks.extend_from_slice(&later.ranks);
        self.from.extend(later.from[1..].iter().map(|end| before + end));
    }
}

/// Looks for the states that matter.
pub(super) struct Live<'a, R> {
    pub prepared: &'a Prepared,
    pub maps: &'a RankMaps<R>,
    pub budget: &'a Budget,
    pub control: &'a Control,
}

impl<R: Rank> Live<'_, R> {
    /// By layer, the states that are reached, from the cut on only those that can be finished. And how many were met.
    pub fn states(&self) -> Result<(Vec<Support<R>>, u64), NoGraph> {
        let layers = self.prepared.windows.layers.len();
        let mut supports: Vec<Support<R>> = (0..layers).map(|_| Support::new()).collect();
        let mut arrivals = Arrivals::new(layers);
        let (mut next, mut last, mut met) = (0, layers, 0);
        while next < last {
            let is_front = next == 0 || (last < layers && self.last_states(&supports, next, last));
            if is_front {
                supports[next] = self.go_on(&supports, next, &mut arrivals, None)?;
                met += supports[next].len() as u64;
                next += 1;
            } else {
                last -= 1;
                supports[last] = self.go_back(&supports, last)?;
                met += supports[last].len() as u64;
            }
        }
        for at in next..layers {
            let reached = self.go_on(&supports, at, &mut arrivals, Some(&supports[at]))?;
            self.budget.give_back(supports[at].bytes());
            supports[at] = reached;
        }
        Ok((supports, met))
    }

    /// Has the front fewer states to go on from than the back?
    fn last_states(&self, supports: &[Support<R>], next: usize, last: usize) -> bool {
        let longest = self.prepared.windows.longest;
        let states = |layers: Range<usize>| supports[layers].iter().map(Support::len).sum::<usize>();
        states(next.saturating_sub(longest)..next) <= states(last..supports.len().min(last + longest))
    }

    /// The used sets with which the nodes of a layer are reached, among those wanted.
    fn go_on(
        &self,
        supports: &[Support<R>],
        at: usize,
        arrivals: &mut Arrivals,
        wanted: Option<&Support<R>>,
    ) -> Result<Support<R>, NoGraph> {
        let Prepared { windows, taken, .. } = self.prepared;
        let by_node = arrivals.take(at, windows.layers[at].len(), self.control)?;
        let support = self.by_nodes(at, wanted, &|node, marks: &mut Marks| {
            if at == 0 {
                marks.set(0);
            }
            for arrival in by_node.of(node) {
                let before = at - usize::from(arrival.back);
                let kind = usize::from(taken[before][usize::from(arrival.step)].kind);
                let area = usize::from(windows.layers[before].areas[arrival.from as usize]);
                let (map, _) = self.maps.with_one(area, kind);
                supports[before].of(arrival.from as usize).iter().for_each(|rank| marks.set(map[rank.index()].index()));
            }
        })?;
        arrivals.pass(windows, at, self.control)?;
        Ok(support)
    }

    /// The used sets with which the nodes of a layer can be finished.
    fn go_back(&self, supports: &[Support<R>], at: usize) -> Result<Support<R>, NoGraph> {
        let Prepared { windows, taken, .. } = self.prepared;
        let layer = &windows.layers[at];
        let is_last = at + 1 == windows.layers.len();
        self.by_nodes(at, None, &|node, marks: &mut Marks| {
            if is_last {
                (0..self.maps.class_size(usize::from(layer.areas[node]))).for_each(|rank| marks.set(rank));
            }
            for edge in layer.edges_of(node) {
                let after = at + usize::from(edge.ahead);
                let kind = usize::from(taken[at][usize::from(edge.step)].kind);
                let area = usize::from(windows.layers[after].areas[edge.node as usize]);
                let (map, _) = self.maps.without_one(area, kind);
                supports[after].of(edge.node as usize).iter().for_each(|rank| marks.set(map[rank.index()].index()));
            }
        })
    }

    /// Gathers the used sets of all nodes of a layer, some at a time, on all threads.
    fn by_nodes(
        &self,
        at: usize,
        wanted: Option<&Support<R>>,
        gather: &(dyn Fn(usize, &mut Marks) + Sync),
    ) -> Result<Support<R>, NoGraph> {
        let areas = &self.prepared.windows.layers[at].areas;
        let parts = each_chunk(areas.len().div_ceil(CHUNK), self.control, |chunk| {
            let (mut part, mut marks) = (Support::new(), Marks::new(self.maps.largest_class()));
            for (node, &area) in areas.iter().enumerate().skip(chunk * CHUNK).take(CHUNK) {
                gather(node, &mut marks);
                let class_size = self.maps.class_size(usize::from(area));
                match wanted {
                    Some(wanted) => part.push(wanted.of(node).iter().copied().filter(|rank| marks.has(rank.index()))),
                    None => part.push(marks.below(class_size).map(R::of)),
                }
                marks.clear(class_size);
            }
            if !self.budget.take(part.bytes()) {
                return Err(NoGraph::TooLarge("its states would not fit the memory"));
            }
            Ok(part)
        })?;
        let (mut parts, mut lookout) = (parts.into_iter(), self.control.lookout());
        let mut whole = parts.next().unwrap_or_else(Support::new);
        for part in parts {
            if whole.len() + part.len() > u32::MAX as usize {
                return Err(NoGraph::TooLarge("its states would not fit the memory"));
            }
            whole.append(&part);
            lookout.spend(part.bytes())?;
        }
        Ok(whole)
    }
}

/// A bit for each used set of a class, and one for what is none.
struct Marks(Vec<u64>);

impl Marks {
    fn new(largest_class: usize) -> Self {
        Self(vec![0; largest_class / 64 + 1])
    }

    #[inline]
    fn set(&mut self, rank: usize) {
        self.0[rank / 64] |= 1 << (rank % 64);
    }

    #[inline]
    fn has(&self, rank: usize) -> bool {
        self.0[rank / 64] >> (rank % 64) & 1 == 1
    }

    /// The marked ones below a bound.
    fn below(&self, bound: usize) -> impl Iterator<Item = usize> {
        let words = self.0[..bound / 64 + 1].iter().enumerate();
        let bits = words.flat_map(|(at, word)| {
            let rest = std::iter::successors(Some(*word), |rest| Some(rest & rest.wrapping_sub(1)));
            rest.take_while(|rest| *rest != 0).map(move |rest| at * 64 + rest.trailing_zeros() as usize)
        });
        bits.take_while(move |rank| *rank < bound)
    }

    fn clear(&mut self, bound: usize) {
        self.0[..bound / 64 + 1].fill(0);
    }
}
