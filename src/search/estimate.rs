//! How large a tree is and how many solutions it has, before it is searched.
//!
//! Going down from the root, the nodes of a depth that look alike stand for each other: those with about as many
//! children are divided by chance into some groups, and of each one is drawn, as likely as its weight says, and stands
//! for the weight of all (Chen's way of sampling, of which Knuth's random ways are the case with one group for
//! everything). The sum of the weights is right on average, whatever is taken to look alike. Rounds differ, and their
//! logarithms differ about as normal numbers do: a few rounds then stand for nearly all of the tree, and their spread
//! says less than it should. So the bounds are the wider of two kinds, of which one is made for such numbers.

use std::{ops::Range, time::Duration};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

use super::{control::Control, tree::Tree};

/// Bounds lie so many standard errors from the mean: nineteen of twenty intervals hold the true number.
const STANDARD_ERRORS: f64 = 2.0;

/// A number whose bounds are further apart than this factor says nothing about how much is left.
const MOST_SPREAD: f64 = 2.0;

/// The groups of nodes that look alike. The more there are, the longer a round takes, and the fewer of them end early.
const GROUPS: u32 = 64;

/// So many children are met between two looks at the clock.
const LOOK_EVERY: u64 = 64;

/// After so long a run gives up to find out how large its tree is: nobody is told anything in the meantime.
const TIME_TO_SIZE: Duration = Duration::from_millis(100);

/// How many rounds are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounds {
    /// At least, unless the run is stopped.
    pub least: u32,
    /// At most.
    pub most: u32,
    /// No further round is begun after so many nodes, if there were enough.
    pub nodes: u64,
}

impl Rounds {
    /// So few that a search hardly notices.
    pub const FEW: Self = Self { least: 10, most: 2_000, nodes: 200_000 };
    /// A second of work or so.
    pub const USUAL: Self = Self { least: 20, most: 100_000, nodes: 4_000_000 };
}

/// A number that is known about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The number, right on average.
    pub mean: f64,
    /// The least and the most it is likely to be.
    pub likely: (f64, f64),
}

impl Figure {
    /// A number that is known for certain.
    pub fn exact(number: f64) -> Self {
        Self { mean: number, likely: (number, number) }
    }

    /// What numbers that are right on average say together.
    pub fn of(numbers: &[f64]) -> Self {
        let count = numbers.len().max(1) as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let (mut least, mut most) = (mean, mean);
        let mut widen = |low: f64, high: f64| {
            if low.is_finite() && high.is_finite() {
                (least, most) = (least.min(low), most.max(high));
            }
        };
        let off = STANDARD_ERRORS * (variance(numbers, mean) / count).sqrt();
        widen(mean - off, mean + off);
        let logarithms: Vec<f64> = numbers.iter().filter(|number| **number > 0.0).map(|number| number.ln()).collect();
        let positive = logarithms.len() as f64;
        if positive > 1.0 {
            let middle = logarithms.iter().sum::<f64>() / positive;
            let spread = variance(&logarithms, middle);
            let centre = (positive / count).ln() + middle + spread / 2.0;
            let off = STANDARD_ERRORS
                * (spread / positive + spread * spread / (2.0 * (positive - 1.0)) + 1.0 / positive - 1.0 / count)
                    .sqrt();
            widen((centre - off).exp(), (centre + off).exp());
        }
        Self { mean, likely: (least.max(0.0), most) }
    }

    /// What is left of so many after `done` of them, as a multiple of what was done since there were `before`. `None`
    /// if that cannot be told, because the bounds are far apart, or more was done than there should be.
    pub(super) fn left_after(&self, done: u64, before: u64) -> Option<f64> {
        let since = done.saturating_sub(before) as f64;
        let is_known = self.likely.1 <= MOST_SPREAD * self.likely.0 && done as f64 <= self.mean;
        (is_known && since > 0.0).then(|| (self.mean - done as f64) / since)
    }

    /// The same times a number.
    pub fn times(self, factor: f64) -> Self {
        Self { mean: self.mean * factor, likely: (self.likely.0 * factor, self.likely.1 * factor) }
    }
}

/// The mean square of how far numbers are off.
fn variance(numbers: &[f64], mean: f64) -> f64 {
    let sum: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    sum / (numbers.len().max(2) - 1) as f64
}

/// What random rounds say about a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Nodes that a search of all of it visits.
    pub nodes: Figure,
    /// Its solutions.
    pub answers: Figure,
    /// Rounds made.
    pub rounds: u32,
    /// Was nothing left to chance? Then all is known.
    pub is_exact: bool,
}

/// A node that stands for others of its depth.
struct Standing {
    weight: f64,
    digits: Vec<u32>,
}

/// The nodes that stand for a depth.
#[derive(Default)]
struct Level {
    standing: Vec<Standing>,
    /// By group, which one stands for it.
    numbers: FxHashMap<u32, usize>,
}

