//! Where the player can walk without setting anything off.

use crate::lockpick::{
    complex::{Axis, Overflow},
    level::{Condition, NodeId, NodeKind, NodeSet, Salvage},
    rules::{curse, glitch, keys, locks, opening},
};

use super::{state::State, terrain::Terrain, terrain::Way};

impl Terrain {
    /// Whether a way can be walked now.
    pub fn is_way_open(&self, state: &State, way: &Way) -> bool {
        way.conditions.iter().all(|condition| match *condition {
            Condition::While(door) => self.is_standing(state, door),
            Condition::After(door) => !self.is_standing(state, door),
            Condition::Through(gate) => self.is_passable(state, gate),
        })
    }

    fn is_standing(&self, state: &State, node: NodeId) -> bool {
        self.door_index[node].is_some_and(|door| state.doors[door].stands())
    }

    /// Whether what is at a node lets the player through. An infinite key never does: it is taken by passing.
    pub fn is_passable(&self, state: &State, node: NodeId) -> bool {
        match &self.level.nodes[node].kind {
            NodeKind::Junction | NodeKind::Goal => true,
            NodeKind::Key(_) => state.taken.contains(node),
            NodeKind::Door(_) => !self.is_standing(state, node),
            NodeKind::Gate(gate) => gate.locks.iter().all(|lock| {
                locks::is_content(lock.need, state.inventory.count(glitch::resolved(lock.colour, state.mimic)))
            }),
            NodeKind::Salvage(point) => !is_arming(*point, state.armed),
        }
    }

    /// Whether something happens to a door near a player at this node, or to what is touched there.
    pub(super) fn is_eventful(&self, state: &State, node: NodeId) -> Result<bool, Overflow> {
        let what = &self.level.nodes[node];
        for (&door, is_touched) in
            what.near.iter().map(|door| (door, false)).chain(what.touching.iter().map(|door| (door, true)))
        {
            let Some(index) = self.door_index[door] else {
                if self.is_waiting(state, door) {
                    return Ok(true);
                }
                continue;
            };
            let (door, mut after) = (self.door(index), state.doors[index]);
            if !after.stands() {
                continue;
            }
            if curse::come_near(&state.inventory, door, &mut after) {
                return Ok(true);
            }
            if is_touched && opening::open(&mut state.inventory.clone(), door, &mut after, Axis::Real)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Makes the region all nodes that can be reached from its own without anything happening.
    pub(super) fn spread(&self, state: &mut State) -> Result<(), Overflow> {
        let mut queue: Vec<NodeId> = state.region.iter().collect();
        self.spread_from(state, &mut queue)
    }

    /// Adds to the region all nodes that can be reached from these, which are in it.
    pub(super) fn spread_from(&self, state: &mut State, queue: &mut Vec<NodeId>) -> Result<(), Overflow> {
        while let Some(node) = queue.pop() {
            for way in &self.ways[node] {
                if !state.region.contains(way.to)
                    && (self.is_passable(state, way.to) || self.passes_idle_keys && self.is_idle_key(state, way.to))
                    && self.is_way_open(state, way)
                    && !self.is_eventful(state, way.to)?
                {
                    state.region.insert(way.to);
                    queue.push(way.to);
                }
            }
        }
        Ok(())
    }

    /// The nodes where something can be done: a way leads there from the region, and they are not simply part of it.
    pub fn border(&self, state: &State) -> NodeSet {
        let mut border = NodeSet::new(self.level.nodes.len());
        for node in state.region.iter() {
            for way in &self.ways[node] {
                let is_there = state.region.contains(way.to) && !self.is_infinite_key(way.to);
                if !is_there && way.to != node && !border.contains(way.to) && self.is_way_open(state, way) {
                    border.insert(way.to);
                }
            }
        }
        border
    }

    /// Whether touching a key or a salvage point changes anything now.
    pub(super) fn is_waiting(&self, state: &State, node: NodeId) -> bool {
        match &self.level.nodes[node].kind {
            NodeKind::Key(_) => !state.taken.contains(node),
            NodeKind::Salvage(point) => is_arming(*point, state.armed),
            _ => false,
        }
    }

    pub(super) fn is_infinite_key(&self, node: NodeId) -> bool {
        matches!(&self.level.nodes[node].kind, NodeKind::Key(key) if key.infinite)
    }

    /// Whether there is a key at a node that stays there and changes nothing now.
    pub fn is_idle_key(&self, state: &State, node: NodeId) -> bool {
        match &self.level.nodes[node].kind {
            NodeKind::Key(key) if key.infinite => keys::is_idle(&state.inventory, key, state.mimic),
            _ => false,
        }
    }

    /// The nodes of the region from which a way leads to a node.
    pub(super) fn neighbours(&self, state: &State, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.from[node].iter().copied().filter(move |&from| {
            from != node
                && state.region.contains(from)
                && self.ways[from].iter().any(|way| way.to == node && self.is_way_open(state, way))
        })
    }
}

/// Whether touching a salvage point changes what is armed. A point of number -1 disarms.
pub(super) fn is_arming(point: Salvage, armed: Option<i32>) -> bool {
    !point.output && armed != armed_by(point)
}

/// What is armed after touching a salvage point that is no output.
pub(super) fn armed_by(point: Salvage) -> Option<i32> {
    (point.id >= 0).then_some(point.id)
}
