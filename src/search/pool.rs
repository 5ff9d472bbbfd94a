//! The workers of a run: they take ranges from a shared queue, cut them where branches are owed, and a busy one halves
//! its range for an idle one.

use std::{
    any::Any,
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering::*},
    },
    time::{Duration, Instant},
};

use crossbeam::{queue::ArrayQueue, utils::CachePadded};

use super::{
    branch::Branch,
    control::Control,
    ledger::{Segment, WriteDown, Written},
    limits::StopReason,
    path::Path,
    quest::Quest,
    queue::Queue,
    range::{Range, position},
    tree::Tree,
    worker::{Pause, Task, Worker},
};

/// What a worker tells the reporter.
pub(super) enum Report<A> {
    /// A range has been searched.
    Segment(Segment<A>),
    /// Where a worker stands, if somebody watches.
    Branch(Branch<A>),
    /// The puzzle's code panicked somewhere in this range.
    Panicked { range: Range, message: String },
}

/// Who a worker reports to: the reporter itself if it is on the same thread, or a channel that leads there.
pub(super) trait Sink<A> {
    /// Hands over a report.
    fn report(&mut self, report: Report<A>);
    /// Called between two stretches of work.
    fn look(&mut self);
}

/// What the workers of a run share. Workers look at it once every few thousand nodes.
pub(super) struct Pool {
    quest: Quest,
    poll_every: u64,
    control: Control,
    /// Do workers tell where they stand?
    pub is_watched: bool,
    /// Is there only one worker?
    pub is_alone: bool,
    queue: Queue<Path, Task>,
    /// Branches that a task could not be cut into, so the next one is.
    owed: CachePadded<AtomicUsize>,
    /// Is nothing more wanted, for another reason than the control's?
    is_over: CachePadded<AtomicBool>,
    /// Rises when the reporter wants to hear of everybody's work.
    round: CachePadded<AtomicU64>,
    /// The best score met by anyone.
    best_score: CachePadded<AtomicI64>,
    /// Ids from here on cannot matter any more. The counter rises with each change.
    cutoff: Mutex<Option<Path>>,
    cutoff_changes: CachePadded<AtomicU64>,
    /// How many bytes of solutions were handed over that nobody has been told of, if those are to stay few.
    backlog: Option<CachePadded<AtomicUsize>>,
    /// The first id that may have to be searched yet, as far as the reporter knows.
    front: Mutex<Option<Path>>,
    /// Buffers whose text has been told, for the next texts.
    spare: ArrayQueue<Written>,
    /// When it was first seen that the run is stopped while something was to be written down.
    stopped_at: OnceLock<Instant>,
}

/// A worker that is ahead of what has been told leaves its range after so many bytes of solutions, and helps where the
/// first ones are missing.
const LONGEST_LEAD: usize = 1 << 18;
/// With more bytes of solutions than this in the backlog, nobody goes on ahead of what has been told.
const LARGE_BACKLOG: usize = 10 << 20;

/// So many buffers are kept for texts to come.
const SPARE_BUFFERS: usize = 12;

/// After a stop, solutions are written down for so long. There may be thousands for each of many threads.
const TIME_TO_WRITE: Duration = Duration::from_millis(30);
/// So many solutions are written down between two looks at the clock.
const LOOK_EVERY: u32 = 64;

impl Pool {
    /// A pool without tasks. If a backlog is watched, solutions are told in the order of their ids as they come, and no
    /// more of them are kept than that takes.
    pub fn new(
        quest: Quest,
        poll_every: u64,
        control: Control,
        best_score: Option<i64>,
        watches_backlog: bool,
    ) -> Self {
        Self {
            backlog: watches_backlog.then(CachePadded::default),
            front: Mutex::default(),
            spare: ArrayQueue::new(SPARE_BUFFERS),
            stopped_at: OnceLock::new(),
            quest,
            poll_every: poll_every.max(1),
            control,
            is_watched: false,
            is_alone: false,
            queue: Queue::new(),
            owed: CachePadded::default(),
            is_over: CachePadded::default(),
            round: CachePadded::default(),
            best_score: CachePadded::new(AtomicI64::new(best_score.unwrap_or(i64::MIN))),
            cutoff: Mutex::default(),
            cutoff_changes: CachePadded::default(),
        }
    }

    /// Queues a task for whoever is free.
    pub fn push(&self, task: Task) {
        self.queue.push(task.range.from.clone(), task);
    }

