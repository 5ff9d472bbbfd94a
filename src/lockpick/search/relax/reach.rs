//! What the count of a colour may become.

use super::ENDLESS;

/// How a colour can be turned by keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Turning {
    None,
    Flips,
    Rotates,
}

/// What a count may become, on one axis: anything from `base_low - down` to `base_high + up`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    base_low: i64,
    base_high: i64,
    down: i64,
    up: i64,
}

impl Reach {
    pub fn at(count: i64) -> Self {
        let count = count.clamp(-ENDLESS, ENDLESS);
        Self { base_low: count, base_high: count, down: 0, up: 0 }
    }

    pub fn low(&self) -> i64 {
        (self.base_low - self.down).max(-ENDLESS)
    }

    pub fn high(&self) -> i64 {
        (self.base_high + self.up).min(ENDLESS)
    }

    /// The farthest from 0.
    pub fn far(&self) -> i64 {
        let base = self.base_low.abs().max(self.base_high.abs());
        (base + self.up).min(ENDLESS).saturating_add(self.down).min(ENDLESS)
    }

    pub fn add(&mut self, amount: i64) {
        if amount > 0 {
            self.up = self.up.saturating_add(amount).min(ENDLESS);
        } else {
            self.down = self.down.saturating_sub(amount).min(ENDLESS);
        }
    }

    /// The count may become this, whatever was added, and then go on from there. Tells whether that is news.
    pub fn include(&mut self, count: i64) -> bool {
        let count = count.clamp(-ENDLESS, ENDLESS);
        let is_news = count < self.base_low || count > self.base_high;
        self.base_low = self.base_low.min(count);
        self.base_high = self.base_high.max(count);
        is_news
    }
}
