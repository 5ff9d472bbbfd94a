//! Numbers of keys as the referee counts them: wide enough that no single step overflows, then held to 64 bits.

use crate::lockpick::complex::Complex;

/// A complex number with room to spare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Wide {
    pub re: i128,
    pub im: i128,
}

impl From<Complex> for Wide {
    fn from(number: Complex) -> Self {
        Self { re: number.re.into(), im: number.im.into() }
    }
}

impl Wide {
    pub fn is_zero(self) -> bool {
        self == Self::default()
    }

    pub fn add(self, other: Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
    }

    pub fn subtract(self, other: Self) -> Self {
        Self { re: self.re - other.re, im: self.im - other.im }
    }

    pub fn times_i(self) -> Self {
        Self { re: -self.im, im: self.re }
    }

    /// The number itself if a count of keys may be as large.
    pub fn fitting(self) -> Result<Self, String> {
        let fits = |part: i128| i64::try_from(part).is_ok();
        if fits(self.re) && fits(self.im) { Ok(self) } else { Err("a number outgrows 64 bits".to_owned()) }
    }
}
