//! The search for any route: best first, led by the relaxation; every state once; dead ends cut off; what never hurts
//! done at once. If nothing is left, there is no solution.

use std::collections::VecDeque;

use crate::{
    lockpick::{level::Need, play::Terrain},
    search::{
        StopReason,
        states::{Agenda, Alternating, Choice, Fresh, SoFar, StateId, StateSearch, StatesError},
    },
};

use super::{
    breadth::BreadthAgenda,
    caps::Caps,
    facts::FactAgenda,
    idle_keys::with_idle_keys,
    novelty::Memory,
    outcome::{Doubt, Outcome, Verdict},
    side_doors::side_doors,
    space::{CAPPED, LevelNote, LevelScratch, LevelStates, OVERFLOW},
    strides::LONG_STRIDE,
    switches::SwitchAgenda,
    tables::LevelTables,
    trim::trimmed,
};

/// How long an attempt of the first round lasts: states times nodes and edges, which is about a quarter of a
/// microsecond each.
const PATIENCE: u64 = 4_000_000;
/// Where numbers can grow without end there are many kinds of attempts. Before the first round each of them is made for
/// this part of that time: what one kind decides at once should not wait for the others.
const SPRINT: u64 = 16;
/// The attempts of each round last so many times as long as those of the round before. The first one grows faster: it
/// is the one most levels need, and those that need another kind seldom need long. In the second round it lasts twice
/// as long as all others together: what it has done is lost when it begins again, and some levels need all of that at
/// one go.
const FIRST_GROWTH: u64 = 20;
const OTHER_GROWTH: u64 = 4;
/// The search by what is true for the first time lasts as long in the first round as in the second: what it decides at
/// all takes it about that long, and so it is not begun again.
const FIRST_FACTS: u64 = OTHER_GROWTH;
/// How many times as long the search breadth first lasts in levels that compute, or where only the sum of many keys
/// counts: there guesses lead nowhere.
const COMPUTING: u64 = 10;
/// After so many rounds the first attempt does not give up any more.
const LAST_ROUND: u32 = 12;

/// The largest cap is the fourth power of this; more does not fit into 64 bits.
const MOST_POWERS: u32 = 31;

/// Guesses beyond this are all alike.
const FARTHEST: usize = 1 << 14;
/// The same where states are ordered by what is new in them.
const FARTHEST_NEW: usize = 512;

/// Finds any route, or proves that there is none. Where numbers can grow without end, larger and larger ones are tried.
pub(super) fn search(terrain: &Terrain, search: &mut StateSearch<'_>) -> Result<Outcome, StatesError> {
    search_in_turns(terrain, search, PATIENCE)
}

