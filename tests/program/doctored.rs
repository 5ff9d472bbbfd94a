//! Answers that contradict themselves or their case are called wrong, in every family and every format.

use crate::environment::{Environment, case};
use serde_json::{Value, json};

/// A place in an answer, what is put there, and what has to be said about it.
type Change<'a> = (&'a str, Value, &'a str);

/// Solves a case, and puts something else into each of the places of the answer.
fn assert_wrong(name: &str, question: &[&str], changes: &[Change<'_>]) {
    let env = Environment::new();
    let file = case(name);
    env.succeed(&[&["solve", &file, "-o", "answer.json", "-q"], question].concat());
    let answer: Value = serde_json::from_str(&env.read("answer.json")).unwrap();
    assert!(env.succeed(&["check", &file, "answer.json"]).starts_with("right: "), "{name}");
    // What every report says of its solutions as a whole.
    let shared = [
        ("/count", json!("7777"), "it says 7777 solutions but holds"),
        ("/status", json!("counted"), "it says counted but holds solutions"),
        ("/status", json!("banana"), "banana"),
        ("/stop", json!("banana"), "banana"),
    ];
    for (place, value, reason) in shared.iter().chain(changes) {
        let mut doctored = answer.clone();
        *doctored.pointer_mut(place).expect("the place is there") = value.clone();
        env.write("doctored.json", doctored.to_string());
        let run = env.run(&["check", &file, "doctored.json"]);
        assert_eq!(run.code, Some(2), "{name} {place} {value}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.starts_with("wrong: "), "{name} {place} {value}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains(reason), "{name} {place} {value}: {}", run.stdout);
    }
    // Of two solutions one is gone.
    if answer["solutions"].as_array().unwrap().len() > 1 {
        let mut fewer = answer.clone();
        fewer["solutions"].as_array_mut().unwrap().pop();
        env.write("fewer.json", fewer.to_string());
        let run = env.run(&["check", &file, "fewer.json"]);
        assert_eq!(run.code, Some(2), "{name}: {}", run.stdout);
        assert!(run.stdout.contains("solutions but holds"), "{name}: {}", run.stdout);
    }
}

const UNSOLVABLE: &str = "it says unsolvable but holds solutions";

#[test]
fn of_voracity() {
    let changes = [
        ("/status", json!("unsolvable"), UNSOLVABLE),
        ("/stop", json!("time-limit"), "ended by \"time-limit\""),
        ("/best_games", json!("0"), "it says 0 best games but holds 1"),
        ("/solutions/0/bound", json!(7), "a game might cover 7 cells"),
        ("/solutions/0/id", json!("RDL"), "its id is"),
        ("/solutions/0/score", json!(5), "it says a score of 5"),
    ];
    assert_wrong("voracity/with-size.txt", &["--all"], &changes);
}

#[test]
fn of_snakes() {
    let changes = [
        ("/status", json!("unsolvable"), UNSOLVABLE),
        ("/solutions/0/length", json!(6), "it says 6 rolls but has 7"),
        ("/solutions/0/id", json!("5"), "is that of another game"),
        ("/solutions/0/id", json!("423"), "there are only 423 shortest games"),
        ("/solutions/0/sequences", json!("424"), "one of 424 games, and there are 423"),
        ("/status", json!("optimal"), "it says optimal"),
        ("/stop", json!("complete"), "it has 3 of 423"),
    ];
    assert_wrong("snakes/milton-bradley.txt", &["-s", "3"], &changes);
}

#[test]
fn of_mazes() {
    let changes = [
        ("/status", json!("unsolvable"), UNSOLVABLE),
        ("/solutions/0/path/1", json!([1, 0]), "its path is not where its moves lead"),
        ("/solutions/0/path", json!([[0, 0], [2, 2]]), "its path is not where its moves lead"),
    ];
    assert_wrong("maze/two-ways.txt", &["--all"], &changes);
}

#[test]
fn of_levels() {
    let changes = [
        ("/status", json!("unsolvable"), UNSOLVABLE),
        ("/status", json!("optimal"), "it says optimal"),
        ("/solutions/0/length", json!(3), "it says 3 steps but holds 2"),
    ];
    assert_wrong("lockpick/mechanics/gate.txt", &[], &changes);
    let cargo = [("/solutions/0/moves/0/text", json!("take key 1 (6 cyan)"), "it says (6 cyan), which it is not")];
    assert_wrong("lockpick/paper/3-4_cargo_lift.txt", &[], &cargo);
    // The same in text.
    let env = Environment::new();
    let file = case("lockpick/paper/3-4_cargo_lift.txt");
    env.succeed(&["solve", &file, "-o", "answer.txt", "-q"]);
    let told = env.read("answer.txt");
    env.write("answer.txt", told.replacen("(5 cyan)", "(6 cyan)", 1));
    let run = env.run(&["check", &file, "answer.txt"]);
    assert_eq!(run.code, Some(2), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("step 1") && run.stdout.contains("(6 cyan)"), "{}", run.stdout);
}

#[test]
fn what_only_a_search_could_tell_is_left_open() {
    let env = Environment::new();
    for (name, question, left_open) in [
        ("polyomino/paper-5x5.txt", &["--forced", "3"][..], "which pieces are forced was not checked"),
        ("polyomino/paper-5x5.txt", &["--nth", "3"], "which number a solution has was not checked"),
        ("polyomino/paper-5x5.txt", &["-v"], "by which path a solution is found was not checked"),
    ] {
        let file = case(name);
        for answer in ["answer.txt", "answer.json", "answer.jsonl"] {
            env.succeed(&[&["solve", &file, "-q", "-o", answer], question].concat());
            let said = env.succeed(&["check", &file, answer]);
            assert!(said.starts_with("right: ") && said.contains(left_open), "{question:?} {answer}: {said}");
        }
    }
    let single = env.write("single.txt", "1 3 1\nDEFAULT\nAAA\n");
    env.succeed(&["solve", &single, "--unique", "-q", "-o", "answer.json"]);
    assert!(env.succeed(&["check", &single, "answer.json"]).contains("that there is no other was not checked"));
}

#[test]
fn of_exact_covers() {
    let changes = [
        ("/status", json!("unsolvable"), UNSOLVABLE),
        ("/solutions/0/texts/0", json!("r0 c0 a0 b6"), "option 1 is 'r0 c0 a0 b7'"),
        ("/solutions/0/texts", json!([]), "it has 8 options and 0 texts"),
        ("/solutions/0/id", json!("constrained:/0/3/2/1/0/0/0/0"), "is that of another cover"),
        ("/solutions/0/id", json!("constrained:/99"), "leads nowhere"),
    ];
    assert_wrong("exact-cover/queens-8.dlx", &["-s", "2", "--strategy", "constrained"], &changes);
}

#[test]
fn of_polyominoes() {
    assert_wrong("polyomino/pentominoes-3x20.txt", &["-s", "2"], &[("/status", json!("unsolvable"), UNSOLVABLE)]);
    let env = Environment::new();
    let file = env.write("copies.txt", "2 4 1 DEFAULT\nAA\nCOPIES 4\n");
    env.succeed(&["solve", &file, "-o", "answer.json", "-q"]);
    env.succeed(&["check", &file, "answer.json"]);
    let mut answer: Value = serde_json::from_str(&env.read("answer.json")).unwrap();
    assert!(answer["solutions"][0]["placements"].as_array_mut().unwrap().pop().is_some());
    env.write("answer.json", answer.to_string());
    let run = env.run(&["check", &file, "answer.json"]);
    assert_eq!(run.code, Some(2), "{}", run.stdout);
    assert!(run.stdout.contains("its placements are not those of the solution"), "{}", run.stdout);
}

#[test]
fn reports_as_text_and_as_lines() {
    let env = Environment::new();
    let file = case("maze/two-ways.txt");
    for (answer, right, wrong) in [
        ("all.txt", "2 solutions: ", "3 solutions: "),
        ("all.txt", "2 solutions: that is all there are.", "No solution: every candidate was examined."),
        ("all.jsonl", "\"count\":\"2\"", "\"count\":\"3\""),
        ("all.jsonl", "\"status\":\"solved\"", "\"status\":\"banana\""),
    ] {
        env.succeed(&["solve", &file, "--all", "-o", answer, "-q"]);
        env.succeed(&["check", &file, answer]);
        let text = env.read(answer);
        assert!(text.contains(right), "{text}");
        env.write(answer, text.replace(right, wrong));
        let run = env.run(&["check", &file, answer]);
        assert_eq!(run.code, Some(2), "{wrong}: {}", run.stdout);
    }
}

/// What takes a search to be judged is not judged, and that is said.
#[test]
fn that_a_game_is_the_best_is_left_open() {
    let env = Environment::new();
    let file = case("voracity/with-size.txt");
    for answer in ["answer.json", "answer.jsonl", "answer.txt"] {
        env.succeed(&["solve", &file, "--all", "-o", answer, "-q"]);
        let right = "right: 6 cells covered in 5 moves; that none covers more was not checked; how many best games there \
                     are was not checked\n";
        assert_eq!(env.succeed(&["check", &file, answer]), right, "{answer}");
    }
    env.write("moves.txt", "RDLDR\n");
    assert_eq!(env.succeed(&["check", &file, "moves.txt"]), "right: 6 cells covered in 5 moves\n");
}

#[test]
fn an_answer_to_another_family_is_refused_in_good_english() {
    let env = Environment::new();
    env.succeed(&["solve", &case("maze/two-ways.txt"), "-o", "way.json", "-q"]);
    let run = env.run(&["check", &case("exact-cover/queens-8.dlx"), "way.json"]);
    assert_eq!(run.code, Some(2));
    let expected = "this is an answer to a maze puzzle, not to an exact-cover one";
    assert!(run.stderr.contains(expected), "{}", run.stderr);
}

#[test]
fn that_solutions_are_all_there_are_is_left_open() {
    let env = Environment::new();
    for (name, right) in [
        ("polyomino/pyramid-3.txt", "solutions, all different; that these are all was not checked\n"),
        ("exact-cover/queens-8.dlx", "each of every item as it has to be; that these are all was not checked\n"),
        // They can be counted.
        ("snakes/milton-bradley.txt", "right: 423 games reach the goal in the fewest rolls\n"),
    ] {
        let file = case(name);
        for answer in ["all.txt", "all.json", "all.jsonl"] {
            env.succeed(&["solve", &file, "--all", "-o", answer, "-q"]);
            let text = env.succeed(&["check", &file, answer]);
            assert!(text.ends_with(right), "{name} {answer}: {text}");
        }
        env.succeed(&["solve", &file, "-s", "2", "-o", "two.json", "-q"]);
        let text = env.succeed(&["check", &file, "two.json"]);
        assert!(!text.contains("not checked"), "{name}: {text}");
        let mut two: Value = serde_json::from_str(&env.read("two.json")).unwrap();
        two["unique"] = json!(true);
        env.write("two.json", two.to_string());
        let run = env.run(&["check", &file, "two.json"]);
        assert!(run.code == Some(2) && run.stdout.contains("just one solution but holds 2"), "{}", run.stdout);
    }
}

#[test]
fn the_title_of_a_game_is_judged() {
    let env = Environment::new();
    let file = case("snakes/milton-bradley.txt");
    env.succeed(&["solve", &file, "-o", "game.txt", "-q"]);
    env.succeed(&["check", &file, "game.txt"]);
    let game = env.read("game.txt");
    for (title, reason) in [
        ("Game 0 of 423 with 8 rolls", "it says 8 rolls but has 7"),
        ("Game 0 of 100 with 7 rolls", "one of 100 games, and there are 423"),
        ("Game 5 of 423 with 7 rolls", "is that of another game"),
    ] {
        let doctored = game.replace("Game 0 of 423 with 7 rolls", title);
        assert_ne!(doctored, game);
        env.write("doctored.txt", doctored);
        let run = env.run(&["check", &file, "doctored.txt"]);
        assert!(run.code == Some(2) && run.stdout.contains(reason), "{title}: {}", run.stdout);
    }
}

/// Solves a case as text, changes what is in it, and expects `check` to say why that is wrong.
fn assert_wrong_text(name: &str, question: &[&str], changes: &[(&str, &str, &str)]) {
    let env = Environment::new();
    let file = case(name);
    env.succeed(&[&["solve", &file, "-o", "answer.txt", "-q"], question].concat());
    let text = env.read("answer.txt");
    assert!(env.succeed(&["check", &file, "answer.txt"]).starts_with("right: "), "{name}");
    for (right, wrong, reason) in changes {
        assert!(text.contains(right), "{name} {right:?}: {text}");
        env.write("doctored.txt", text.replacen(right, wrong, 1));
        let run = env.run(&["check", &file, "doctored.txt"]);
        assert_eq!(run.code, Some(2), "{name} {wrong:?}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.starts_with("wrong: ") && run.stdout.contains(reason), "{name}: {}", run.stdout);
    }
}

#[test]
fn drawings_in_texts_are_judged() {
    let reason = "its drawing is not that of its moves";
    assert_wrong_text("voracity/with-size.txt", &[], &[(". . @ 1", ". . . 1", reason), ("4 5", "5 4", reason)]);
    let reason = "its drawing is not that of its steps";
    assert_wrong_text("maze/two-ways.txt", &[], &[("#.....#", "#.. ..#", reason), ("#    .#", "#.....#", reason)]);
    let env = Environment::new();
    env.succeed(&[
        "generate", "maze", "--grid", "hex", "--rows", "4", "--cols", "4", "--seed", "1", "-o", "hex.txt", "-q",
    ]);
    env.succeed(&["solve", "hex.txt", "-o", "way.txt", "-q"]);
    env.succeed(&["check", "hex.txt", "way.txt"]);
    env.write("way.txt", env.read("way.txt").replacen("| . | . ", "|   | . ", 1));
    let run = env.run(&["check", "hex.txt", "way.txt"]);
    assert!(run.code == Some(2) && run.stdout.contains(reason), "{}{}", run.stdout, run.stderr);
}

#[test]
fn keys_after_each_step_are_judged() {
    let reason = "it says that these keys are held afterwards: 9 pink; it is: ";
    for name in ["lockpick/mechanics/gate.txt", "lockpick/paper/3-4_cargo_lift.txt"] {
        let env = Environment::new();
        let file = case(name);
        for answer in ["answer.txt", "answer.json", "answer.jsonl"] {
            env.succeed(&["solve", &file, "-v", "-q", "-o", answer]);
            assert!(env.succeed(&["check", &file, answer]).starts_with("right: "), "{name} {answer}");
            let text = env.read(answer);
            let doctored = if answer == "answer.txt" {
                let keys = text.lines().find(|line| line.contains("keys: ")).unwrap();
                text.replacen(keys, "    keys: 9 pink", 1)
            } else {
                let (before, rest) = text.split_once("\"keys\"").unwrap();
                let (_, after) = rest.split_once('}').unwrap();
                format!("{before}\"keys\":{{\"pink\":\"9\"}}{after}")
            };
            env.write(answer, doctored);
            let run = env.run(&["check", &file, answer]);
            assert_eq!(run.code, Some(2), "{name} {answer}: {}{}", run.stdout, run.stderr);
            assert!(run.stdout.contains(reason), "{name} {answer}: {}", run.stdout);
        }
    }
}

#[test]
fn what_is_wrong_is_not_drawn() {
    for (name, place, value) in [
        ("voracity/v10-3-1.txt", "/solutions/0/score", json!(90)),
        ("polyomino/paper-5x5.txt", "/solutions/0/id", json!("7")),
        ("lockpick/mechanics/gate.txt", "/solutions/0/length", json!(3)),
        ("snakes/milton-bradley.txt", "/solutions/0/length", json!(8)),
        ("maze/two-ways.txt", "/solutions/0/length", json!(5)),
        ("maze/two-ways.txt", "/count", json!("5")),
    ] {
        let env = Environment::new();
        let file = case(name);
        env.succeed(&["solve", &file, "-o", "answer.json", "-q"]);
        env.succeed(&["draw", &file, "answer.json", "-o", "right.svg", "-q"]);
        let mut answer: Value = serde_json::from_str(&env.read("answer.json")).unwrap();
        *answer.pointer_mut(place).expect("the place is there") = value;
        env.write("answer.json", answer.to_string());
        let run = env.run(&["draw", &file, "answer.json", "-o", "wrong.svg", "-q"]);
        assert_eq!(run.code, Some(2), "{name} {place}: {}", run.stderr);
        assert!(run.stderr.contains("answer.json: "), "{name} {place}: {}", run.stderr);
        assert!(!env.path("wrong.svg").exists(), "{name} {place}");
    }
}
