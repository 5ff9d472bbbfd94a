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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::StopReason;

    /// How many questions are asked before the next look, after a look that came so long after the one before.
    fn asked_after(every: u32, since: Duration) -> u32 {
        let mut pace = Pace::new(&Control::default());
        pace.every = every;
        pace.last = Instant::now().checked_sub(since).expect("the clock began before");
        assert!(!pace.is_over());
        pace.left + 1
    }

    #[test]
    fn looks_are_as_far_apart_as_time_allows() {
        let soon = Duration::ZERO;
        assert_eq!([1, 2, 30, 32, 64].map(|every| asked_after(every, soon)), [2, 4, 60, 64, 64]);
        let late = 2 * LONG;
        assert_eq!([1, 3, 4, 40, 64].map(|every| asked_after(every, late)), [1, 1, 1, 10, 16]);
    }

    #[test]
    fn what_was_told_once_stays_so() {
        let control = Control::default();
        let mut pace = Pace::new(&control);
        assert!(!pace.is_over() && !pace.was_over());
        control.stop(StopReason::Interrupted);
        let asked = (0..).take_while(|_| !pace.is_over()).count();
        assert!(asked <= MOST as usize && pace.was_over());
        assert!((0..3 * MOST).all(|_| pace.is_over()));
    }
}
