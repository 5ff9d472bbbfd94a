//! One worker, one range: what it visits, gives away and says about itself.

use std::{
    ops::Range as Digits,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};

use super::{HashTree, PausingTree};
use crate::search::{
    Control, Limits, Path, Quest, Range, Sweep, Tally, Tree,
    range::position,
    worker::{Pause, Task, Worker},
};

/// So many children at each depth; what lies at the last depth is a solution, and all have the same score. Sweeps
/// begin at a depth, and are counted.
#[derive(Clone, Debug)]
struct Regular {
    fanouts: &'static [u32],
    digits: Vec<u32>,
    swept_from: usize,
    divisible: usize,
    pauses: bool,
    only_for_best: bool,
    sweeps: Arc<AtomicUsize>,
    /// The room that the last sweep had.
    room: Arc<AtomicUsize>,
}

fn regular(fanouts: &'static [u32]) -> Regular {
    Regular {
        fanouts,
        digits: Vec::new(),
        swept_from: usize::MAX,
        divisible: usize::MAX,
        pauses: false,
        only_for_best: false,
        sweeps: Arc::default(),
        room: Arc::default(),
    }
}

impl Regular {
    fn sweep_below(&mut self, sweep: &mut Sweep<'_, Path>) {
        for digit in 0..self.fanout() {
            sweep.tally.cases += 1;
            sweep.tally.nodes += 1;
            self.digits.push(digit);
            if self.is_answer() {
                sweep.scored_answer(0, || self.answer());
            }
            self.sweep_below(sweep);
            self.digits.pop();
        }
    }
}

impl Tree for Regular {
    type Answer = Path;

    fn fanout(&self) -> u32 {
        self.fanouts.get(self.digits.len()).copied().unwrap_or(0)
    }

    fn enter(&mut self, mut digits: Digits<u32>) -> Option<u32> {
        let digit = digits.next()?;
        self.digits.push(digit);
        Some(digit)
    }

    fn leave(&mut self) {
        self.digits.pop();
    }

    fn is_answer(&self) -> bool {
        self.digits.len() == self.fanouts.len()
    }

    fn answer(&self) -> Path {
        Path::from(self.digits.clone())
    }

    fn divisible_depth(&self) -> usize {
        self.divisible
    }

    fn pauses(&self) -> bool {
        self.pauses
    }

    fn sweeps_only_for_best(&self) -> bool {
        self.only_for_best
    }

    fn can_sweep(&self) -> bool {
        self.digits.len() >= self.swept_from
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Path>) {
        self.sweeps.fetch_add(1, SeqCst);
        self.room.store(sweep.room() as usize, SeqCst);
        if self.pauses && sweep.room() == 0 && self.fanout() > 0 {
            // No further than to the first child.
            sweep.tally.nodes += 1;
            sweep.tally.cases += 1;
            sweep.pause_at([0]);
            return;
        }
        self.sweep_below(sweep);
    }
}

fn open<T: Tree>(tree: T, quest: Quest, range: &str) -> Worker<T> {
    let mut worker = Worker::new(tree, quest, Control::default());
    let range: Range = range.parse().unwrap();
    worker.open(Task { range, span: (0.0, 1.0), branches: 1 });
    worker
}

