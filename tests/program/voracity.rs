//! Boards from the command line, as a person would use it.

use std::path::Path;

use crate::environment::{self, Environment};
use serde_json::Value;

fn case(name: &str) -> String {
    format!("{}/cases/voracity/{name}.txt", env!("CARGO_MANIFEST_DIR"))
}

fn solve(env: &Environment, args: &[&str]) -> Value {
    let out = env.succeed(&[&["solve", "--quiet", "--format", "json"], args].concat());
    serde_json::from_str(&out).expect("one JSON object")
}

#[test]
fn every_strategy_and_number_of_threads_names_the_same_game() {
    let env = Environment::new();
    let file = case("v10-3-1");
    let mut games = Vec::new();
    for (strategy, threads, branches) in [
        ("dfs", "1", "1"),
        ("dfs", "2", "7"),
        ("bounded", "2", "1"),
        ("enumerate", "3", "16"),
        ("dp", "1", "1"),
        ("auto", "2", "16"),
    ] {
        let answer = solve(&env, &[&file, "--strategy", strategy, "-t", threads, "-b", branches]);
        assert_eq!(answer["status"], "optimal", "{strategy}");
        let game = &answer["solutions"][0];
        assert_eq!((&game["score"], &game["bound"]), (&Value::from(89), &Value::from(89)), "{strategy}");
        if strategy == "dfs" {
            assert_eq!(answer["nodes"], 10_899_508);
        }
        games.push(game["moves"].as_str().unwrap().to_owned());
        let answer = env.write("answer.json", answer.to_string());
        assert!(env.succeed(&["check", &file, &answer]).starts_with("right: 89 cells"), "{strategy}");
    }
    games.dedup();
    assert_eq!(games.len(), 1, "{games:?}");
}

#[test]
fn text_answers_are_checked_and_drawn() {
    let env = Environment::new();
    let file = case("with-size");
    let text = env.succeed(&["solve", &file]);
    assert!(text.contains("\nScore: 6\n") && text.contains("Optimal"), "{text}");
    let answer = env.write("answer.txt", &text);
    assert!(env.succeed(&["check", &file, &answer]).starts_with("right: 6 cells"));
    let wrong = env.write("wrong.txt", text.replace("Score: 6", "Score: 7"));
    assert_eq!(env.run(&["check", &file, &wrong]).code, Some(2));
    for (name, start) in [("board.svg", &b"<svg"[..]), ("board.png", b"\x89PNG")] {
        env.succeed(&["draw", &file, &answer, "-o", name]);
        let bytes = std::fs::read(env.path(name)).unwrap();
        assert!(bytes.starts_with(start), "{name}");
    }
    env.succeed(&["draw", &file, &answer, "-o", "board.txt"]);
    let drawn = env.read("board.txt");
    assert!(drawn.contains('@') && text.contains(drawn.trim_end()), "{drawn}\nis not in\n{text}");
    let moves = text.lines().find_map(|line| line.strip_prefix("Moves: ")).unwrap();
    assert!(env.succeed(&["show", &file, "--id", moves]).starts_with("Score: 6\n"));
    assert_eq!(env.run(&["show", &file, "--id", "XX"]).code, Some(2));
}

#[test]
fn small_boards() {
    let env = Environment::new();
    for (name, score) in [("one-cell", 0), ("stuck", 0), ("one-row", 5), ("all-ones-8x8", 63)] {
        let answer = solve(&env, &[&case(name)]);
        assert_eq!((&answer["status"], &answer["solutions"][0]["score"]), (&"optimal".into(), &score.into()), "{name}");
    }
    let screen = case("greed-screen");
    let answer = solve(&env, &[&screen, "--time-limit", "20s"]);
    let file = env.write("answer.json", answer.to_string());
    assert!(env.succeed(&["check", &screen, &file]).starts_with("right"));
}

