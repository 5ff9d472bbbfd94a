//! What taking a key does.

use super::{
    super::{
        colour::Colour,
        complex::{Complex, Overflow},
        level::{Key, KeyEffect},
    },
    Inventory, glitch,
};

/// The player touches a key. `mimic` is the colour glitch keys act on now.
///
/// Every key but star and unstar leaves a starred colour alone.
pub fn take(inventory: &mut Inventory, key: &Key, mimic: Colour) -> Result<(), Overflow> {
    let colour = glitch::resolved(key.colour, mimic).index();
    match key.effect {
        KeyEffect::Star => inventory.stars[colour] = true,
        KeyEffect::Unstar => inventory.stars[colour] = false,
        _ if inventory.stars[colour] => {}
        effect => inventory.counts[colour] = changed(inventory.counts[colour], effect)?,
    }
    Ok(())
}

/// Whether touching a key would change nothing.
pub fn is_idle(inventory: &Inventory, key: &Key, mimic: Colour) -> bool {
    let colour = glitch::resolved(key.colour, mimic).index();
    let (count, is_starred) = (inventory.counts[colour], inventory.stars[colour]);
    match key.effect {
        KeyEffect::Star => is_starred,
        KeyEffect::Unstar => !is_starred,
        effect => is_starred || changed(count, effect) == Ok(count),
    }
}

fn changed(count: Complex, effect: KeyEffect) -> Result<Complex, Overflow> {
    match effect {
        KeyEffect::Add(amount) => count.plus(amount),
        KeyEffect::Exact(amount) => Ok(amount),
        KeyEffect::Flip => count.negated(),
        KeyEffect::Rotor => count.turned(1),
        KeyEffect::BackRotor => count.turned(3),
        KeyEffect::Star | KeyEffect::Unstar => Ok(count),
    }
}