/// How many nodes a tree has, unless it takes too long to find out: for those who have something else to do.
pub(super) fn size_soon<T: Tree>(tree: T, control: &Control) -> Option<Figure> {
    let size = estimate(tree, Rounds::FEW, 1, &control.within(Some(TIME_TO_SIZE), None));
    (size.is_exact || size.rounds >= Rounds::FEW.least).then_some(size.nodes)
}

/// Estimates the tree whose root the cursor stands on. The same seed gives the same estimate, unless the run is
/// stopped.
pub fn estimate<T: Tree>(tree: T, rounds: Rounds, seed: u64, control: &Control) -> Estimate {
    let mut sampler = Sampler {
        random: Xoshiro256PlusPlus::seed_from_u64(seed),
        tree,
        at: Vec::new(),
        visited: 0,
        was_drawn: false,
        control,
    };
    let (mut nodes, mut answers) = (Vec::new(), Vec::new());
    let is_exact = loop {
        let Some((round_nodes, round_answers)) = sampler.round() else { break false };
        nodes.push(round_nodes);
        answers.push(round_answers);
        if !sampler.was_drawn {
            // Nothing was left to chance.
            break true;
        }
        let made = nodes.len() as u32;
        let is_enough = made >= rounds.most || made >= rounds.least && sampler.visited >= rounds.nodes;
        if is_enough || control.look_now() {
            break false;
        }
    };
    Estimate { nodes: Figure::of(&nodes), answers: Figure::of(&answers), rounds: nodes.len() as u32, is_exact }
}

struct Sampler<'a, T> {
    random: Xoshiro256PlusPlus,
    tree: T,
    /// The digits from the root to where the cursor stands.
    at: Vec<u32>,
    visited: u64,
    /// Did chance decide anything in this round?
    was_drawn: bool,
    control: &'a Control,
}

impl<T: Tree> Sampler<'_, T> {
    /// Goes down once. The nodes and solutions there would be if all looked like what was met; `None` if it was
    /// stopped.
    fn round(&mut self) -> Option<(f64, f64)> {
        let (mut nodes, mut answers) = (0.0, 0.0);
        self.was_drawn = false;
        self.go_to(&[]);
        let mut level = vec![Standing { weight: 1.0, digits: Vec::new() }];
        while !level.is_empty() {
            let mut next = Level::default();
            for standing in &level {
                // Nobody else may be looking, and this may be who ends a pause.
                if self.control.look_now() {
                    return None;
                }
                self.go_to(&standing.digits);
                nodes += standing.weight;
                if self.tree.is_answer() {
                    answers += standing.weight;
                }
                let mut digits: Range<u32> = 0..self.tree.fanout();
                while let Some(digit) = self.tree.enter(digits.clone()) {
                    digits.start = digit + 1;
                    self.at.push(digit);
                    self.meet(standing.weight, &mut next);
                    self.at.pop();
                    self.tree.leave();
                    if self.visited.is_multiple_of(LOOK_EVERY) && self.control.look_now() {
                        return None;
                    }
                }
            }
            level = next.standing;
            // Nodes that are near each other are visited one after the other.
            level.sort_unstable_by(|one, other| one.digits.cmp(&other.digits));
        }
        Some((nodes, answers))
    }

    /// The node the cursor stands on is one of those that may stand for what looks like it.
    fn meet(&mut self, weight: f64, level: &mut Level) {
        self.visited += 1;
        let group = self.looks() * GROUPS + self.random.random_range(0..GROUPS);
        let number = *level.numbers.entry(group).or_insert(level.standing.len());
        let Some(standing) = level.standing.get_mut(number) else {
            level.standing.push(Standing { weight, digits: self.at.clone() });
            return;
        };
        self.was_drawn = true;
        standing.weight += weight;
        if self.random.random::<f64>() * standing.weight < weight {
            standing.digits.clone_from(&self.at);
        }
    }

    /// What nodes have in common that stand for each other: whether they are solutions, and about how many digits are
    /// below.
    fn looks(&self) -> u32 {
        let fanout = self.tree.fanout();
        let about = if fanout < 8 { fanout } else { 8 + 2 * fanout.ilog2() + (fanout >> (fanout.ilog2() - 1) & 1) };
        2 * about + u32::from(self.tree.is_answer())
    }

    fn go_to(&mut self, digits: &[u32]) {
        let common = self.at.iter().zip(digits).take_while(|(here, there)| here == there).count();
        while self.at.len() > common {
            self.tree.leave();
            self.at.pop();
        }
        for &digit in &digits[common..] {
            let entered = self.tree.enter(digit..digit + 1);
            debug_assert_eq!(entered, Some(digit), "what was entered once can be entered again");
            self.at.push(digit);
        }
    }
}

#[cfg(test)]
mod tests;
