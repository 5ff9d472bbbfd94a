//! What those need who run fathom without watching it: comparisons, progress for programs, figures, harmless names.

use std::fs;

use crate::environment::{Environment, case};
use serde_json::Value;

const SMALL: &str = "polyomino/pentominoes-3x20.txt";

#[test]
fn everybody_is_measured_and_finds_the_same() {
    let env = Environment::new();
    let flags = ["--strategies", "cover,constrained,auto", "-t", "1,2", "-b", "1,4", "--count", "--runs", "2"];
    let files = ["-o", "r.json", "-o", "r.csv", "-o", "r.md", "-o", "r.svg", "--compare", "test -s {case}"];
    let run = env.run(&[&["bench", &case(SMALL)][..], &flags, &files].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(run.stdout.lines().filter(|line| line.contains("pentominoes-3x20")).count(), 13, "{}", run.stdout);
    let exported: Value = serde_json::from_str(&env.read("r.json")).unwrap();
    let measurements = exported["measurements"].as_array().unwrap();
    assert_eq!(measurements.len(), 13);
    for measurement in &measurements[..12] {
        assert_eq!((&measurement["found"], &measurement["runs"]), (&"8".into(), &2.into()), "{measurement}");
        assert!(measurement["median_s"].as_f64().unwrap() > 0.0);
    }
    assert_eq!(measurements[0]["relative"], 1.0);
    assert!(measurements[12]["nodes"].is_null(), "{}", measurements[12]);
    assert_eq!(env.read("r.csv").lines().count(), 14);
    assert_eq!(env.read("r.md").lines().count(), 15);
    assert!(env.read("r.svg").contains("threads"));
}

#[test]
fn a_comparison_that_cannot_be_made_says_so() {
    let env = Environment::new();
    let hard = case("polyomino/hexominoes-15x15-hole.txt");
    let limited = env.run(&["bench", &hard, "--strategies", "cover", "--count", "--time-limit", "2s", "--runs", "1"]);
    assert_eq!(limited.code, Some(3), "{}", limited.stderr);
    assert!(limited.stdout.contains("failed: the time limit was reached"), "{}", limited.stdout);
    let many = ["-t", "64", "--memory-limit", "100M", "--runs", "1"];
    let crowded = env.run(&[&["bench", &case(SMALL)][..], &many].concat());
    assert!(crowded.stdout.contains("failed: the memory limit has no room for 64 threads"), "{}", crowded.stdout);
    let wrong = env.run(&["bench", &case(SMALL), "--compare", "exit 4; {case}", "--runs", "1"]);
    assert_eq!(wrong.code, Some(3));
    assert!(wrong.stdout.contains("failed: exit status: 4"), "{}", wrong.stdout);
    for flags in [["--compare", "cat"], ["--strategies", "nonsense"], ["-o", "r.gif"], ["-o", "r.svg"]] {
        let run = env.run(&[&["bench", &case(SMALL), "--runs", "1", "-t", "1"][..], &flags].concat());
        assert_eq!(run.code, Some(2), "{flags:?}: {}", run.stderr);
    }
    // A file's name is no command.
    let name = "a; touch owned.txt";
    fs::copy(case(SMALL), env.path(name)).unwrap();
    assert_eq!(env.run(&["bench", name, "--runs", "1", "--compare", "test -s {case}"]).code, Some(0));
    assert!(!env.path("owned.txt").exists());
}

#[test]
fn progress_and_figures_for_programs() {
    let env = Environment::new();
    let run = env.run(&["count", &case(SMALL), "--strategy", "cover", "--progress", "json", "--metrics", "m.prom"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let records: Vec<Value> = run.stderr.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = records.last().expect("there is a last record");
    assert_eq!((&last["found"], &last["finished"], &last["searched"]), (&8.into(), &true.into(), &1.0.into()));
    let figures = env.read("m.prom");
    let figure = |name: &str| {
        let line = figures.lines().find(|line| line.starts_with(&format!("fathom_{name}{{")));
        line.and_then(|line| line.rsplit(' ').next()?.parse::<f64>().ok())
    };
    assert_eq!((figure("solutions_total"), figure("finished")), (Some(8.0), Some(1.0)), "{figures}");
    assert_eq!(figure("nodes_total"), last["nodes"].as_f64());
    // The case is not the place for figures.
    let own = env.write("own.txt", fs::read(case(SMALL)).unwrap());
    assert_eq!(env.run(&["solve", &own, "--metrics", &own]).code, Some(2));
    assert_eq!(env.read("own.txt"), fs::read_to_string(case(SMALL)).unwrap());
}

#[cfg(unix)]
#[test]
fn names_do_nothing_to_a_terminal() {
    let env = Environment::new();
    let name = "evil\u{1b}]0;owned\u{7}\u{9b}2J\u{202e}\rx.txt";
    fs::copy(case(SMALL), env.path(name)).unwrap();
    let bad = env.write("bad\u{1b}[2J.txt", "5 5 1\nDEFAULT\nA\u{1b}[31m?A\u{202e}\n");
    let runs = [
        env.run(&["solve", name]),
        env.run(&["solve", name, "--format", "json"]),
        env.run(&["solve", name, "--format", "jsonl"]),
        env.run(&["batch", name]),
        env.run(&["show", name]),
        env.run(&["solve", &bad]),
        env.run(&["check", name, &bad]),
        env.run(&["solve", "missing\u{1b}[2J\u{9b}"]),
        env.run(&["solve", name, "-v", "--stats", "-o", "out\u{1b}[1A.txt"]),
    ];
    for run in &runs {
        for text in [&run.stdout, &run.stderr] {
            let harmful = text.chars().find(|mark| {
                (mark.is_control() && !"\n\t".contains(*mark)) || ('\u{202a}'..='\u{202e}').contains(mark)
            });
            assert_eq!(harmful, None, "{text:?}");
        }
    }
    let told: Value = serde_json::from_str(&runs[1].stdout).unwrap();
    assert_eq!(told["case"], name, "in JSON the name is still the same");
}

/// What could make a reader do something, in any text.
fn harmful(text: &str) -> Option<char> {
    text.chars().find(|mark| (mark.is_control() && !"\n\t".contains(*mark)) || ('\u{202a}'..='\u{202e}').contains(mark))
}

/// A colour in a name is no colour of ours.
#[cfg(unix)]
#[test]
fn names_have_no_colours_and_files_about_them_have_none() {
    let env = Environment::new();
    let name = "red\u{1b}[31m\u{202e}x.txt";
    fs::copy(case("polyomino/paper-5x5.txt"), env.path(name)).unwrap();
    let bad = env.write("bad\u{1b}[31m.txt", "5 5 1\nDEFAULT\nA?A\n");
    let level = "level Red \u{1b}[31m\u{202e}\nstart hall\njunction hall\nkey r 2 red\ngoal out\npath hall - r\npath hall - out\n";
    let level = env.write("level.txt", level);
    let exports = ["--export", "t.json", "--export", "t.csv", "--export", "t.md"];
    let runs = [
        env.run(&["solve", name, "-o", "out\u{1b}[31m.json"]),
        env.run(&["solve", name, "--metrics", "m.prom", "-q"]),
        env.run(&["solve", &bad]),
        env.run(&["solve", name, "-o", "none\u{1b}[31m/x.json"]),
        env.run(&["split", name, "-n", "2", "-o", "pieces\u{1b}[31m", "--all", "--strategy", "constrained"]),
        env.run(&[&["bench", name, "--runs", "1", "--warm-up", "0", "-t", "1"], &exports[..]].concat()),
        env.run(&["check", name, &bad]),
        env.run(&["show", &level]),
        env.run(&["show", &level, "--color", "always"]),
        env.run(&["show", &level, "--format", "level"]),
        env.run(&["show", &level, "--analyse"]),
        env.run(&["solve", &level]),
    ];
    for (index, run) in runs.iter().enumerate() {
        assert!(!run.stdout.is_empty() || !run.stderr.is_empty() || index == 1, "run {index}");
        for text in [&run.stdout, &run.stderr] {
            assert_eq!(harmful(text), None, "run {index}: {text:?}");
        }
    }
    for index in [0, 1, 4, 5, 7, 8, 9, 10, 11] {
        assert_eq!(runs[index].code, Some(0), "run {index}: {}", runs[index].stderr);
    }
    for file in ["m.prom", "t.json", "t.csv", "t.md"] {
        let text = env.read(file);
        assert!(text.contains("red") && harmful(&text).is_none(), "{file}: {text:?}");
    }
    let exported: Value = serde_json::from_str(&env.read("t.json")).unwrap();
    assert_eq!(exported["measurements"][0]["case"], name, "in JSON the name is still the same");
}

#[test]
fn a_bad_case_is_told_before_anything_is_measured() {
    let env = Environment::new();
    let bad = env.write("bad.txt", "junk\n");
    let run = env.run(&["bench", &case(SMALL), &bad, "--runs", "1"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{}", run.stderr);
    assert!(run.stderr.contains("bad.txt:1:1"), "{}", run.stderr);
}

/// A program that was given up went on beside all that was measured after it.
#[cfg(target_os = "linux")]
#[test]
fn programs_that_are_given_up_end_with_what_they_started() {
    let env = Environment::new();
    let other = "sleep 86399.5; true # {case}";
    let run = env.run(&[
        "bench",
        &case("polyomino/paper-5x5.txt"),
        "--runs",
        "1",
        "--compare",
        other,
        "--time-limit",
        "200ms",
    ]);
    assert_eq!(run.code, Some(3), "{}{}", run.stdout, run.stderr);
    let sleepers = std::fs::read_dir("/proc").unwrap().filter_map(|process| {
        let words = std::fs::read(process.ok()?.path().join("cmdline")).ok()?;
        words.starts_with(b"sleep\086399.5\0").then_some(())
    });
    assert_eq!(sleepers.count(), 0);
}

/// An end of a line in a name began a line of its own, in which anything could be said.
#[test]
fn names_stay_on_their_lines() {
    let env = Environment::new();
    let file = case(SMALL);
    let pieces = "pie\nces";
    let board = case("snakes/milton-bradley.txt");
    for words in [
        &["draw", &file, "-o", "a\nb.svg"][..],
        &["odds", &board, "-o", "a\nb.json"],
        &["generate", "maze", "--rows", "3", "--cols", "3", "-o", "a\nb.txt"],
        &["split", &file, "-n", "2", "-o", pieces],
        &["solve", "a\nb"],
        &["solve", &file, "-o", "a\nb/c.json"],
        &["bench", "a\nb.txt", "--runs", "1"],
    ] {
        let run = env.run(words);
        let said = run.stdout + &run.stderr;
        assert!(said.contains("\\n") && !said.contains("a\nb") && !said.contains(pieces), "{words:?}: {said}");
    }
}

#[test]
fn help_that_cannot_be_written_is_no_success() {
    let env = Environment::new();
    for words in [&["--help"][..], &["solve", "--help"], &["--version"]] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let status = env.command(words).stdout(full).stderr(std::process::Stdio::null()).status().unwrap();
        assert_eq!(status.code(), Some(2), "{words:?}");
        assert_eq!(env.run(words).code, Some(0), "{words:?}");
    }
}

/// A result took the place of the file that standard input came from.
#[test]
fn what_standard_input_comes_from_is_not_replaced() {
    let env = Environment::new();
    let own = env.write("own.txt", fs::read(case(SMALL)).unwrap());
    for words in
        [&["solve", "-", "-o", "own.txt"][..], &["draw", "-", "-o", "own.txt"], &["count", "-", "-o", "own.txt"]]
    {
        let input = fs::File::open(&own).unwrap();
        let output = env.command(words).stdin(input).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("would replace"), "{words:?}");
    }
    assert_eq!(env.read("own.txt"), fs::read_to_string(case(SMALL)).unwrap());
}
