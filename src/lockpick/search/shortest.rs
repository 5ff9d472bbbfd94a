//! A route of the fewest steps, with the proof that none is shorter: A* led by the landmarks that are left.

use crate::{
    lockpick::play::{Move, Terrain},
    search::{
        StopReason,
        states::{Agenda, Choice, Fresh, Ranked, Seen, SoFar, StateId, StateSearch, StatesError},
    },
};

use super::{
    guided,
    outcome::{Doubt, Outcome, Verdict},
    space::{LevelNote, LevelScratch, LevelStates, OVERFLOW},
    tables::LevelTables,
};

/// States after which no route is looked for that may be longer than needed.
const PATIENCE: u64 = 500;

/// Finds a shortest route, or proves that there is none.
pub(super) fn search(terrain: &Terrain, search: &mut StateSearch<'_>) -> Result<Outcome, StatesError> {
    let Ok(start) = terrain.start() else { return Ok(Outcome::new(Verdict::Unknown(Doubt::Overflow))) };
    if terrain.is_won(&start) {
        return Ok(Outcome::new(Verdict::Solved { route: Vec::new(), is_shortest: true }));
    }
    let tables = LevelTables::new(terrain, &start, true, search.control());
    let known = known_route(terrain, search)?;
    let states = LevelStates {
        tables: &tables,
        pools_keys: false,
        start: &start,
        caps: None,
        before: 0,
        tells_origin: false,
        tells_facts: false,
        minds_feeders: false,
        least_stride: 2,
        keeps_copies: false,
    };
    let mut agenda = ShortestAgenda { known: known.as_ref().map(|route| route.len() as u32), ..Default::default() };
    let found = search.search(&states, &mut agenda)?;
    let is_shortest = found.remarks & OVERFLOW == 0;
    let mut outcome = Outcome {
        expansions: search.tally().nodes,
        states: found.seen.len() as u64,
        depth: found.depth,
        least_steps: agenda.least_steps,
        ..Outcome::new(Verdict::Unsolvable)
    };
    outcome.verdict = match (found.answer, found.stop, known) {
        (Some(goal), ..) => {
            let route = states.route_to(&mut LevelScratch::new(&tables, &start), &found.seen, goal);
            Verdict::Solved { route, is_shortest }
        }
        (None, StopReason::SolutionLimit, Some(route)) => Verdict::Solved { route, is_shortest },
        (None, StopReason::Complete, _) if is_shortest => Verdict::Unsolvable,
        (None, StopReason::Complete, _) => Verdict::Unknown(Doubt::Overflow),
        (None, reason, Some(route)) => {
            outcome.unproved = Some(reason);
            Verdict::Solved { route, is_shortest: false }
        }
        (None, reason, None) => Verdict::Unknown(Doubt::Stopped(reason)),
    };
    Ok(outcome)
}

/// A route that is found soon, short or not. It ends the proof as soon as no shorter one is possible.
fn known_route(terrain: &Terrain, search: &mut StateSearch<'_>) -> Result<Option<Vec<Move>>, StatesError> {
    let outcome = search.scout(PATIENCE, |search| guided::search(terrain, search))?;
    Ok(match outcome.verdict {
        Verdict::Solved { route, .. } => Some(route),
        _ => None,
    })
}

/// States by the least number of steps of a route through them; of these the nearest to the goal, and of these the
/// youngest.
#[derive(Default)]
struct ShortestAgenda {
    /// By total and what is left: a state and its depth when it was put here.
    waiting: Ranked<(u32, u32), (StateId, u32)>,
    /// Solved states that are not yet known to be the nearest.
    won: Vec<(StateId, u32)>,
    /// The steps of the route that is known, if one is.
    known: Option<u32>,
    /// The total of all states of the batch.
    total: u32,
    /// No route is shorter.
    least_steps: u32,
}

impl Agenda<LevelNote> for ShortestAgenda {
    fn enter(&mut self, state: &Fresh<'_, LevelNote>) -> bool {
        let (id, depth) = (state.id, state.depth);
        match state.note.estimate {
            // No route is shorter than the least total, so this one is a shortest.
            _ if state.note.is_won && depth <= self.total => return true,
            _ if state.note.is_won => self.won.push((id, depth)),
            Some(left) => self.waiting.push((depth.saturating_add(left), left), (id, depth)),
            None => {}
        }
        false
    }

    fn choose(&mut self, most: usize, so_far: &SoFar<'_>, batch: &mut Vec<StateId>) -> Choice {
        if let Some(id) = self.won_within(so_far.seen) {
            return Choice::Answer(id);
        }
        let Some(total) = self.take(most, so_far.seen, batch) else { return Choice::Nothing };
        self.total = total;
        if so_far.remarks & OVERFLOW == 0 {
            self.least_steps = total;
        }
        // No route that is left to find is shorter than the one that is known.
        if self.known.is_some_and(|known| known <= total) { Choice::Settled } else { Choice::Expand }
    }

    fn next_growth(&self) -> u64 {
        self.waiting.next_growth()
    }
}

impl ShortestAgenda {
    /// Takes out up to so many of the best, all with the same total, and tells that. `None` if nothing is left.
    fn take(&mut self, most: usize, seen: &Seen, batch: &mut Vec<StateId>) -> Option<u32> {
        loop {
            let (total, _) = self.waiting.lowest()?;
            while batch.len() < most {
                let Some((id, depth)) = self.waiting.pop_if(|rank| rank.0 == total) else { break };
                // If a shorter way to it was found since, it waits somewhere else, too.
                if seen.depth(id) == depth {
                    batch.push(id);
                }
            }
            if !batch.is_empty() {
                return Some(total);
            }
        }
    }

    /// A solved state that no waiting state can beat.
    fn won_within(&self, seen: &Seen) -> Option<StateId> {
        let next = self.waiting.lowest().map_or(u32::MAX, |rank| rank.0);
        let nearest = self.won.iter().filter(|(id, depth)| seen.depth(*id) == *depth).min_by_key(|(_, depth)| *depth);
        nearest.filter(|(_, depth)| *depth <= next).map(|(id, _)| *id)
    }
}