#[test]
fn starts_can_be_chosen_and_found() {
    let env = Environment::new();
    let file = case("with-size");
    let answer = solve(&env, &[&file, "--best-start"]);
    assert_eq!(answer["status"], "optimal");
    let best = answer["solutions"][0]["score"].as_i64().unwrap();
    let judged = env.write("answer.json", answer.to_string());
    env.succeed(&["check", &file, &judged]);
    let mut scores = Vec::new();
    for row in 0..3 {
        for column in 0..4 {
            let start = format!("{row},{column}");
            let answer = solve(&env, &[&file, "--start", &start, "--strategy", "dfs"]);
            scores.push(answer["solutions"][0]["score"].as_i64().unwrap());
        }
    }
    // The cell the file starts from cannot be covered from elsewhere, but is no start of its own any more.
    assert!(scores.contains(&best) && scores.iter().filter(|&&score| score > best).count() <= 1);
}

#[test]
fn ranges_add_up_to_the_whole() {
    let env = Environment::new();
    let file = case("v10-3-1");
    let parts = ["..//".replace("//", "/2"), "/2..".to_owned()].map(|range| {
        let answer = solve(&env, &[&file, "--strategy", "dfs", "--range", &range]);
        assert_eq!(answer["status"], "unknown", "a part proves nothing about the rest");
        (answer["nodes"].as_u64().unwrap(), answer["solutions"][0]["score"].as_u64().unwrap())
    });
    assert_eq!(parts[0].0 + parts[1].0, 10_899_508);
    assert_eq!(parts[0].1.max(parts[1].1), 89);
}

fn count(env: &Environment, args: &[&str]) -> u64 {
    let out = env.succeed(&[&["count", "--quiet", "--format", "json"], args].concat());
    let answer: Value = serde_json::from_str(&out).expect("one JSON object");
    assert_eq!(answer["status"], "counted");
    answer["count"].as_str().unwrap().parse().unwrap()
}

#[test]
fn games_are_counted_once_however_they_are_divided() {
    let env = Environment::new();
    let tiny = env.write("tiny.txt", "1@\n11\n");
    let ten = case("v10-3-1");
    for threads in ["1", "2", "3", "8"] {
        for branches in ["1", "2", "5", "16", "70"] {
            let settings = ["-t", threads, "-b", branches];
            assert_eq!(count(&env, &[&[&*tiny], &settings[..]].concat()), 2, "{settings:?}");
            if threads == "2" || branches == "16" {
                assert_eq!(count(&env, &[&[&*ten], &settings[..]].concat()), 2_819_315, "{settings:?}");
            }
        }
    }
    for (threads, branches) in [("1", "1"), ("2", "40")] {
        assert_eq!(count(&env, &[&case("v15-5-2"), "-t", threads, "-b", branches]), 34_069_919);
    }
}

#[test]
fn a_search_goes_on_after_it_was_killed() {
    let env = Environment::new();
    let file = env.path("board.txt").display().to_string();
    env.succeed(&["generate", "voracity", "--size", "15", "--values", "5", "--seed", "2", "-o", &file]);
    // The one takes half a second on one thread, the other some seconds.
    for (strategy, kills) in [("enumerate", 1), ("dfs", 2)] {
        let search = [&file, "--strategy", strategy, "--checkpoint", strategy, "--resume"];
        let killed = [&["solve"], &search[..], &["--quiet", "--checkpoint-every", "100ms", "-t", "1"]].concat();
        for _ in 0..kills {
            env.kill_after_checkpoint(env.start(&killed), strategy);
        }
        let answer = solve(&env, &search);
        assert_eq!(answer["status"], "optimal", "{strategy}");
        assert_eq!(answer["solutions"][0]["score"], 171, "{strategy}");
        let moves = "LLLDRRRDDLULLDRRDLDLDDDLULDRRRRULDLURULURDDRUUUULLLLDDDLUUUUURRRR";
        assert_eq!(answer["solutions"][0]["moves"], moves, "{strategy}");
    }
}

