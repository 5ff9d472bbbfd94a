//! The engine's laws, tried on trees that are nothing but hashes of their ids.

mod any_tree;
mod backlog;
mod contract;
mod hash_tree;
mod ledgers;
mod pieces;
mod queue;
mod ranges;
mod regular;
mod slow;
mod told;
mod watched;
mod workers;

use std::{ops::ControlFlow, ops::Range as Digits};

use proptest::prelude::*;

use super::{
    Control, Event, Ledger, Limits, Outcome, Path, Quest, Range, SearchError, Settings, StopReason, Sweep, Tally, Tree,
    divide, run,
    worker::{Pause, Task, Worker},
};
pub(super) use hash_tree::HashTree;
use hash_tree::{PausingTree, walk};
pub(super) use regular::Regular;

/// A folder for checkpoints, in memory where that can be had: these tests are about what is written, and a disk takes a
/// hundred times as long.
pub(super) fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a temporary folder")
}

fn run_quietly(tree: &HashTree, settings: &Settings, ledger: Ledger<Path>) -> Outcome<Path> {
    run(tree.clone(), settings, ledger, &mut |_| ControlFlow::Continue(())).expect("no range panics")
}

fn whole() -> Ledger<Path> {
    Ledger::new(Range::everything())
}

/// Any tree of up to a few thousand nodes.
fn trees() -> impl Strategy<Value = HashTree> {
    (any::<u64>(), 1u32..6, 0usize..7, 0u64..5)
        .prop_map(|(seed, fanout, depth, swept)| HashTree { swept, ..HashTree::new(seed, fanout, depth) })
}

fn settings(quest: Quest) -> impl Strategy<Value = Settings> {
    (1usize..4, 1usize..40, 1u64..50).prop_map(move |(threads, branches, poll_every)| Settings {
        threads,
        branches,
        poll_every,
        ..Settings::new(quest)
    })
}