/// The same with attempts that last longer or less long.
pub(super) fn search_in_turns(
    terrain: &Terrain,
    search: &mut StateSearch<'_>,
    patience: u64,
) -> Result<Outcome, StatesError> {
    // Routes are told for the level as it is.
    let strict = terrain;
    let passing = terrain.passing_idle_keys();
    let terrain = passing.as_ref().unwrap_or(terrain);
    let Ok(mut start) = terrain.start() else { return Ok(Outcome::new(Verdict::Unknown(Doubt::Overflow))) };
    let tables = LevelTables::new(terrain, &start, false, search.control());
    let mut scratch = LevelScratch::new(&tables, &start);
    let mut opening = Vec::new();
    scratch.settle_start(&tables, &mut start, &mut opening);
    let attempts = Attempts::new(terrain, patience, tables.pooling.is_some());
    let mut outcome = Outcome { cap: attempts.caps.map(|caps| caps.largest()), ..Outcome::new(Verdict::Unsolvable) };
    if terrain.is_won(&start) {
        let route = trimmed(strict, with_idle_keys(strict, opening), search.control());
        outcome.verdict = Verdict::Solved { route, is_shortest: false };
        return Ok(outcome);
    }
    if scratch.estimate(&tables, &start).is_none() {
        return Ok(outcome);
    }
    let before = search.tally().nodes;
    let mut finished: Option<Caps> = None;
    // Every fourth power; what is beyond 64 bits is nowhere.
    let (mut round, mut power) = (0, 0);
    let mut queue: VecDeque<Attempt> = attempts.sprint().into();
    // Attempts that gave up, and whether they were cut off anywhere before.
    let mut tried: Vec<(Attempt, bool)> = Vec::new();
    while power < MOST_POWERS {
        let Some(attempt) = queue.pop_front() else {
            queue.extend(attempts.of_round(round, power));
            round += 1;
            continue;
        };
        // Where all numbers up to a cap were looked at, no order of looking finds more.
        if finished.zip(attempt.caps).is_some_and(|(finished, caps)| caps.is_within(finished)) {
            continue;
        }
        if tried.iter().any(|(done, is_cut)| done.covers(&attempt, *is_cut)) {
            continue;
        }
        let states = LevelStates {
            tables: &tables,
            start: &start,
            pools_keys: attempt.pools_keys,
            caps: attempt.caps,
            before: search.tally().nodes,
            tells_origin: attempt.order == Order::Switches,
            tells_facts: attempt.order == Order::Facts,
            minds_feeders: attempt.minds_feeders,
            least_stride: attempt.least_stride,
            keeps_copies: attempt.order == Order::Breadth,
        };
        let (found, nearest) = search.attempt(attempt.patience, |search| match attempt.order {
            Order::Guess => {
                let mut agenda = GuidedAgenda::default();
                search.search(&states, &mut agenda).map(|found| (found, agenda.nearest))
            }
            Order::Facts => {
                let mut agenda = FactAgenda::default();
                search.search(&states, &mut agenda).map(|found| (found, agenda.nearest))
            }
            Order::Breadth => {
                let mut agenda = BreadthAgenda::default();
                search.search(&states, &mut agenda).map(|found| (found, agenda.nearest))
            }
            Order::Switches => {
                let mut agenda = SwitchAgenda::default();
                search.search(&states, &mut agenda).map(|found| (found, agenda.nearest))
            }
        })?;
        outcome.expansions = search.tally().nodes - before;
        outcome.states = outcome.states.max(found.seen.len() as u64);
        outcome.depth = outcome.depth.max(found.depth);
        outcome.cap = attempt.caps.map(|caps| caps.largest());
        outcome.nearest = outcome.nearest.into_iter().chain(nearest).min();
        let has = |remark: u32| found.remarks & remark > 0;
        outcome.verdict = match found.answer {
            Some(goal) => {
                opening.extend(states.route_to(&mut scratch, &found.seen, goal));
                let route = trimmed(strict, with_idle_keys(strict, opening), search.control());
                Verdict::Solved { route, is_shortest: false }
            }
            // Other keys of the same sum may lead farther.
            None if found.stop == StopReason::Complete && attempt.pools_keys => {
                tried.push((Attempt { patience: u64::MAX, ..attempt }, has(CAPPED)));
                continue;
            }
            None if found.stop == StopReason::Complete => match (has(CAPPED), has(OVERFLOW)) {
                // What was cut off may hold a route.
                (true, _) => {
                    // With long strides, copies are not added one by one.
                    if attempt.least_stride < LONG_STRIDE {
                        finished = attempt.caps;
                        let is_all = attempt.caps == attempts.wide(power);
                        if is_all {
                            power += 1;
                            queue.clear();
                        }
                    }
                    continue;
                }
                (false, true) => Verdict::Unknown(Doubt::Overflow),
                (false, false) => Verdict::Unsolvable,
            },
            // Only this attempt gave up.
            None if !search.control().is_stopped() && attempt.patience < u64::MAX && !search.is_hurried() => {
                tried.push((attempt, has(CAPPED)));
                continue;
            }
            None => Verdict::Unknown(Doubt::Stopped(found.stop)),
        };
        return Ok(outcome);
    }
    outcome.verdict = Verdict::Unknown(Doubt::Overflow);
    Ok(outcome)
}

/// In which order states are expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// By guesses how far the goal is, and by what is new.
    Guess,
    /// By how often the player turns away from where a way has just opened.
    Switches,
    /// By what is true for the first time.
    Facts,
    /// By the number of moves. Copies that cost nothing are always added before a door is opened.
    Breadth,
}

/// One way to go about it. What is capped proves nothing, and neither does what gives up.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    order: Order,
    caps: Option<Caps>,
    /// How many states it may expand.
    patience: u64,
    /// Whether guesses look at doors that change a colour to the side that is missing.
    minds_feeders: bool,
    /// How many times at once a move is made, at least.
    least_stride: u32,
    /// Whether only the sum of many keys counts, and not which of them are taken.
    pools_keys: bool,
}

impl Attempt {
    /// Whether another attempt would do the same as this one, which gave up. Caps that were never felt make no
    /// difference.
    fn covers(&self, other: &Self, is_cut: bool) -> bool {
        let are_caps_alike = match (self.caps, other.caps) {
            (Some(own), Some(caps)) if !is_cut => own.is_within(caps),
            (own, caps) => own == caps,
        };
        let is_same_kind = self.order == other.order
            && self.minds_feeders == other.minds_feeders
            && self.least_stride == other.least_stride
            && self.pools_keys == other.pools_keys;
        is_same_kind && are_caps_alike && other.patience <= self.patience
    }
}

