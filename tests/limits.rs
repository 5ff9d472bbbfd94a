//! Limits hold over work that cannot look at them itself, and nothing half-written is left.

mod environment;

use std::{fs, process::Command};

use environment::{Environment, case};

const IQ: &str = "polyomino/iq-puzzler-pro-5x11.txt";

#[test]
fn a_large_answer_file_is_held_by_the_memory_limit() {
    let env = Environment::new();
    let solution = env.succeed(&["solve", &case(IQ), "--format", "jsonl"]);
    let line = solution.lines().find(|line| line.contains("\"grid\"")).unwrap().to_owned() + "\n";
    env.write("answers.jsonl", line.repeat(400_000));
    let run = env.run(&["check", &case(IQ), "answers.jsonl", "--memory-limit", "150M"]);
    assert_eq!(run.code, Some(3), "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("the memory limit was reached"), "{}", run.stderr);
    assert_eq!(run.stdout, "");
}

#[cfg(unix)]
#[test]
fn an_input_that_does_not_come_is_held_by_the_time_limit() {
    let env = Environment::new();
    let pipe = env.path("pipe.txt");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let verbs: [&[&str]; 7] = [
        &["solve", "pipe.txt"],
        &["count", "pipe.txt"],
        &["check", "pipe.txt"],
        &["show", "pipe.txt"],
        &["draw", "pipe.txt", "-o", "x.svg"],
        &["odds", "pipe.txt"],
        &["split", "pipe.txt", "-n", "2", "-o", "pieces"],
    ];
    for words in verbs {
        let run = env.run(&[words, &["--time-limit", "100ms"]].concat());
        assert_eq!(run.code, Some(3), "{words:?}: {}", run.stderr);
        assert!(run.stderr.contains("the time limit was reached"), "{words:?}: {}", run.stderr);
    }
    assert!(!env.path("x.svg").exists());
}

#[test]
fn a_split_that_is_stopped_leaves_no_pieces() {
    let env = Environment::new();
    let words = ["split", &case("polyomino/one-sided-pentominoes-9x10.txt"), "--strategy", "cover", "-n", "100000"];
    let run = env.run(&[&words[..], &["-o", "pieces", "--time-limit", "300ms"]].concat());
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert_eq!(fs::read_dir(env.path("pieces")).map_or(0, Iterator::count), 0);
}
