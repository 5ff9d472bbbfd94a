//! Who listens to the workers of a run: keeps the ledger, tells the observer what is certain, and watches the limits.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use crossbeam::channel::{self, Receiver, RecvTimeoutError};
use serde::{Serialize, de::DeserializeOwned};

use super::{
    branch::Branches,
    checkpoint::{self, CheckpointError},
    control::PAUSE_STEP,
    cut::{Piece, cut_evenly},
    estimate::Figure,
    incumbent::Exchange,
    ledger::{Found, Ledger, Settled},
    limits::StopReason,
    outcome::{Event, Outcome, Progress, SearchError},
    outlook::Outlook,
    pool::{Pool, Report, Sink},
    quest::Quest,
    settings::{Settings, Work},
    told::Told,
    tree::Tree,
};

/// How often the reporter looks at the clock and asks the workers for news.
const TICK: Duration = Duration::from_millis(50);

/// The size of a tree is not estimated before a run has taken so long.
const SIZED_AFTER: Duration = Duration::from_millis(1500);

/// How much of the work is done.
fn outlook<A>(ledger: &Ledger<A>, settings: &Settings) -> Outlook {
    match &settings.weighing {
        Some(weighing) => weighing.outlook(&ledger.left()),
        None => Outlook { share: ledger.share(), is_certain: true },
    }
}

/// How many nodes there are to be visited, as far as that can be told.
pub(super) enum Expected<'a> {
    /// Can be found out, once it is worth the time.
    Later(Box<dyn FnOnce() -> Option<Figure> + 'a>),
    Known(Figure),
    /// Parts of trees, trees that are pruned on the way, searches that may end early.
    Unknown,
}

/// Keeps the ledger, tells the observer, and watches the limits.
pub(super) struct Reporter<'a, A> {
    /// The part of the work that earlier runs have done, and how many nodes that were.
    before: f64,
    nodes_before: u64,
    /// How many nodes all of the work has.
    expected: Expected<'a>,
    pool: &'a Pool,
    settings: &'a Settings,
    ledger: Ledger<A>,
    /// How many answers the observer has heard of.
    released: usize,
    /// Where those go that it has heard of, if they are not to stay in memory.
    told: Option<Told<A>>,
    started: Instant,
    next_tick: Instant,
    checkpointed: Instant,
    is_ended_by_observer: bool,
    panicked: Option<SearchError>,
    pieces: Vec<Piece>,
    exchange: Option<Exchange<'a>>,
    /// Where the workers stand.
    branches: Branches<A>,
    /// The best score that whoever watches has heard of.
    best_told: Option<i64>,
    /// How many of the checkpoints that were asked for are written.
    checkpoints_asked: u64,
    observe: &'a mut dyn FnMut(Event<'_, A>) -> ControlFlow<()>,
}

/// Stops the workers when it goes away.
struct StopAtEnd<'a>(&'a Pool);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// A worker on another thread sends its reports; the reporter watches the clock by itself.
impl<A> Sink<A> for channel::Sender<Report<A>> {
    fn report(&mut self, report: Report<A>) {
        // The reporter outlives the workers; should it be gone all the same, there is nobody to tell.
        let _ = self.send(report);
    }

    fn look(&mut self) {}
}

/// A worker on the reporter's own thread lets it look around between two stretches of work.
impl<A: Clone + Serialize + DeserializeOwned> Sink<A> for Reporter<'_, A> {
    fn report(&mut self, report: Report<A>) {
        self.take(report);
        self.look();
    }

    fn look(&mut self) {
        let control = &self.settings.control;
        loop {
            let is_stopped = control.look_now();
            if Instant::now() >= self.next_tick {
                self.tick();
            }
            if is_stopped || !control.is_paused() {
                return;
            }
            std::thread::sleep(PAUSE_STEP);
        }
    }
}

