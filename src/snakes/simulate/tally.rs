//! What is remembered of many games: whole numbers only, so the order in which they are added never matters.

use serde::Serialize;

/// Lengths from here on share the last place of the histogram.
const LONGEST: u64 = 1 << 16;

/// The lengths of many games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games that ended.
    pub ended: u64,
    /// Games that came to a place from which the goal cannot be reached.
    pub never: u64,
    /// Games that were given up.
    pub cut_off: u64,
    /// The turns of all games that ended.
    pub turns: u128,
    /// Their squares added up.
    pub squares: u128,
    /// How many games took how many turns.
    pub histogram: Vec<u64>,
}

impl Tally {
    #[inline]
    pub(super) fn ended(&mut self, turns: u64) {
        let place = turns.min(LONGEST) as usize;
        if place >= self.histogram.len() {
            self.histogram.resize(place + 1, 0);
        }
        self.histogram[place] += 1;
        self.ended += 1;
        self.turns += u128::from(turns);
        self.squares += u128::from(turns) * u128::from(turns);
    }

    pub(super) fn never(&mut self) {
        self.never += 1;
    }

    pub(super) fn cut_off(&mut self) {
        self.cut_off += 1;
    }

    /// Both together.
    pub fn merge(mut self, mut other: Self) -> Self {
        if self.histogram.len() < other.histogram.len() {
            std::mem::swap(&mut self.histogram, &mut other.histogram);
        }
        self.histogram.iter_mut().zip(&other.histogram).for_each(|(sum, more)| *sum += more);
        self.ended += other.ended;
        self.never += other.never;
        self.cut_off += other.cut_off;
        self.turns += other.turns;
        self.squares += other.squares;
        self
    }

    /// The mean number of turns of the games that ended.
    pub fn mean(&self) -> f64 {
        self.turns as f64 / self.ended as f64
    }

    /// The standard deviation of the number of turns.
    pub fn deviation(&self) -> f64 {
        let games = self.ended as f64;
        // n·Σt² − (Σt)² in whole numbers: no digits are lost.
        let spread = (u128::from(self.ended) * self.squares).saturating_sub(self.turns * self.turns);
        (spread as f64).sqrt() / games
    }

    /// How far the mean may be off: its standard error.
    pub fn standard_error(&self) -> f64 {
        self.deviation() / (self.ended as f64).sqrt()
    }
}
