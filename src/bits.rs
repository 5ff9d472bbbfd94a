//! Sets of small numbers (cells, nodes, candidates) as machine words: one bit an element, 64 elements a word.
//!
//! [`WordSet`] has its number of words in its type, for the inner loops of searches; [`BitSet`] chooses it when it is
//! made.

use std::{array, ops::Range};

use serde::{Deserialize, Serialize};

/// A set of numbers below 64 `N`. The number of words is chosen once, by the size of the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WordSet<const N: usize>([u64; N]);

impl<const N: usize> WordSet<N> {
    /// The set without elements.
    pub const EMPTY: Self = Self([0; N]);

    /// The set of these elements.
    #[inline]
    pub fn of(elements: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::EMPTY;
        for element in elements {
            set.insert(element);
        }
        set
    }

    /// The set with these words.
    #[inline(always)]
    pub const fn from_words(words: [u64; N]) -> Self {
        Self(words)
    }

    /// Adds an element and tells whether it is new.
    #[inline(always)]
    pub fn insert(&mut self, element: usize) -> bool {
        insert(&mut self.0, element)
    }

    /// Is this an element?
    #[inline(always)]
    pub fn contains(&self, element: usize) -> bool {
        contains(&self.0, element)
    }

    /// The elements of either set.
    #[inline(always)]
    pub fn union(&self, other: &Self) -> Self {
        Self(array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// The elements of both sets.
    #[inline(always)]
    pub fn intersection(&self, other: &Self) -> Self {
        Self(array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// The elements of this set that are not in the other.
    #[inline(always)]
    pub fn without(&self, other: &Self) -> Self {
        Self(array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// Not 0 if the two sets have an element in common: a word that can be joined with other conditions before the one
    /// branch on all of them.
    #[inline(always)]
    pub fn overlap(&self, other: &Self) -> u64 {
        // All words are looked at: a branch on each costs more than the words do.
        self.0.iter().zip(&other.0).fold(0, |common, (a, b)| common | (a & b))
    }

    /// Do the two sets have no element in common?
    #[inline(always)]
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.overlap(other) == 0
    }

    /// Has the set no elements?
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Are all numbers below 64 `N` in the set?
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.0.iter().all(|word| *word == u64::MAX)
    }

    /// The number of elements.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The lowest number that is not in the set; 64 `N` if all are.
    #[inline(always)]
    pub fn first_free(&self) -> usize {
        for (index, word) in self.0.iter().enumerate() {
            if *word != u64::MAX {
                return index * 64 + word.trailing_ones() as usize;
            }
        }
        N * 64
    }

    /// Every element made larger by `by`, which is less than 64; what becomes too large is lost.
    #[inline(always)]
    pub fn raised(&self, by: u32) -> Self {
        Self(array::from_fn(|word| {
            // Shifted in two steps: a shift by a whole word is none.
            let carry = if word > 0 { self.0[word - 1] >> 1 >> (63 - by) } else { 0 };
            self.0[word] << by | carry
        }))
    }

    /// Every element made smaller by `by`, which is less than 64; what would fall below 0 is lost.
    #[inline(always)]
    pub fn lowered(&self, by: u32) -> Self {
        Self(array::from_fn(|word| {
            let carry = if word + 1 < N { self.0[word + 1] << 1 << (63 - by) } else { 0 };
            self.0[word] >> by | carry
        }))
    }

    /// The elements, in order.
    #[inline(always)]
    pub fn elements(self) -> impl Iterator<Item = usize> {
        elements_of(self.0)
    }

    /// The bits.
    #[inline(always)]
    pub fn words(&self) -> &[u64; N] {
        &self.0
    }

    /// The bits, to be changed word by word.
    #[inline(always)]
    pub fn words_mut(&mut self) -> &mut [u64; N] {
        &mut self.0
    }
}

/// A set of numbers whose size is known when it is made, and not before.
#[derive(Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BitSet {
    words: Vec<u64>,
}

impl Clone for BitSet {
    fn clone(&self) -> Self {
        Self { words: self.words.clone() }
    }

    /// Keeps the memory it has: searches copy states all the time.
    fn clone_from(&mut self, other: &Self) {
        self.words.clone_from(&other.words);
    }
}

impl BitSet {
    /// The empty set of numbers below `end`.
    pub fn new(end: usize) -> Self {
        Self { words: vec![0; end.div_ceil(64)] }
    }

    /// Adds an element and tells whether it is new.
    #[inline]
    pub fn insert(&mut self, element: usize) -> bool {
        insert(&mut self.words, element)
    }

    /// Takes an element out.
    #[inline]
    pub fn remove(&mut self, element: usize) {
        self.words[element / 64] &= !(1 << (element % 64));
    }

    /// Is this an element?
    #[inline]
    pub fn contains(&self, element: usize) -> bool {
        contains(&self.words, element)
    }

    /// Takes all elements out.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds all elements of another set and tells whether any is new.
    pub fn include(&mut self, other: &Self) -> bool {
        let mut is_new = false;
        for (own, &other) in self.words.iter_mut().zip(&other.words) {
            is_new |= other & !*own != 0;
            *own |= other;
        }
        is_new
    }

    /// Has it all elements of another set?
    pub fn is_superset(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(own, other)| other & !own == 0)
    }

    /// The elements, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        elements_of(self.words.iter().copied())
    }

    /// The bits.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The bits, to be set from elsewhere.
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }
}

