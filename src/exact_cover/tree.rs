//! The tree of an exact cover: at every node an item is chosen that is not covered yet, and each of its options is a
//! child.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::search::{Sweep, Tree};

use super::{links::Links, problem::Problem};

/// Which item is covered next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The one with the fewest options.
    Fewest,
    /// The first in the order of the file.
    First,
}

/// Options that cover everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cover {
    /// The digits that lead to it.
    pub path: Vec<u32>,
    /// The options, counted from 0, in the order in which they were taken.
    pub options: Vec<u32>,
}

/// An option that was taken.
#[derive(Clone, Copy, Debug)]
struct Taken {
    /// The item it was taken for.
    item: u32,
    node: u32,
    digit: u32,
}

/// A cursor. Digits count the options that are left for the item of a node, in the order of the file.
#[derive(Clone, Debug)]
pub struct CoverTree {
    links: Links,
    order: Order,
    taken: Vec<Taken>,
    /// The item that is covered next; `None` where all are covered.
    next: Option<u32>,
}

impl CoverTree {
    /// A cursor on the root.
    pub fn new(problem: &Problem, order: Order) -> Self {
        let mut tree = Self { links: Links::new(problem), order, taken: Vec::new(), next: None };
        tree.next = tree.choose();
        tree
    }

    #[inline(always)]
    fn choose(&self) -> Option<u32> {
        match self.order {
            Order::Fewest => self.links.fewest(),
            Order::First => self.links.first(),
        }
    }

    /// Searches everything below the current node, whose next item is known. Comes back early if the sweep has to
    /// pause, and then the taken options from `depth` on lead to the pause, although their links are back in place.
    fn below(&mut self, sweep: &mut Sweep<'_, Cover>) -> bool {
        let Some(item) = self.next else { return false };
        // An item without options needs no work, and has no children.
        let mut child = self.links.next(item, item);
        if child.is_none() {
            return false;
        }
        self.links.cover(item);
        let mut digit = 0;
        while let Some(node) = child {
            self.links.take(node);
            self.taken.push(Taken { item, node, digit });
            sweep.tally.nodes += 1;
            sweep.tally.cases += 1;
            self.next = self.choose();
            if self.next.is_none() {
                sweep.answer(|| self.answer());
            }
            let is_paused = sweep.is_too_long() || self.below(sweep);
            self.links.give_back(node);
            if is_paused {
                self.links.uncover(item);
                self.next = Some(item);
                return true;
            }
            self.taken.pop();
            child = self.links.next(item, node);
            digit += 1;
        }
        self.links.uncover(item);
        self.next = Some(item);
        false
    }
}

impl Tree for CoverTree {
    type Answer = Cover;

    fn pauses(&self) -> bool {
        true
    }

    fn fanout(&self) -> u32 {
        self.next.map_or(0, |item| self.links.size(item))
    }

    fn enter(&mut self, digits: Range<u32>) -> Option<u32> {
        let item = self.next?;
        let digit = Some(digits.start).filter(|digit| *digit < digits.end.min(self.links.size(item)))?;
        let mut node = item;
        for _ in 0..=digit {
            node = self.links.next(item, node)?;
        }
        self.links.cover(item);
        self.links.take(node);
        self.taken.push(Taken { item, node, digit });
        self.next = self.choose();
        Some(digit)
    }

    fn leave(&mut self) {
        if let Some(Taken { item, node, .. }) = self.taken.pop() {
            self.links.give_back(node);
            self.links.uncover(item);
            self.next = Some(item);
        }
    }

    fn is_answer(&self) -> bool {
        self.next.is_none()
    }

    fn answer(&self) -> Cover {
        Cover {
            path: self.taken.iter().map(|taken| taken.digit).collect(),
            options: self.taken.iter().map(|taken| self.links.option(taken.node)).collect(),
        }
    }

    fn so_far(&self) -> Option<Cover> {
        Some(self.answer())
    }

    fn can_sweep(&self) -> bool {
        self.next.is_some()
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Cover>) {
        let depth = self.taken.len();
        if self.below(sweep) {
            let way: Vec<u32> = self.taken.drain(depth..).map(|taken| taken.digit).collect();
            sweep.pause_at(way);
        }
    }
}
