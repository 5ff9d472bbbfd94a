//! Levels of which nothing is known: anything next to anything.

use super::{Mechanic, Recipe, parts::Parts};
use crate::lockpick::level::{Condition, Edge, Level, Node, NodeId, NodeKind, Salvage};

/// A level of random parts, connected at random. It may have a solution or not.
pub fn wild(recipe: &Recipe) -> Level {
    let mut parts = Parts::new(recipe);
    let count = recipe.nodes.max(3);
    let mut nodes = vec![Node::new("start", NodeKind::Junction)];
    for index in 1..count - 1 {
        let kind = if parts.dice.chance(10) {
            NodeKind::Junction
        } else if parts.some(Mechanic::Gate, 15) {
            NodeKind::Gate(parts.gate())
        } else if parts.some(Mechanic::Salvage, 6) {
            NodeKind::Salvage(Salvage { id: parts.dice.below(3) as i32 - 1, output: parts.dice.chance(20) })
        } else if parts.dice.chance(50) {
            NodeKind::Key(parts.key())
        } else {
            NodeKind::Door(parts.door())
        };
        nodes.push(Node::new(index.to_string(), kind));
    }
    nodes.push(Node::new("goal", NodeKind::Goal));
    let doors: Vec<NodeId> = (0..count).filter(|&node| matches!(nodes[node].kind, NodeKind::Door(_))).collect();
    let mut edges = Vec::new();
    // A tree first; then a few more ways. The goal hangs on a door if there is one.
    for node in 1..count {
        let to = if node == count - 1 && !doors.is_empty() {
            parts.dice.pick(&doors)
        } else {
            parts.dice.below(node).max(node.saturating_sub(5) * usize::from(parts.dice.chance(50)))
        };
        edges.push(Edge::between(to, node));
    }
    for _ in 0..parts.dice.below(1 + count / 5) {
        let (from, to) = (parts.dice.below(count), parts.dice.below(count));
        if from != to {
            edges.push(Edge::between(from, to));
        }
    }
    for edge in &mut edges {
        edge.one_way = parts.some(Mechanic::OneWay, 20);
        if !doors.is_empty() && parts.some(Mechanic::Floor, 15) {
            let door = parts.dice.pick(&doors);
            edge.conditions.push(if parts.dice.chance(50) { Condition::While(door) } else { Condition::After(door) });
        }
    }
    for node in &mut nodes {
        if !doors.is_empty() && parts.some(Mechanic::Near, 15) {
            let door = parts.dice.pick(&doors);
            if parts.dice.chance(60) { &mut node.near } else { &mut node.touching }.push(door);
        }
    }
    Level { title: format!("wild {}", recipe.seed), nodes, edges, lens: true, ..Level::default() }
}
