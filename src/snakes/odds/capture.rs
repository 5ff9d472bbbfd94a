//! Players who send each other back to the start: the chances of all places they can stand on together are followed,
//! turn by turn.
//!
//! The places are a table with a dimension a player: rows are the places of the player to move, columns those of the
//! others in order of play. A roll adds rows to rows, a piece that is sent back adds columns to columns, and the end of
//! a turn makes columns of the rows; all of it is done on whole rows at a time.

use rayon::prelude::*;
use serde::Serialize;

use super::distribution::MAX_ROLLS_IN_TURN;
use crate::{
    search::StopReason,
    snakes::chain::{Chain, NOWHERE},
};

/// What happens when players capture each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Capturing {
    /// The chance to win, seat by seat.
    pub wins: Vec<f64>,
    /// Expected number of turns, all players' counted, of the games that were followed to their end.
    pub turns: f64,
    /// The chance of games that were not followed to their end: no chance to win is wrong by more, apart from rounding.
    pub error_bound: f64,
}

/// Steps of mass along an arc before games are cut off; about ten seconds.
const WORK_LIMIT: f64 = 3e10;

/// Mass below this is not followed any further.
const NEGLIGIBLE: f64 = 1e-13;

/// More places of all players together take too much memory.
const MAX_PLACES: usize = 1 << 24;

/// What a roll takes however small the table is, in the same steps.
const ROLL_WORK: f64 = 2e4;

/// Tables smaller than this are not worth sharing among threads.
const SHARED: usize = 1 << 13;

/// Columns that are turned into rows at a time.
const BLOCK: usize = 32;

/// Plays all games at once. `None` if there are too many places for that.
pub fn chances(chain: &Chain, players: u32) -> Result<Option<Capturing>, StopReason> {
    let size = chain.goal();
    let places = size.checked_pow(players).filter(|places| *places <= MAX_PLACES);
    let Some(places) = places.filter(|_| players > 1 && size > 0) else { return Ok(None) };
    let arcs = Arcs::of(chain);
    let tables = if chain.one_roll_per_turn() { 2 } else { 3 };
    chain.control().allow_memory(8 * tables * places as u64)?;
    let columns = places / size;
    let rows_at_once = (SHARED / columns).max(1);
    let mut mass = vec![0.0; places];
    // All begin at the start.
    mass[(0..players).fold(0, |place, _| place * size + chain.start())] = 1.0;
    let mut ended = vec![0.0; places];
    let mut again = if chain.one_roll_per_turn() { Vec::new() } else { vec![0.0; places] };
    let mut result = Capturing { wins: vec![0.0; players as usize], turns: 0.0, error_bound: 1.0 };
    let (mut turn, mut work, mut cut_off) = (0usize, 0.0, 0.0);
    // Who can finish at all has a chance to do so within so many turns; if hardly anybody did, following on is in vain.
    let (period, mut before) = (players as usize * (size + 1), f64::INFINITY);
    loop {
        let left: f64 = mass.iter().sum();
        result.error_bound = left + cut_off;
        if left < NEGLIGIBLE || work > WORK_LIMIT {
            return Ok(Some(result));
        }
        if turn.is_multiple_of(period) {
            if left > before * (1.0 - 1e-6) {
                return Ok(Some(result));
            }
            before = left;
        }
        ended.fill(0.0);
        let mut won = 0.0;
        for roll in 1.. {
            work += (arcs.count * columns) as f64 + ROLL_WORK;
            won += arcs.wins(&mass, columns);
            let step = Step { chain, mass: &mass, size, columns };
            let add = |(to, row): (usize, &mut [f64])| step.add(&arcs.ending[to], to, row);
            ended.par_chunks_mut(columns).with_min_len(rows_at_once).enumerate().try_for_each(add)?;
            if again.is_empty() {
                break;
            }
            again.fill(0.0);
            again
                .par_chunks_mut(columns)
                .enumerate()
                .try_for_each(|(to, row)| step.add(&arcs.going_on[to], to, row))?;
            let going_on: f64 = again.iter().sum();
            if going_on < 1e-30 {
                break;
            }
            if roll == MAX_ROLLS_IN_TURN {
                cut_off += going_on;
                break;
            }
            std::mem::swap(&mut mass, &mut again);
        }
        result.wins[turn % players as usize] += won;
        turn += 1;
        result.turns += won * turn as f64;
        // The next player moves: columns become rows, and the one who has moved is the last of the others.
        mass.par_chunks_mut(BLOCK * size).with_min_len((SHARED / BLOCK / size).max(1)).enumerate().for_each(
            |(block, rows)| {
                let first = block * BLOCK;
                for to in 0..size {
                    let source = &ended[to * columns + first..][..rows.len() / size];
                    source
                        .iter()
                        .zip(rows.iter_mut().skip(to).step_by(size))
                        .for_each(|(share, place)| *place = *share);
                }
            },
        );
    }
}

