//! What `solve` writes, `check` accepts: every family, format and question.

use crate::environment::{Environment, case};

/// Cases and questions that have an answer to be checked.
const ASKED: &[(&str, &[&[&str]])] = &[
    (
        "polyomino/pentominoes-3x20.txt",
        &[
            &[],
            &["--all"],
            &["-s", "2", "--any"],
            &["--nth", "3"],
            &["--random", "4"],
            &["--unique"],
            &["--forced", "5"],
            &["--all", "--strategy", "frontier"],
            &["--color", "always"],
        ],
    ),
    ("polyomino/pyramid-3.txt", &[&[], &["--all"]]),
    (
        "lockpick/paper/1-4_double_door.txt",
        &[&[], &["--shortest"], &["-v"], &["--strategy", "dfs"], &["--strategy", "bfs"]],
    ),
    ("voracity/v10-3-1.txt", &[&[], &["--color", "always"], &["--strategy", "anytime", "--node-limit", "50000"]]),
    ("voracity/all-ones-8x8.txt", &[&[], &["--strategy", "frontier"]]),
    ("snakes/milton-bradley.txt", &[&[], &["--all"], &["-s", "7"]]),
    ("snakes/paper-8x8.txt", &[&[], &["--strategy", "dfs"], &["--strategy", "dfs", "-v"]]),
    ("maze/two-ways.txt", &[&[], &["--all"], &["--strategy", "dfs"], &["--strategy", "a-star"]]),
    ("maze/cave.txt", &[&[], &["-s", "3"]]),
    (
        "exact-cover/queens-8.dlx",
        &[&[], &["-s", "3", "--strategy", "bitwise"], &["-s", "3", "--strategy", "ordered"], &["--unique"]],
    ),
];

#[test]
fn every_answer_is_accepted_by_the_checker() {
    let env = Environment::new();
    for (name, questions) in ASKED {
        for question in *questions {
            for format in ["txt", "json", "jsonl"] {
                let (file, answer) = (case(name), format!("answer.{format}"));
                let args: Vec<&str> = [&["solve", &file, "-o", &answer, "-q"], *question].concat();
                let run = env.run(&args);
                assert!(matches!(run.code, Some(0 | 3)), "{args:?}: {}", run.stderr);
                let judged = env.run(&["check", &file, &answer]);
                assert_eq!(judged.code, Some(0), "{args:?}: {}{}\n{}", judged.stdout, judged.stderr, env.read(&answer));
            }
        }
    }
}

#[test]
fn an_answer_to_several_cases_is_checked_for_each() {
    let env = Environment::new();
    let files = [case("polyomino/pentominoes-3x20.txt"), case("polyomino/paper-5x5.txt"), case("maze/two-ways.txt")];
    for format in ["txt", "json", "jsonl"] {
        let answer = format!("answers.{format}");
        env.succeed(&["solve", &files[0], &files[1], &files[2], "-o", &answer, "-q"]);
        for file in &files {
            let judged = env.run(&["check", file, &answer]);
            assert_eq!(judged.code, Some(0), "{file} {format}: {}{}", judged.stdout, judged.stderr);
        }
        // Of another case there is nothing in it that could be right.
        let other = env.run(&["check", &case("polyomino/pentominoes-6x10.txt"), &answer]);
        assert_eq!(other.code, Some(2), "{format}: {}", other.stdout);
    }
}

#[test]
fn a_wrong_answer_is_refused_in_every_format() {
    let env = Environment::new();
    let file = case("polyomino/pentominoes-3x20.txt");
    for format in ["txt", "json", "jsonl"] {
        let answer = format!("answer.{format}");
        env.succeed(&["solve", &file, "-o", &answer, "-q"]);
        let doctored = env.read(&answer).replacen("FF", "FV", 1);
        env.write(&answer, doctored);
        assert_eq!(env.run(&["check", &file, &answer]).code, Some(2), "{format}");
    }
}
