//! The same bytes for every number of threads and branches, and after any number of kills.

use crate::environment::{self, Environment, case, without_times};

#[test]
fn threads_branches_and_polls_do_not_change_a_byte() {
    let env = Environment::new();
    let cases = ["paper-5x5", "paper-plus-misread", "pyramid-3", "pentominoes-3x20"];
    for (name, strategies) in
        cases.map(|name| (name, if name.starts_with("paper") { &["brute", "cover"][..] } else { &["cover"] }))
    {
        let file = case(&format!("polyomino/{name}.txt"));
        for strategy in strategies {
            for wanted in ["1", "7", "all"] {
                let mut texts = Vec::new();
                for [threads, branches, poll] in [
                    ["1", "1", "4096"],
                    ["1", "8", "17"],
                    ["2", "1", "64"],
                    ["2", "1000", "4096"],
                    ["7", "8", "3"],
                    ["7", "1000", "1000"],
                ] {
                    let args = [
                        "solve",
                        &file,
                        "-s",
                        wanted,
                        "--strategy",
                        strategy,
                        "-t",
                        threads,
                        "-b",
                        branches,
                        "--poll-every",
                        poll,
                    ];
                    texts.push((args.map(str::to_owned), without_times(&env.succeed(&args))));
                }
                for (args, text) in &texts {
                    assert!(*text == texts[0].1, "{args:?} differs");
                }
            }
        }
    }
}

#[test]
fn killed_again_and_again_it_ends_as_if_never_stopped() {
    let env = Environment::new();
    let file = case("polyomino/pentominoes-5x12.txt");
    let plain = without_times(&env.succeed(&["solve", &file, "--all", "--strategy", "cover", "-t", "2"]));
    for (threads, kills) in [("2", 1), ("1", 2)] {
        let checkpoint = format!("{threads}.checkpoint");
        let args = [
            "solve",
            &file,
            "--all",
            "--strategy",
            "cover",
            "-t",
            threads,
            "--resume",
            "--quiet",
            "--checkpoint",
            &checkpoint,
            "--checkpoint-every",
            "1ms",
            "--poll-every",
            "50",
        ];
        for _ in 0..kills {
            env.kill_after_checkpoint(env.start(&args), &checkpoint);
        }
        assert_eq!(without_times(&env.succeed(&args)), plain);
        // A finished search is in its checkpoint too: asking again costs nothing and says the same.
        assert_eq!(without_times(&env.succeed(&args)), plain);
    }
}

