//! All that could be gained of every colour, each thing once, in whatever order.

use crate::lockpick::{
    colour::Colour,
    complex::{Axis, Complex},
};

use super::relax::ENDLESS;

/// A colour, one of its axes, and a direction on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Side {
    pub colour: Colour,
    pub axis: Axis,
    /// 1 or -1.
    pub sign: i64,
}

impl Side {
    /// The side of a number that lies on one axis, and its distance from 0.
    pub fn of(colour: Colour, amount: Complex) -> Option<(Self, i128)> {
        let axis = match (amount.re, amount.im) {
            (0, 0) => return None,
            (_, 0) => Axis::Real,
            (0, _) => Axis::Imaginary,
            _ => return None,
        };
        let side = Self { colour, axis, sign: amount.part(axis).signum() };
        Some((side, side.size(amount)))
    }

    /// How far a number lies on this side, less than 0 if it lies on the other.
    pub fn size(self, amount: Complex) -> i128 {
        i128::from(self.sign) * i128::from(amount.part(self.axis))
    }
}

/// What can be gained on every side.
#[derive(Clone, Debug, Default)]
pub(super) struct Gains {
    /// By colour, axis and sign: everything that moves a count to that side.
    sums: [[[i64; 2]; 2]; Colour::COUNT],
    /// The same without what only brings a count back to 0 from the other side: a door that asks for 3 and takes 3.
    free: [[[i64; 2]; 2]; Colour::COUNT],
}

impl Gains {
    /// An amount is added at some time.
    pub fn add(&mut self, colour: Colour, amount: Complex) {
        self.pay(colour, Complex::new(amount.re.saturating_neg(), amount.im.saturating_neg()), Complex::ZERO, 1);
    }

    /// A door takes a cost, so many times. Its locks make sure that at least the guard is there.
    pub fn pay(&mut self, colour: Colour, cost: Complex, guard: Complex, times: i64) {
        for axis in Axis::BOTH {
            let (cost, guard) = (cost.part(axis), guard.part(axis));
            let guard = if cost.signum() == guard.signum() { guard.saturating_abs() } else { 0 };
            let place = usize::from(cost > 0);
            let size = cost.saturating_abs();
            for (gains, size) in [(&mut self.sums, size), (&mut self.free, size.saturating_sub(guard).max(0))] {
                let gain = &mut gains[colour.index()][axis as usize][place];
                *gain = gain.saturating_add(size.saturating_mul(times)).min(ENDLESS);
            }
        }
    }

    /// All that moves a count to a side, and the part of it that can get it there from 0. `None` if it has no end.
    pub fn on(&self, side: Side) -> Option<(i128, i128)> {
        let [sum, free] = [&self.sums, &self.free]
            .map(|gains| gains[side.colour.index()][side.axis as usize][usize::from(side.sign < 0)]);
        (sum < ENDLESS).then_some((i128::from(sum), i128::from(free)))
    }
}
