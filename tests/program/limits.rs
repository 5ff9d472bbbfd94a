//! Limits hold over work that cannot look at them itself, and nothing half-written is left.

use std::{
    fs,
    process::Command,
    time::{Duration, Instant},
};

use crate::environment::{Environment, case};

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
    let begun = Instant::now();
    let run = env.run(&[words, &["--time-limit", limit]].concat());
    assert_eq!(run.code, Some(3), "{words:?}: {}", run.stderr);
    // Much more than a tenth of a second: the machine may be busy. Whatever does not look takes several times as long.
    assert!(begun.elapsed() < Duration::from_secs(4), "{words:?}: {:?}", begun.elapsed());
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
