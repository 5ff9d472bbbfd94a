//! One solution of a large board: many short searches, each with an order of its own, and at last a complete one.
//!
//! A first-empty-cell search of a large board either finds a solution soon or not in a lifetime, and which of the two
//! depends on the order in which it tries things. So each *attempt* gets an order from its number and the seed, tries
//! awkward pieces before handy ones, and is given up after a number of steps that follows from its number alone. The
//! tree is a chain: a node's first child is the solution of its attempt, if it brings one, the second is the next
//! node. After the last attempt comes the whole tree of [`Cover`], so that a search that ends without a solution has
//! proved that there is none. Attempts may find the same solution twice: this is for finding one.

mod attempt;

use std::{ops::Range, sync::Arc};

use crate::search::Tree;

use super::{arrangement::Arrangement, cover::Cover, placements::Compiled};

use self::attempt::{Attempted, Attempts};

/// How many attempts are made before the complete search: about a minute's work.
const ATTEMPTS: u32 = 1 << 13;

/// The first child of a node of the chain: a solution that its attempt has found.
const SOLUTION: u32 = 0;
/// The second one: the next node of the chain.
const NEXT: u32 = 1;

/// The cursor of the chain.
#[derive(Clone, Debug)]
pub struct Portfolio<const N: usize> {
    attempts: Arc<Attempts<N>>,
    /// Is it proved that there is no solution?
    is_hopeless: bool,
    /// How many nodes of the chain lie above the current one.
    number: u32,
    /// The solution the cursor stands on, if it left the chain for one.
    solution: Option<Arrangement>,
    /// The cursor of the complete search, which begins where the chain ends.
    complete: Cover<N>,
    depth_in_complete: usize,
}

impl<const N: usize> Portfolio<N> {
    /// The root of the chain of a compiled puzzle.
    pub fn new(compiled: &Compiled, seed: u64) -> Self {
        let attempts = Attempts::new(compiled, seed);
        // A puzzle so small that the first attempt goes through all of it needs no others.
        let is_hopeless = matches!(attempts.make(0), Attempted::Exhausted);
        Self {
            attempts: Arc::new(attempts),
            is_hopeless,
            number: 0,
            solution: None,
            complete: Cover::new(compiled),
            depth_in_complete: 0,
        }
    }
}

impl<const N: usize> Tree for Portfolio<N> {
    type Answer = Arrangement;

    fn fanout(&self) -> u32 {
        match () {
            () if self.is_hopeless || self.solution.is_some() => 0,
            () if self.number == ATTEMPTS => self.complete.fanout(),
            () => 2,
        }
    }

    fn enter(&mut self, digits: Range<u32>) -> Option<u32> {
        if self.is_hopeless || self.solution.is_some() {
            return None;
        }
        if self.number == ATTEMPTS {
            let digit = self.complete.enter(digits)?;
            self.depth_in_complete += 1;
            return Some(digit);
        }
        if digits.contains(&SOLUTION)
            && let Attempted::Solved(solution) = self.attempts.make(self.number)
        {
            self.solution = Some(solution);
            return Some(SOLUTION);
        }
        digits.contains(&NEXT).then(|| {
            self.number += 1;
            NEXT
        })
    }

    fn leave(&mut self) {
        if self.solution.take().is_some() {
            return;
        }
        if self.depth_in_complete > 0 {
            self.complete.leave();
            self.depth_in_complete -= 1;
        } else {
            self.number -= 1;
        }
    }

    fn is_answer(&self) -> bool {
        self.solution.is_some() || (self.number == ATTEMPTS && self.complete.is_answer())
    }

    fn answer(&self) -> Arrangement {
        self.solution.clone().unwrap_or_else(|| self.complete.answer())
    }
}
