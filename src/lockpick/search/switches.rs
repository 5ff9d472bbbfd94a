//! States in the order of how often the player turned away from where a way had just opened. That is breadth first over
//! branches instead of moves: a long corridor is followed to its end before another one is begun.

use std::collections::VecDeque;

use crate::{
    lockpick::level::NodeSet,
    search::states::{Agenda, Choice, Fresh, SoFar, StateId},
};

use super::space::LevelNote;

/// What is remembered of every state.
struct Known {
    parent: Option<StateId>,
    switches: usize,
    border: NodeSet,
}

/// The order.
#[derive(Default)]
pub(super) struct SwitchAgenda {
    known: Vec<Known>,
    /// By the number of switches, the oldest first.
    waiting: Vec<VecDeque<StateId>>,
    /// No lower number has anything.
    lowest: usize,
    /// The least guess how far the goal is.
    pub nearest: Option<u32>,
}

impl SwitchAgenda {
    /// How often the player switched: once more if what was done could have been done before the step before.
    fn switches(&self, parent: Option<StateId>, node: usize) -> usize {
        let Some(parent) = parent.and_then(|id| self.known.get(id as usize)) else { return 0 };
        let before = parent.parent.and_then(|id| self.known.get(id as usize));
        parent.switches + usize::from(before.is_some_and(|before| before.border.contains(node)))
    }
}

impl Agenda<LevelNote> for SwitchAgenda {
    fn enter(&mut self, state: &Fresh<'_, LevelNote>) -> bool {
        let origin = state.note.origin.clone().unwrap_or_default();
        let switches = self.switches(origin.parent, origin.node);
        self.known.push(Known { parent: origin.parent, switches, border: origin.border });
        let Some(guess) = state.note.estimate.filter(|_| !state.note.is_won) else { return state.note.is_won };
        self.nearest = Some(self.nearest.map_or(guess, |nearest| nearest.min(guess)));
        if self.waiting.len() <= switches {
            self.waiting.resize_with(switches + 1, VecDeque::new);
        }
        self.waiting[switches].push_back(state.id);
        self.lowest = self.lowest.min(switches);
        false
    }

    fn choose(&mut self, most: usize, _: &SoFar<'_>, batch: &mut Vec<StateId>) -> Choice {
        while batch.len() < most {
            let Some(waiting) = self.waiting.get_mut(self.lowest) else { break };
            match waiting.pop_front() {
                Some(id) => batch.push(id),
                None => self.lowest += 1,
            }
        }
        if batch.is_empty() { Choice::Nothing } else { Choice::Expand }
    }
}
