//! Sets of cells as machine words, for the inner loops.

use std::{array, ops::Range};

/// A set of up to 64 N cells. The number of words is chosen once, by the size of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mask<const N: usize>([u64; N]);

impl<const N: usize> Mask<N> {
    /// The set of these cells.
    pub fn of(cells: impl IntoIterator<Item = usize>) -> Self {
        let mut words = [0; N];
        for cell in cells {
            words[cell / 64] |= 1 << (cell % 64);
        }
        Self(words)
    }

    /// Not 0 if the two sets have a cell in common.
    #[inline(always)]
    pub fn common(&self, other: &Self) -> u64 {
        // All words are looked at: a branch on each costs more than the words do.
        self.0.iter().zip(&other.0).fold(0, |common, (a, b)| common | (a & b))
    }

    /// The cells of either set.
    #[inline(always)]
    pub fn union(&self, other: &Self) -> Self {
        Self(array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// The elements of this set that are not in the other.
    #[inline(always)]
    pub fn minus(&self, other: &Self) -> Self {
        Self(array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// Has the set no elements?
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The elements of both sets.
    #[inline(always)]
    pub fn intersection(&self, other: &Self) -> Self {
        Self(array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// The elements of the set, in order.
    #[inline(always)]
    pub fn elements(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(index, word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let element = index * 64 + rest.trailing_zeros() as usize;
                let is_left = rest != 0;
                rest &= rest.wrapping_sub(1);
                is_left.then_some(element)
            })
        })
    }

    /// Are all 64 N cells in the set?
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.0.iter().all(|word| *word == u64::MAX)
    }

    /// The first cell that is not in the set; 64 N if all are.
    #[inline(always)]
    pub fn first_free(&self) -> usize {
        for (index, word) in self.0.iter().enumerate() {
            if *word != u64::MAX {
                return index * 64 + word.trailing_ones() as usize;
            }
        }
        N * 64
    }
}

/// The first bit among `digits` that is set.
#[inline]
pub(super) fn first_set(words: &[u64], digits: Range<u32>) -> Option<u32> {
    let mut index = digits.start as usize / 64;
    let mut word = words.get(index)? & (u64::MAX << (digits.start % 64));
    while word == 0 {
        index += 1;
        word = *words.get(index)?;
    }
    let found = index as u32 * 64 + word.trailing_zeros();
    (found < digits.end).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_make_one_set() {
        let low = Mask::<2>::of(0..64);
        let high = Mask::<2>::of([64, 127]);
        assert_eq!(low.common(&high), 0);
        assert_ne!(low.common(&Mask::of([63])), 0);
        assert_eq!([low.first_free(), high.first_free(), low.union(&high).first_free()], [64, 0, 65]);
        assert_eq!(Mask::<2>::of(0..128).first_free(), 128);
        assert_eq!(Mask::<2>::of([]).first_free(), 0);
    }
}
