//! Several players on one board, with or without captures: the whole game is played.

use std::ops::Range;

use rayon::prelude::*;
use serde::Serialize;

use super::{
    PORTION, TURN_LIMIT,
    dice::{Dice, Roll, Rolls, SLAB},
    outcome_of_case,
};
use crate::{
    search::StopReason,
    snakes::chain::{Chain, NOWHERE},
};

/// The outcome of many contests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Contests {
    /// Wins, seat by seat.
    pub wins: Vec<u64>,
    /// Contests in which nobody finished.
    pub nobody: u64,
    /// Turns of all players in all contests somebody won.
    pub turns: u128,
}

impl Contests {
    fn merge(mut self, other: Self) -> Self {
        if self.wins.len() < other.wins.len() {
            self.wins.resize(other.wins.len(), 0);
        }
        self.wins.iter_mut().zip(&other.wins).for_each(|(sum, more)| *sum += more);
        self.nobody += other.nobody;
        self.turns += other.turns;
        self
    }
}

/// Plays contests, each by its number.
pub fn play(
    chain: &Chain,
    live: &[bool],
    players: u32,
    capture: bool,
    seed: u64,
    games: Range<u64>,
) -> Result<Contests, StopReason> {
    let dice = Dice::new(seed, chain.total());
    let outcomes = outcome_of_case(chain);
    let portions = games.end.saturating_sub(games.start).div_ceil(PORTION);
    let play_portion = |portion: u64| {
        let from = games.start + portion * PORTION;
        let to = games.end.min(from.saturating_add(PORTION));
        let mut contests = Contests { wins: vec![0; players as usize], ..Contests::default() };
        let mut places = vec![0usize; players as usize];
        for game in from..to {
            if game.is_multiple_of(64) {
                chain.control().proceed()?;
            }
            let mut slab = [0u64; SLAB];
            dice.fill(game, &mut slab);
            places.fill(chain.start());
            let mut rolls = Rolls::new(&dice, game, &slab);
            match contest(chain, live, &outcomes, capture, &mut rolls, &mut places) {
                Some((winner, turns)) => {
                    contests.wins[winner] += 1;
                    contests.turns += u128::from(turns);
                }
                None => contests.nobody += 1,
            }
        }
        // What comes of a contest that was stopped is forgotten.
        chain.control().proceed()?;
        Ok(contests)
    };
    (0..portions).into_par_iter().map(play_portion).try_reduce(Contests::default, |one, other| Ok(one.merge(other)))
}

/// Plays one contest: who wins, and with which turn.
fn contest(
    chain: &Chain,
    live: &[bool],
    outcomes: &[u16],
    capture: bool,
    rolls: &mut Rolls<'_>,
    places: &mut [usize],
) -> Option<(usize, u64)> {
    let mut player = 0;
    let mut turns = 0;
    // Rolls are counted, not turns: a player who always rolls again would never end a turn.
    for roll in 1..=TURN_LIMIT {
        if roll.is_multiple_of(1 << 16) && chain.control().look() {
            return None;
        }
        // A player who is lost may be freed by a capture; if all are lost, none will be.
        if player == 0 && places.iter().all(|&place| !live[place]) {
            return None;
        }
        let from = places[player];
        let Roll(case) = rolls.next_roll();
        let outcome = usize::from(outcomes[case as usize]);
        let to = chain.next(from)[outcome] as usize;
        let ends = chain.ends_turn(from)[outcome];
        turns += u64::from(ends);
        if to == chain.goal() {
            return Some((player, turns));
        }
        places[player] = to;
        if capture && chain.lands(from)[outcome] != NOWHERE {
            for other in (0..places.len()).filter(|&other| other != player) {
                if chain.square(places[other]) == chain.square(to) {
                    places[other] = chain.start();
                }
            }
        }
        if ends {
            player = (player + 1) % places.len();
        }
    }
    None
}
