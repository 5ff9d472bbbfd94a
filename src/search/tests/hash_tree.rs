//! Trees that are nothing but hashes of their ids, and the plain walk that a run is compared with.

use std::ops::Range as Digits;

use crate::search::{Path, Sweep, Tree};

/// A tree whose shape, solutions and scores follow from a seed.
#[derive(Clone, Debug)]
pub(in crate::search) struct HashTree {
    pub(super) seed: u64,
    pub(super) max_fanout: u32,
    pub(super) max_depth: usize,
    pub(super) digits: Vec<u32>,
    /// Subtrees whose hash has a remainder below this are swept.
    pub(super) swept: u64,
    pub(super) panic_at: Option<Vec<u32>>,
}

impl HashTree {
    pub fn new(seed: u64, max_fanout: u32, max_depth: usize) -> Self {
        Self { seed, max_fanout, max_depth, digits: Vec::new(), swept: 0, panic_at: None }
    }

    pub(super) fn hash(&self, salt: u64) -> u64 {
        self.digits.iter().fold(self.seed ^ salt, |hash, &digit| {
            let mixed = (hash ^ u64::from(digit)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            mixed ^ (mixed >> 29)
        })
    }

    /// The oracle: all visited ids, cases, and solutions with their scores, by plain recursion.
    pub(super) fn walk(&mut self, seen: &mut Walk) {
        seen.nodes.push(Path::from(self.digits.clone()));
        if self.is_answer() {
            seen.answers.push((Path::from(self.digits.clone()), self.score()));
        }
        for digit in 0..self.fanout() {
            seen.cases.push(Path::from(self.digits.clone()).child(digit));
            if self.enter(digit..digit + 1).is_some() {
                self.walk(seen);
                self.leave();
            }
        }
    }
}

#[derive(Default)]
pub(super) struct Walk {
    pub(super) nodes: Vec<Path>,
    pub(super) cases: Vec<Path>,
    pub(super) answers: Vec<(Path, i64)>,
}

impl Tree for HashTree {
    type Answer = Path;

    fn fanout(&self) -> u32 {
        match self.digits.len() {
            depth if depth >= self.max_depth => 0,
            0 => self.max_fanout,
            _ => (self.hash(1) % u64::from(self.max_fanout + 1)) as u32,
        }
    }

    fn enter(&mut self, digits: Digits<u32>) -> Option<u32> {
        for digit in digits {
            self.digits.push(digit);
            if !self.hash(2).is_multiple_of(4) {
                assert!(self.panic_at.as_ref() != Some(&self.digits), "reached the bad node");
                return Some(digit);
            }
            self.digits.pop();
        }
        None
    }

    fn leave(&mut self) {
        self.digits.pop();
    }

    fn is_answer(&self) -> bool {
        self.hash(3).is_multiple_of(5)
    }

    fn answer(&self) -> Path {
        Path::from(self.digits.clone())
    }

    fn can_sweep(&self) -> bool {
        self.hash(5) % 8 < self.swept
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Path>) {
        for digit in 0..self.fanout() {
            sweep.tally.cases += 1;
            if self.enter(digit..digit + 1).is_some() {
                sweep.tally.nodes += 1;
                if self.is_answer() {
                    sweep.scored_answer(self.score(), || self.answer());
                }
                if !sweep.is_too_long() {
                    self.sweep(sweep);
                }
                self.leave();
            }
            if sweep.is_too_long() {
                return;
            }
        }
    }

    fn score(&self) -> i64 {
        (self.hash(4) % 10) as i64
    }
}

/// The same trees, whose sweeps pause wherever a hash says so.
#[derive(Clone, Debug)]
pub(super) struct PausingTree(pub(super) HashTree);

impl PausingTree {
    /// Sweeps below the current node, and comes back with the way to where it paused, if it did.
    pub(super) fn sweep_below(&mut self, sweep: &mut Sweep<'_, Path>) -> Option<Vec<u32>> {
        for digit in 0..self.0.fanout() {
            sweep.tally.cases += 1;
            if self.0.enter(digit..digit + 1).is_none() {
                continue;
            }
            sweep.tally.nodes += 1;
            if self.0.is_answer() {
                sweep.scored_answer(self.0.score(), || self.0.answer());
            }
            let must_pause = sweep.is_too_long() || self.0.hash(6).is_multiple_of(4);
            let way = if must_pause { Some(Vec::new()) } else { self.sweep_below(sweep) };
            self.0.leave();
            if let Some(mut way) = way {
                way.insert(0, digit);
                return Some(way);
            }
        }
        None
    }
}

impl Tree for PausingTree {
    type Answer = Path;

    fn pauses(&self) -> bool {
        true
    }

    fn fanout(&self) -> u32 {
        self.0.fanout()
    }

    fn enter(&mut self, digits: Digits<u32>) -> Option<u32> {
        self.0.enter(digits)
    }

    fn leave(&mut self) {
        self.0.leave();
    }

    fn is_answer(&self) -> bool {
        self.0.is_answer()
    }

    fn answer(&self) -> Path {
        self.0.answer()
    }

    fn can_sweep(&self) -> bool {
        self.0.can_sweep()
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Path>) {
        if let Some(way) = self.sweep_below(sweep) {
            sweep.pause_at(way);
        }
    }

    fn score(&self) -> i64 {
        self.0.score()
    }
}

pub(super) fn walk(tree: &HashTree) -> Walk {
    let mut walk = Walk::default();
    tree.clone().walk(&mut walk);
    walk
}