/// The arcs of a chain, by where they lead.
struct Arcs {
    /// Those that end a turn.
    ending: Vec<Vec<Arc>>,
    /// Those that give another roll.
    going_on: Vec<Vec<Arc>>,
    /// The chance to win with the next roll, from every state.
    winning: Vec<f64>,
    count: usize,
}

struct Arc {
    from: usize,
    chance: f64,
    /// Does the piece land somewhere? Only then it can capture.
    lands: bool,
}

impl Arcs {
    fn of(chain: &Chain) -> Self {
        let size = chain.goal();
        let lists = || (0..size).map(|_| Vec::new()).collect::<Vec<Vec<Arc>>>();
        let mut arcs = Self { ending: lists(), going_on: lists(), winning: vec![0.0; size], count: 0 };
        for from in 0..size {
            let targets = chain.next(from).iter().zip(chain.lands(from)).zip(chain.ends_turn(from));
            for (((&to, &lands), &ends), outcome) in targets.zip(chain.outcomes()) {
                let chance = f64::from(outcome.weight) / chain.total() as f64;
                if to as usize == size {
                    arcs.winning[from] += chance;
                    continue;
                }
                let list = if ends { &mut arcs.ending } else { &mut arcs.going_on };
                list[to as usize].push(Arc { from, chance, lands: lands != NOWHERE });
                arcs.count += 1;
            }
        }
        arcs
    }

    /// The chance that the next roll wins, over all places.
    fn wins(&self, mass: &[f64], columns: usize) -> f64 {
        let rows = self.winning.iter().zip(mass.chunks_exact(columns)).filter(|(chance, _)| **chance > 0.0);
        rows.map(|(chance, row)| chance * row.iter().sum::<f64>()).sum()
    }
}

/// A roll of the player to move.
struct Step<'a> {
    chain: &'a Chain,
    mass: &'a [f64],
    size: usize,
    columns: usize,
}

impl Step<'_> {
    /// Adds what arcs bring to the row of a place.
    fn add(&self, arcs: &[Arc], to: usize, row: &mut [f64]) -> Result<(), StopReason> {
        if arcs.is_empty() {
            return Ok(());
        }
        self.chain.control().proceed()?;
        let source = |arc: &Arc| &self.mass[arc.from * self.columns..][..self.columns];
        // Others stand between two turns.
        let hit = self.chain.state_on(self.chain.square(to)).filter(|hit| *hit != self.chain.start());
        let Some(hit) = hit else {
            arcs.iter().for_each(|arc| add_row(row, source(arc), arc.chance));
            return Ok(());
        };
        let mut landed = vec![0.0; self.columns];
        for arc in arcs {
            add_row(if arc.lands { &mut landed } else { row }, source(arc), arc.chance);
        }
        self.send_back(&mut landed, hit);
        add_row(row, &landed, 1.0);
        Ok(())
    }

    /// Sends everybody back to the start who stands on a place.
    fn send_back(&self, row: &mut [f64], hit: usize) {
        let mut stride = 1;
        while stride < self.columns {
            for block in row.chunks_exact_mut(stride * self.size) {
                for at in 0..stride {
                    let share = std::mem::take(&mut block[hit * stride + at]);
                    block[self.chain.start() * stride + at] += share;
                }
            }
            stride *= self.size;
        }
    }
}

