//! How much longer it will take: told only when the guesses of a while agree with each other.

use std::{collections::VecDeque, time::Duration};

use crate::search::Progress;

/// Nobody can tell before.
const EARLIEST: f64 = 2.0;
const LEAST_SHARE: f64 = 0.003;
/// The time between two guesses that are kept.
const GUESS_EVERY: f64 = 0.25;
/// The largest of the guesses is at most so many times the smallest, or none is believed.
const AGREEMENT: f64 = 1.3;

/// The guesses so far: when each was made, and how long it said that everything would take.
#[derive(Debug, Default)]
pub struct Guesses(VecDeque<(f64, f64)>);

impl Guesses {
    /// Takes in how far a search has come, and tells how many seconds are left, if that can be believed.
    pub fn take(&mut self, progress: &Progress) -> Option<f64> {
        let now = progress.elapsed.as_secs_f64();
        let left = progress.seconds_left()?;
        if self.0.back().is_none_or(|(then, _)| now - then >= GUESS_EVERY) {
            self.0.push_back((now, now + left));
        }
        // Those of the second half of the time count: a search that goes on like that for as long again may be
        // believed.
        while self.0.front().is_some_and(|(then, _)| *then < now / 2.0) {
            self.0.pop_front();
        }
        let is_early = now < EARLIEST || progress.share.is_none_or(|share| share < LEAST_SHARE);
        let totals = || self.0.iter().map(|(_, total)| *total).chain([now + left]);
        let (least, most) = (totals().fold(f64::MAX, f64::min), totals().fold(0.0, f64::max));
        (!is_early && self.0.len() > 2 && most <= AGREEMENT * least).then_some(left)
    }
}

/// The same for those who cannot wait for guesses: a line now and then.
pub fn plain(progress: &Progress) -> Option<f64> {
    progress.seconds_left().filter(|_| progress.elapsed >= Duration::from_secs_f64(EARLIEST))
}

#[cfg(test)]
mod tests {
    use crate::search::Tally;

    use super::*;

    fn told(share_at: impl Fn(f64) -> f64, seconds: f64) -> Option<f64> {
        let mut guesses = Guesses::default();
        let mut told = None;
        for tick in 1..=(seconds * 20.0) as u32 {
            let now = f64::from(tick) / 20.0;
            let share = share_at(now);
            let left = Some((1.0 - share) / share);
            let elapsed = Duration::from_secs_f64(now);
            told = guesses.take(&Progress { share: Some(share), left, ..Progress::of(Tally::default(), elapsed) });
        }
        told
    }

    #[test]
    fn what_goes_on_evenly_is_believed() {
        let left = told(|now| now / 100.0, 10.0).expect("it is as even as can be");
        assert!((left - 90.0).abs() < 1.0, "{left}");
        assert_eq!(told(|now| now / 100.0, 1.0), None, "too early");
    }

    #[test]
    fn what_changes_its_pace_is_not() {
        assert_eq!(told(|now| 0.1 + now / 1e4, 10.0), None, "it has come to a hard part");
        assert_eq!(told(|now| (now / 20.0).powi(3), 10.0), None, "it gets faster and faster");
        assert_eq!(told(|now| now * 1e-5, 10.0), None, "hardly begun");
    }
}
