//! The graph of the states that lie on a way from the empty board to a full one: every way through it is a solution. It
//! numbers the solutions and finds the one with a number.

use crate::search::{Control, own_pool};

use super::{
    super::{
        arrangement::{Arrangement, Arranger},
        placements::Compiled,
    },
    NoGraph,
    budget::Budget,
    chunks::each_chunk,
    live::{Live, Support},
    numbers::Numbers,
    prepare::{Allowance, Prepared},
    ranks::{Rank, RankMaps, UsedSets},
    strip::{HOLE, Origin},
};

/// Nodes that are one unit of work. Fixed, so that the graph does not depend on the threads.
const CHUNK: usize = 64;

/// One step of a solution: the state it leads to, and which of all steps it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub to: u32,
    pub step: u32,
}

/// The graph. States that are nearer to the full board have the lower numbers; a full board has no edges.
#[derive(Debug)]
pub struct Frontier {
    /// The empty board, unless there is no solution.
    pub(super) root: Option<u32>,
    /// Where each state's edges begin; they end where the next state's begin.
    edges_from: Vec<u32>,
    edges: Vec<Edge>,
    /// The number of solutions below each state.
    pub(super) solutions: Numbers,
    /// What each step places.
    pub(super) origins: Vec<Origin>,
    arranger: Arranger,
    windows: u64,
    states_met: u64,
}

impl Frontier {
    /// Builds the graph within the allowance, unless the run is stopped.
    pub fn build(compiled: &Compiled, allowance: Allowance, control: &Control) -> Result<Self, NoGraph> {
        let pool = own_pool(allowance.threads).map_err(|_| NoGraph::TooLarge("there are not enough threads"))?;
        pool.install(|| {
            let budget = Budget::new(allowance.bytes);
            let prepared = Prepared::new(compiled, allowance, false, &budget, control)?;
            let graph = Self {
                root: None,
                edges_from: vec![0],
                edges: Vec::new(),
                solutions: Numbers::default(),
                origins: prepared.origins.iter().flatten().copied().collect(),
                arranger: Arranger::new(compiled),
                windows: prepared.windows.nodes(),
                states_met: prepared.windows.met,
            };
            if prepared.windows.layers[0].len() == 0 {
                return Ok(graph);
            }
            let sets = prepared.used_sets()?;
            let building = Building { prepared: &prepared, budget: &budget, control };
            if sets.fits::<u16>() { building.add_to::<u16>(graph, sets) } else { building.add_to::<u32>(graph, sets) }
        })
    }

    /// The number of all solutions.
    pub fn count(&self) -> u128 {
        self.root.map_or(0, |root| self.solutions.get(root))
    }

    /// States that lie on the way to a solution.
    pub fn live_states(&self) -> usize {
        self.edges_from.len() - 1
    }

    /// Windows that lie on a way from the empty board to a full one, whatever pieces are used.
    pub fn windows(&self) -> u64 {
        self.windows
    }

    /// Windows and states met while the graph was built.
    pub fn states_met(&self) -> u64 {
        self.states_met
    }

    /// The solution with this number, counted from 0 in the order of their ids; `None` if there are not so many.
    pub fn solution(&self, mut number: u128) -> Option<Arrangement> {
        let mut state = self.root.filter(|_| number < self.count())?;
        let mut steps = Vec::new();
        while let edges @ [_, ..] = self.edges_of(state) {
            let edge = edges.iter().find(|edge| {
                let below = self.solutions.get(edge.to);
                let is_there = number < below;
                if !is_there {
                    number -= below;
                }
                is_there
            })?;
            steps.push(edge.step);
            state = edge.to;
        }
        Some(self.arrangement(&steps))
    }

    #[inline]
    pub(super) fn edges_of(&self, state: u32) -> &[Edge] {
        let [from, to] = [self.edges_from[state as usize], self.edges_from[state as usize + 1]];
        &self.edges[from as usize..to as usize]
    }

    /// What some steps place.
    pub(super) fn arrangement(&self, steps: &[u32]) -> Arrangement {
        let placed = steps.iter().map(|step| self.origins[*step as usize]).filter(|origin| *origin != HOLE);
        self.arranger.arrange(placed.map(|(kind, placement)| (kind as usize, placement as usize)))
    }

    fn bytes(&self) -> u64 {
        (self.edges_from.capacity() * 4 + self.edges.capacity() * size_of::<Edge>()) as u64 + self.solutions.bytes()
    }
}

struct Building<'a> {
    prepared: &'a Prepared,
    budget: &'a Budget,
    control: &'a Control,
}

/// The states of a layer that are in the graph, from this number on.
struct Entered<R> {
    first: u32,
    support: Support<R>,
}

/// What a few nodes add to the graph.
struct Part<R> {
    support: Support<R>,
    /// The number of edges of each state, and of solutions below it.
    states: Vec<(u32, u128)>,
    edges: Vec<Edge>,
}

const TOO_LARGE: NoGraph = NoGraph::TooLarge("the graph of all solutions would not fit the memory");

