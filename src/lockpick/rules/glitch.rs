//! The glitch colour, which takes on the colour that was spent last.

use super::{
    super::{colour::Colour, level::Door},
    DoorState,
};

/// The colour that something of this colour really has while glitch mimics `mimic`.
pub fn resolved(colour: Colour, mimic: Colour) -> Colour {
    if colour == Colour::Glitch { mimic } else { colour }
}

/// The colour that a lock of this colour, or the spending, of a door really has: brown if the door is cursed.
pub fn effective(colour: Colour, state: &DoorState) -> Colour {
    if state.cursed { Colour::Brown } else { resolved(colour, state.mimic) }
}

/// Whether a door has a part of glitch colour, so that its mimic matters.
pub fn has_glitch(door: &Door) -> bool {
    door.spend == Colour::Glitch || door.locks.iter().any(|lock| lock.colour == Colour::Glitch)
}

/// A door was opened by its locks and this colour was spent: a door that is not cursed takes it on.
pub fn broadcast(spent: Colour, state: &mut DoorState) {
    if !state.cursed {
        state.mimic = spent;
    }
}
