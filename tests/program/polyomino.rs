//! What users ask of polyomino puzzles besides a solution: which one, how many copies, how much may be left over.

use crate::environment::{Environment, case};
use serde_json::Value;

/// The object that `--format json` gives.
pub fn json(env: &Environment, args: &[&str]) -> Value {
    let text = env.succeed(&[args, &["--format", "json"]].concat());
    serde_json::from_str(&text).expect("the output is JSON")
}

pub fn count(env: &Environment, file: &str, flags: &[&str]) -> String {
    let object = json(env, &[&["count", file], flags].concat());
    assert_eq!(object["status"], "counted");
    object["count"].as_str().expect("counts are strings").to_owned()
}

#[test]
fn copies_of_a_piece() {
    let env = Environment::new();
    let file = case("polyomino/dominoes-8x8.txt");
    assert_eq!(count(&env, &file, &[]), "12988816");
    // Small enough for every strategy: dominoes on 4x5, and the same with letters of their own.
    let copies = env.write("copies.txt", "4 5 1 DEFAULT\nAA\nCOPIES 10\n");
    let letters: String = ('A'..='J').map(|letter| format!("{letter}{letter}\n")).collect();
    let letters = env.write("letters.txt", format!("4 5 10 DEFAULT\n{letters}"));
    for strategy in ["brute", "cover", "constrained", "frontier"] {
        assert_eq!(count(&env, &copies, &["--strategy", strategy]), "95", "{strategy}");
    }
    assert_eq!(count(&env, &letters, &["--interchangeable"]), "95");
    assert_eq!(count(&env, &copies, &["--classes"]), count(&env, &copies, &["--classes", "--strategy", "cover"]));
}

#[test]
fn copies_that_lie_side_by_side_are_checked_by_their_id() {
    let env = Environment::new();
    let file = env.write("copies.txt", "2 4 1 DEFAULT\nAA\nCOPIES 4\n");
    for (name, format) in [("answer.json", "json"), ("answer.txt", "text")] {
        env.succeed(&["solve", &file, "--all", "--format", format, "-o", name, "-q"]);
        assert!(env.succeed(&["check", &file, name]).contains('5'), "there are five ways to lay four dominoes on 2x4");
    }
    let mut answer: serde_json::Value = serde_json::from_str(&env.read("answer.json")).unwrap();
    let id = &mut answer["solutions"][0]["id"];
    *id = format!("1{}", id.as_str().unwrap()).into();
    env.write("wrong.json", answer.to_string());
    assert_eq!(env.run(&["check", &file, "wrong.json"]).code, Some(2));
}

#[test]
fn copies_can_be_given() {
    let env = Environment::new();
    let file = env.write("given.txt", "2 3 1 DEFAULT\nGIVEN\nA..\nA..\nAA\nCOPIES 3\n");
    assert_eq!(count(&env, &file, &[]), "2");
    let both = env.write("both.txt", "2 3 1 DEFAULT\nGIVEN\nAA.\nAA.\nAA\nCOPIES 3\n");
    assert_eq!(count(&env, &both, &[]), "1");
    let odd = env.write("odd.txt", "2 3 1 DEFAULT\nGIVEN\nAA.\nA..\nAA\nCOPIES 3\n");
    let run = env.run(&["count", &odd]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("piece A cannot lie like this"), "{}", run.stderr);
}

#[test]
fn equal_pieces_may_be_interchangeable() {
    let env = Environment::new();
    assert_eq!(count(&env, &case("polyomino/paper-5x5.txt"), &["--interchangeable"]), "784");
    // Of the plus-shaped case only D and E in two copies.
    let text = std::fs::read_to_string(case("polyomino/paper-plus-misread.txt")).unwrap();
    let text = text.replace("\nD\nE\n", "\nD\nCOPIES 2\n").replace("5 7 6", "5 7 5");
    let file = env.write("plus.txt", text);
    assert_eq!(count(&env, &file, &[]), "48");
}

