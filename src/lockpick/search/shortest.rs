//! A route of the fewest steps, with the proof that none is shorter: A* led by the landmarks that are left.
//!
//! States are expanded in batches as in the [guided search](super::guided), so the threads never change the route.

use crate::{
    lockpick::{
        complex::Overflow,
        play::{Move, State, Terrain},
    },
    search::{Limits, StopReason},
};

use super::{
    crew::Crew,
    expand::{Ground, Worker},
    guided,
    outcome::{Doubt, Outcome, Settings, Verdict},
    table::{Entered, Key, NO_PARENT, StateId, Table},
    watch::Watch,
};

const LARGEST_BATCH: usize = 256;

/// States after which no route is looked for that may be longer than needed.
const PATIENCE: u64 = 500;

/// Finds a shortest route, or proves that there is none.
pub fn search(terrain: &Terrain, settings: &Settings) -> Outcome {
    let table = Table::new(false);
    let mut run = Run { terrain, settings, table, expansions: 0, depth: 0, least_steps: 0, unproved: None };
    let verdict = run.run().unwrap_or(Verdict::Unknown(Doubt::Overflow));
    Outcome {
        expansions: run.expansions,
        states: run.table.len() as u64,
        depth: run.depth,
        least_steps: run.least_steps,
        unproved: run.unproved,
        ..Outcome::new(verdict)
    }
}

struct Run<'a> {
    terrain: &'a Terrain,
    settings: &'a Settings,
    table: Table,
    expansions: u64,
    depth: u32,
    /// No route is shorter.
    least_steps: u32,
    /// Why the search ended with a route, but without the proof.
    unproved: Option<StopReason>,
}

impl Run<'_> {
    fn run(&mut self) -> Result<Verdict, Overflow> {
        let start = self.terrain.start()?;
        if self.terrain.is_won(&start) {
            return Ok(Verdict::Solved { route: Vec::new(), is_shortest: true });
        }
        let ground = Ground::new(self.terrain, &start, true);
        let mut crew = Crew::new(&ground, &start, self.settings.threads);
        let mut key = Vec::new();
        let split = ground.codec.write(self.terrain, &start, &mut key);
        self.table.insert(Key { string: &key, split }, NO_PARENT, 0);
        let mut queue = Queue::default();
        let known = self.known_route(&ground);
        match Worker::new(&ground, &start).estimate(&ground, &start) {
            Some(left) => queue.push(0, 0, left),
            None => return Ok(Verdict::Unsolvable),
        }
        let mut watch = Watch::new(self.settings);
        let mut batch = Vec::new();
        let mut has_overflow = false;
        loop {
            let full = self.table.is_full().then_some(StopReason::MemoryLimit);
            if let Some(reason) = watch.look(self.expansions, &self.table).or(full) {
                let Some(route) = known else { return Ok(Verdict::Unknown(Doubt::Stopped(reason))) };
                self.unproved = Some(reason);
                return Ok(Verdict::Solved { route, is_shortest: false });
            }
            let size = (1 + self.table.len() / 256).min(LARGEST_BATCH);
            let Some(total) = queue.take(size, &self.table, &mut batch) else { break };
            if !has_overflow {
                self.least_steps = total;
            }
            // No route that is left to find is shorter than the one that is known.
            if let Some(route) = known.as_ref().filter(|route| route.len() as u32 <= total) {
                return Ok(Verdict::Solved { route: route.clone(), is_shortest: !has_overflow });
            }
            crew.expand(&ground, None, &self.table, &batch);
            for (&parent, expansion) in batch.iter().zip(&crew.expansions) {
                self.expansions += 1;
                has_overflow |= expansion.has_overflow;
                let depth = self.table.depth(parent) + 1;
                let mut begin = 0;
                for successor in &expansion.successors {
                    let string = &expansion.strings[begin..successor.end];
                    begin = successor.end;
                    let id = match self.table.insert(Key { string, split: successor.split }, parent, depth) {
                        Entered::New(id) | Entered::Nearer(id) => id,
                        Entered::Known => continue,
                    };
                    self.depth = self.depth.max(depth);
                    // No route is shorter than the least total, so this one is a shortest.
                    if successor.is_won && depth <= total {
                        let route = self.route(&ground, start, id);
                        return Ok(Verdict::Solved { route, is_shortest: !has_overflow });
                    }
                    match successor.estimate {
                        Some(_) if successor.is_won => queue.push_won(id, depth),
                        Some(left) => queue.push(id, depth, left),
                        None => {}
                    }
                }
            }
            if let Some(id) = queue.won_within(&self.table) {
                let route = self.route(&ground, start, id);
                return Ok(Verdict::Solved { route, is_shortest: !has_overflow });
            }
        }
        Ok(if has_overflow { Verdict::Unknown(Doubt::Overflow) } else { Verdict::Unsolvable })
    }

    /// A route that is found soon, short or not. It ends the proof as soon as no shorter one is possible.
    fn known_route(&mut self, ground: &Ground<'_>) -> Option<Vec<Move>> {
        let patience = self.settings.limits.nodes.map_or(PATIENCE, |nodes| nodes.min(PATIENCE));
        let limits = Limits { nodes: Some(patience), ..self.settings.limits.clone() };
        let settings = Settings { limits, ..self.settings.clone() };
        let outcome = guided::search(ground.terrain, &settings);
        self.expansions += outcome.expansions;
        match outcome.verdict {
            Verdict::Solved { route, .. } => Some(route),
            _ => None,
        }
    }

    fn route(&self, ground: &Ground<'_>, mut state: State, goal: StateId) -> Vec<Move> {
        let mut worker = Worker::new(ground, &state);
        let mut route = Vec::new();
        for &id in &self.table.way_to(goal)[1..] {
            let is_found = worker.retrace(ground, None, &mut state, self.table.key(id), &mut route);
            debug_assert!(is_found, "a state is not where its way leads");
        }
        route
    }
}

