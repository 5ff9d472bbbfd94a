//! Numbers by chance that a seed names for ever.
//!
//! A seed stands for a maze, a level, a board or the way a search took, in file names, in case files and in what people
//! write down. So how a number below a bound is made from the words of a generator is fixed here, and must not change
//! when a crate changes its mind. Where nobody relies on the numbers, the ranges of the `rand` crate are used instead.

use num_bigint::BigUint;
use rand::Rng;

/// A number below `bound`, all equally likely. `bound` must not be 0.
#[inline]
pub fn below(random: &mut impl Rng, bound: usize) -> usize {
    let bound = bound as u64;
    // Lemire's multiplication: the high half is the number, the low half tells the few draws that would be unfair.
    let mut product = u128::from(random.next_u64()) * u128::from(bound);
    if (product as u64) < bound {
        let unfair = bound.wrapping_neg() % bound;
        while (product as u64) < unfair {
            product = u128::from(random.next_u64()) * u128::from(bound);
        }
    }
    (product >> 64) as usize
}

/// A number below `bound` from half a word, without a branch: for inner loops. Some numbers are more likely than others
/// by up to `bound` in 2^32.
#[inline]
pub fn roughly_below(random: &mut impl Rng, bound: u32) -> u32 {
    (((random.next_u64() >> 32) * u64::from(bound)) >> 32) as u32
}

/// A number below `bound` as the remainder of a word, which is how the games of an estimate have always been drawn.
/// Some numbers are more likely than others by up to `bound` in 2^64. `bound` must not be 0.
#[inline]
pub fn remainder_below(random: &mut impl Rng, bound: usize) -> usize {
    (random.next_u64() % bound as u64) as usize
}

/// A big number below `bound`, all equally likely. `bound` must not be 0.
pub fn below_big(random: &mut impl Rng, bound: &BigUint) -> BigUint {
    let bits = bound.bits();
    loop {
        let digits = (0..bits.div_ceil(32)).map(|_| (random.next_u64() >> 32) as u32).collect();
        let number = BigUint::new(digits) >> (bits.div_ceil(32) * 32 - bits);
        if number < *bound {
            return number;
        }
    }
}

/// A number from 0 up to, but not including, 1.
#[inline]
pub fn fraction(random: &mut impl Rng) -> f64 {
    // 53 bits are what a double can tell apart.
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// Brings a list into a random order.
pub fn shuffle<T>(random: &mut impl Rng, list: &mut [T]) {
    for last in (1..list.len()).rev() {
        list.swap(last, below(random, last + 1));
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn random(seed: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(seed)
    }

    #[test]
    fn the_numbers_of_a_seed_never_change() {
        let mut numbers = random(42);
        assert_eq!([numbers.next_u64(), numbers.next_u64()], [15021278609987233951, 5881210131331364753]);
        assert_eq!([0; 8].map(|_| below(&mut numbers, 10)), [9, 7, 7, 5, 1, 6, 2, 9]);
        assert_eq!([0; 8].map(|_| roughly_below(&mut numbers, 240)), [134, 204, 163, 16, 96, 131, 51, 12]);
        assert_eq!([0; 2].map(|_| fraction(&mut numbers)), [0.5766369540960661, 0.4668700420027395]);
        assert_eq!(below_big(&mut numbers, &(BigUint::from(1u32) << 70)).to_string(), "336992460550300430659");
        let mut list = [0, 1, 2, 3, 4, 5, 6, 7];
        shuffle(&mut numbers, &mut list);
        assert_eq!(list, [5, 2, 1, 0, 4, 7, 6, 3]);
    }

    #[test]
    fn numbers_below_a_bound_are_equally_likely() {
        let mut random = random(7);
        let mut counts = [[0u32; 6]; 5];
        for _ in 0..6000 {
            counts[0][below(&mut random, 6)] += 1;
            counts[1][roughly_below(&mut random, 6) as usize] += 1;
            counts[2][usize::try_from(below_big(&mut random, &BigUint::from(6u32))).unwrap()] += 1;
            counts[3][(fraction(&mut random) * 6.0) as usize] += 1;
            counts[4][remainder_below(&mut random, 6)] += 1;
        }
        assert!(counts.as_flattened().iter().all(|&count| (850..1150).contains(&count)), "{counts:?}");
    }

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn a_draw_that_would_be_unfair_is_made_again() {
        // Of four words in a row two would lead to a multiple of 3.
        let bound = 3usize << 62;
        let mut random = random(3);
        let mut counts = [0u32; 3];
        (0..6000).for_each(|_| counts[below(&mut random, bound) % 3] += 1);
        assert!(counts.iter().all(|&count| (1800..2200).contains(&count)), "{counts:?}");
    }
}
