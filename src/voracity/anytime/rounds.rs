//! The rounds of a search, and the tasks of a round.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use crossbeam::channel::{self, RecvTimeoutError};
use rayon::ThreadPool;

use super::{
    Found, Settings, Standing,
    anneal::{Plan, anneal},
    beam::{PATIENCE, Ranking, beam},
    effort::{Allowance, Effort},
    first::play_on,
    route::Route,
    strands::strands,
    strips::{self, Budget},
    terrain::Terrain,
};
use crate::{
    search::{Control, SearchError, own_pool},
    voracity::{Board, Direction, Directions},
};

/// Without any limit, the first cycle of rounds takes so long and every later one twice as long as the one before.
const FIRST_CYCLE: Duration = Duration::from_secs(10);
/// Tasks of a round if they must not depend on the threads.
const FIXED_LANES: usize = 4;
/// The largest board for beams: their work grows with the square of the cells.
const LARGEST_FOR_BEAMS: usize = 10_000;
/// Seconds a beam of width 1 takes, divided by the square of the cells; and how much wider it should be at least.
const SECONDS_PER_SQUARED_CELL: f64 = 1e-8;
const LEAST_WIDTH: f64 = 3.0;
/// Bytes for the paths of a beam; and of a limited memory, what all beams together may take.
const MOST_MEMORY: u64 = 512 << 20;
const SHARE_OF_MEMORY: f64 = 0.25;
/// The time between two reports of how far the search has come.
const TICK: Duration = Duration::from_millis(50);

/// A task of a round.
#[derive(Clone, Copy)]
enum Method {
    /// Grows a path from nothing.
    Grow,
    /// Goes in search of another path.
    Beam,
    /// The same with strands as a guide.
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
const ROUNDS_WITH_STRANDS: [(Method, f64); 5] = [
    (Method::Grow, 0.02),
    (Method::Beam, 0.08),
    (Method::Guided, 0.70),
    (Method::Anneal(2.0, 1.3), 0.10),
    (Method::Anneal(1.3, 0.8), 0.10),
];
/// Of a task with strands, the share of the strands; the rest is the beam's.
const SHARE_OF_STRANDS: f64 = 0.3;

/// So many rounds come before the bound, which is found sooner if a good path is known.
const ROUNDS_BEFORE_BOUND: usize = 3;
/// In less time no bound is looked for.
const SHORT_TIME: Duration = Duration::from_millis(400);
/// With fewer cells good paths are soon found.
const SMALL_BOARD: usize = 700;
/// With eight directions and longer moves strips prove nothing in the time there is.
const LONGEST_DIAGONAL: u8 = 4;
/// Edges of diagrams that can be looked at in the time of a node.
const EDGES_PER_NODE: f64 = 300.0;

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

/// What a task brings: a score and its moves.
type Brought = (u32, Vec<u8>);

/// A search while it goes on.
pub(super) struct Search<'a> {
    board: &'a Board,
    terrain: &'a Terrain,
    settings: &'a Settings,
    control: &'a Control,
    pool: Arc<ThreadPool>,
    lanes: usize,
    best: (u32, Vec<Direction>),
    bound: u32,
    tasks: u64,
    nodes: AtomicU64,
    began: Duration,
}

impl<'a> Search<'a> {
    /// A search that begins with a path.
    pub fn new(
        board: &'a Board,
        terrain: &'a Terrain,
        settings: &'a Settings,
        control: &'a Control,
        first: (u32, Vec<Direction>),
        bound: u32,
    ) -> Result<Self, SearchError> {
        let threads = settings.threads.max(1);
        Ok(Self {
            board,
            terrain,
            settings,
            control,
            pool: own_pool(threads)?,
            lanes: if settings.nodes.is_some() { FIXED_LANES } else { threads },
            best: first,
            bound,
            tasks: 0,
            nodes: AtomicU64::new(0),
            began: control.elapsed(),
        })
    }

    /// Searches until what there is to spend is spent, or the run is stopped.
    pub fn run(&mut self, watch: &mut dyn FnMut(&Standing)) {
        let is_limited = self.settings.time.is_some() || self.settings.nodes.is_some();
        let mut unlimited = FIRST_CYCLE;
        loop {
            self.cycle(if is_limited { self.settings.time } else { Some(unlimited) }, watch);
            if is_limited || self.is_over() {
                return;
            }
            unlimited *= 2;
        }
    }

