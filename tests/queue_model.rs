//! The queue that the engine's workers share, under a model checker: every schedule it tries has to end, with every
//! task done exactly once.

/// What the queue takes its locks and atomics from.
mod sync {
    pub use shuttle::sync::{Condvar, Mutex, MutexGuard, atomic};
    pub use std::sync::PoisonError;
}

#[path = "../src/search/queue.rs"]
mod queue;

use queue::Queue;
use shuttle::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    thread,
};

const SCHEDULES: usize = 3_000;

/// Workers take tasks; a task of size n is done and, as a busy worker would, gives away two halves of what is left.
fn workers_share_a_tree_of_tasks(workers: usize, size: usize) {
    let queue = Arc::new(Queue::new());
    let (next_key, done) = (Arc::new(AtomicUsize::new(1)), Arc::new(AtomicUsize::new(0)));
    queue.push(0, size);
    let threads: Vec<_> = (0..workers)
        .map(|_| {
            let (queue, next_key, done) = (Arc::clone(&queue), Arc::clone(&next_key), Arc::clone(&done));
            thread::spawn(move || {
                while let Some(size) = queue.take() {
                    done.fetch_add(1, SeqCst);
                    let left = size - 1;
                    for part in [left / 2, left - left / 2] {
                        if part > 0 {
                            queue.push(next_key.fetch_add(1, SeqCst), part);
                        }
                    }
                    queue.finish();
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    assert_eq!(done.load(SeqCst), size);
}

#[test]
fn every_task_is_done_once_and_everybody_comes_home() {
    shuttle::check_random(|| workers_share_a_tree_of_tasks(3, 6), SCHEDULES);
    shuttle::check_pct(|| workers_share_a_tree_of_tasks(3, 5), SCHEDULES, 3);
}

#[test]
fn closing_wakes_everybody() {
    shuttle::check_random(
        || {
            let queue: Arc<Queue<usize, ()>> = Arc::new(Queue::new());
            // A task that nobody finishes: only closing can end the wait.
            queue.push(0, ());
            assert!(queue.take().is_some());
            let waiting: Vec<_> = (0..2)
                .map(|_| {
                    let queue = Arc::clone(&queue);
                    thread::spawn(move || queue.take())
                })
                .collect();
            let closer = {
                let queue = Arc::clone(&queue);
                thread::spawn(move || queue.close())
            };
            closer.join().unwrap();
            assert!(waiting.into_iter().all(|thread| thread.join().unwrap().is_none()));
        },
        SCHEDULES,
    );
}

#[test]
fn the_lowest_key_comes_first_and_hunger_is_seen() {
    shuttle::check_random(
        || {
            let queue: Queue<u32, u32> = Queue::new();
            for key in [5, 3, 9] {
                queue.push(key, key);
            }
            assert!(!queue.wants_more());
            assert!(queue.has_task_at(&3) && !queue.has_task_at(&4));
            let order: Vec<_> = std::iter::from_fn(|| {
                let task = queue.take();
                queue_finish(&queue, task.is_some());
                task
            })
            .collect();
            assert_eq!(order, [3, 5, 9]);
        },
        10,
    );
}

fn queue_finish(queue: &Queue<u32, u32>, was_taken: bool) {
    if was_taken {
        queue.finish();
    }
}

/// A task that is left once before it is done.
#[derive(Clone, Copy)]
struct Visited {
    key: usize,
    is_left_before: bool,
}

/// Workers leave every other task the first time they come to it, and want an earlier one. Somebody may say that it is
/// not too early any more; if nobody does, all has to end nevertheless.
fn workers_leave_what_is_too_early(workers: usize, tasks: usize, is_called: bool) {
    let queue = Arc::new(Queue::new());
    let (is_early, done) = (Arc::new(AtomicUsize::new(1)), Arc::new(AtomicUsize::new(0)));
    for key in 0..tasks {
        queue.push(key, Visited { key, is_left_before: key % 2 == 0 });
    }
    let mut threads: Vec<_> = (0..workers)
        .map(|_| {
            let (queue, is_early, done) = (Arc::clone(&queue), Arc::clone(&is_early), Arc::clone(&done));
            thread::spawn(move || {
                let mut next = queue.take();
                while let Some(Visited { key, is_left_before }) = next {
                    if is_left_before {
                        done.fetch_add(1, SeqCst);
                    } else {
                        queue.push(key, Visited { key, is_left_before: true });
                    }
                    queue.finish();
                    next = if is_left_before {
                        queue.take()
                    } else {
                        queue.take_below(&key, || is_early.load(SeqCst) == 1)
                    };
                    if queue.holds_anybody() {
                        // What it says may be out of date at once; it has to be safe to ask.
                        queue.wants_one_at(&key);
                    }
                }
            })
        })
        .collect();
    if is_called {
        let (queue, is_early) = (Arc::clone(&queue), Arc::clone(&is_early));
        threads.push(thread::spawn(move || {
            is_early.store(0, SeqCst);
            queue.call_all();
        }));
    }
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    assert_eq!(done.load(SeqCst), tasks);
}

#[test]
fn whoever_waits_for_an_earlier_task_comes_home() {
    for is_called in [false, true] {
        shuttle::check_random(move || workers_leave_what_is_too_early(3, 5, is_called), SCHEDULES);
        shuttle::check_pct(move || workers_leave_what_is_too_early(2, 4, is_called), SCHEDULES, 3);
    }
}
