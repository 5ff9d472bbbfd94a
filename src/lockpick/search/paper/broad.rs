//! The paper's `solveBFS`: every state in a list, none of them looked for before it is added.

use crate::search::StopReason;

use super::{
    super::{table::Table, watch::Watch},
    board::{Board, Choice},
};

/// Nodes between two looks at the limits.
const PACE: u64 = 1 << 12;

/// What a search found, the nodes it expanded, and the states it made.
pub(super) struct Found {
    pub route: Result<Option<Vec<Choice>>, StopReason>,
    pub expansions: u64,
    pub states: u64,
}

/// Searches a level whose goal is not reached at once.
pub(super) fn search<const W: usize, const K: usize>(board: &Board<W, K>, watch: &mut Watch<'_>) -> Found {
    let mut states = vec![(board.start, 0u32, 0)];
    let mut next = 0;
    let nothing_kept = Table::new(true);
    let found = |route, next: usize, states: usize| Found { route, expansions: next as u64, states: states as u64 };
    while next < states.len() {
        let look = (next as u64).is_multiple_of(PACE).then(|| watch.look(next as u64, &nothing_kept)).flatten();
        let (standing, ..) = states[next];
        let choices = board.choices(&standing);
        let has_room = states.len() + choices.total() as usize <= states.capacity();
        let bytes = size_of_val(states.as_slice()) as u64;
        let is_full = !has_room && watch.is_too_much(bytes) || states.len() > u32::MAX as usize;
        if let Some(reason) = look.or(is_full.then_some(StopReason::MemoryLimit)) {
            return found(Err(reason), next, states.len());
        }
        for choice in choices {
            let after = board.after(&standing, choice);
            states.push((after, next as u32, choice));
            if board.is_won(&after) {
                let mut route = vec![choice];
                let mut at = next;
                while at > 0 {
                    route.push(states[at].2);
                    at = states[at].1 as usize;
                }
                route.reverse();
                return found(Ok(Some(route)), next + 1, states.len());
            }
        }
        next += 1;
    }
    found(Ok(None), next, states.len())
}