/// What attempts are made from.
struct Attempts<'a> {
    terrain: &'a Terrain,
    /// How long an attempt of the first round lasts.
    patience: u64,
    /// Numbers that are larger than all in the level, if numbers can grow without end.
    caps: Option<Caps>,
    /// Numbers that are just as large as what the level asks for.
    tight: Option<Caps>,
    /// The most copies that a door has at the start.
    most_copies: i64,
    /// Whether doors can have more copies than that.
    gains_copies: bool,
    /// Whether many doors are there to change counts and nothing else.
    computes: bool,
    /// Whether there are many keys of a colour.
    has_pools: bool,
}

impl<'a> Attempts<'a> {
    fn new(terrain: &'a Terrain, patience: u64, has_pools: bool) -> Self {
        let copies = (0..terrain.doors.len()).map(|index| terrain.door(index).copies);
        // Master keys that take no copy away add one.
        let gains_copies = terrain.has_odd_masters() || copies.clone().any(|copies| copies.re < 0 || copies.im != 0);
        let most_copies = copies.map(|copies| copies.re.saturating_abs().max(copies.im.saturating_abs())).max();
        let is_unbounded = terrain.is_unbounded();
        Self {
            terrain,
            patience,
            caps: is_unbounded.then(|| Caps::first(&terrain.level)),
            tight: is_unbounded.then(|| Caps::tight(&terrain.level)),
            most_copies: most_copies.unwrap_or(1),
            gains_copies,
            computes: 3 * side_doors(terrain).len() >= terrain.doors.len().max(3),
            has_pools,
        }
    }

    /// The caps without which nothing is cut off, larger for every power.
    fn wide(&self, power: u32) -> Option<Caps> {
        self.caps.map(|caps| caps.times(4i64.saturating_pow(power)))
    }

    /// Every kind of attempt, for a short time, if there are many kinds.
    fn sprint(&self) -> Vec<Attempt> {
        if !self.terrain.is_unbounded() {
            return Vec::new();
        }
        let mut all = self.of_round(0, 0);
        all.iter_mut().for_each(|attempt| attempt.patience = (attempt.patience / SPRINT).max(1));
        all
    }

    /// The attempts of a round, one after the other: of different kinds, because where one is led astray another often
    /// is not. Where numbers can grow without end, those up to some power of the first caps are followed.
    fn of_round(&self, round: u32, power: u32) -> Vec<Attempt> {
        let terrain = self.terrain;
        let size = (terrain.level.nodes.len() + terrain.level.edges.len()).max(10) as u64;
        let patience = self.patience;
        let growth = OTHER_GROWTH.saturating_pow(round);
        let equal = self.wide(power);
        let tight = self.tight.map(|caps| caps.times(4i64.saturating_pow(power)));
        let attempt = |order, caps, patience: u64| Attempt {
            order,
            caps,
            patience: (patience / size).max(1).saturating_mul(growth),
            minds_feeders: false,
            least_stride: 2,
            pools_keys: false,
        };
        // Where moves are repeated, a state takes several times as long.
        let slowness = if terrain.is_unbounded() { 6 } else { 1 };
        // They are repeated less and less often, so what lasts long is not as slow.
        let first_slowness = if terrain.is_unbounded() { 2 } else { 1 };
        let mut all = vec![attempt(Order::Guess, equal, patience / first_slowness / 2 * 3)];
        all[0].patience = all[0].patience.saturating_mul((FIRST_GROWTH / OTHER_GROWTH).saturating_pow(round));
        if round >= LAST_ROUND {
            all[0].patience = u64::MAX;
            return all;
        }
        if terrain.is_unbounded() {
            let long_strides = attempt(Order::Guess, equal, patience / slowness);
            all.push(Attempt { minds_feeders: true, least_stride: LONG_STRIDE, ..long_strides });
            // Where there are many copies already, or none can be added, these are all the same.
            let mut few_copies = [2, 4, 8].map(|copies| self.most_copies.max(copies)).to_vec();
            few_copies.dedup();
            few_copies.retain(|_| self.gains_copies);
            for copies in few_copies {
                let few = equal.map(|caps| Caps { copies, ..caps });
                all.push(attempt(Order::Guess, few, patience / 2));
            }
            let few = tight.map(|caps| Caps { copies: self.most_copies.max(4), ..caps });
            all.push(Attempt { minds_feeders: true, ..attempt(Order::Guess, few, patience / 2) });
        }
        if has_feeders(terrain) {
            let with_feeders = attempt(Order::Guess, equal, patience / slowness);
            all.push(Attempt { minds_feeders: true, ..with_feeders });
        }
        all.push(attempt(Order::Switches, equal, patience / slowness));
        let mut facts = attempt(Order::Facts, equal, patience / first_slowness);
        facts.patience = (facts.patience / growth).saturating_mul(growth.max(FIRST_FACTS));
        all.push(Attempt { minds_feeders: true, ..facts });
        let breadth = attempt(Order::Breadth, tight, patience);
        let least_stride = if terrain.is_unbounded() { LONG_STRIDE } else { 2 };
        let breadth = Attempt { least_stride, ..breadth };
        let longer = Attempt { patience: breadth.patience.saturating_mul(COMPUTING), ..breadth };
        if self.has_pools && terrain.is_unbounded() {
            all.push(Attempt { pools_keys: true, ..longer });
        }
        all.push(if self.computes { longer } else { breadth });
        // From the second round on the first kind lasts longer than all others together: they need not wait for it.
        if round > 0 {
            all.rotate_left(1);
        }
        all
    }
}

