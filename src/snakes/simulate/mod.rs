//! Plays games at random. The number of a game is its id: its dice come from a generator that can be asked for any
//! place of its stream, so any range of games can be played anywhere, in any order, and the result is the same.

pub mod contest;
pub mod dice;
mod groups;
pub mod tally;

use std::ops::Range;

use rand::Rng;
use rayon::prelude::*;

use super::chain::Chain;
use crate::search::StopReason;
use dice::{Dice, Roll, Rolls, SLAB};
use groups::GroupTable;
use tally::Tally;

/// A game that lasts longer than this many turns is given up and counted as cut off.
pub const TURN_LIMIT: u64 = 10_000_000;

/// Games whose dice are drawn together.
const BATCH: u64 = 512;

/// Games a thread plays before it asks for more. A multiple of [`BATCH`].
const PORTION: u64 = 1 << 16;

/// Plays games of one player on a chain.
pub struct Simulator<'a> {
    chain: &'a Chain,
    live: &'a [bool],
    dice: Dice,
    outcome_of_case: Vec<u16>,
    groups: Option<GroupTable>,
}

impl<'a> Simulator<'a> {
    /// Prepares the tables. `live` says from which states the goal can be reached.
    pub fn new(chain: &'a Chain, live: &'a [bool], seed: u64) -> Self {
        let dice = Dice::new(seed, chain.total());
        let outcome_of_case = outcome_of_case(chain);
        let groups = GroupTable::new(chain, &dice, &outcome_of_case);
        Self { chain, live, dice, outcome_of_case, groups }
    }

    /// The same games, played one roll at a time: slower, and a check of the tables.
    pub fn without_tables(mut self) -> Self {
        self.groups = None;
        self
    }

    /// Plays a range of games on this thread.
    pub fn play(&self, games: Range<u64>) -> Result<Tally, StopReason> {
        let control = self.chain.control();
        let mut tally = Tally::default();
        let mut words = vec![0u64; BATCH as usize * SLAB];
        let mut first = games.start;
        while first < games.end {
            let count = BATCH.min(games.end - first);
            let words = &mut words[..count as usize * SLAB];
            self.dice.fill(first, words);
            control.proceed()?;
            match &self.groups {
                Some(groups) => groups.play(words, |place, state, turns| match state {
                    None => tally.ended(turns),
                    Some(state) => {
                        let mut own = self.dice.own_stream(first + place as u64);
                        // A game may last for seconds; what comes of one that is stopped is forgotten.
                        let mut words = 0u32;
                        let stop = |state: usize, turns| {
                            words = words.wrapping_add(1);
                            let is_stopped = words.is_multiple_of(1 << 16) && control.look();
                            !self.live[state] || turns >= TURN_LIMIT || is_stopped
                        };
                        match groups.play_on(state, turns, || own.next_u64(), stop) {
                            (None, turns) => tally.ended(turns),
                            (Some(state), _) if !self.live[state] => tally.never(),
                            (Some(_), _) => tally.cut_off(),
                        }
                    }
                }),
                None => {
                    for (place, slab) in words.chunks_exact(SLAB).enumerate() {
                        let mut rolls = Rolls::new(&self.dice, first + place as u64, slab);
                        self.play_on(&mut rolls, self.chain.start(), 0, &mut tally);
                    }
                }
            }
            first += count;
        }
        control.proceed()?;
        Ok(tally)
    }

    /// Plays a range of games on all threads of the current pool.
    pub fn play_in_parallel(&self, games: Range<u64>) -> Result<Tally, StopReason> {
        let portions = (games.end.saturating_sub(games.start)).div_ceil(PORTION);
        let play_portion = |portion: u64| {
            let from = games.start + portion * PORTION;
            self.play(from..games.end.min(from.saturating_add(PORTION)))
        };
        (0..portions).into_par_iter().map(play_portion).try_reduce(Tally::default, |one, other| Ok(one.merge(other)))
    }

    /// Plays a game to its end, one roll at a time.
    fn play_on(&self, rolls: &mut Rolls<'_>, mut state: usize, mut turns: u64, tally: &mut Tally) {
        let mut count = 0u32;
        while turns < TURN_LIMIT {
            count = count.wrapping_add(1);
            if !self.live[state] {
                return tally.never();
            }
            if count.is_multiple_of(1 << 18) && self.chain.control().look() {
                return;
            }
            let Roll(case) = rolls.next_roll();
            let outcome = usize::from(self.outcome_of_case[case as usize]);
            turns += u64::from(self.chain.ends_turn(state)[outcome]);
            state = self.chain.next(state)[outcome] as usize;
            if state == self.chain.goal() {
                return tally.ended(turns);
            }
        }
        tally.cut_off();
    }
}

/// Which outcome each of the equally likely cases of the die is.
fn outcome_of_case(chain: &Chain) -> Vec<u16> {
    let cases = chain.outcomes().iter().enumerate();
    cases.flat_map(|(outcome, which)| std::iter::repeat_n(outcome as u16, which.weight as usize)).collect()
}

#[cfg(test)]
mod tests;
