//! How far the goal is, as a guess: the doors and keys of a rough plan over what the relaxation has reached.

use crate::lockpick::{
    complex::Axis,
    level::{KeyEffect, NodeId, NodeKind},
    play::{State, Terrain},
    rules::{copies, glitch},
};

use super::{
    super::{
        account::{Account, SIDES, supplies},
        traits::Traits,
    },
    Relaxation,
};

impl Relaxation {
    /// Counts the doors and keys of a plan that ignores what else is spent, starting from the goal: what has to be
    /// passed on the way, and for every door on it keys that are still missing.
    pub(super) fn count_needed(&mut self, terrain: &Terrain, traits: &Traits, state: &State, goal: NodeId) -> u32 {
        self.needed.fill(false);
        let mut account = Account::new(state);
        let mut steps = self.need(terrain, traits, state, goal, &mut account);
        let mut missing = 0i64;
        for side in 0..SIDES {
            let mut next = 0;
            while account.missing(side) > 0 && next < self.order.len() {
                let node = self.order[next];
                next += 1;
                if !self.needed[node] && supplies(terrain, state, node, side) {
                    steps += self.need(terrain, traits, state, node, &mut account);
                }
            }
            missing = missing.saturating_add(account.missing(side).clamp(0, 1000));
        }
        steps.saturating_add(missing as u32)
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
                            account.ask(locks, glitch::effective(door.spend, now), phase, copies);
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
