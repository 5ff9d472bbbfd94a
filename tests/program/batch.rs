//! Many cases without anybody watching: a record each, in order, whatever happens to the run.

use std::{fs, process::Stdio, thread::sleep, time::Duration};

use crate::environment::{Environment, Run, case, signal};
use serde_json::Value;

fn records(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("torn: {line}"))).collect()
}

/// A folder of small cases of all families, every twentieth of them bad.
fn mixed(env: &Environment, count: usize) {
    let samples: Vec<String> = [
        "polyomino/paper-plus-misread.txt",
        "lockpick/paper/1-4_double_door.txt",
        "voracity/one-row.txt",
        "snakes/milton-bradley.txt",
        "maze/two-ways.txt",
    ]
    .iter()
    .map(|name| fs::read_to_string(case(name)).expect("the case is there"))
    .collect();
    fs::create_dir_all(env.path("mixed")).unwrap();
    for number in 0..count {
        let text = if number % 20 == 7 { "5 5 1\nDEFAULT\nA?A\n" } else { &samples[number % samples.len()] };
        env.write(&format!("mixed/{number:05}.txt"), text);
    }
}

/// What a record says, without times.
fn essence(record: &Value) -> Value {
    let mut record = record.clone();
    let fields = record.as_object_mut().expect("a record is an object");
    fields.remove("elapsed_ms");
    record
}

