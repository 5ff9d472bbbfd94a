//! What happens during a run over states: pauses, progress, attempts, memory.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use super::{
    super::*,
    hash_space::{HashSpace, Logged},
    plan, settings,
};
use crate::search::{Control, Limits, StopReason};

fn endless() -> HashSpace {
    HashSpace::new(3, 1 << 23, 12, false, u64::MAX)
}

#[test]
fn progress_is_told_once_a_tick() {
    let mut heard = Vec::new();
    let mut observe = |event| {
        if let StateEvent::Progress(progress) = event {
            heard.push(progress.elapsed);
        }
        if heard.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let settings = settings(1);
    let mut search = StateSearch::new(&settings, &mut observe).unwrap();
    search.search(&endless(), &mut Logged::new(0)).unwrap();
    for (number, elapsed) in heard.into_iter().enumerate() {
        assert!(elapsed >= Duration::from_millis(100) * (number as u32 + 1), "report {number} after {elapsed:?}");
    }
}

#[test]
fn a_paused_run_waits_and_still_tells_and_keeps_what_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let control = Control::default();
    let plan = crate::search::CheckpointPlan { every: Duration::from_secs(3600), ..plan(&folder) };
    let settings = StateSettings { control: control.clone(), checkpoint: Some(plan), ..settings(1) };
    let (mut paused, mut written) = (Vec::new(), 0);
    let mut observe = |event| {
        match event {
            StateEvent::Progress(progress) => paused.push(progress.tally.nodes),
            StateEvent::CheckpointWritten => written += 1,
            StateEvent::CheckpointFailed(error) => panic!("{error}"),
        }
        match paused.len() {
            0 | 1 => control.ask_for_checkpoint(),
            _ => control.resume(),
        }
        ControlFlow::Continue(())
    };
    control.pause();
    let mut search = StateSearch::new(&settings, &mut observe).unwrap();
    let explored = search.search(&HashSpace::new(3, 60, 6, false, u64::MAX), &mut Logged::new(0)).unwrap();
    assert!(explored.stop.is_final());
    let nodes = search.tally().nodes;
    assert!(matches!(search.finish(), Some(Ok(()))));
    assert!(nodes > 0 && paused.len() >= 2 && paused[..2] == [0, 0], "{paused:?}");
    assert_eq!(written, 1);
}

#[test]
fn a_paused_run_can_be_stopped() {
    let control = Control::new(&Limits { time: Some(Duration::from_millis(20)), ..Limits::default() });
    let settings = StateSettings { control: control.clone(), ..settings(1) };
    control.pause();
    let mut observe = |_| ControlFlow::Continue(());
    let mut search = StateSearch::new(&settings, &mut observe).unwrap();
    let begun = Instant::now();
    let explored = search.search(&endless(), &mut Logged::new(0)).unwrap();
    assert_eq!((explored.stop, search.tally().nodes), (StopReason::TimeLimit, 0));
    assert!(begun.elapsed() < Duration::from_secs(10));
    search.control().resume();
    assert!(!control.is_paused(), "it is the control of the run");
}

#[test]
fn attempts_have_so_many_expansions_and_the_rest_of_a_batch() {
    let settings = settings(1);
    let mut observe = |_| ControlFlow::Continue(());
    let mut search = StateSearch::new(&settings, &mut observe).unwrap();
    let space = endless();
    let mut nodes = |search: &mut StateSearch<'_>| {
        let before = search.tally().nodes;
        let explored = search.search(&space, &mut Logged::new(0)).unwrap();
        (explored.stop, search.tally().nodes - before)
    };
    // Batches are of one state at first, so it is exactly what was given.
    assert_eq!(search.attempt(10, |search| nodes(search)), (StopReason::NodeLimit, 10));
    assert_eq!(search.attempt(0, |search| nodes(search)), (StopReason::NodeLimit, 0));
    let within = search.attempt(5, |search| {
        assert!(!search.is_hurried());
        let found = search.attempt(20, |search| nodes(search));
        assert!(search.is_hurried(), "all that was given is spent");
        found
    });
    assert_eq!(within, (StopReason::NodeLimit, 5), "what is around it counts, too");
    assert!(!search.is_hurried());
}
