//! The tasks that wait for a worker, lowest id first, and the workers that wait for a task.
//!
//! Everything that decides whether somebody may sleep is under one lock, so no wake-up can be missed. A model checker goes
//! through the interleavings of this file by itself: it takes its locks and atomics from the module above.

use std::collections::BTreeMap;

use super::sync::{
    Condvar, Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering},
};

/// Tasks by their keys. A task is *unfinished* from when it is pushed until the worker that took it says so.
pub(super) struct Queue<K, T> {
    state: Mutex<State<K, T>>,
    wake: Condvar,
    /// How many workers wait, and how many tasks: hints for busy workers, who must not lock.
    hungry: AtomicUsize,
    waiting: AtomicUsize,
}

struct State<K, T> {
    tasks: BTreeMap<K, T>,
    unfinished: usize,
    is_closed: bool,
}

impl<K: Ord, T> Queue<K, T> {
    pub fn new() -> Self {
        Self {
            state: Mutex::new(State { tasks: BTreeMap::new(), unfinished: 0, is_closed: false }),
            wake: Condvar::new(),
            hungry: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
        }
    }

    /// Adds a task. No two tasks have the same key.
    pub fn push(&self, key: K, task: T) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.unfinished += 1;
        let clash = state.tasks.insert(key, task);
        debug_assert!(clash.is_none(), "two tasks begin at the same id");
        self.waiting.store(state.tasks.len(), Ordering::Relaxed);
        drop(state);
        self.wake.notify_one();
    }

    /// Takes the task with the lowest key, and waits for one if need be. `None` once the queue is closed or every task is
    /// finished.
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

    /// Says that a task that was taken is finished.
    pub fn finish(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.unfinished -= 1;
        let is_over = state.unfinished == 0;
        drop(state);
        if is_over {
            self.wake.notify_all();
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
