//! Moves, and moves that are made many times at once: where numbers can grow without end, a key that stays or a door
//! that gains copies is used again and again, and one step of the search should be able to stand for a thousand of
//! them.

use crate::lockpick::{
    colour::Colour,
    complex::Axis,
    level::{NodeId, NodeKind},
    play::{Action, Move, State, Terrain},
};

use super::caps::Caps;

/// How many times at once a move is made, at least, where large numbers are looked for.
pub(super) const LONG_STRIDE: u32 = 16;

/// How far repeating goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct StrideReach {
    /// No number is to be farther from 0.
    pub caps: Caps,
    /// A move is made at most so many times at once.
    pub longest: u32,
    /// Whether adding a copy for nothing and opening it is one move.
    pub has_loops: bool,
    /// Whether copies that cost nothing are always added first, so that a door goes only if it stands in a way.
    pub keeps_copies: bool,
}

impl StrideReach {
    /// As far as it ever goes.
    pub fn full(caps: Caps) -> Self {
        Self { caps, longest: 1024, has_loops: true, keeps_copies: false }
    }

    /// Long strides are for the first states: a search that goes on has other needs, and no time for them.
    /// Where they stay long, copies that cost nothing are opened at once.
    pub fn after(caps: Caps, expansions: u64, least: u32, keeps_copies: bool) -> Self {
        // Breadth first, twice as many are two moves.
        let longest = if keeps_copies { 4 } else { ((1024 / (1 + expansions / 8)) as u32).max(least) };
        Self { caps, longest, has_loops: least >= LONG_STRIDE, keeps_copies }
    }

    /// Whether a move need not be tried by itself, because it is part of adding a copy and opening it.
    pub fn has_within_loop(self, terrain: &Terrain, state: &State, done: Repetition) -> bool {
        if !self.has_loops || done.before.is_some() {
            return false;
        }
        let node = done.step.node;
        let has_more_copies = |view: Axis| {
            terrain.door_index[node].is_some_and(|door| state.doors[door].copies.part(view).unsigned_abs() > 1)
        };
        let leads_on = || terrain.ways[node].iter().any(|way| !state.region.contains(way.to));
        match done.step.action {
            Action::Master(view) => adds_for_nothing(terrain, state, node, view),
            Action::Open(view) => {
                let is_kept = self.keeps_copies && adds_for_nothing(terrain, state, node, view);
                is_kept && (has_more_copies(view) || !leads_on())
            }
            _ => false,
        }
    }
}

/// A move, or one that is made several times at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Repetition {
    /// What is done.
    pub step: Move,
    /// What is done each time before: a copy is added that the step then uses up.
    before: Option<Move>,
    times: u32,
}

impl Repetition {
    /// The moves one by one.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        (0..self.times).flat_map(move |_| self.before.into_iter().chain([self.step]))
    }
}

/// Room for repeated moves.
pub(super) struct Strides {
    now: State,
    next: State,
    between: State,
}

impl Strides {
    pub fn new(start: &State) -> Self {
        Self { now: start.clone(), next: start.clone(), between: start.clone() }
    }

    /// Tells every move of a state and what it leads to; and, if numbers can grow, also what making it 2, 4,
    /// 8 and more times leads to, as long as that changes anything. Where copies of a door cost nothing, adding one and
    /// opening it is a move, too.
    pub fn for_each(
        &mut self,
        terrain: &Terrain,
        reach: Option<StrideReach>,
        state: &State,
        scratch: &mut State,
        mut tell: impl FnMut(Repetition, Option<&State>),
    ) {
        terrain.for_each_turn(state, scratch, |step, after| {
            tell(Repetition { step, before: None, times: 1 }, after);
            let (Some(after), Some(reach)) = (after, reach) else { return };
            if is_repeatable(terrain, step, after) {
                self.now.clone_from(after);
                self.repeat(terrain, reach, Repetition { step, before: None, times: 1 }, &mut tell);
            }
            if let Some(copying) = free_copy(terrain, state, step).filter(|_| reach.has_loops) {
                self.now.clone_from(state);
                self.repeat(terrain, reach, Repetition { step, before: Some(copying), times: 0 }, &mut tell);
            }
        });
    }

    /// Goes on with a move from the state it led to, and tells what comes of it after 1, 2, 4 and more times.
    fn repeat(
        &mut self,
        terrain: &Terrain,
        reach: StrideReach,
        mut done: Repetition,
        tell: &mut impl FnMut(Repetition, Option<&State>),
    ) {
        let mut wanted = done.times + 1;
        let most = reach.caps.largest().saturating_mul(2);
        self.between.clone_from(&self.now);
        while i64::from(wanted) <= most && wanted <= reach.longest {
            for step in done.before.into_iter().chain([done.step]) {
                let is_possible = terrain.is_at_hand(&self.now, step.node)
                    && terrain.act(&self.now, &mut self.next, step) == Ok(true)
                    && self.next.stored.is_none();
                if !is_possible || self.next == self.now || reach.caps.forbid(&self.next) {
                    return;
                }
                std::mem::swap(&mut self.now, &mut self.next);
            }
            // What comes back to where it was leads nowhere.
            if done.before.is_some() && self.now == self.between {
                return;
            }
            self.between.clone_from(&self.now);
            done.times += 1;
            if done.times == wanted {
                tell(done, Some(&self.now));
                wanted *= 2;
            }
        }
    }
}

/// The move that adds a copy to a door which a step opens, if it costs nothing: the master key is starred, and of the
/// sign that adds copies.
fn free_copy(terrain: &Terrain, state: &State, step: Move) -> Option<Move> {
    let Action::Open(view) = step.action else { return None };
    adds_for_nothing(terrain, state, step.node, view).then_some(Move { action: Action::Master(view), ..step })
}

/// Whether a master key that is held adds a copy to a door for nothing.
fn adds_for_nothing(terrain: &Terrain, state: &State, node: NodeId, view: Axis) -> bool {
    let master = state.inventory.count(Colour::Master).part(view).signum();
    let copies = terrain.door_index[node].map_or(0, |door| state.doors[door].copies.part(view).signum());
    state.inventory.is_starred(Colour::Master) && master * copies < 0
}

/// Whether a move can be made again at once.
fn is_repeatable(terrain: &Terrain, step: Move, after: &State) -> bool {
    match step.action {
        Action::Take => matches!(&terrain.level.nodes[step.node].kind, NodeKind::Key(key) if key.infinite),
        Action::Open(_) | Action::Master(_) => {
            after.stored.is_none() && terrain.door_index[step.node].is_some_and(|door| after.doors[door].stands())
        }
        Action::Approach | Action::Walk => false,
    }
}
