//! Chance, named and pinned: the same seed gives the same maze for ever and everywhere. A change of anything in this
//! file changes every maze that has a name, and needs a new [`VERSION`].

use num_bigint::BigUint;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::grid::Direction;

/// What the numbers come from.
pub const GENERATOR: &str = "xoshiro256++ seeded by splitmix64";

/// The version of everything that turns a seed into a maze.
pub const VERSION: u32 = 1;

/// A source of random numbers.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Numbers for the `part`-th part of something made from one seed, independent of those of the other parts.
    pub fn of_part(seed: u64, part: u64) -> Self {
        let mut whole = Self::new(seed);
        Self::new(whole.word() ^ part.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// 64 random bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, all equally likely. `bound` must not be 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        // Lemire's multiplication: the high half is the number, the low half tells the few draws that would be unfair.
        let mut product = u128::from(self.word()) * u128::from(bound);
        if (product as u64) < bound {
            let unfair = bound.wrapping_neg() % bound;
            while (product as u64) < unfair {
                product = u128::from(self.word()) * u128::from(bound);
            }
        }
        (product >> 64) as usize
    }

    /// A big number below `bound`, all equally likely. `bound` must not be 0.
    pub fn below_big(&mut self, bound: &BigUint) -> BigUint {
        let bits = bound.bits();
        loop {
            let digits = (0..bits.div_ceil(32)).map(|_| (self.word() >> 32) as u32).collect();
            let number = BigUint::new(digits) >> (bits.div_ceil(32) * 32 - bits);
            if number < *bound {
                return number;
            }
        }
    }

    /// True with this probability.
    #[inline]
    pub fn chance(&mut self, probability: f64) -> bool {
        // 53 bits are what a double can tell apart.
        ((self.word() >> 11) as f64) < probability * (1u64 << 53) as f64
    }

    /// Brings a list into a random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// Divisible by 2, 3 and 4, so that each of several ways gets the same number of slots.
const SLOTS: usize = 240;

/// Room for the slots of a set of ways: a power of two, so that finding them takes no multiplication.
const ROOM: usize = 256;

/// Picks one of several ways, all equally likely or with a leaning towards the horizontal ones.
#[derive(Clone, Debug)]
pub struct Compass {
    /// For every set of ways, `SLOTS` of them.
    picks: Box<[u8; 16 * ROOM]>,
}

impl Compass {
    /// `horizontal` is how often a horizontal way is taken where there is a choice between the axes, in steps of 1/120;
    /// `None` gives every way the same chance.
    pub fn new(horizontal: Option<f64>) -> Self {
        let mut picks = Box::new([0; 16 * ROOM]);
        for set in 1..16u8 {
            let across: Vec<_> = Direction::of_set(set & 0b1010).collect();
            let along: Vec<_> = Direction::of_set(set & 0b0101).collect();
            let fair = SLOTS * across.len() / (across.len() + along.len());
            let slots_across = match horizontal {
                Some(share) if !across.is_empty() && !along.is_empty() => {
                    ((share.clamp(0.0, 1.0) * (SLOTS / 2) as f64).round() as usize) * 2
                }
                _ => fair,
            };
            let slots = &mut picks[set as usize * ROOM..][..SLOTS];
            for (slot, pick) in slots.iter_mut().enumerate() {
                let (ways, nth, slots) = if slot < slots_across {
                    (&across, slot, slots_across)
                } else {
                    (&along, slot - slots_across, SLOTS - slots_across)
                };
                *pick = ways[nth * ways.len() / slots] as u8;
            }
        }
        Self { picks }
    }

    /// One of the ways of a set that is not empty.
    #[inline]
    pub fn pick(&self, ways: u8, random: &mut Random) -> Direction {
        let slot = (((random.word() >> 32) * SLOTS as u64) >> 32) as usize;
        Direction::from_number(self.picks[usize::from(ways & 15) * ROOM + slot % ROOM])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_never_change() {
        let mut random = Random::new(42);
        assert_eq!([random.word(), random.word()], [15021278609987233951, 5881210131331364753]);
        assert_eq!((0..8).map(|_| random.below(10)).collect::<Vec<_>>(), [9, 7, 7, 5, 1, 6, 2, 9]);
    }

    #[test]
    fn a_compass_is_fair_unless_told_otherwise() {
        let shares = |compass: &Compass, set: u8| {
            let slots = &compass.picks[set as usize * ROOM..][..SLOTS];
            Direction::ALL.map(|way| slots.iter().filter(|&&pick| pick == way as u8).count())
        };
        let fair = Compass::new(None);
        assert_eq!(shares(&fair, 0b1111), [60; 4]);
        assert_eq!(shares(&fair, 0b0111), [80, 80, 80, 0]);
        assert_eq!(shares(&fair, 0b1001), [120, 0, 0, 120]);
        let leaning = Compass::new(Some(0.75));
        assert_eq!(shares(&leaning, 0b1111), [30, 90, 30, 90]);
        assert_eq!(shares(&leaning, 0b0111), [30, 180, 30, 0]);
        assert_eq!(shares(&leaning, 0b0101), [120, 0, 120, 0]);
        assert_eq!(shares(&Compass::new(Some(1.0)), 0b0111), [0, 240, 0, 0]);
    }

    #[test]
    fn numbers_below_a_bound_are_equally_likely() {
        let mut random = Random::new(7);
        let mut counts = [0u32; 6];
        let bound = BigUint::from(6u32);
        for _ in 0..6000 {
            counts[random.below(6)] += 1;
            counts[usize::try_from(random.below_big(&bound)).unwrap()] += 1;
        }
        assert!(counts.iter().all(|&count| (1800..2200).contains(&count)), "{counts:?}");
    }
}
