//! What the reporter of a run says about the time that is left, without a run.

use super::{
    super::{control::Control, outlook::Weighing, tally::Tally, tests::HashTree},
    *,
};
use crate::search::{Path, ledger::Segment};

#[test]
fn only_whole_trees_that_are_searched_to_the_end_are_sized() {
    /// A hash tree that says its nodes are slow.
    #[derive(Clone)]
    struct Slow(HashTree);

    impl Tree for Slow {
        type Answer = Path;

        fn fanout(&self) -> u32 {
            self.0.fanout()
        }

        fn enter(&mut self, digits: std::ops::Range<u32>) -> Option<u32> {
            self.0.enter(digits)
        }

        fn leave(&mut self) {
            self.0.leave();
        }

        fn is_answer(&self) -> bool {
            self.0.is_answer()
        }

        fn answer(&self) -> Path {
            self.0.answer()
        }

        fn has_slow_nodes(&self) -> bool {
            true
        }
    }

    let tree = HashTree::new(0, 3, 3);
    let (whole, part) = (Ledger::new(Range::everything()), Ledger::new("/1..".parse().unwrap()));
    for quest in [Quest::Count, Quest::Lowest(u64::MAX)] {
        let settings = Settings::new(quest);
        assert!(can_be_sized(&tree, &settings, &whole));
        assert!(!can_be_sized(&tree, &settings, &part) && !can_be_sized(&Slow(tree.clone()), &settings, &whole));
        let weighing = Some(Weighing::new(|_| Outlook { share: 0.5, is_certain: true }));
        assert!(!can_be_sized(&tree, &Settings { weighing, ..settings }, &whole));
    }
    for quest in [Quest::Lowest(5), Quest::Any(u64::MAX), Quest::Best, Quest::AllBest(3)] {
        assert!(!can_be_sized(&tree, &Settings::new(quest), &whole), "{quest:?}");
    }
}

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
    let mut reporter = Reporter {
        before: 0.0,
        nodes_before: 0,
        expected: if can_be_sized { Expected::Later(Box::new(sizing)) } else { Expected::Unknown },
        pool: &pool,
        settings: &settings,
        ledger,
        released: 0,
        told: None,
        started,
        next_tick: started,
        checkpointed: started,
        is_ended_by_observer: false,
        panicked: None,
        pieces: Vec::new(),
        exchange: None,
        branches: Branches::new(),
        best_told: None,
        checkpoints_asked: 0,
        observe: &mut |_| ControlFlow::Continue(()),
    };
    let left = reporter.left_by_nodes();
    assert_eq!(left, reporter.left_by_nodes());
    drop(reporter);
    (left, sized)
}

/// Rounds that were stopped before there were enough of them say nothing.
#[test]
fn what_takes_too_long_to_be_sized_is_of_unknown_size() {
    let tree = HashTree::new(1, 4, 6);
    assert!(size_soon(tree.clone(), &Control::default()).is_some());
    let stopped = Control::default();
    stopped.stop(StopReason::Interrupted);
    assert_eq!(size_soon(tree, &stopped), None);
}

#[test]
fn a_tree_is_sized_once_when_it_is_worth_it() {
    assert_eq!(left_after(Duration::ZERO, true), (None, 0), "it may be over soon");
    assert_eq!(left_after(SIZED_AFTER, true), (Some(9.0), 1));
    assert_eq!(left_after(SIZED_AFTER, false), (None, 0));
}
