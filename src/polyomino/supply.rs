//! How many pieces of each kind are used, in one number: taking one is an addition, and whether one is left is one bit.

use std::{fmt::Debug, ops::Add};

/// The most bits there are.
pub(super) const MOST_BITS: u32 = u128::BITS;

/// What is used, in a number that is as wide as a search needs: one word where that is enough.
pub trait Used: Copy + Debug + Add<Output = Self> + Send + Sync + 'static {
    /// A number that fits.
    fn of(number: u128) -> Self;

    /// Not 0 if they have a bit in common.
    fn common(self, other: Self) -> u64;
}

impl Used for u64 {
    fn of(number: u128) -> Self {
        number as Self
    }

    #[inline(always)]
    fn common(self, other: Self) -> u64 {
        self & other
    }
}

impl Used for u128 {
    fn of(number: u128) -> Self {
        number
    }

    #[inline(always)]
    fn common(self, other: Self) -> u64 {
        let common = self & other;
        common as u64 | (common >> 64) as u64
    }
}

/// The part of the number that belongs to one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// What one piece adds.
    pub unit: u128,
    /// The bit that is set when none is left: the highest one of the field.
    pub none_left: u128,
}

/// The fields of all kinds.
#[derive(Clone, Debug)]
pub(super) struct Supply {
    pub fields: Vec<Field>,
    /// Nothing is used. Each field begins where as many additions as there are pieces set its highest bit.
    pub start: u128,
    /// How many bits the fields have together.
    pub bits: u32,
}

impl Supply {
    /// The bits needed for kinds with so many pieces each.
    pub fn bits_for(copies: impl IntoIterator<Item = usize>) -> u32 {
        copies.into_iter().map(width).sum()
    }

    /// Fields for kinds with so many pieces each, which have to fit the number.
    pub fn new(copies: impl IntoIterator<Item = usize>) -> Self {
        let mut supply = Self { fields: Vec::new(), start: 0, bits: 0 };
        for copies in copies {
            let (unit, highest) = (1u128 << supply.bits, 1u128 << (width(copies) - 1));
            supply.fields.push(Field { unit, none_left: unit * highest });
            supply.start += unit * (highest - copies as u128);
            supply.bits += width(copies);
        }
        assert!(supply.bits <= MOST_BITS, "the input refuses more pieces than fit");
        supply
    }
}

/// The bits of a field whose highest bit is set by the last of `copies` additions, and not before.
fn width(copies: usize) -> u32 {
    copies.next_power_of_two().trailing_zeros() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_a_kind_sets_its_bit() {
        let copies = [1, 0, 5, 2, 1, 8];
        let supply = Supply::new(copies);
        assert_eq!(supply.bits, Supply::bits_for(copies));
        for (kind, field) in supply.fields.iter().enumerate() {
            let mut used = supply.start;
            for taken in 0..=copies[kind] {
                assert_eq!(used & field.none_left != 0, taken == copies[kind]);
                if taken < copies[kind] {
                    used += field.unit;
                }
            }
            for (other, field) in supply.fields.iter().enumerate().filter(|(other, _)| *other != kind) {
                assert_eq!(used & field.none_left != 0, copies[other] == 0, "other kinds are left alone");
            }
        }
    }
}
