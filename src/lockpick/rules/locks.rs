//! When a lock is content with the keys there are, and what it costs.

use super::super::{
    complex::{Axis, Complex, Overflow},
    level::Need,
};

/// What a lock asks for on a copy of some phase: the number is turned by as many right angles.
pub fn turned(need: Need, phase: u8) -> Result<Need, Overflow> {
    Ok(match need {
        Need::Normal(amount) => Need::Normal(amount.turned(phase)?),
        Need::Blast(unit) => Need::Blast(unit.turned(phase)?),
        Need::Blank | Need::All => need,
    })
}

/// Whether a lock opens with this many keys of its colour.
pub fn is_content(need: Need, count: Complex) -> bool {
    match need {
        Need::Normal(amount) => Axis::BOTH.into_iter().any(|axis| reaches(count.part(axis), amount.part(axis))),
        Need::Blank => count.is_zero(),
        Need::Blast(unit) => Axis::BOTH.into_iter().any(|axis| is_same_side(count.part(axis), unit.part(axis))),
        Need::All => !count.is_zero(),
    }
}

/// What a content lock costs with this many keys of its colour.
pub fn cost(need: Need, count: Complex) -> Complex {
    match need {
        Need::Normal(amount) => amount,
        Need::Blank => Complex::ZERO,
        Need::Blast(unit) => {
            let part = |axis| if unit.part(axis) == 0 { 0 } else { count.part(axis) };
            Complex::new(part(Axis::Real), part(Axis::Imaginary))
        }
        Need::All => count,
    }
}

/// Whether a number is on the same side of 0 as what is needed, and at least as far from it.
fn reaches(count: i64, needed: i64) -> bool {
    is_same_side(count, needed) && count.unsigned_abs() >= needed.unsigned_abs()
}

fn is_same_side(count: i64, needed: i64) -> bool {
    needed != 0 && count.signum() == needed.signum()
}
