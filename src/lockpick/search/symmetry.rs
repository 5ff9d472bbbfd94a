//! Branches that are alike: which of them are used up does not matter, only how many. A state is brought into a form in
//! which such branches stand in a fixed order, so that states that differ by their order only become one.

use std::collections::HashMap;

use crate::lockpick::{
    complex::Complex,
    level::{NodeId, NodeKind, Objective},
    play::{State, Terrain, codec::Codec},
};

/// Larger branches are not compared: their state has to fit one word.
const MOST_NODES: usize = 64;

/// Branches on one node that are alike: each a list of nodes, and the n-th nodes of all lists correspond.
#[derive(Clone, Debug)]
struct Group {
    branches: Vec<Vec<NodeId>>,
}

/// All that is alike in a level, inner branches before those that hold them.
#[derive(Clone, Debug, Default)]
pub(super) struct Symmetry {
    groups: Vec<Group>,
    /// Keys of one kind beside each other, with a single way out: how many are taken is all there is to tell. Each key
    /// comes after one that is beside it and nearer to the way out.
    heaps: Vec<Vec<NodeId>>,
}

impl Symmetry {
    /// Finds branches that are alike. Where the player's place matters, none are.
    pub fn new(terrain: &Terrain, codec: &Codec) -> Self {
        if terrain.is_positional || terrain.level.objective != Objective::Goal {
            return Self::default();
        }
        let forest = Forest::new(terrain);
        let kinds = forest.kinds(terrain, codec);
        let mut groups = Vec::new();
        for &parent in &forest.inner_first {
            let mut alike: HashMap<usize, Vec<NodeId>> = HashMap::new();
            for &child in &forest.children[parent] {
                if let Some(kind) = kinds[child] {
                    alike.entry(kind).or_default().push(child);
                }
            }
            let mut alike: Vec<_> = alike.into_values().filter(|children| children.len() > 1).collect();
            alike.sort();
            for children in alike {
                let branches: Vec<Vec<NodeId>> = children.iter().map(|&child| forest.in_order(child, &kinds)).collect();
                if branches[0].len() <= MOST_NODES {
                    groups.push(Group { branches });
                }
            }
        }
        Self { groups, heaps: heaps(terrain) }
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty() && self.heaps.is_empty()
    }

    /// Puts keys and branches that are alike into order.
    pub fn arrange(&self, terrain: &Terrain, state: &mut State, patterns: &mut Vec<u64>) {
        for heap in &self.heaps {
            let count = heap.iter().filter(|&&key| state.taken.contains(key)).count();
            for &key in &heap[..count] {
                state.taken.insert(key);
            }
            heap[count..].iter().for_each(|&key| state.taken.remove(key));
        }
        for group in &self.groups {
            patterns.clear();
            patterns.extend(group.branches.iter().map(|branch| pattern(terrain, state, branch)));
            if patterns.is_sorted() {
                continue;
            }
            patterns.sort_unstable();
            for (branch, &pattern) in group.branches.iter().zip(&*patterns) {
                set_pattern(terrain, state, branch, pattern);
            }
        }
    }
}

/// Heaps of keys. From whichever side they are taken, those that are left can be taken one after the other, because
/// those that are taken hang together and reach to the way out.
fn heaps(terrain: &Terrain) -> Vec<Vec<NodeId>> {
    let level = &terrain.level;
    let is_key =
        |node: NodeId| node != level.start && matches!(&level.nodes[node].kind, NodeKind::Key(key) if !key.infinite);
    let mut is_known = vec![false; level.nodes.len()];
    let mut heaps = Vec::new();
    for first in (0..level.nodes.len()).filter(|&node| is_key(node)) {
        if std::mem::replace(&mut is_known[first], true) {
            continue;
        }
        let (mut keys, mut outside) = (vec![first], Vec::new());
        let mut done = 0;
        while let Some(&key) = keys.get(done) {
            done += 1;
            for &next in terrain.from[key].iter().filter(|&&next| next != key) {
                if is_key(next) && level.nodes[next].kind == level.nodes[first].kind {
                    if !std::mem::replace(&mut is_known[next], true) {
                        keys.push(next);
                    }
                } else if !outside.contains(&next) {
                    outside.push(next);
                }
            }
        }
        if let ([way_out], 2..) = (outside.as_slice(), keys.len()) {
            heaps.push(from_the_way_out(terrain, *way_out, &keys));
        }
    }
    heaps
}