    /// The best path.
    pub fn found(&self) -> Found {
        let (score, moves) = self.best.clone();
        Found { score, moves, bound: self.bound, nodes: self.nodes.load(Relaxed) }
    }

    fn standing(&self) -> Standing {
        let nodes = self.nodes.load(Relaxed);
        let part = |spent: f64, whole: f64| if whole > 0.0 { (spent / whole).min(1.0) } else { 1.0 };
        let spent = (self.control.elapsed() - self.began).as_secs_f64();
        let by_time = self.settings.time.map(|time| part(spent, time.as_secs_f64()));
        let by_nodes = self.settings.nodes.map(|most| part(nodes as f64, most as f64));
        let share = by_time.into_iter().chain(by_nodes).reduce(f64::max);
        Standing { score: self.best.0, bound: self.bound, nodes, share }
    }

    fn is_over(&self) -> bool {
        self.best.0 == self.bound || self.control.look()
    }

    fn has_beams(&self, time: Option<Duration>) -> bool {
        let cells = self.terrain.cells();
        let seconds = SECONDS_PER_SQUARED_CELL * (cells * cells) as f64 * LEAST_WIDTH;
        cells <= LARGEST_FOR_BEAMS && time.is_none_or(|time| seconds < time.as_secs_f64() * ROUNDS[1].1)
    }

    /// The rounds of a cycle and their shares. What the bound takes is taken from all others.
    fn rounds(&self, time: Option<Duration>) -> Vec<(Method, f64)> {
        if !self.has_beams(time) {
            return ROUNDS_OF_LARGE_BOARDS.to_vec();
        }
        let is_short = time.is_some_and(|time| time < SHORT_TIME);
        let share = if is_short { 0.0 } else { self.share_of_bound() };
        let rounds = if self.board.cells() < SMALL_BOARD { &ROUNDS[..] } else { &ROUNDS_WITH_STRANDS[..] };
        let mut rounds: Vec<_> = rounds.iter().map(|&(method, part)| (method, part * (1.0 - share))).collect();
        if share > 0.0 {
            rounds.insert(ROUNDS_BEFORE_BOUND, (Method::Bound, share));
        }
        rounds
    }

    /// The share of the bound: large where good games are soon found, none where moves are too long for strips to
    /// prove anything.
    fn share_of_bound(&self) -> f64 {
        match (self.board.directions(), self.board.cells()) {
            (Directions::Eight, _) if self.board.largest_value() > LONGEST_DIAGONAL => 0.0,
            (_, 0..SMALL_BOARD) => 0.4,
            _ => 0.2,
        }
    }

    fn cycle(&mut self, time: Option<Duration>, watch: &mut dyn FnMut(&Standing)) {
        let began = self.control.elapsed();
        let mut done = 0.0;
        for (method, share) in self.rounds(time) {
            if self.is_over() {
                return;
            }
            // What earlier rounds took too much or left over is shared by those to come.
            let part = (share / (1.0 - done)).min(1.0);
            done = f64::min(done + share, 0.999);
            let spent = self.control.elapsed() - began;
            let time = time.map(|time| time.saturating_sub(spent).mul_f64(part));
            match method {
                Method::Bound => self.tighten(time, share),
                _ => self.round(method, self.allowance(method, time, share), watch),
            }
            watch(&self.standing());
        }
    }

    /// Spends a share on a better bound.
    fn tighten(&mut self, time: Option<Duration>, share: f64) {
        let budget = match (self.settings.nodes, time) {
            (Some(nodes), _) => Budget::Edges((nodes as f64 * share * EDGES_PER_NODE) as u64),
            (None, time) => Budget::Time(time.unwrap_or(FIRST_CYCLE.mul_f64(share))),
        };
        let columns = self.board.columns();
        let proved = strips::upper_bound(self.terrain, columns, self.best.0, budget, &self.pool, self.control);
        self.bound = proved.map_or(self.bound, |proved| proved.min(self.bound));
    }

