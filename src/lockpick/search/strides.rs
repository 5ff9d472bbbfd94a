//! Moves, and moves that are made many times at once: where numbers can grow without end, a key that stays or a door that
//! gains copies is used again and again, and one step of the search should be able to stand for a thousand of them.

use crate::lockpick::{
    level::NodeKind,
    play::{Action, Move, State, Terrain},
};

/// How far numbers are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Caps {
    /// No number of keys is to be farther from 0.
    pub keys: i64,
    /// No number of copies is to be farther from 0.
    pub copies: i64,
}

/// How far repeating goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct StrideReach {
    /// No number is to be farther from 0.
    pub caps: Caps,
    /// A move is made at most so many times at once.
    pub longest: u32,
}

impl StrideReach {
    /// As far as it ever goes.
    pub fn full(caps: Caps) -> Self {
        Self { caps, longest: 1024 }
    }

    /// Long strides are for the first states: a search that goes on has other needs, and no time for them.
    pub fn after(caps: Caps, expansions: u64) -> Self {
        Self { caps, longest: (1024 / (1 + expansions / 8)).max(2) as u32 }
    }
}

/// Room for repeated moves.
pub(super) struct Strides {
    now: State,
    next: State,
}

impl Strides {
    pub fn new(start: &State) -> Self {
        Self { now: start.clone(), next: start.clone() }
    }

    /// Tells every move of a state and what it leads to; and, if numbers can grow, also what making it 2, 4,
    /// 8 and more times leads to, as long as that changes anything.
    pub fn for_each(
        &mut self,
        terrain: &Terrain,
        reach: Option<StrideReach>,
        state: &State,
        scratch: &mut State,
        mut tell: impl FnMut(Move, u32, Option<&State>),
    ) {
        terrain.for_each_turn(state, scratch, |step, after| {
            tell(step, 1, after);
            let (Some(after), Some(StrideReach { caps, longest })) = (after, reach) else { return };
            if !is_repeatable(terrain, step, after) {
                return;
            }
            self.now.clone_from(after);
            let (mut times, mut wanted) = (1, 2);
            while i64::from(wanted) <= caps.keys.max(caps.copies).saturating_mul(2) && wanted <= longest {
                let is_possible = terrain.is_at_hand(&self.now, step.node)
                    && terrain.act(&self.now, &mut self.next, step) == Ok(true)
                    && self.next.stored.is_none();
                if !is_possible || self.next == self.now || is_beyond(&self.next, caps) {
                    return;
                }
                std::mem::swap(&mut self.now, &mut self.next);
                times += 1;
                if times == wanted {
                    tell(step, times, Some(&self.now));
                    wanted *= 2;
                }
            }
        });
    }
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

/// Whether a number of keys or copies is farther from 0 than its cap.
pub(super) fn is_beyond(state: &State, caps: Caps) -> bool {
    let is_large = |number: i64, cap: i64| number.unsigned_abs() > cap.unsigned_abs();
    state.inventory.counts.iter().any(|count| is_large(count.re, caps.keys) || is_large(count.im, caps.keys))
        || state.doors.iter().any(|door| is_large(door.copies.re, caps.copies) || is_large(door.copies.im, caps.copies))
}
