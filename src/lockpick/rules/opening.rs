//! Opening a door by its locks.

use super::{
    super::{
        colour::Colour,
        complex::{Axis, Complex, Overflow},
        level::Door,
    },
    DoorState, Inventory, copies, glitch, locks,
};

/// A player who looks at `view` touches a door. If every lock is content the door opens once, the keys are spent, and
/// the spent colour is told: it is what glitch takes on. Otherwise nothing happens.
pub fn open(
    inventory: &mut Inventory,
    door: &Door,
    state: &mut DoorState,
    view: Axis,
) -> Result<Option<Colour>, Overflow> {
    if !state.auras.is_clear() {
        return Ok(None);
    }
    let Some((phase, axis)) = copies::met(state.copies, view) else { return Ok(None) };
    let Some(cost) = total_cost(inventory, door, state, phase)? else { return Ok(None) };
    let spent = glitch::effective(door.spend, state);
    if !inventory.is_starred(spent) {
        inventory.counts[spent.index()] = cost.taken_from(inventory.count(spent))?;
    }
    if !door.endless {
        state.copies = copies::fewer(state.copies, axis)?;
    }
    Ok(Some(spent))
}

/// What all locks cost together with the keys there are now, or `None` if one of them is not content.
fn total_cost(inventory: &Inventory, door: &Door, state: &DoorState, phase: u8) -> Result<Option<WideCost>, Overflow> {
    let mut total = WideCost { re: 0, im: 0 };
    for lock in &door.locks {
        let count = inventory.count(glitch::effective(lock.colour, state));
        let need = locks::turned(lock.need, phase)?;
        if !locks::is_content(need, count) {
            return Ok(None);
        }
        let cost = locks::cost(need, count);
        total.re += i128::from(cost.re);
        total.im += i128::from(cost.im);
    }
    Ok(Some(total))
}

/// A sum of many numbers of 64 bits: only what is left after paying has to fit again.
struct WideCost {
    re: i128,
    im: i128,
}

impl WideCost {
    fn taken_from(&self, count: Complex) -> Result<Complex, Overflow> {
        let part = |count: i64, cost: i128| i64::try_from(i128::from(count) - cost).map_err(|_| Overflow);
        Ok(Complex::new(part(count.re, self.re)?, part(count.im, self.im)?))
    }
}
