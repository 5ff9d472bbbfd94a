//! Runs over nodes that take long, and runs whose observers misbehave.

use std::{ops::ControlFlow, ops::Range as Digits, panic::AssertUnwindSafe, sync::mpsc::channel, time::Duration};

use super::{HashTree, VastTree, walk, whole};
use crate::search::{Control, Event, Ledger, Outcome, Path, Quest, Range, Settings, StopReason, Tree, run};

/// A hash tree whose nodes are slow. Somebody stops the run while the node is entered that comes as this.
#[derive(Clone, Debug)]
struct SlowTree {
    tree: HashTree,
    stop_in: Option<u32>,
    control: Control,
}

impl Tree for SlowTree {
    type Answer = Path;

    fn fanout(&self) -> u32 {
        self.tree.fanout()
    }

    fn enter(&mut self, digits: Digits<u32>) -> Option<u32> {
        if let Some(left) = &mut self.stop_in {
            *left = left.saturating_sub(1);
            if *left == 0 {
                self.control.stop(StopReason::Interrupted);
            }
        }
        self.tree.enter(digits)
    }

    fn leave(&mut self) {
        self.tree.leave();
    }

    fn is_answer(&self) -> bool {
        self.tree.is_answer()
    }

    fn answer(&self) -> Path {
        self.tree.answer()
    }

    fn has_slow_nodes(&self) -> bool {
        true
    }

    fn watch(&mut self, control: &Control) {
        self.control = control.clone();
    }
}

fn search(tree: &HashTree, stop_in: Option<u32>, ledger: Ledger<Path>) -> Outcome<Path> {
    let tree = SlowTree { tree: tree.clone(), stop_in, control: Control::default() };
    let settings = Settings { poll_every: 1000, ..Settings::new(Quest::Lowest(u64::MAX)) };
    run(tree, &settings, ledger, &mut |_| ControlFlow::Continue(())).expect("no range panics")
}

#[test]
fn a_node_during_which_the_run_was_stopped_is_left_to_be_searched() {
    let trees = (0..).map(|seed| HashTree::new(seed, 4, 4));
    let tree = trees.into_iter().find(|tree| walk(tree).nodes.len() > 30).expect("some seed gives such a tree");
    let all = walk(&tree);
    let expected: Vec<Path> = all.answers.iter().map(|(id, _)| id.clone()).collect();
    let outcome = search(&tree, None, whole());
    assert_eq!((outcome.answers, outcome.tally.nodes), (expected.clone(), all.nodes.len() as u64));
    for stop_in in [1, 2, 3, 7, 20] {
        let first = search(&tree, Some(stop_in), whole());
        assert_eq!(first.stop, StopReason::Interrupted);
        let [left] = &first.left[..] else { panic!("one range is left, not {:?}", first.left) };
        let rest = search(&tree, None, Ledger::new(left.clone()));
        assert_eq!(first.tally + rest.tally, outcome.tally, "stopped at {left}");
        assert_eq!([first.answers, rest.answers].concat(), expected);
    }
}

#[test]
fn an_observer_that_panics_ends_the_run() {
    let (sender, ended) = channel();
    std::thread::spawn(move || {
        let settings = Settings { threads: 2, poll_every: 100, ..Settings::new(Quest::Count) };
        let everything = Ledger::new(Range::everything());
        let ran = std::panic::catch_unwind(AssertUnwindSafe(|| {
            run(VastTree(Vec::new()), &settings, everything, &mut |_| panic!("nobody is told this")).is_ok()
        }));
        sender.send(ran.is_err())
    });
    assert_eq!(ended.recv_timeout(Duration::from_secs(20)), Ok(true), "the workers do not search on for ever");
}

#[test]
fn progress_is_told_once_a_tick() {
    for threads in [1, 2] {
        let settings = Settings { threads, poll_every: 100, ..Settings::new(Quest::Count) };
        let mut heard = Vec::new();
        run(VastTree(Vec::new()), &settings, whole(), &mut |event| {
            if let Event::Progress(progress) = event {
                heard.push(progress.elapsed);
            }
            if heard.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .unwrap();
        for (number, elapsed) in heard.into_iter().enumerate() {
            assert!(elapsed >= Duration::from_millis(50) * (number as u32 + 1), "report {number} after {elapsed:?}");
        }
    }
}
