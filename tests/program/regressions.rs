//! What once went wrong, each named after it.

use std::{io::Write, process::Stdio};

use crate::environment::{self, Environment, Run, case};
use serde_json::Value;

#[cfg(unix)]
#[test]
fn output_to_a_device_replaced_the_device() {
    use std::os::unix::fs::FileTypeExt;
    let env = Environment::new();
    env.succeed(&["solve", &case("polyomino/paper-5x5.txt"), "--format", "json", "-o", "/dev/null"]);
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[test]
fn a_part_of_the_ids_was_taken_for_all_of_them() {
    let env = Environment::new();
    let file = case("polyomino/paper-plus-misread.txt");
    let part = env.run(&["solve", &file, "--strategy", "brute", "--range", "0..10", "--exit-code", "--format", "json"]);
    let report: Value = serde_json::from_str(&part.stdout).unwrap();
    assert_eq!([&report["status"], &report["stop"]], ["unknown", "complete"]);
    assert_eq!(part.code, Some(0));
    assert_eq!(env.run(&["solve", &file, "--strategy", "cover", "--range", "/5../3"]).code, Some(2));
    let file = case("polyomino/paper-5x5.txt");
    let some = env.succeed(&["solve", &file, "--strategy", "cover", "--all", "--range", "/0../1"]);
    assert!(some.contains("that is all there are in the range /0../1"), "{some}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_standard_error_that_fails_was_a_panic() {
    let env = Environment::new();
    let full = || Stdio::from(std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
    let bad = env.command(&["solve", &case("polyomino/bad/empty.txt")]).stderr(full()).status().unwrap();
    assert_eq!(bad.code(), Some(2));
    let stats = env.command(&["count", &case("polyomino/paper-5x5.txt"), "--stats"]).stderr(full()).output().unwrap();
    assert_eq!(stats.status.code(), Some(0));
}

#[test]
fn an_unwritable_checkpoint_was_noticed_after_the_search() {
    let env = Environment::new();
    let run = env.run(&["solve", &case("polyomino/paper-5x5.txt"), "--checkpoint", "no-such-folder/state"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("cannot write checkpoint"), "{}", run.stderr);
}

#[test]
fn counting_nothing_was_exit_code_found() {
    let env = Environment::new();
    assert_eq!(env.run(&["count", &case("polyomino/no-solution.txt"), "--exit-code"]).code, Some(20));
    assert_eq!(env.run(&["count", &case("polyomino/paper-5x5.txt"), "--exit-code"]).code, Some(10));
}

#[test]
fn the_result_could_replace_the_case() {
    let env = Environment::new();
    let text = "1 2 1\nDEFAULT\nAA\n";
    env.write("case.txt", text);
    assert_eq!(env.run(&["solve", "case.txt", "-o", "./case.txt"]).code, Some(2));
    assert_eq!(env.run(&["solve", "case.txt", "-o", "state.txt", "--checkpoint", "state.txt"]).code, Some(2));
    assert_eq!(env.read("case.txt"), text);
}

#[test]
fn cases_examined_depended_on_branches() {
    let env = Environment::new();
    let file = case("polyomino/pyramid-3.txt");
    let texts = ["1", "64", "1000"].map(|branches| {
        environment::without_times(&env.succeed(&["solve", &file, "--strategy", "cover", "-b", branches]))
    });
    assert!(texts.iter().all(|text| *text == texts[0] && text.contains("Cases examined: 44\n")), "{texts:?}");
}

#[test]
fn records_were_held_back_until_the_end() {
    use std::io::{BufRead, BufReader};
    let env = Environment::new();
    let mut command = env.command(&[
        "solve",
        "--all",
        "--format",
        "jsonl",
        "--strategy",
        "cover",
        &case("polyomino/iq-puzzler-pro-5x11.txt"),
    ]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first: Vec<String> = lines.by_ref().take(20).map(Result::unwrap).collect();
    assert!(first[19].contains("\"record\":\"solution\""));
    assert!(child.try_wait().unwrap().is_none(), "the search is still running");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn signals_were_swallowed_while_waiting_for_input() {
    let env = Environment::new();
    let mut child = env.command(&["solve", "-"]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    // More than a pipe can hold: once it is written, the program is reading, and waits for more.
    let mut input = child.stdin.take().unwrap();
    input.write_all(&b"# a comment\n".repeat(1 << 16)).unwrap();
    environment::signal(&child, "TERM");
    let status = Run::of(child.wait_with_output().unwrap());
    assert_eq!(status.code, None, "the signal ends it");
    drop(input);
}

#[test]
fn shortest_ways_of_an_open_maze_were_too_many_to_count() {
    let env = Environment::new();
    let (wall, way) = ("#".repeat(81) + "\n", format!("#{}#\n", " ".repeat(79)));
    let file = env.write("hall.txt", wall.clone() + &way.repeat(79) + &wall);
    let counted = env.succeed(&["count", &file, "--from", "0,0", "--to", "39,39", "--format", "json"]);
    let report: Value = serde_json::from_str(&counted).unwrap();
    // Of 78 steps 39 lead down.
    let expected = (1..=39u32).fold(num_bigint::BigUint::from(1u32), |ways, step| ways * (39 + step) / step);
    assert_eq!(report["count"], expected.to_string());
}

#[test]
fn a_range_says_nothing_about_all_solutions() {
    let env = Environment::new();
    for (file, question) in [
        ("polyomino/paper-5x5.txt", &["--unique", "--strategy", "cover"][..]),
        ("polyomino/paper-5x5.txt", &["--forced", "1", "--strategy", "cover"]),
        ("exact-cover/queens-8.dlx", &["--unique"]),
    ] {
        let file = case(file);
        let run = env.run(&[&["solve", &file, "--range", "/0../0/1"], question].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{question:?}: {}", run.stderr);
        assert!(run.stderr.contains("a range of ids does not go together with that"), "{}", run.stderr);
    }
}

#[test]
fn the_cell_of_the_file_is_a_start_too() {
    let env = Environment::new();
    for (board, score) in [("1@\n", "1"), ("1 2 1 @ 2 1\n1 1 1 1 1 1\n", "11")] {
        env.write("board.txt", board);
        for strategy in ["dfs", "bounded", "auto"] {
            let words = ["solve", "board.txt", "--family", "voracity", "--best-start", "--strategy", strategy];
            let text = env.succeed(&words);
            assert!(text.contains(&format!("Score: {score}\n")), "{strategy}: {text}");
        }
    }
}

#[test]
fn a_share_of_the_shortest_games_is_one_of_games() {
    let env = Environment::new();
    env.write("plain.txt", "squares 1000\n");
    let run = env.run(&["solve", "plain.txt", "--all", "--node-limit", "3000", "--format", "json"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    let told: Value = serde_json::from_str(&run.stdout).unwrap();
    let found = told["solutions"].as_array().unwrap().len() as f64;
    let searched = told["searched"].as_f64().unwrap();
    // There are 903 games. What is still being searched counts for nothing yet.
    assert!(searched < (found + 2.0) / 903.0 && searched > (found - 30.0) / 903.0, "{found} games, {searched}");
}

#[test]
fn two_results_went_to_one_file() {
    let env = Environment::new();
    let file = case("polyomino/paper-5x5.txt");
    for (args, names) in [
        (["-o", "y.json", "--metrics", "./y.json"], "--output and --metrics"),
        (["-o", "y.json", "--checkpoint", "y.json"], "--checkpoint and --output"),
        (["--metrics", "y.json", "--checkpoint", "y.json"], "--checkpoint and --metrics"),
    ] {
        let run = env.run(&[&["solve", &file], &args[..]].concat());
        assert_eq!(run.code, Some(2), "{args:?}");
        assert!(run.stderr.contains(&format!("{names} cannot both write it")), "{}", run.stderr);
        assert!(!env.path("y.json").exists(), "{args:?}");
    }
    let run = env.run(&["bench", &file, "--runs", "1", "--export", "y.json", "--export", "./y.json"]);
    assert_eq!(run.code, Some(2), "{}", run.stdout);
    assert!(run.stderr.contains("cannot both write it"), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn a_device_takes_whatever_comes() {
    let env = Environment::new();
    let file = case("polyomino/paper-5x5.txt");
    env.succeed(&["solve", &file, "--format", "json", "-o", "/dev/null", "--metrics", "/dev/null"]);
}

#[test]
fn a_file_held_another_format_than_its_ending_says() {
    let env = Environment::new();
    let (polyomino, snakes) = (case("polyomino/paper-5x5.txt"), case("snakes/paper-8x8.txt"));
    for (verb, file, format, name) in [
        ("solve", &polyomino, "jsonl", "x.json"),
        ("solve", &polyomino, "text", "x.json"),
        ("solve", &polyomino, "json", "x.svg"),
        ("count", &polyomino, "json", "x.jsonl"),
        ("odds", &snakes, "text", "x.json"),
    ] {
        let run = env.run(&[verb, file, "--format", format, "-o", name]);
        assert_eq!(run.code, Some(2), "{verb} {format} {name}: {}", run.stderr);
        let is_told = run.stderr.contains(&format!("--format {format}")) && run.stderr.contains(name);
        assert!(is_told, "{verb} {format} {name}: {}", run.stderr);
        assert!(!env.path(name).exists(), "{verb} {format} {name}");
    }
    env.succeed(&["solve", &polyomino, "--format", "json", "-o", "x.json", "-q"]);
    env.succeed(&["solve", &polyomino, "--format", "jsonl", "-o", "without-ending", "-q"]);
}

#[test]
fn a_negative_limit_was_taken_for_a_flag() {
    let env = Environment::new();
    let file = case("polyomino/paper-5x5.txt");
    let made = ["generate", "maze", "--rows", "5", "--cols", "5", "--time-limit", "-1"];
    for args in [
        &["solve", &file, "--time-limit", "-1"][..],
        &["solve", &file, "--node-limit", "-1"],
        &["solve", &file, "--memory-limit", "-1"],
        &["count", &file, "--threads", "-2"],
        &made,
    ] {
        let run = env.run(args);
        assert_eq!(run.code, Some(2), "{args:?}");
        assert!(run.stderr.contains("invalid value '-"), "{args:?}: {}", run.stderr);
        assert!(!run.stderr.contains("'-- -"), "{args:?}: {}", run.stderr);
    }
    let run = env.run(&["solve", &file, "--time-limit", "-1"]);
    assert!(run.stderr.contains("a time is not negative"), "{}", run.stderr);
}

#[test]
fn options_were_named_without_their_dashes() {
    let env = Environment::new();
    let maze = case("maze/two-ways.txt");
    let made = ["generate", "maze", "--rows", "5", "--cols", "5"];
    let drawn = env.run(&["draw", &maze, "--theme", "dark", "-o", "x.txt"]);
    assert!(drawn.stderr.contains("--theme is for .svg and .png, not for .txt"), "{}", drawn.stderr);
    for (flags, reason) in [
        (&["--crossings", "0.2"][..], "--crossings is for --grid weave"),
        (&["--crossings", "0.2", "--floors", "2"], "--crossings is for --grid weave"),
        (&["--stairs", "0.2"], "--stairs is for several floors"),
        (&["--stairs", "0.2", "--grid", "hex"], "--stairs is for several floors"),
        (&["--animate", "--grid", "hex", "-o", "x.json"], "--animate is for .svg, not for .json"),
        (&["--grid", "hex", "--style", "ascii"], "--style is for plain squares on one floor"),
    ] {
        let run = env.run(&[&made[..], flags].concat());
        assert_eq!(run.code, Some(2), "{flags:?}: {}", run.stdout);
        assert!(run.stderr.contains(reason), "{flags:?}: {}", run.stderr);
    }
}

#[test]
fn an_empty_file_was_a_polyomino() {
    let env = Environment::new();
    for text in ["", "\n \n"] {
        let file = env.write("case.txt", text);
        for args in [&["solve", &file][..], &["show", &file], &["check", &file, &file]] {
            let run = env.run(args);
            assert_eq!(run.code, Some(2), "{args:?}");
            assert!(run.stderr.contains("the file is empty"), "{args:?}: {}", run.stderr);
        }
    }
}

#[test]
fn one_thing_was_counted_as_several() {
    let env = Environment::new();
    let two = r#"{"family": "maze", "grid": "hex", "cells": ["0210"], "from": [0, 0], "to": [0, 1]}"#;
    env.write("two.json", two);
    let text = env.succeed(&["check", "two.json"]);
    assert_eq!(text, "right: unicursal: 2 cells, 1 passage, parts: 1, loops: 0\n");
}

#[test]
fn a_piece_could_not_be_cut_into_a_new_folder() {
    let env = Environment::new();
    let file = case("polyomino/pentominoes-3x20.txt");
    let split = ["split", &file, "-n", "2", "-o", "pieces", "--all", "--strategy", "constrained", "-q"];
    assert_eq!(env.run(&split).code, Some(0));
    let piece = ["solve", &file, "--range-file", "pieces/0001.range", "-q", "-t", "1", "--node-limit", "300"];
    assert_eq!(env.run(&piece).code, Some(75));
    let args = ["split", &file, "-n", "3", "-o", "new/folder", "--from-checkpoint", "pieces/0001.checkpoint", "-q"];
    let run = env.run(&args);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(env.path("new/folder/0001-01.range").exists());
}

#[test]
fn a_range_of_numbers_without_a_candidate_was_refused() {
    let env = Environment::new();
    let file = case("polyomino/paper-plus-misread.txt");
    let search = |verb, range| env.run(&[verb, &file, "--strategy", "brute", "--range", range, "--format", "json"]);
    for verb in ["solve", "count"] {
        let run = search(verb, "1000..2000");
        let report: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}", run.stderr));
        assert_eq!((&report["range"], &report["count"]), (&"1000..2000".into(), &"0".into()), "{report}");
        assert_ne!(report["status"], "unsolvable", "a part proves nothing about the rest");
    }
    for range in ["2000..1000", "1000..1000", "/3../3"] {
        assert_eq!(search("solve", range).code, Some(2), "{range}");
    }
}

#[test]
fn what_was_told_beside_a_checkpoint_replaced_other_files() {
    let env = Environment::new();
    let text = std::fs::read_to_string(case("polyomino/paper-5x5.txt")).unwrap();
    // The case itself, and a file of somebody else.
    env.write("c.told", &text);
    for input in ["c.told", &case("polyomino/paper-5x5.txt")] {
        let run = env.run(&["solve", input, "--all", "--strategy", "cover", "--checkpoint", "c"]);
        assert_eq!(run.code, Some(2), "{}{}", run.stdout, run.stderr);
        assert_eq!(env.read("c.told"), text);
    }
    for flag in ["--metrics", "-o"] {
        let args = ["solve", &case("polyomino/paper-5x5.txt"), "--all", "--checkpoint", "d", "--format", "json"];
        let run = env.run(&[&args[..], &[flag, "d.told"]].concat());
        assert_eq!(run.code, Some(2), "{flag}: {}", run.stderr);
        assert!(!env.path("d.told").exists());
    }
}

#[test]
fn a_damaged_list_of_what_was_told_was_called_a_defect() {
    let env = Environment::new();
    let search = ["solve", &case("polyomino/paper-5x5.txt"), "--strategy", "cover", "--all", "--checkpoint", "cp"];
    let stopped = env.run(&[&search[..], &["--node-limit", "60000"]].concat());
    assert_eq!(stopped.code, Some(75), "{}", stopped.stderr);
    let mut told = std::fs::read(env.path("cp.told")).unwrap();
    told[500] ^= 1;
    for damaged in [Some(told), None] {
        match damaged {
            Some(bytes) => std::fs::write(env.path("cp.told"), bytes).unwrap(),
            None => std::fs::remove_file(env.path("cp.told")).unwrap(),
        }
        for format in ["json", "jsonl"] {
            let run = env.run(&[&search[..], &["--resume", "--format", format]].concat());
            assert_eq!(run.code, Some(2), "{}", run.stderr);
            assert_whole(format, &run);
        }
    }
}

/// What was told before something went wrong can be read.
fn assert_whole(format: &str, run: &Run) {
    let status = |object: &Value| object["status"].as_str().map(str::to_owned);
    let last = match format {
        "json" => status(&serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {}", run.stdout))),
        _ => status(&serde_json::from_str(run.stdout.lines().last().unwrap_or_default()).unwrap()),
    };
    assert_eq!(last.as_deref(), Some("unknown"), "{}", run.stdout);
}

#[test]
fn an_error_after_the_head_tore_the_json() {
    let env = Environment::new();
    let pieces = case("polyomino/paper-5x5.txt");
    for (file, strategy) in [(&pieces, "cover"), (&case("voracity/with-size.txt"), "dfs")] {
        for format in ["json", "jsonl"] {
            let run = env.run(&["solve", file, "--strategy", strategy, "--nth", "99999999", "--format", format]);
            assert_eq!(run.code, Some(2), "{}", run.stderr);
            assert_whole(format, &run);
        }
    }
    let run = env.run(&["solve", &pieces, &pieces, "--strategy", "cover", "--nth", "99999999", "--format", "json"]);
    let list: Vec<Value> = serde_json::from_str(&run.stdout).unwrap();
    assert!(list.len() == 2 && list.iter().all(|object| object["stop"] == "error"), "{}", run.stdout);
}
