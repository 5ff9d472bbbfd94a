//! Limits hold over work that cannot look at them itself, and nothing half-written is left.

use std::{
    fs,
    process::{Command, Stdio},
    time::Duration,
};

use crate::environment::{self, Environment, case};
use serde_json::Value;

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

/// Runs under a time limit that comes before the end: it ends with 3 soon after.
fn stopped(env: &Environment, words: &[&str], limit: &str) -> String {
    let run = env.run(&[words, &["--time-limit", limit]].concat());
    assert_eq!(run.code, Some(3), "{words:?}: {}", run.stderr);
    // What the limits are is measured elsewhere. Whatever does not look takes several times as long.
    assert!(run.at_work < Duration::from_secs(3), "{words:?}: {:?}", run.at_work);
    run.stderr
}

#[test]
fn a_level_that_is_to_be_unsolvable_is_made_within_the_time_limit() {
    let env = Environment::new();
    let words = ["generate", "lockpick", "--unsolvable", "--nodes", "300", "--seed", "1", "-o", "level.txt"];
    stopped(&env, &words, "100ms");
    assert!(!env.path("level.txt").exists());
}

fn is_whole_png(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.ends_with(b"IEND\xaeB`\x82")
}

#[test]
fn pictures_that_are_stopped_are_whole_or_not_there() {
    let env = Environment::new();
    let dominoes = case("polyomino/dominoes-8x8.txt");
    fs::create_dir(env.path("pictures")).unwrap();
    let said = stopped(&env, &["solve", &dominoes, "-s", "20000", "-o", "pictures/{}.png"], "1s");
    assert!(said.contains("there was no time for"), "{said}");
    let pictures: Vec<_> = fs::read_dir(env.path("pictures")).unwrap().collect();
    assert!(!pictures.is_empty());
    for picture in pictures {
        assert!(is_whole_png(&fs::read(picture.unwrap().path()).unwrap()));
    }
    let said = stopped(&env, &["solve", &dominoes, "-s", "1000000", "-o", "x.pdf"], "1s");
    assert!(said.contains("there was no time for"), "{said}");
    let pages = fs::read(env.path("x.pdf")).unwrap();
    assert!(pages.starts_with(b"%PDF-") && pages.ends_with(b"%%EOF\n"));
    stopped(&env, &["solve", &dominoes, "--all", "-q", "-o", "x.html"], "1s");
    assert!(env.read("x.html").ends_with("</html>\n"));
}

#[test]
fn a_sheet_shows_as_much_as_there_is_time_for() {
    let env = Environment::new();
    let pyramid = case("polyomino/kanoodle-pyramid.txt");
    // A busy machine may have no time for a single picture.
    for limit in ["700ms", "1500ms", "3s"] {
        stopped(&env, &["solve", &pyramid, "--all", "--strategy", "cover", "-o", "x.png"], limit);
        if env.path("x.png").exists() {
            break;
        }
    }
    assert!(is_whole_png(&fs::read(env.path("x.png")).unwrap()));
}