#[test]
fn what_is_left_begins_at_the_next_id() {
    let tree = regular(&[2, 3, 2]);
    let mut ids = vec![Path::root()];
    let mut last = 0;
    while last < ids.len() {
        let fanout = tree.fanouts.get(ids[last].depth()).copied().unwrap_or(0);
        ids.extend((0..fanout).map(|digit| ids[last].child(digit)).collect::<Vec<_>>());
        last += 1;
    }
    ids.sort();
    let (mut before, mut shares) = (0.0, 0.0);
    for visited in 1..=ids.len() {
        let mut worker = open(tree.clone(), Quest::Count, "..");
        let pause = worker.search(&mut { visited as u64 - 1 });
        assert_eq!(pause, Pause::Budget);
        let next = ids.get(visited);
        assert_eq!(worker.next_id().as_ref(), next);
        let rest = worker.rest();
        assert_eq!(rest.as_ref().map(|rest| &rest.range.from), next);
        let position = next.map_or(1.0, |next| position(next, &mut tree.clone()));
        assert!(rest.is_none_or(|rest| (rest.span.0 - position).abs() < 1e-12 && rest.span.1 == 1.0));
        let segment = worker.close_segment().unwrap();
        assert!((segment.share - position).abs() < 1e-12, "{} of {position}", segment.share);
        assert_eq!((segment.range.to.as_ref(), segment.tally.nodes), (next, visited as u64));
        assert_eq!(worker.unreported().map(|range| range.from).as_ref(), next);
        assert_eq!(worker.end(), None);
        shares += position - before;
        before = position;
    }
    assert!((shares - 1.0f64).abs() < 1e-12);
    // A second part of the same range is counted from where the first ended.
    let mut worker = open(tree, Quest::Count, "../1/2");
    worker.search(&mut { 5 });
    let first = worker.close_segment().unwrap().share;
    while worker.search(&mut { 5 }) != Pause::Exhausted {}
    assert!((first + worker.close_segment().unwrap().share - 1.0).abs() < 1e-12);
    assert_eq!(worker.end(), Some(&"/1/2".parse().unwrap()));
}

#[test]
fn the_later_half_of_the_shallowest_open_node_is_given_away() {
    let mut worker = open(regular(&[8, 4]), Quest::Count, "..");
    worker.search(&mut { 2 });
    let given = |worker: &mut Worker<Regular>| worker.split().map(|task| (task.range.to_string(), task.span));
    assert_eq!(given(&mut worker), Some(("/4..".to_owned(), (0.5, 1.0))));
    assert_eq!(given(&mut worker), Some(("/2../4".to_owned(), (0.25, 0.5))));
    assert_eq!(given(&mut worker), Some(("/1../2".to_owned(), (0.125, 0.25))));
    assert_eq!(given(&mut worker), Some(("/0/2../1".to_owned(), (1.0 / 16.0, 0.125))));
    assert_eq!(given(&mut worker), Some(("/0/1../0/2".to_owned(), (1.0 / 32.0, 1.0 / 16.0))));
    assert_eq!(given(&mut worker), None, "a single path is left");
    assert_eq!(worker.search(&mut { 100 }), Pause::Exhausted);
    assert_eq!(worker.close_segment().unwrap().tally.nodes, 3);
    // What lies deeper than a tree allows is kept.
    for (divisible, expected) in [(0, 0), (1, 1)] {
        let mut worker = open(Regular { divisible, ..regular(&[8, 4]) }, Quest::Count, "/7..");
        worker.search(&mut { 2 });
        assert_eq!(usize::from(worker.split().is_some()), expected);
    }
}

#[test]
fn a_range_that_is_cut_before_where_the_worker_stands_is_done() {
    for cut in ["/0", "/0/1", "/0/1/0", "/0/1/0/1"] {
        let mut worker = open(regular(&[2, 2, 2, 2]), Quest::Count, "..");
        while worker.next_id() != Some("/0/1/1".parse().unwrap()) {
            worker.search(&mut { 1 });
        }
        worker.close_segment().unwrap();
        worker.cut_at(cut.parse().unwrap(), 0.5);
        assert_eq!((worker.next_id(), worker.search(&mut { 100 })), (None, Pause::Exhausted), "{cut}");
    }
    // The end is not moved back, nor is its position if it stays.
    let mut worker = open(regular(&[4]), Quest::Count, "../2");
    worker.cut_at("/2".parse().unwrap(), 0.1);
    worker.cut_at("/3".parse().unwrap(), 0.2);
    assert_eq!(worker.rest().unwrap().span, (0.0, 1.0));
}

