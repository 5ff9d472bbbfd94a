//! A whole run: cuts the work into ranges, lets the workers loose, keeps the ledger, and stops in time.

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use crossbeam::channel::{self, RecvTimeoutError};

use crate::memory;

use super::{
    checkpoint::{self, CheckpointError, CheckpointPlan},
    ledger::Ledger,
    limits::{Limits, StopReason},
    pool::{Pool, Report},
    quest::Quest,
    range::{Range, divide, position},
    tally::Tally,
    tree::Tree,
    worker::Task,
};

/// How often the reporter looks at the clock and asks the workers for news.
const TICK: Duration = Duration::from_millis(100);

/// How a run is to be carried out. None of this changes its answers, except for [`Quest::Any`] and limits.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Worker threads.
    pub threads: usize,
    /// Ranges to cut the work into at the start.
    pub branches: usize,
    /// What to bring back.
    pub quest: Quest,
    /// Solutions with a lower score than this need not be found, if only the best counts: a better one is known.
    pub least_score: Option<i64>,
    /// Are solutions to be kept that the observer has heard of? If all are wanted there may be very many.
    pub keep_answers: bool,
    /// When to stop early.
    pub limits: Limits,
    /// Nodes between two looks at the engine's state.
    pub poll_every: u64,
    /// Where to keep checkpoints, if anywhere.
    pub checkpoint: Option<CheckpointPlan>,
    /// Set from outside (a signal handler, say) to stop the run.
    pub interrupt: Arc<AtomicBool>,
}

impl Settings {
    /// One thread, one branch, no limits.
    pub fn new(quest: Quest) -> Self {
        Self {
            threads: 1,
            branches: 1,
            quest,
            least_score: None,
            keep_answers: true,
            limits: Limits::default(),
            poll_every: 4096,
            checkpoint: None,
            interrupt: Arc::default(),
        }
    }
}

/// How far a run has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The part of the tree searched, as far as can be told from the ids.
    pub share: f64,
    /// The work done, in this run and those it resumes.
    pub tally: Tally,
    /// Time since this run began.
    pub elapsed: Duration,
}

/// What happens during a run.
pub enum Event<'a, A> {
    /// The next solution in id order. Quests for any or the best solution have no such order and tell at the end.
    Answer(&'a A),
    /// The clock has ticked.
    Progress(Progress),
    /// A periodic checkpoint could not be written; the run goes on.
    CheckpointFailed(CheckpointError),
}

/// What a run brought.
#[derive(Debug)]
pub struct Outcome<A> {
    /// The solutions, in id order; without those that were not to be kept.
    pub answers: Vec<A>,
    /// The number of all solutions found, kept or not.
    pub found: usize,
    /// The work that leads to these answers: the same for every number of threads if the run stopped by itself.
    pub tally: Tally,
    /// Why the run ended.
    pub stop: StopReason,
    /// How long it took.
    pub elapsed: Duration,
    /// The part of the tree searched.
    pub share: f64,
    /// What is left to be searched.
    pub left: Vec<Range>,
    /// Whether the last checkpoint was written, if one was asked for.
    pub checkpoint: Option<Result<(), CheckpointError>>,
}

/// Why a run brought nothing.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SearchError {
    #[error("internal error while searching the range {range}: {message}")]
    Panicked { range: Range, message: String },
    #[error("cannot start {threads} threads")]
    Threads { threads: usize, source: rayon::ThreadPoolBuildError },
}

/// Searches what is left in `ledger` and tells `observe` what happens on the way. The observer can end the run.
pub fn run<T: Tree>(
    tree: T,
    settings: &Settings,
    ledger: Ledger<T::Answer>,
    observe: &mut dyn FnMut(Event<'_, T::Answer>) -> ControlFlow<()>,
) -> Result<Outcome<T::Answer>, SearchError> {
    let threads = settings.threads.max(1);
    let workers = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|index| format!("fathom-{index}"))
        .build()
        .map_err(|source| SearchError::Threads { threads, source })?;

    let pool = Pool::new(
        settings.quest,
        settings.poll_every,
        settings.limits.nodes,
        ledger.best_score().max(settings.least_score),
    );
    for task in tasks(&ledger, settings.branches, tree.clone()) {
        pool.push(task);
    }
    let mut reporter = Reporter { pool: &pool, settings, ledger, released: 0, started: Instant::now(), observe };
    let (sender, reports) = channel::bounded(1024);
    workers.in_place_scope(|scope| {
        reporter.settle();
        for _ in 0..threads {
            let (tree, sender, pool) = (tree.clone(), sender.clone(), &pool);
            scope.spawn(move |_| pool.work(tree, &sender));
        }
        drop(sender);
        // Should the observer panic, the workers must not wait for a reader that is gone.
        let _stop = StopAtEnd(&pool);
        let reports = reports;
        reporter.listen(&reports)
    })?;
    Ok(reporter.conclude())
}

/// Stops the workers when it goes away.
struct StopAtEnd<'a>(&'a Pool);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stop(StopReason::Interrupted);
    }
}

/// The ranges left, cut further into about as many as there should be branches.
fn tasks<T: Tree>(ledger: &Ledger<T::Answer>, branches: usize, mut tree: T) -> Vec<Task> {
    let left = ledger.left();
    let parts = branches.div_ceil(left.len().max(1));
    left.iter()
        .flat_map(|range| divide(range, parts, &mut tree))
        .collect::<Vec<_>>()
        .into_iter()
        .map(|range| {
            let from = position(&range.from, &mut tree);
            let to = range.to.as_ref().map_or(1.0, |to| position(to, &mut tree));
            Task { range, span: (from, to) }
        })
        .collect()
}

