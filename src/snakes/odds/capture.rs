//! Two players who send each other back to the start: the chances of all pairs of places are followed together.

use serde::Serialize;

use super::distribution::MAX_ROLLS_IN_TURN;
use crate::{
    search::StopReason,
    snakes::chain::{Chain, NOWHERE},
};

/// What happens when two play with captures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Duel {
    /// The chance to win, seat by seat.
    pub wins: [f64; 2],
    /// Expected number of turns, both players' counted, of the games that were followed to their end.
    pub turns: f64,
    /// The chance of games that were not followed to their end: no figure is wrong by more.
    pub error_bound: f64,
}

/// Steps of mass along an arc that a duel may take before it is cut off.
const WORK_LIMIT: f64 = 2e9;

/// Mass below this is not followed any further.
const NEGLIGIBLE: f64 = 1e-13;

/// Larger chains have too many pairs of places.
pub const MAX_STATES: usize = 2000;

/// Plays all duels at once. `None` if the board is too large for that.
pub fn duel(chain: &Chain) -> Result<Option<Duel>, StopReason> {
    let size = chain.len();
    if size > MAX_STATES {
        return Ok(None);
    }
    let mut lookout = chain.control().lookout();
    let weights: Vec<f64> =
        chain.outcomes().iter().map(|outcome| f64::from(outcome.weight) / chain.total() as f64).collect();
    // Row: the place of the player to move. Column: the place of the other one.
    let mut mass = vec![0.0; size * size];
    mass[chain.start() * size + chain.start()] = 1.0;
    let mut result = Duel { wins: [0.0; 2], turns: 0.0, error_bound: 1.0 };
    let mut turn = 0u32;
    let mut work = 0.0;
    let mut cut_off = 0.0;
    loop {
        result.error_bound = mass.iter().sum::<f64>() + cut_off;
        if result.error_bound - cut_off < NEGLIGIBLE || work > WORK_LIMIT {
            return Ok(Some(result));
        }
        turn += 1;
        let mut after = vec![0.0; size * size];
        let mut won = 0.0;
        let mut rolls = 0;
        while mass.iter().any(|&share| share > 0.0) {
            rolls += 1;
            work += (size * size * weights.len()) as f64;
            let mut rolls_again = vec![0.0; size * size];
            for (place, &share) in mass.iter().enumerate().filter(|place| *place.1 > 0.0) {
                lookout.spend(4 * weights.len() as u64)?;
                let (mover, other) = (place / size, place % size);
                let arcs = chain.next(mover).iter().zip(chain.lands(mover)).zip(chain.ends_turn(mover));
                for (((&to, &lands), &ends), weight) in arcs.zip(&weights) {
                    let (to, share) = (to as usize, share * weight);
                    if to == chain.goal() {
                        won += share;
                        continue;
                    }
                    let captures = lands != NOWHERE && chain.square(to) == chain.square(other);
                    let other = if captures { chain.start() } else { other };
                    if rolls == MAX_ROLLS_IN_TURN && !ends {
                        cut_off += share;
                    } else if ends || share < 1e-30 {
                        after[other * size + to] += share;
                    } else {
                        rolls_again[to * size + other] += share;
                    }
                }
            }
            mass = rolls_again;
        }
        result.wins[(turn as usize + 1) % 2] += won;
        result.turns += won * f64::from(turn);
        mass = after;
    }
}
