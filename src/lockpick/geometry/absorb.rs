//! Makes a graph smaller by what is certain: doors that are gone and keys that are taken wherever the player is at a
//! node. Whether they are there is not asked again, and junctions that differ from a neighbour in nothing else become
//! part of it.

use std::collections::{BTreeMap, BTreeSet};

use super::directed::{Alternatives, insert_alternative, order_of};
use crate::lockpick::level::{Condition, Edge, Level, NodeId, NodeKind, NodeSet};

/// Nodes times nodes beyond which nothing is worked out: such graphs are searched as they are.
const MOST_WORK: usize = 40_000_000;

/// Leaves out what is certain, and tells which nodes are not needed any more.
pub fn absorb(level: &mut Level) -> Vec<bool> {
    let count = level.nodes.len();
    let mut is_kept = vec![true; count];
    if count.saturating_mul(count) > MOST_WORK {
        return is_kept;
    }
    let mut ways = Ways::taken_from(level);
    let (before, done) = certainties(level, &ways);
    forget_what_is_done(level, &before);
    ways.reduce(&done);
    let mut queue: Vec<NodeId> = (0..count).rev().collect();
    while let Some(node) = queue.pop() {
        if !is_kept[node] || !can_go(level, node) {
            continue;
        }
        let host = ways.out[node].keys().copied().find(|&host| is_host(level, &ways, &done, node, host));
        if let Some(host) = host {
            is_kept[node] = false;
            ways.merge(node, host, &done[node]);
            queue.extend(ways.out[host].keys().chain(&ways.into[host]).copied().chain([host]));
        }
    }
    level.edges = ways.into_edges(&done);
    is_kept
}

/// What is done once and for all by being at a node.
fn done_at(level: &Level, node: NodeId) -> impl Iterator<Item = NodeId> {
    let is_once = move |thing: NodeId| match &level.nodes[thing].kind {
        NodeKind::Key(key) => !key.infinite,
        NodeKind::Door(_) => thing == node,
        _ => false,
    };
    let touched = level.nodes[node].touching.iter().copied();
    touched.chain([node]).filter(move |&thing| is_once(thing))
}

/// For every node what was certainly done before the player came there, and what is done when the player is there.
fn certainties(level: &Level, ways: &Ways) -> (Vec<NodeSet>, Vec<NodeSet>) {
    let count = level.nodes.len();
    let mut everything = NodeSet::new(count);
    (0..count).for_each(|node| {
        everything.insert(node);
    });
    let mut before = vec![everything; count];
    before[level.start].clear();
    let with_own = |before: &NodeSet, node: NodeId| {
        let mut done = before.clone();
        done_at(level, node).for_each(|thing| {
            done.insert(thing);
        });
        done
    };
    let mut queue = vec![level.start];
    while let Some(node) = queue.pop() {
        let done = with_own(&before[node], node);
        for (&next, alternatives) in &ways.out[node] {
            for conditions in alternatives {
                let gone = conditions.iter().filter_map(|condition| match condition {
                    Condition::After(door) => Some(*door),
                    Condition::While(_) | Condition::Through(_) => None,
                });
                let mut known = done.clone();
                gone.for_each(|door| {
                    known.insert(door);
                });
                let less: Vec<NodeId> = before[next].iter().filter(|&thing| !known.contains(thing)).collect();
                if !less.is_empty() {
                    less.into_iter().for_each(|thing| before[next].remove(thing));
                    queue.push(next);
                }
            }
        }
    }
    let done = (0..count).map(|node| with_own(&before[node], node)).collect();
    (before, done)
}

/// Being near a door that is gone, or touching a key that is taken, means nothing.
fn forget_what_is_done(level: &mut Level, before: &[NodeSet]) {
    for (node, what) in level.nodes.iter_mut().enumerate() {
        what.near.retain(|&door| !before[node].contains(door));
        what.touching.retain(|&thing| !before[node].contains(thing));
    }
}

/// Whether a node is a junction that could be part of another.
fn can_go(level: &Level, node: NodeId) -> bool {
    let what = &level.nodes[node];
    let is_key = |&thing: &NodeId| matches!(level.nodes[thing].kind, NodeKind::Key(_));
    node != level.start && what.kind == NodeKind::Junction && what.touching.iter().all(is_key)
}