impl Building<'_> {
    /// Goes back from the last layer and enters the states that lead to a full board.
    fn add_to<R: Rank>(&self, mut graph: Frontier, sets: UsedSets) -> Result<Frontier, NoGraph> {
        if !self.budget.take(sets.table_bytes(size_of::<R>())) {
            return Err(NoGraph::TooLarge("the tables of used sets would not fit the memory"));
        }
        let maps = RankMaps::<R>::new(sets);
        let Self { prepared, budget, control } = *self;
        let (mut supports, met) = Live { prepared, maps: &maps, budget, control }.states()?;
        graph.states_met += met;
        let first_steps: Vec<u32> = prepared
            .origins
            .iter()
            .scan(0, |next, origins| Some(std::mem::replace(next, *next + origins.len() as u32)))
            .collect();
        let layers = &prepared.windows.layers;
        let mut entered: Vec<Option<Entered<R>>> = (0..layers.len()).map(|_| None).collect();
        let mut held = 0;
        for at in (0..layers.len()).rev() {
            let support = std::mem::replace(&mut supports[at], Support::new());
            let parts = self.parts(&graph, &maps, at, &support, &entered, &first_steps)?;
            budget.give_back(support.bytes());
            let first = u32::try_from(graph.live_states()).map_err(|_| TOO_LARGE)?;
            let (mut live, mut lookout) = (Support::new(), control.lookout());
            for part in parts {
                lookout.spend((part.edges.len() * size_of::<Edge>()) as u64)?;
                if graph.edges.len() + part.edges.len() > u32::MAX as usize {
                    return Err(TOO_LARGE);
                }
                for &(edges, solutions) in &part.states {
                    graph.edges_from.push(graph.edges_from[graph.edges_from.len() - 1] + edges);
                    graph.solutions.push(solutions);
                }
                graph.edges.extend_from_slice(&part.edges);
                live.append(&part.support);
            }
            let holds = graph.bytes();
            let is_enough = budget.take(holds - held) && budget.take(live.bytes());
            held = holds;
            if !is_enough || graph.live_states() > u32::MAX as usize / 2 {
                return Err(TOO_LARGE);
            }
            entered[at] = Some(Entered { first, support: live });
            if let Some(done) = entered.get_mut(at + prepared.windows.longest).and_then(Option::take) {
                budget.give_back(done.support.bytes());
            }
        }
        graph.root = graph.live_states().checked_sub(1).map(|last| last as u32);
        graph.edges_from.shrink_to_fit();
        graph.edges.shrink_to_fit();
        Ok(graph)
    }

    fn parts<R: Rank>(
        &self,
        graph: &Frontier,
        maps: &RankMaps<R>,
        at: usize,
        support: &Support<R>,
        entered: &[Option<Entered<R>>],
        first_steps: &[u32],
    ) -> Result<Vec<Part<R>>, NoGraph> {
        let Prepared { windows, taken, .. } = self.prepared;
        let layer = &windows.layers[at];
        let is_last = at + 1 == windows.layers.len();
        each_chunk(layer.len().div_ceil(CHUNK), self.control, |chunk| {
            let mut part = Part { support: Support::new(), states: Vec::new(), edges: Vec::new() };
            let mut ways: Vec<Way<'_, R>> = Vec::new();
            for node in chunk * CHUNK..layer.len().min((chunk + 1) * CHUNK) {
                let area = usize::from(layer.areas[node]);
                ways.clear();
                ways.extend(layer.edges_of(node).iter().map(|edge| {
                    let after = at + usize::from(edge.ahead);
                    let kind = usize::from(taken[at][usize::from(edge.step)].kind);
                    let entered = entered[after].as_ref().expect("layers are kept as long as steps lead to them");
                    let (map, area_after) = maps.with_one(area, kind);
                    Way {
                        map,
                        none: maps.class_size(area_after),
                        ranks: entered.support.of(edge.node as usize),
                        first: entered.first + entered.support.range(edge.node as usize).start as u32,
                        step: first_steps[at] + u32::from(edge.step),
                        next: 0,
                    }
                }));
                let mut live = Vec::new();
                for &rank in support.of(node) {
                    let before = part.edges.len();
                    let mut solutions = u128::from(is_last);
                    for way in &mut ways {
                        if let Some(to) = way.follow(rank) {
                            part.edges.push(Edge { to, step: way.step });
                            let more = solutions.checked_add(graph.solutions.get(to));
                            solutions = more.ok_or(NoGraph::TooLarge("there are too many solutions to number them"))?;
                        }
                    }
                    if solutions > 0 {
                        live.push(rank);
                        part.states.push(((part.edges.len() - before) as u32, solutions));
                    }
                }
                part.support.push(live);
            }
            Ok(part)
        })
    }
}

/// A step from a node, while its used sets are gone through in order: what it makes of them comes in order, too.
struct Way<'a, R> {
    map: &'a [R],
    /// What the map says of used sets that take no such step.
    none: usize,
    /// The used sets of the node it leads to, and the number of the first of those states.
    ranks: &'a [R],
    first: u32,
    step: u32,
    /// All used sets before this one are less than what was looked for last.
    next: usize,
}

impl<R: Rank> Way<'_, R> {
    /// The state it leads to with a used set, if that is in the graph.
    #[inline]
    fn follow(&mut self, rank: R) -> Option<u32> {
        let wanted = self.map[rank.index()].index();
        if wanted == self.none {
            return None;
        }
        while self.ranks.get(self.next)?.index() < wanted {
            self.next += 1;
        }
        (self.ranks[self.next].index() == wanted).then_some(self.first + self.next as u32)
    }
}
