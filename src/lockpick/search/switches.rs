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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lockpick::search::space::Origin, search::states::Seen};

    #[test]
    fn what_has_just_become_possible_comes_first() {
        let mut agenda = SwitchAgenda::default();
        let mut enter = |id: StateId, parent: Option<StateId>, node: usize, border: &[usize]| {
            let mut places = NodeSet::new(9);
            for &node in border {
                places.insert(node);
            }
            let origin = Some(Origin { parent, node, border: places });
            let note = LevelNote { estimate: Some(9 - id), origin, ..LevelNote::default() };
            assert!(!agenda.enter(&Fresh { id, depth: id, note: &note }));
        };
        enter(0, None, 0, &[1, 2]);
        enter(1, Some(0), 1, &[2, 3]);
        // What could have been done before the last step is a switch; what that step made possible is none.
        enter(2, Some(1), 2, &[3, 4]);
        enter(3, Some(1), 3, &[2, 5]);
        // Switches add up.
        enter(4, Some(2), 3, &[4]);
        enter(5, Some(2), 4, &[3]);
        enter(6, Some(3), 5, &[2]);
        assert_eq!(agenda.nearest, Some(3));
        let seen = Seen::new();
        let mut take = |most: usize| {
            let mut batch = Vec::new();
            let choice = agenda.choose(most, &SoFar { seen: &seen, remarks: 0 }, &mut batch);
            (batch, choice)
        };
        assert_eq!(take(3), (vec![0, 1, 3], Choice::Expand));
        assert_eq!(take(2), (vec![6, 2], Choice::Expand));
        assert_eq!(take(9), (vec![5, 4], Choice::Expand));
        assert_eq!(take(9), (vec![], Choice::Nothing));
    }
}
