//! What the workers of a run share, looked at without a run.

use super::{
    super::{limits::Limits, tests::Regular},
    *,
};

fn pool(control: &Control) -> Pool {
    Pool::new(Quest::Lowest(u64::MAX), 100, control.clone(), None, true)
}

fn path(text: &str) -> Path {
    text.parse().unwrap()
}

#[test]
fn the_lowest_cutoff_counts() {
    let pool = pool(&Control::default());
    assert_eq!(pool.cutoff(), None);
    let mut changes = Vec::new();
    for text in ["/5", "/7", "/5", "/3", "/4"] {
        pool.cut_off(&path(text));
        changes.push((pool.cutoff().unwrap().to_string(), pool.cutoff_changes.load(Relaxed)));
    }
    let expected = [("/5", 1), ("/5", 1), ("/5", 1), ("/3", 2), ("/3", 2)];
    assert_eq!(changes, expected.map(|(text, count)| (text.to_owned(), count)));
}

#[test]
fn buffers_are_used_again_and_come_empty() {
    let pool = pool(&Control::default());
    for _ in 0..2 * SPARE_BUFFERS {
        let mut written = Written { text: b"something".to_vec(), ends: Vec::new() };
        written.end();
        pool.give_back(written);
    }
    assert_eq!(pool.spare.len(), SPARE_BUFFERS, "more of them are not kept");
    let buffer = pool.spare.pop().unwrap();
    assert!(buffer == Written::default() && buffer.text.capacity() > 0);
}

#[test]
fn after_a_stop_there_is_a_little_time_to_write() {
    let asked = Cell::new(0);
    let control = Control::default();
    let writing = pool(&control);
    assert!(writing.has_time_to_write(&asked));
    control.stop(StopReason::TimeLimit);
    assert!(writing.has_time_to_write(&asked), "its time begins now");
    std::thread::sleep(TIME_TO_WRITE);
    assert!(!writing.has_time_to_write(&asked));
    // A limit of nodes is kept exactly, however long it takes.
    let control = Control::default();
    let writing = pool(&control);
    control.stop(StopReason::NodeLimit);
    assert!(writing.has_time_to_write(&asked));
    std::thread::sleep(TIME_TO_WRITE);
    assert!(writing.has_time_to_write(&asked));
}

#[test]
fn who_writes_looks_at_the_clock_now_and_then() {
    let asked = Cell::new(0);
    let control = Control::new(&Limits { time: Some(Duration::ZERO), ..Limits::default() });
    let writing = pool(&control);
    assert!((1..LOOK_EVERY).all(|_| writing.has_time_to_write(&asked) && !control.is_stopped()));
    writing.has_time_to_write(&asked);
    assert!(control.is_stopped() && asked.get() == LOOK_EVERY);
}

#[test]
fn the_backlog_is_what_was_found_and_not_told() {
    let pool = pool(&Control::default());
    let backlog = pool.backlog.as_ref().unwrap();
    backlog.store(100, Relaxed);
    assert!(pool.is_front(&path("/9")), "where nothing is known, everybody is the first");
    pool.clear_backlog(Some(&path("/3")), 60);
    assert_eq!(pool.backlog(), 40);
    assert!(pool.is_front(&path("/2/7")) && pool.is_front(&path("/3")) && !pool.is_front(&path("/3/0")));
    // What earlier runs have found was never entered.
    pool.clear_backlog(None, 60);
    assert_eq!(pool.backlog(), 0);
    assert!(pool.is_front(&path("/9")));
    let other = Pool::new(Quest::Count, 100, Control::default(), None, false);
    other.clear_backlog(Some(&path("/3")), 60);
    assert_eq!((other.backlog(), other.is_front(&path("/9"))), (0, true));
}

/// Whoever waits because too much is to be told goes on when that has become less.
#[test]
fn a_backlog_that_has_become_small_lets_those_go_on_who_wait() {
    for (before, told, goes_on) in [
        (LARGE_BACKLOG + 1, 0, false),
        (LARGE_BACKLOG + 1, 1, true),
        (2 * LARGE_BACKLOG, LARGE_BACKLOG - 1, false),
        (2 * LARGE_BACKLOG, LARGE_BACKLOG, true),
    ] {
        let pool = pool(&Control::default());
        let backlog = pool.backlog.as_ref().unwrap();
        let task = |text: &str| Task { range: text.parse().unwrap(), span: (0.0, 1.0), branches: 1 };
        pool.push(task("/1../2"));
        pool.queue.take().unwrap();
        pool.push(task("/7../8"));
        backlog.store(before, Relaxed);
        let is_taken = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let taken = pool.queue.take_below(&path("/5"), || pool.backlog() > LARGE_BACKLOG);
                is_taken.store(taken.is_some(), SeqCst);
            });
            while !pool.queue.holds_anybody() {
                std::thread::yield_now();
            }
            pool.clear_backlog(Some(&path("/2")), told);
            let begun = Instant::now();
            while !is_taken.load(SeqCst) && begun.elapsed() < Duration::from_millis(if goes_on { 5_000 } else { 20 }) {
                std::thread::yield_now();
            }
            assert_eq!(is_taken.load(SeqCst), goes_on, "{told} of {before} bytes");
            pool.stop();
        });
    }
}