#[test]
fn who_has_enough_says_so_at_once() {
    for swept_from in [usize::MAX, 1, 2] {
        let tree = Regular { swept_from, ..regular(&[3, 2]) };
        for wanted in [1, 2, 3] {
            let mut worker = open(tree.clone(), Quest::Lowest(wanted), "..");
            assert_eq!(worker.search(&mut { 100 }), Pause::News);
            let found = worker.close_segment().unwrap().found() as u64;
            // A sweep brings all the solutions below a node, here two.
            let expected = if swept_from == 1 { wanted.next_multiple_of(2) } else { wanted };
            assert_eq!((found, worker.has_found()), (expected, false), "{wanted} of sweeps from depth {swept_from}");
        }
        let mut worker = open(tree, Quest::Lowest(7), "..");
        assert_eq!(worker.search(&mut { 100 }), Pause::Exhausted);
        assert!(worker.has_found());
    }
}

#[test]
fn equals_beyond_the_number_wanted_are_counted_and_not_kept() {
    let mut worker = open(regular(&[3, 2]), Quest::AllBest(2), "..");
    assert_eq!(worker.best_here(), None);
    while worker.search(&mut { 100 }) != Pause::Exhausted {}
    assert_eq!((worker.best_here(), worker.close_segment().unwrap().found()), (Some(0), 2));
}

#[test]
fn a_quest_decides_whether_trees_sweep() {
    let sweeps = |quest, pauses, only_for_best, nodes| {
        let tree = Regular { swept_from: 1, pauses, only_for_best, ..regular(&[3, 2]) };
        let count = Arc::clone(&tree.sweeps);
        let mut worker = Worker::new(tree, quest, Control::new(&Limits { nodes, ..Limits::default() }));
        worker.open(Task { range: Range::everything(), span: (0.0, 1.0), branches: 1 });
        while worker.search(&mut { 100 }) != Pause::Exhausted {}
        let tally = worker.close_segment().map_or(worker.total(), |segment| segment.tally);
        assert_eq!(tally, Tally { nodes: 10, cases: 9, answers: 6 });
        count.load(SeqCst) == 3
    };
    for (pauses, only_for_best) in [(false, false), (true, false), (false, true), (true, true)] {
        for quest in [Quest::Count, Quest::Lowest(u64::MAX), Quest::Any(u64::MAX)] {
            assert_eq!(sweeps(quest, pauses, only_for_best, None), !only_for_best, "{quest:?}");
            assert!(!sweeps(quest, pauses, only_for_best, Some(1000)), "sweeps keep to no limit of nodes");
        }
    }
}

#[test]
fn a_sweep_that_was_too_long_is_not_tried_so_high_again() {
    // Below the root there are 3 nodes with 2 + 2 * 2 nodes each.
    let count = |longest_sweep| {
        let tree = Regular { swept_from: 1, ..regular(&[3, 2, 2]) };
        let (sweeps, room) = (Arc::clone(&tree.sweeps), Arc::clone(&tree.room));
        let mut worker = open(tree, Quest::Count, "..");
        worker.longest_sweep = longest_sweep;
        let mut budget = 100;
        assert_eq!(worker.search(&mut budget), Pause::Exhausted);
        assert_eq!(worker.close_segment().unwrap().tally.nodes, 22);
        assert_eq!(budget, 100 - 21, "the root was visited before");
        assert_eq!(room.load(SeqCst) as u64, longest_sweep, "what was done before does not count");
        sweeps.load(SeqCst)
    };
    assert_eq!([count(6), count(5), count(2)], [3, 1 + 6, 1 + 6]);
    assert_eq!(count(1), 1 + 1 + 12, "at last only leaves are swept");
}

