//! How far the goal is, as a guess: the doors and keys of a rough plan over what the relaxation has reached.

use crate::lockpick::{
    complex::{Axis, Complex},
    level::{Door, KeyEffect, Need, NodeId, NodeKind},
    play::{State, Terrain},
    rules::{copies, glitch, locks},
};

use super::{
    super::{
        account::{Account, SIDES, supplies},
        traits::Traits,
    },
    Relaxation,
};

/// What is needed for what is needed is looked at so many times.
const MOST_PASSES: usize = 3;

impl Relaxation {
    /// Counts the doors and keys of a plan that ignores what else is spent, starting from the goal: what has to be
    /// passed on the way, and for every door on it keys that are still missing.
    pub(super) fn count_needed(&mut self, terrain: &Terrain, traits: &Traits, state: &State, goal: NodeId) -> u32 {
        self.needed.fill(false);
        let mut account = Account::new(state);
        let mut steps = self.need(terrain, traits, state, goal, &mut account);
        let mut missing = 0i64;
        for _ in 0..if self.minds_feeders { MOST_PASSES } else { 1 } {
            let before = steps;
            missing = 0;
            for side in 0..SIDES {
                steps += self.need_keys(terrain, traits, state, side, &mut account);
                if self.minds_feeders {
                    steps += self.need_feeders(terrain, traits, state, side, &mut account);
                    missing = missing.saturating_add(weight(account.missing(side)));
                } else {
                    missing = missing.saturating_add(account.missing(side).clamp(0, 1000));
                }
            }
            if steps == before {
                break;
            }
        }
        steps.saturating_add(missing as u32)
    }

    /// Adds keys to the plan until nothing is missing on a side, or no more are in reach.
    fn need_keys(
        &mut self,
        terrain: &Terrain,
        traits: &Traits,
        state: &State,
        side: usize,
        account: &mut Account,
    ) -> u32 {
        let mut steps = 0;
        let mut next = 0;
        while account.missing(side) > 0 && next < self.order.len() {
            let node = self.order[next];
            next += 1;
            if !self.needed[node] && supplies(terrain, state, node, side) {
                steps += self.need(terrain, traits, state, node, account);
            }
        }
        steps
    }

    /// Adds doors to the plan that change a colour to the side on which something is missing.
    fn need_feeders(
        &mut self,
        terrain: &Terrain,
        traits: &Traits,
        state: &State,
        side: usize,
        account: &mut Account,
    ) -> u32 {
        let mut steps = 0;
        for (index, &node) in terrain.doors.iter().enumerate() {
            if account.missing(side) <= 0 {
                break;
            }
            if self.needed[node] || !self.is_paid[node] || !state.doors[index].stands() {
                continue;
            }
            let fed = fed_by(terrain.door(index), state, index, side);
            if fed > 0 {
                steps += self.need(terrain, traits, state, node, account);
            }
        }
        steps
    }

    /// Marks a node and those on the way to it as needed, and tells how many things there are to do.
    fn need(&mut self, terrain: &Terrain, traits: &Traits, state: &State, node: NodeId, account: &mut Account) -> u32 {
        let mut steps = 0;
        let mut at = node;
        while !self.needed[at] {
            self.needed[at] = true;
            match &terrain.level.nodes[at].kind {
                NodeKind::Key(key) if !state.taken.contains(at) => {
                    steps += 1;
                    if let KeyEffect::Add(amount) = key.effect {
                        account.earn(key.colour, amount);
                    }
                }
                NodeKind::Door(door) => {
                    if let Some(index) = terrain.door_index[at].filter(|&index| state.doors[index].stands()) {
                        let now = &state.doors[index];
                        let copies = now.copies.re.saturating_abs().saturating_add(now.copies.im.saturating_abs());
                        steps += copies.clamp(1, 100) as u32;
                        if self.can_unlock(&traits.doors[index]) {
                            let phase = copies::met(now.copies, Axis::Real).map_or(0, |(phase, _)| phase);
                            let locks = door.locks.iter().map(|lock| (glitch::effective(lock.colour, now), lock.need));
                            let counts = self.minds_feeders.then_some(&state.inventory.counts);
                            account.ask(locks, glitch::effective(door.spend, now), phase, copies, counts);
                        } else {
                            account.ask_for_master();
                        }
                        account.ask_for_auras(now.auras);
                    }
                }
                NodeKind::Gate(gate) => {
                    for lock in &gate.locks {
                        account.ask_at_once(glitch::resolved(lock.colour, state.mimic), lock.need);
                    }
                }
                _ => {}
            }
            at = self.from[at];
        }
        steps
    }
}

/// How far what is missing makes the goal: each key counts, but where there are many, twice as many are a little
/// farther.
fn weight(missing: i64) -> i64 {
    if missing <= 64 {
        return missing.max(0);
    }
    let doublings = i64::from(missing.ilog2());
    64 + 16 * (doublings - 6) + (missing >> (doublings - 4) & 15)
}

/// How much a door adds to a side of the colour it spends if it is opened now, for all its copies.
fn fed_by(door: &Door, state: &State, index: usize, side: usize) -> i64 {
    let now = &state.doors[index];
    if glitch::effective(door.spend, now).index() != side / 4 {
        return 0;
    }
    let Some((phase, _)) = copies::met(now.copies, Axis::Real) else { return 0 };
    let mut cost = Complex::ZERO;
    for lock in &door.locks {
        let count = state.inventory.count(glitch::effective(lock.colour, now));
        let Ok(need) = locks::turned(lock.need, phase) else { return 0 };
        let own = match need {
            Need::Normal(amount) => amount,
            Need::Blank => Complex::ZERO,
            Need::Blast(unit) if !locks::is_content(need, count) => unit,
            Need::Blast(_) | Need::All => locks::cost(need, count),
        };
        cost = cost.plus(own).unwrap_or(cost);
    }
    let part = if side % 4 < 2 { cost.re } else { cost.im };
    if side.is_multiple_of(2) { part.saturating_neg() } else { part }
}
