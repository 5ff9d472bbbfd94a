//! The laws of the kernel, tried on spaces that are nothing but hashes of their states.

mod hash_space;
mod runs;

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use proptest::prelude::*;

use super::*;
use crate::search::{CheckpointError, CheckpointPlan, Control, Fingerprint, Limits, StopReason, Tally};
use hash_space::{HashSpace, Logged, Story, plain};

fn settings(threads: usize) -> StateSettings {
    StateSettings { threads, ..StateSettings::default() }
}

/// A run on the kernel, over the space and then over another one if there is one.
fn run(space: &HashSpace, kind: u8, settings: &StateSettings) -> Result<Story, StatesError> {
    let mut agenda = Logged::new(kind);
    let mut observe = |_| ControlFlow::Continue(());
    let mut search = StateSearch::new(settings, &mut observe)?;
    let explored = search.search(space, &mut agenda)?;
    let tally = search.tally();
    assert_eq!(tally, Tally { nodes: tally.nodes, cases: tally.nodes, answers: u64::from(explored.answer.is_some()) });
    search.finish().transpose()?;
    Ok(Story {
        log: agenda.log,
        keys: (0..explored.seen.len()).map(|id| explored.seen.key(id as StateId).to_vec()).collect(),
        way: explored.answer.map_or(Vec::new(), |answer| explored.seen.way_to(answer)),
        answer: explored.answer,
        nodes: tally.nodes,
        depth: explored.depth,
        remarks: explored.remarks,
        stop: explored.stop,
    })
}

fn spaces() -> impl Strategy<Value = HashSpace> {
    let numbers = prop_oneof![2u64..60, 200u64..900, 2_000u64..5_000];
    let answers = prop_oneof![3 => Just(u64::MAX), 1 => 5u64..50, 2 => 500u64..5_000];
    (any::<u64>(), numbers, 1u64..9, any::<bool>(), answers)
        .prop_map(|(seed, numbers, most, minds, answers)| HashSpace::new(seed, numbers, most, minds, answers))
}

fn plan(folder: &tempfile::TempDir) -> CheckpointPlan {
    let fingerprint = Fingerprint::of(&["hash space"]);
    CheckpointPlan {
        file: folder.path().join("run.checkpoint"),
        every: Duration::ZERO,
        fingerprint,
        only_unfinished: false,
    }
}

/// Which settings a run goes on with, in turns.
const THREADS: [usize; 4] = [3, 1, 8, 2];

