//! Nothing that is finished is lost, and nothing of somebody else is touched.

use super::*;

fn record(case: &str) -> Map<String, Value> {
    [("case", case), ("key", "k")].map(|(name, value)| (name.to_owned(), Value::from(value))).into_iter().collect()
}

fn opened(file: &Path, resume: bool) -> Result<(Results, Earlier), ResultsError> {
    Results::to_file(file, resume, &|_| true, &Control::default())
}

fn lines(file: &Path) -> Vec<String> {
    fs::read_to_string(file).unwrap_or_default().lines().map(str::to_owned).collect()
}

#[test]
fn records_come_out_in_order_and_those_that_wait_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("r.jsonl");
    let (mut results, earlier) = opened(&file, false).unwrap();
    assert!(earlier.len() == 0);
    results.enter(2, &record("c"), None).unwrap();
    results.enter(1, &record("b"), None).unwrap();
    assert!(lines(&file).is_empty());
    assert!(matches!(opened(&file, true), Err(ResultsError::InUse(_))));
    // As after a sudden end: nothing is finished, the lock is gone.
    drop(results);
    let (mut results, earlier) = opened(&file, true).unwrap();
    assert_eq!(earlier.len(), 2);
    results.enter(0, &record("a"), None).unwrap();
    let (known, spot) = earlier.finished("b", "k").unwrap();
    assert_eq!(known, record("b"));
    results.enter(1, &known, Some(spot)).unwrap();
    drop(results);
    // A torn line at the end of either file is dropped.
    for name in ["r.jsonl", "r.jsonl.waiting"] {
        let mut torn = OpenOptions::new().append(true).open(folder.path().join(name)).unwrap();
        torn.write_all(b"{\"case\": \"x").unwrap();
    }
    let (mut results, earlier) = opened(&file, true).unwrap();
    assert_eq!(earlier.len(), 3);
    for (place, name) in ["a", "b", "c"].into_iter().enumerate() {
        let (known, spot) = earlier.finished_by_name(name).unwrap();
        results.enter(place, &known, Some(spot)).unwrap();
    }
    results.finish().unwrap();
    assert_eq!(lines(&file).len(), 3);
    assert!(lines(&file)[2].contains("\"c\""));
    assert!(!beside(&file, ".waiting").exists());
    assert!(matches!(opened(&file, false), Err(ResultsError::Exists(_))));
}

#[test]
fn what_waits_is_never_put_behind_a_torn_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("r.jsonl");
    let whole = serde_json::to_string(&record("b")).unwrap();
    for (waiting, known) in [("{\"case\": \"x", 0), (whole.as_str(), 1), (&format!("{whole}\n{{\"ca"), 1)] {
        fs::write(beside(&file, ".waiting"), waiting).unwrap();
        let (mut results, earlier) = opened(&file, true).unwrap();
        assert_eq!(earlier.len(), known, "{waiting}");
        results.enter(2, &record("c"), None).unwrap();
        drop(results);
        let (_, earlier) = opened(&file, true).unwrap();
        assert_eq!(earlier.len(), known + 1, "{waiting}");
    }
}

#[test]
fn a_file_of_something_else_is_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("r.jsonl");
    fs::write(&file, "dear diary\n").unwrap();
    assert!(matches!(opened(&file, true), Err(ResultsError::Foreign { line: 1, .. })));
    assert_eq!(lines(&file), ["dear diary"]);
    for text in ["dear diary", "{\"a\": 1}", "{\"a\": 1} and", "{diary", "[1, 2"] {
        fs::write(&file, text).unwrap();
        let refused = opened(&file, true);
        assert!(matches!(refused, Err(ResultsError::Foreign { line: 1, .. })), "{text}");
        assert_eq!(lines(&file), [text]);
    }
    // A whole record whose line has no end is one.
    fs::write(&file, serde_json::to_string(&record("a")).unwrap()).unwrap();
    let (_, earlier) = opened(&file, true).unwrap();
    assert_eq!(earlier.len(), 1);
}

#[test]
fn a_run_that_is_stopped_while_it_reads_leaves_everything_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("r.jsonl");
    let text = serde_json::to_string(&record("a")).unwrap() + "\n";
    fs::write(&file, &text).unwrap();
    fs::write(beside(&file, ".waiting"), &text).unwrap();
    let control = Control::default();
    control.stop(StopReason::Interrupted);
    let stopped = Results::to_file(&file, true, &|_| true, &control);
    assert!(matches!(stopped, Err(ResultsError::Stopped(StopReason::Interrupted))));
    for file in [&file, &beside(&file, ".waiting")] {
        assert_eq!(fs::read_to_string(file).unwrap(), text);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn records_of_other_cases_are_not_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("r.jsonl");
    let (mut results, _) = opened(&file, false).unwrap();
    ["a", "b"].into_iter().zip(0..).for_each(|(name, place)| results.enter(place, &record(name), None).unwrap());
    results.finish().unwrap();
    let refused = Results::to_file(&file, true, &|case| case == "a", &Control::default());
    assert!(matches!(refused, Err(ResultsError::OfOthers { case, .. }) if case == "b"));
    assert_eq!(lines(&file).len(), 2);
}
