//! Answers that hold several reports, and reports that hold no solution, are judged alike in every family and format.

use crate::environment::{Environment, case};

const FORMATS: [&str; 3] = ["txt", "json", "jsonl"];

/// A file that holds the same report twice, and for JSON a list of the two as well.
fn twice(env: &Environment, format: &str) -> Vec<String> {
    let report = env.read(&format!("answer.{format}"));
    let mut files = vec![env.write(&format!("two.{format}"), report.repeat(2))];
    if format == "json" {
        files.push(env.write("list.json", format!("[{report},{report}]")));
    }
    files
}

#[test]
fn reports_in_one_file_are_judged_one_by_one() {
    let env = Environment::new();
    let board = env.write("board.txt", "@ 1 1\n1 1 1\n1 1 1\n");
    for (file, question) in [
        ("polyomino/pyramid-3.txt", &["--all"][..]),
        ("lockpick/mechanics/gate.txt", &[]),
        ("voracity/with-size.txt", &["--all"]),
        ("snakes/milton-bradley.txt", &["--all"]),
        ("snakes/paper-8x8.txt", &["--strategy", "dfs"]),
        ("maze/two-ways.txt", &["--all"]),
        ("maze/no-way.txt", &[]),
        ("exact-cover/queens-8.dlx", &["-s", "20"]),
    ]
    .map(|(name, question)| (case(name), question))
    .into_iter()
    .chain([(board, &["-s", "3"][..])])
    {
        for format in FORMATS {
            let answer = format!("answer.{format}");
            env.succeed(&[&["solve", &file, "-q", "-o", &answer], question].concat());
            let right = env.succeed(&["check", &file, &answer]);
            let expected = right.replacen("right: ", "right: 2 reports, each: ", 1);
            for two in twice(&env, format) {
                assert_eq!(env.succeed(&["check", &file, &two]), expected, "{file} {two}");
            }
        }
    }
}

#[test]
fn each_of_several_reports_has_to_be_right() {
    let env = Environment::new();
    let file = case("maze/two-ways.txt");
    for format in FORMATS {
        let [all, one, both] = ["all", "one", "both"].map(|name| format!("{name}.{format}"));
        env.succeed(&["solve", &file, "--all", "-q", "-o", &all]);
        env.succeed(&["solve", &file, "-q", "-o", &one]);
        env.write(&both, env.read(&all) + &env.read(&one));
        let text = env.succeed(&["check", &file, &both]);
        let expected = "right: 2 reports; report 1: 2 different shortest ways of 4 steps; report 2: 1 shortest way of 4 \
                        steps\n";
        assert_eq!(text, expected, "{format}");
        let (right, wrong) = if format == "txt" { ("2 solutions: ", "3 solutions: ") } else { ("\"2\"", "\"3\"") };
        env.write(&both, env.read(&one) + &env.read(&all).replacen(right, wrong, 1));
        let run = env.run(&["check", &file, &both]);
        assert_eq!(run.code, Some(2), "{format}: {}", run.stdout);
        assert!(run.stdout.starts_with("wrong: report 2: it says 3 solutions but holds 2"), "{format}: {}", run.stdout);
    }
}

#[test]
fn solutions_without_a_report_belong_together() {
    let env = Environment::new();
    for (name, solution) in [
        ("voracity/with-size.txt", "{\"moves\": \"RDLDR\"}\n"),
        ("maze/two-ways.txt", "{\"moves\": \"2D2R\"}\n"),
        ("polyomino/pyramid-3.txt", "{\"grid\": [[\"A\"], [\"BC\", \"AF\"], [\"BCD\", \"EAD\", \"EED\"]]}\n"),
    ] {
        let file = case(name);
        env.write("one.json", solution);
        env.succeed(&["check", &file, "one.json"]);
        env.write("two.json", solution.repeat(2));
        let run = env.run(&["check", &file, "two.json"]);
        assert!(run.code == Some(2) && run.stdout.contains("it is there twice"), "{name}: {}", run.stdout);
    }
}

