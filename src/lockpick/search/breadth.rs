//! States in the order of how many moves lead to them. Where everything depends on numbers that have to come out right,
//! guesses lead astray, and what is wanted is often few moves away.

use std::collections::VecDeque;

use crate::search::states::{Agenda, Choice, Fresh, SoFar, StateId};

use super::space::LevelNote;

/// The order.
#[derive(Default)]
pub(super) struct BreadthAgenda {
    waiting: VecDeque<StateId>,
    /// The least guess how far the goal is.
    pub nearest: Option<u32>,
}

impl Agenda<LevelNote> for BreadthAgenda {
    fn enter(&mut self, state: &Fresh<'_, LevelNote>) -> bool {
        let Some(guess) = state.note.estimate.filter(|_| !state.note.is_won) else { return state.note.is_won };
        self.nearest = Some(self.nearest.map_or(guess, |nearest| nearest.min(guess)));
        self.waiting.push_back(state.id);
        false
    }

    fn choose(&mut self, most: usize, _: &SoFar<'_>, batch: &mut Vec<StateId>) -> Choice {
        batch.extend(self.waiting.drain(..most.min(self.waiting.len())));
        if batch.is_empty() { Choice::Nothing } else { Choice::Expand }
    }
}
