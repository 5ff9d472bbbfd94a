//! A level in the paper's own terms: plain keys and plain doors that can always be walked between.

use crate::lockpick::{
    colour::Colour,
    level::{Door, Key, KeyEffect, Level, Need, NodeKind, Objective},
};

use super::objection::Objection;

/// What is at a node, as far as the paper knows. Colours are by their index, amounts are not negative.
#[derive(Clone, Copy, Debug)]
pub(super) enum Thing {
    Empty,
    Goal,
    Add(usize, u64),
    Set(usize, u64),
    Normal(usize, u64),
    Blank(usize),
    Blast(usize),
}

impl Thing {
    /// The colour of a door.
    pub fn door(self) -> Option<usize> {
        match self {
            Self::Normal(colour, _) | Self::Blank(colour) | Self::Blast(colour) => Some(colour),
            Self::Empty | Self::Goal | Self::Add(..) | Self::Set(..) => None,
        }
    }

    pub fn is_key(self) -> bool {
        matches!(self, Self::Add(..) | Self::Set(..))
    }
}

fn too_rich<T>(what: &'static str) -> Result<T, Objection> {
    Err(Objection::Beyond(what))
}

/// What is at every node. The error says what the paper does not know.
pub(super) fn things(level: &Level) -> Result<Vec<Thing>, Objection> {
    if level.objective != Objective::Goal || level.start_stars.contains(&true) {
        return too_rich("salvage or stars");
    }
    if level.start_counts.iter().any(|count| count.im != 0 || count.re < 0) {
        return too_rich("such keys at the start");
    }
    if level.edges.iter().any(|edge| edge.one_way || !edge.conditions.is_empty()) {
        return too_rich("ways that are not always open");
    }
    if level.nodes.iter().any(|node| !node.near.is_empty() || !node.touching.is_empty()) {
        return too_rich("places near doors");
    }
    level.nodes.iter().map(|node| thing(&node.kind)).collect()
}

fn thing(kind: &NodeKind) -> Result<Thing, Objection> {
    match kind {
        NodeKind::Junction => Ok(Thing::Empty),
        NodeKind::Goal => Ok(Thing::Goal),
        NodeKind::Key(key) => key_thing(key),
        NodeKind::Door(door) => door_thing(door),
        NodeKind::Gate(_) | NodeKind::Salvage(_) => too_rich("gates or salvage points"),
    }
}

fn is_known(colour: Colour) -> bool {
    !matches!(colour, Colour::Brown | Colour::Glitch | Colour::Pure)
}

fn key_thing(key: &Key) -> Result<Thing, Objection> {
    if !is_known(key.colour) {
        return too_rich("such colours");
    }
    let colour = key.colour.index();
    match key.effect {
        _ if key.infinite => too_rich("keys that stay"),
        KeyEffect::Add(amount) if amount.im == 0 && amount.re >= 0 => Ok(Thing::Add(colour, amount.re as u64)),
        KeyEffect::Exact(amount) if amount.im == 0 && amount.re >= 0 => Ok(Thing::Set(colour, amount.re as u64)),
        _ => too_rich("such keys"),
    }
}

fn door_thing(door: &Door) -> Result<Thing, Objection> {
    let [lock] = door.locks.as_slice() else { return too_rich("doors with several locks") };
    let is_plain = door.spend == lock.colour
        && (door.copies.re, door.copies.im) == (1, 0)
        && door.auras.is_clear()
        && !door.cursed
        && !door.endless
        && is_known(lock.colour);
    let colour = lock.colour.index();
    match lock.need {
        Need::Normal(amount) if is_plain && amount.re > 0 => Ok(Thing::Normal(colour, amount.re as u64)),
        Need::Blank if is_plain => Ok(Thing::Blank(colour)),
        Need::Blast(unit) if is_plain && unit.re > 0 => Ok(Thing::Blast(colour)),
        _ => too_rich("such doors"),
    }
}