/// What a true report says that holds no solution is never called wrong.
#[test]
fn reports_without_solutions_are_undecided() {
    const NONE: &str = "undecided: it says that there is no solution, which only a search can tell\n";
    const NOTHING: &str = "undecided: it holds no solution, so there is nothing to judge\n";
    let env = Environment::new();
    let no_cover = env.write("none.dlx", "a b c\na b\nb c\n");
    let no_game = env.write("none.txt", "size 4x4\n15 > 2\n14 > 3\n13 > 4\n12 > 5\n11 > 6\n10 > 7\n");
    let counted = |count: &str| format!("undecided: it says that there are {count}, which only a search can tell\n");
    for (file, question, expected) in [
        (case("polyomino/no-solution.txt"), &["solve"][..], NONE),
        (case("polyomino/no-solution.txt"), &["solve", "--unique"], NONE),
        (case("polyomino/no-solution.txt"), &["count"], NONE),
        (case("polyomino/paper-5x5.txt"), &["solve", "--estimate"], NOTHING),
        (case("polyomino/paper-5x5.txt"), &["solve", "--node-limit", "5"], NOTHING),
        (case("polyomino/paper-5x5.txt"), &["count"], &counted("37632 solutions")),
        (case("lockpick/mechanics/gate-none.txt"), &["solve"], NONE),
        (no_cover.clone(), &["solve"], NONE),
        (no_cover, &["count"], NONE),
        (case("exact-cover/queens-8.dlx"), &["count"], &counted("92 solutions")),
        (no_game.clone(), &["solve"], NONE),
        (case("snakes/milton-bradley.txt"), &["count"], &counted("423 solutions")),
        (case("voracity/with-size.txt"), &["count"], &counted("5 solutions")),
        (case("voracity/v10-3-1.txt"), &["solve", "--estimate"], NOTHING),
        (case("maze/two-ways.txt"), &["count"], &counted("2 solutions")),
    ] {
        for format in FORMATS {
            let answer = format!("answer.{format}");
            let asked = env.run(&[&[question[0], &file, "-q", "-o", &answer], &question[1..]].concat());
            assert!(matches!(asked.code, Some(0 | 3)), "{file} {question:?}: {}", asked.stderr);
            let run = env.run(&["check", &file, &answer]);
            assert_eq!(
                (run.code, &run.stdout[..]),
                (Some(3), expected),
                "{file} {question:?} {format}: {}",
                run.stderr
            );
            for two in twice(&env, format) {
                let run = env.run(&["check", &file, &two]);
                assert_eq!(run.code, Some(3), "{file} {question:?} {two}: {}{}", run.stdout, run.stderr);
                assert_eq!(run.stdout, expected.replacen("undecided: ", "undecided: 2 reports, each: ", 1), "{two}");
            }
            // There is nothing in it to be drawn.
            let drawn = env.run(&["draw", &file, &answer, "-o", "x.svg"]);
            assert_eq!(drawn.code, Some(2), "{file} {question:?}: {}", drawn.stderr);
        }
    }
}

#[test]
fn that_there_is_no_way_is_judged() {
    let env = Environment::new();
    for format in FORMATS {
        let answer = format!("answer.{format}");
        for verb in ["solve", "count"] {
            env.succeed(&[verb, &case("maze/no-way.txt"), "-q", "-o", &answer]);
            assert_eq!(env.succeed(&["check", &case("maze/no-way.txt"), &answer]), "right: there is no way\n");
            let run = env.run(&["check", &case("maze/two-ways.txt"), &answer]);
            assert_eq!(run.code, Some(2), "{verb} {format}");
            assert_eq!(run.stdout, "wrong: there is a way of 4 steps\n", "{verb} {format}: {}", run.stderr);
        }
    }
}

#[test]
fn reports_that_contradict_themselves_or_each_other_are_wrong() {
    let env = Environment::new();
    let file = case("polyomino/paper-5x5.txt");
    for (answer, reason) in [
        ("{\"status\": \"unsolvable\", \"count\": \"3\", \"solutions\": []}", "it says 3 solutions but holds 0"),
        ("{\"status\": \"solved\", \"solutions\": []}", "it says solved but holds no solution"),
        ("{\"status\": \"banana\", \"solutions\": []}", "there is no such status"),
        ("{\"status\": \"unknown\", \"solutions\": 7}", "its field \"solutions\" is no list"),
        ("x: polyomino, 5x5, strategy cover\n\n2 solutions: that is all there are.\n", "but holds no solution"),
    ] {
        env.write("answer", answer);
        let run = env.run(&["check", &file, "answer"]);
        assert_eq!(run.code, Some(2), "{answer}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.starts_with("wrong: ") && run.stdout.contains(reason), "{answer}: {}", run.stdout);
    }
    for format in ["json", "jsonl"] {
        let answer = format!("answer.{format}");
        env.succeed(&["solve", &file, "-q", "-o", &answer]);
        env.write(&answer, env.read(&answer) + "{\"status\": \"unsolvable\", \"solutions\": []}\n");
        let run = env.run(&["check", &file, &answer]);
        let expected = "wrong: report 2: it says that there is no solution, and report 1 holds one\n";
        assert_eq!((run.code, &run.stdout[..]), (Some(2), expected), "{format}: {}", run.stderr);
    }
}

#[test]
fn what_is_no_answer_is_an_error() {
    let env = Environment::new();
    let cases = [
        "polyomino/paper-5x5.txt",
        "lockpick/mechanics/gate.txt",
        "voracity/with-size.txt",
        "snakes/milton-bradley.txt",
        "maze/two-ways.txt",
        "exact-cover/queens-8.dlx",
    ];
    for name in cases {
        for text in ["", " \n\n", "{}", "[]", "hello world\n", "{\"solutions\": ["] {
            env.write("answer", text);
            let run = env.run(&["check", &case(name), "answer"]);
            assert_eq!(run.code, Some(2), "{name} {text:?}: {}{}", run.stdout, run.stderr);
            let is_told = !text.trim().is_empty() || run.stderr.contains("the file is empty");
            assert!(is_told, "{name} {text:?}: {}{}", run.stdout, run.stderr);
        }
        // A report without solutions on a case of another family.
        env.write("answer", "{\"family\": \"sudoku\", \"status\": \"unsolvable\", \"solutions\": []}");
        let run = env.run(&["check", &case(name), "answer"]);
        assert_eq!(run.code, Some(2), "{name}: {}", run.stdout);
        assert!(run.stderr.contains("this is an answer to a sudoku puzzle"), "{name}: {}", run.stderr);
        env.write("answer", "x: sudoku, 9x9, strategy cover\n\nNo solution: every candidate was examined.\n");
        let run = env.run(&["check", &case(name), "answer"]);
        assert!(run.code == Some(2) && run.stderr.contains("to a sudoku puzzle"), "{name}: {}", run.stdout);
    }
}
