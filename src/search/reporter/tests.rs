//! What a reporter says about the time that is left, without a run.

use super::{super::control::Control, *};
use crate::search::{Range, Tally, ledger::Segment};

/// What a reporter says is left after so long, and how often it had to find out how many nodes there are, if it was
/// asked twice. A tenth of 100 nodes is done.
fn left_after(elapsed: Duration, can_be_sized: bool) -> (Option<f64>, u32) {
    let settings = Settings::new(Quest::Count);
    let pool = Pool::new(Quest::Count, 1, Control::default(), None, false);
    let started = Instant::now().checked_sub(elapsed).expect("the clock began before");
    let mut ledger = Ledger::<u32>::new(Range::everything());
    let tally = Tally { nodes: 10, ..Tally::default() };
    ledger.enter(Segment::new("/../1".parse().unwrap(), tally, Vec::new(), 0.5, 0), Quest::Count);
    let mut sized = 0;
    let sizing = || {
        sized += 1;
        Some(Figure::exact(100.0))
    };
    let expected = if can_be_sized { Expected::Later(Box::new(sizing)) } else { Expected::Unknown };
    let mut observe = |_: Event<'_, u32>| ControlFlow::Continue(());
    let mut reporter = Reporter::new(&pool, &settings, ledger, expected, &mut observe);
    (reporter.started, reporter.nodes_before) = (started, 0);
    let left = reporter.left_by_nodes();
    assert_eq!(left, reporter.left_by_nodes());
    drop(reporter);
    (left, sized)
}

#[test]
fn a_tree_is_sized_once_when_it_is_worth_it() {
    assert_eq!(left_after(Duration::ZERO, true), (None, 0), "it may be over soon");
    assert_eq!(left_after(SIZED_AFTER, true), (Some(9.0), 1));
    assert_eq!(left_after(SIZED_AFTER, false), (None, 0));
}
