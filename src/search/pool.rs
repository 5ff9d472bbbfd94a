//! The workers of a run: they take ranges from a shared queue, and a busy one halves its range for an idle one.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering::*},
    },
    time::Duration,
};

use crossbeam::{
    channel::Sender,
    deque::{Injector, Steal},
    utils::CachePadded,
};

use super::{
    ledger::Segment,
    limits::StopReason,
    path::Path,
    quest::Quest,
    range::Range,
    tree::Tree,
    worker::{Pause, Task, Worker},
};

/// An idle worker looks at the queue at least this often, should a wake-up have passed it by.
const NAP: Duration = Duration::from_millis(2);

/// What a worker tells the reporter.
pub(super) enum Report<A> {
    /// A range has been searched.
    Segment(Segment<A>),
    /// The puzzle's code panicked somewhere in this range.
    Panicked { range: Range, message: String },
}

/// What the workers of a run share. Workers look at it once every few thousand nodes.
pub(super) struct Pool {
    quest: Quest,
    poll_every: u64,
    has_node_limit: bool,
    queue: Injector<Task>,
    /// Tasks queued or being searched. The run is over when none is left.
    unfinished: CachePadded<AtomicUsize>,
    /// Workers that wait for a task.
    hungry: CachePadded<AtomicUsize>,
    stop: CachePadded<AtomicBool>,
    stop_reason: Mutex<Option<StopReason>>,
    /// Rises when the reporter wants to hear of everybody's work.
    round: CachePadded<AtomicU64>,
    /// Nodes that may still be visited.
    nodes_left: CachePadded<AtomicU64>,
    /// The best score met by anyone.
    best_score: CachePadded<AtomicI64>,
    /// Ids from here on cannot matter any more. The counter rises with each change.
    cutoff: Mutex<Option<Path>>,
    cutoff_changes: CachePadded<AtomicU64>,
    bed: Mutex<()>,
    bell: Condvar,
}

impl Pool {
    pub fn new(quest: Quest, poll_every: u64, node_limit: Option<u64>, best_score: Option<i64>) -> Self {
        Self {
            quest,
            poll_every: poll_every.max(1),
            has_node_limit: node_limit.is_some(),
            queue: Injector::new(),
            unfinished: CachePadded::default(),
            hungry: CachePadded::default(),
            stop: CachePadded::default(),
            stop_reason: Mutex::default(),
            round: CachePadded::default(),
            nodes_left: CachePadded::new(AtomicU64::new(node_limit.unwrap_or(u64::MAX))),
            best_score: CachePadded::new(AtomicI64::new(best_score.unwrap_or(i64::MIN))),
            cutoff: Mutex::default(),
            cutoff_changes: CachePadded::default(),
            bed: Mutex::default(),
            bell: Condvar::new(),
        }
    }

    /// Queues a task for whoever is free.
    pub fn push(&self, task: Task) {
        self.unfinished.fetch_add(1, SeqCst);
        self.queue.push(task);
        self.bell.notify_one();
    }

    /// Makes every worker stop at its next look. The first reason given is the one that counts.
    pub fn stop(&self, reason: StopReason) {
        self.stop_reason.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(reason);
        self.stop.store(true, SeqCst);
        self.bell.notify_all();
    }