/// States waiting to be expanded, by the least number of steps of a route through them; of these the nearest to the
/// goal, and of these the youngest.
#[derive(Default)]
struct Queue {
    /// By total, then by what is left: a state and its depth when it was put here.
    waiting: Vec<Vec<Vec<(StateId, u32)>>>,
    /// Solved states that are not yet known to be the nearest.
    won: Vec<(StateId, u32)>,
    least: usize,
}

impl Queue {
    fn push(&mut self, id: StateId, depth: u32, left: u32) {
        let (total, left) = ((depth + left) as usize, left as usize);
        if self.waiting.len() <= total {
            self.waiting.resize_with(total + 1, Vec::new);
        }
        let row = &mut self.waiting[total];
        if row.len() <= left {
            row.resize_with(left + 1, Vec::new);
        }
        row[left].push((id, depth));
        self.least = self.least.min(total);
    }

    fn push_won(&mut self, id: StateId, depth: u32) {
        self.won.push((id, depth));
    }

    /// Takes out up to so many of the best, all with the same total, and tells that. `None` if nothing is left.
    fn take(&mut self, count: usize, table: &Table, batch: &mut Vec<StateId>) -> Option<u32> {
        batch.clear();
        while self.least < self.waiting.len() {
            for row in &mut self.waiting[self.least] {
                while batch.len() < count {
                    let Some((id, depth)) = row.pop() else { break };
                    // A shorter way to it was found since: it waits somewhere else too.
                    if table.depth(id) == depth {
                        batch.push(id);
                    }
                }
            }
            if !batch.is_empty() {
                return Some(self.least as u32);
            }
            self.least += 1;
        }
        None
    }

    /// A solved state that no waiting state can beat.
    fn won_within(&self, table: &Table) -> Option<StateId> {
        let next =
            self.waiting.iter().enumerate().skip(self.least).find(|(_, rows)| rows.iter().any(|row| !row.is_empty()));
        let next = next.map_or(u32::MAX, |(total, _)| total as u32);
        let nearest = self.won.iter().filter(|(id, depth)| table.depth(*id) == *depth).min_by_key(|(_, depth)| *depth);
        nearest.filter(|(_, depth)| *depth <= next).map(|(id, _)| *id)
    }
}