#[test]
fn what_others_have_found_raises_the_floor() {
    let floors = |quest: Quest| {
        let pool = Pool::new(quest, 100, Control::default(), Some(5), false);
        let first = [pool.floor(None), pool.floor(Some(3)), pool.floor(Some(5)), pool.floor(Some(8))];
        pool.raise_best(7);
        pool.raise_best(6);
        (first, pool.floor(None), pool.floor(Some(i64::MAX)))
    };
    assert_eq!(floors(Quest::Best), ([5, 5, 6, 9], 7, i64::MAX));
    assert_eq!(floors(Quest::AllBest(3)), ([5, 5, 5, 8], 7, i64::MAX), "equals are wanted, too");
}

/// The ranges that wait in a pool, with the branches they are yet to be cut into and where they lie.
fn waiting(pool: &Pool) -> Vec<(String, usize, (f64, f64))> {
    let mut all = Vec::new();
    while let Some(task) = pool.queue.take() {
        pool.queue.finish();
        all.push((task.range.to_string(), task.branches, task.span));
    }
    all
}

#[test]
fn a_task_is_cut_by_halves_until_it_is_one_branch() {
    let control = Control::default();
    let pool = pool(&control);
    let mut worker = Worker::new(Regular::new(&[4, 4]), Quest::Count, control.clone());
    let task = |branches| Task { range: Range::everything(), span: (0.0, 1.0), branches };
    let first = pool.cut(task(5), &mut worker);
    assert_eq!((first.range.to_string().as_str(), first.branches, first.span), ("/../0/2", 1, (0.0, 0.125)));
    let expected = [("/0/2../1", 1, (0.125, 0.25)), ("/1../2", 1, (0.25, 0.5)), ("/2..", 2, (0.5, 1.0))];
    assert_eq!(waiting(&pool), expected.map(|(text, branches, span)| (text.to_owned(), branches, span)));
    // A run that is over cuts nothing.
    control.stop(StopReason::Interrupted);
    assert_eq!(pool.cut(task(5), &mut worker).branches, 5);
}

#[test]
fn branches_that_a_task_cannot_be_cut_into_are_owed_by_the_next() {
    let control = Control::default();
    let pool = pool(&control);
    let task = |text: &str, branches| Task { range: text.parse().unwrap(), span: (0.0, 1.0), branches };
    let mut worker = Worker::new(Regular::new(&[4]), Quest::Count, control);
    let single = pool.cut(task("/3..", 3), &mut worker);
    assert_eq!((single.range.to_string().as_str(), pool.owed.load(Relaxed)), ("/3..", 2));
    pool.cut(task("/../2", 1), &mut worker);
    assert_eq!((waiting(&pool).len(), pool.owed.load(Relaxed)), (1, 1));
}

#[test]
fn what_a_panic_says_is_told() {
    let text = |panic: Box<dyn Any + Send>| panic_text(&*panic);
    assert_eq!(text(Box::new("a text")), "a text");
    assert_eq!(text(Box::new("another".to_owned())), "another");
    assert_eq!(text(Box::new(7)), "no message");
}

/// Keeps the ranges that were searched.
#[derive(Default)]
struct Searched(Vec<String>);

impl Sink<()> for Searched {
    fn report(&mut self, report: Report<()>) {
        match report {
            Report::Segment(segment) => self.0.push(segment.range.to_string()),
            Report::Branch(_) | Report::Panicked { .. } => panic!("there is nothing else to tell"),
        }
    }

    fn look(&mut self) {}
}

#[test]
fn nothing_is_searched_beyond_a_cutoff() {
    let searched = |range: &str, cutoff: &str| {
        let pool = Pool::new(Quest::Lowest(5), 100, Control::default(), None, false);
        pool.push(Task { range: range.parse().unwrap(), span: (0.0, 1.0), branches: 1 });
        pool.cut_off(&path(cutoff));
        let mut searched = Searched::default();
        pool.work(0, Regular::new(&[4, 4]), None, &mut searched);
        searched.0.join(" ")
    };
    assert_eq!(searched("..", "/2"), "/../2");
    assert_eq!(searched("/1../3", "/2/1"), "/1../2/1");
    assert_eq!(searched("/1../2", "/3"), "/1../2");
    assert_eq!([searched("/2..", "/2"), searched("/3..", "/2")], ["", ""]);
}
