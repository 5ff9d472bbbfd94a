//! One solution of a large board: many short searches, each with an order of its own, and at last a complete one.
//!
//! A first-empty-cell search of a large board either finds a solution soon or not in a lifetime, and which of the two
//! depends on the order in which it tries things. So each *attempt* gets an order from its number and the seed, tries
//! awkward pieces before handy ones, and is given up after a number of steps that follows from its number alone. The
//! tree is a chain: a node's first child is the solution of its attempt, if it brings one, the second is the next
//! node. After the last attempt comes the whole tree of [`WideCover`], so that a search that ends without a solution
//! has proved that there is none. Attempts may find the same solution twice: this is for finding one.

mod attempt;

use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};

use crate::search::{Control, StopReason, Tree};

use super::{arrangement::Arrangement, cover::WideCover, placements::Compiled};

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
    control: Control,
    /// How many attempts there are.
    length: u32,
    /// Has the first attempt gone through everything? A puzzle so small needs no others.
    is_hopeless: Arc<OnceLock<bool>>,
    /// How many nodes of the chain lie above the current one.
    number: u32,
    /// The solution the cursor stands on, if it left the chain for one.
    solution: Option<Arrangement>,
    /// The cursor of the complete search, which begins where the chain ends.
    complete: WideCover<N>,
    depth_in_complete: usize,
}

impl<const N: usize> Portfolio<N> {
    /// The root of the chain of a compiled puzzle, unless the run has to stop while its tables are made.
    pub fn under(compiled: &Compiled, seed: u64, control: &Control) -> Result<Self, StopReason> {
        Self::with_attempts(compiled, seed, ATTEMPTS, control)
    }

    /// The root of a chain of so many attempts.
    pub(super) fn with_attempts(
        compiled: &Compiled,
        seed: u64,
        length: u32,
        control: &Control,
    ) -> Result<Self, StopReason> {
        Ok(Self {
            attempts: Arc::new(Attempts::under(compiled, seed, control)?),
            control: Control::default(),
            length,
            is_hopeless: Arc::default(),
            number: 0,
            solution: None,
            complete: WideCover::under(compiled, control)?,
            depth_in_complete: 0,
        })
    }

    /// Has the first attempt proved that there is no solution? It is made once for all cursors.
    fn is_hopeless(&self) -> bool {
        if let Some(known) = self.is_hopeless.get() {
            return *known;
        }
        let is_hopeless = matches!(self.attempts.make(0, &self.control), Attempted::Exhausted);
        // An attempt during which the run was stopped says nothing.
        if !self.control.is_stopped() {
            let _ = self.is_hopeless.set(is_hopeless);
        }
        is_hopeless
    }
}

impl<const N: usize> Tree for Portfolio<N> {
    type Answer = Arrangement;

    fn has_slow_nodes(&self) -> bool {
        true
    }

    fn is_slow(&self, digit: u32) -> bool {
        self.number < self.length && digit == SOLUTION
    }

    fn watch(&mut self, control: &Control) {
        self.control = control.clone();
    }

    fn fanout(&self) -> u32 {
        match () {
            () if self.solution.is_some() => 0,
            () if self.number == self.length => self.complete.fanout(),
            () => 2,
        }
    }

    fn enter(&mut self, digits: Range<u32>) -> Option<u32> {
        if self.solution.is_some() {
            return None;
        }
        if self.number == self.length {
            let digit = self.complete.enter(digits)?;
            self.depth_in_complete += 1;
            return Some(digit);
        }
        if digits.contains(&SOLUTION)
            && let Attempted::Solved(solution) = self.attempts.make(self.number, &self.control)
        {
            self.solution = Some(solution);
            return Some(SOLUTION);
        }
        if !digits.contains(&NEXT) || (self.number == 0 && self.is_hopeless()) {
            return None;
        }
        self.number += 1;
        Some(NEXT)
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
        self.solution.is_some() || (self.number == self.length && self.complete.is_answer())
    }

    fn answer(&self) -> Arrangement {
        self.solution.clone().unwrap_or_else(|| self.complete.answer())
    }

    fn so_far(&self) -> Option<Arrangement> {
        (self.number == self.length).then(|| self.answer())
    }
}