#[test]
fn limits_are_said_and_answers_are_kept() {
    let env = Environment::new();
    let file = env.path("board.txt").display().to_string();
    env.succeed(&["generate", "voracity", "--size", "25", "--values", "9", "--seed", "1", "-o", &file]);
    for strategy in ["enumerate", "anytime"] {
        let args = ["solve", &file, "--strategy", strategy, "--time-limit", "1s", "--quiet", "--format", "json"];
        let run = env.run(&args);
        assert_eq!(run.code, Some(3), "{strategy}: {}", run.stderr);
        let answer: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!((&answer["status"], &answer["stop"]), (&"unknown".into(), &"time-limit".into()), "{strategy}");
        let game = &answer["solutions"][0];
        assert!(game["score"].as_u64().unwrap() > 250, "{strategy}");
        assert!(game["bound"].as_u64() >= game["score"].as_u64(), "{strategy}");
        let answer = env.write("answer.json", &run.stdout);
        env.succeed(&["check", &file, &answer]);
    }
    let run = env.run(&["solve", &case("v10-3-4"), "--strategy", "dp", "--memory-limit", "1M"]);
    assert_eq!(run.code, Some(3));
    assert!(run.stdout.contains("has reached the memory limit of 1048576 bytes"), "{}", run.stdout);
    let text = env.succeed(&["solve", &file, "--estimate"]);
    assert!(text.contains(" nodes, likely ") && text.contains("threads"), "{text}");
}

#[test]
fn bad_boards_are_refused_with_these_messages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/voracity/bad");
    let mut names: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert!(names.len() >= 12);
    let env = Environment::new();
    let mut messages = String::new();
    for name in names {
        let command = ["solve", &name, "--family", "voracity"];
        let run = environment::Run::of(env.command(&command).current_dir(&folder).output().unwrap());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{name}: {}", run.stderr);
        assert!(run.stderr.contains(&format!("--> {name}:")), "{name}: {}", run.stderr);
        messages += &format!("{}\n", run.stderr);
    }
    insta::assert_snapshot!(messages);
}

