//! Several players who do not disturb each other: who wins, and when.

use serde::Serialize;

use super::distribution::Distribution;

/// What happens when several play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shares {
    /// The chance to win, seat by seat in order of play.
    pub wins: Vec<f64>,
    /// The chance that nobody ever finishes.
    pub nobody: f64,
    /// Expected number of rounds until somebody finishes; `None` if it may be that nobody does.
    pub rounds: Option<f64>,
    /// No figure here is wrong by more than this, apart from rounding in the last digits.
    pub error_bound: f64,
}

/// The chances of `players` who take turns on boards of their own.
///
/// Seat j wins in round t if it finishes then, the seats before it have not finished by round t and those after it not
/// by round t − 1.
pub fn shares(distribution: &Distribution, players: u32) -> Shares {
    let survival = distribution.survival();
    let mut wins = vec![0.0; players as usize];
    let mut rounds = 0.0;
    for turn in 1..distribution.ends.len() {
        let (before, after) = (survival[turn - 1], survival[turn]);
        rounds += before.powi(players as i32);
        let mut chance = distribution.ends[turn] * before.powi(players as i32 - 1);
        for share in &mut wins {
            *share += chance;
            // One seat more has already played this round.
            chance *= if before > 0.0 { after / before } else { 0.0 };
        }
    }
    let nobody = distribution.never.powi(players as i32);
    let cut_off = distribution.cut_off;
    let rounds = (distribution.never == 0.0).then_some(rounds);
    Shares { wins, nobody, rounds, error_bound: cut_off * f64::from(players) }
}