    /// Makes every worker stop at its next look.
    pub fn stop(&self) {
        self.is_over.store(true, SeqCst);
        self.queue.close();
    }

    fn is_stopped(&self) -> bool {
        self.is_over.load(Relaxed) || self.control.is_stopped()
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
    pub fn work<T: Tree>(
        &self,
        number: usize,
        mut tree: T,
        write: Option<WriteDown<'_, T::Answer>>,
        sink: &mut dyn Sink<T::Answer>,
    ) {
        tree.watch(&self.control);
        let mut worker = Worker::new(tree, self.quest, self.control.clone());
        let mut next = self.queue.take();
        while let Some(task) = next {
            let range = task.range.clone();
            let searched = catch_unwind(AssertUnwindSafe(|| {
                let task = self.cut(task, &mut worker);
                self.search(number, &mut worker, task, write, sink)
            }));
            match searched {
                Err(panic) => {
                    self.stop();
                    let range = worker.unreported().unwrap_or(range);
                    sink.report(Report::Panicked { range, message: panic_text(&*panic) });
                    return;
                }
                Ok(left_at) => {
                    if self.is_watched {
                        sink.report(Report::Branch(Branch::idle(number, worker.total())));
                    }
                    self.queue.finish();
                    next = match left_at {
                        None => self.queue.take(),
                        Some(bound) => self.queue.take_below(&bound, || self.backlog() > LARGE_BACKLOG),
                    };
                }
            }
        }
    }

    /// Takes a buffer whose text has been told.
    pub fn give_back(&self, mut buffer: Written) {
        buffer.text.clear();
        buffer.ends.clear();
        // If there are enough of them, it goes.
        let _ = self.spare.push(buffer);
    }

    /// May another solution be written down? `asked` counts how often a worker wanted to know that, because it need not
    /// look at the clock each time.
    fn has_time_to_write(&self, asked: &Cell<u32>) -> bool {
        asked.set(asked.get().wrapping_add(1));
        if asked.get().is_multiple_of(LOOK_EVERY) {
            self.control.look_now();
        }
        // A limit on nodes is kept exactly, however long that takes.
        !self.control.is_stopped()
            || self.control.reason() == Some(StopReason::NodeLimit)
            || self.stopped_at.get_or_init(Instant::now).elapsed() < TIME_TO_WRITE
    }

    fn backlog(&self) -> usize {
        self.backlog.as_ref().map_or(0, |backlog| backlog.load(Relaxed))
    }

    /// Everything before the front has been searched, and so many bytes of the backlog have been told: perhaps it is
    /// not too early for what lies further ahead any more.
    pub fn clear_backlog(&self, front: Option<&Path>, told: usize) {
        let Some(backlog) = &self.backlog else { return };
        *self.front.lock().unwrap_or_else(PoisonError::into_inner) = front.cloned();
        // What earlier runs have found was never entered.
        let cleared = backlog.fetch_update(Relaxed, Relaxed, |before| Some(before.saturating_sub(told)));
        let before = cleared.unwrap_or_default();
        if before > LARGE_BACKLOG && before.saturating_sub(told) <= LARGE_BACKLOG && self.queue.holds_anybody() {
            self.queue.call_all();
        }
    }

    /// Cuts a task into as many branches as it is meant to be, by halves, and keeps the first. Each cut is made when
    /// somebody is about to search the range, so it costs nothing in advance and a stop ends it.
    fn cut<T: Tree>(&self, mut task: Task, worker: &mut Worker<T>) -> Task {
        task.branches = task.branches.saturating_add(self.owed.swap(0, Relaxed));
        while task.branches > 1 && !self.is_stopped() {
            let tree = worker.at_root();
            let Some((early, late)) = task.range.halve(tree) else {
                self.owed.fetch_add(task.branches - 1, Relaxed);
                break;
            };
            let middle = position(&late.from, tree);
            let (first, second) = (task.branches.div_ceil(2), task.branches / 2);
            self.push(Task { range: late, span: (middle, task.span.1), branches: second });
            task = Task { range: early, span: (task.span.0, middle), branches: first };
            self.control.look();
        }
        task
    }

    /// Searches a task to its end, or until the run stops or nothing in it can matter any more. If it was left because
    /// the backlog is large, that tells where.
    fn search<T: Tree>(
        &self,
        number: usize,
        worker: &mut Worker<T>,
        task: Task,
        write: Option<WriteDown<'_, T::Answer>>,
        sink: &mut dyn Sink<T::Answer>,
    ) -> Option<Path> {
        // To write down what a stretch of work has found may take longer than to find it: that counts for its length.
        let time_writing = Cell::new(Duration::ZERO);
        let report = |worker: &mut Worker<T>, sink: &mut dyn Sink<T::Answer>| {
            if let Some(mut segment) = worker.close_segment() {
                if let Some(write) = write {
                    let (begun, asked) = (Instant::now(), Cell::new(0));
                    let spare = || self.spare.pop().unwrap_or_default();
                    let (room, is_whole) = segment.write_down(write, spare, || self.has_time_to_write(&asked));
                    worker.reuse(room);
                    time_writing.set(begun.elapsed());
                    if !is_whole {
                        // What is not told is left to be searched.
                        return None;
                    }
                }
                if let Some(backlog) = &self.backlog {
                    backlog.fetch_add(segment.bytes(), Relaxed);
                }
                sink.report(Report::Segment(segment));
            }
            None
        };
        let (mut cutoff_changes, mut round) = (0, self.round.load(Relaxed));
        let large_backlog = (LONGEST_LEAD + self.backlog()).min(LARGE_BACKLOG);
        worker.open(task);
        loop {
            self.control.wait_while_paused();
            if self.is_stopped() {
                return report(worker, sink);
            }
            let changes = self.cutoff_changes.load(Acquire);
            if changes != cutoff_changes
                && let Some(cutoff) = self.cutoff()
            {
                cutoff_changes = changes;
                if worker.unreported().is_none_or(|range| range.from >= cutoff) {
                    return None;
                }
                worker.cut_at(cutoff, 1.0);
            }
            if self.quest.is_for_best() {
                worker.set_floor(self.floor(worker.best_here()));
            }
            let mut budget = self.control.take_nodes(worker.stretch(self.poll_every));
            if budget == 0 {
                self.control.stop(StopReason::NodeLimit);
                return report(worker, sink);
            }
            let begun = Instant::now();
            let pause = worker.search(&mut budget);
            worker.keep_pace(begun.elapsed() + time_writing.take(), self.poll_every);
            self.control.return_nodes(budget);
            match pause {
                Pause::Exhausted => return report(worker, sink),
                Pause::News if !self.quest.is_for_best() => return report(worker, sink),
                Pause::News => {
                    self.best_score.fetch_max(worker.best_here().unwrap_or(i64::MIN), Relaxed);
                    report(worker, sink);
                }
                Pause::Budget => {}
            }
            sink.look();
            if self.queue.wants_more()
                && let Some(given) = worker.split()
            {
                self.push(given);
            }
            let current = self.round.load(Relaxed);
            if current != round || worker.has_found() {
                report(worker, sink);
            }
            if current != round {
                round = current;
                if self.is_watched {
                    sink.report(Report::Branch(worker.branch(number)));
                }
            }
            if self.queue.holds_anybody()
                && worker.next_id().is_some_and(|next| self.queue.wants_one_at(&next))
                && let Some(given) = worker.split()
            {
                self.push(given);
            }
            // Whoever has nothing to do or gives up a lead goes on right behind the first of us, and need not wait for
            // it.
            if self.backlog.is_some()
                && !self.is_alone
                && !worker.end().is_some_and(|end| self.queue.has_task_at(end))
                && let Some(given) = worker.split()
            {
                self.push(given);
            }
            if self.backlog() > large_backlog
                && let Some(rest) = worker.rest()
                && !self.is_front(&rest.range.from)
            {
                report(worker, sink);
                let left_at = rest.range.from.clone();
                self.push(rest);
                return Some(left_at);
            }
        }
    }

    /// Has everything before this id been told?
    fn is_front(&self, id: &Path) -> bool {
        self.front.lock().unwrap_or_else(PoisonError::into_inner).as_ref().is_none_or(|front| id <= front)
    }

    /// Somebody elsewhere has found a solution with this score.
    pub fn raise_best(&self, score: i64) {
        self.best_score.fetch_max(score, Relaxed);
    }

    /// Solutions below this score cannot win: worse than another's, or not better than one of lower id, unless equals
    /// are wanted, too.
    fn floor(&self, best_here: Option<i64>) -> i64 {
        let best = self.best_score.load(Relaxed);
        let more = i64::from(self.quest == Quest::Best);
        best_here.map_or(best, |here| best.max(here.saturating_add(more)))
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_owned()
}

#[cfg(test)]
mod tests;
