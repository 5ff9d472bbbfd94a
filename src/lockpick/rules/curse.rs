//! The curse, which brown keys lay on doors by coming near, and negative brown keys lift.

use super::{
    super::{colour::Colour, level::Door},
    DoorState, Inventory, auras, glitch,
};

/// The player comes near a door: auras go first, then the curse comes or goes. Tells whether anything changed.
pub fn come_near(inventory: &Inventory, door: &Door, state: &mut DoorState) -> bool {
    let before = *state;
    state.auras = auras::left(state.auras, inventory);
    let brown = inventory.count(Colour::Brown).re;
    if state.cursed {
        state.cursed = brown > -1;
    } else if brown >= 1 && state.auras.is_clear() && is_cursable(door, state) {
        state.cursed = true;
    }
    *state != before
}

/// Whether a door that is not cursed can be: nothing of it is pure now, and not all of it was made brown. What only
/// mimics brown can be cursed: it then stays brown when the glitch takes on another colour.
fn is_cursable(door: &Door, state: &DoorState) -> bool {
    let mut colours = door.locks.iter().map(|lock| lock.colour).chain([door.spend]);
    let is_brown = colours.clone().all(|colour| colour == Colour::Brown);
    !is_brown && !colours.any(|colour| glitch::resolved(colour, state.mimic) == Colour::Pure)
}