impl<'a, A: Clone + Serialize + DeserializeOwned> Reporter<'a, A> {
    /// A reporter that begins now.
    pub(super) fn new(
        pool: &'a Pool,
        settings: &'a Settings,
        ledger: Ledger<A>,
        expected: Expected<'a>,
        observe: &'a mut dyn FnMut(Event<'_, A>) -> ControlFlow<()>,
    ) -> Self {
        let started = Instant::now();
        let incumbent = settings.incumbent.as_ref().filter(|_| settings.quest.is_for_best());
        Self {
            before: outlook(&ledger, settings).share,
            nodes_before: ledger.total().nodes,
            expected,
            pool,
            settings,
            ledger,
            released: 0,
            told: None,
            started,
            next_tick: started + TICK,
            checkpointed: started,
            is_ended_by_observer: false,
            panicked: None,
            pieces: Vec::new(),
            exchange: incumbent.map(Exchange::new),
            branches: Branches::new(),
            best_told: None,
            checkpoints_asked: settings.control.checkpoints_asked(),
            observe,
        }
    }

    /// Cuts what is left, if that is the work.
    pub(super) fn cut(&mut self, mut tree: impl Tree) {
        if let Work::Cut(count) = self.settings.work {
            tree.watch(&self.settings.control);
            self.pieces = cut_evenly(&self.ledger.left(), count, &mut tree, &self.settings.control);
        }
    }

    /// Takes in reports until the last worker has ended.
    pub(super) fn listen(&mut self, reports: &Receiver<Report<A>>) {
        // Should the observer panic, the workers must not wait for a reader that is gone.
        let _stop = StopAtEnd(self.pool);
        loop {
            match reports.recv_deadline(self.next_look()) {
                Ok(report) => self.take(report),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            if self.settings.control.look_now() {
                self.pool.stop();
            }
            if Instant::now() >= self.next_tick {
                self.tick();
            }
        }
    }

    /// When the limits are to be looked at again, or the observer wants to hear something.
    fn next_look(&self) -> Instant {
        let control = &self.settings.control;
        let limits = [control.deadline(), control.next_memory_look()];
        let limits = limits.into_iter().flatten().filter(|_| !control.is_stopped());
        limits.fold(self.next_tick, Instant::min)
    }

    fn take(&mut self, report: Report<A>) {
        match report {
            Report::Segment(segment) => {
                self.ledger.enter(segment, self.settings.quest);
                self.settle();
            }
            Report::Branch(branch) => self.branches.enter(branch),
            Report::Panicked { range, message } => {
                self.panicked.get_or_insert(SearchError::Panicked { range, message });
            }
        }
    }

    fn tick(&mut self) {
        self.pool.call_round();
        let Outlook { share, is_certain } = outlook(&self.ledger, self.settings);
        let done = share - self.before;
        let left = match self.settings.weighing {
            Some(_) => (is_certain && done > 0.0).then(|| (1.0 - share) / done),
            None => self.left_by_nodes(),
        };
        self.tell(Event::Progress(Progress {
            share: Some(share),
            left,
            tally: self.ledger.total(),
            elapsed: self.started.elapsed(),
            best: self.ledger.best_score().filter(|_| self.settings.quest.is_for_best()),
            states: None,
            phase: None,
        }));
        if self.settings.is_watched {
            self.tell_watchers();
        }
        if let Some(theirs) = self.exchange.as_mut().and_then(|exchange| exchange.exchange(self.ledger.best_score())) {
            self.ledger.rely_on(theirs);
            self.pool.raise_best(theirs);
        }
        let asked = self.settings.control.checkpoints_asked();
        if let Some(plan) = &self.settings.checkpoint
            && (self.checkpointed.elapsed() >= plan.every || asked != self.checkpoints_asked)
        {
            self.checkpoints_asked = asked;
            let told = self.told.as_mut().map_or(Ok(()), Told::sync);
            match told.and_then(|()| checkpoint::save(plan, &self.ledger)) {
                Ok(()) => self.tell(Event::CheckpointWritten),
                Err(error) => self.tell(Event::CheckpointFailed(error)),
            }
            self.checkpointed = Instant::now();
        }
        // What was done above may have taken long: the next tick is one tick away from now.
        self.next_tick = Instant::now() + TICK;
    }

    /// Tells the solutions again that were told before the run was stopped, and makes ready to keep further ones with
    /// them.
    pub(super) fn tell_again(&mut self) -> Result<(), CheckpointError> {
        let Some(plan) = self.settings.told_beside().filter(|_| self.settings.work == Work::Search) else {
            return Ok(());
        };
        self.released = self.ledger.forgotten();
        let (observe, control) = (&mut self.observe, &self.settings.control);
        let mut is_ended = false;
        self.told = Told::open(plan, self.released, &mut |found| {
            is_ended |= observe(Event::Answer(&found.answer)).is_break();
            !is_ended && !control.look_now()
        })?;
        if is_ended {
            self.is_ended_by_observer = true;
            self.pool.stop();
        }
        Ok(())
    }

    /// How much longer it will take, as a multiple of the time so far: by the nodes that are left, since a share of the
    /// ids says nothing about them.
    fn left_by_nodes(&mut self) -> Option<f64> {
        if self.started.elapsed() >= SIZED_AFTER
            && matches!(self.expected, Expected::Later(_))
            && let Expected::Later(find) = std::mem::replace(&mut self.expected, Expected::Unknown)
        {
            self.expected = find().map_or(Expected::Unknown, Expected::Known);
        }
        let Expected::Known(nodes) = &self.expected else { return None };
        nodes.left_after(self.ledger.total().nodes, self.nodes_before)
    }

    /// Tells where the workers stand, and the best solution if it is new.
    fn tell_watchers(&mut self) {
        let mut flow = (self.observe)(Event::Branches(self.branches.all()));
        if self.settings.quest.is_for_best()
            && let Some((score, best)) = self.ledger.best()
            && self.best_told.is_none_or(|told| told < score)
        {
            self.best_told = Some(score);
            if flow.is_continue() {
                flow = (self.observe)(Event::Better(best));
            }
        }
        if flow.is_break() {
            self.is_ended_by_observer = true;
            self.pool.stop();
        }
    }

    fn tell(&mut self, event: Event<'_, A>) {
        if (self.observe)(event).is_break() {
            self.is_ended_by_observer = true;
            self.pool.stop();
        }
    }

    /// Releases the answers that are certain, and ends the run when no more are wanted.
    pub(super) fn settle(&mut self) {
        let wanted = self.settings.quest.wanted();
        if let Quest::Lowest(_) = self.settings.quest {
            let releasable = self.ledger.settled().min(usize::try_from(wanted).unwrap_or(usize::MAX));
            let fresh = releasable.saturating_sub(self.released);
            for settled in self.ledger.settled_from(self.released).take(fresh) {
                let event = match settled {
                    Settled::Answer(answer) => Event::Answer(answer),
                    Settled::Written(written) => Event::Written(written),
                };
                if (self.observe)(event).is_break() {
                    self.is_ended_by_observer = true;
                    self.pool.stop();
                    break;
                }
            }
            self.released = releasable;
            if self.settings.forgets_answers() {
                let bytes = self.ledger.forget_settled(|buffer| self.pool.give_back(buffer));
                self.pool.clear_backlog(self.ledger.front(), bytes);
            } else if let Some(told) = &mut self.told {
                let settled = self.ledger.take_settled();
                self.pool.clear_backlog(self.ledger.front(), settled.len() * size_of::<Found<A>>());
                // What cannot be written now is written with the next checkpoint, or that one fails.
                let _ = told.add(settled);
            }
            if wanted != u64::MAX
                && let Some(cutoff) = self.ledger.cutoff(wanted)
            {
                self.pool.cut_off(cutoff);
            }
        }
        if self.is_satisfied() {
            self.pool.stop();
        }
    }

    /// Are all the solutions there that were asked for?
    fn is_satisfied(&self) -> bool {
        let found = match self.settings.quest {
            Quest::Lowest(_) => self.ledger.settled(),
            Quest::Any(_) => self.ledger.found(),
            Quest::Count | Quest::Best | Quest::AllBest(_) => return false,
        };
        found as u64 >= self.settings.quest.wanted()
    }

    pub(super) fn conclude(mut self) -> Result<Outcome<A>, SearchError> {
        if let Some(error) = self.panicked {
            return Err(error);
        }
        let quest = self.settings.quest;
        if let (Some(incumbent), Some(own)) = (&self.settings.incumbent, self.ledger.best_score())
            && quest.is_for_best()
        {
            incumbent.raise(own);
        }
        let left = self.ledger.left();
        // What the ledger says comes first: a limit may have been reached just when the work was done.
        let stop = if self.is_satisfied() {
            StopReason::SolutionLimit
        } else if left.is_empty() {
            StopReason::Complete
        } else {
            let reason = self.settings.control.reason().filter(|_| !self.is_ended_by_observer);
            reason.unwrap_or(StopReason::Interrupted)
        };
        let tally = match quest {
            Quest::Lowest(wanted) => self.ledger.tally_up_to(wanted),
            _ => self.ledger.total(),
        };
        let told = self.told.as_mut().map_or(Ok(()), Told::sync);
        Ok(Outcome {
            checkpoint: self
                .settings
                .checkpoint
                .as_ref()
                .filter(|plan| !(plan.only_unfinished && stop.is_final()))
                .map(|plan| told.and_then(|()| checkpoint::save(plan, &self.ledger))),
            tally,
            stop,
            elapsed: self.started.elapsed(),
            share: self.ledger.share(),
            left,
            missing_score: self.ledger.missing_score(),
            pieces: self.pieces,
            written: self.ledger.take_written(),
            found: match quest {
                Quest::Lowest(wanted) | Quest::Any(wanted) => {
                    self.ledger.found().min(usize::try_from(wanted).unwrap_or(usize::MAX))
                }
                Quest::AllBest(_) => usize::try_from(self.ledger.equals()).unwrap_or(usize::MAX),
                Quest::Count | Quest::Best => self.ledger.found(),
            },
            answers: self.ledger.into_answers(quest),
        })
    }
}

#[cfg(test)]
mod tests;