struct Reporter<'a, A> {
    pool: &'a Pool,
    settings: &'a Settings,
    ledger: Ledger<A>,
    /// How many answers the observer has heard of.
    released: usize,
    started: Instant,
    observe: &'a mut dyn FnMut(Event<'_, A>) -> ControlFlow<()>,
}

impl<A: Clone + serde::Serialize> Reporter<'_, A> {
    /// Takes in reports until every worker has gone home.
    fn listen(&mut self, reports: &channel::Receiver<Report<A>>) -> Result<(), SearchError> {
        let mut panicked = None;
        let mut next_tick = self.started + TICK;
        let mut checkpointed = self.started;
        loop {
            let time_limit = self.settings.limits.time.and_then(|limit| self.started.checked_add(limit));
            match reports.recv_deadline(time_limit.map_or(next_tick, |limit| next_tick.min(limit))) {
                Ok(Report::Segment(segment)) => {
                    self.ledger.enter(segment, self.settings.quest);
                    self.settle();
                }
                Ok(Report::Panicked { range, message }) => {
                    panicked.get_or_insert(SearchError::Panicked { range, message });
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.enforce_limits();
            if Instant::now() < next_tick {
                continue;
            }
            next_tick = Instant::now() + TICK;
            self.pool.call_round();
            if self.settings.limits.memory.is_some_and(|limit| memory::resident() > limit) {
                self.pool.stop(StopReason::MemoryLimit);
            }
            self.tell(Event::Progress(self.progress()));
            if let Some(plan) = &self.settings.checkpoint
                && checkpointed.elapsed() >= plan.every
            {
                checkpointed = Instant::now();
                if let Err(error) = checkpoint::save(plan, &self.ledger) {
                    self.tell(Event::CheckpointFailed(error));
                }
            }
        }
        panicked.map_or(Ok(()), Err)
    }

    fn tell(&mut self, event: Event<'_, A>) {
        if (self.observe)(event).is_break() {
            self.pool.stop(StopReason::Interrupted);
        }
    }

    fn progress(&self) -> Progress {
        Progress { share: self.ledger.share(), tally: self.ledger.total(), elapsed: self.started.elapsed() }
    }

    /// Releases the answers that are certain, and ends the run when no more are wanted.
    fn settle(&mut self) {
        let wanted = self.settings.quest.wanted();
        match self.settings.quest {
            Quest::Lowest(_) => {
                let releasable = self.ledger.settled().min(usize::try_from(wanted).unwrap_or(usize::MAX));
                let fresh = releasable.saturating_sub(self.released);
                for answer in self.ledger.settled_from(self.released).take(fresh) {
                    if (self.observe)(Event::Answer(answer)).is_break() {
                        self.pool.stop(StopReason::Interrupted);
                        break;
                    }
                }
                self.released = releasable;
                // A checkpoint has to hold them all.
                let is_needed = self.settings.keep_answers || self.settings.checkpoint.is_some();
                if wanted == u64::MAX && !is_needed {
                    self.ledger.forget_settled();
                }
                if wanted != u64::MAX
                    && let Some(cutoff) = self.ledger.cutoff(wanted)
                {
                    self.pool.cut_off(cutoff);
                }
            }
            Quest::Any(_) | Quest::Count | Quest::Best => {}
        }
        if self.is_satisfied() {
            self.pool.stop(StopReason::SolutionLimit);
        }
    }

    /// Are all the solutions there that were asked for?
    fn is_satisfied(&self) -> bool {
        let found = match self.settings.quest {
            Quest::Lowest(_) => self.ledger.settled(),
            Quest::Any(_) => self.ledger.found(),
            Quest::Count | Quest::Best => 0,
        };
        found as u64 >= self.settings.quest.wanted()
    }

    fn enforce_limits(&self) {
        let limits = &self.settings.limits;
        if self.settings.interrupt.load(Ordering::Relaxed) {
            self.pool.stop(StopReason::Interrupted);
        } else if limits.time.is_some_and(|limit| self.started.elapsed() >= limit) {
            self.pool.stop(StopReason::TimeLimit);
        }
    }

    fn conclude(self) -> Outcome<A> {
        let quest = self.settings.quest;
        let left = self.ledger.left();
        // What the ledger says comes first: a limit may have been reached just when the work was done.
        let stop = if self.is_satisfied() {
            StopReason::SolutionLimit
        } else if left.is_empty() {
            StopReason::Complete
        } else {
            self.pool.stop_reason().unwrap_or(StopReason::Interrupted)
        };
        let tally = match quest {
            Quest::Lowest(wanted) => self.ledger.tally_up_to(wanted),
            _ => self.ledger.total(),
        };
        Outcome {
            checkpoint: self.settings.checkpoint.as_ref().map(|plan| checkpoint::save(plan, &self.ledger)),
            tally,
            stop,
            elapsed: self.started.elapsed(),
            share: self.ledger.share(),
            left,
            found: match quest {
                Quest::Lowest(wanted) | Quest::Any(wanted) => {
                    self.ledger.found().min(usize::try_from(wanted).unwrap_or(usize::MAX))
                }
                Quest::Count | Quest::Best => self.ledger.found(),
            },
            answers: self.ledger.into_answers(quest),
        }
    }
}
