//! One worker's room: takes a state apart into its successors.

use crate::lockpick::{
    level::NodeSet,
    play::{Move, State, Terrain, codec::Codec},
};

use super::{
    landmarks::Landmarks,
    relax::{Estimate, Relaxation},
    strides::{StrideReach, Strides, is_beyond},
    stubborn::{Room, Stubborn},
    symmetry::Symmetry,
    table::{Key, StateId, Table},
    tame::{Tameness, growing},
    traits::{Colours, Traits},
};

/// Everything about a level that searches look up.
pub(super) struct Ground<'a> {
    pub terrain: &'a Terrain,
    pub codec: Codec,
    pub traits: Traits,
    pub tameness: Tameness,
    pub symmetry: Symmetry,
    /// What every solution has to do.
    pub landmarks: Landmarks,
    /// Which moves need not be tried in every order, if that can be told.
    pub stubborn: Option<Stubborn>,
    /// Whether a route of the fewest steps is wanted. Then nothing is done that is not asked for.
    pub is_shortest: bool,
}

impl<'a> Ground<'a> {
    pub fn new(terrain: &'a Terrain, start: &State, is_shortest: bool) -> Self {
        let traits = Traits::of(terrain, start);
        let codec = Codec::new(terrain, &growing(terrain));
        let landmarks = Landmarks::new(terrain, &traits, start);
        Self {
            terrain,
            symmetry: Symmetry::new(terrain, &codec),
            codec,
            stubborn: Stubborn::new(terrain, &traits, &landmarks),
            landmarks,
            traits,
            tameness: Tameness::new(terrain),
            is_shortest,
        }
    }
}

/// A successor that was not met before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor {
    /// Where its string ends in the list of strings.
    pub end: usize,
    /// Where the counts of growing colours begin in it.
    pub split: usize,
    /// How far the goal is, or `None` if it is a dead end: a guess, or at least so far if a shortest route is wanted.
    pub estimate: Option<u32>,
    pub is_won: bool,
}

/// What came of one state.
#[derive(Clone, Debug, Default)]
pub(super) struct Expansion {
    /// The strings of the successors, one after the other.
    pub strings: Vec<u8>,
    pub successors: Vec<Successor>,
    /// Where the player may be in each of them.
    pub regions: Vec<NodeSet>,
    /// Whether a number outgrew 64 bits somewhere.
    pub has_overflow: bool,
    /// Whether a number outgrew the cap somewhere.
    pub is_capped: bool,
}

/// Room to work in.
pub(super) struct Worker {
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

impl Worker {
    pub fn new(ground: &Ground<'_>, start: &State) -> Self {
        let room = || start.clone();
        let relaxation = Relaxation::new(ground.terrain);
        Self {
            state: room(),
            after: room(),
            settled: room(),
            spare: room(),
            relaxation,
            key: Vec::new(),
            patterns: Vec::new(),
            strides: Strides::new(start),
            room: Room::new(ground.terrain),
        }
    }

    /// Finds the successors of a state that are not in the table.
    pub fn expand(
        &mut self,
        ground: &Ground<'_>,
        reach: Option<StrideReach>,
        table: &Table,
        id: StateId,
        out: &mut Expansion,
    ) {
        out.strings.clear();
        out.successors.clear();
        (out.has_overflow, out.is_capped) = (false, false);
        let Self { state, after, settled, spare, relaxation, key: own_key, patterns, strides, room } = self;
        ground.codec.read(ground.terrain, table.key(id), state);
        let tame = tame(ground, state);
        let depth = table.depth(id) + 1;
        let chosen = ground.stubborn.as_ref().map(|stubborn| stubborn.choose(ground.terrain, state, room));
        strides.for_each(ground.terrain, reach, state, after, |step, _, after| {
            if chosen.is_some_and(|chosen| !chosen.contains(step.node)) {
                return;
            }
            let Some(after) = after else {
                out.has_overflow = true;
                return;
            };
            if reach.is_some_and(|reach| is_beyond(after, reach.cap)) {
                out.is_capped = true;
                return;
            }
            settled.clone_from(after);
            if let Some(tame) = tame {
                ground.tameness.settle(ground.terrain, tame, settled, spare, |_| {});
            }
            arrange(ground, settled, patterns);
            let split = ground.codec.write(ground.terrain, settled, own_key);
            if table.is_known(Key { string: own_key, split }, depth) {
                return;
            }
            let is_won = ground.terrain.is_won(settled);
            let estimate = if is_won { Some(0) } else { estimate(ground, relaxation, settled) };
            out.strings.extend_from_slice(own_key);
            if out.regions.len() == out.successors.len() {
                out.regions.push(NodeSet::default());
            }
            out.regions[out.successors.len()].clone_from(&settled.region);
            out.successors.push(Successor { end: out.strings.len(), split, estimate, is_won });
        });
    }

    /// The moves from a state to a successor with a given string, and the successor itself in place of the state.
    pub fn retrace(
        &mut self,
        ground: &Ground<'_>,
        reach: Option<StrideReach>,
        from: &mut State,
        to: &[u8],
        route: &mut Vec<Move>,
    ) -> bool {
        let tame = tame(ground, from);
        let Self { after, settled, spare, key, patterns, strides, .. } = self;
        let mut found = None;
        strides.for_each(ground.terrain, reach, from, after, |step, times, after| {
            let Some(after) = after.filter(|_| found.is_none()) else { return };
            settled.clone_from(after);
            let mut moves = vec![step; times as usize];
            if let Some(tame) = tame {
                ground.tameness.settle(ground.terrain, tame, settled, spare, |more| moves.push(more));
            }
            // The state itself goes on as it is: the route is to have the real names.
            spare.clone_from(settled);
            arrange(ground, spare, patterns);
            ground.codec.write(ground.terrain, spare, key);
            if key == to {
                found = Some((moves, settled.clone()));
            }
        });
        let Some((moves, state)) = found else { return false };
        route.extend(moves);
        *from = state;
        true
    }

    /// Does at the start what never hurts.
    pub fn settle_start(&mut self, ground: &Ground<'_>, state: &mut State, route: &mut Vec<Move>) {
        if let Some(tame) = tame(ground, state) {
            ground.tameness.settle(ground.terrain, tame, state, &mut self.spare, |step| route.push(step));
        }
    }

    /// How far the goal is from a state, if it is not a dead end.
    pub fn estimate(&mut self, ground: &Ground<'_>, state: &State) -> Option<u32> {
        estimate(ground, &mut self.relaxation, state)
    }
}

/// Puts branches that are alike into order.
fn arrange(ground: &Ground<'_>, state: &mut State, patterns: &mut Vec<u64>) {
    if !ground.symmetry.is_empty() {
        ground.symmetry.arrange(ground.terrain, state, patterns);
        ground.terrain.look_around(state);
    }
}

/// The colours whose keys are taken at once, if anything is.
fn tame(ground: &Ground<'_>, state: &State) -> Option<Colours> {
    (!ground.is_shortest).then(|| ground.tameness.colours(ground.terrain, state))
}

fn estimate(ground: &Ground<'_>, relaxation: &mut Relaxation, state: &State) -> Option<u32> {
    if !ground.landmarks.is_affordable(ground.terrain, state) {
        return None;
    }
    if ground.is_shortest {
        let is_hopeful = relaxation.is_hopeful(ground.terrain, &ground.traits, state);
        return is_hopeful.then(|| ground.landmarks.left(state).max(1));
    }
    match relaxation.estimate(ground.terrain, &ground.traits, state) {
        Estimate::DeadEnd => None,
        Estimate::Steps(steps) => Some(steps),
    }
}
