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
    anneal::{self, anneal},
    beam::{self, PATIENCE, beam},
    effort::{Allowance, Effort},
    first::play_on,
    route::Route,
    schedule::{GUIDED, Method, ranking, rounds},
    strands::strands,
    strips::{self, Budget},
    terrain::Terrain,
};
use crate::{
    search::{Control, SearchError, own_pool},
    voracity::{Board, Direction},
};

/// Without any limit, the first cycle of rounds takes so long and every later one twice as long as the one before.
const FIRST_CYCLE: Duration = Duration::from_secs(10);
/// Tasks of a round if they must not depend on the threads.
const FIXED_LANES: usize = 4;
/// Bytes for the paths of a beam; and of a limited memory, what all beams together may take.
const MOST_MEMORY: u64 = 512 << 20;
const SHARE_OF_MEMORY: f64 = 0.25;
/// The time between two reports of how far the search has come.
const TICK: Duration = Duration::from_millis(50);

/// Of a task with strands, the share of the strands; the rest is the beam's that tries them.
const SHARE_OF_STRANDS: f64 = 0.7;

/// Edges of diagrams that can be looked at in the time of a node.
const EDGES_PER_NODE: f64 = 300.0;

/// Moves taken out and nodes for the search of others, per step.
const GAP: usize = 16;
const NODES_PER_GAP: u32 = 200;

/// What a task brings: a path, and the strands that were its guide.
#[derive(Clone, Debug)]
struct Brought {
    score: u32,
    moves: Vec<u8>,
    guide: Vec<u32>,
}

impl From<(u32, Vec<u8>)> for Brought {
    fn from((score, moves): (u32, Vec<u8>)) -> Self {
        Self { score, moves, guide: Vec::new() }
    }
}

/// A search while it goes on.
pub(super) struct Search<'a> {
    board: &'a Board,
    terrain: &'a Terrain,
    settings: &'a Settings,
    control: &'a Control,
    pool: Arc<ThreadPool>,
    lanes: usize,
    best: (u32, Vec<Direction>),
    /// The strands that are the best guide of this cycle, and what a short beam reached with them.
    guide: (u32, Vec<u32>),
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
            guide: (0, Vec::new()),
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

    fn cycle(&mut self, time: Option<Duration>, watch: &mut dyn FnMut(&Standing)) {
        let began = self.control.elapsed();
        self.guide = (0, Vec::new());
        let mut done = 0.0;
        for (method, share) in rounds(self.board, time, self.lanes) {
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
        let most = ((nodes as f64 * share) as u64).min(left) / self.lanes_of(method) as u64;
        // A beam goes on with one path when its nodes are spent, to come to the end of it.
        let planned = if matches!(method, Method::Beam | Method::Strands | Method::Guided) {
            (most as f64 / PATIENCE) as u64
        } else {
            most
        };
        Allowance { time, nodes: Some(planned), most_nodes: most }
    }

    /// Tasks of a round.
    fn lanes_of(&self, method: Method) -> usize {
        if matches!(method, Method::Guided) { 1 } else { self.lanes }
    }

    /// Does the tasks of a round, and keeps the best of what they bring.
    fn round(&mut self, method: Method, allowance: Allowance, watch: &mut dyn FnMut(&Standing)) {
        let first = self.tasks;
        let lanes = self.lanes_of(method);
        self.tasks += lanes as u64;
        let mut brought: Vec<Option<Brought>> = vec![None; lanes];
        let (sender, results) = channel::bounded(lanes);
        let search = &*self;
        search.pool.in_place_scope(|scope| {
            for lane in 0..lanes {
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
        for Brought { score, moves, guide } in brought.into_iter().flatten() {
            if score > self.best.0 {
                let directions = self.terrain.directions;
                let moves: Vec<_> = moves.iter().map(|&index| directions[usize::from(index)]).collect();
                // It may have been stopped before it had come to its end.
                self.best = play_on(self.board, &moves);
            }
            if score > self.guide.0 && !guide.is_empty() {
                self.guide = (score, guide);
            }
        }
    }

    fn task(&self, method: Method, task: u64, allowance: Allowance) -> Brought {
        let mut effort = Effort::new(allowance, self.control, &self.nodes);
        let seed = self.settings.seed ^ (task + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let steps = |heat| anneal::Plan { heat, gap: GAP, nodes: NODES_PER_GAP };
        let threads = if self.lanes_of(method) == 1 { self.settings.threads.max(1) } else { 1 };
        let plan = |ranking| beam::Plan { ranking, seed, memory: self.memory_of_beam(method), threads };
        match method {
            // The bound is no path: `tighten` finds it.
            Method::Bound => (0, Vec::new()).into(),
            Method::Grow => {
                anneal(self.terrain, Route::new(self.terrain, &[]), steps((3.0, 3.0)), seed, &mut effort).into()
            }
            Method::Beam => beam(self.terrain, plan(ranking(task)), &[], &mut effort).into(),
            Method::Strands => {
                let effort = |part| Effort::new(allowance.part(part), self.control, &self.nodes);
                let guide = strands(self.terrain, seed, &mut effort(SHARE_OF_STRANDS));
                let mut effort = effort(1.0 - SHARE_OF_STRANDS);
                let (score, moves) = beam(self.terrain, plan(GUIDED), &guide, &mut effort);
                Brought { score, moves, guide }
            }
            Method::Guided => beam(self.terrain, plan(GUIDED), &self.guide.1, &mut effort).into(),
            Method::Anneal(from, to) => {
                let index_of = |direction| self.terrain.directions.iter().position(|known| known == direction);
                let moves: Vec<u8> = self.best.1.iter().filter_map(index_of).map(|index| index as u8).collect();
                anneal(self.terrain, Route::new(self.terrain, &moves), steps((from, to)), seed, &mut effort).into()
            }
        }
    }

    /// Bytes that one beam may take for its paths.
    fn memory_of_beam(&self, method: Method) -> usize {
        let lanes = self.lanes_of(method) as f64;
        let limit = self.control.memory_limit().map(|limit| limit as f64 * SHARE_OF_MEMORY / lanes);
        limit.map_or(MOST_MEMORY, |limit| MOST_MEMORY.min(limit as u64)) as usize
    }
}