#[test]
fn all_best_games_are_listed_counted_and_numbered() {
    let env = Environment::new();
    // Both first moves eat two cells; and a board with more of them, in eight directions too.
    let two = env.write("two.txt", "1@\n11\n");
    let many = env.write("many.txt", "3 3\n1 1 1\n1 @ 1\n1 1 1\n");
    for (file, directions, count) in [(&two, "4", 2), (&many, "4", 8), (&many, "8", 0)] {
        let args = |more: &[&'static str]| [&[file.as_str(), "--directions", directions], more].concat();
        let all = solve(&env, &args(&["--all"]));
        assert_eq!(all["status"], "optimal");
        let games: Vec<String> = all["solutions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|game| game["moves"].as_str().unwrap().to_owned())
            .collect();
        assert!(games.is_sorted() && (count == 0 || games.len() == count), "{games:?}");
        let counted: Value = serde_json::from_str(
            &env.succeed(&[&["count", "--best", "--quiet", "--format", "json"], &args(&["-t", "3"])[..]].concat()),
        )
        .unwrap();
        assert_eq!(counted["count"], games.len().to_string());
        for strategy in ["dfs", "enumerate"] {
            let some =
                solve(&env, &[&args(&["-s", "2", "-t", "2", "-b", "9", "--strategy"])[..], &[strategy]].concat());
            assert_eq!(some["solutions"].as_array().unwrap().len(), 2.min(games.len()));
            assert_eq!(some["best_games"], games.len().to_string());
        }
        let last = (games.len() - 1).to_string();
        let nth = solve(&env, &[&args(&["--nth"])[..], &[&last]].concat());
        assert_eq!(nth["solutions"][0]["moves"], games[games.len() - 1]);
        let beyond = env.run(&[&["solve"], &args(&["--nth", "100000"])[..]].concat());
        assert!(beyond.code == Some(2) && beyond.stderr.contains("numbered from 0"), "{}", beyond.stderr);
        let lists = env.succeed(&[&["solve", "--all", "-o", "all.json"], &args(&[])[..]].concat());
        assert!(!lists.contains("error"));
        let judged = env.succeed(&["check", file, "all.json", "--directions", directions]);
        assert!(judged.starts_with("right"), "{judged}");
        std::fs::remove_file(env.path("all.json")).unwrap();
    }
    // What brings one game only says so.
    for strategy in ["anytime", "dp", "frontier"] {
        let run = env.run(&["solve", &two, "--all", "--strategy", strategy, "--time-limit", "1s"]);
        assert!(run.code == Some(2) && run.stderr.contains("dfs"), "{strategy}: {}", run.stderr);
    }
}

#[test]
fn all_best_games_can_be_stopped_and_gone_on_with() {
    let env = Environment::new();
    let file = case("v10-3-1");
    let whole = solve(&env, &[&file, "--all", "--strategy", "dfs"]);
    let mut code = None;
    for _ in 0..40 {
        let args = ["solve", &file, "--all", "--strategy", "dfs", "--node-limit", "1000000", "--checkpoint", "state"];
        let run = env.run(&[&args[..], &["--resume", "-o", "part.json"]].concat());
        code = run.code;
        if code == Some(0) {
            break;
        }
        assert_eq!(code, Some(75), "{}", run.stderr);
    }
    assert_eq!(code, Some(0));
    let part: Value = serde_json::from_str(&env.read("part.json")).unwrap();
    assert_eq!([&part["solutions"], &part["best_games"]], [&whole["solutions"], &whole["best_games"]]);
}

#[test]
fn a_good_game_is_there_however_short_the_time() {
    let env = Environment::new();
    env.succeed(&["generate", "voracity", "--size", "22x79", "--values", "9", "--directions", "8", "-o", "greed.txt"]);
    for limit in ["1ms", "20ms", "60ms"] {
        let run = env.run(&["solve", "greed.txt", "--time-limit", limit, "--strategy", "anytime"]);
        assert_eq!(run.code, Some(3), "{}", run.stderr);
        let score = run.stdout.lines().find_map(|line| line.strip_prefix("Score: ")).and_then(|text| text.parse().ok());
        assert!(score.is_some_and(|score: u32| score > 0), "{limit}: {}", run.stdout);
        assert!(!run.stdout.contains("of the ids"), "{}", run.stdout);
    }
}

#[test]
fn a_board_can_be_asked_for_by_what_its_best_game_eats() {
    let env = Environment::new();
    env.succeed(&["generate", "voracity", "--size", "8x9", "--target-share", "0.9", "--seed", "5", "-o", "board.txt"]);
    let best = solve(&env, &["board.txt"]);
    assert!(best["solutions"][0]["score"].as_u64().unwrap() as f64 >= 0.9 * 71.0, "{best}");
    let run = env.run(&["generate", "voracity", "--target-share", "1.5"]);
    assert!(run.code == Some(2) && run.stderr.contains("from 0 to 1"), "{}", run.stderr);
}

#[test]
fn dfs_examines_the_same_cases_whatever_the_branches() {
    let env = Environment::new();
    env.succeed(&["generate", "voracity", "--size", "7", "--values", "3", "--seed", "4", "-o", "board.txt"]);
    let cases = |threads: &str, branches: &str| {
        let words = ["solve", "board.txt", "--strategy", "dfs", "-t", threads, "-b", branches, "--format", "json"];
        let told: serde_json::Value = serde_json::from_str(&env.succeed(&words)).unwrap();
        (told["cases_examined"].as_u64().unwrap(), told["nodes"].as_u64().unwrap())
    };
    let alone = cases("1", "1");
    assert!(alone.0 > 100);
    for (threads, branches) in [("1", "64"), ("2", "7"), ("8", "64"), ("64", "1000")] {
        assert_eq!(cases(threads, branches), alone, "-t {threads} -b {branches}");
    }
}

#[test]
fn anytime_proves_what_can_be_proved_and_goes_on_after_it_was_killed() {
    let env = Environment::new();
    let file = case("v15-5-2");
    let proved = solve(&env, &[&file, "--strategy", "anytime", "--time-limit", "100s"]);
    let best = solve(&env, &[&file, "--strategy", "enumerate"]);
    assert_eq!(proved["status"], "optimal");
    assert_eq!([&proved["solutions"][0]["bound"], &proved["solutions"][0]["score"]], [171, 171]);
    assert_eq!(proved["solutions"][0]["moves"], best["solutions"][0]["moves"]);
    // With a limit of nodes attempts are the same every time, also if they are made by two runs.
    env.succeed(&["generate", "voracity", "--size", "30", "--values", "9", "--seed", "3", "-o", "large.txt"]);
    let search = ["large.txt", "--strategy", "anytime", "--node-limit", "150000", "-t", "1"];
    let run = |more: &[&str]| {
        let run = env.run(&[&["solve", "--quiet", "--format", "json"], &search[..], more].concat());
        let answer: Value = serde_json::from_str(&run.stdout).expect("one JSON object");
        assert_eq!((&answer["status"], &answer["stop"]), (&"unknown".into(), &"node-limit".into()));
        answer["solutions"].clone()
    };
    let undisturbed = run(&[]);
    let kept = ["--checkpoint", "state", "--resume"];
    let killed = [&["solve", "--quiet", "--checkpoint-every", "20ms"], &search[..], &kept].concat();
    env.kill_after_checkpoint(env.start(&killed), "state");
    assert_eq!(run(&kept), undisturbed);
    // What is planned for another number of nodes are other attempts.
    let other = env.run(&[&["solve"], &search[..3], &["--node-limit", "1000"], &kept[..]].concat());
    assert_eq!(other.code, Some(2), "{}", other.stderr);
}

#[test]
fn a_range_without_a_game_told_one_that_was_not_over() {
    let env = Environment::new();
    let file = case("v9-3-1");
    let args =
        ["solve", &file, "--strategy", "anytime", "--range", "/0../1", "--time-limit", "20s", "-o", "answer.json"];
    env.run(&args);
    let verdict = env.succeed(&["check", &file, "answer.json"]);
    assert!(verdict.starts_with("right: "), "{verdict}");
}

#[test]
fn json_lines_without_their_run_are_judged() {
    let env = Environment::new();
    let file = env.write("two.txt", "1@\n11\n");
    env.succeed(&["solve", &file, "--all", "-o", "all.jsonl", "-q"]);
    let all = env.read("all.jsonl");
    let cut: Vec<&str> = all.lines().skip(1).collect();
    env.write("cut.jsonl", cut.join("\n"));
    assert!(env.succeed(&["check", &file, "cut.jsonl"]).starts_with("right: "), "{all}");
    // The same game in two reports is no repetition, in one of them it is.
    env.write("both.jsonl", all.repeat(2));
    assert!(env.succeed(&["check", &file, "both.jsonl"]).starts_with("right: "));
    env.write("twice.jsonl", all.replace(cut[0], &format!("{0}\n{0}", cut[0])));
    let run = env.run(&["check", &file, "twice.jsonl"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), "wrong: game 2: it is there twice\n"));
}

/// A game that was found in a part of the ids was found, although nothing is proved of the rest.
#[test]
fn a_game_in_a_range_is_a_find() {
    let env = Environment::new();
    let file = case("with-size");
    for strategy in ["dfs", "bounded", "enumerate"] {
        let found = env.run(&["solve", &file, "--strategy", strategy, "--range", "/0..", "--exit-code", "-q"]);
        assert_eq!(found.code, Some(10), "{strategy}: {}{}", found.stdout, found.stderr);
        let none = env.run(&["solve", &file, "--strategy", strategy, "--range", "/9..", "--exit-code", "-q"]);
        assert_eq!(none.code, Some(0), "{strategy}: {}{}", none.stdout, none.stderr);
    }
}
