//! How often a worker looks at the clock.

use std::time::{Duration, Instant};

use crate::search::Control;

/// Questions between two looks at most. Even if each is worth a millisecond, a stop is noticed in time.
const MOST: u32 = 64;
/// Where looks are farther apart than this, they become more frequent.
const LONG: Duration = Duration::from_millis(2);

/// Tells a worker whether the search is over. Asking costs next to nothing: the clock is looked at now and then only.
#[derive(Debug)]
pub struct Pace {
    control: Control,
    every: u32,
    left: u32,
    last: Instant,
    is_over: bool,
}

impl Pace {
    pub(super) fn new(control: &Control) -> Self {
        Self { control: control.clone(), every: 1, left: 0, last: Instant::now(), is_over: false }
    }

    /// Has the search to stop? Once this was told, what the worker is about is forgotten.
    #[inline]
    pub fn is_over(&mut self) -> bool {
        if self.left == 0 {
            self.look();
        }
        self.left -= 1;
        self.is_over
    }

    /// Was it told that the search is over?
    pub(super) fn was_over(&self) -> bool {
        self.is_over
    }

    #[cold]
    fn look(&mut self) {
        let now = Instant::now();
        let is_long = now.duration_since(self.last) > LONG;
        self.every = if is_long { (self.every / 4).max(1) } else { (self.every * 2).min(MOST) };
        (self.last, self.left) = (now, self.every);
        self.is_over |= self.control.look();
    }
}