    pub fn stop_reason(&self) -> Option<StopReason> {
        *self.stop_reason.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks every worker to report what it has done so far.
    pub fn call_round(&self) {
        self.round.fetch_add(1, Relaxed);
    }

    /// Tells the workers that ids from `cutoff` on cannot matter any more.
    pub fn cut_off(&self, cutoff: &Path) {
        let mut current = self.cutoff.lock().unwrap_or_else(PoisonError::into_inner);
        if current.as_ref().is_none_or(|current| cutoff < current) {
            *current = Some(cutoff.clone());
            self.cutoff_changes.fetch_add(1, Release);
        }
    }

    fn cutoff(&self) -> Option<Path> {
        self.cutoff.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The life of one worker: search tasks until none is left.
    pub fn work<T: Tree>(&self, tree: T, reports: &Sender<Report<T::Answer>>) {
        let mut worker = Worker::new(tree, self.quest, self.has_node_limit);
        while let Some(task) = self.next_task() {
            let range = task.range.clone();
            let searched = catch_unwind(AssertUnwindSafe(|| self.search(&mut worker, task, reports)));
            if let Err(panic) = searched {
                self.stop(StopReason::Interrupted);
                let range = worker.unreported().unwrap_or(range);
                // The reporter outlives the workers; should it be gone all the same, there is nobody to tell.
                let _ = reports.send(Report::Panicked { range, message: panic_text(&*panic) });
                return;
            }
            if self.unfinished.fetch_sub(1, SeqCst) == 1 {
                self.bell.notify_all();
            }
        }
    }

    fn next_task(&self) -> Option<Task> {
        let mut waiting = false;
        let task = loop {
            if self.stop.load(SeqCst) {
                break None;
            }
            match self.queue.steal() {
                Steal::Success(task) => break Some(task),
                Steal::Retry => continue,
                Steal::Empty if self.unfinished.load(SeqCst) == 0 => break None,
                Steal::Empty => {}
            }
            if !waiting {
                self.hungry.fetch_add(1, SeqCst);
                waiting = true;
            }
            let bed = self.bed.lock().unwrap_or_else(PoisonError::into_inner);
            drop(self.bell.wait_timeout(bed, NAP));
        };
        if waiting {
            self.hungry.fetch_sub(1, SeqCst);
        }
        task
    }

    /// Searches a task to its end, or until the run stops or nothing in it can matter any more.
    fn search<T: Tree>(&self, worker: &mut Worker<T>, task: Task, reports: &Sender<Report<T::Answer>>) {
        let report = |worker: &mut Worker<T>| {
            if let Some(segment) = worker.close_segment() {
                let _ = reports.send(Report::Segment(segment));
            }
        };
        let (mut cutoff_changes, mut round) = (0, self.round.load(Relaxed));
        worker.open(task);
        loop {
            let changes = self.cutoff_changes.load(Acquire);
            if changes != cutoff_changes
                && let Some(cutoff) = self.cutoff()
            {
                cutoff_changes = changes;
                if worker.unreported().is_none_or(|range| range.from >= cutoff) {
                    return;
                }
                worker.cut_at(cutoff, 1.0);
            }
            if self.quest == Quest::Best {
                worker.set_floor(self.floor(worker.best_here()));
            }
            let mut budget = self.draw_nodes();
            if budget == 0 {
                self.stop(StopReason::NodeLimit);
                return report(worker);
            }
            let pause = worker.search(&mut budget);
            self.nodes_left.fetch_add(budget, Relaxed);
            match pause {
                Pause::Exhausted => return report(worker),
                Pause::News if self.quest != Quest::Best => return report(worker),
                Pause::News => {
                    self.best_score.fetch_max(worker.best_here().unwrap_or(i64::MIN), Relaxed);
                    report(worker);
                }
                Pause::Budget => {}
            }
            if self.stop.load(Relaxed) {
                return report(worker);
            }
            if self.hungry.load(Relaxed) > self.queue.len()
                && let Some(given) = worker.split()
            {
                self.push(given);
            }
            let current = self.round.load(Relaxed);
            if current != round || worker.has_found() {
                round = current;
                report(worker);
            }
        }
    }

    /// Solutions below this score cannot win: worse than another's, or not better than one of lower id.
    fn floor(&self, best_here: Option<i64>) -> i64 {
        let best = self.best_score.load(Relaxed);
        best_here.map_or(best, |here| best.max(here.saturating_add(1)))
    }

    /// Takes up to one look's worth of nodes from what may still be visited.
    fn draw_nodes(&self) -> u64 {
        let drawn = self.nodes_left.fetch_update(Relaxed, Relaxed, |left| Some(left - left.min(self.poll_every)));
        drawn.unwrap_or_default().min(self.poll_every)
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_owned()
}