proptest! {
    #![proptest_config(crate::soak::unrecorded_laws(40))]

    #[test]
    fn the_threads_change_nothing(space in spaces(), kind in 0u8..3) {
        let expected = plain(&space, kind);
        for threads in [1, 2, 3, 8] {
            let story = run(&space, kind, &settings(threads)).unwrap();
            prop_assert_eq!(&story.keys, &expected.keys);
            prop_assert_eq!(&story, &expected);
        }
    }

    #[test]
    fn a_node_limit_is_kept_exactly_and_resuming_ends_as_if_never_stopped(
        space in spaces(), kind in 0u8..3, parts in 1u64..7, every in 0u64..2,
    ) {
        let expected = plain(&space, kind);
        let folder = crate::search::tests::folder();
        let plan = CheckpointPlan { every: Duration::from_secs(every * 3600), ..plan(&folder) };
        let limit = expected.nodes / parts + 1;
        let (mut nodes, mut rounds) = (0, 0);
        let story = loop {
            let limits = Limits { nodes: Some(limit), ..Limits::default() };
            let settings = StateSettings {
                control: Control::new(&limits),
                threads: THREADS[rounds % 4],
                checkpoint: Some(plan.clone()),
                resume: rounds > 0,
            };
            let story = run(&space, kind, &settings).unwrap();
            rounds += 1;
            if story.stop != StopReason::NodeLimit {
                break story;
            }
            nodes += limit;
            prop_assert_eq!(story.nodes, nodes);
            prop_assert_eq!(&story.log[..], &expected.log[..story.log.len()]);
        };
        prop_assert_eq!(story, expected);
        prop_assert!(rounds as u64 <= parts + 1);
    }

    #[test]
    fn an_interrupt_in_the_middle_of_a_batch_loses_nothing(space in spaces(), kind in 0u8..3, at in 0u64..3_000) {
        let expected = plain(&space, kind);
        let folder = crate::search::tests::folder();
        let checkpoint = Some(plan(&folder));
        let mut space = space;
        space.stop_in = AtomicU64::new(at % (expected.nodes + 1));
        space.control = Control::default();
        let control = space.control.clone();
        let first = run(&space, kind, &StateSettings { control, threads: 3, checkpoint: checkpoint.clone(), resume: false });
        let first = first.unwrap();
        prop_assert!(first.stop == StopReason::Interrupted || first == expected, "{:?}", first.stop);
        prop_assert_eq!(&first.log[..], &expected.log[..first.log.len()]);
        space.stop_in = AtomicU64::new(u64::MAX);
        let last = run(&space, kind, &StateSettings { checkpoint, resume: true, ..settings(2) }).unwrap();
        prop_assert_eq!(last, expected);
    }

    #[test]
    fn a_journal_that_is_cut_anywhere_is_as_good_as_a_shorter_one(
        space in spaces(), kind in 0u8..3, cuts in prop::collection::vec(any::<prop::sample::Index>(), 4),
    ) {
        let expected = plain(&space, kind);
        let folder = crate::search::tests::folder();
        let plan = plan(&folder);
        let settings = StateSettings { checkpoint: Some(plan.clone()), resume: true, ..settings(2) };
        crate::search::Journal::create(&plan).unwrap();
        let header = std::fs::read(&plan.file).unwrap().len();
        prop_assert_eq!(&run(&space, kind, &settings).unwrap(), &expected);
        let whole = std::fs::read(&plan.file).unwrap();
        for cut in cuts {
            std::fs::write(&plan.file, &whole[..header + cut.index(whole.len() - header + 1)]).unwrap();
            prop_assert_eq!(&run(&space, kind, &settings).unwrap(), &expected);
            // It has grown back to what it was, record for record.
            prop_assert_eq!(&std::fs::read(&plan.file).unwrap(), &whole);
        }
    }

    #[test]
    fn a_journal_of_another_space_is_refused(space in spaces(), other in spaces(), kind in 0u8..3) {
        let folder = crate::search::tests::folder();
        let settings = StateSettings { checkpoint: Some(plan(&folder)), resume: true, ..settings(1) };
        let expected = run(&space, kind, &settings).unwrap();
        match run(&other, kind, &settings) {
            Err(StatesError::Checkpoint(CheckpointError::Damaged(_))) => {}
            // What is entered is what the journal says: only the expansions are not looked at.
            Ok(story) => prop_assert!(story.keys.starts_with(&expected.keys[..1])),
            Err(error) => prop_assert!(false, "{error}"),
        }
    }
}

#[test]
fn several_spaces_share_one_journal() {
    let spaces = [3, 4, 5].map(|seed| HashSpace::new(seed, 3_000, 6, false, u64::MAX));
    let folder = crate::search::tests::folder();
    let all = |limit: Option<u64>, settings: StateSettings| {
        let control = Control::new(&Limits { nodes: limit, ..Limits::default() });
        let settings = StateSettings { control, ..settings };
        let mut observe = |_| ControlFlow::Continue(());
        let mut search = StateSearch::new(&settings, &mut observe).unwrap();
        let mut logs = Vec::new();
        for space in &spaces {
            let mut agenda = Logged::new(0);
            let explored = search.search(space, &mut agenda).unwrap();
            logs.push(agenda.log);
            if !explored.stop.is_final() {
                break;
            }
        }
        let nodes = search.tally().nodes;
        search.finish().transpose().unwrap();
        (logs, nodes)
    };
    let expected = all(None, settings(1));
    assert_eq!(expected.0.len(), 3);
    let checkpoint = Some(plan(&folder));
    for round in 0.. {
        let settings =
            StateSettings { checkpoint: checkpoint.clone(), resume: true, threads: THREADS[round % 4], ..settings(1) };
        let found = all(Some(expected.1 / 5 + 1), settings);
        if found.0.len() == 3 && found.1 == expected.1 {
            assert_eq!(found, expected);
            assert_eq!(round, 4);
            break;
        }
        assert!(round < 5, "{} of {} nodes", found.1, expected.1);
    }
}

