//! Places for a player who falls. A state is a position and a budget: how many cells the player can still rise. Going
//! up costs one, going down costs nothing, going sideways in the air uses up another budget, which is as wide as the
//! widest jump, and standing on something fills both up. A door that is stood on is touched, so that is a place of its
//! own.

mod air;
mod classes;
mod ways;

use crate::search::Control;

use super::{GeometryError, lattice::Lattice, places::Places};
use air::Air;

/// The places that can be reached from the start, whatever happens to doors and keys.
pub fn places(lattice: &Lattice, control: &Control) -> Result<Places, GeometryError> {
    let air = Air::new(lattice);
    let classes = classes::classes(&air, control)?;
    ways::places(&air, &classes, control)
}
