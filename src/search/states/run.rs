//! A whole run over one space of states, or several one after the other: batches, limits, events and the journal.

use std::{
    any::Any,
    ops::ControlFlow,
    time::{Duration, Instant},
};

use serde::de::DeserializeOwned;

use crate::search::{CheckpointError, CheckpointPlan, Control, SearchError, StopReason, Tally, control::PAUSE_STEP};

use super::{
    Agenda, Choice, Fresh, SoFar, States,
    crew::{Batch, Crew, Fault, Helpers},
    journal::{Expanded, StateJournal},
    seen::{Entered, Key, NO_STATE, Seen, StateId},
};

/// The most states expanded at once.
const LARGEST_BATCH: usize = 256;
/// The observer hears of progress no more often than this.
const TICK: Duration = Duration::from_millis(100);
/// The memory is looked at whenever so many bytes were entered.
const LOOK_EVERY: usize = 1 << 20;
/// What a state takes beside its string.
const BYTES_BESIDE: usize = 32;

/// How a run is to be carried out. Only limits change its answers.
#[derive(Clone, Debug, Default)]
pub struct StateSettings {
    /// When to stop.
    pub control: Control,
    /// Threads that expand states.
    pub threads: usize,
    /// Where to keep the journal, if anywhere.
    pub checkpoint: Option<CheckpointPlan>,
    /// Is the journal that is there to be gone on with? If there is none, the run begins at the beginning.
    pub resume: bool,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug)]
pub struct StateProgress {
    /// The work done, in this run and those it resumes.
    pub tally: Tally,
    /// States entered in the space that is being searched.
    pub states: u64,
    /// Time since the run's control was made.
    pub elapsed: Duration,
}

/// What happens during a run.
#[derive(Debug)]
pub enum StateEvent {
    /// The clock has ticked.
    Progress(StateProgress),
    /// A checkpoint that was asked for was written; the run goes on.
    CheckpointWritten,
    /// A checkpoint could not be written; the run goes on.
    CheckpointFailed(CheckpointError),
}

/// What came of a space.
#[derive(Debug)]
pub struct Explored {
    /// All states entered, to read the way to the answer from.
    pub seen: Seen,
    /// The state that is the answer, if one is.
    pub answer: Option<StateId>,
    /// Why the search of the space ended.
    pub stop: StopReason,
    /// The most moves that led to a state when it was entered.
    pub depth: u32,
    /// All that was remarked about the states expanded.
    pub remarks: u32,
}

/// Why a run brought nothing.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum StatesError {
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    #[error("cannot start {threads} threads")]
    Threads { threads: usize, source: rayon::ThreadPoolBuildError },
    #[error("internal error while expanding the states from {first} on: {message}")]
    Panicked { first: StateId, message: String },
}

/// A run.
pub struct StateSearch<'a> {
    control: Control,
    threads: usize,
    helpers: Helpers,
    journal: Option<StateJournal>,
    observe: &'a mut dyn FnMut(StateEvent) -> ControlFlow<()>,
    tally: Tally,
    /// No batch is begun once so many states are expanded.
    patience: Option<u64>,
    /// Are expansions charged to the node limit?
    is_charged: bool,
    next_tick: Instant,
    /// How many of the checkpoints that were asked for are written.
    checkpoints_asked: u64,
}

impl<'a> StateSearch<'a> {
    /// Begins a run, or goes on with an earlier one. The observer can end it.
    pub fn new(
        settings: &StateSettings,
        observe: &'a mut dyn FnMut(StateEvent) -> ControlFlow<()>,
    ) -> Result<Self, CheckpointError> {
        let journal = settings.checkpoint.as_ref().map(|plan| StateJournal::open(plan, settings.resume));
        let threads = settings.threads.max(1);
        Ok(Self {
            control: settings.control.clone(),
            threads,
            helpers: Helpers::new(threads),
            journal: journal.transpose()?,
            observe,
            tally: Tally::default(),
            patience: None,
            is_charged: true,
            next_tick: Instant::now() + TICK,
            checkpoints_asked: settings.control.checkpoints_asked(),
        })
    }