#[test]
fn scouting_is_not_kept_and_not_charged_twice() {
    let run = |space: &HashSpace, limit, checkpoint| {
        let control = Control::new(&Limits { nodes: limit, ..Limits::default() });
        let settings = StateSettings { control, threads: 1, checkpoint, resume: true };
        let mut observe = |_| ControlFlow::Continue(());
        let mut search = StateSearch::new(&settings, &mut observe).unwrap();
        assert!(!search.is_hurried());
        let scouted = search.scout(100, |search| {
            assert!(!search.is_hurried());
            let scouted = search.search(space, &mut Logged::new(0)).unwrap();
            assert!(search.is_hurried() || scouted.stop != StopReason::NodeLimit);
            scouted
        });
        assert!(!search.is_hurried(), "the search itself has all the time of the run");
        let before = search.tally().nodes;
        search.search(space, &mut Logged::new(0)).unwrap();
        let nodes = search.tally().nodes;
        search.finish().transpose().unwrap();
        (scouted.stop, before, nodes)
    };
    let spaces = (0..).map(|seed| HashSpace::new(seed, 3_000, 6, false, u64::MAX));
    let mut large = spaces.filter(|space| run(space, None, None).2 > 1_000);
    let space = large.next().expect("some seed gives a large space");
    let folder = crate::search::tests::folder();
    let (stop, before, _) = run(&space, None, None);
    assert!(stop == StopReason::NodeLimit && (100..110).contains(&before), "{before} and the rest of a batch");
    for nodes in [150, 300, 450] {
        assert_eq!(run(&space, Some(150), Some(plan(&folder))), (stop, before, nodes));
    }
}

#[test]
fn a_panic_becomes_an_error() {
    struct Bad;
    impl States for Bad {
        type Scratch = ();
        type Note = ();
        fn scratch(&self) {}
        fn seen(&self) -> Seen {
            Seen::new()
        }
        fn start(&self, (): &mut (), out: &mut Successors<()>) {
            for number in 0..5_000u32 {
                out.begin(Key::whole(&number.to_le_bytes()));
            }
        }
        fn expand(&self, (): &mut (), from: &Chosen<'_>, _: &mut Pace, _: &mut Successors<()>) {
            assert!(from.id != 1_234, "reached the bad state");
        }
    }
    for threads in [1, 3] {
        let mut observe = |_| ControlFlow::Continue(());
        let settings = settings(threads);
        let mut search = StateSearch::new(&settings, &mut observe).unwrap();
        match search.search(&Bad, &mut BreadthFirst::new(|()| false)) {
            Err(StatesError::Panicked { first, message }) => {
                assert!((1_210..=1_234).contains(&first), "{first}");
                assert_eq!(message, "reached the bad state");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_stop_is_noticed_within_a_batch() {
    /// Stops itself in the middle of its first batch.
    struct Stopping {
        control: Control,
        expanded: AtomicU64,
    }
    impl States for Stopping {
        type Scratch = ();
        type Note = ();
        fn scratch(&self) {}
        fn seen(&self) -> Seen {
            Seen::new()
        }
        fn start(&self, (): &mut (), out: &mut Successors<()>) {
            for number in 0..70_000u32 {
                out.begin(Key::whole(&number.to_le_bytes()));
            }
        }
        fn expand(&self, (): &mut (), _: &Chosen<'_>, _: &mut Pace, _: &mut Successors<()>) {
            if self.expanded.fetch_add(1, Ordering::Relaxed) == 20 {
                self.control.stop(StopReason::Interrupted);
            }
        }
    }
    for threads in [1, 2] {
        let settings = settings(threads);
        let space = Stopping { control: settings.control.clone(), expanded: AtomicU64::new(0) };
        let mut observe = |_| ControlFlow::Continue(());
        let mut search = StateSearch::new(&settings, &mut observe).unwrap();
        let explored = search.search(&space, &mut BreadthFirst::new(|()| false)).unwrap();
        assert_eq!(explored.stop, StopReason::Interrupted);
        let expanded = space.expanded.into_inner();
        // What was expanded to the end, from the first on, is kept.
        assert!(expanded < 200 && search.tally().nodes <= expanded, "{expanded} expansions of a batch of 256");
        assert!(threads > 1 || search.tally().nodes == expanded);
    }
}

#[test]
fn the_observer_can_end_the_run() {
    let space = HashSpace::new(3, 1 << 23, 12, false, u64::MAX);
    let mut heard = 0;
    let mut observe = |event| {
        assert!(matches!(event, StateEvent::Progress(progress) if progress.states > 0 && progress.tally.nodes > 0));
        heard += 1;
        if heard < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let settings = settings(1);
    let mut search = StateSearch::new(&settings, &mut observe).unwrap();
    let explored = search.search(&space, &mut BreadthFirst::new(|_| false)).unwrap();
    assert_eq!(explored.stop, StopReason::Interrupted);
    assert_eq!(heard, 2);
}
