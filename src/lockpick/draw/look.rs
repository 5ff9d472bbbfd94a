//! How the things of a level look at a moment of a game: what is gone, what covers doors, how many copies there are.

use crate::lockpick::{
    complex::Complex,
    level::{Auras, Level, NodeId, NodeKind},
    play::{State, Terrain},
};

/// How a thing looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lockpick) enum Look {
    /// It is not there any more.
    Gone,
    /// A door.
    Door {
        /// How many times it is there.
        copies: Complex,
        /// What covers it.
        auras: Auras,
        /// Whether everything about it is brown.
        cursed: bool,
    },
    /// As the level says.
    AsItIs,
}

/// How all things look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::lockpick) struct Looks(Vec<Look>);

impl Looks {
    /// Before anything happened.
    pub fn at_start(level: &Level) -> Self {
        let look = |kind: &NodeKind| match kind {
            NodeKind::Door(door) => Look::Door { copies: door.copies, auras: door.auras, cursed: door.cursed },
            _ => Look::AsItIs,
        };
        Self(level.nodes.iter().map(|node| look(&node.kind)).collect())
    }

    /// At a moment of a game.
    pub fn of(terrain: &Terrain, state: &State) -> Self {
        let mut looks = vec![Look::AsItIs; terrain.level.nodes.len()];
        for node in state.taken.iter() {
            looks[node] = Look::Gone;
        }
        for (&node, door) in terrain.doors.iter().zip(&state.doors) {
            looks[node] = match door.stands() {
                true => Look::Door { copies: door.copies, auras: door.auras, cursed: door.cursed },
                false => Look::Gone,
            };
        }
        Self(looks)
    }

    /// How one of them looks.
    pub fn get(&self, node: NodeId) -> Look {
        self.0.get(node).copied().unwrap_or(Look::AsItIs)
    }

    /// What is gone.
    pub fn gone(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.0.iter().enumerate().filter(|(_, look)| **look == Look::Gone).map(|(node, _)| node)
    }
}
