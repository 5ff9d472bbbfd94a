//! Chance for new levels.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A source of random numbers, the same for the same seed for ever.
pub(super) struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below a bound that is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // Bounds are small: that some numbers are more likely by one in 2^50 does not matter.
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Yes, so many times out of a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A number from 1 to a bound, small ones more likely.
    pub fn amount(&mut self, most: i64) -> i64 {
        let most = most.max(1) as usize;
        (1 + self.below(most).min(self.below(most))) as i64
    }

    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}
