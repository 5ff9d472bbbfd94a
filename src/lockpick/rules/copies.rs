//! Copies of a door: which one the player meets, and how they become fewer.

use super::super::complex::{Axis, Complex, Overflow};

/// The copy that is met: its phase (how many right angles its locks are turned by) and the axis it lies on.
///
/// A player who looks at one axis meets the copies there, and those of the other axis if there are none.
pub fn met(copies: Complex, view: Axis) -> Option<(u8, Axis)> {
    let axis = if copies.part(view) != 0 { view } else { view.other() };
    match (axis, copies.part(axis)) {
        (_, 0) => None,
        (Axis::Real, amount) => Some((if amount > 0 { 0 } else { 2 }, axis)),
        (Axis::Imaginary, amount) => Some((if amount > 0 { 1 } else { 3 }, axis)),
    }
}

/// The copies after one of them on this axis was opened: one step towards 0.
pub fn fewer(copies: Complex, axis: Axis) -> Result<Complex, Overflow> {
    copies.minus(Complex::on(axis, copies.part(axis).signum()))
}