    /// The work done so far, in this run and those it resumes.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// When the run has to stop.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Looks around with another search before the real one: at most so many expansions and the rest of a batch, and
    /// nothing of it goes into the journal. A run that goes on with an earlier one looks around again, at no charge.
    pub fn scout<R>(&mut self, patience: u64, look: impl FnOnce(&mut Self) -> R) -> R {
        let journal = self.journal.take();
        self.is_charged = !journal.as_ref().is_some_and(StateJournal::is_resumed);
        self.patience = Some(self.tally.nodes + patience);
        let answers = self.tally.answers;
        let found = look(self);
        (self.journal, self.is_charged, self.patience) = (journal, true, None);
        self.tally.answers = answers;
        found
    }

    /// Whether whoever asked for this search gives it so many expansions only, however many attempts it makes.
    pub fn is_hurried(&self) -> bool {
        self.patience.is_some_and(|most| self.tally.nodes >= most)
    }

    /// One of several attempts: like a search of its own that gives up after so many expansions and the rest of a
    /// batch, but part of the run and of its journal. Whether it gave up shows in the reason, as long as the run itself
    /// has not stopped.
    pub fn attempt<R>(&mut self, patience: u64, search: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.patience;
        let own = self.tally.nodes.saturating_add(patience);
        self.patience = Some(outer.map_or(own, |outer| outer.min(own)));
        let found = search(self);
        self.patience = outer;
        found
    }

    /// Searches a space until the agenda knows the answer or has nothing left, or the run has to stop.
    pub fn search<S: States>(&mut self, space: &S, agenda: &mut dyn Agenda<S::Note>) -> Result<Explored, StatesError> {
        let control = self.control.clone();
        let mut crew = Crew::new(space, &control);
        let mut front = Front::new(space.seen(), agenda);
        for state in crew.start().iter() {
            front.enter(state.key, state.hash, NO_STATE, 0, state.note);
            if front.answer.is_some() {
                break;
            }
        }
        let stop = loop {
            // What is known comes first: a limit may have been reached just when the work was done.
            if let Some(stop) = front.conclusion(self.tally.nodes) {
                break stop;
            }
            self.sit_out_a_pause(front.seen.len() as u64);
            if control.look() || front.is_too_large(&control) {
                break control.reason().unwrap_or(StopReason::Interrupted);
            }
            // Before the journal is asked: what it goes on with may belong to the next attempt.
            if front.batch.done == 0 && self.patience.is_some_and(|most| self.tally.nodes >= most) {
                break StopReason::NodeLimit;
            }
            if !self.replay(&mut front)? {
                self.expand(&mut crew, &mut front)?;
            }
            self.tick(front.seen.len() as u64);
        };
        self.tally.answers += u64::from(front.answer.is_some());
        let Front { seen, answer, depth, remarks, .. } = front;
        Ok(Explored { seen, answer, stop, depth, remarks })
    }

    /// Enters the next batch of the journal, if there is one.
    fn replay<N: DeserializeOwned>(&mut self, front: &mut Front<'_, N>) -> Result<bool, CheckpointError> {
        let Some(journal) = &mut self.journal else { return Ok(false) };
        let Some(expanded) = journal.next_batch()? else { return Ok(false) };
        let states = expanded.states as usize;
        let is_beyond = states > front.batch.ids.len() - front.batch.done;
        let mut last = 0;
        for _ in 0..expanded.entered {
            let entry = journal.next_entry::<N>()?;
            let place = front.batch.done + entry.parent;
            let is_fit = !is_beyond && (last..states).contains(&entry.parent) && front.answer.is_none();
            last = entry.parent;
            if !is_fit || !front.enter_successor(place, entry.key, entry.key.hash(), &entry.note) {
                return Err(journal.damaged());
            }
        }
        if is_beyond {
            return Err(journal.damaged());
        }
        self.count(front, expanded);
        Ok(true)
    }