#[test]
fn every_case_has_a_record_in_its_place() {
    let env = Environment::new();
    mixed(&env, 60);
    let run = env.run(&["batch", "mixed", "-t", "2"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    let told = records(&run.stdout);
    assert_eq!(told.len(), 60);
    for (number, record) in told.iter().enumerate() {
        assert_eq!(record["case"], format!("mixed/{number:05}.txt"));
        match number % 20 {
            7 => assert!(record["status"] == "bad" && record["error"].as_str().unwrap().contains("A?A"), "{record}"),
            _ => assert!(["solved", "optimal"].contains(&record["status"].as_str().unwrap()), "{record}"),
        }
    }
    assert!(run.stderr.contains("60 cases") && run.stderr.contains("3 bad"), "{}", run.stderr);
    // As many jobs and threads as one likes: the same records.
    for flags in [["-j", "1", "-t", "1"], ["-j", "7", "-t", "3"], ["-j", "2", "-t", "8"]] {
        let again = env.run(&[&["batch", "mixed", "--quiet"][..], &flags].concat());
        let without_threads = |record: &Value| {
            let mut record = essence(record);
            ["threads", "branches"].iter().for_each(|name| drop(record.as_object_mut().unwrap().remove(*name)));
            record
        };
        let both = |told: &[Value]| told.iter().map(without_threads).collect::<Vec<_>>();
        assert_eq!(both(&records(&again.stdout)), both(&told), "{flags:?}");
    }
}

#[test]
fn exit_codes_tell_how_it_went() {
    let env = Environment::new();
    let (good, hard) = (case("polyomino/paper-plus-misread.txt"), case("polyomino/hexominoes-15x15-hole.txt"));
    assert_eq!(env.run(&["batch", &good]).code, Some(0));
    let undecided = env.run(&["batch", &good, &hard, "--count", "--time-limit", "100ms"]);
    assert_eq!(undecided.code, Some(3), "{}", undecided.stderr);
    assert_eq!(records(&undecided.stdout)[1]["stop"], "time-limit");
    assert_eq!(env.run(&["batch", &good, "nothing-there.txt"]).code, Some(2));
    assert_eq!(env.run(&["batch", &good, "--strategy", "nonsense"]).code, Some(2));
    // A strategy of another family makes a bad case, not a silent change.
    let refused = env.run(&["batch", &good, "--strategy", "bfs"]);
    assert_eq!((refused.code, &records(&refused.stdout)[0]["status"]), (Some(2), &Value::from("bad")));
}

#[test]
fn lists_bring_cases_with_wishes_of_their_own() {
    let env = Environment::new();
    let good = case("polyomino/pentominoes-3x20.txt");
    let list = format!(
        "{}\n{}\n{}\nnot json {{\n",
        serde_json::json!({"case": good, "count": true}),
        serde_json::json!({"case": good, "solutions": "all", "strategy": "cover", "name": "mine"}),
        serde_json::json!({"text": "1@\n11\n", "family": "voracity", "count": true}),
    );
    env.write("list.jsonl", list);
    let run = env.run(&["batch", "--list", "list.jsonl", "-t", "1"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    let told = records(&run.stdout);
    assert_eq!((&told[0]["status"], &told[0]["count"]), (&"counted".into(), &"8".into()));
    assert_eq!(told[1]["case"], "mine");
    assert_eq!((&told[1]["strategy"], told[1]["solutions"].as_array().unwrap().len()), (&"cover".into(), 8));
    assert_eq!((&told[2]["status"], &told[2]["count"]), (&"counted".into(), &"2".into()));
    assert_eq!(told[3]["status"], "bad");
}

#[test]
fn a_run_that_was_killed_goes_on() {
    let env = Environment::new();
    mixed(&env, 400);
    // A hard one in the middle, so that something is going on whenever it is killed.
    fs::copy(case("polyomino/pentominoes-6x10.txt"), env.path("mixed/00100.txt")).unwrap();
    let whole = env.run(&["batch", "mixed", "-q", "--all", "-t", "1"]);
    let flags = ["batch", "mixed", "-o", "r.jsonl", "-q", "--all", "-t", "1", "--resume"];
    for lines in [20, 150] {
        let mut child = env.start(&flags);
        while fs::read_to_string(env.path("r.jsonl")).unwrap_or_default().lines().count() < lines {
            if child.try_wait().unwrap().is_some() {
                break;
            }
            sleep(Duration::from_millis(1));
        }
        let _ = child.kill();
        child.wait().unwrap();
    }
    let end = env.run(&flags);
    assert_eq!(end.code, whole.code, "{}", end.stderr);
    let (told, expected) = (records(&env.read("r.jsonl")), records(&whole.stdout));
    assert_eq!(told.len(), 400);
    for (told, expected) in told.iter().zip(&expected) {
        assert_eq!(essence(told), essence(expected));
    }
    let left: Vec<_> = fs::read_dir(env.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "only the cases and the results are left: {left:?}");
    // Without --resume nothing is overwritten.
    let refused = env.run(&["batch", "mixed", "-o", "r.jsonl"]);
    assert_eq!(refused.code, Some(2));
    assert_eq!(records(&env.read("r.jsonl")).len(), 400);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_in_order() {
    let env = Environment::new();
    let hard = case("polyomino/iq-puzzler-pro-pyramid.txt");
    let good = case("polyomino/paper-plus-misread.txt");
    for name in ["TERM", "HUP", "INT"] {
        // How long it takes until the search goes on nobody knows: tables come first.
        let output = [200, 1_000, 5_000, 25_000].into_iter().find_map(|patience| {
            let output = format!("{name}-{patience}.jsonl");
            let args = ["batch", &good, &hard, &good, "--all", "-t", "1", "-j", "2", "--strategy", "constrained"];
            let mut command = env.command(&[&args[..], &["-o", &output]].concat());
            let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
            while fs::read_to_string(env.path(&output)).unwrap_or_default().is_empty() {
                sleep(Duration::from_millis(2));
            }
            sleep(Duration::from_millis(patience));
            signal(&child, name);
            let run = Run::of(child.wait_with_output().unwrap());
            assert_eq!(run.code, Some(75), "{name}: {}", run.stderr);
            assert!(run.stderr.contains("1 left"), "{}", run.stderr);
            env.path(&format!("{output}.checkpoints")).exists().then_some(output)
        });
        let output = output.unwrap_or_else(|| panic!("{name}: no search is kept"));
        // The search that was going on is kept, and the one behind it waits.
        assert_eq!(fs::read_dir(env.path(&format!("{output}.checkpoints"))).unwrap().count(), 1);
        assert_eq!(records(&env.read(&output)).len(), 1);
        assert_eq!(records(&env.read(&format!("{output}.waiting"))).len(), 1);
    }
}

#[test]
fn a_limit_keeps_the_search_to_go_on_with() {
    let env = Environment::new();
    let hard = case("polyomino/pentominoes-3x20.txt");
    let args = ["batch", &hard, "--all", "-t", "1", "-o", "r.jsonl", "--strategy", "cover", "--resume", "-q"];
    let mut runs = 0;
    loop {
        runs += 1;
        let run = env.run(&[&args[..], &["--node-limit", "20000"]].concat());
        if run.code == Some(0) {
            break;
        }
        assert_eq!(run.code, Some(3), "{}", run.stderr);
        let record = &records(&env.read("r.jsonl"))[0];
        assert_eq!((&record["stop"], &record["can_resume"]), (&"node-limit".into(), &true.into()));
        assert!(runs < 1000, "it never ends");
    }
    assert!(runs > 1, "the limit was not reached");
    assert_eq!(records(&env.read("r.jsonl"))[0]["solutions"].as_array().unwrap().len(), 8);
}

#[test]
fn a_pack_is_as_many_cases_as_it_has_levels() {
    let env = Environment::new();
    let pack = case("lockpick/import/small-rooms.lvl");
    let levels = env.succeed(&["show", &pack, "--format", "list"]).lines().count();
    assert!(levels > 1);
    let run = env.run(&["batch", &pack, "--time-limit", "20s", "-t", "1"]);
    let told = records(&run.stdout);
    assert_eq!(told.len(), levels, "{}", run.stderr);
    let names: std::collections::BTreeSet<&str> = told.iter().map(|record| record["case"].as_str().unwrap()).collect();
    assert_eq!(names.len(), levels, "every level has a name of its own");
    for record in &told {
        assert!(["solved", "unsolvable", "unknown"].contains(&record["status"].as_str().unwrap()), "{record}");
    }
    // A level that was chosen is the only one.
    assert_eq!(records(&env.run(&["batch", &pack, "--level", "#1", "-t", "1"]).stdout).len(), 1);
}

#[test]
fn what_is_refused_leaves_nothing_behind() {
    let env = Environment::new();
    let file = env.write("a.txt", std::fs::read_to_string(case("maze/two-ways.txt")).unwrap());
    assert_eq!(env.run(&["batch", &file, "-o", "r.jsonl", "--checkpoints", &file]).code, Some(2));
    assert!(!env.path("r.jsonl").exists());
    assert_eq!(env.run(&["batch", &file, "-o", "-"]).code, Some(2));
    assert!(!env.path("-").exists());
    env.succeed(&["batch", &file, "-o", "r.jsonl"]);
    // A case is counted or solved.
    env.write("list.jsonl", format!("{{\"case\":{file:?},\"count\":true,\"solutions\":2}}\n"));
    let run = env.run(&["batch", "--list", "list.jsonl"]);
    assert!(run.code == Some(2) && run.stdout.contains("\"status\":\"bad\""), "{}", run.stdout);
}

#[test]
fn a_case_that_is_named_twice_is_searched_once() {
    let env = Environment::new();
    mixed(&env, 3);
    let args = ["batch", "mixed/00001.txt", "mixed", "-j", "4", "-o", "r.jsonl", "--resume", "-q"];
    for _ in 0..2 {
        let run = env.run(&args);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let cases: Vec<Value> = records(&env.read("r.jsonl")).iter().map(|record| record["case"].clone()).collect();
        assert_eq!(cases, ["mixed/00001.txt", "mixed/00000.txt", "mixed/00001.txt", "mixed/00002.txt"]);
    }
}

#[test]
fn records_of_other_cases_and_other_texts_are_not_lost() {
    let env = Environment::new();
    mixed(&env, 3);
    assert_eq!(env.run(&["batch", "mixed", "-o", "r.jsonl", "-q"]).code, Some(0));
    let before = env.read("r.jsonl");
    let run = env.run(&["batch", "mixed/00001.txt", "-o", "r.jsonl", "--resume", "-q"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("such as mixed/00000.txt"), "{}", run.stderr);
    assert_eq!(env.read("r.jsonl"), before);
    env.write("diary.txt", "dear diary, one line without end");
    assert_eq!(env.run(&["batch", "mixed", "-o", "diary.txt", "--resume", "-q"]).code, Some(2));
    assert_eq!(env.read("diary.txt"), "dear diary, one line without end");
}

#[cfg(target_os = "linux")]
#[test]
fn reading_a_case_obeys_limits_and_signals() {
    let env = Environment::new();
    mixed(&env, 1);
    let made = std::process::Command::new("mkfifo").arg(env.path("pipe")).status().unwrap();
    assert!(made.success());
    for (case, limits) in [("pipe", ["--time-limit", "2s"]), ("/dev/zero", ["--memory-limit", "100M"])] {
        let run = env.run(&[&["batch", case, "mixed", "-j", "1"][..], &limits].concat());
        let told = records(&run.stdout);
        assert_eq!((told.len(), &told[0]["status"]), (2, &"unknown".into()), "{case}: {}", run.stderr);
        // What was read and given back may still count against the memory of the next one.
        assert!(told[1]["status"] == "solved" || limits[0] == "--memory-limit", "{case}");
    }
    // What an earlier run has found stands where the case cannot be read again.
    env.write("pipe.txt", env.read("mixed/00000.txt"));
    assert_eq!(env.run(&["batch", "pipe.txt", "-o", "r.jsonl"]).code, Some(0));
    let before = env.read("r.jsonl");
    fs::rename(env.path("pipe"), env.path("pipe.txt")).unwrap();
    let run = env.run(&["batch", "pipe.txt", "-o", "r.jsonl", "--resume", "--time-limit", "200ms"]);
    assert_eq!((run.code, env.read("r.jsonl")), (Some(0), before), "{}", run.stderr);
    fs::rename(env.path("pipe.txt"), env.path("pipe")).unwrap();
    let mut child = env.start(&["batch", "pipe", "-q"]);
    sleep(Duration::from_millis(300));
    signal(&child, "TERM");
    for _ in 0..100 {
        if child.try_wait().unwrap().is_some() {
            return;
        }
        sleep(Duration::from_millis(50));
    }
    let _ = child.kill();
    panic!("a signal does not end a batch that waits for a pipe");
}
