//! Cuts everything below a node into small trees for the streams, and puts together what they bring.

use super::{
    directions,
    streams::Streams,
    tables::{Node, Tables},
};
use crate::{search::Sweep, voracity::moves::Direction};

/// Trees should have about this many nodes: enough that cutting them costs little, few enough to be even.
const FEW_NODES: u64 = 1_500;
const MANY_NODES: u64 = 6_000;

/// After how many trees the depth is adjusted at which they are cut.
const TREES_A_LOOK: u64 = 64;

/// When trees are given up and sweeps pause: the search has to remain interruptible.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// A tree with more nodes is given up.
    pub most_nodes: u64,
    /// The same before anything is known about the right depth: that is found out sooner.
    pub most_nodes_at_first: u64,
    /// A sweep pauses only where at least this many levels lie between the node and the trees, so that what comes
    /// after is worth sweeping again.
    pub levels_above: usize,
}

impl Default for Patience {
    fn default() -> Self {
        Self { most_nodes: 2_000_000, most_nodes_at_first: 50_000, levels_above: 6 }
    }
}

/// What one sweep teaches the next one. It changes the speed, never the answers.
#[derive(Clone, Debug)]
pub(super) struct Experience {
    /// The depth at which trees are cut.
    depth: usize,
    patience: Patience,
    trees: u64,
    nodes: u64,
    bound: BoundTrial,
    /// No tree has been searched to its end yet at this depth.
    is_young: bool,
}

/// Does counting what can be reached pay? It is tried for a while, and left off for a while if it does not. How much
/// it saves is seen by searching some of the trees it would spare.
#[derive(Clone, Debug, Default)]
struct BoundTrial {
    tried: u64,
    hopeless: u64,
    /// Hopeless trees that were searched all the same, and their nodes.
    searched: u64,
    saved: u64,
    /// Nodes to let pass before the bound is tried again.
    pause: u64,
}

/// What a bound says of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Judgement {
    /// It has to be searched.
    Hopeful,
    /// It need not be searched.
    Hopeless,
    /// It need not be searched, but what that saves is to be seen.
    Sample,
}

impl BoundTrial {
    const TRIES: u64 = 512;
    const PAUSE: u64 = 8192;
    /// The bound costs about as much as this many nodes.
    const COST: u64 = 120;
    /// One in so many hopeless trees is searched.
    const SEARCHED: u64 = 8;

    fn is_due(&mut self) -> bool {
        if self.pause > 0 {
            self.pause -= 1;
        }
        self.pause == 0
    }

    /// Takes note of whether the bound has spoken against a tree, and tells what is to be done with it.
    fn note(&mut self, is_hopeless: bool) -> Judgement {
        self.tried += 1;
        self.hopeless += u64::from(is_hopeless);
        let is_sample = self.hopeless.is_multiple_of(Self::SEARCHED);
        if self.tried >= Self::TRIES {
            // An average of all hopeless trees, as far as it is known: searched trees are known a little later.
            let saves = self.saved * self.hopeless / self.searched.max(1);
            if saves < Self::COST * self.tried {
                self.pause = Self::PAUSE;
            }
            *self = Self { pause: self.pause, ..Self::default() };
        }
        match is_hopeless {
            true if is_sample => Judgement::Sample,
            true => Judgement::Hopeless,
            false => Judgement::Hopeful,
        }
    }

    fn note_searched(&mut self, nodes: u64) {
        self.searched += 1;
        self.saved += nodes;
    }
}

impl Experience {
    /// The first guess of the depth is rather too shallow: that is soon seen.
    pub const FIRST_DEPTH: usize = 6;

    pub fn new(depth: usize, patience: Patience) -> Self {
        Self { depth, patience, trees: 0, nodes: 0, is_young: true, bound: BoundTrial::default() }
    }

    fn learn(&mut self, nodes: u64) {
        self.trees += 1;
        self.nodes += nodes;
        if self.trees == TREES_A_LOOK {
            let average = self.nodes / self.trees;
            if average < FEW_NODES {
                self.depth = self.depth.saturating_sub(1);
            } else if average > MANY_NODES {
                self.depth += 1;
            }
            (self.trees, self.nodes) = (0, 0);
            self.is_young = false;
        }
    }

