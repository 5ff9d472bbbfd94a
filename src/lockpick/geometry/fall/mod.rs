//! Places for a player who falls. A state is a position and a budget: how many cells the player can still rise. Going up
//! costs one, going sideways or down costs nothing, and standing on something fills the budget up. A door that is stood
//! on is touched, so that is a place of its own.

mod air;
mod classes;
mod ways;

use super::{GeometryError, lattice::Lattice, places::Places};
use air::Air;

/// The places that can be reached from the start, whatever happens to doors and keys.
pub fn places(lattice: &Lattice) -> Result<Places, GeometryError> {
    let air = Air::new(lattice);
    let classes = classes::classes(&air);
    ways::places(&air, &classes)
}