    /// Expands what is left of the batch, as far as limits allow, and enters what comes of it.
    fn expand<S: States>(&mut self, crew: &mut Crew<'_, S>, front: &mut Front<'_, S::Note>) -> Result<(), StatesError> {
        let begin = front.batch.done;
        let left = front.batch.ids.len() - begin;
        let granted = if self.is_charged { self.control.take_nodes(left as u64) as usize } else { left };
        if granted == 0 {
            self.control.stop(StopReason::NodeLimit);
            return Ok(());
        }
        let whole = crew.expand(&mut self.helpers, &front.seen, &front.batch, begin..begin + granted);
        let whole = whole.map_err(|fault| self.error(fault, front.batch.ids[begin]))?;
        let mut expanded = Expanded::default();
        for place in 0..whole {
            // If there is no room left, what was found has to be found again.
            if front.answer.is_some() || front.is_too_large(&self.control) {
                break;
            }
            let out = crew.expansion(place);
            expanded.states += 1;
            expanded.remarks |= out.remarks();
            for state in out.iter() {
                if !front.enter_successor(begin + place, state.key, state.hash, state.note) {
                    continue;
                }
                expanded.entered += 1;
                if let Some(journal) = &mut self.journal {
                    journal.enter(place, state.key, state.note);
                }
                if front.answer.is_some() {
                    break;
                }
            }
        }
        if self.is_charged {
            self.control.return_nodes((granted - expanded.states as usize) as u64);
        }
        if let Some(journal) = &mut self.journal
            && expanded.states > 0
        {
            journal.close_batch(expanded);
        }
        self.count(front, expanded);
        Ok(())
    }

    fn count<N>(&mut self, front: &mut Front<'_, N>, expanded: Expanded) {
        front.batch.done += expanded.states as usize;
        front.remarks |= expanded.remarks;
        self.tally.nodes += u64::from(expanded.states);
        self.tally.cases += u64::from(expanded.states);
    }

    fn error(&self, fault: Fault, first: StateId) -> StatesError {
        match fault {
            Fault::Threads(source) => StatesError::Threads { threads: self.threads, source },
            Fault::Panicked(panic) => StatesError::Panicked { first, message: message(&*panic) },
        }
    }

    /// Keeps the clock ticking and the journal in reach while everybody else waits.
    fn sit_out_a_pause(&mut self, states: u64) {
        while self.control.is_paused() && !self.control.look_now() {
            self.tick(states);
            std::thread::sleep(PAUSE_STEP);
        }
    }

    /// Tells the observer how far the run has come, and writes the journal, if it is time.
    fn tick(&mut self, states: u64) {
        let now = Instant::now();
        let asked = self.control.checkpoints_asked();
        if let Some(journal) = &mut self.journal
            && asked != self.checkpoints_asked
        {
            self.checkpoints_asked = asked;
            match journal.save() {
                Ok(()) => self.tell(StateEvent::CheckpointWritten),
                Err(error) => self.tell(StateEvent::CheckpointFailed(error)),
            }
        }
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.save_if_due(now)
        {
            self.tell(StateEvent::CheckpointFailed(error));
        }
        if now >= self.next_tick {
            self.next_tick = now + TICK;
            let progress = StateProgress { tally: self.tally, states, elapsed: self.control.elapsed() };
            self.tell(StateEvent::Progress(progress));
        }
    }

    fn tell(&mut self, event: StateEvent) {
        if (self.observe)(event).is_break() {
            self.control.stop(StopReason::Interrupted);
        }
    }

    /// Ends the run. Tells whether its journal was written to the end, if there is one.
    pub fn finish(mut self) -> Option<Result<(), CheckpointError>> {
        let journal = self.journal.as_mut()?;
        if self.control.is_stopped() {
            return Some(journal.save());
        }
        // Nothing comes after the end of a search.
        let end = journal.next_batch().and_then(|more| if more.is_some() { Err(journal.damaged()) } else { Ok(()) });
        Some(end.and_then(|()| journal.save_finished()))
    }
}

