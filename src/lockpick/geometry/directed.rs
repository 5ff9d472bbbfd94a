//! Ways from node to node while a graph is put together: each direction by itself, with the alternative conditions
//! under which it can be walked, reduced to what has to be asked.

use std::collections::BTreeMap;

use super::GeometryError;
use crate::lockpick::level::{Condition, Edge, Level, NodeId, NodeKind};

/// The most edges: no level that can be solved has as many.
const MAX_EDGES: usize = 100_000;

/// The order in which conditions are written.
pub fn order_of(condition: &Condition) -> (u8, NodeId) {
    match *condition {
        Condition::While(door) => (0, door),
        Condition::After(door) => (1, door),
        Condition::Through(gate) => (2, gate),
    }
}

/// The doors that are gone whenever the player is at a node: the one that stood there.
pub fn gone_at(level: &Level) -> Vec<Vec<NodeId>> {
    let own = |(node, what): (NodeId, &crate::lockpick::level::Node)| match what.kind {
        NodeKind::Door(_) => vec![node],
        _ => Vec::new(),
    };
    level.nodes.iter().enumerate().map(own).collect()
}

/// The conditions under which a way can be walked: all of one of the lists must hold.
pub type Alternatives = Vec<Vec<Condition>>;

/// All ways.
#[derive(Debug, Default)]
pub struct Directed {
    ways: BTreeMap<(NodeId, NodeId), Alternatives>,
    count: usize,
}

impl Directed {
    /// Adds a way.
    pub fn add(&mut self, from: NodeId, to: NodeId, conditions: Vec<Condition>) -> Result<(), GeometryError> {
        self.insert(from, to, conditions);
        if self.count > 2 * MAX_EDGES { Err(GeometryError::Ways(MAX_EDGES)) } else { Ok(()) }
    }

    /// Adds a way, unless there is one already that asks for less.
    pub fn insert(&mut self, from: NodeId, to: NodeId, mut conditions: Vec<Condition>) {
        conditions.sort_unstable_by_key(order_of);
        conditions.dedup();
        if from != to && !is_contradiction(&conditions) {
            let alternatives = self.ways.entry((from, to)).or_default();
            let before = alternatives.len();
            insert_alternative(alternatives, conditions);
            self.count = self.count + alternatives.len() - before.min(alternatives.len());
        }
    }

    /// Leaves out what need not be asked: that a door is gone where the player could not be otherwise, and whether one
    /// is gone or stands where it does not matter.
    pub fn reduce(&mut self, gone_at: &[Vec<NodeId>]) {
        for (&(from, _), alternatives) in &mut self.ways {
            reduce(alternatives, |door| gone_at[from].contains(&door));
        }
        self.ways.retain(|_, alternatives| !alternatives.is_empty());
    }

    /// Edges: ways there and back that come to the same are one.
    pub fn into_edges(mut self, gone_at: &[Vec<NodeId>]) -> Vec<Edge> {
        let mut edges = Vec::new();
        let keys: Vec<(NodeId, NodeId)> = self.ways.keys().copied().collect();
        for (from, to) in keys {
            let there = self.ways.remove(&(from, to)).unwrap_or_default();
            let mut back = self.ways.get_mut(&(to, from));
            for mut conditions in there {
                let is_same = |other: &Vec<Condition>| {
                    is_implied(&conditions, other, &gone_at[to]) && is_implied(other, &conditions, &gone_at[from])
                };
                let same = back.as_mut().and_then(|back| back.iter().position(is_same).map(|at| back.remove(at)));
                let one_way = same.is_none();
                conditions.extend(same.into_iter().flatten());
                conditions.sort_unstable_by_key(order_of);
                conditions.dedup();
                edges.push(Edge { from, to, one_way, conditions });
            }
        }
        edges.sort_by_key(|edge| (edge.from, edge.to));
        edges
    }
}

