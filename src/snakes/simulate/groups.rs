//! The fast way: one look at a table plays several rolls, and several games are played side by side.
//!
//! With a die of six a group is three rolls, 216 cases, and a table row per state is 256 bytes: on a 10x10 board the
//! whole table stays in the first-level cache. A word of dice is played to its end without a branch: a game that is
//! over stays over. Four games take turns, so that one need not wait for the other's table look-up.

use super::dice::{Dice, SLAB};
use crate::snakes::chain::Chain;

/// Games side by side.
const LANES: usize = 4;

/// Where groups of rolls lead.
pub(super) struct GroupTable {
    /// Row: state, or how many rolls of its last group a finished game used. Column: case of the group.
    /// Always 256 by 256, so that no index needs a check; rows that mean nothing are never touched.
    next: Box<[u8; 1 << 16]>,
    /// Codes from here on are finished games: `over` used 1 roll of the last group, `over + 1` used 2, …
    over: u8,
    start: u8,
    group: u64,
    base: u64,
    dice: Dice,
}

/// One of the games side by side.
#[derive(Clone, Copy)]
struct Lane {
    place: usize,
    words_used: usize,
    code: u8,
    turns: u64,
}

impl GroupTable {
    /// `None` if a turn can be more than one roll, or the board or the die is too large for bytes.
    pub fn new(chain: &Chain, dice: &Dice, outcome_of_case: &[u16]) -> Option<Self> {
        let group = dice.group() as usize;
        let codes = chain.goal() + group;
        if !chain.one_roll_per_turn() || codes > 256 || dice.base() > 256 {
            return None;
        }
        let total = chain.total() as usize;
        let mut next = Box::new([0u8; 1 << 16]);
        for code in 0..codes {
            for cases in 0..dice.base() as usize {
                let mut after = code;
                let mut scale = dice.base() as usize;
                for used in 0..group {
                    scale /= total;
                    if after < chain.goal() {
                        let outcome = usize::from(outcome_of_case[cases / scale % total]);
                        let to = chain.next(after)[outcome] as usize;
                        after = if to == chain.goal() { chain.goal() + used } else { to };
                    }
                }
                next[code << 8 | cases] = after as u8;
            }
        }
        let (start, over) = (chain.start() as u8, chain.goal() as u8);
        Some(Self { next, over, start, group: group as u64, base: dice.base(), dice: dice.clone() })
    }

    /// Plays one game per slab of words. `done` gets the place of the slab, the turns, and the state of a game that is
    /// not over.
    pub fn play(&self, words: &[u64], mut done: impl FnMut(usize, Option<usize>, u64)) {
        let games = words.len() / SLAB;
        let mut lanes = [Lane { place: 0, words_used: 0, code: self.start, turns: 0 }; LANES];
        let mut next_place = LANES.min(games);
        if games < LANES {
            // Too few to be played side by side: play them one after another in the first lane.
            for place in 0..games {
                let mut lane = [Lane { place, ..lanes[0] }];
                while !self.play_word(words, &mut lane)[0] {}
                self.finish(&lane[0], &mut done);
            }
            return;
        }
        for (place, lane) in lanes.iter_mut().enumerate() {
            lane.place = place;
        }
        let mut playing = LANES;
        let mut idle = [false; LANES];
        while playing > 0 {
            let finished = self.play_word(words, &mut lanes);
            for at in 0..LANES {
                if !finished[at] || idle[at] {
                    continue;
                }
                self.finish(&lanes[at], &mut done);
                if next_place < games {
                    lanes[at] = Lane { place: next_place, words_used: 0, code: self.start, turns: 0 };
                    next_place += 1;
                } else {
                    // An idle lane plays its last word again and again; nobody looks at it.
                    idle[at] = true;
                    lanes[at].words_used = 0;
                    playing -= 1;
                }
            }
        }
    }

    /// Where a case of a group of rolls leads.
    #[inline(always)]
    fn after(&self, code: u8, cases: u8) -> u8 {
        self.next[usize::from(u16::from(code) << 8 | u16::from(cases))]
    }

    /// Plays a game on, word by word, until it is over or `stop` says so of its state.
    pub fn play_on(
        &self,
        state: usize,
        mut turns: u64,
        mut next_word: impl FnMut() -> u64,
        mut stop: impl FnMut(usize, u64) -> bool,
    ) -> (Option<usize>, u64) {
        let mut code = state as u8;
        while code < self.over && !stop(usize::from(code), turns) {
            let mut fraction = next_word();
            if !self.dice.accepts(fraction) {
                continue;
            }
            for _ in 0..self.dice.groups() {
                let product = u128::from(fraction) * u128::from(self.base);
                fraction = product as u64;
                code = self.after(code, (product >> 64) as u8);
                turns += u64::from(code < self.over) * self.group;
            }
        }
        if code >= self.over {
            (None, turns + u64::from(code - self.over) + 1)
        } else {
            (Some(usize::from(code)), turns)
        }
    }

    fn finish(&self, lane: &Lane, done: &mut impl FnMut(usize, Option<usize>, u64)) {
        if lane.code >= self.over {
            done(lane.place, None, lane.turns + u64::from(lane.code - self.over) + 1);
        } else {
            done(lane.place, Some(usize::from(lane.code)), lane.turns);
        }
    }

    /// Plays the next word of every lane; says which games are over or out of words.
    #[inline(always)]
    fn play_word<const N: usize>(&self, words: &[u64], lanes: &mut [Lane; N]) -> [bool; N] {
        let mut fraction: [u64; N] =
            std::array::from_fn(|at| words[lanes[at].place * SLAB + lanes[at].words_used % SLAB]);
        let usable = fraction.map(|word| self.dice.accepts(word));
        let mut code: [u8; N] = std::array::from_fn(|at| lanes[at].code);
        let mut turns = [0u64; N];
        for _ in 0..self.dice.groups() {
            for at in 0..N {
                let product = u128::from(fraction[at]) * u128::from(self.base);
                fraction[at] = product as u64;
                code[at] = self.after(code[at], (product >> 64) as u8);
                turns[at] += u64::from(code[at] < self.over);
            }
        }
        std::array::from_fn(|at| {
            let lane = &mut lanes[at];
            if usable[at] {
                lane.code = code[at];
                lane.turns += turns[at] * self.group;
            }
            lane.words_used += 1;
            lane.code >= self.over || lane.words_used == SLAB
        })
    }
}