#[test]
fn sweeps_pause_after_as_many_nodes_as_take_some_milliseconds() {
    let (short, long) = (Duration::from_micros(500), Duration::from_millis(20));
    // What it takes to write solutions down is not known at first.
    let quests = [(Quest::Count, 1 << 14, 1 << 10, 1 << 21), (Quest::Lowest(u64::MAX), 1 << 11, 1 << 10, 1 << 14)];
    for (quest, first, least, most) in quests {
        let mut worker = open(regular(&[2]), quest, "..");
        let fixed = worker.longest_sweep;
        worker.keep_pace(long, 4096);
        worker.keep_pace(short, 4096);
        assert_eq!(worker.longest_sweep, fixed, "sweeps that cannot pause are as long as they are");

        let tree = (0..).map(|seed| PausingTree(HashTree { swept: 8, ..HashTree::new(seed, 5, 6) }));
        let mut trees = tree.filter(|tree| super::walk(&tree.0).nodes.len() > 100);
        let mut worker = open(trees.next().unwrap(), quest, "..");
        assert_eq!(worker.longest_sweep, first);
        worker.keep_pace(short, 4096);
        assert_eq!(worker.longest_sweep, first, "no sweep has paused");
        // A sweep pauses here.
        worker.search(&mut { 20 });
        worker.keep_pace(Duration::from_millis(4), 4096);
        assert_eq!(worker.longest_sweep, first, "that is as long as it should be");
        worker.search(&mut { 20 });
        worker.keep_pace(short, 4096);
        assert_eq!(worker.longest_sweep, (2 * first).min(most));
        worker.keep_pace(short, 4096);
        assert_eq!(worker.longest_sweep, (2 * first).min(most), "that is forgotten then");
        worker.longest_sweep = first;
        worker.keep_pace(Duration::from_millis(8), 4096);
        assert_eq!(worker.longest_sweep, first / 2);
        worker.longest_sweep = least;
        worker.keep_pace(long, 4096);
        assert_eq!(worker.longest_sweep, least);
    }
}

#[test]
fn stretches_of_work_are_as_long_as_take_some_milliseconds() {
    let (short, right, long) = (Duration::from_micros(500), Duration::from_millis(4), Duration::from_millis(20));
    let mut worker = open(regular(&[2]), Quest::Count, "..");
    assert_eq!([worker.stretch(4096), worker.stretch(50)], [64, 50], "nobody looks less often than asked for");
    worker.keep_pace(right, 4096);
    assert_eq!(worker.stretch(4096), 64);
    worker.keep_pace(short, 4096);
    assert_eq!(worker.stretch(4096), 128);
    (0..100).for_each(|_| worker.keep_pace(short, 4096));
    assert_eq!(worker.stretch(u64::MAX), 4096);
    // What was swift may be slow further on: that counts at once.
    worker.keep_pace(long, 4096);
    assert_eq!(worker.stretch(4096), 2048);
    (0..100).for_each(|_| worker.keep_pace(long, 4096));
    assert_eq!(worker.stretch(4096), 16);
    worker.has_slow_nodes = true;
    assert_eq!(worker.stretch(4096), 1);
}

#[test]
fn it_is_known_whether_a_sweep_has_paused() {
    let tree = Regular { swept_from: 1, pauses: true, ..regular(&[3, 2, 2]) };
    let short = Duration::from_micros(500);
    let after = |longest_sweep, searches: u32, elapsed| {
        let mut worker = open(tree.clone(), Quest::Count, "..");
        let first = std::mem::replace(&mut worker.longest_sweep, longest_sweep);
        (0..searches).for_each(|_| assert_eq!(worker.search(&mut { 1 }), Pause::Budget));
        worker.longest_sweep = first;
        worker.keep_pace(elapsed, 4096);
        worker.longest_sweep / first
    };
    // The first sweep pauses, the next two are those of leaves, and the fourth pauses again.
    assert_eq!([after(100, 1, short), after(0, 1, short), after(0, 4, short)], [1, 2, 2]);
    assert_eq!(after(0, 1, Duration::from_millis(2)), 1, "that is long enough");
}

#[test]
fn a_tree_that_says_nothing_of_itself_is_searched_node_by_node_and_divided_anywhere() {
    #[derive(Clone)]
    struct Plain;

    impl Tree for Plain {
        type Answer = ();

        fn fanout(&self) -> u32 {
            0
        }

        fn enter(&mut self, _: Digits<u32>) -> Option<u32> {
            None
        }

        fn leave(&mut self) {}

        fn is_answer(&self) -> bool {
            false
        }

        fn answer(&self) {}
    }

    assert_eq!((Plain.divisible_depth(), Plain.score(), Plain.so_far()), (usize::MAX, 0, None));
    let said = [Plain.has_slow_nodes(), Plain.is_slow(3), Plain.pauses(), Plain.sweeps_only_for_best()];
    assert!(!said.contains(&true) && !Plain.can_sweep());
}
