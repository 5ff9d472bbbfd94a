//! What a cycle of a search does, in which order, and how much of the time each round gets.

use std::time::Duration;

use super::beam::Ranking;
use crate::voracity::{Board, Directions};

/// The largest board for beams: their work grows with the square of the cells.
const LARGEST_FOR_BEAMS: usize = 10_000;
/// Seconds a beam of width 1 takes, divided by the square of the cells; and how much wider it should be at least.
const SECONDS_PER_SQUARED_CELL: f64 = 1e-8;
const LEAST_WIDTH: f64 = 3.0;

/// A task of a round.
#[derive(Clone, Copy)]
pub(super) enum Method {
    /// Grows a path from nothing.
    Grow,
    /// Goes in search of another path.
    Beam,
    /// Makes strands, and tries how good a guide they are with a short beam.
    Strands,
    /// Goes in search of another path with the best strands as a guide: one wide beam on all threads.
    Guided,
    /// Proves that no path is much better than the best one.
    Bound,
    /// Betters the best path, with the heat of the beginning and of the end.
    Anneal(f64, f64),
}

/// The rounds of a cycle and their shares of it.
const ROUNDS: [(Method, f64); 6] = [
    (Method::Grow, 0.02),
    (Method::Beam, 0.10),
    (Method::Beam, 0.45),
    (Method::Anneal(3.0, 2.0), 0.18),
    (Method::Anneal(2.0, 1.3), 0.14),
    (Method::Anneal(1.3, 0.8), 0.11),
];

/// The same for boards that are so large that strands are worth their time, but not too large for beams.
const ROUNDS_WITH_STRANDS: [(Method, f64); 6] = [
    (Method::Grow, 0.02),
    (Method::Beam, 0.03),
    (Method::Strands, 0.30),
    (Method::Guided, 0.55),
    (Method::Anneal(2.0, 1.3), 0.05),
    (Method::Anneal(1.3, 0.8), 0.05),
];

/// So many guides are tried at least, unless there is so little time that each would be a bad one.
const GUIDES: usize = 4;
const TIME_FOR_GUIDES: Duration = Duration::from_secs(4);

/// In less time no bound is looked for.
const SHORT_TIME: Duration = Duration::from_millis(400);
/// With fewer cells good paths are soon found.
const SMALL_BOARD: usize = 700;
/// With eight directions and longer moves strips prove nothing in the time there is.
const LONGEST_DIAGONAL: u8 = 4;

/// The same for boards without beams.
const ROUNDS_OF_LARGE_BOARDS: [(Method, f64); 5] = [
    (Method::Grow, 0.10),
    (Method::Anneal(3.0, 3.0), 0.25),
    (Method::Anneal(3.0, 2.5), 0.25),
    (Method::Anneal(2.5, 2.0), 0.20),
    (Method::Anneal(2.0, 1.0), 0.20),
];

fn has_beams(cells: usize, time: Option<Duration>) -> bool {
    let seconds = SECONDS_PER_SQUARED_CELL * (cells * cells) as f64 * LEAST_WIDTH;
    cells <= LARGEST_FOR_BEAMS && time.is_none_or(|time| seconds < time.as_secs_f64() * ROUNDS[1].1)
}

/// The rounds of a cycle with so many tasks at a time, and their shares. What the bound takes is taken from all others.
pub(super) fn rounds(board: &Board, time: Option<Duration>, lanes: usize) -> Vec<(Method, f64)> {
    if !has_beams(board.cells(), time) {
        return ROUNDS_OF_LARGE_BOARDS.to_vec();
    }
    let is_short = time.is_some_and(|time| time < SHORT_TIME);
    let share_of_bound = if is_short { 0.0 } else { share_of_bound(board) };
    let table = if board.cells() < SMALL_BOARD { &ROUNDS[..] } else { &ROUNDS_WITH_STRANDS[..] };
    let has_time_for_guides = time.is_none_or(|time| time >= TIME_FOR_GUIDES);
    let mut rounds = Vec::new();
    for &(method, share) in table {
        let times = match method {
            Method::Strands if has_time_for_guides => GUIDES.div_ceil(lanes),
            _ => 1,
        };
        // It is found sooner if a good path is known.
        let is_bound_next = matches!(method, Method::Anneal(..)) && share_of_bound > 0.0;
        if is_bound_next && !rounds.iter().any(|(method, _)| matches!(method, Method::Bound)) {
            rounds.push((Method::Bound, share_of_bound));
        }
        let part = share * (1.0 - share_of_bound) / times as f64;
        rounds.extend(std::iter::repeat_n((method, part), times));
    }
    rounds
}

/// The share of the bound: large where good games are soon found, none where moves are too long for strips to
/// prove anything.
fn share_of_bound(board: &Board) -> f64 {
    match (board.directions(), board.cells()) {
        (Directions::Eight, _) if board.largest_value() > LONGEST_DIAGONAL => 0.0,
        (_, 0..SMALL_BOARD) => 0.4,
        _ => 0.2,
    }
}

/// The ranking of a task: the best known one first, then others like it.
pub(super) fn ranking(task: u64) -> Ranking {
    let powers = [-0.5, -0.4, -0.4, -0.3];
    let noises = [0.0, 0.3, 0.5, 0.3];
    let index = (task % 4) as usize;
    Ranking { length_power: powers[index], noise: noises[index], guide: 0.0 }
}

/// The ranking with a guide.
pub(super) const GUIDED: Ranking = Ranking { length_power: -0.5, noise: 0.0, guide: 3.0 };