    /// Trees with more nodes than this are given up.
    fn most_nodes(&self) -> u64 {
        if self.is_young { self.patience.most_nodes_at_first } else { self.patience.most_nodes }
    }
}

/// A tree that was cut off for the streams, or a game that ended above them.
struct Cutting<const V: usize> {
    node: Node<V>,
    /// The digits that lead to it from the root, as a part of `ways`.
    way: std::ops::Range<usize>,
    /// The nodes met before it, those in trees not counted.
    nodes_before: u64,
    /// It is searched only to see what the bound saves.
    is_sample: bool,
    /// How many streams are at work on it.
    parts: u32,
    /// What the streams found in it.
    nodes: u64,
    best: u32,
    is_given_up: bool,
}

/// Walks over the upper part of everything below a node, in the order of ids, and cuts off the trees below.
pub(super) struct Gathering<'a, const V: usize, const N: usize> {
    tables: &'a Tables<V, N>,
    experience: &'a mut Experience,
    /// Only games with at least this score matter.
    floor: u32,
    /// The way from the root of all to where the walk is.
    digits: &'a mut Vec<u8>,
    /// The open nodes on that way, from the one that is being swept on.
    stack: Vec<Node<V>>,
    nodes: u64,
    nodes_in_trees: u64,
    most_nodes: u64,
    has_paused: bool,
    cuttings: Vec<Cutting<V>>,
    ways: Vec<u8>,
}

impl<const V: usize, const N: usize> Gathering<'_, V, N> {
    /// The next tree and its number.
    pub fn next(&mut self) -> Option<(usize, Node<V>)> {
        while !self.has_paused
            && let Some(node) = self.stack.last_mut()
        {
            if node.open() == 0 {
                self.stack.pop();
                // The node that is being swept keeps its digit.
                if !self.stack.is_empty() {
                    self.digits.pop();
                }
                continue;
            }
            let digit = node.open().trailing_zeros() as usize;
            let child = self.tables.child(node, digit);
            node.state = node.state.without_first();
            self.nodes += 1;
            if child.open() == 0 {
                if child.score() >= self.floor {
                    self.digits.push(digit as u8);
                    self.cut(child);
                    self.digits.pop();
                }
                continue;
            }
            let depth = self.digits.len() + 1;
            let is_tree = depth >= self.experience.depth;
            let judgement = self.judge(&child);
            if judgement == Judgement::Hopeless || judgement == Judgement::Sample && !is_tree {
                continue;
            }
            self.digits.push(digit as u8);
            if is_tree {
                let tree = self.cut(child);
                self.cuttings[tree].is_sample = judgement == Judgement::Sample;
                self.cuttings[tree].parts = 1;
                self.digits.pop();
                return Some((tree, child));
            }
            self.has_paused = self.nodes + self.nodes_in_trees > self.most_nodes
                && depth + self.experience.patience.levels_above <= self.experience.depth;
            if !self.has_paused {
                self.stack.push(child);
            }
        }
        None
    }

    /// Trees with more nodes than this are to be given up.
    pub fn most_nodes(&self) -> u64 {
        self.experience.most_nodes()
    }

    /// Can a game below the node reach the floor?
    fn judge(&mut self, node: &Node<V>) -> Judgement {
        if self.floor <= node.score() || !self.experience.bound.is_due() {
            return Judgement::Hopeful;
        }
        let is_hopeless = !self.tables.may_cover(node, self.floor - node.score());
        self.experience.bound.note(is_hopeless)
    }

    fn cut(&mut self, node: Node<V>) -> usize {
        let begin = self.ways.len();
        self.ways.extend_from_slice(self.digits);
        let way = begin..self.ways.len();
        self.cuttings.push(Cutting {
            node,
            way,
            nodes_before: self.nodes,
            is_sample: false,
            parts: 0,
            nodes: 0,
            best: node.score(),
            is_given_up: false,
        });
        self.cuttings.len() - 1
    }

    /// One more stream is at work on a tree.
    pub fn share(&mut self, tree: usize) {
        self.cuttings[tree].parts += 1;
    }

    pub fn is_given_up(&self, tree: usize) -> bool {
        self.cuttings[tree].is_given_up
    }

    /// Takes note of what a stream has found in a tree or in its part of one.
    pub fn finish(&mut self, tree: usize, nodes: u64, best: u32, is_complete: bool) {
        let cutting = &mut self.cuttings[tree];
        cutting.parts -= 1;
        cutting.nodes += nodes;
        cutting.best = cutting.best.max(best);
        cutting.is_given_up |= !is_complete;
        if cutting.parts > 0 {
            return;
        }
        if cutting.is_sample {
            self.experience.bound.note_searched(cutting.nodes);
        } else {
            self.experience.learn(cutting.nodes);
        }
        if cutting.is_given_up {
            // Whatever comes after it will have to be searched again: the fewer, the better.
            self.has_paused = true;
            self.experience.depth += 2;
        } else {
            self.nodes_in_trees += cutting.nodes;
        }
    }

    /// Enters everything up to the first tree that was given up.
    fn settle(mut self, start: usize, sweep: &mut Sweep<'_, Vec<Direction>>) -> u32 {
        let given_up = self.cuttings.iter().position(|cutting| cutting.is_given_up);
        let done = given_up.unwrap_or(self.cuttings.len());
        let mut entered = 0;
        for cutting in &self.cuttings[..done] {
            let nodes = cutting.nodes_before - entered + cutting.nodes;
            entered = cutting.nodes_before;
            sweep.tally.nodes += nodes;
            sweep.tally.cases += N as u64 * nodes;
            let best = cutting.best;
            if best >= self.floor {
                let mut way = self.ways[cutting.way.clone()].to_vec();
                let wants_equals = sweep.wants_equals();
                let is_there = self.tables.find(&cutting.node, best, &mut way, &mut |way| {
                    let moves = || way.iter().map(|&digit| directions::<N>()[usize::from(digit)]).collect();
                    sweep.scored_answer(i64::from(best), moves);
                    !wants_equals
                });
                debug_assert!(is_there || wants_equals, "the streams have seen it");
                self.floor = sweep.floor_after(best);
            }
        }
        let last = given_up.map_or(self.nodes, |tree| self.cuttings[tree].nodes_before);
        sweep.tally.nodes += last - entered;
        sweep.tally.cases += N as u64 * (last - entered);
        if let Some(tree) = given_up {
            sweep.pause_at(self.ways[self.cuttings[tree].way.clone()][start..].iter().map(|&digit| u32::from(digit)));
        } else if self.has_paused {
            sweep.pause_at(self.digits[start..].iter().map(|&digit| u32::from(digit)));
        }
        self.digits.truncate(start);
        self.floor
    }
}

