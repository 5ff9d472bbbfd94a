//! Solutions that have been told are kept beside the checkpoint, and a run that goes on tells them again.

use std::{fs, ops::ControlFlow, path::Path as FilePath, time::Duration};

use super::{HashTree, large_tree, walk, whole};
use crate::search::{
    CheckpointError, CheckpointPlan, Control, Event, Fingerprint, Ledger, Limits, Outcome, Path, Quest, SearchError,
    Settings, StopReason, Work, load_checkpoint, load_without_told, run, told_file_beside,
};

const ALL: Quest = Quest::Lowest(u64::MAX);

fn plan(folder: &FilePath) -> CheckpointPlan {
    CheckpointPlan {
        file: folder.join("run.checkpoint"),
        every: Duration::from_secs(3600),
        fingerprint: Fingerprint::of(&["told"]),
        only_unfinished: false,
    }
}

fn settings(plan: &CheckpointPlan, nodes: Option<u64>) -> Settings {
    Settings {
        told_beside: true,
        keep_answers: false,
        poll_every: 64,
        checkpoint: Some(plan.clone()),
        control: Control::new(&Limits { nodes, ..Limits::default() }),
        ..Settings::new(ALL)
    }
}

/// Runs, and tells what an observer hears that wants so many solutions.
fn listen(
    tree: &HashTree,
    settings: &Settings,
    ledger: Ledger<Path>,
    wanted: usize,
) -> (Vec<Path>, Result<Outcome<Path>, SearchError>) {
    let mut told = Vec::new();
    let outcome = run(tree.clone(), settings, ledger, &mut |event| {
        if let Event::Answer(answer) = event {
            told.push(answer.clone());
        }
        if told.len() < wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (told, outcome)
}

fn answers(tree: &HashTree) -> Vec<Path> {
    walk(tree).answers.into_iter().map(|(id, _)| id).collect()
}

#[test]
fn a_run_that_goes_on_tells_everything_again() {
    let tree = large_tree();
    let expected = answers(&tree);
    for threads in [1, 3] {
        let folder = crate::search::tests::folder();
        let plan = plan(folder.path());
        let limited = || Settings { threads, branches: 2 * threads, ..settings(&plan, Some(5000)) };
        let (mut before, outcome) = listen(&tree, &limited(), whole(), usize::MAX);
        let mut outcome = outcome.unwrap();
        assert!(!before.is_empty() && outcome.stop == StopReason::NodeLimit);
        while outcome.stop == StopReason::NodeLimit {
            let ledger = load_without_told::<Path>(&plan.file, plan.fingerprint).unwrap();
            let told_before = ledger.forgotten();
            assert_eq!(told_before, before.len(), "what was told is beside the checkpoint and not in it");
            let (told, next) = listen(&tree, &limited(), ledger, usize::MAX);
            assert_eq!((told.starts_with(&before), expected.starts_with(&told)), (true, true));
            (before, outcome) = (told, next.unwrap());
        }
        assert_eq!(before, expected);
        assert_eq!((outcome.stop, outcome.found), (StopReason::Complete, expected.len()));
        assert!(outcome.answers.is_empty(), "they are not kept in memory");
        let ledger = load_checkpoint::<Path>(&plan.file, plan.fingerprint).unwrap();
        assert_eq!(ledger.into_answers(ALL), expected);
    }
}

#[test]
fn what_was_told_after_the_checkpoint_is_found_again() {
    let tree = large_tree();
    let folder = crate::search::tests::folder();
    let plan = plan(folder.path());
    listen(&tree, &settings(&plan, Some(3000)), whole(), usize::MAX).1.unwrap();
    let early = fs::read(&plan.file).unwrap();
    let load = || load_without_told::<Path>(&plan.file, plan.fingerprint).unwrap();
    listen(&tree, &settings(&plan, Some(3000)), load(), usize::MAX).1.unwrap();
    fs::write(&plan.file, early).unwrap();
    let (told, outcome) = listen(&tree, &settings(&plan, None), load(), usize::MAX);
    assert_eq!((told, outcome.unwrap().stop), (answers(&tree), StopReason::Complete));
    let ledger = load_checkpoint::<Path>(&plan.file, plan.fingerprint).unwrap();
    assert_eq!(ledger.into_answers(ALL), answers(&tree));
}

#[test]
fn who_wants_to_hear_no_more_loses_nothing() {
    let tree = large_tree();
    let folder = crate::search::tests::folder();
    let plan = plan(folder.path());
    let before = listen(&tree, &settings(&plan, Some(3000)), whole(), usize::MAX).0;
    let load = || load_without_told::<Path>(&plan.file, plan.fingerprint).unwrap();
    let (told, outcome) = listen(&tree, &settings(&plan, None), load(), 2);
    let outcome = outcome.unwrap();
    assert_eq!((told.as_slice(), outcome.stop), (&before[..2], StopReason::Interrupted));
    // A run that is stopped already tells nothing more either.
    let stopped = settings(&plan, None);
    stopped.control.stop(StopReason::TimeLimit);
    let (told, outcome) = listen(&tree, &stopped, load(), usize::MAX);
    assert!(told.len() <= 1 && outcome.unwrap().stop == StopReason::TimeLimit);
    let (told, outcome) = listen(&tree, &settings(&plan, None), load(), usize::MAX);
    assert_eq!((told, outcome.unwrap().stop), (answers(&tree), StopReason::Complete));
}

#[test]
fn a_damaged_or_foreign_file_of_told_solutions_is_refused() {
    let tree = large_tree();
    let folder = crate::search::tests::folder();
    let plan = plan(folder.path());
    let beside = told_file_beside(&plan.file);
    assert_eq!(beside.file_name().unwrap(), "run.checkpoint.told");
    let begin = || listen(&tree, &settings(&plan, Some(3000)), whole(), usize::MAX).1;
    fs::write(&beside, "somebody's notes").unwrap();
    assert!(matches!(begin(), Err(SearchError::Checkpoint(CheckpointError::Foreign(file))) if file == beside));
    assert_eq!(fs::read(&beside).unwrap(), b"somebody's notes");
    fs::write(&beside, "").unwrap();
    begin().expect("there was nothing to lose");
    begin().expect("it belongs to an earlier run");
    let good = fs::read(&beside).unwrap();
    let load = || load_without_told::<Path>(&plan.file, plan.fingerprint).unwrap();
    fs::write(&beside, &good[..good.len() - 1]).unwrap();
    let outcome = listen(&tree, &settings(&plan, None), load(), usize::MAX).1;
    assert!(matches!(outcome, Err(SearchError::Checkpoint(CheckpointError::Damaged(file))) if file == beside));
    assert!(matches!(load_checkpoint::<Path>(&plan.file, plan.fingerprint), Err(CheckpointError::Damaged(_))));
    // Whoever only cuts or asks what is there needs none of them.
    let telling = Settings { work: Work::Tell, ..settings(&plan, None) };
    assert!(listen(&tree, &telling, load(), usize::MAX).1.is_ok());
}
