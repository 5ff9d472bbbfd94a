//! What users ask of polyomino puzzles besides a solution: which one, how many copies, how much may be left over.

mod environment;

use environment::{Environment, case};
use serde_json::Value;

/// The object that `--format json` gives.
fn json(env: &Environment, args: &[&str]) -> Value {
    let text = env.succeed(&[args, &["--format", "json"]].concat());
    serde_json::from_str(&text).expect("the output is JSON")
}

fn count(env: &Environment, file: &str, flags: &[&str]) -> String {
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
    let mutated = env.read("answer.json").replacen("\"placement_id\": \"", "\"placement_id\": \"1", 1);
    env.write("wrong.json", mutated);
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
    assert_eq!(nth["solutions"][0]["placement_id"], listed["solutions"][30]["placement_id"]);
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
        object["solutions"][0]["placement_id"].as_str().unwrap().to_owned()
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
