//! A good game, found quickly, so that a search of a tree knows from its first node on what it has to beat.

use std::time::Duration;

use super::{anytime, board::Board, moves::play, starts::StartedGame, strategy::Strategy};
use crate::search::{Control, SearchError};

/// A tree with fewer nodes is searched before a good game is found.
const SMALL_TREE: f64 = 3e6;
/// The share of the expected time, and the shortest and longest time in seconds.
const SHARE: f64 = 0.03;
const SHORTEST: f64 = 0.008;
const LONGEST: f64 = 5.0;
/// Of a limited time no larger share is spent.
const SHARE_OF_LIMIT: f64 = 0.25;
/// Where nodes are limited, the answer must not depend on the clock: so many nodes are spent.
const NODES: u64 = 20_000;

/// How long to look for a good game before a tree of about so many nodes is searched, if at all. The paper's search
/// gets none: it is the yardstick of the others, and its time is to be its own.
pub fn time_for(strategy: Strategy, nodes: f64, threads: usize) -> Option<Duration> {
    // Bounds need a good game, and search a small part of the tree only. To enumerate all games takes as long without:
    // there it is for those who stop a long search before its end.
    let (rate, least) = match strategy {
        Strategy::Bounded => (4e8, 0.0),
        Strategy::Enumerate => (1e8, 2.0),
        _ => return None,
    };
    let seconds = nodes / rate / threads as f64;
    let is_worth_it = nodes >= SMALL_TREE && seconds >= least;
    is_worth_it.then(|| Duration::from_secs_f64((seconds * SHARE).clamp(SHORTEST, LONGEST)))
}

/// A game to begin with.
pub(super) struct FirstGame {
    pub score: u32,
    pub game: StartedGame,
    /// No game on the same board covers more cells.
    pub bound: u32,
}

/// A good game on one of the boards. The time is for all of them together.
pub(super) fn head_start(
    boards: &[Board],
    time: Duration,
    threads: usize,
    seed: u64,
    control: &Control,
) -> Result<Option<FirstGame>, SearchError> {
    let most = control.time_left().map_or(time, |left| left.mul_f64(SHARE_OF_LIMIT).min(time));
    let count = boards.len().max(1);
    let (time, nodes) = match control.has_node_limit() {
        true => (None, Some(NODES / count as u64)),
        false => (Some(most / count as u32), None),
    };
    let settings = anytime::Settings { time, nodes, threads, seed, has_proofs: false };
    let mut best: Option<FirstGame> = None;
    for board in boards {
        let found = anytime::search(board, &settings, control, &mut |_| {})?;
        // What is claimed counts for nothing: the game is played.
        let score = play(board, &found.moves).map_or(0, |game| game.score);
        if best.as_ref().is_none_or(|known| score > known.score) {
            let game = StartedGame { start: board.target(), moves: found.moves };
            best = Some(FirstGame { score, game, bound: found.bound });
        }
        if control.look() {
            break;
        }
    }
    Ok(best)
}