#[test]
fn cells_may_stay_empty_and_pieces_be_left_over() {
    let env = Environment::new();
    let file = env.write("case.txt", "2 3 2 DEFAULT\nAAA\nBB\n");
    let run = env.run(&["solve", &file]);
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.contains("the pieces have 5 cells together, the board has 6"), "{}", run.stdout);
    for strategy in ["brute", "cover", "constrained", "frontier"] {
        assert_eq!(count(&env, &file, &["--holes", "1", "--strategy", strategy]), "4", "{strategy}");
        assert_eq!(
            count(&env, &file, &["--holes", "3", "--strategy", strategy]),
            "4",
            "all pieces are used, {strategy}"
        );
        // One I and one domino, the I alone, the domino alone, nothing.
        assert_eq!(count(&env, &file, &["--holes", "6", "--spare-pieces", "--strategy", strategy]), "14", "{strategy}");
    }
    env.succeed(&["solve", &file, "--holes", "1", "--all", "-o", "answers.txt", "-q"]);
    assert!(env.read("answers.txt").contains('_'));
    env.succeed(&["check", &file, "answers.txt", "--holes", "1"]);
    assert_eq!(env.run(&["check", &file, "answers.txt"]).code, Some(2), "without --holes no cell may be empty");
    let spare = env.write("spare.txt", "1 3 3 DEFAULT\nAAA\nBB\nC\n");
    assert_eq!(count(&env, &spare, &["--spare-pieces"]), "3");
    env.succeed(&["solve", &spare, "--spare-pieces", "--all", "-o", "spares.jsonl", "-q"]);
    env.succeed(&["check", &spare, "spares.jsonl", "--spare-pieces"]);
    assert_eq!(env.run(&["check", &spare, "spares.jsonl"]).code, Some(2), "without --spare-pieces all are needed");
}