/// Leaves out of the alternatives of a way what need not be asked.
pub fn reduce(alternatives: &mut Alternatives, is_gone: impl Fn(NodeId) -> bool) {
    let mut all = std::mem::take(alternatives);
    all.retain(|conditions| {
        !conditions.iter().any(|condition| matches!(condition, Condition::While(door) if is_gone(*door)))
    });
    for conditions in &mut all {
        conditions.retain(|condition| !matches!(condition, Condition::After(door) if is_gone(*door)));
    }
    while let Some(joined) = all.iter().enumerate().find_map(|(index, one)| {
        let rest = all[index + 1..].iter();
        rest.filter_map(|other| without_difference(one, other)).find(|joined| !all.contains(joined))
    }) {
        all.push(joined);
    }
    for conditions in all {
        insert_alternative(alternatives, conditions);
    }
}

/// Whether what is asked beyond the other conditions is that doors are gone which are gone anyway.
fn is_implied(conditions: &[Condition], others: &[Condition], gone: &[NodeId]) -> bool {
    let is_gone = |condition: &Condition| matches!(condition, Condition::After(door) if gone.contains(door));
    conditions.iter().all(|condition| others.contains(condition) || is_gone(condition))
}

fn is_contradiction(conditions: &[Condition]) -> bool {
    conditions.iter().any(|condition| match condition {
        Condition::While(door) => conditions.contains(&Condition::After(*door)),
        Condition::After(_) | Condition::Through(_) => false,
    })
}

/// Keeps the alternatives of which none asks for less than another.
pub fn insert_alternative(alternatives: &mut Alternatives, conditions: Vec<Condition>) {
    let asks_less = |less: &[Condition], more: &[Condition]| less.iter().all(|condition| more.contains(condition));
    if !alternatives.iter().any(|known| asks_less(known, &conditions)) {
        alternatives.retain(|known| !asks_less(&conditions, known));
        alternatives.push(conditions);
    }
}

/// Two alternatives as one, if all they differ in is whether one door stands or is gone.
fn without_difference(one: &[Condition], other: &[Condition]) -> Option<Vec<Condition>> {
    let mut only_one = one.iter().filter(|condition| !other.contains(condition));
    let mut only_other = other.iter().filter(|condition| !one.contains(condition));
    let (first, second) = (only_one.next()?, only_other.next()?);
    let is_opposite = match (first, second) {
        (Condition::While(door), Condition::After(same)) | (Condition::After(same), Condition::While(door)) => {
            door == same
        }
        _ => false,
    };
    let is_all = only_one.next().is_none() && only_other.next().is_none();
    (is_opposite && is_all).then(|| one.iter().copied().filter(|condition| condition != first).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whether_a_door_stands_is_not_asked_where_it_does_not_matter() {
        let mut ways = Directed::default();
        ways.add(0, 1, vec![Condition::While(1)]).unwrap();
        ways.add(0, 1, vec![Condition::After(0), Condition::After(1)]).unwrap();
        ways.add(1, 0, vec![Condition::While(0)]).unwrap();
        ways.add(1, 0, vec![Condition::After(0), Condition::After(1)]).unwrap();
        let gone = [vec![0], vec![1]];
        ways.reduce(&gone);
        assert_eq!(ways.into_edges(&gone), [Edge::between(0, 1)]);
    }

    #[test]
    fn a_way_over_a_door_that_is_gone_is_no_way() {
        let mut ways = Directed::default();
        ways.add(0, 1, vec![Condition::While(0)]).unwrap();
        ways.add(0, 1, vec![Condition::Through(3)]).unwrap();
        ways.add(1, 0, vec![Condition::Through(2)]).unwrap();
        let gone = [vec![0], vec![]];
        ways.reduce(&gone);
        let edge = |from, to, gate| Edge { from, to, one_way: true, conditions: vec![Condition::Through(gate)] };
        assert_eq!(ways.into_edges(&gone), [edge(0, 1, 3), edge(1, 0, 2)]);
    }
}