#[inline(always)]
fn insert(words: &mut [u64], element: usize) -> bool {
    let (word, bit) = (&mut words[element / 64], 1 << (element % 64));
    let is_new = *word & bit == 0;
    *word |= bit;
    is_new
}

#[inline(always)]
fn contains(words: &[u64], element: usize) -> bool {
    words[element / 64] >> (element % 64) & 1 == 1
}

/// The numbers of the bits that are set, in order.
#[inline(always)]
pub fn elements_of(words: impl IntoIterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.into_iter().enumerate().flat_map(|(index, word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let element = index * 64 + rest.trailing_zeros() as usize;
            let is_left = rest != 0;
            rest &= rest.wrapping_sub(1);
            is_left.then_some(element)
        })
    })
}

/// The number of the first bit in `range` that is set.
#[inline]
pub fn first_in(words: &[u64], range: Range<u32>) -> Option<u32> {
    let mut index = range.start as usize / 64;
    let mut word = words.get(index)? & (u64::MAX << (range.start % 64));
    while word == 0 {
        index += 1;
        word = *words.get(index)?;
    }
    let found = index as u32 * 64 + word.trailing_zeros();
    (found < range.end).then_some(found)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::{collection::btree_set, prelude::*};

    use super::*;

    #[test]
    fn words_make_one_set() {
        let low = WordSet::<2>::of(0..64);
        let high = WordSet::<2>::of([64, 127]);
        assert!(low.is_disjoint(&high) && !low.is_disjoint(&WordSet::of([63])));
        assert_eq!([low.first_free(), high.first_free(), low.union(&high).first_free()], [64, 0, 65]);
        assert_eq!(WordSet::<2>::of(0..128).first_free(), 128);
        assert!(WordSet::<2>::of(0..128).is_full() && !low.is_full());
        assert_eq!(WordSet::<2>::EMPTY.first_free(), 0);
    }

    #[test]
    fn a_bit_set_has_its_elements_in_order() {
        let mut set = BitSet::new(130);
        assert!(set.insert(129) && set.insert(0) && set.insert(64) && !set.insert(64));
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 64, 129]);
        set.remove(64);
        assert!(!set.contains(64) && set.contains(129));
        let mut more = BitSet::new(130);
        assert!(!more.is_superset(&set) && more.include(&set) && !more.include(&set) && more.is_superset(&set));
        more.clear();
        assert_eq!(more, BitSet::new(130));
    }

    #[test]
    fn the_first_bit_is_looked_for_in_the_range_only() {
        let words = [1 << 5, 0, 1 << 2];
        assert_eq!(first_in(&words, 0..192), Some(5));
        assert_eq!(first_in(&words, 6..192), Some(130));
        assert_eq!(first_in(&words, 6..130), None);
        assert_eq!(first_in(&words, 131..192), None);
        assert_eq!(first_in(&words, 192..300), None);
    }

    proptest! {
        #[test]
        fn word_sets_do_what_ordered_sets_do(
            a in btree_set(0usize..192, 0..192),
            b in btree_set(0usize..192, 0..192),
            by in 0u32..64,
        ) {
            let set = |elements: &BTreeSet<usize>| WordSet::<3>::of(elements.iter().copied());
            let (one, other) = (set(&a), set(&b));
            prop_assert_eq!(one.union(&other), set(&(&a | &b)));
            prop_assert_eq!(one.intersection(&other), set(&(&a & &b)));
            prop_assert_eq!(one.without(&other), set(&(&a - &b)));
            prop_assert_eq!(one.is_disjoint(&other), a.is_disjoint(&b));
            prop_assert_eq!((one.len() as usize, one.is_empty()), (a.len(), a.is_empty()));
            prop_assert!(one.elements().eq(a.iter().copied()));
            prop_assert!((0..192).all(|element| one.contains(element) == a.contains(&element)));
            let by_many = by as usize;
            prop_assert_eq!(one.raised(by), set(&a.iter().map(|at| at + by_many).filter(|&at| at < 192).collect()));
            prop_assert_eq!(one.lowered(by), set(&a.iter().filter_map(|at| at.checked_sub(by_many)).collect()));
        }
    }
}
