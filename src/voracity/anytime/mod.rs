//! Long paths on boards that are too large to prove anything about: the best found within a limit, and a bound.
//!
//! First a path grown at random, then beams (`beam`) with several rankings, each with the width its share of the effort
//! allows, then the best path is bettered in place (`anneal`). The work comes in rounds of independent tasks, and after
//! each round the best path is kept; with a limit of nodes and none of time the answer is the same whatever the number
//! of threads. Boards of 10,000 cells and more are grown and bettered only: there a beam would not come to an end.

mod anneal;
mod beam;
mod bound;
mod effort;
mod route;
mod terrain;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anneal::Plan;
use beam::Ranking;
use effort::{Allowance, Effort};
use rayon::prelude::*;
use route::Route;
use terrain::Terrain;

use super::{Board, Direction};

/// How long to search, and with what.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Nodes: paths ranked, and cells visited by the searches for pieces of paths.
    pub nodes: Option<u64>,
    /// Tasks at the same time.
    pub threads: usize,
    /// Another seed searches elsewhere.
    pub seed: u64,
    /// Set when the search is to end.
    pub stop: Option<&'a AtomicBool>,
}

/// The best path so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The cells it covers.
    pub score: u32,
    /// Its moves.
    pub moves: Vec<Direction>,
    /// No path covers more.
    pub bound: u32,
    /// Nodes so far.
    pub nodes: u64,
}

impl Found {
    /// Is the path proved to be the best?
    pub fn is_optimal(&self) -> bool {
        self.score == self.bound
    }
}

/// Without any limit, the first cycle of rounds takes so long and every later one twice as long as the one before.
const FIRST_CYCLE: Duration = Duration::from_secs(10);
/// However short the time is, there is to be a path: growing one takes about so long for each cell of the board.
const LEAST_GROWTH_PER_CELL: Duration = Duration::from_nanos(50);
/// Tasks of a round if they must not depend on the threads.
const FIXED_LANES: usize = 4;
/// The largest board for beams: their work grows with the square of the cells.
const LARGEST_FOR_BEAMS: usize = 10_000;
/// Seconds a beam of width 1 takes, divided by the square of the cells; and how much wider it should be at least.
const SECONDS_PER_SQUARED_CELL: f64 = 1e-8;
const LEAST_WIDTH: f64 = 3.0;

/// A task of a round.
#[derive(Clone, Copy)]
enum Method {
    /// Grows a path from nothing.
    Grow,
    /// Goes in search of another path.
    Beam,
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

/// The same for boards without beams.
const ROUNDS_OF_LARGE_BOARDS: [(Method, f64); 5] = [
    (Method::Grow, 0.10),
    (Method::Anneal(3.0, 3.0), 0.25),
    (Method::Anneal(3.0, 2.5), 0.25),
    (Method::Anneal(2.5, 2.0), 0.20),
    (Method::Anneal(2.0, 1.0), 0.20),
];

/// Moves taken out and nodes for the search of others, per step.
const GAP: usize = 16;
const NODES_PER_GAP: u32 = 200;

/// The upper bound alone.
pub fn upper_bound(board: &Board) -> u32 {
    bound::upper_bound(&Terrain::new(board))
}

/// Searches a board; `observe` is told of every better path.
pub fn search(board: &Board, settings: &Settings<'_>, observe: &mut dyn FnMut(&Found)) -> Found {
    let began = Instant::now();
    let terrain = Terrain::new(board);
    let mut search = Search {
        terrain: &terrain,
        settings,
        pool: rayon::ThreadPoolBuilder::new().num_threads(settings.threads.max(1)).build().ok(),
        lanes: if settings.nodes.is_some() { FIXED_LANES } else { settings.threads.max(1) },
        best: (0, Vec::new()),
        bound: bound::upper_bound(&terrain),
        nodes: 0,
        tasks: 0,
    };
    let mut cycle = FIRST_CYCLE;
    loop {
        let time = settings.time.map(|time| time.saturating_sub(began.elapsed()));
        search.cycle(time, settings.nodes, cycle, observe);
        let is_limited = settings.time.is_some() || settings.nodes.is_some();
        if is_limited || search.is_over() {
            return search.found();
        }
        cycle *= 2;
    }
}

struct Search<'a> {
    terrain: &'a Terrain,
    settings: &'a Settings<'a>,
    pool: Option<rayon::ThreadPool>,
    lanes: usize,
    best: (u32, Vec<u8>),
    bound: u32,
    nodes: u64,
    tasks: u64,
}