#[test]
fn solutions_have_numbers() {
    let env = Environment::new();
    let file = case("polyomino/pentominoes-3x20.txt");
    let all = json(&env, &["solve", &file, "--strategy", "frontier", "--all"]);
    let all = all["solutions"].as_array().unwrap().clone();
    assert_eq!(all.len(), 8);
    for (number, solution) in all.iter().enumerate() {
        let nth = json(&env, &["solve", &file, "--nth", &number.to_string()]);
        assert_eq!(nth["solutions"][0]["grid"], solution["grid"]);
        assert_eq!(nth["solutions"][0]["of"], "8");
    }
    let run = env.run(&["solve", &file, "--nth", "8"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("there are 8 solutions"), "{}", run.stderr);
    // Without a graph, by going through them.
    let cube = case("polyomino/soma-3x3x3.txt");
    let listed = json(&env, &["solve", &cube, "--strategy", "constrained", "-s", "31"]);
    let nth = json(&env, &["solve", &cube, "--strategy", "constrained", "--nth", "30", "-t", "2"]);
    assert_eq!(nth["solutions"][0]["id"], listed["solutions"][30]["id"]);
    // Nobody waits for the number of all solutions, nor for a number that no search can reach.
    let dominoes = env.write("dominoes.txt", "8 60 1\nDEFAULT\nAA\nCOPIES 240\n");
    let sixth = json(&env, &["solve", &dominoes, "--strategy", "cover", "--nth", "5"]);
    let listed = json(&env, &["solve", &dominoes, "--strategy", "cover", "-s", "6"]);
    assert_eq!(sixth["solutions"][0]["id"], listed["solutions"][5]["id"]);
    assert_eq!((&sixth["solutions"][0]["number"], &sixth["solutions"][0]["of"]), (&"5".into(), &Value::Null));
}

#[test]
fn numbers_are_those_of_what_counts() {
    let env = Environment::new();
    // Two solutions that are mirror images of each other.
    let file = env.write("three.txt", "1 3 2\nDEFAULT\nA\nBB\n");
    let paper = case("polyomino/paper-5x5.txt");
    for strategy in ["frontier", "cover", "constrained", "auto"] {
        let solve = |rest: &[&str]| json(&env, &[&["solve", "--classes", "--strategy", strategy], rest].concat());
        let drawn = solve(&[&file, "--random", "2"]);
        assert_eq!((&drawn["count"], &drawn["solutions"][0]["of"]), (&"1".into(), &"1".into()), "{strategy}");
        let run = env.run(&["solve", &file, "--classes", "--strategy", strategy, "--nth", "1"]);
        assert!(run.code == Some(2) && run.stderr.contains("there is 1 solution"), "{strategy}: {}", run.stderr);
        let run = env.run(&["solve", &paper, "--classes", "--strategy", strategy, "--nth", "5000"]);
        assert!(run.code == Some(2) && run.stderr.contains("there are 4704 solutions"), "{strategy}: {}", run.stderr);
    }
}

#[test]
fn random_solutions_differ_by_seed_and_are_solutions() {
    let env = Environment::new();
    let file = case("polyomino/kanoodle-5x11.txt");
    let draw = |seed: &str, threads: &str| {
        let object = json(&env, &["solve", &file, "--random", "5", "--seed", seed, "-t", threads]);
        let solutions = object["solutions"].as_array().unwrap().clone();
        solutions.iter().map(|solution| solution["number"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let first = draw("1", "1");
    assert_eq!(first.len(), 5);
    assert_eq!(first, draw("1", "2"));
    assert_ne!(first, draw("2", "1"));
    env.succeed(&["solve", &file, "--random", "3", "-o", "some.json", "-q"]);
    env.succeed(&["check", &file, "some.json"]);
    let small = case("polyomino/pentominoes-3x20.txt");
    let object = json(&env, &["solve", &small, "--random", "100"]);
    assert_eq!(object["solutions"].as_array().unwrap().len(), 8, "there are no more, and none comes twice");
}

#[test]
fn unique_and_forced() {
    let env = Environment::new();
    let one = env.write("one.txt", "2 3 2 DEFAULT\nAAA\nA\nBB\n");
    assert_eq!(json(&env, &["solve", &one, "--unique", "--no-mirror", "--no-rotate"])["unique"], true);
    let many = json(&env, &["solve", &case("polyomino/paper-5x5.txt"), "--unique"]);
    assert_eq!(many["unique"], false);
    assert_eq!(many["solutions"].as_array().unwrap().len(), 2);
    let none = env.write("none.txt", "1 5 2 DEFAULT\nAAA\nBB\nB\n");
    assert_eq!(json(&env, &["solve", &none, "--unique"])["status"], "unsolvable");
    // The long piece lies in the one long row; the other two can be swapped.
    let file = env.write("forced.txt", "2 4 3 CUSTOM\nXXXX\nX..X\nAAAA\nB\nC\n");
    assert_eq!(json(&env, &["solve", &file, "--forced", "3"])["forced"], serde_json::json!(["A"]));
    assert_eq!(json(&env, &["solve", &file, "--forced", "1"])["forced"], serde_json::json!(["A"]));
}

#[test]
fn one_solution_of_a_large_board() {
    let env = Environment::new();
    let file = case("polyomino/hexominoes-15x15-hole.txt");
    let solve = |seed: &str, threads: &str| {
        let object = json(&env, &["solve", &file, "--seed", seed, "-t", threads, "-b", threads]);
        assert_eq!(object["strategy"], "portfolio");
        object["solutions"][0]["id"].as_str().unwrap().to_owned()
    };
    assert_eq!(solve("1", "1"), solve("1", "3"), "threads change nothing");
    assert_ne!(solve("1", "2"), solve("2", "2"));
    env.succeed(&["solve", &file, "-o", "answer.txt", "-q"]);
    env.succeed(&["check", &file, "answer.txt"]);
    assert_eq!(env.run(&["count", &file, "--strategy", "portfolio"]).code, Some(2));
}

#[test]
fn colours_prove_that_there_is_no_solution() {
    let env = Environment::new();
    let object = json(&env, &["solve", &case("polyomino/hexominoes-14x15.txt")]);
    assert_eq!(object["status"], "unsolvable");
    assert!(object["reason"].as_str().unwrap().contains("chessboard"), "{}", object["reason"]);
    assert_eq!(object["nodes"], 0);
}

#[test]
fn a_challenge_has_one_solution() {
    let env = Environment::new();
    for (name, flags) in
        [("iq-puzzler-pro-5x11", &[][..]), ("kanoodle-pyramid", &["--tries", "1"]), ("soma-3x3x3", &[])]
    {
        let file = case(&format!("polyomino/{name}.txt"));
        for seed in ["1", "2"] {
            let args = ["generate", "polyomino", &file, "--seed", seed, "-o", "challenge.txt", "-q"];
            env.succeed(&[&args, flags].concat());
            assert_eq!(json(&env, &["solve", "challenge.txt", "--unique"])["unique"], true, "{name}, seed {seed}");
        }
    }
    let first = env.succeed(&["generate", "polyomino", &case("polyomino/soma-3x3x3.txt"), "-q"]);
    assert_eq!(first, env.succeed(&["generate", "polyomino", &case("polyomino/soma-3x3x3.txt"), "-q"]));
}

/// What a case file says, and the number of solutions that every strategy must find.
pub fn counts_of(text: &str, flags: &[&str], expected: &str) {
    let env = Environment::new();
    let file = env.write("case.txt", text);
    for strategy in ["auto", "brute", "cover", "constrained", "frontier"] {
        assert_eq!(count(&env, &file, &[flags, &["--strategy", strategy]].concat()), expected, "{strategy} {text}");
    }
}

#[test]
fn boards_of_more_than_64_cells_are_counted_by_windows() {
    let env = Environment::new();
    for (name, expected) in [("3x30", "184"), ("5x18", "2746512")] {
        let file = case(&format!("polyomino/one-sided-pentominoes-{name}.txt"));
        let object = json(&env, &["count", &file, "--no-mirror"]);
        assert_eq!((&object["count"], &object["strategy"]), (&expected.into(), &"frontier".into()), "{name}");
    }
    // Without a count by windows the same comes out, where that is not too much.
    let file = case("polyomino/one-sided-pentominoes-3x30.txt");
    assert_eq!(count(&env, &file, &["--no-mirror", "--strategy", "constrained"]), "184");
    assert_eq!(count(&env, &file, &["--no-mirror", "--classes"]), "46");
}

#[test]
fn numbers_of_any_width_are_counted() {
    let env = Environment::new();
    // Each of 40 columns is a domino that stands, or half of two that lie: a Fibonacci number.
    let file = env.write("narrow.txt", "2 100 1\nDEFAULT\nAA\nCOPIES 100\n");
    assert_eq!(count(&env, &file, &[]), "573147844013817084101");
    let file = env.write("wide.txt", "4 200 1\nDEFAULT\nAA\nCOPIES 400\n");
    let wide = count(&env, &file, &["--strategy", "frontier"]);
    assert!(wide.len() > 39, "{wide} fits 128 bits");
}

#[test]
fn a_graph_that_is_too_large_is_replaced_and_that_is_said() {
    let env = Environment::new();
    let file = case("polyomino/soma-3x3x3.txt");
    let run = env.run(&["count", &file, "--strategy", "frontier", "--memory-limit", "8M", "--format", "json"]);
    assert!(matches!(run.code, Some(0 | 3)), "{}", run.stderr);
}

#[test]
fn an_unused_chiral_piece_blocked_the_symmetry() {
    let text = "2 3 4\nDEFAULT\nAA\nBBB\nC\nDD\n.DD\n";
    // The bar above or below, the single one left or right: turned and mirrored, they are all the same.
    counts_of(text, &["--spare-pieces", "--no-mirror", "--no-rotate"], "4");
    counts_of(text, &["--spare-pieces", "--no-mirror", "--no-rotate", "--classes"], "1");
    counts_of(text, &["--spare-pieces", "--no-mirror", "--classes"], "1");
    // Mirrored, one L becomes the other; both or none are used.
    let pair = "2 6 2\nDEFAULT\nAAA\nA\nBBB\n..B\n";
    counts_of(pair, &["--no-mirror", "--holes", "4"], "8");
    counts_of(pair, &["--no-mirror", "--holes", "4", "--classes"], "3");
}

#[test]
fn given_pieces_are_turned_as_others_are() {
    // Mirrored, A would lie where B is given: these two are no images of each other.
    let swapped = "1 4 4\nDEFAULT\nGIVEN\nA..B\nA\nB\nC\nD\n";
    counts_of(swapped, &[], "2");
    counts_of(swapped, &["--classes"], "2");
    let env = Environment::new();
    let file = env.write("case.txt", swapped);
    let text = env.succeed(&["solve", &file, "--unique", "--classes", "-q"]);
    assert!(text.contains("Unique: no"), "{text}");
    // Mirrored, another copy lies where one is given: AABBA and ABBAA are one.
    let copies = "1 5 2\nDEFAULT\nGIVEN\nA....\nA\nCOPIES 3\nB\nCOPIES 2\n";
    counts_of(copies, &[], "6");
    counts_of(copies, &["--classes"], "5");
    let pyramid = "2 2 3\nPYRAMID\nGIVEN\n.\n\n.C\n.A\nA\nB\nC\nCOPIES 3\n";
    counts_of(pyramid, &["--no-mirror", "--classes"], "3");
    // Without what is given, every class has one representative.
    counts_of("1 4 4\nDEFAULT\nA\nB\nC\nD\n", &["--classes"], "12");
    let equal = "1 4 4\nDEFAULT\nGIVEN\nA..B\nA\nB\nC\nD\n";
    counts_of(equal, &["--interchangeable", "--classes"], "1");
}

#[test]
fn doctored_copies_are_found_out() {
    let env = Environment::new();
    let file = env.write("case.txt", "2 3 1\nDEFAULT\nAA\nCOPIES 3\n");
    let whole = json(&env, &["solve", &file, "--all"]);
    let judge = |object: &Value| {
        env.write("answer.json", object.to_string());
        env.run(&["check", &file, "answer.json"]).code
    };
    assert_eq!(judge(&whole), Some(0));
    let mut one = whole.clone();
    let cells = [[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 1, 0], [0, 1, 1], [0, 1, 2]];
    one["solutions"][0]["placements"] = serde_json::json!([{"piece": "A", "copy": 1, "cells": cells}]);
    assert_eq!(judge(&one), Some(2), "a piece of six cells");
    let mut swapped = whole.clone();
    swapped["solutions"][0]["placements"] = whole["solutions"][1]["placements"].clone();
    assert_eq!(judge(&swapped), Some(2), "placements of another solution");
    for copy in [0, 2, 7] {
        let mut wrong = whole.clone();
        wrong["solutions"][0]["placements"][0]["copy"] = copy.into();
        assert_eq!(judge(&wrong), Some(2), "copy {copy}");
    }
    let mut fewer = whole.clone();
    fewer["solutions"][0]["placements"].as_array_mut().unwrap().pop();
    assert_eq!(judge(&fewer), Some(2), "a piece that is not told");
    // What the borders say has to be right as well.
    let text = env.succeed(&["solve", &file, "--all", "-q"]);
    env.write("answer.txt", text.replacen("| A   A | A |", "| A | A   A |", 1));
    assert_eq!(env.run(&["check", &file, "answer.txt"]).code, Some(2), "{text}");
    let hexagons = env.write("hexagons.txt", "2 7 1\nHEXAGON CUSTOM\nX.X.X..\n.X.X.X.\nA.A\nCOPIES 3\n");
    let text = env.succeed(&["solve", &hexagons, "--all", "-q"]);
    env.write("answer.txt", &text);
    env.succeed(&["check", &hexagons, "answer.txt"]);
    let boards: Vec<&str> = text.split_inclusive("Solution ").collect();
    assert!(boards.len() > 2, "{text}");
    // The drawing of one solution under the id of another.
    let drawing =
        |board: &str| board[board.find("id:").unwrap()..].split_once('\n').unwrap().1.replace("Solution ", "");
    let other = text.replacen(&drawing(boards[1]), &drawing(boards[2]), 1);
    assert_ne!(other, text);
    env.write("answer.txt", other);
    assert_eq!(env.run(&["check", &hexagons, "answer.txt"]).code, Some(2), "{text}");
}

#[test]
fn copies_are_told_apart() {
    let env = Environment::new();
    let file = env.write("case.txt", "2 3 1\nDEFAULT\nAA\nCOPIES 3\n");
    let text = env.succeed(&["solve", &file, "--all", "-q", "--strategy", "cover"]);
    assert!(text.contains("+---+---+---+\n| A | A | A |\n+   +   +   +\n| A | A | A |\n+---+---+---+\n"), "{text}");
    let boards: std::collections::BTreeSet<&str> =
        text.split("Solution ").skip(1).map(|it| &it[it.find('+').unwrap()..]).collect();
    assert_eq!(boards.len(), 3, "{text}");
    env.write("answer.txt", &text);
    env.succeed(&["check", &file, "answer.txt"]);
    let object = json(&env, &["solve", &file, "--all"]);
    let placements: Vec<String> =
        object["solutions"].as_array().unwrap().iter().map(|solution| solution["placements"].to_string()).collect();
    assert_eq!(placements.len(), 3);
    assert!(placements.iter().all(|it| it.contains("\"copy\":3")), "{placements:?}");
    assert!(placements[0] != placements[1] && placements[1] != placements[2] && placements[0] != placements[2]);
}

#[test]
fn questions_are_answered_without_a_search_too() {
    let env = Environment::new();
    let none = env.write("none.txt", "2 2 1\nDEFAULT\nAAA\n");
    for (flags, field) in [(&["--unique"][..], "unique"), (&["--forced", "1"], "forced")] {
        let object = json(&env, &[&["solve", &none], flags].concat());
        assert!(!object[field].is_null(), "{object}");
        let text = env.succeed(&[&["solve", &none], flags].concat());
        assert!(text.to_lowercase().contains(&format!("{field}:")), "{text}");
    }
    // All pieces are given: there is one solution, and all of them are forced.
    let full = env.write("full.txt", "1 3 2\nDEFAULT\nGIVEN\nAAB\nAA\nB\n");
    assert_eq!(json(&env, &["solve", &full, "--forced", "2"])["forced"], serde_json::json!(["A", "B"]));
    assert_eq!(json(&env, &["solve", &full, "--unique"])["unique"], true);
    assert_eq!(count(&env, &full, &[]), "1");
    let half = env.write("half.txt", "1 4 3\nDEFAULT\nGIVEN\nAA..\nAA\nB\nC\n");
    assert_eq!(json(&env, &["solve", &half, "--forced", "3"])["forced"], serde_json::json!(["A"]));
    let small = case("polyomino/pentominoes-3x20.txt");
    let text = env.succeed(&["solve", &small, "--random", "100"]);
    assert!(text.contains("8 solutions: that is all there are."), "{text}");
    let run = env.run(&["solve", &small, "--nth", "8"]);
    assert!(run.stderr.contains("numbered from 0 to 7"), "{}", run.stderr);
}

#[test]
fn answers_of_other_programs_are_judged() {
    let env = Environment::new();
    let file = env.write("case.txt", "2 3 2\nDEFAULT\nA\nAA\nBB\n.B\n");
    for right in [
        "A A B\nA B B\n",
        "Solution found:\nABB\nAAB\n\nWaktu pencarian: 5 ms\nBanyak kasus yang ditinjau: 12\n",
        "A B B\nA A B\nexecution time 12.5ms\n",
    ] {
        env.write("answer.txt", right);
        let run = env.run(&["check", &file, "answer.txt"]);
        assert_eq!(run.code, Some(0), "{right}: {}{}", run.stdout, run.stderr);
    }
    for wrong in ["A A B\nA B A\n", "AAB\nABB\nABB\n", "Time: 5\n", "A A B\n"] {
        env.write("answer.txt", wrong);
        assert_eq!(env.run(&["check", &file, "answer.txt"]).code, Some(2), "{wrong}");
    }
}

#[test]
fn paths_could_be_given_but_never_learned() {
    let env = Environment::new();
    let loose = env.write("loose.txt", "2 4 3\nDEFAULT\nAAA\nA\nB\nCC\nCOPIES 2\n");
    for file in [case("polyomino/pentominoes-3x20.txt"), case("polyomino/paper-plus.txt"), loose] {
        for strategy in ["brute", "cover", "constrained", "frontier"] {
            let args = ["solve", &file, "--strategy", strategy, "-s", "3", "--holes", "1", "--spare-pieces"];
            let args = if file.contains("loose") { &args[..] } else { &args[..6] };
            if strategy == "brute" && file.contains("3x20") {
                continue;
            }
            let plain = json(&env, args);
            assert!(plain["solutions"][0]["path"].is_null(), "only those who want to know more are told: {plain}");
            let listed = json(&env, &[args, &["-v"]].concat());
            let solutions = listed["solutions"].as_array().unwrap();
            assert!(!solutions.is_empty(), "{strategy} {file}");
            for solution in solutions {
                let path = solution["path"].as_str().unwrap_or_else(|| panic!("{strategy}: {solution}"));
                // The path leads to the solution, as a range and as an id.
                let range = format!("{path}..");
                let found = json(&env, &[&args[..4], &["--range", &range, "-s", "1"], &args[6..]].concat());
                assert_eq!(found["solutions"][0]["id"], solution["id"], "{strategy} {path}");
                let id = format!("{strategy}:{path}");
                let text = env.succeed(&[&["show", &file, "--id", &id], &args[6..]].concat());
                let expected = format!("Placement id: {}\n", solution["id"].as_str().unwrap());
                assert!(text.contains(&expected), "{strategy} {path}: {text}");
            }
            let first = json(&env, &[&args[..4], &["--nth", "0", "-v"], &args[6..]].concat());
            assert!(first["solutions"][0]["path"].as_str().is_some_and(|path| path.starts_with('/')), "{first}");
            let text = env.succeed(&[args, &["-v", "-o", "answer.txt", "-q"]].concat());
            assert_eq!(text, "");
            assert!(env.read("answer.txt").contains("Path: /"));
            env.succeed(&[&["check", &file, "answer.txt"], &args[6..]].concat());
        }
    }
    let file = case("polyomino/pentominoes-3x20.txt");
    assert!(env.succeed(&["show", &file, "--id", "cover:/0"]).contains("Not placed:"));
    for wrong in ["cover:/99999", "nobody:/0", "cover:/x", "portfolio:/0"] {
        assert_eq!(env.run(&["show", &file, "--id", wrong]).code, Some(2), "{wrong}");
    }
}

#[test]
fn solutions_are_written_the_same_fast_and_slowly() {
    let env = Environment::new();
    for (name, flags) in
        [("paper-plus", &[][..]), ("pyramid-3", &["-s", "20"]), ("pentominoes-8x8-hole", &["-s", "20"])]
    {
        let file = case(&format!("polyomino/{name}.txt"));
        let args = [&["solve", &file, "--strategy", "cover", "-q"], flags].concat();
        let object = json(&env, &args);
        let lines = env.succeed(&[&args[..], &["--format", "jsonl"]].concat());
        let records: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let mut solutions: Vec<Value> = records.into_iter().filter(|record| record["record"] == "solution").collect();
        solutions.iter_mut().for_each(|solution| drop(solution.as_object_mut().unwrap().remove("record")));
        assert_eq!(Value::Array(solutions), object["solutions"]);
        let text = env.succeed(&args);
        let coloured = env.succeed(&[&args[..], &["--color", "always"]].concat());
        let plain: String = strip_colours(&coloured);
        let without_time =
            |text: &str| text.lines().filter(|line| !line.starts_with("Time:")).collect::<Vec<_>>().join("\n");
        assert_eq!(without_time(&text), without_time(&plain));
    }
}

/// Drops everything from an escape to the letter that ends it.
fn strip_colours(text: &str) -> String {
    let mut plain = String::new();
    let mut marks = text.chars();
    while let Some(mark) = marks.next() {
        if mark == '\u{1b}' {
            marks.by_ref().find(char::is_ascii_alphabetic);
        } else {
            plain.push(mark);
        }
    }
    plain
}
