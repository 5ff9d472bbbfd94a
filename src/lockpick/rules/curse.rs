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

/// Whether a door that is not cursed can be: nothing of it is pure, and not all of it is brown already.
fn is_cursable(door: &Door, state: &DoorState) -> bool {
    let colours = || door.locks.iter().map(|lock| lock.colour).chain([door.spend]);
    let is = |colour: Colour, other: Colour| glitch::resolved(colour, state.mimic) == other;
    !colours().any(|colour| is(colour, Colour::Pure)) && !colours().all(|colour| is(colour, Colour::Brown))
}