/// The keys of a heap in such an order that those before a key lead to it.
fn from_the_way_out(terrain: &Terrain, way_out: NodeId, keys: &[NodeId]) -> Vec<NodeId> {
    let mut order = vec![way_out];
    let mut done = 0;
    while let Some(&node) = order.get(done) {
        done += 1;
        let mut next: Vec<NodeId> = terrain.from[node].iter().copied().filter(|next| keys.contains(next)).collect();
        next.retain(|key| !order.contains(key));
        order.extend(next);
    }
    order.remove(0);
    order
}

/// One bit for each node: is the key taken, or the door gone?
fn pattern(terrain: &Terrain, state: &State, branch: &[NodeId]) -> u64 {
    let is_used = |node: NodeId| match terrain.door_index[node] {
        Some(door) => !state.doors[door].stands(),
        None => state.taken.contains(node),
    };
    branch.iter().enumerate().map(|(bit, &node)| u64::from(is_used(node)) << bit).sum()
}

fn set_pattern(terrain: &Terrain, state: &mut State, branch: &[NodeId], pattern: u64) {
    for (bit, &node) in branch.iter().enumerate() {
        let is_used = pattern >> bit & 1 == 1;
        match terrain.door_index[node] {
            Some(door) => state.doors[door].copies = if is_used { Complex::ZERO } else { terrain.door(door).copies },
            None if is_used => drop(state.taken.insert(node)),
            None => state.taken.remove(node),
        }
    }
    // Where the player may be follows from what is open.
    state.region.clear();
}

/// What hangs on the part of a level that has the start and all circles in it.
struct Forest {
    children: Vec<Vec<NodeId>>,
    /// All nodes, each after all that hangs on it.
    inner_first: Vec<NodeId>,
    hangs: Vec<bool>,
}

impl Forest {
    /// Takes off nodes with one neighbour as long as there are any.
    fn new(terrain: &Terrain) -> Self {
        let count = terrain.level.nodes.len();
        let mut next_to: Vec<Vec<NodeId>> = terrain.from.clone();
        for (node, neighbours) in next_to.iter_mut().enumerate() {
            neighbours.retain(|&other| other != node);
        }
        let mut forest = Self { children: vec![Vec::new(); count], inner_first: Vec::new(), hangs: vec![false; count] };
        let mut degree: Vec<usize> = next_to.iter().map(Vec::len).collect();
        let mut loose: Vec<NodeId> =
            (0..count).filter(|&node| degree[node] == 1 && node != terrain.level.start).collect();
        while let Some(node) = loose.pop() {
            let Some(&parent) = next_to[node].iter().find(|&&other| !forest.hangs[other]) else { continue };
            forest.hangs[node] = true;
            forest.inner_first.push(node);
            forest.children[parent].push(node);
            degree[parent] -= 1;
            if degree[parent] == 1 && parent != terrain.level.start {
                loose.push(parent);
            }
        }
        forest.inner_first.extend((0..count).filter(|&node| !forest.hangs[node]));
        forest
    }

    /// A number for every branch, the same for branches that are alike. `None` for those with doors that have more
    /// states than standing and gone.
    fn kinds(&self, terrain: &Terrain, codec: &Codec) -> Vec<Option<usize>> {
        let mut known: HashMap<(String, Vec<usize>), usize> = HashMap::new();
        let mut kinds = vec![None; self.hangs.len()];
        for &node in self.inner_first.iter().filter(|&&node| self.hangs[node]) {
            if terrain.door_index[node].is_some_and(|door| codec.is_elaborate(door)) {
                continue;
            }
            // A goal is the end: it does not matter how many there are, and it has no state.
            if matches!(terrain.level.nodes[node].kind, NodeKind::Goal) {
                continue;
            }
            let below: Option<Vec<usize>> = self.children[node].iter().map(|&child| kinds[child]).collect();
            let Some(mut below) = below else { continue };
            below.sort_unstable();
            let next = known.len();
            let what = format!("{:?}", terrain.level.nodes[node].kind);
            kinds[node] = Some(*known.entry((what, below)).or_insert(next));
        }
        kinds
    }

