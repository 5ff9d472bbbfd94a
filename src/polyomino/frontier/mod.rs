//! Flat boards by their frontier: what has been filled up to the scan, and which pieces are used, is all that matters
//! for the rest. States that are equal are met once, those that lead nowhere are dropped, and what remains is a graph
//! in which every way from the first state to the last is a solution. It counts them, numbers them, and lists them.

mod budget;
mod count;
mod ends;
mod held;
mod pockets;
mod ranks;
mod residues;
mod scan;
mod scratch;
mod strip;
#[cfg(test)]
mod tests;
mod vectors;
mod windows;

pub use count::{Allowance, Counted, count};

use std::{ops::Range, sync::Arc};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::search::{Control, Sweep, Tree, own_pool};

use super::{
    arrangement::{Arrangement, Arranger},
    placements::Compiled,
};

use self::scan::{HOLE, Key, Scan};

/// Parents that are expanded as one unit of work. Fixed, so that the graph does not depend on the threads.
const CHUNK: usize = 1024;
/// Subtrees with at most this many solutions are swept at once.
const SWEPT_SOLUTIONS: u128 = 4096;
/// One step of a solution: the candidate taken, and the state it leads to.
#[derive(Clone, Copy, Debug)]
struct Edge {
    to: u32,
    origin: (u32, u32),
}

/// The graph of the states that lie on the way to a solution. State 0 is the first; the last has no edges.
#[derive(Debug)]
pub struct Frontier {
    /// Where each state's edges begin; they end where the next state's begin.
    edges_from: Vec<u32>,
    edges: Vec<Edge>,
    /// The number of solutions below each state.
    solutions: Vec<u128>,
    arranger: Arranger,
    /// States met while the graph was built, the dead ones among them.
    states_met: u64,
}

