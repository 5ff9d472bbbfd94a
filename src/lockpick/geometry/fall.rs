//! Places for a player who falls.
use super::{GeometryError, lattice::Lattice, places::Places};
pub fn places(lattice: &Lattice) -> Result<Places, GeometryError> {
    Ok(super::flight::places(lattice))
}
