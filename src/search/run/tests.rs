//! Which trees a run finds out the size of.

use super::{
    super::{
        control::Control,
        limits::StopReason,
        outlook::{Outlook, Weighing},
        tests::HashTree,
    },
    *,
};
use crate::search::Path;

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

/// Rounds that were stopped before there were enough of them say nothing.
#[test]
fn what_takes_too_long_to_be_sized_is_of_unknown_size() {
    let tree = HashTree::new(1, 4, 6);
    assert!(size_soon(tree.clone(), &Control::default()).is_some());
    let stopped = Control::default();
    stopped.stop(StopReason::Interrupted);
    assert_eq!(size_soon(tree, &stopped), None);
}
