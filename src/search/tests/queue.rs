//! Who waits for a task gets one, and nobody is forgotten.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
        mpsc::{Receiver, RecvTimeoutError, channel},
    },
    time::{Duration, Instant},
};

use crate::search::queue::Queue;

type Tasks = Queue<u32, u32>;

/// Nothing here takes longer, unless somebody waits for ever.
const LONG: Duration = Duration::from_secs(10);
/// Whoever has not come back after this waits.
const SHORT: Duration = Duration::from_millis(30);

/// Does something on another thread.
fn aside(queue: &Arc<Tasks>, work: impl FnOnce(&Tasks) -> Option<u32> + Send + 'static) -> Receiver<Option<u32>> {
    let (sender, receiver) = channel();
    let queue = Arc::clone(queue);
    std::thread::spawn(move || sender.send(work(&queue)));
    receiver
}

/// Waits for a task below a bound on another thread, and until it can be seen that it waits.
fn held(queue: &Arc<Tasks>, bound: u32) -> Receiver<Option<u32>> {
    let waiting = aside(queue, move |queue| queue.take_below(&bound, || true));
    let begun = Instant::now();
    while !queue.holds_anybody() {
        assert!(begun.elapsed() < LONG, "it does not wait");
        std::thread::yield_now();
    }
    assert_eq!(waiting.recv_timeout(SHORT), Err(RecvTimeoutError::Timeout));
    waiting
}

/// A queue in which one task is being worked on and tasks with these keys wait.
fn queue(keys: &[u32]) -> Arc<Tasks> {
    let queue = Tasks::new();
    queue.push(0, 0);
    assert_eq!(queue.take(), Some(0));
    keys.iter().for_each(|&key| queue.push(key, key));
    Arc::new(queue)
}

#[test]
fn whoever_waits_below_a_bound_takes_what_comes_there() {
    let queue = queue(&[7]);
    assert!(!queue.holds_anybody() && !queue.wants_one_at(&3));
    let waiting = held(&queue, 5);
    assert!(queue.wants_one_at(&4) && !queue.wants_one_at(&5) && !queue.wants_one_at(&6));
    queue.push(4, 4);
    assert_eq!(waiting.recv_timeout(LONG), Ok(Some(4)));
    assert!(!queue.holds_anybody(), "nobody waits any more");
    assert_eq!(queue.take(), Some(7));
}

#[test]
fn nobody_waits_below_a_bound_for_what_does_not_come() {
    let is_early = || true;
    let at_once = |queue: &Arc<Tasks>, bound: u32| {
        aside(queue, move |queue| queue.take_below(&bound, is_early)).recv_timeout(LONG)
    };
    // There is a task below it.
    assert_eq!(at_once(&queue(&[4, 7]), 5), Ok(Some(4)));
    // Nobody is at work who could leave one.
    let idle = queue(&[5, 7]);
    idle.finish();
    assert_eq!(at_once(&idle, 5), Ok(Some(5)));
    // All is done, or nothing more is wanted.
    let done = queue(&[]);
    done.finish();
    assert_eq!(at_once(&done, 5), Ok(None));
    let closed = queue(&[7]);
    closed.close();
    assert_eq!(at_once(&closed, 5), Ok(None));
    // It is not too early for what lies further ahead.
    let late = aside(&queue(&[7]), |queue| queue.take_below(&5, || false));
    assert_eq!(late.recv_timeout(LONG), Ok(Some(7)));
}

#[test]
fn whoever_waits_below_a_bound_goes_on_when_others_have_done_their_work() {
    let queue = queue(&[5]);
    let waiting = held(&queue, 5);
    queue.finish();
    assert_eq!(waiting.recv_timeout(LONG), Ok(Some(5)));
}

#[test]
fn whoever_waits_below_a_bound_is_called_when_it_is_no_longer_too_early() {
    let queue = queue(&[7]);
    let is_early = Arc::new(AtomicBool::new(true));
    let waiting = aside(&queue, {
        let is_early = Arc::clone(&is_early);
        move |queue| queue.take_below(&5, || is_early.load(SeqCst))
    });
    assert_eq!(waiting.recv_timeout(SHORT), Err(RecvTimeoutError::Timeout));
    is_early.store(false, SeqCst);
    queue.call_all();
    assert_eq!(waiting.recv_timeout(LONG), Ok(Some(7)));
}

/// The one who is woken may be one who does not take what is there.
#[test]
fn a_task_is_taken_whoever_else_waits() {
    let queue = queue(&[]);
    let below = held(&queue, 5);
    assert!(!queue.wants_more());
    let anything = aside(&queue, Tasks::take);
    let begun = Instant::now();
    while !queue.wants_more() {
        assert!(begun.elapsed() < LONG, "it does not wait");
        std::thread::yield_now();
    }
    queue.push(7, 7);
    assert_eq!(anything.recv_timeout(LONG), Ok(Some(7)));
    assert_eq!(below.recv_timeout(SHORT), Err(RecvTimeoutError::Timeout));
    queue.close();
    assert_eq!(below.recv_timeout(LONG), Ok(None), "a closed queue holds nobody");
}

#[test]
fn tasks_wait_until_they_are_taken() {
    let queue = queue(&[3, 4]);
    assert!(queue.has_task_at(&3) && !queue.has_task_at(&5));
    assert!(!queue.wants_more(), "there are tasks, and nobody who waits");
    assert_eq!((queue.take(), queue.has_task_at(&3)), (Some(3), false));
    let waiting = aside(&queue, |queue| [queue.take(), queue.take()][1]);
    assert_eq!(waiting.recv_timeout(SHORT), Err(RecvTimeoutError::Timeout));
    queue.close();
    assert_eq!(waiting.recv_timeout(LONG), Ok(None));
}