/// Whether a junction may as well be part of a neighbour: the player can always go to and fro, and what happens at one
/// happens at the other.
fn is_host(level: &Level, ways: &Ways, done: &[NodeSet], node: NodeId, host: NodeId) -> bool {
    let is_plain = match &level.nodes[host].kind {
        NodeKind::Junction | NodeKind::Door(_) => true,
        NodeKind::Key(key) => !key.infinite,
        NodeKind::Gate(_) | NodeKind::Goal | NodeKind::Salvage(_) => false,
    };
    let is_free = |conditions: &Vec<Condition>| conditions.is_empty();
    let there = ways.out[node].get(&host).is_some_and(|alternatives| alternatives.iter().any(is_free));
    let back = ways.out[host]
        .get(&node)
        .is_some_and(|alternatives| alternatives.iter().any(|conditions| is_lasting(conditions, &done[node])));
    let happens = |at: NodeId| -> (BTreeSet<NodeId>, bool) {
        let near = level.nodes[at].near.iter().copied().filter(|&door| !done[node].contains(door));
        let touched = &level.nodes[at].touching;
        (near.collect(), touched.iter().all(|&thing| done[node].contains(thing)))
    };
    let is_done = |thing: NodeId| level.nodes[thing].kind == NodeKind::Junction || done[node].contains(thing);
    is_plain && there && back && is_done(host) && happens(host) == happens(node) && {
        // Whoever comes to the host takes there what would have been taken here.
        let taken = |at: NodeId| done_at(level, at).collect::<BTreeSet<NodeId>>();
        let here = taken(node);
        here.is_subset(&taken(host))
    }
}

/// Whether all that is asked is that doors are gone which are gone for good.
fn is_lasting(conditions: &[Condition], done: &NodeSet) -> bool {
    conditions.iter().all(|condition| matches!(condition, Condition::After(door) if done.contains(*door)))
}

/// The ways out of every node, and where ways come from.
struct Ways {
    out: Vec<BTreeMap<NodeId, Alternatives>>,
    into: Vec<BTreeSet<NodeId>>,
}

impl Ways {
    fn taken_from(level: &mut Level) -> Self {
        let count = level.nodes.len();
        let mut ways = Self { out: vec![BTreeMap::new(); count], into: vec![BTreeSet::new(); count] };
        for edge in level.edges.drain(..) {
            if !edge.one_way {
                ways.add(edge.to, edge.from, edge.conditions.clone());
            }
            ways.add(edge.from, edge.to, edge.conditions);
        }
        ways
    }

    fn add(&mut self, from: NodeId, to: NodeId, mut conditions: Vec<Condition>) {
        if from != to {
            conditions.sort_unstable_by_key(order_of);
            conditions.dedup();
            insert_alternative(self.out[from].entry(to).or_default(), conditions);
            self.into[to].insert(from);
        }
    }

    fn reduce(&mut self, done: &[NodeSet]) {
        for (from, ways) in self.out.iter_mut().enumerate() {
            for (&to, alternatives) in ways.iter_mut() {
                super::directed::reduce(alternatives, |door| done[from].contains(door));
                if alternatives.is_empty() {
                    self.into[to].remove(&from);
                }
            }
            ways.retain(|_, alternatives| !alternatives.is_empty());
        }
    }

    /// Makes a node part of another. What the way between them asked is certain at the node, but not at the other.
    fn merge(&mut self, node: NodeId, host: NodeId, done: &NodeSet) {
        let back = self.out[host].remove(&node).unwrap_or_default();
        let asked = back.into_iter().find(|conditions| is_lasting(conditions, done));
        let asked = asked.unwrap_or_default();
        for (to, alternatives) in std::mem::take(&mut self.out[node]) {
            self.into[to].remove(&node);
            for mut conditions in alternatives {
                conditions.extend(&asked);
                self.add(host, to, conditions);
            }
        }
        for from in std::mem::take(&mut self.into[node]) {
            for conditions in self.out[from].remove(&node).unwrap_or_default() {
                self.add(from, host, conditions);
            }
        }
    }

    fn into_edges(mut self, done: &[NodeSet]) -> Vec<Edge> {
        self.reduce(done);
        let mut directed = super::directed::Directed::default();
        for (from, ways) in self.out.into_iter().enumerate() {
            for (to, alternatives) in ways {
                alternatives.into_iter().for_each(|conditions| directed.insert(from, to, conditions));
            }
        }
        let gone: Vec<Vec<NodeId>> = done.iter().map(|done| done.iter().collect()).collect();
        directed.into_edges(&gone)
    }
}
