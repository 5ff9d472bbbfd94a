//! The tasks that wait for a worker, lowest id first, and the workers that wait for a task.
//!
//! Everything that decides whether somebody may sleep is under one lock, so no wake-up can be missed. A model checker
//! goes through the interleavings of this file by itself: it takes its locks and atomics from the module above.

use std::collections::BTreeMap;

use super::sync::{
    Condvar, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicUsize, Ordering},
};

/// Tasks by their keys. A task is *unfinished* from when it is pushed until the worker that took it says so.
pub(super) struct Queue<K, T> {
    state: Mutex<State<K, T>>,
    wake: Condvar,
    /// How many workers wait, and how many tasks: hints for busy workers, who must not lock.
    hungry: AtomicUsize,
    waiting: AtomicUsize,
    /// How many workers wait for a task below a bound.
    held: AtomicUsize,
}

struct State<K, T> {
    tasks: BTreeMap<K, T>,
    /// The bounds of the workers that wait for a task below one.
    bounds: Vec<K>,
    unfinished: usize,
    is_closed: bool,
}

impl<K: Ord, T> Queue<K, T> {
    pub fn new() -> Self {
        Self {
            state: Mutex::new(State { tasks: BTreeMap::new(), bounds: Vec::new(), unfinished: 0, is_closed: false }),
            wake: Condvar::new(),
            hungry: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
            held: AtomicUsize::new(0),
        }
    }

    /// Adds a task. No two tasks have the same key.
    pub fn push(&self, key: K, task: T) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.unfinished += 1;
        let clash = state.tasks.insert(key, task);
        debug_assert!(clash.is_none(), "two tasks begin at the same id");
        self.waiting.store(state.tasks.len(), Ordering::Relaxed);
        self.wake_after(state, false);
    }

    /// Takes the task with the lowest key, and waits for one if need be. `None` once the queue is closed or every task
    /// is finished.
    pub fn take(&self) -> Option<T> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if state.is_closed {
                return None;
            }
            if let Some((_, task)) = state.tasks.pop_first() {
                self.waiting.store(state.tasks.len(), Ordering::Relaxed);
                return Some(task);
            }
            if state.unfinished == 0 {
                return None;
            }
            self.hungry.fetch_add(1, Ordering::Relaxed);
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
            self.hungry.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// The same, but waits while only tasks from `bound` on are there, as long as somebody else is at work and
    /// `is_early` says that what lies there would be done too early.
    pub fn take_below(&self, bound: &K, is_early: impl Fn() -> bool) -> Option<T>
    where
        K: Clone,
    {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let is_anybody_at_work = state.unfinished > state.tasks.len();
            let is_too_late = state.tasks.first_key_value().is_none_or(|(key, _)| key >= bound);
            if state.is_closed || !is_anybody_at_work || !is_too_late || !is_early() {
                drop(state);
                return self.take();
            }
            state.bounds.push(bound.clone());
            self.held.store(state.bounds.len(), Ordering::Relaxed);
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
            let own = state.bounds.iter().position(|other| other == bound);
            own.map(|own| state.bounds.swap_remove(own));
            self.held.store(state.bounds.len(), Ordering::Relaxed);
        }
    }

    /// Does anybody wait for a task below a bound?
    pub fn holds_anybody(&self) -> bool {
        self.held.load(Ordering::Relaxed) > 0
    }

    /// Do more workers wait for a task below a bound than there are such tasks, and would one with this key do?
    pub fn wants_one_at(&self, key: &K) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(highest) = state.bounds.iter().max() else { return false };
        key < highest && state.bounds.len() > state.tasks.range(..highest).count()
    }

    /// Does a task with this key wait?
    pub fn has_task_at(&self, key: &K) -> bool {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).tasks.contains_key(key)
    }

    /// Wakes those who wait for a task below a bound: it may not be too early for others any more.
    pub fn call_all(&self) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.wake_after(state, true);
    }

    /// Wakes whoever may have something to do now. Who waits below a bound may be the one who is woken and not take
    /// what is there, so then all are.
    fn wake_after(&self, state: MutexGuard<'_, State<K, T>>, wakes_all: bool) {
        let wakes_all = wakes_all || !state.bounds.is_empty();
        drop(state);
        if wakes_all { self.wake.notify_all() } else { self.wake.notify_one() }
    }

    /// Says that a task that was taken is finished.
    pub fn finish(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.unfinished -= 1;
        if state.unfinished == 0 || !state.bounds.is_empty() {
            self.wake_after(state, true);
        }
    }

    /// Sends everybody away who waits or comes for a task.
    pub fn close(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).is_closed = true;
        self.wake.notify_all();
    }

    /// Do more workers wait than there are tasks for?
    pub fn wants_more(&self) -> bool {
        self.hungry.load(Ordering::Relaxed) > self.waiting.load(Ordering::Relaxed)
    }
}
