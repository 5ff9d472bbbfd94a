//! Whole complex numbers, which count keys and copies. All arithmetic is checked: a number that outgrows 64 bits is
//! reported, never wrapped.

use std::fmt;

/// A whole complex number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Complex {
    /// The real part.
    pub re: i64,
    /// The imaginary part.
    pub im: i64,
}

/// One of the two parts of a complex number; also what the player looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// The real part.
    Real,
    /// The imaginary part.
    Imaginary,
}

impl Axis {
    /// Both, real first.
    pub const BOTH: [Self; 2] = [Self::Real, Self::Imaginary];

    /// The other one.
    pub const fn other(self) -> Self {
        match self {
            Self::Real => Self::Imaginary,
            Self::Imaginary => Self::Real,
        }
    }
}

/// A number outgrew 64 bits, so what happens next cannot be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a number of keys or copies outgrows 64 bits")]
pub struct Overflow;

impl Complex {
    /// Nothing.
    pub const ZERO: Self = Self { re: 0, im: 0 };
    /// The real unit.
    pub const ONE: Self = Self { re: 1, im: 0 };

    /// A number from its parts.
    pub const fn new(re: i64, im: i64) -> Self {
        Self { re, im }
    }

    /// A real number.
    pub const fn real(re: i64) -> Self {
        Self { re, im: 0 }
    }

    /// A number on one axis.
    pub const fn on(axis: Axis, amount: i64) -> Self {
        match axis {
            Axis::Real => Self { re: amount, im: 0 },
            Axis::Imaginary => Self { re: 0, im: amount },
        }
    }

    /// One of its parts.
    pub const fn part(self, axis: Axis) -> i64 {
        match axis {
            Axis::Real => self.re,
            Axis::Imaginary => self.im,
        }
    }

    /// Whether both parts are 0.
    pub const fn is_zero(self) -> bool {
        self.re == 0 && self.im == 0
    }

    /// The sum.
    pub fn plus(self, other: Self) -> Result<Self, Overflow> {
        let re = self.re.checked_add(other.re).ok_or(Overflow)?;
        let im = self.im.checked_add(other.im).ok_or(Overflow)?;
        Ok(Self { re, im })
    }

    /// The difference.
    pub fn minus(self, other: Self) -> Result<Self, Overflow> {
        let re = self.re.checked_sub(other.re).ok_or(Overflow)?;
        let im = self.im.checked_sub(other.im).ok_or(Overflow)?;
        Ok(Self { re, im })
    }

    /// The product with -1.
    pub fn negated(self) -> Result<Self, Overflow> {
        Self::ZERO.minus(self)
    }

    /// The product with i, `quarters` times: a turn by that many right angles.
    pub fn turned(self, quarters: u8) -> Result<Self, Overflow> {
        let negated = |number: i64| number.checked_neg().ok_or(Overflow);
        Ok(match quarters % 4 {
            0 => self,
            1 => Self { re: negated(self.im)?, im: self.re },
            2 => Self { re: negated(self.re)?, im: negated(self.im)? },
            _ => Self { re: self.im, im: negated(self.re)? },
        })
    }
}

/// `3`, `-2`, `i`, `-4i`, `3+2i`.
impl fmt::Display for Complex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.im == 0 {
            return write!(f, "{}", self.re);
        }
        if self.re != 0 {
            write!(f, "{}{}", self.re, if self.im > 0 { "+" } else { "" })?;
        }
        match self.im {
            1 => f.write_str("i"),
            -1 => f.write_str("-i"),
            im => write!(f, "{im}i"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_is_multiplying_by_i() {
        let number = Complex::new(3, 2);
        assert_eq!(number.turned(1), Ok(Complex::new(-2, 3)));
        assert_eq!(number.turned(2), number.negated());
        assert_eq!(number.turned(3), Ok(Complex::new(2, -3)));
        assert_eq!(number.turned(4), Ok(number));
    }

    #[test]
    fn too_large_is_an_error() {
        let most = Complex::new(i64::MAX, i64::MIN);
        assert_eq!(most.plus(Complex::ONE), Err(Overflow));
        assert_eq!(most.minus(Complex::on(Axis::Imaginary, 1)), Err(Overflow));
        assert_eq!(most.negated(), Err(Overflow));
        assert_eq!(most.turned(1), Err(Overflow));
    }

    #[test]
    fn numbers_are_written_as_people_do() {
        let shown = |re, im| Complex::new(re, im).to_string();
        assert_eq!([shown(0, 0), shown(-2, 0), shown(0, 1), shown(0, -4)], ["0", "-2", "i", "-4i"]);
        assert_eq!([shown(3, 2), shown(3, -1), shown(-1, 1)], ["3+2i", "3-i", "-1+i"]);
    }
}
