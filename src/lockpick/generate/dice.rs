//! Chance for new levels.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chance;

/// A source of random numbers, the same for the same seed for ever.
pub(super) struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below a bound that is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        chance::below(&mut self.0, bound)
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
        chance::shuffle(&mut self.0, list);
    }
}