#[cfg(unix)]
#[test]
fn a_signal_writes_a_checkpoint_and_says_so() {
    use std::{
        io::{BufRead, BufReader},
        process::Stdio,
    };
    let env = Environment::new();
    // There are millions of solutions: it is still searching when the first ones are read.
    let file = case("polyomino/iq-puzzler-pro-5x11.txt");
    for signal in ["INT", "TERM"] {
        let checkpoint = format!("{signal}.checkpoint");
        let search = ["solve", &file, "--all", "--strategy", "cover", "--format", "jsonl", "--checkpoint", &checkpoint];
        // No other checkpoint comes in between.
        let mut command = env.command(&[&search[..], &["--checkpoint-every", "1h"]].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        lines.by_ref().map(Result::unwrap).find(|line| line.contains("\"record\":\"solution\"")).unwrap();
        assert!(!env.path(&checkpoint).exists());
        environment::signal(&child, signal);
        let last = lines.map(Result::unwrap).last().unwrap();
        assert!(last.contains("\"record\":\"summary\"") && last.contains("\"stop\":\"interrupted\""), "{last}");
        assert_eq!(child.wait().unwrap().code(), Some(75));
        // What was written is a checkpoint to go on from.
        let resumed = env.run(&[&search[..], &["--resume", "--node-limit", "1"]].concat());
        assert_eq!(resumed.code, Some(75), "{}", resumed.stderr);
    }
}

#[test]
fn checkpoints_that_do_not_belong_are_refused() {
    let env = Environment::new();
    let file = case("polyomino/iq-puzzler-pro-5x11.txt");
    let stopped = env.run(&["count", &file, "--checkpoint", "state", "--node-limit", "50000"]);
    assert_eq!(stopped.code, Some(75), "{}", stopped.stderr);
    let refused = |args: &[&str], text: &str| {
        let run = env.run(args);
        assert_eq!(run.code, Some(2), "{args:?}");
        assert!(run.stderr.contains(text), "{args:?}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{args:?}");
    };
    refused(&["count", &file, "--checkpoint", "state"], "add --resume");
    refused(&["count", &case("polyomino/kanoodle-5x11.txt"), "--checkpoint", "state", "--resume"], "another search");
    refused(&["count", &file, "--checkpoint", "state", "--resume", "--no-mirror"], "another search");
    refused(&["count", &file, "--checkpoint", "state", "--resume", "--strategy", "brute"], "another search");
    refused(&["solve", &file, "--all", "--checkpoint", "state", "--resume"], "another search");
    let whole = std::fs::read(env.path("state")).unwrap();
    env.write("cut", &whole[..whole.len() - 1]);
    refused(&["count", &file, "--checkpoint", "cut", "--resume"], "damaged or cut short");
    env.write("text", "not a checkpoint");
    refused(&["count", &file, "--checkpoint", "text", "--resume"], "not a fathom checkpoint");
    // What was there is still there.
    assert_eq!(std::fs::read(env.path("state")).unwrap(), whole);
}

/// A count by windows does not become another one because it is kept: the same work, the same number, also when it goes
/// on.
#[test]
fn a_count_by_windows_is_the_same_with_a_checkpoint() {
    let env = Environment::new();
    let file = case("polyomino/kanoodle-5x11.txt");
    let count = |more: &[&str]| {
        let args = [&["count", &file, "--strategy", "frontier", "--format", "json"], more].concat();
        let told: serde_json::Value = serde_json::from_str(&env.succeed(&args)).unwrap();
        [told["count"].clone(), told["nodes"].clone(), told["cases_examined"].clone(), told["status"].clone()]
    };
    let plain = count(&[]);
    assert_eq!(plain[0], "371020");
    assert_eq!(count(&["--checkpoint", "state"]), plain);
    assert!(env.path("state").exists());
    assert_eq!(count(&["--checkpoint", "state", "--resume"]), plain);
    // One that was stopped while the windows were built has nothing yet, and goes on all the same.
    let large = case("polyomino/one-sided-pentominoes-9x10.txt");
    let stopped = env.run(&["count", &large, "--checkpoint", "large", "--time-limit", "200ms", "-q"]);
    assert_eq!(stopped.code, Some(75), "{}", stopped.stderr);
    let again = env.run(&["count", &large, "--checkpoint", "large", "--resume", "--time-limit", "200ms", "-q"]);
    assert_eq!(again.code, Some(75), "{}", again.stderr);
}

/// A search that is stopped before it goes on has lost nothing, and says so.
#[test]
fn stopped_before_it_goes_on() {
    let env = Environment::new();
    let file = case("polyomino/hexominoes-15x15-hole.txt");
    let search = ["solve", &file, "--strategy", "constrained", "--checkpoint", "state"];
    let first = env.run(&[&search[..], &["--node-limit", "1000"]].concat());
    assert_eq!(first.code, Some(75), "{}", first.stderr);
    let kept = std::fs::read(env.path("state")).unwrap();
    let again = env.run(&[&search[..], &["--resume", "--time-limit", "1ms"]].concat());
    assert_eq!(again.code, Some(75), "{}", again.stderr);
    assert!(again.stderr.contains("still in the checkpoint"), "{}", again.stderr);
    assert_eq!(std::fs::read(env.path("state")).unwrap(), kept);
}
