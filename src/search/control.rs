//! When a run has to stop, and why: one handle that everything which can last looks at.

use std::{
    ops::RangeInclusive,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use super::limits::{Limits, StopReason};

/// The memory of the process is read no more often and no less often than this: the less is left, the more often.
const MEMORY_EVERY: RangeInclusive<Duration> = Duration::from_micros(500)..=Duration::from_millis(10);
/// Memory that is taken in a microsecond at the most. A page costs the kernel half a microsecond.
const BYTES_PER_MICROSECOND: u64 = 8 << 10;
/// What a thread should find: with its stack, its allocator and a cursor of its own it takes one to four mebibytes
/// before it has found anything.
const BYTES_PER_THREAD: u64 = 8 << 20;
/// Whoever waits for the end of a pause looks around so often.
pub(super) const PAUSE_STEP: Duration = Duration::from_millis(10);
/// What is written at the deadline has this long to come to its end.
const WRITING_GRACE: Duration = Duration::from_millis(50);

/// A run's limits and its stop switch. Clones are handles of the same switch, so a run can be stopped from anywhere.
///
/// The clock starts when the control is made: all that is done under one control, loading and building included,
/// shares its time.
///
/// ```
/// use fathom::search::{Control, Limits, StopReason};
///
/// let control = Control::new(&Limits::default());
/// assert!(!control.look());
/// control.stop(StopReason::Interrupted);
/// assert_eq!(control.reason(), Some(StopReason::Interrupted));
/// ```
#[derive(Clone, Debug)]
pub struct Control(Arc<State>);

#[derive(Debug)]
struct State {
    started: Instant,
    deadline: Option<Instant>,
    /// The time that is kept for what comes after the search, in microseconds.
    kept_time: AtomicU64,
    /// The bytes the process may hold; the largest number if that is not limited.
    memory: AtomicU64,
    /// Set by a signal handler, which can do no more than that.
    interrupt: Arc<AtomicBool>,
    /// 0 while the run goes on, then one more than the reason's place in [`REASONS`].
    stopped: AtomicU8,
    /// Nodes that may still be visited.
    nodes_left: AtomicU64,
    has_node_limit: bool,
    /// When the memory is to be read again, in microseconds since the start.
    next_memory_look: AtomicU64,
    /// Is everybody to wait?
    is_paused: AtomicBool,
    /// How often somebody has asked for a checkpoint out of turn.
    checkpoints_asked: AtomicU64,
    /// What it is a part of: whatever stops or pauses that does so to the part.
    whole: Option<Control>,
}

/// The reasons in the order of their codes.
const REASONS: [StopReason; 4] =
    [StopReason::Interrupted, StopReason::TimeLimit, StopReason::NodeLimit, StopReason::MemoryLimit];

impl Default for Control {
    fn default() -> Self {
        Self::new(&Limits::default())
    }
}

impl Control {
    /// A control whose clock starts now.
    pub fn new(limits: &Limits) -> Self {
        Self::with_interrupt(limits, Arc::default())
    }

    /// The same, with a flag that a signal handler can set to stop the run.
    pub fn with_interrupt(limits: &Limits, interrupt: Arc<AtomicBool>) -> Self {
        Self::made(limits, interrupt, None)
    }

    fn made(limits: &Limits, interrupt: Arc<AtomicBool>, whole: Option<Self>) -> Self {
        let started = Instant::now();
        Self(Arc::new(State {
            whole,
            started,
            deadline: limits.time.and_then(|time| started.checked_add(time)),
            kept_time: AtomicU64::new(0),
            memory: AtomicU64::new(limits.memory.unwrap_or(u64::MAX)),
            interrupt,
            stopped: AtomicU8::new(0),
            nodes_left: AtomicU64::new(limits.nodes.unwrap_or(u64::MAX)),
            has_node_limit: limits.nodes.is_some(),
            next_memory_look: AtomicU64::new(0),
            is_paused: AtomicBool::new(false),
            checkpoints_asked: AtomicU64::new(0),
        }))
    }

    /// A control for a part of the run: the time that is left, the memory and the interrupt are the run's, the nodes
    /// are its own. When it stops, the run need not.
    pub fn part(&self, nodes: Option<u64>) -> Self {
        let limits = Limits { time: self.time_left(), nodes, memory: self.memory_limit() };
        Self::with_interrupt(&limits, self.0.interrupt.clone())
    }

    /// A control for a part of the work that may take so long at most. What stops the whole stops it, too; when it is
    /// stopped, the whole goes on.
    pub fn for_at_most(&self, time: Duration) -> Self {
        let time = self.time_left().map_or(time, |left| left.min(time));
        let limits = Limits { time: Some(time), nodes: None, memory: self.memory_limit() };
        let part = Self::with_interrupt(&limits, Arc::clone(&self.0.interrupt));
        if let Some(reason) = self.reason() {
            part.stop(reason);
        }
        part
    }

    /// A control for work within the run that has limits of its own beside the run's: whatever stops or pauses the run
    /// does so to that work. When it is stopped, the run goes on.
    pub fn within(&self, time: Option<Duration>, nodes: Option<u64>) -> Self {
        let limits = Limits { time, nodes, memory: self.memory_limit() };
        let part = Self::made(&limits, self.interrupt(), Some(self.clone()));
        if let Some(reason) = self.reason() {
            part.stop(reason);
        }
        part
    }

    /// Stops the run. The first reason given is the one that counts.
    pub fn stop(&self, reason: StopReason) {
        let code = REASONS.iter().position(|known| *known == reason).map_or(1, |index| index as u8 + 1);
        let _ = self.0.stopped.compare_exchange(0, code, Relaxed, Relaxed);
    }

    /// Was the run stopped? Costs one load: for inner loops whose clock somebody else watches.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Relaxed) != 0
    }

    /// Why the run was stopped, if it was.
    pub fn reason(&self) -> Option<StopReason> {
        let code = self.0.stopped.load(Relaxed);
        code.checked_sub(1).map(|index| REASONS[usize::from(index)])
    }

    /// Looks at the interrupt flag, the clock and now and then the memory, and tells whether the run has to stop. An
    /// interrupt comes first: who presses Ctrl-C at the deadline has interrupted the run. Comes back only when the run
    /// is not paused.
    pub fn look(&self) -> bool {
        self.wait_while_paused();
        self.look_now()
    }

    /// The same, without waiting for the end of a pause: for those who have something to do meanwhile.
    pub fn look_now(&self) -> bool {
        if self.is_stopped() {
            return true;
        }
        let now = Instant::now();
        let of_whole = self.0.whole.as_ref().filter(|whole| whole.look_now()).and_then(Self::reason);
        if let Some(reason) = of_whole {
            self.stop(reason);
        } else if self.0.interrupt.load(Relaxed) {
            self.stop(StopReason::Interrupted);
        } else if self.deadline().is_some_and(|deadline| now >= deadline) {
            self.stop(StopReason::TimeLimit);
        } else if self.is_memory_short(now) {
            self.stop(StopReason::MemoryLimit);
        }
        self.is_stopped()
    }

    /// Makes everybody wait who looks at the control, until the run is resumed or stopped. The clock of a time limit
    /// goes on.
    pub fn pause(&self) {
        self.0.is_paused.store(true, Relaxed);
    }

    /// Ends a pause.
    pub fn resume(&self) {
        self.0.is_paused.store(false, Relaxed);
    }

    /// Is everybody to wait?
    #[inline]
    pub fn is_paused(&self) -> bool {
        self.0.is_paused.load(Relaxed) || self.0.whole.as_ref().is_some_and(Self::is_paused)
    }

    /// Waits for the end of a pause. Costs one load if there is none.
    #[inline]
    pub fn wait_while_paused(&self) {
        if self.is_paused() {
            self.wait();
        }
    }

    #[cold]
    fn wait(&self) {
        while self.is_paused() && !self.look_now() {
            std::thread::sleep(PAUSE_STEP);
        }
    }

    /// Asks for a checkpoint as soon as possible, if the run keeps any.
    pub fn ask_for_checkpoint(&self) {
        self.0.checkpoints_asked.fetch_add(1, Relaxed);
    }

    /// Has a signal asked for the end of the run?
    pub fn is_interrupted(&self) -> bool {
        self.0.interrupt.load(Relaxed)
    }

    /// How often that was asked: whoever keeps checkpoints writes one when this rises.
    pub fn checkpoints_asked(&self) -> u64 {
        self.0.checkpoints_asked.load(Relaxed) + self.0.whole.as_ref().map_or(0, Self::checkpoints_asked)
    }

    /// Does the process hold more than it may? That is not known before it is time to look again.
    fn is_memory_short(&self, now: Instant) -> bool {
        if !self.is_memory_due(now) {
            return false;
        }
        let left = self.memory_left().unwrap_or(u64::MAX);
        self.0.next_memory_look.store(self.micros_at(now) + memory_lasts(left), Relaxed);
        left == 0
    }

    /// Is it time to read the memory? Of those who ask at the same time only one is told so.
    fn is_memory_due(&self, now: Instant) -> bool {
        if self.memory_limit().is_none() {
            return false;
        }
        let (since, due) = (self.micros_at(now), self.0.next_memory_look.load(Relaxed));
        let next = since + memory_lasts(u64::MAX);
        since >= due && self.0.next_memory_look.compare_exchange(due, next, Relaxed, Relaxed).is_ok()
    }

    /// When the memory is to be read again, if it is limited: whoever watches the limits should not sleep longer.
    pub(super) fn next_memory_look(&self) -> Option<Instant> {
        let next = Duration::from_micros(self.0.next_memory_look.load(Relaxed));
        self.memory_limit().and_then(|_| self.0.started.checked_add(next))
    }

    fn micros_at(&self, now: Instant) -> u64 {
        now.duration_since(self.0.started).as_micros() as u64
    }

    /// Would the process hold more than it may if it took `more` bytes now?
    pub fn is_too_much(&self, more: u64) -> bool {
        self.memory_limit().is_some_and(|limit| crate::memory::resident().saturating_add(more) > limit)
    }

    /// The bytes that the process may take beyond those that it holds, if that is limited.
    pub fn memory_left(&self) -> Option<u64> {
        self.memory_limit().map(|limit| limit.saturating_sub(crate::memory::resident()))
    }

    /// The same as a result: for loops that come back at once when the run has to stop.
    pub fn proceed(&self) -> Result<(), StopReason> {
        if self.look() { Err(self.reason().unwrap_or(StopReason::Interrupted)) } else { Ok(()) }
    }

    /// Asks before so many bytes are taken at once, and stops the run if they are too many.
    pub fn allow_memory(&self, bytes: u64) -> Result<(), StopReason> {
        if self.is_too_much(bytes) {
            self.stop(StopReason::MemoryLimit);
        }
        self.proceed()
    }

    /// A lookout for loops that take nanoseconds a step.
    pub fn lookout(&self) -> Lookout<'_> {
        Lookout { control: self, work: 0 }
    }

    /// The bytes the process may hold, if that is limited.
    pub fn memory_limit(&self) -> Option<u64> {
        Some(self.0.memory.load(Relaxed)).filter(|limit| *limit != u64::MAX)
    }

    /// So many threads as there is memory for, if that is limited, but no more than are wanted.
    pub fn affordable_threads(&self, wanted: usize) -> usize {
        let most = self.memory_limit().map_or(u64::MAX, |limit| limit / BYTES_PER_THREAD);
        wanted.min(usize::try_from(most).unwrap_or(usize::MAX)).max(1)
    }

    /// Sets a memory limit where there is none.
    pub fn limit_memory(&self, bytes: u64) {
        let _ = self.0.memory.compare_exchange(u64::MAX, bytes, Relaxed, Relaxed);
    }

    /// Is the number of nodes limited?
    pub fn has_node_limit(&self) -> bool {
        self.0.has_node_limit
    }

    /// Takes up to `most` nodes from what may still be visited. None left means that the run has to stop.
    pub fn take_nodes(&self, most: u64) -> u64 {
        if !self.0.has_node_limit {
            return most;
        }
        let drawn = self.0.nodes_left.fetch_update(Relaxed, Relaxed, |left| Some(left - left.min(most)));
        drawn.unwrap_or_default().min(most)
    }

    /// Gives back nodes that were taken and not visited.
    pub fn return_nodes(&self, nodes: u64) {
        if self.0.has_node_limit {
            self.0.nodes_left.fetch_add(nodes, Relaxed);
        }
    }

    /// Time since the control was made.
    pub fn elapsed(&self) -> Duration {
        self.0.started.elapsed()
    }

    /// The time that is left, if it is limited.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline().map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// When the time is over, if it is limited.
    pub fn deadline(&self) -> Option<Instant> {
        let kept = Duration::from_micros(self.0.kept_time.load(Relaxed));
        self.0.deadline.map(|deadline| deadline.checked_sub(kept).unwrap_or(self.0.started))
    }

    /// Keeps a part of a limited time for what has to be done with the findings: the run ends so much earlier. It is
    /// given half of the time at most, and what was kept before is not given back.
    pub fn keep_time(&self, time: Duration) {
        let Some(deadline) = self.0.deadline else { return };
        let most = deadline.saturating_duration_since(self.0.started) / 2;
        self.0.kept_time.fetch_max(time.min(most).as_micros() as u64, Relaxed);
    }

    /// A control for what is done with the findings: it has all of the time, and goes on after the run was stopped.
    pub fn for_writing(&self, interrupt: Arc<AtomicBool>) -> Self {
        let time = self.0.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()) + WRITING_GRACE);
        Self::with_interrupt(&Limits { time, ..Limits::default() }, interrupt)
    }

    /// The same with more time, for what must not be lost: on a busy machine it comes late rather than never.
    pub fn with_more_time(&self, more: Duration) -> Self {
        let time = self.time_left().map(|left| left + more);
        Self::with_interrupt(&Limits { time, ..Limits::default() }, self.interrupt())
    }

    /// The flag of the signal handler.
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0.interrupt)
    }
}

/// The microseconds after which the memory is to be read again, with so many bytes left.
fn memory_lasts(left: u64) -> u64 {
    let [soonest, latest] = [MEMORY_EVERY.start(), MEMORY_EVERY.end()].map(|time| time.as_micros() as u64);
    (left / BYTES_PER_MICROSECOND).clamp(soonest, latest)
}

/// Work between two looks of a [`Lookout`]: about a millisecond.
const LOOK_AFTER: u64 = 1 << 18;

/// Looks at the control whenever enough work was done for a look to cost nothing.
#[derive(Clone, Debug)]
pub struct Lookout<'a> {
    control: &'a Control,
    work: u64,
}

impl Lookout<'_> {
    /// Enters work that was done or is about to be done, in steps of nanoseconds, and says if the run has to stop.
    #[inline]
    pub fn spend(&mut self, work: u64) -> Result<(), StopReason> {
        self.work += work;
        if self.work < LOOK_AFTER { Ok(()) } else { self.look() }
    }

    #[cold]
    fn look(&mut self) -> Result<(), StopReason> {
        self.work = 0;
        self.control.proceed()
    }
}

#[cfg(test)]
mod tests;
