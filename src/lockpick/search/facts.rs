//! What is true of a state, as numbers: which keys are taken, which doors are gone, what the counts are. States in
//! which something, or two things together, are true for the first time are looked at first.

use serde::{Deserialize, Serialize};

use crate::{
    lockpick::{
        colour::Colour,
        complex::Complex,
        level::NodeKind,
        play::{State, Terrain},
    },
    search::states::{Agenda, Alternating, Choice, Fresh, SoFar, StateId},
};

use super::space::LevelNote;

/// What is true of a state.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Facts(Vec<u32>);

impl Facts {
    /// All that is not as it was at the start, and the counts.
    pub fn collect(&mut self, terrain: &Terrain, state: &State) {
        self.0.clear();
        let mut add = |kind: u64, which: usize, number: Complex| {
            let value = (number.re as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (number.im as u64).rotate_left(32);
            self.0.push(mixed(value ^ kind << 56 ^ (which as u64) << 40) as u32);
        };
        for node in state.taken.iter() {
            add(1, node, Complex::ZERO);
        }
        for (index, door) in state.doors.iter().enumerate() {
            let first = terrain.door(index);
            if door.copies != first.copies {
                add(2, index, door.copies);
            }
            if door.stands() && door.cursed != first.cursed {
                add(3, index, Complex::ZERO);
            }
            if door.stands() && door.auras != first.auras {
                add(4, index, Complex::ZERO);
            }
        }
        for colour in Colour::ALL {
            let count = state.inventory.count(colour);
            if !count.is_zero() {
                add(5, colour.index(), count);
            }
            if state.inventory.is_starred(colour) {
                add(6, colour.index(), Complex::ZERO);
            }
        }
        if terrain.has_glitch {
            add(7, state.mimic.index(), Complex::ZERO);
        }
        if terrain.is_positional {
            let is_gate =
                |node: &usize| matches!(terrain.level.nodes[*node].kind, NodeKind::Gate(_) | NodeKind::Junction);
            for node in state.region.iter().filter(is_gate) {
                add(8, node, Complex::ZERO);
            }
        }
    }
}

/// Spreads the bits of a number.
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

/// Bits of the table of pairs.
const TABLE_BITS: u32 = 27;
/// Guesses beyond this are all alike.
const FARTHEST: usize = 512;

/// What was true before, as bits at places that follow from the facts; few of them share a place.
struct Known(Vec<u64>);

impl Known {
    fn add(&mut self, number: u64) -> bool {
        let place = mixed(number) >> (64 - TABLE_BITS);
        let (word, bit) = ((place / 64) as usize, place % 64);
        let is_new = self.0[word] >> bit & 1 == 0;
        self.0[word] |= 1 << bit;
        is_new
    }

    /// 0 if something is new, 1 if two things together are, else 2.
    fn look_at(&mut self, distance: usize, facts: &Facts) -> usize {
        let base = (distance as u64) << 50;
        let mut novelty = 2;
        for (index, &one) in facts.0.iter().enumerate() {
            if self.add(base ^ u64::from(one) ^ 0xABCD << 33) {
                novelty = 0;
            }
            for &other in &facts.0[index + 1..] {
                if self.add(base ^ u64::from(one) << 16 ^ u64::from(other)) {
                    novelty = novelty.min(1);
                }
            }
        }
        novelty
    }
}

/// The order: what is new first, in turns with what is near.
pub(super) struct FactAgenda {
    waiting: Alternating<2>,
    known: Known,
    /// The least guess how far the goal is.
    pub nearest: Option<u32>,
}

impl Default for FactAgenda {
    fn default() -> Self {
        Self { waiting: Alternating::default(), known: Known(vec![0; 1 << (TABLE_BITS - 6)]), nearest: None }
    }
}

impl Agenda<LevelNote> for FactAgenda {
    fn enter(&mut self, state: &Fresh<'_, LevelNote>) -> bool {
        let Some(guess) = state.note.estimate.filter(|_| !state.note.is_won) else { return state.note.is_won };
        self.nearest = Some(self.nearest.map_or(guess, |nearest| nearest.min(guess)));
        let near = (guess as usize).min(FARTHEST - 1);
        let novelty = state.note.facts.as_ref().map_or(2, |facts| self.known.look_at(near, facts));
        self.waiting.push(state.id, [novelty * FARTHEST + near, near]);
        false
    }

    fn choose(&mut self, most: usize, _: &SoFar<'_>, batch: &mut Vec<StateId>) -> Choice {
        self.waiting.take(most, batch)
    }

    fn next_growth(&self) -> u64 {
        self.waiting.next_growth()
    }
}
