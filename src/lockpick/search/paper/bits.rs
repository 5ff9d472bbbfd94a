//! Sets of nodes in a fixed number of words.

/// A set of nodes in `W` words.
pub(super) type Bits<const W: usize> = [u64; W];

/// The set of one node.
pub(super) fn single<const W: usize>(node: usize) -> Bits<W> {
    let mut bits = [0; W];
    bits[node / 64] = 1 << (node % 64);
    bits
}

/// What is in either set.
#[inline(always)]
pub(super) fn union<const W: usize>(one: &Bits<W>, other: &Bits<W>) -> Bits<W> {
    std::array::from_fn(|word| one[word] | other[word])
}

/// What is in both sets.
#[inline(always)]
pub(super) fn common<const W: usize>(one: &Bits<W>, other: &Bits<W>) -> Bits<W> {
    std::array::from_fn(|word| one[word] & other[word])
}

/// What is in the first set only.
#[inline(always)]
pub(super) fn without<const W: usize>(one: &Bits<W>, other: &Bits<W>) -> Bits<W> {
    std::array::from_fn(|word| one[word] & !other[word])
}

#[inline(always)]
pub(super) fn is_empty<const W: usize>(bits: &Bits<W>) -> bool {
    bits.iter().fold(0, |all, word| all | word) == 0
}

pub(super) fn size<const W: usize>(bits: &Bits<W>) -> u32 {
    bits.iter().map(|word| word.count_ones()).sum()
}

/// The nodes of a set.
pub(super) fn nodes<const W: usize>(bits: &Bits<W>) -> impl Iterator<Item = usize> {
    (0..W * 64).filter(|node| bits[node / 64] >> (node % 64) & 1 == 1)
}