fn add_row(row: &mut [f64], source: &[f64], chance: f64) {
    row.iter_mut().zip(source).for_each(|(sum, share)| *sum += share * chance);
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;
    use crate::{
        search::{Control, Limits},
        snakes::{
            odds::tests::{any_case, case, chain, milton_bradley},
            simulate::contest,
        },
    };

    /// The same by the obvious way: every set of places by itself, for so many turns.
    fn by_places(chain: &Chain, players: usize, turns: usize) -> (Vec<f64>, f64) {
        let mut mass = HashMap::from([(vec![chain.start(); players], 1.0)]);
        let mut wins = vec![0.0; players];
        for turn in 0..turns {
            let mut after: HashMap<Vec<usize>, f64> = HashMap::new();
            let mut open: Vec<(Vec<usize>, f64)> = mass.into_iter().collect();
            while let Some((places, share)) = open.pop() {
                let mover = places[turn % players];
                for (at, outcome) in chain.outcomes().iter().enumerate() {
                    let share = share * f64::from(outcome.weight) / chain.total() as f64;
                    let to = chain.next(mover)[at] as usize;
                    if to == chain.goal() {
                        wins[turn % players] += share;
                        continue;
                    }
                    let mut places = places.clone();
                    places[turn % players] = to;
                    for (seat, place) in places.iter_mut().enumerate() {
                        let meets = chain.square(*place) == chain.square(to) && chain.lands(mover)[at] != NOWHERE;
                        if meets && seat != turn % players {
                            *place = chain.start();
                        }
                    }
                    match chain.ends_turn(mover)[at] {
                        true => *after.entry(places).or_default() += share,
                        false if share > 1e-15 => open.push((places, share)),
                        false => {}
                    }
                }
            }
            mass = after;
        }
        (wins, mass.values().sum())
    }

    proptest! {
        #![proptest_config(crate::soak::laws(20))]
        #[test]
        fn all_places_at_once_are_what_each_place_gives(case in any_case(), players in 2usize..4) {
            let chain = chain(&case);
            prop_assume!(chain.len() <= 14 && chain.outcomes().len() <= 6);
            prop_assume!(chain.live().unwrap().iter().all(|live| *live));
            let turns = 10;
            let (wins, left) = by_places(&chain, players, turns);
            let all = chances(&chain, players as u32).unwrap().unwrap();
            for (seat, wins) in wins.iter().enumerate() {
                // What is not over after so many turns may still be won by anybody.
                prop_assert!(all.wins[seat] >= wins - 1e-9, "{seat}: {all:?} {wins}");
                prop_assert!(all.wins[seat] <= wins + left + all.error_bound + 1e-9, "{seat}: {all:?} {wins} {left}");
            }
        }
    }

    #[test]
    fn three_who_capture_on_a_board_of_a_hundred_squares() {
        let text = "size 5x6\ndie 6\ncapture yes\nplayers 3\n3 > 20\n7 > 15\n28 > 4\n22 > 9\n";
        let small = chain(&case(text));
        let exact = chances(&small, 3).unwrap().unwrap();
        assert!(exact.error_bound < 1e-12 && (exact.wins.iter().sum::<f64>() - 1.0).abs() < 1e-11, "{exact:?}");
        let games = 400_000u64;
        let played = contest::play(&small, &small.live().unwrap(), 3, true, 5, 0..games).unwrap();
        for (seat, wins) in played.wins.iter().enumerate() {
            let (share, error) = (*wins as f64 / games as f64, 0.5 / (games as f64).sqrt());
            assert!((share - exact.wins[seat]).abs() < 5.0 * error, "seat {seat}: {share} {exact:?}");
        }
        let turns = played.turns as f64 / games as f64;
        assert!((turns - exact.turns).abs() < 0.02 * exact.turns, "{turns} {exact:?}");
    }

    #[test]
    fn too_many_places_are_refused_and_limits_kept() {
        let case = milton_bradley("capture yes\n");
        let chain = chain(&case);
        assert_eq!(chances(&chain, 5), Ok(None));
        assert_eq!(chances(&chain, 1), Ok(None));
        let control = Control::new(&Limits { memory: Some(1), ..Limits::default() });
        let chain = crate::snakes::chain::Chain::compile(&case, crate::snakes::chain::Scope::Reachable, &control);
        assert!(chain.is_err() || chances(&chain.unwrap(), 3).is_err());
    }
}