/// Why there is no graph of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGraph {
    /// It is not for such boards: why.
    Unsuitable(&'static str),
    /// It would take too much: what of it.
    TooLarge(&'static str),
    /// It took too long, or somebody interrupted it.
    Stopped,
}

/// A step while the graph is built: the number of the parent in its chunk, the state after it, what was taken.
type Expanded = (u32, Key, (u32, u32));

/// A level of the graph while it is built: states, and the edges to the next level.
struct Level {
    /// The states in which every cell is filled.
    full: Vec<u32>,
    edges_from: Vec<u32>,
    edges: Vec<(u32, (u32, u32))>,
}

impl Frontier {
    /// Builds the graph with at most `most_bytes` of memory, unless the run is stopped.
    pub fn build(compiled: &Compiled, threads: usize, most_bytes: u64, control: &Control) -> Result<Self, NoGraph> {
        let scan = Scan::new(compiled)
            .ok_or(NoGraph::Unsuitable("the graph of all solutions is for flat boards of up to 64 cells"))?;
        let pool = own_pool(threads).map_err(|_| NoGraph::TooLarge("there are not enough threads"))?;
        pool.install(|| Self::build_in_pool(compiled, &scan, most_bytes, control))
    }

    fn build_in_pool(compiled: &Compiled, scan: &Scan, most_bytes: u64, control: &Control) -> Result<Self, NoGraph> {
        let (mut levels, mut bytes, mut states_met) = (Vec::new(), 0, 1);
        let mut states = vec![scan.start()];
        while !states.is_empty() {
            let expanded: Vec<Vec<Expanded>> = states
                .par_chunks(CHUNK)
                .map(|chunk| {
                    if control.look() {
                        return Vec::new();
                    }
                    let mut out = Vec::with_capacity(chunk.len() * 4);
                    let mut children = Vec::new();
                    for (parent, key) in chunk.iter().enumerate() {
                        children.clear();
                        scan.expand(*key, &mut children);
                        out.extend(children.iter().map(|(key, origin)| (parent as u32, *key, *origin)));
                    }
                    out
                })
                .collect();
            if control.look() {
                return Err(NoGraph::Stopped);
            }
            let total: usize = expanded.iter().map(Vec::len).sum();
            bytes += (total * 48 + states.len() * 16) as u64;
            if bytes > most_bytes || total > u32::MAX as usize / 2 {
                return Err(NoGraph::TooLarge("the graph of all solutions would not fit the memory"));
            }
            let mut numbers: FxHashMap<Key, u32> = FxHashMap::default();
            numbers.reserve(total / 2);
            let mut next = Vec::new();
            let mut level = Level {
                full: (0..).zip(&states).filter(|(_, key)| scan.is_full(**key)).map(|(state, _)| state).collect(),
                edges_from: vec![0; states.len() + 1],
                edges: Vec::with_capacity(total),
            };
            for (chunk, out) in expanded.iter().enumerate() {
                for (parent, key, origin) in out {
                    let number = *numbers.entry(*key).or_insert_with(|| {
                        next.push(*key);
                        next.len() as u32 - 1
                    });
                    level.edges.push((number, *origin));
                    level.edges_from[chunk * CHUNK + *parent as usize + 1] += 1;
                }
            }
            for index in 1..level.edges_from.len() {
                level.edges_from[index] += level.edges_from[index - 1];
            }
            states_met += next.len() as u64;
            levels.push(level);
            states = next;
        }
        Self::keep_live(compiled, &levels, states_met)
            .ok_or(NoGraph::TooLarge("there are too many solutions to number them"))
    }

    /// Goes back from the last level and keeps what leads to a full board. `None` if the numbers grow beyond 128 bits.
    fn keep_live(compiled: &Compiled, levels: &[Level], states_met: u64) -> Option<Self> {
        let mut counts: Vec<Vec<u128>> = vec![Vec::new()];
        for level in levels.iter().rev() {
            let below = &counts[counts.len() - 1];
            let here: Option<Vec<u128>> = level
                .edges_from
                .windows(2)
                .map(|edges| {
                    let edges = &level.edges[edges[0] as usize..edges[1] as usize];
                    edges.iter().try_fold(0u128, |sum, (to, _)| sum.checked_add(below[*to as usize]))
                })
                .collect();
            let mut here = here?;
            level.full.iter().for_each(|state| here[*state as usize] = 1);
            counts.push(here);
        }
        counts.reverse();

        // Live states get new numbers, level by level.
        let mut numbers: Vec<Vec<u32>> = Vec::new();
        let mut solutions = Vec::new();
        for level in &counts {
            numbers.push(
                level
                    .iter()
                    .map(|&count| {
                        if count == 0 {
                            return u32::MAX;
                        }
                        solutions.push(count);
                        solutions.len() as u32 - 1
                    })
                    .collect(),
            );
        }
        let (mut edges_from, mut edges) = (vec![0], Vec::new());
        for (depth, level) in levels.iter().enumerate() {
            for (state, bounds) in level.edges_from.windows(2).enumerate() {
                if counts[depth][state] == 0 {
                    continue;
                }
                let live = level.edges[bounds[0] as usize..bounds[1] as usize].iter();
                let live = live.map(|(to, origin)| Edge { to: numbers[depth + 1][*to as usize], origin: *origin });
                edges.extend(live.filter(|edge| edge.to != u32::MAX));
                edges_from.push(edges.len() as u32);
            }
        }
        edges_from.resize(solutions.len() + 1, edges.len() as u32);
        Some(Self { edges_from, edges, solutions, arranger: Arranger::new(compiled), states_met })
    }

    /// The number of all solutions.
    pub fn count(&self) -> u128 {
        self.solutions.first().copied().unwrap_or(0)
    }

    /// States that lie on the way to a solution.
    pub fn live_states(&self) -> usize {
        self.solutions.len()
    }

    /// States met while the graph was built.
    pub fn states_met(&self) -> u64 {
        self.states_met
    }

    /// The solution with this number, counted from 0 in the order of their ids; `None` if there are not so many.
    pub fn solution(&self, mut number: u128) -> Option<Arrangement> {
        if number >= self.count() {
            return None;
        }
        let (mut state, mut steps) = (0, Vec::new());
        while let edges @ [_, ..] = self.edges_of(state) {
            let edge = edges.iter().find(|edge| {
                let below = self.solutions[edge.to as usize];
                let is_there = number < below;
                if !is_there {
                    number -= below;
                }
                is_there
            })?;
            steps.push(edge.origin);
            state = edge.to;
        }
        Some(self.arrangement(&steps))
    }

    fn edges_of(&self, state: u32) -> &[Edge] {
        let [from, to] = [self.edges_from[state as usize], self.edges_from[state as usize + 1]];
        &self.edges[from as usize..to as usize]
    }

    fn arrangement(&self, steps: &[(u32, u32)]) -> Arrangement {
        let placed = steps.iter().filter(|step| **step != HOLE);
        self.arranger.arrange(placed.map(|(kind, placement)| (*kind as usize, *placement as usize)))
    }

    fn sweep_below(&self, state: u32, steps: &mut Vec<(u32, u32)>, sweep: &mut Sweep<'_, Arrangement>) {
        for edge in self.edges_of(state) {
            sweep.tally.cases += 1;
            sweep.tally.nodes += 1;
            steps.push(edge.origin);
            if self.edges_of(edge.to).is_empty() {
                sweep.answer(|| self.arrangement(steps));
            } else {
                self.sweep_below(edge.to, steps, sweep);
            }
            steps.pop();
            if sweep.is_too_long() {
                return;
            }
        }
    }
}

/// The cursor of the graph's ways: a tree in which every leaf is a solution.
#[derive(Clone, Debug)]
pub struct FrontierTree {
    graph: Arc<Frontier>,
    states: Vec<u32>,
    steps: Vec<(u32, u32)>,
}

impl FrontierTree {
    /// The root of the tree.
    pub fn new(graph: Arc<Frontier>) -> Self {
        Self { graph, states: vec![0], steps: Vec::new() }
    }

    fn state(&self) -> u32 {
        self.states[self.states.len() - 1]
    }
}

impl Tree for FrontierTree {
    type Answer = Arrangement;

    fn fanout(&self) -> u32 {
        if self.graph.solutions.is_empty() { 0 } else { self.graph.edges_of(self.state()).len() as u32 }
    }

    fn enter(&mut self, mut digits: Range<u32>) -> Option<u32> {
        let digit = digits.next()?;
        let edge = self.graph.edges_of(self.state())[digit as usize];
        self.states.push(edge.to);
        self.steps.push(edge.origin);
        Some(digit)
    }

    fn leave(&mut self) {
        self.states.pop();
        self.steps.pop();
    }

    fn is_answer(&self) -> bool {
        !self.graph.solutions.is_empty() && self.graph.edges_of(self.state()).is_empty()
    }

    fn answer(&self) -> Arrangement {
        self.graph.arrangement(&self.steps)
    }

    fn so_far(&self) -> Option<Arrangement> {
        Some(self.answer())
    }

    fn can_sweep(&self) -> bool {
        self.graph.solutions.get(self.state() as usize).is_some_and(|solutions| *solutions <= SWEPT_SOLUTIONS)
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Arrangement>) {
        let (graph, state) = (Arc::clone(&self.graph), self.state());
        graph.sweep_below(state, &mut self.steps, sweep);
    }
}
