//! Breadth first over all states, with nothing left out and nothing clever: the measure for everything else, and the
//! paper's breadth-first search with the visited set that it lacks.

use crate::{
    lockpick::play::{Move, State, Terrain, codec::Codec},
    search::{
        StopReason,
        states::{BreadthFirst, Chosen, Key, Pace, Seen, StateId, StateSearch, States, StatesError, Successors},
    },
};

use super::{
    outcome::{Doubt, Outcome, Verdict},
    space::OVERFLOW,
};

/// Looks at all states in order of the number of moves. The route found first is a shortest one.
pub(super) fn search(terrain: &Terrain, search: &mut StateSearch<'_>) -> Result<Outcome, StatesError> {
    let Ok(start) = terrain.start() else { return Ok(Outcome::new(Verdict::Unknown(Doubt::Overflow))) };
    if terrain.is_won(&start) {
        return Ok(Outcome::new(Verdict::Solved { route: Vec::new(), is_shortest: true }));
    }
    let states = AllStates { terrain, codec: Codec::new(terrain, &[], &[]), start: &start };
    let found = search.search(&states, &mut BreadthFirst::new(|is_won: &bool| *is_won))?;
    let has_overflow = found.remarks & OVERFLOW > 0;
    let verdict = match (found.answer, found.stop) {
        (Some(goal), _) => Verdict::Solved { route: states.replay(&found.seen, goal), is_shortest: !has_overflow },
        (None, StopReason::Complete) if has_overflow => Verdict::Unknown(Doubt::Overflow),
        (None, StopReason::Complete) => Verdict::Unsolvable,
        (None, reason) => Verdict::Unknown(Doubt::Stopped(reason)),
    };
    let states = found.seen.len() as u64;
    Ok(Outcome { expansions: search.tally().nodes, states, depth: found.depth, ..Outcome::new(verdict) })
}

/// All states of a level. The note tells whether a state is won.
struct AllStates<'a> {
    terrain: &'a Terrain,
    codec: Codec,
    start: &'a State,
}

impl States for AllStates<'_> {
    /// A state, room for the next one, and the string of that.
    type Scratch = (State, State, Vec<u8>);
    type Note = bool;

    fn scratch(&self) -> Self::Scratch {
        (self.start.clone(), self.start.clone(), Vec::new())
    }

    fn seen(&self) -> Seen {
        Seen::new()
    }

    fn start(&self, (_, _, key): &mut Self::Scratch, out: &mut Successors<bool>) {
        self.codec.write(self.terrain, self.start, key);
        *out.begin(Key::whole(key)) = false;
    }

    fn expand(
        &self,
        (state, after, key): &mut Self::Scratch,
        from: &Chosen<'_>,
        pace: &mut Pace,
        out: &mut Successors<bool>,
    ) {
        self.codec.read(self.terrain, from.key(), state);
        // Nothing comes after a state that is won.
        let mut is_over = false;
        self.terrain.for_each_turn(state, after, |_, after| {
            if is_over || pace.is_over() {
                return;
            }
            let Some(after) = after else { return out.remark(OVERFLOW) };
            self.codec.write(self.terrain, after, key);
            if let Some(note) = out.propose(from, Key::whole(key)) {
                *note = self.terrain.is_won(after);
                is_over = *note;
            }
        });
    }
}

impl AllStates<'_> {
    /// Plays the way to a state again and tells the moves: the first that leads from each state to the next.
    fn replay(&self, seen: &Seen, goal: StateId) -> Vec<Move> {
        let (mut state, mut scratch, mut key) = (self.start.clone(), self.start.clone(), Vec::new());
        let mut route = Vec::new();
        for &id in &seen.way_to(goal)[1..] {
            let mut found: Option<(Move, State)> = None;
            self.terrain.for_each_turn(&state, &mut scratch, |step, after| {
                if let (None, Some(after)) = (&found, after) {
                    self.codec.write(self.terrain, after, &mut key);
                    if key == seen.key(id) {
                        found = Some((step, after.clone()));
                    }
                }
            });
            if let Some((step, after)) = found {
                route.push(step);
                state = after;
            }
        }
        route
    }
}