impl<const V: usize, const N: usize> Tables<V, N> {
    /// Tells the ways to the games below a node that end with a score no other game below it exceeds, in the order of
    /// ids, until one is enough.
    fn find(&self, node: &Node<V>, score: u32, way: &mut Vec<u8>, tell: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        if node.open() == 0 {
            return node.score() == score && tell(way);
        }
        for digit in (0..N).filter(|digit| node.open() >> digit & 1 != 0) {
            way.push(digit as u8);
            if self.find(&self.child(node, digit), score, way, tell) {
                return true;
            }
            way.pop();
        }
        false
    }
}

/// Searches everything below `node`, to which `digits` lead, for games with at least the score `floor`. Tells the
/// floor from there on.
pub(super) fn sweep_below<const V: usize, const N: usize>(
    tables: &Tables<V, N>,
    node: &Node<V>,
    digits: &mut Vec<u8>,
    floor: u32,
    (experience, streams): (&mut Experience, &mut Streams<V>),
    sweep: &mut Sweep<'_, Vec<Direction>>,
) -> u32 {
    let start = digits.len();
    let most_nodes = sweep.room();
    let mut gathering = Gathering {
        tables,
        experience,
        floor,
        digits,
        stack: vec![*node],
        nodes: 0,
        nodes_in_trees: 0,
        most_nodes,
        has_paused: false,
        cuttings: Vec::new(),
        ways: Vec::new(),
    };
    streams.run(tables, &mut gathering);
    gathering.settle(start, sweep)
}
