//! Chance, named and pinned: the same seed gives the same maze for ever and everywhere. A change of anything in this
//! file, or of the draws in [`chance`], changes every maze that has a name, and needs a new [`VERSION`].

use num_bigint::BigUint;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::grid::Direction;
use crate::chance;

/// What the numbers come from.
pub const GENERATOR: &str = "xoshiro256++ seeded by splitmix64";

/// The version of everything that turns a seed into a maze.
pub const VERSION: u32 = 2;

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
        chance::below(&mut self.0, bound)
    }

    /// A big number below `bound`, all equally likely. `bound` must not be 0.
    pub fn below_big(&mut self, bound: &BigUint) -> BigUint {
        chance::below_big(&mut self.0, bound)
    }

    /// True with this probability.
    #[inline]
    pub fn chance(&mut self, probability: f64) -> bool {
        chance::fraction(&mut self.0) < probability
    }

    /// Brings a list into a random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        chance::shuffle(&mut self.0, list);
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
        let slot = chance::roughly_below(&mut random.0, SLOTS as u32) as usize;
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
}
