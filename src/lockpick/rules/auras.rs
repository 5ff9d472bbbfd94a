//! Auras, which keys of three colours take off a door by coming near. Nothing is spent.

use super::{
    super::{colour::Colour, level::Auras},
    Inventory,
};

/// What is left of a door's auras when the player comes near.
pub fn left(auras: Auras, inventory: &Inventory) -> Auras {
    let has = |colour: Colour, least: i64| inventory.count(colour).re >= least;
    Auras {
        ice: auras.ice && !has(Colour::Red, 1),
        erosion: auras.erosion && !has(Colour::Green, 5),
        paint: auras.paint && !has(Colour::Blue, 3),
    }
}