    /// The nodes of a branch, in an order that only depends on its kind.
    fn in_order(&self, root: NodeId, kinds: &[Option<usize>]) -> Vec<NodeId> {
        let mut nodes = Vec::new();
        let mut stack = vec![root];
        while let Some(node) = stack.pop() {
            nodes.push(node);
            let mut children = self.children[node].clone();
            children.sort_by_key(|&child| (kinds[child], child));
            stack.extend(children);
        }
        nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{diagnostics::Source, lockpick::input};

    fn terrain(parts: &str) -> Terrain {
        let text = format!("level L\nstart hub\njunction hub\ngoal out\n{parts}");
        Terrain::new(input::parse(&Source::new("level", text)).unwrap().level)
    }

    /// The heaps of a level with these parts around its start, by the names of the keys.
    fn names(parts: &str) -> Vec<Vec<String>> {
        let terrain = terrain(parts);
        let name = |node: NodeId| terrain.level.nodes[node].name.clone();
        heaps(&terrain).into_iter().map(|heap| heap.into_iter().map(name).collect()).collect()
    }

    const SQUARE: &str = "key a 1 white\nkey b 1 white\nkey c 1 white\nkey d 1 white\n\
                          path hub - a - b - c - d - a\npath hub - d\ndoor e blank white\npath hub - e - out\n";

    #[test]
    fn keys_beside_each_other_are_a_heap() {
        assert_eq!(names(SQUARE), [["a", "d", "b", "c"]]);
    }

    #[test]
    fn keys_that_differ_or_lead_somewhere_are_none() {
        assert!(names(&SQUARE.replace("key b 1 white", "key b 2 white")).is_empty());
        let passage = format!("{SQUARE}junction j\ndoor f 1 white\npath c - j - f\n");
        assert!(names(&passage).is_empty());
    }

    /// Two keys with the same door behind them are no branches if each of them leads to a circle as well.
    #[test]
    fn what_leads_to_a_circle_is_no_branch() {
        let terrain = terrain(
            "key a 1 white\nkey b 1 white\ndoor c 1 red\ndoor d 1 red\npath hub - a - c\npath hub - b - d\n\
             junction p\njunction q\njunction r\npath a - p - q - r - p\npath q - out\n\
             junction s\njunction t\njunction u\npath b - s - t - u - s\n\
             junction v\njunction w\npath hub - v - w - hub\n",
        );
        assert!(Symmetry::new(&terrain, &Codec::new(&terrain, &[], &[])).is_empty());
    }

    /// What is taken in one of two branches that are alike is as if it were taken in the other.
    #[test]
    fn branches_that_are_alike_change_places() {
        let terrain = terrain(
            "key a 1 white\ndoor b 1 red\nkey c 1 white\ndoor d 1 red\ndoor e blank white\n\
             path hub - a - b\npath hub - c - d\npath hub - e - out\n",
        );
        let symmetry = Symmetry::new(&terrain, &Codec::new(&terrain, &[], &[]));
        let [a, c] = ["a", "c"].map(|name| terrain.level.find(name).unwrap());
        let [b, d] = ["b", "d"].map(|name| terrain.door_index[terrain.level.find(name).unwrap()].unwrap());
        let start = terrain.start().unwrap();
        let arranged = |key: NodeId, door: Option<usize>| {
            let mut state = start.clone();
            state.taken.insert(key);
            if let Some(door) = door {
                state.doors[door].copies = Complex::ZERO;
            }
            symmetry.arrange(&terrain, &mut state, &mut Vec::new());
            let is_taken = [a, c].map(|key| state.taken.contains(key));
            let stands = [b, d].map(|door| state.doors[door].stands());
            (is_taken, stands)
        };
        assert_eq!(arranged(a, None), arranged(c, None));
        assert_eq!(arranged(a, None), ([true, false], [true, true]));
        assert_eq!(arranged(a, Some(b)), arranged(c, Some(d)));
        assert_eq!(arranged(a, Some(b)), ([true, false], [false, true]));
    }

    #[test]
    fn only_the_number_of_keys_counts() {
        let terrain = terrain(SQUARE);
        let symmetry = Symmetry::new(&terrain, &Codec::new(&terrain, &[], &[]));
        let [a, b, d] = ["a", "b", "d"].map(|name| terrain.level.find(name).unwrap());
        let start = terrain.start().unwrap();
        let mut states = [[a, d], [a, b]].map(|keys| {
            let mut state = start.clone();
            for key in keys {
                state.taken.insert(key);
            }
            state
        });
        for state in &mut states {
            symmetry.arrange(&terrain, state, &mut Vec::new());
        }
        assert_eq!(states[0].taken, states[1].taken);
        assert!(states[0].taken.contains(a) && states[0].taken.contains(d));
    }
}