proptest! {
    #![proptest_config(crate::soak::laws(200))]

    #[test]
    fn ranges_tile_the_space(tree in trees(), count in 1usize..60) {
        let parts = divide(&Range::everything(), count, &mut tree.clone());
        prop_assert!(parts.len() <= count);
        prop_assert_eq!(&parts[0].from, &Path::root());
        prop_assert_eq!(&parts[parts.len() - 1].to, &None);
        for pair in parts.windows(2) {
            prop_assert_eq!(pair[0].to.as_ref(), Some(&pair[1].from));
        }
        for id in walk(&tree).nodes {
            prop_assert_eq!(parts.iter().filter(|part| part.contains(&id)).count(), 1);
        }
    }

    #[test]
    fn a_worker_does_exactly_its_range(tree in trees(), a in 0usize..5000, b in 0usize..5000, budget in 1u64..20) {
        let all = walk(&tree);
        let mut ends = [all.cases.get(a % (all.cases.len() + 1)).cloned(), all.cases.get(b % (all.cases.len() + 1)).cloned()];
        if ends[0].is_none() || ends[1].as_ref().is_some_and(|to| Some(to) < ends[0].as_ref()) {
            ends.swap(0, 1);
        }
        let [from, to] = ends;
        let range = Range { from: from.unwrap_or_else(Path::root), to };
        let mut worker = Worker::new(tree.clone(), Quest::Lowest(u64::MAX), Control::default());
        worker.open(Task { range: range.clone(), span: (0.0, 1.0), branches: 1 });
        while worker.search(&mut { budget }) != Pause::Exhausted {}
        let segment = worker.close_segment().unwrap();
        prop_assert_eq!(&segment.range, &range);
        let within = |ids: &[Path]| ids.iter().filter(|id| range.contains(id)).count() as u64;
        prop_assert_eq!(segment.tally.nodes, within(&all.nodes));
        prop_assert_eq!(segment.tally.cases, within(&all.cases));
        let expected: Vec<_> = all.answers.iter().filter(|(id, _)| range.contains(id)).map(|(id, _)| id.clone()).collect();
        let found: Vec<_> = segment.into_found().map(|found| found.answer).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn splitting_never_loses_or_repeats(tree in trees(), steps in prop::collection::vec((1u64..30, any::<bool>(), any::<bool>()), 1..40)) {
        let all = walk(&tree);
        let quest = Quest::Lowest(u64::MAX);
        let mut ledger = whole();
        let mut queue = vec![Task { range: Range::everything(), span: (0.0, 1.0), branches: 1 }];
        let mut steps = steps.into_iter().cycle();
        while let Some(task) = queue.pop() {
            let mut worker = Worker::new(tree.clone(), quest, Control::default());
            worker.open(task);
            loop {
                let (mut budget, split, report) = steps.next().unwrap();
                if worker.search(&mut budget) == Pause::Exhausted {
                    break;
                }
                if split {
                    queue.extend(worker.split());
                }
                if report && let Some(segment) = worker.close_segment() {
                    ledger.enter(segment, quest);
                }
            }
            if let Some(segment) = worker.close_segment() {
                ledger.enter(segment, quest);
            }
        }
        prop_assert!(ledger.is_complete());
        prop_assert!(ledger.is_sound());
        let expected = Tally { nodes: all.nodes.len() as u64, cases: all.cases.len() as u64, answers: all.answers.len() as u64 };
        prop_assert_eq!(ledger.total(), expected);
        let answers: Vec<_> = all.answers.into_iter().map(|(id, _)| id).collect();
        prop_assert_eq!(ledger.into_answers(quest), answers);
    }

    #[test]
    fn cutting_a_range_short_keeps_what_comes_before(tree in trees(), budget in 1u64..200, at in 0usize..5000) {
        let all = walk(&tree);
        let cut = all.cases.get(at % all.cases.len().max(1)).cloned().unwrap_or_else(|| Path::root().child(0));
        let mut worker = Worker::new(tree.clone(), Quest::Count, Control::default());
        worker.open(Task { range: Range::everything(), span: (0.0, 1.0), branches: 1 });
        worker.search(&mut { budget });
        let before = worker.close_segment().unwrap();
        worker.cut_at(cut.clone(), 1.0);
        while worker.search(&mut { budget }) != Pause::Exhausted {}
        let after = worker.close_segment().map_or(0, |segment| segment.tally.nodes);
        let expected = all.nodes.iter().filter(|id| Some(*id) >= before.range.to.as_ref() && **id < cut).count() as u64;
        prop_assert_eq!(after, if before.range.to.is_some() { expected } else { 0 });
    }

    #[test]
    fn lowest_ids_are_the_same_for_every_setting(tree in trees(), wanted in 1u64..12, settings in settings(Quest::Count)) {
        let quest = Quest::Lowest(wanted);
        let plain = run_quietly(&tree, &Settings::new(quest), whole());
        let walked = HashTree { swept: 0, ..tree.clone() };
        let other = run_quietly(&walked, &Settings { quest, ..settings }, whole());
        let expected: Vec<_> = walk(&tree).answers.into_iter().map(|(id, _)| id).take(wanted as usize).collect();
        prop_assert_eq!(&plain.answers, &expected);
        prop_assert_eq!(&other.answers, &expected);
        prop_assert_eq!(plain.tally, other.tally);
        prop_assert_eq!(plain.stop, other.stop);
    }

    #[test]
    fn pauses_neither_lose_nor_repeat(tree in trees(), settings in settings(Quest::Count), wanted in 1u64..12) {
        let all = walk(&tree);
        let run = |quest| {
            let settings = Settings { quest, ..settings.clone() };
            run(PausingTree(tree.clone()), &settings, whole(), &mut |_| ControlFlow::Continue(())).expect("no panic")
        };
        let expected = Tally { nodes: all.nodes.len() as u64, cases: all.cases.len() as u64, answers: all.answers.len() as u64 };
        prop_assert_eq!(run(Quest::Count).tally, expected);
        let lowest: Vec<_> = all.answers.iter().map(|(id, _)| id.clone()).take(wanted as usize).collect();
        prop_assert_eq!(run(Quest::Lowest(wanted)).answers, lowest);
        let best = all.answers.iter().map(|(_, score)| *score).max();
        let best = all.answers.into_iter().find(|(_, score)| Some(*score) == best).map(|(id, _)| id);
        prop_assert_eq!(run(Quest::Best).answers, Vec::from_iter(best));
    }

    #[test]
    fn counts_are_the_same_for_every_setting(tree in trees(), settings in settings(Quest::Count)) {
        let outcome = run_quietly(&tree, &settings, whole());
        let all = walk(&tree);
        let expected = Tally { nodes: all.nodes.len() as u64, cases: all.cases.len() as u64, answers: all.answers.len() as u64 };
        prop_assert_eq!(outcome.tally, expected);
        prop_assert_eq!(outcome.stop, StopReason::Complete);
        prop_assert!((outcome.share - 1.0).abs() < 1e-6);
    }

    #[test]
    fn what_is_told_need_not_be_kept(tree in trees(), settings in settings(Quest::Lowest(u64::MAX))) {
        let expected: Vec<_> = walk(&tree).answers.into_iter().map(|(id, _)| id).collect();
        let mut told = Vec::new();
        let settings = Settings { keep_answers: false, ..settings };
        let outcome = run(tree.clone(), &settings, whole(), &mut |event| {
            if let Event::Answer(answer) = event {
                told.push(answer.clone());
            }
            ControlFlow::Continue(())
        });
        let outcome = outcome.unwrap();
        prop_assert_eq!(outcome.found, expected.len());
        prop_assert_eq!(outcome.tally.answers, expected.len() as u64);
        prop_assert_eq!(told, expected);
        prop_assert!(outcome.answers.is_empty());
    }

    #[test]
    fn any_brings_as_many_as_wanted(tree in trees(), wanted in 1u64..12, settings in settings(Quest::Count)) {
        let all = walk(&tree).answers;
        let outcome = run_quietly(&tree, &Settings { quest: Quest::Any(wanted), ..settings }, whole());
        prop_assert_eq!(outcome.answers.len(), all.len().min(wanted as usize));
        for answer in outcome.answers {
            prop_assert!(all.iter().any(|(id, _)| *id == answer));
        }
    }

    #[test]
    fn the_best_is_the_first_of_the_highest(tree in trees(), settings in settings(Quest::Best)) {
        let all = walk(&tree).answers;
        let best = all.iter().map(|(_, score)| *score).max();
        let first = all.iter().find(|(_, score)| Some(*score) == best).map(|(id, _)| id.clone());
        let outcome = run_quietly(&tree, &settings, whole());
        prop_assert_eq!(outcome.answers.first(), first.as_ref());
    }

    #[test]
    fn resuming_ends_as_if_never_stopped(
        tree in trees(), wanted in prop_oneof![1u64..20, Just(u64::MAX)], settings in settings(Quest::Count), nodes in 2u64..60
    ) {
        let folder = crate::search::tests::folder();
        let quest = Quest::Lowest(wanted);
        let fingerprint = super::Fingerprint::of(&["hash tree"]);
        let file = folder.path().join("run.checkpoint");
        let plan = super::CheckpointPlan { file: file.clone(), every: std::time::Duration::ZERO, fingerprint, only_unfinished: false };
        let stopped = Settings {
            quest,
            checkpoint: Some(plan),
            ..settings
        };
        let limited = || {
            let control = Control::new(&Limits { nodes: Some(nodes), ..Limits::default() });
            Settings { control, ..stopped.clone() }
        };
        let mut outcome = run_quietly(&tree, &limited(), whole());
        while outcome.stop == StopReason::NodeLimit {
            outcome = run_quietly(&tree, &limited(), super::load_checkpoint(&file, fingerprint).unwrap());
        }
        let plain = run_quietly(&tree, &Settings::new(quest), whole());
        prop_assert_eq!(outcome.answers, plain.answers);
        prop_assert_eq!(outcome.tally, plain.tally);
        prop_assert_eq!(outcome.stop, plain.stop);
    }
}

/// A tree large enough that workers must share it.
fn large_tree() -> HashTree {
    let tree = (0..).map(|seed| HashTree::new(seed, 9, 9)).find(|tree| walk(tree).nodes.len() > 20_000);
    tree.expect("some seed gives a large tree")
}

#[test]
fn one_branch_is_shared_by_all_threads() {
    let tree = large_tree();
    let nodes = walk(&tree).nodes.len() as u64;
    let settings = Settings { threads: 4, poll_every: 16, ..Settings::new(Quest::Count) };
    assert_eq!(run_quietly(&tree, &settings, whole()).tally.nodes, nodes);
}

#[test]
fn a_panic_names_its_range_and_ends_the_run() {
    let mut tree = large_tree();
    let bad = walk(&tree).nodes[10_000].clone();
    tree.panic_at = Some(bad.digits().to_vec());
    for threads in [1, 3] {
        let settings = Settings { threads, branches: 8, poll_every: 16, ..Settings::new(Quest::Count) };
        match run(tree.clone(), &settings, whole(), &mut |_| ControlFlow::Continue(())) {
            Err(SearchError::Panicked { range, message }) => {
                assert!(range.contains(&bad), "{range} should hold {bad}");
                assert_eq!(message, "reached the bad node");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn an_observer_that_has_enough_ends_the_run() {
    let tree = large_tree();
    let mut heard = 0;
    let settings = Settings { poll_every: 8, ..Settings::new(Quest::Lowest(u64::MAX)) };
    let outcome = run(tree.clone(), &settings, whole(), &mut |event| {
        heard += u64::from(matches!(event, Event::Answer(_)));
        if heard < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(outcome.unwrap().stop, StopReason::Interrupted);
    assert!(heard >= 3);
}

/// A tree that nobody searches to its end: more than 10^19 nodes, three levels deep.
#[derive(Clone, Debug)]
struct VastTree(Vec<u32>);

impl Tree for VastTree {
    type Answer = Path;

    fn fanout(&self) -> u32 {
        if self.0.len() < 2 { u32::MAX } else { 0 }
    }

    fn enter(&mut self, mut digits: Digits<u32>) -> Option<u32> {
        let digit = digits.next()?;
        self.0.push(digit);
        Some(digit)
    }

    fn leave(&mut self) {
        self.0.pop();
    }

    fn is_answer(&self) -> bool {
        false
    }

    fn answer(&self) -> Path {
        Path::from(self.0.clone())
    }

    fn so_far(&self) -> Option<Path> {
        Some(self.answer())
    }
}

#[test]
fn a_large_tree_is_divided_into_as_many_ranges_as_wanted() {
    for count in [1, 2, 7, 64] {
        assert_eq!(divide(&Range::everything(), count, &mut VastTree(Vec::new())).len(), count);
    }
}

#[test]
fn an_interrupt_stops_the_run_and_leaves_the_rest() {
    use std::{
        sync::{
            Arc,
            atomic::{AtomicBool, Ordering},
        },
        time::Duration,
    };
    for (threads, is_early) in [(1, true), (2, true), (1, false), (3, false)] {
        // If nobody heeds the interrupt, the time limit ends the run, and that is told from an interrupt.
        let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::default() };
        let interrupt = Arc::new(AtomicBool::new(is_early));
        let control = Control::with_interrupt(&limits, Arc::clone(&interrupt));
        let settings = Settings { threads, branches: 5, control, ..Settings::new(Quest::Count) };
        let outcome = run(VastTree(Vec::new()), &settings, whole(), &mut |event| {
            if let Event::Progress(progress) = event
                && progress.tally.nodes > 0
            {
                interrupt.store(true, Ordering::Relaxed);
            }
            ControlFlow::Continue(())
        });
        let outcome = outcome.unwrap();
        assert_eq!(outcome.stop, StopReason::Interrupted);
        assert!(!outcome.left.is_empty() && outcome.share < 1.0);
        // Nothing is lost: after the last id that was searched comes the first that is left.
        assert!(is_early || outcome.tally.nodes > 0);
        assert_eq!(outcome.left.last().unwrap().to, None);
    }
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused() {
    use super::CheckpointError::*;
    let folder = crate::search::tests::folder();
    let file = folder.path().join("run.checkpoint");
    let fingerprint = super::Fingerprint::of(&["this"]);
    let plan = super::CheckpointPlan {
        file: file.clone(),
        every: std::time::Duration::ZERO,
        fingerprint,
        only_unfinished: false,
    };
    let settings = Settings { checkpoint: Some(plan), ..Settings::new(Quest::Lowest(5)) };
    run_quietly(&large_tree(), &settings, whole());
    let load = || super::load_checkpoint::<Path>(&file, fingerprint);
    assert!(load().is_ok());
    let other = super::Fingerprint::of(&["that"]);
    assert!(matches!(super::load_checkpoint::<Path>(&file, other), Err(OtherSearch(_))));

    let whole_file = std::fs::read(&file).unwrap();
    for length in 0..whole_file.len() {
        std::fs::write(&file, &whole_file[..length]).unwrap();
        assert!(matches!(load(), Err(Damaged(_) | Foreign(_))), "cut to {length} bytes");
    }
    for at in 0..whole_file.len() {
        let mut bytes = whole_file.clone();
        bytes[at] ^= 1;
        std::fs::write(&file, bytes).unwrap();
        assert!(matches!(load(), Err(Damaged(_) | Foreign(_) | OtherVersion { .. })), "flipped a bit of byte {at}");
    }
    std::fs::write(&file, b"something else entirely").unwrap();
    assert!(matches!(load(), Err(Foreign(_))));
    std::fs::remove_file(&file).unwrap();
    assert!(matches!(load(), Err(Read { .. })));
}