impl Search<'_> {
    fn cycle(
        &mut self,
        time: Option<Duration>,
        nodes: Option<u64>,
        unlimited: Duration,
        observe: &mut dyn FnMut(&Found),
    ) {
        let began = Instant::now();
        let time = if time.is_none() && nodes.is_none() { Some(unlimited) } else { time };
        let rounds = if self.has_beams(time) { &ROUNDS[..] } else { &ROUNDS_OF_LARGE_BOARDS[..] };
        let mut done = 0.0;
        for &(method, share) in rounds {
            if self.is_over() {
                return;
            }
            // What earlier rounds took too much or left over is shared by those to come.
            let part = share / (1.0 - done);
            done = f64::min(done + share, 0.999);
            let is_first = matches!(method, Method::Grow);
            let least = if is_first { LEAST_GROWTH_PER_CELL * self.terrain.cells() as u32 } else { Duration::ZERO };
            let allowance = Allowance {
                time: time.map(|time| time.saturating_sub(began.elapsed()).mul_f64(part.min(1.0)).max(least)),
                nodes: nodes.map(|nodes| (nodes as f64 * share) as u64 / self.lanes as u64),
            };
            if self.round(method, allowance) {
                observe(&self.found());
            }
        }
    }

    fn has_beams(&self, time: Option<Duration>) -> bool {
        let cells = self.terrain.cells();
        let seconds = SECONDS_PER_SQUARED_CELL * (cells * cells) as f64 * LEAST_WIDTH;
        cells <= LARGEST_FOR_BEAMS && time.is_none_or(|time| seconds < time.as_secs_f64() * ROUNDS[1].1)
    }

    fn is_over(&self) -> bool {
        self.best.0 == self.bound || self.settings.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Does the tasks of a round; says if they found a better path.
    fn round(&mut self, method: Method, allowance: Allowance) -> bool {
        let first = self.tasks;
        self.tasks += self.lanes as u64;
        let run = |task: u64| self.task(method, task, allowance);
        let results: Vec<(u32, Vec<u8>, u64)> = match &self.pool {
            Some(pool) => pool.install(|| (first..self.tasks).into_par_iter().map(run).collect()),
            None => (first..self.tasks).map(run).collect(),
        };
        let before = self.best.0;
        for (score, moves, nodes) in results {
            self.nodes += nodes;
            if score > self.best.0 {
                self.best = (score, moves);
            }
        }
        self.best.0 > before
    }

    fn task(&self, method: Method, task: u64, allowance: Allowance) -> (u32, Vec<u8>, u64) {
        let mut effort = Effort::new(allowance, self.settings.stop);
        let seed = self.settings.seed ^ (task + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let (score, moves) = match method {
            Method::Grow => {
                let plan = Plan { heat: (3.0, 3.0), gap: GAP, nodes: NODES_PER_GAP };
                anneal::anneal(self.terrain, Route::new(self.terrain, &[]), plan, seed, &mut effort)
            }
            Method::Beam => beam::beam(self.terrain, ranking(task), seed, &mut effort),
            Method::Anneal(from, to) => {
                let plan = Plan { heat: (from, to), gap: GAP, nodes: NODES_PER_GAP };
                anneal::anneal(self.terrain, Route::new(self.terrain, &self.best.1), plan, seed, &mut effort)
            }
        };
        (score, moves, effort.nodes)
    }

    fn found(&self) -> Found {
        let moves = self.best.1.iter().map(|&direction| self.terrain.directions[usize::from(direction)]).collect();
        Found { score: self.best.0, moves, bound: self.bound, nodes: self.nodes }
    }
}

/// The ranking of a task: the best known one first, then others like it.
fn ranking(task: u64) -> Ranking {
    let powers = [-0.5, -0.4, -0.4, -0.3];
    let noises = [0.0, 0.3, 0.5, 0.3];
    let index = (task % 4) as usize;
    Ranking { length_power: powers[index], noise: noises[index] }
}