/// Whether some door spends another colour than those of its locks.
fn has_feeders(terrain: &Terrain) -> bool {
    let mut doors = (0..terrain.doors.len()).map(|index| terrain.door(index));
    doors.any(|door| door.locks.iter().any(|lock| lock.colour != door.spend && lock.need != Need::Blank))
}

/// Three orders that take turns: one goes straight for what looks nearest to the goal, one also minds the way behind
/// it, and one prefers what was never seen before.
#[derive(Default)]
struct GuidedAgenda {
    /// By the guess how far the goal is; by twice that guess and the moves so far; by novelty and then the guess.
    waiting: Alternating<3>,
    memory: Memory,
    /// The least guess how far the goal is.
    nearest: Option<u32>,
}

impl Agenda<LevelNote> for GuidedAgenda {
    fn enter(&mut self, state: &Fresh<'_, LevelNote>) -> bool {
        let Some(guess) = state.note.estimate.filter(|_| !state.note.is_won) else { return state.note.is_won };
        self.nearest = Some(self.nearest.map_or(guess, |nearest| nearest.min(guess)));
        let estimate = (guess as usize).min(FARTHEST);
        let near = estimate.min(FARTHEST_NEW - 1);
        let novelty = self.memory.look_at(near, &state.note.region) as usize;
        let ranks = [estimate, 2 * estimate + state.depth as usize, novelty * FARTHEST_NEW + near];
        self.waiting.push(state.id, ranks);
        false
    }

    fn choose(&mut self, most: usize, _: &SoFar<'_>, batch: &mut Vec<StateId>) -> Choice {
        self.waiting.take(most, batch)
    }

    fn next_growth(&self) -> u64 {
        self.waiting.next_growth()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lockpick::level::NodeSet, search::states::Seen};

    fn enter(agenda: &mut GuidedAgenda, id: StateId, estimate: u32, depth: u32, region: &NodeSet) -> bool {
        let note =
            LevelNote { estimate: Some(estimate), is_won: false, region: region.clone(), origin: None, facts: None };
        agenda.enter(&Fresh { id, depth, note: &note })
    }

    #[test]
    fn every_state_comes_out_once() {
        let mut agenda = GuidedAgenda::default();
        let mut region = NodeSet::new(70);
        for id in 0..70 {
            region.insert(id as usize);
            assert!(!enter(&mut agenda, id, 70 - id, id / 2, &region));
        }
        let (mut batch, mut all) = (Vec::new(), Vec::new());
        let seen = Seen::new();
        while agenda.choose(3, &SoFar { seen: &seen, remarks: 0 }, &mut batch) == Choice::Expand {
            all.append(&mut batch);
        }
        assert_eq!(all[0], 69, "{all:?}");
        all.sort_unstable();
        assert_eq!(all, (0..70).collect::<Vec<_>>());
        assert_eq!(agenda.nearest, Some(1));
    }

    #[test]
    fn what_is_new_comes_before_what_is_near() {
        let mut agenda = GuidedAgenda::default();
        let mut region = NodeSet::new(3);
        region.insert(0);
        enter(&mut agenda, 0, 5, 0, &region);
        enter(&mut agenda, 1, 5, 0, &region);
        enter(&mut agenda, 2, 4, 0, &region);
        let seen = Seen::new();
        let mut take = || {
            let mut batch = Vec::new();
            agenda.choose(1, &SoFar { seen: &seen, remarks: 0 }, &mut batch);
            batch
        };
        // What is nearest with the way behind it, then what is new, then what is nearest.
        assert_eq!([take(), take(), take()], [[2], [0], [1]]);
    }
}