#[test]
fn large_mazes_of_any_grid_are_stopped_while_they_are_drawn() {
    let env = Environment::new();
    for grid in ["hex", "weave"] {
        for ending in ["png", "svg"] {
            let out = format!("x.{ending}");
            let words = ["generate", "maze", "--grid", grid, "--rows", "500", "--cols", "500", "-o", &out];
            stopped(&env, &words, "150ms");
            assert!(!env.path(&out).exists(), "{out}");
        }
    }
    let left: Vec<_> = fs::read_dir(env.path(".")).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_long_sweep_could_not_be_stopped() {
    let env = Environment::new();
    let mut text = String::from("30 30 5\nDEFAULT\nA\nA\nA\nAA\nBB\nBB\nB\nCC\n CCC\nDDDD\n D\n");
    text += &("E".repeat(30) + "\n").repeat(29);
    text += &("E".repeat(10) + "\n");
    let large = env.write("large.txt", text);
    // Neither is searched in less than seconds.
    for (strategy, file) in [("brute", &large), ("cover", &case("polyomino/iq-puzzler-pro-5x11.txt"))] {
        let run = env.run(&["count", file, "--strategy", strategy, "--time-limit", "300ms"]);
        assert_eq!(run.code, Some(3), "{strategy}: {}{}", run.stdout, run.stderr);
        assert!(run.at_work < Duration::from_secs(5), "{strategy} took {:?}", run.at_work);
    }
}

#[test]
fn a_node_limit_was_overshot() {
    let env = Environment::new();
    for limit in ["1", "100", "5000"] {
        let args = [
            "count",
            &case("polyomino/pentominoes-6x10.txt"),
            "--strategy",
            "cover",
            "--node-limit",
            limit,
            "-t",
            "1",
            "-b",
            "1",
            "--format",
            "json",
        ];
        let report: Value = serde_json::from_str(&env.run(&args).stdout).unwrap();
        let nodes = report["nodes"].as_u64().unwrap();
        // The root is there before anything is limited.
        assert!(nodes <= limit.parse::<u64>().unwrap() + 1, "{nodes} nodes at a limit of {limit}");
    }
}

#[test]
fn a_million_branches_delayed_every_limit() {
    let env = Environment::new();
    let file = case("polyomino/pentominoes-6x10.txt");
    let run = env.run(&["count", &file, "--strategy", "cover", "-b", "1000000", "-t", "8", "--time-limit", "300ms"]);
    assert!(matches!(run.code, Some(0 | 3)), "{}{}", run.stdout, run.stderr);
    assert!(run.at_work < Duration::from_secs(5), "it took {:?}", run.at_work);
}

#[test]
fn an_attempt_of_a_portfolio_could_not_be_stopped() {
    let env = Environment::new();
    let file = case("polyomino/hexominoes-15x15-hole.txt");
    let run = env.run(&["solve", &file, "-t", "8", "-b", "64", "--time-limit", "1ms"]);
    assert!(matches!(run.code, Some(0 | 3)), "{}{}", run.stdout, run.stderr);
    assert!(run.at_work < Duration::from_secs(5), "it took {:?}", run.at_work);
}

#[test]
fn random_solutions_and_json_stop_at_the_time_limit() {
    let env = Environment::new();
    let file = case("polyomino/iq-puzzler-pro-5x11.txt");
    for words in [
        &["solve", &file, "--random", "4000000", "--format", "json", "-o", "random.json"][..],
        &["solve", &file, "--all", "-o", "all.json.gz"],
    ] {
        stopped(&env, words, "500ms");
    }
    let told: Value = serde_json::from_str(&env.read("random.json")).unwrap();
    assert_eq!(told["stop"], "time-limit");
    assert_eq!(told["count"], told["solutions"].as_array().unwrap().len().to_string());
}

#[test]
fn tables_were_made_without_a_look_at_the_clock() {
    let env = Environment::new();
    let pieces = env.succeed(&["generate", "pieces", "--lattice", "square", "--size", "6"]);
    let pieces: String = pieces.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    let large = env.write("large.txt", format!("19 19 35\nDEFAULT\n{pieces}"));
    for strategy in ["constrained", "brute"] {
        let flags = ["--holes", "151", "--strategy", strategy, "--time-limit", "300ms", "--format", "json"];
        let verbose = env.run(&[&["solve", &large, "-v"], &flags[..]].concat());
        assert_eq!(verbose.code, Some(3), "{strategy}: {}", verbose.stderr);
        let run = env.run(&[&["solve", &large], &flags[..]].concat());
        assert_eq!(run.code, Some(3), "{strategy}: {}", run.stderr);
        let object: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!((&object["status"], &object["stop"]), (&"unknown".into(), &"time-limit".into()), "{strategy}");
    }
}

#[test]
fn an_analysis_that_was_cut_short_ended_as_if_it_were_whole() {
    let env = Environment::new();
    let run = env.run(&["show", &case("lockpick/hard/none-60.txt"), "--analyse", "--time-limit", "300ms"]);
    assert_eq!(run.code, Some(3), "{}{}", run.stdout, run.stderr);
}

/// A signal ends an analysis as a limit does: what is known by then is told, unless telling it takes too long.
#[cfg(target_os = "linux")]
#[test]
fn an_analysis_was_killed_by_a_signal() {
    let env = Environment::new();
    let mut command = env.command(&["show", &case("lockpick/hard/mint-500.txt"), "--analyse"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Once the program takes care of signals, it is at work, and for seconds.
    let catches_term = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim();
        u64::from_str_radix(caught, 16).unwrap() & 1 << 14 != 0
    };
    while !catches_term() {
        std::thread::sleep(Duration::from_millis(1));
    }
    environment::signal(&child, "TERM");
    let run = child.wait_with_output().unwrap();
    assert_eq!(run.status.code(), Some(3), "{run:?}");
    assert!(!run.stdout.is_empty() || !run.stderr.is_empty(), "it says how it ended");
}

/// What several threads had found faster than one could tell it was told after the limit, for seconds.
#[test]
fn games_were_told_long_after_the_limit() {
    let env = Environment::new();
    let generate = ["generate", "snakes", "--size", "100x100", "--snakes", "300", "--ladders", "300", "--seed", "1"];
    env.succeed(&[&generate[..], &["-o", "board.txt", "-q"]].concat());
    let run = env.run(&["solve", "board.txt", "--all", "--time-limit", "500ms", "-t", "64", "-o", "games.jsonl", "-q"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(run.at_work < Duration::from_secs(5), "it took {:?}", run.at_work);
    let first = env.succeed(&["solve", "board.txt", "--format", "json"]);
    let first: Value = serde_json::from_str(&first).unwrap();
    let told = env.read("games.jsonl");
    let game: Value = serde_json::from_str(told.lines().find(|line| line.contains("\"rolls\"")).unwrap()).unwrap();
    assert_eq!(game["rolls"], first["solutions"][0]["rolls"]);
}

/// The tables of hundreds of thousands of placements were made without a look at the limits.
#[test]
fn boards_of_many_hundred_cells_are_given_up_in_time() {
    let env = Environment::new();
    let file = case("polyomino/heptominoes-7x107.txt");
    let out = env.path("pieces").display().to_string();
    for words in [
        &["solve", &file][..],
        &["count", &file, "--strategy", "frontier"],
        &["count", &file, "--strategy", "cover", "--classes"],
        &["split", &file, "--strategy", "cover", "-n", "10", "-o", &out],
    ] {
        stopped(&env, words, "1s");
    }
    // Tables of a hundred gigabytes are not even begun.
    let estimate = env.run(&["count", &file, "--estimate", "--time-limit", "4s"]);
    assert!(matches!(estimate.code, Some(0 | 3)), "{:?}: {}", estimate.code, estimate.stderr);
    let asked = env.run(&["count", &file, "--estimate", "--strategy", "constrained"]);
    assert_eq!(asked.code, Some(3), "{}", asked.stderr);
    assert!(asked.stdout.contains("the tables of strategy constrained would take"), "{}", asked.stdout);
}
