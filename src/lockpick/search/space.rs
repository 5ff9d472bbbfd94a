//! The states of a level as a space to be searched: what each leads to, with dead ends told from the rest.

use serde::{Deserialize, Serialize};

use crate::{
    lockpick::{
        level::NodeSet,
        play::{
            Move, State,
            codec::{self, Codec},
        },
    },
    search::states::{Chosen, Key, Pace, Seen, StateId, States, Successors},
};

use super::{
    caps::Caps,
    facts::Facts,
    relax::Relaxation,
    strides::{StrideReach, Strides},
    stubborn::Room,
    tables::LevelTables,
};

/// Remarked where a number outgrew 64 bits.
pub(super) const OVERFLOW: u32 = 1;
/// Remarked where a number outgrew the cap.
pub(super) const CAPPED: u32 = 2;

/// What is known of a state.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct LevelNote {
    /// How far the goal is, or `None` in a dead end.
    pub estimate: Option<u32>,
    pub is_won: bool,
    /// Where the player may be, unless a shortest route is wanted.
    pub region: NodeSet,
    /// Where the state comes from, if that is asked for.
    pub origin: Option<Origin>,
    /// What is true of it, if that is asked for.
    pub facts: Option<Facts>,
}

/// Where a state comes from, and where one can go on from it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Origin {
    /// The state before; none for the first.
    pub parent: Option<StateId>,
    /// Where something was done.
    pub node: usize,
    /// Where something can be done next.
    pub border: NodeSet,
}

/// The states of a level, none with a number beyond the cap if there is one.
pub(super) struct LevelStates<'a> {
    pub tables: &'a LevelTables<'a>,
    /// Whether states are the same in which the same sum of a colour's keys was taken, if there are many of them. What
    /// is left out by that proves nothing.
    pub pools_keys: bool,
    /// The state to begin with.
    pub start: &'a State,
    pub caps: Option<Caps>,
    /// States that the run had expanded before this space.
    pub before: u64,
    /// Whether the agenda asks where states come from.
    pub tells_origin: bool,
    /// Whether the agenda asks what is true of states.
    pub tells_facts: bool,
    /// Whether guesses look at doors that change a colour to the side that is missing.
    pub minds_feeders: bool,
    /// A move is made at least so many times at once, if numbers can grow.
    pub least_stride: u32,
    /// Whether copies that cost nothing are always added before a door is opened.
    pub keeps_copies: bool,
}

/// What a thread needs to work in.
pub(super) struct LevelScratch {
    state: State,
    after: State,
    settled: State,
    spare: State,
    relaxation: Relaxation,
    key: Vec<u8>,
    patterns: Vec<u64>,
    strides: Strides,
    room: Room,
}

impl LevelScratch {
    pub fn new(tables: &LevelTables<'_>, start: &State) -> Self {
        let state = || start.clone();
        Self {
            state: state(),
            after: state(),
            settled: state(),
            spare: state(),
            relaxation: Relaxation::new(tables.terrain),
            key: Vec::new(),
            patterns: Vec::new(),
            strides: Strides::new(start),
            room: Room::new(tables.terrain),
        }
    }

    /// Does at the start what never hurts.
    pub fn settle_start(&mut self, tables: &LevelTables<'_>, state: &mut State, route: &mut Vec<Move>) {
        if let Some(tame) = tables.tame(state) {
            tables.tameness.settle(tables.terrain, tame, state, &mut self.spare, |step| route.push(step));
        }
    }

    /// How far the goal is from a state, if it is not a dead end.
    pub fn estimate(&mut self, tables: &LevelTables<'_>, state: &State) -> Option<u32> {
        tables.estimate(&mut self.relaxation, state)
    }
}

