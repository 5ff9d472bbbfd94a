//! What all attempts at a board share: the board, what they have found, and what that proves.

use std::{
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use super::{Standing, first::play_on, plan::Plan, proof::Prover, terrain::Terrain};
use crate::{
    search::{Control, StopReason},
    voracity::{Board, Direction},
};

/// A game that is over: its score and its moves.
pub(super) type Game = (u32, Vec<Direction>);

/// The attempts' common ground.
pub(super) struct Shared {
    pub board: Board,
    pub terrain: Terrain,
    pub plan: Plan,
    pub seed: u64,
    pub prover: Option<Prover>,
    /// The game that every lane begins with.
    pub first: Game,
    /// Ends the search for games, in time for what comes after it.
    pub games: Control,
    /// Ends the attempts that are being made, and nothing else, once none of them can matter any more.
    pub attempts: Control,
    pub nodes: AtomicU64,
    began: Duration,
    best: Mutex<Game>,
    bound: AtomicU32,
}

impl Shared {
    /// Nothing is known but a game and a bound.
    pub fn new(
        (board, terrain): (Board, Terrain),
        plan: Plan,
        (seed, prover): (u64, Option<Prover>),
        first: Game,
        bound: u32,
        games: Control,
    ) -> Self {
        Self {
            board,
            terrain,
            plan,
            seed,
            prover,
            attempts: games.within(None, None),
            nodes: AtomicU64::new(0),
            began: games.elapsed(),
            best: Mutex::new(first.clone()),
            first,
            games,
            bound: AtomicU32::new(bound),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Game> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The best game of all attempts so far, also of those that were cut short.
    pub fn best(&self) -> Game {
        self.lock().clone()
    }

    /// The score of that game.
    pub fn score(&self) -> u32 {
        self.lock().0
    }

    /// No game covers more cells than this.
    pub fn bound(&self) -> u32 {
        self.bound.load(Relaxed)
    }

    /// Has a game been found that is as good as the bound?
    pub fn is_settled(&self) -> bool {
        self.score() >= self.bound()
    }

    /// Completes a path to a game, makes it known, and comes back with it. It may have been stopped before its end.
    pub fn enter(&self, moves: &[Direction]) -> Game {
        let game = play_on(&self.board, moves);
        let mut best = self.lock();
        if game.0 > best.0 {
            best.clone_from(&game);
        }
        drop(best);
        self.end_if_settled();
        game
    }

    /// Makes known that a game is the best there is.
    pub fn prove(&self, moves: &[Direction]) -> Game {
        let game = self.enter(moves);
        self.bound.fetch_min(game.0, Relaxed);
        self.end_if_settled();
        game
    }

    fn end_if_settled(&self) {
        // With a limit of nodes the same attempts are made every time, whoever is first.
        if self.plan.nodes.is_none() && self.is_settled() {
            self.attempts.stop(StopReason::Interrupted);
        }
    }

    /// The time that is left for games, if it is limited.
    pub fn time_left(&self) -> Option<Duration> {
        self.plan.time.map(|time| time.saturating_sub(self.games.elapsed().saturating_sub(self.began)))
    }

    /// How far the attempts have come.
    pub fn standing(&self) -> Standing {
        let nodes = self.nodes.load(Relaxed);
        let part = |spent: f64, whole: f64| if whole > 0.0 { (spent / whole).min(1.0) } else { 1.0 };
        let by_time = self.plan.time.zip(self.time_left());
        let by_time = by_time.map(|(time, left)| part((time - left.min(time)).as_secs_f64(), time.as_secs_f64()));
        let by_nodes = self.plan.nodes.map(|most| part(nodes as f64, most as f64));
        let share = by_time.into_iter().chain(by_nodes).reduce(f64::max);
        Standing { score: self.score(), bound: self.bound(), nodes, share }
    }
}