/// The states entered in one space, and the batch that is being expanded.
struct Front<'a, N> {
    agenda: &'a mut dyn Agenda<N>,
    seen: Seen,
    batch: Batch,
    answer: Option<StateId>,
    depth: u32,
    remarks: u32,
    /// Bytes entered since the memory was last looked at.
    unlooked: usize,
}

impl<'a, N> Front<'a, N> {
    fn new(seen: Seen, agenda: &'a mut dyn Agenda<N>) -> Self {
        Self { agenda, seen, batch: Batch::default(), answer: None, depth: 0, remarks: 0, unlooked: 0 }
    }

    /// Enters what a state of the batch leads to and tells whether it is new, or nearer than it was.
    fn enter_successor(&mut self, place: usize, key: Key<'_>, hash: u64, note: &N) -> bool {
        let (parent, depth) = (self.batch.ids[place], self.batch.depths[place]);
        // If a shorter way to the state itself was found since, what it leads to is reached by a shorter way, too: it
        // waits to be expanded again.
        self.seen.depth(parent) == depth && self.enter(key, hash, parent, depth + 1, note)
    }

    fn enter(&mut self, key: Key<'_>, hash: u64, parent: StateId, depth: u32, note: &N) -> bool {
        let (Entered::New(id) | Entered::Nearer(id)) = self.seen.insert_hashed(key, hash, parent, depth) else {
            return false;
        };
        self.unlooked += key.string.len() + BYTES_BESIDE;
        self.depth = self.depth.max(depth);
        if self.agenda.enter(&Fresh { id, depth, note }) {
            self.answer = Some(id);
        }
        true
    }

    /// Why the search is at its end, if it is; otherwise there is a batch to be expanded.
    fn conclusion(&mut self, work: u64) -> Option<StopReason> {
        if self.answer.is_some() {
            return Some(StopReason::SolutionLimit);
        }
        if !self.batch.is_done() {
            return None;
        }
        let Self { agenda, seen, batch, remarks, .. } = self;
        batch.ids.clear();
        batch.depths.clear();
        (batch.work, batch.done) = (work, 0);
        // Small at first: an easy search should not be wider than it has to be.
        let size = (1 + seen.len() / 256).min(LARGEST_BATCH);
        match agenda.choose(size, &SoFar { seen, remarks: *remarks }, &mut batch.ids) {
            Choice::Expand if !batch.ids.is_empty() => {}
            Choice::Expand | Choice::Nothing => return Some(StopReason::Complete),
            Choice::Settled => return Some(StopReason::SolutionLimit),
            Choice::Answer(id) => {
                self.answer = Some(id);
                return Some(StopReason::SolutionLimit);
            }
        }
        batch.depths.extend(batch.ids.iter().map(|&id| seen.depth(id)));
        None
    }

    /// Looks at the memory, if much was entered, and stops the run if there is no room for more.
    fn is_too_large(&mut self, control: &Control) -> bool {
        if self.seen.is_full() {
            control.stop(StopReason::MemoryLimit);
        } else if self.unlooked >= LOOK_EVERY {
            self.unlooked = 0;
            if control.is_too_much(self.seen.next_growth() + self.agenda.next_growth()) {
                control.stop(StopReason::MemoryLimit);
            }
        }
        control.reason() == Some(StopReason::MemoryLimit)
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

impl From<StatesError> for SearchError {
    fn from(error: StatesError) -> Self {
        match error {
            StatesError::Checkpoint(error) => Self::Checkpoint(error),
            StatesError::Threads { threads, source } => Self::Threads { threads, source },
            StatesError::Panicked { first, message } => Self::PanickedInStates { first, message },
        }
    }
}

#[cfg(test)]
mod tests;
