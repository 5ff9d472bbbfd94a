//! The real search: best first, led by the relaxation; every state once; dead ends cut off; what never hurts done at
//! once. If nothing is left, there is no solution.
//!
//! States are expanded in batches, by as many threads as there are, and entered one after the other. The size of a batch
//! depends on the work done so far and on nothing else, so the threads change the time but never the answer.

use crate::{
    lockpick::{
        level::{KeyEffect, Level, Need, NodeKind},
        play::{Move, State, Terrain},
    },
    search::StopReason,
};

use super::{
    crew::Crew,
    expand::{Ground, Worker},
    outcome::{Doubt, Outcome, Settings, Verdict},
    queue::Queue,
    strides::StrideReach,
    table::{Entered, Key, NO_PARENT, StateId, Table},
    trim::trimmed,
    watch::Watch,
};

/// The most states expanded at once.
const LARGEST_BATCH: usize = 256;

/// Finds any route, or proves that there is none. Where numbers can grow without end, larger and larger ones are tried.
pub fn search(terrain: &Terrain, settings: &Settings) -> Outcome {
    let Ok(start) = terrain.start() else { return Outcome::new(Verdict::Unknown(Doubt::Overflow)) };
    let ground = Ground::new(terrain, &start, false);
    let mut cap = terrain.is_unbounded().then(|| first_cap(&terrain.level));
    let mut watch = Watch::new(settings);
    let mut total = Outcome::new(Verdict::Unsolvable);
    loop {
        let mut run = Run {
            ground: &ground,
            settings,
            cap,
            table: Table::new(true),
            expansions: total.expansions,
            is_capped: false,
            nearest: u32::MAX,
        };
        let verdict = run.run(start.clone(), &mut watch);
        total.expansions = run.expansions;
        total.states = total.states.max(run.table.len() as u64);
        total.depth = total.depth.max(run.deepest());
        total.cap = cap;
        total.nearest = Some(run.nearest).filter(|&nearest| nearest < u32::MAX);
        match (&verdict, cap) {
            (Verdict::Unsolvable | Verdict::Unknown(Doubt::Overflow), Some(before)) if run.is_capped => {
                cap = before.checked_mul(4);
            }
            _ => {
                total.verdict = verdict;
                return total;
            }
        }
    }
}

/// A number that is larger than all in the level, by some margin.
fn first_cap(level: &Level) -> i64 {
    let largest = |locks: &[crate::lockpick::level::Lock]| {
        locks
            .iter()
            .map(|lock| match lock.need {
                Need::Normal(amount) => amount.re.saturating_abs().max(amount.im.saturating_abs()),
                _ => 1,
            })
            .fold(1, i64::saturating_add)
    };
    let all = level.nodes.iter().map(|node| match &node.kind {
        NodeKind::Key(key) => match key.effect {
            KeyEffect::Add(amount) | KeyEffect::Exact(amount) => {
                amount.re.saturating_abs().max(amount.im.saturating_abs())
            }
            _ => 1,
        },
        NodeKind::Door(door) => {
            largest(&door.locks).max(door.copies.re.saturating_abs()).max(door.copies.im.saturating_abs())
        }
        NodeKind::Gate(gate) => largest(&gate.locks),
        _ => 1,
    });
    let start = level.start_counts.iter().map(|count| count.re.saturating_abs().max(count.im.saturating_abs()));
    all.chain(start).max().unwrap_or(1).saturating_mul(2).saturating_add(4)
}

struct Run<'a> {
    ground: &'a Ground<'a>,
    settings: &'a Settings,
    cap: Option<i64>,
    table: Table,
    expansions: u64,
    is_capped: bool,
    /// The least guess how far the goal is.
    nearest: u32,
}

impl Run<'_> {
    fn deepest(&self) -> u32 {
        (0..self.table.len()).map(|id| self.table.depth(id as StateId)).max().unwrap_or(0)
    }

    fn run(&mut self, mut start: State, watch: &mut Watch<'_>) -> Verdict {
        let ground = self.ground;
        let mut first_worker = Worker::new(ground, &start);
        let mut opening = Vec::new();
        first_worker.settle_start(ground, &mut start, &mut opening);
        if ground.terrain.is_won(&start) {
            return Verdict::Solved { route: trimmed(ground.terrain, opening), is_shortest: false };
        }
        let Some(estimate) = first_worker.estimate(ground, &start) else { return Verdict::Unsolvable };
        let mut key = Vec::new();
        let split = ground.codec.write(ground.terrain, &start, &mut key);
        self.table.insert(Key { string: &key, split }, NO_PARENT, 0);
        let mut queue = Queue::default();
        queue.push(0, estimate, 0, &start.region);
        self.nearest = estimate;

        let mut crew = Crew::new(ground, &start, self.settings.threads);
        let mut batch = Vec::new();
        let mut has_overflow = false;
        loop {
            if let Some(reason) = watch.look(self.expansions, &self.table) {
                return Verdict::Unknown(Doubt::Stopped(reason));
            }
            if self.table.is_full() {
                return Verdict::Unknown(Doubt::Stopped(StopReason::MemoryLimit));
            }
            // Small at first: an easy level should not be searched more widely than it has to be.
            let size = (1 + self.table.len() / 256).min(LARGEST_BATCH);
            queue.take(size, &mut batch);
            if batch.is_empty() {
                break;
            }
            let reach = self.cap.map(|cap| StrideReach::after(cap, self.expansions));
            crew.expand(ground, reach, &self.table, &batch);
            for (&parent, expansion) in batch.iter().zip(&crew.expansions) {
                self.expansions += 1;
                has_overflow |= expansion.has_overflow;
                self.is_capped |= expansion.is_capped;
                let depth = self.table.depth(parent) + 1;
                let mut begin = 0;
                for (successor, region) in expansion.successors.iter().zip(&expansion.regions) {
                    let string = &expansion.strings[begin..successor.end];
                    begin = successor.end;
                    let Entered::New(id) = self.table.insert(Key { string, split: successor.split }, parent, depth)
                    else {
                        continue;
                    };
                    if successor.is_won {
                        let route = self.route(&mut first_worker, start, opening, id);
                        return Verdict::Solved { route, is_shortest: false };
                    }
                    if let Some(estimate) = successor.estimate {
                        queue.push(id, estimate, depth, region);
                        self.nearest = self.nearest.min(estimate);
                    }
                }
            }
        }
        if has_overflow { Verdict::Unknown(Doubt::Overflow) } else { Verdict::Unsolvable }
    }

    /// The moves from the start to a state.
    fn route(&self, worker: &mut Worker, mut state: State, opening: Vec<Move>, goal: StateId) -> Vec<Move> {
        let mut route = opening;
        for &id in &self.table.way_to(goal)[1..] {
            let is_found = worker.retrace(
                self.ground,
                self.cap.map(StrideReach::full),
                &mut state,
                self.table.key(id),
                &mut route,
            );
            debug_assert!(is_found, "a state is not where its way leads");
        }
        trimmed(self.ground.terrain, route)
    }
}
