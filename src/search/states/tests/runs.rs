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
use crate::search::{CheckpointError, Control, Limits, StopReason};

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
            StateEvent::Progress(progress) => {
                paused.push(progress.tally.nodes);
                if paused.len() == 1 { control.ask_for_checkpoint() } else { control.resume() }
            }
            StateEvent::CheckpointWritten => written += 1,
            StateEvent::CheckpointFailed(error) => panic!("{error}"),
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
    let nodes = |search: &mut StateSearch<'_>| {
        let before = search.tally().nodes;
        let explored = search.search(&space, &mut Logged::new(0)).unwrap();
        (explored.stop, search.tally().nodes - before)
    };
    // Batches are of one state at first, so it is exactly what was given.
    assert_eq!(search.attempt(10, nodes), (StopReason::NodeLimit, 10));
    assert_eq!(search.attempt(0, nodes), (StopReason::NodeLimit, 0));
    let within = search.attempt(5, |search| {
        assert!(!search.is_hurried());
        let found = search.attempt(20, nodes);
        assert!(search.is_hurried(), "all that was given is spent");
        found
    });
    assert_eq!(within, (StopReason::NodeLimit, 5), "what is around it counts, too");
    assert!(!search.is_hurried());
}

/// States that lead nowhere, and remark something.
struct Many(u16);

impl States for Many {
    type Scratch = ();
    type Note = bool;

    fn scratch(&self) {}

    fn seen(&self) -> Seen {
        Seen::new()
    }

    fn start(&self, (): &mut (), out: &mut Successors<bool>) {
        (0..self.0).for_each(|number| *out.begin(Key::whole(&number.to_le_bytes())) = false);
    }

    fn expand(&self, (): &mut (), _: &Chosen<'_>, _: &mut Pace, out: &mut Successors<bool>) {
        out.remark(1);
        out.remark(1);
    }
}

#[test]
fn what_was_remarked_once_stays_so() {
    let settings = settings(1);
    let mut observe = |_| ControlFlow::Continue(());
    let mut search = StateSearch::new(&settings, &mut observe).unwrap();
    // Batches of two states at a time.
    let explored = search.search(&Many(300), &mut BreadthFirst::new(|_| false)).unwrap();
    assert_eq!((explored.remarks, search.tally().nodes), (1, 300));
}

/// Goes on with a journal that says so many states of a batch were expanded, and that these were entered for them: from
/// which state of the batch, and whether they are the answer.
fn replay(batches: &[(u32, &[(usize, bool)])]) -> Result<Explored, StatesError> {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(&folder);
    let mut journal = journal::StateJournal::open(&plan, false).unwrap();
    let mut number = 0u32;
    for (states, entries) in batches {
        for (parent, is_answer) in *entries {
            number += 1;
            journal.enter(*parent, Key::whole(&number.to_le_bytes()), is_answer);
        }
        journal.close_batch(journal::Expanded { states: *states, remarks: 0, entered: entries.len() as u32 });
    }
    journal.save().unwrap();
    let settings = StateSettings { checkpoint: Some(plan), resume: true, ..settings(1) };
    let mut observe = |_| ControlFlow::Continue(());
    let mut search = StateSearch::new(&settings, &mut observe)?;
    // The first batch has three states.
    search.search(&Many(600), &mut BreadthFirst::new(|is_answer| *is_answer))
}

#[test]
fn a_journal_that_does_not_fit_the_batches_is_damaged() {
    let is_fit = |batches: &[(u32, &[(usize, bool)])]| match replay(batches) {
        Ok(_) => true,
        Err(StatesError::Checkpoint(CheckpointError::Damaged(_))) => false,
        Err(error) => panic!("{error}"),
    };
    assert!(is_fit(&[]) && is_fit(&[(3, &[])]) && is_fit(&[(3, &[(0, false), (0, false), (2, false)])]));
    assert!(is_fit(&[(1, &[(0, false)]), (2, &[(1, false)])]), "a batch in two parts");
    assert!(!is_fit(&[(4, &[])]) && !is_fit(&[(4, &[(0, false)])]), "there are not so many states");
    assert!(!is_fit(&[(1, &[]), (3, &[])]), "nor are there so many left");
    assert!(!is_fit(&[(3, &[(3, false)])]) && !is_fit(&[(1, &[(1, false)])]), "it was reached from nowhere");
    assert!(!is_fit(&[(3, &[(1, false), (0, false)])]), "states are entered in order");
    assert!(is_fit(&[(3, &[(0, false), (1, true)])]));
    assert!(!is_fit(&[(3, &[(0, true), (1, false)])]), "nothing comes after the answer");
}
