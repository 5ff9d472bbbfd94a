//! The paper's `solveBFS` as a space of states: every state in a list, none of them looked for before it is added.

use crate::search::states::{
    BreadthFirst, Chosen, Explored, Key, Pace, Seen, StateId, StateSearch, States, StatesError, Successors,
};

use super::board::{Board, Choice, Standing};

/// All ways to play a level. The note tells whether a state is won.
pub(super) struct BroadStates<'a, const W: usize, const K: usize> {
    pub board: &'a Board<W, K>,
}

/// Searches a level whose goal is not reached at once.
pub(super) fn search<const W: usize, const K: usize>(
    board: &Board<W, K>,
    search: &mut StateSearch<'_>,
) -> Result<Explored, StatesError> {
    search.search(&BroadStates { board }, &mut BreadthFirst::new(|is_won: &bool| *is_won))
}

/// The moves that lead to a state, each the last thing in the string of the state it leads to.
pub(super) fn choices_to(seen: &Seen, goal: StateId) -> Vec<Choice> {
    let last = |&id: &StateId| seen.key(id).last_chunk().map_or(0, |bytes| Choice::from_le_bytes(*bytes));
    seen.way_to(goal)[1..].iter().map(last).collect()
}

impl<const W: usize, const K: usize> States for BroadStates<'_, W, K> {
    type Scratch = Vec<u8>;
    type Note = bool;

    fn scratch(&self) -> Vec<u8> {
        Vec::new()
    }

    fn seen(&self) -> Seen {
        Seen::list()
    }

    fn start(&self, key: &mut Vec<u8>, out: &mut Successors<bool>) {
        write(&self.board.start, 0, key);
        *out.begin(Key::whole(key)) = false;
    }

    fn expand(&self, key: &mut Vec<u8>, from: &Chosen<'_>, _: &mut Pace, out: &mut Successors<bool>) {
        let standing = Standing::<W, K>::from_bytes(from.key());
        for choice in self.board.choices(&standing) {
            let after = self.board.after(&standing, choice);
            write(&after, choice, key);
            let is_won = self.board.is_won(&after);
            if let Some(note) = out.propose(from, Key::whole(key)) {
                *note = is_won;
            }
            // Nothing comes after a state that is won.
            if is_won {
                return;
            }
        }
    }
}

/// The string of a state: what it is, and the move that led to it.
fn write<const W: usize, const K: usize>(standing: &Standing<W, K>, choice: Choice, key: &mut Vec<u8>) {
    key.clear();
    standing.write(key);
    key.extend_from_slice(&choice.to_le_bytes());
}
