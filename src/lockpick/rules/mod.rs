//! The rules of the game, one small file for each: what keys do, when locks are content, how doors open, what master
//! keys, auras, curses and the glitch do to doors. They know counts and single doors; ways and places are not theirs.

pub mod auras;
pub mod copies;
pub mod curse;
pub mod glitch;
pub mod keys;
pub mod locks;
pub mod masters;
pub mod opening;

#[cfg(test)]
mod tests;

use super::{
    colour::Colour,
    complex::Complex,
    level::{Auras, Door, Level},
};

/// What the player holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Inventory {
    /// The number of keys, by [`Colour::index`].
    pub counts: [Complex; Colour::COUNT],
    /// The colours whose number is frozen, by [`Colour::index`].
    pub stars: [bool; Colour::COUNT],
}

impl Inventory {
    /// What the player of a level starts with.
    pub fn of_start(level: &Level) -> Self {
        Self { counts: level.start_counts, stars: level.start_stars }
    }

    /// How many keys of a colour there are.
    pub fn count(&self, colour: Colour) -> Complex {
        self.counts[colour.index()]
    }

    /// Whether the number of keys of a colour is frozen.
    pub fn is_starred(&self, colour: Colour) -> bool {
        self.stars[colour.index()]
    }
}

/// What can change about a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DoorState {
    /// How many times it is still there.
    pub copies: Complex,
    /// What covers it.
    pub auras: Auras,
    /// Whether it is cursed.
    pub cursed: bool,
    /// The colour its glitch parts take on.
    pub mimic: Colour,
}

impl DoorState {
    /// A door at the start of its level.
    pub fn of_start(door: &Door) -> Self {
        Self { copies: door.copies, auras: door.auras, cursed: door.cursed, mimic: Colour::Glitch }
    }

    /// Whether it is still there.
    pub fn stands(&self) -> bool {
        !self.copies.is_zero()
    }
}
