//! Everything that can change while a level is played.

use crate::lockpick::{
    colour::Colour,
    level::{Level, NodeId, NodeKind, NodeSet},
    rules::{DoorState, Inventory},
};

/// A moment of a game.
///
/// The player's place is not one node but all nodes where the player may be without having done anything else in the
/// meantime: walking is free, so nothing is decided before the next action.
#[derive(Debug, PartialEq, Eq)]
pub struct State {
    /// The keys held.
    pub inventory: Inventory,
    /// The doors, in the order of [`Terrain::doors`](super::Terrain::doors).
    pub doors: Vec<DoorState>,
    /// The keys that are taken, infinite ones apart.
    pub taken: NodeSet,
    /// The colour that glitch keys and gates take on now.
    pub mimic: Colour,
    /// The salvage point that is armed.
    pub armed: Option<i32>,
    /// The door that went into salvage, which ended the level.
    pub stored: Option<NodeId>,
    /// Where the player may be.
    pub region: NodeSet,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self { doors: self.doors.clone(), taken: self.taken.clone(), region: self.region.clone(), ..*self }
    }

    /// Keeps the memory it has: searches copy states all the time.
    fn clone_from(&mut self, other: &Self) {
        self.inventory = other.inventory;
        self.doors.clone_from(&other.doors);
        self.taken.clone_from(&other.taken);
        self.mimic = other.mimic;
        self.armed = other.armed;
        self.stored = other.stored;
        self.region.clone_from(&other.region);
    }
}

impl State {
    /// The level as it is before the player has looked around: the region is empty.
    pub(super) fn untouched(level: &Level) -> Self {
        let doors = level.nodes.iter().filter_map(|node| match &node.kind {
            NodeKind::Door(door) => Some(DoorState::of_start(door)),
            _ => None,
        });
        Self {
            inventory: Inventory::of_start(level),
            doors: doors.collect(),
            taken: NodeSet::new(level.nodes.len()),
            mimic: Colour::Glitch,
            armed: None,
            stored: None,
            region: NodeSet::new(level.nodes.len()),
        }
    }
}
