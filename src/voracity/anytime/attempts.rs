//! The attempts as a tree: a chain, of which each node has its attempt as the first child and the rest of the chain as
//! the second.
//!
//! The node of an attempt is the game of its first stage, its only child that of the second stage, and so on; a stage
//! of a proof is a game only if it comes to the end of the search. So an attempt is a range of ids as everything else
//! is: attempts are made on all threads, the lowest open ones first, and what was made is in the checkpoint. With a
//! limit of nodes a game is a pure function of its id. Otherwise the clock has a say in how good a game an attempt
//! finds, and once a game is proved to be the best, nothing else is entered.

use std::{ops::Range, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{
    plan::Attempt,
    shared::{Game, Shared},
};
use crate::{search::Tree, voracity::Direction};

/// The first child of a node of the chain: its attempt. Also the only child of a stage: the next one.
const ATTEMPT: u32 = 0;
/// The second one: the next node of the chain.
const NEXT: u32 = 1;

/// What an attempt brings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempted {
    /// The moves of a game that is over.
    pub moves: Vec<Direction>,
    /// Has every other game been searched?
    pub is_proved: bool,
}

/// The cursor of the chain.
#[derive(Clone)]
pub struct Attempts {
    pub(super) shared: Arc<Shared>,
    /// How many nodes of the chain lie above the current one.
    number: u32,
    /// The games of the stages above and of the current one, if the cursor has left the chain. A proof may bring none.
    stages: Vec<Option<Game>>,
    floor: i64,
}

impl Attempts {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        Self { shared, number: 0, stages: Vec::new(), floor: i64::MIN }
    }

    fn attempt(&self) -> Option<Attempt> {
        self.shared.plan.attempt(self.number)
    }

    fn is_proof(&self) -> bool {
        matches!(self.attempt(), Some(Attempt::Proof { .. }))
    }

    /// The game the cursor stands on.
    fn game(&self) -> Option<&Game> {
        self.stages.last().and_then(Option::as_ref)
    }

    /// Can nothing below this node matter any more?
    fn is_over(&self) -> bool {
        // A proved game comes before an equal one.
        let highest = 2 * i64::from(self.shared.bound()) + 1;
        self.floor > highest || (self.shared.plan.nodes.is_none() && self.shared.is_settled())
    }

    /// Does the next stage of the attempt, whatever cuts it short.
    fn make(&mut self) -> Option<u32> {
        let (attempt, stage) = (self.attempt()?, self.stages.len());
        if !self.shared.plan.has_stage(attempt, stage) {
            return None;
        }
        let game = match attempt {
            Attempt::Proof { doublings, .. } if self.game().is_none() => self.shared.proof(doublings + stage as u32),
            // What is proved needs no further stage.
            Attempt::Proof { .. } => return None,
            Attempt::Lane(_) | Attempt::QuickLane => {
                self.shared.stage(attempt, stage, self.game().unwrap_or(&self.shared.first))
            }
        };
        self.stages.push(game);
        Some(ATTEMPT)
    }
}

impl Tree for Attempts {
    type Answer = Attempted;

    fn has_slow_nodes(&self) -> bool {
        true
    }

    fn is_slow(&self, digit: u32) -> bool {
        digit == ATTEMPT
    }

    fn divisible_depth(&self) -> usize {
        self.number as usize
    }

    fn sweeps_only_for_best(&self) -> bool {
        true
    }

    fn fanout(&self) -> u32 {
        match (self.attempt(), self.stages.len()) {
            (None, _) => 0,
            (Some(_), 0) => 2,
            (Some(attempt), stage) => u32::from(self.shared.plan.has_stage(attempt, stage)),
        }
    }

    fn enter(&mut self, digits: Range<u32>) -> Option<u32> {
        if self.is_over() {
            return None;
        }
        if digits.contains(&ATTEMPT)
            && let Some(made) = self.make()
        {
            return Some(made);
        }
        if !digits.contains(&NEXT) || !self.stages.is_empty() || self.attempt().is_none() || self.is_over() {
            return None;
        }
        self.number += 1;
        Some(NEXT)
    }

    fn leave(&mut self) {
        if self.stages.pop().is_none() {
            self.number -= 1;
        }
    }

    fn is_answer(&self) -> bool {
        self.game().is_some()
    }

    fn answer(&self) -> Attempted {
        let moves = self.game().map_or_else(Vec::new, |(_, moves)| moves.clone());
        Attempted { moves, is_proved: self.is_proof() }
    }

    fn score(&self) -> i64 {
        let score = self.game().map_or(0, |(score, _)| *score);
        2 * i64::from(score) + i64::from(self.is_proof())
    }

    fn set_floor(&mut self, floor: i64) {
        self.floor = floor;
    }
}
