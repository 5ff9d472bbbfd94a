//! Using a held master key on a door.

use super::{
    super::{
        colour::Colour,
        complex::{Axis, Complex, Overflow},
        level::Door,
    },
    DoorState, Inventory, glitch,
};

/// Whether a master key works on a door as it is now. A cursed door is brown, so it does.
pub fn is_eligible(door: &Door, state: &DoorState) -> bool {
    let is_immune = |colour| matches!(glitch::effective(colour, state), Colour::Master | Colour::Pure);
    state.stands()
        && state.auras.is_clear()
        && !is_immune(door.spend)
        && !door.locks.iter().any(|lock| is_immune(lock.colour))
}

/// A player who looks at `view` and holds a master key touches a door. A positive key takes a copy away on that axis, a
/// negative one adds a copy. Tells whether it did.
pub fn touch(inventory: &mut Inventory, door: &Door, state: &mut DoorState, view: Axis) -> Result<bool, Overflow> {
    let master = Colour::Master.index();
    let held = inventory.counts[master].part(view).signum();
    if held == 0 || !is_eligible(door, state) {
        return Ok(false);
    }
    let step = Complex::on(view, held);
    if !inventory.stars[master] {
        inventory.counts[master] = inventory.counts[master].minus(step)?;
    }
    if !door.endless {
        state.copies = state.copies.minus(step)?;
    }
    Ok(true)
}