impl States for LevelStates<'_> {
    type Scratch = LevelScratch;
    type Note = LevelNote;

    fn scratch(&self) -> LevelScratch {
        let mut scratch = LevelScratch::new(self.tables, self.start);
        scratch.relaxation.minds_feeders = self.minds_feeders;
        scratch
    }

    fn seen(&self) -> Seen {
        let is_positional = self.tables.terrain.is_positional;
        let is_at_least = match (self.pools_keys, is_positional) {
            (false, false) => codec::is_at_least,
            (false, true) => codec::is_at_least_everywhere,
            (true, false) => codec::is_alike_but_for_keys,
            (true, true) => codec::is_alike_but_for_keys_everywhere,
        };
        let seen = Seen::new().with_dominance(is_at_least);
        if self.tables.is_shortest { seen.minding_depth() } else { seen }
    }

    fn start(&self, scratch: &mut LevelScratch, out: &mut Successors<LevelNote>) {
        let split = self.codec().write(self.tables.terrain, self.start, &mut scratch.key);
        let note = out.begin(Key { string: &scratch.key, split });
        note.estimate = self.tables.estimate(&mut scratch.relaxation, self.start);
        note.is_won = false;
        note.region.clone_from(&self.start.region);
        note.origin = self.tells_origin.then(|| Origin {
            parent: None,
            node: self.tables.terrain.level.start,
            border: self.tables.terrain.border(self.start),
        });
        note.facts = self.facts_of(self.start, note.facts.take());
    }

    fn expand(&self, scratch: &mut LevelScratch, from: &Chosen<'_>, pace: &mut Pace, out: &mut Successors<LevelNote>) {
        let tables = self.tables;
        let terrain = tables.terrain;
        let LevelScratch { state, after, settled, spare, relaxation, key, patterns, strides, room } = scratch;
        self.codec().read(terrain, from.key(), state);
        let tame = tables.tame(state);
        let expansions = from.work.saturating_sub(self.before);
        let reach = self.caps.map(|caps| StrideReach::after(caps, expansions, self.least_stride, self.keeps_copies));
        let chosen = tables.stubborn.as_ref().map(|stubborn| stubborn.choose(terrain, state, room));
        strides.for_each(terrain, reach, state, after, |repetition, after| {
            let step = repetition.step;
            if pace.is_over() || chosen.is_some_and(|chosen| !chosen.contains(step.node)) {
                return;
            }
            let Some(after) = after else { return out.remark(OVERFLOW) };
            let is_left_out =
                |reach: StrideReach| reach.caps.forbid(after) || reach.has_within_loop(terrain, state, repetition);
            if reach.is_some_and(is_left_out) {
                return out.remark(CAPPED);
            }
            settled.clone_from(after);
            if let Some(tame) = tame {
                tables.tameness.settle(terrain, tame, settled, spare, |_| {});
            }
            tables.arrange(settled, patterns);
            let split = self.codec().write(terrain, settled, key);
            let Some(note) = out.propose(from, Key { string: key, split }) else { return };
            note.is_won = terrain.is_won(settled);
            note.estimate = if note.is_won { Some(0) } else { tables.estimate(relaxation, settled) };
            if !tables.is_shortest {
                note.region.clone_from(&settled.region);
            }
            note.origin = self.tells_origin.then(|| Origin {
                parent: Some(from.id),
                node: step.node,
                border: terrain.border(settled),
            });
            note.facts = self.facts_of(settled, note.facts.take());
        });
    }
}

impl LevelStates<'_> {
    fn codec(&self) -> &Codec {
        self.tables.pooling.as_ref().filter(|_| self.pools_keys).unwrap_or(&self.tables.codec)
    }

    /// What is true of a state, if that is asked for, in the room of what was true of another.
    fn facts_of(&self, state: &State, room: Option<Facts>) -> Option<Facts> {
        self.tells_facts.then(|| {
            let mut facts = room.unwrap_or_default();
            facts.collect(self.tables.terrain, state);
            facts
        })
    }

    /// The moves from the start to a state.
    pub fn route_to(&self, scratch: &mut LevelScratch, seen: &Seen, goal: StateId) -> Vec<Move> {
        let mut route = Vec::new();
        let mut state = self.start.clone();
        for &id in &seen.way_to(goal)[1..] {
            let is_found = self.retrace(scratch, &mut state, seen.key(id), &mut route);
            debug_assert!(is_found, "a state is not where its way leads");
        }
        route
    }

    /// The moves from a state to a successor with a given string, and the successor itself in place of the state.
    fn retrace(&self, scratch: &mut LevelScratch, from: &mut State, to: &[u8], route: &mut Vec<Move>) -> bool {
        let tables = self.tables;
        let tame = tables.tame(from);
        let LevelScratch { after, settled, spare, key, patterns, strides, .. } = scratch;
        let mut found = None;
        strides.for_each(tables.terrain, self.caps.map(StrideReach::full), from, after, |repetition, after| {
            let Some(after) = after.filter(|_| found.is_none()) else { return };
            settled.clone_from(after);
            let mut moves: Vec<Move> = repetition.moves().collect();
            if let Some(tame) = tame {
                tables.tameness.settle(tables.terrain, tame, settled, spare, |more| moves.push(more));
            }
            // The state itself goes on as it is: the route is to have the real names.
            spare.clone_from(settled);
            tables.arrange(spare, patterns);
            self.codec().write(tables.terrain, spare, key);
            if key == to {
                found = Some((moves, settled.clone()));
            }
        });
        let Some((moves, state)) = found else { return false };
        route.extend(moves);
        *from = state;
        true
    }
}