    /// What each task of a round may spend.
    fn allowance(&self, method: Method, time: Option<Duration>, share: f64) -> Allowance {
        let Some(nodes) = self.settings.nodes else { return Allowance { time, nodes: None, most_nodes: u64::MAX } };
        let left = nodes.saturating_sub(self.nodes.load(Relaxed));
        let most = ((nodes as f64 * share) as u64).min(left) / self.lanes as u64;
        // A beam goes on with one path when its nodes are spent, to come to the end of it.
        let planned =
            if matches!(method, Method::Beam | Method::Guided) { (most as f64 / PATIENCE) as u64 } else { most };
        Allowance { time, nodes: Some(planned), most_nodes: most }
    }

    /// Does the tasks of a round, and keeps the best of what they bring.
    fn round(&mut self, method: Method, allowance: Allowance, watch: &mut dyn FnMut(&Standing)) {
        let first = self.tasks;
        self.tasks += self.lanes as u64;
        let mut brought: Vec<Option<Brought>> = vec![None; self.lanes];
        let (sender, results) = channel::bounded(self.lanes);
        let search = &*self;
        search.pool.in_place_scope(|scope| {
            for lane in 0..search.lanes {
                let sender = sender.clone();
                scope.spawn(move |_| {
                    let _ = sender.send((lane, search.task(method, first + lane as u64, allowance)));
                });
            }
            drop(sender);
            loop {
                match results.recv_timeout(TICK) {
                    Ok((lane, result)) => brought[lane] = Some(result),
                    Err(RecvTimeoutError::Timeout) => watch(&search.standing()),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        // The first task of those with the best score, whichever was done first.
        let best = brought
            .into_iter()
            .flatten()
            .fold((self.best.0, None), |best, (score, moves)| if score > best.0 { (score, Some(moves)) } else { best });
        if let Some(moves) = best.1 {
            let directions = self.terrain.directions;
            let moves: Vec<_> = moves.iter().map(|&index| directions[usize::from(index)]).collect();
            // It may have been stopped before it had come to its end.
            self.best = play_on(self.board, &moves);
        }
    }

    fn task(&self, method: Method, task: u64, allowance: Allowance) -> Brought {
        let mut effort = Effort::new(allowance, self.control, &self.nodes);
        let seed = self.settings.seed ^ (task + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let plan = |heat| Plan { heat, gap: GAP, nodes: NODES_PER_GAP };
        match method {
            // The bound is no path: `tighten` finds it.
            Method::Bound => (0, Vec::new()),
            Method::Grow => anneal(self.terrain, Route::new(self.terrain, &[]), plan((3.0, 3.0)), seed, &mut effort),
            Method::Beam => beam(self.terrain, ranking(task), &[], seed, self.memory_of_beam(), &mut effort),
            Method::Guided => {
                let effort = |part| Effort::new(allowance.part(part), self.control, &self.nodes);
                let guide = strands(self.terrain, seed, &mut effort(SHARE_OF_STRANDS));
                let mut effort = effort(1.0 - SHARE_OF_STRANDS);
                beam(self.terrain, guided_ranking(task), &guide, seed, self.memory_of_beam(), &mut effort)
            }
            Method::Anneal(from, to) => {
                let index_of = |direction| self.terrain.directions.iter().position(|known| known == direction);
                let moves: Vec<u8> = self.best.1.iter().filter_map(index_of).map(|index| index as u8).collect();
                anneal(self.terrain, Route::new(self.terrain, &moves), plan((from, to)), seed, &mut effort)
            }
        }
    }

    /// Bytes that one beam may take for its paths.
    fn memory_of_beam(&self) -> usize {
        let limit = self.control.memory_limit().map(|limit| limit as f64 * SHARE_OF_MEMORY / self.lanes as f64);
        limit.map_or(MOST_MEMORY, |limit| MOST_MEMORY.min(limit as u64)) as usize
    }
}

/// The ranking of a task: the best known one first, then others like it.
fn ranking(task: u64) -> Ranking {
    let powers = [-0.5, -0.4, -0.4, -0.3];
    let noises = [0.0, 0.3, 0.5, 0.3];
    let index = (task % 4) as usize;
    Ranking { length_power: powers[index], noise: noises[index], guide: 0.0 }
}

/// The ranking of a task with a guide.
fn guided_ranking(task: u64) -> Ranking {
    let guides = [3.0, 2.0, 2.5, 1.5];
    Ranking { length_power: -0.5, noise: 0.0, guide: guides[(task % 4) as usize] }
}
