//! `fathom check` and `fathom show`.

use crate::environment::{Environment, case};
use serde_json::Value;

#[test]
fn mutated_answers_are_rejected() {
    let env = Environment::new();
    let file = case("polyomino/paper-5x5.txt");
    env.succeed(&["solve", &file, "-o", "answer.json"]);
    let answer: Value = serde_json::from_str(&env.read("answer.json")).unwrap();
    let grid: Vec<String> = serde_json::from_value(answer["solutions"][0]["grid"][0].clone()).unwrap();
    let reject = |mutated: &Value, what: &str| {
        env.write("mutated.json", mutated.to_string());
        let run = env.run(&["check", &file, "mutated.json"]);
        assert_eq!(run.code, Some(2), "{what}");
        let is_refused = run.stdout.starts_with("wrong: ") || run.stderr.contains("this is an answer to a maze puzzle");
        assert!(is_refused, "{what}: {}{}", run.stdout, run.stderr);
    };
    // Every letter changed into every other one.
    for row in 0..5 {
        for column in 0..5 {
            for letter in "ABCDEFGX. ".chars() {
                if grid[row].chars().nth(column) == Some(letter) {
                    continue;
                }
                let mut mutated = answer.clone();
                let changed: String =
                    grid[row].chars().enumerate().map(|(at, mark)| if at == column { letter } else { mark }).collect();
                mutated["solutions"][0]["grid"][0][row] = changed.into();
                reject(&mutated, "a changed letter");
            }
        }
    }
    let mutate = |change: &dyn Fn(&mut Value), what: &str| {
        let mut mutated = answer.clone();
        change(&mut mutated);
        reject(&mutated, what);
    };
    mutate(&|answer| answer["solutions"][0]["placement_id"] = "90271077843".into(), "another id");
    mutate(&|answer| answer["solutions"][0]["grid"][0] = serde_json::json!(&grid[1..]), "a row less");
    mutate(&|answer| answer["solutions"][0]["grid"] = serde_json::json!([grid, grid]), "a layer more");
    mutate(&|answer| answer["solutions"][0]["grid"][0][0] = "AABBCC".into(), "a longer row");
    mutate(&|answer| answer["count"] = "2".into(), "another count");
    mutate(&|answer| answer["count"] = 7.into(), "another count, as a number");
    mutate(&|answer| answer["solutions"][0]["id"] = "77".into(), "another id");
    mutate(&|answer| answer["status"] = "unsolvable".into(), "another verdict");
    mutate(&|answer| answer["family"] = "maze".into(), "another family");
    mutate(&|answer| answer["solutions"] = serde_json::json!([]), "no solution");
    let twice = [answer["solutions"][0].clone(), answer["solutions"][0].clone()];
    mutate(
        &|answer| {
            answer["solutions"] = serde_json::json!(twice);
            answer["count"] = "2".into();
        },
        "a solution twice",
    );
}

#[test]
fn answers_drawn_by_hand() {
    let env = Environment::new();
    let file = case("polyomino/pyramid-3.txt");
    env.write("hand.txt", "A\n\nBC\nAF\n\nBCD\nEAD\nEED\n");
    assert_eq!(env.succeed(&["check", &file, "hand.txt"]), "right: 1 solution\n");
    env.write("hand.txt", "A\n\nBC\nAF\n\nBCD\nEAD\nEDE\n");
    assert_eq!(env.run(&["check", &file, "hand.txt"]).code, Some(2));
    for surplus in ["QQQ\n", "A\nBC\nAF\nBCD\nEAD\nEED\n", "Placement id: 7\n"] {
        env.write("hand.txt", format!("A\n\nBC\nAF\n\nBCD\nEAD\nEED\n{surplus}"));
        assert_eq!(env.run(&["check", &file, "hand.txt"]).code, Some(2), "{surplus}");
    }
    let report = env.succeed(&["solve", &file, "-s", "2", "--color", "always"]);
    env.write("report.txt", &report);
    assert_eq!(env.succeed(&["check", &file, "report.txt"]), "right: 2 solutions, all different\n");
    env.write("report.txt", report.replace("2 solutions", "3 solutions"));
    assert_eq!(env.run(&["check", &file, "report.txt"]).code, Some(2));
    env.write("empty.txt", "");
    assert_eq!(env.run(&["check", &file, "empty.txt"]).code, Some(2));
    env.write("broken.json", "{\"solutions\": [");
    assert_eq!(env.run(&["check", &file, "broken.json"]).code, Some(2));
}

#[test]
fn turns_that_are_switched_off_are_not_accepted() {
    let env = Environment::new();
    let file = env.write("case.txt", "2 4 2\nDEFAULT\nAAA\nA\nB\nBBB\n");
    env.write("answer.txt", "AAAB\nABBB\n");
    let verdict = |flags: &[&str]| env.run(&[&["check", "case.txt", "answer.txt"][..], flags].concat()).code;
    assert_eq!(verdict(&[]), Some(0), "{file}");
    assert_eq!(verdict(&["--no-mirror"]), Some(2));
    assert_eq!(verdict(&["--no-rotate"]), Some(0));
    assert_eq!(verdict(&["--no-rotate", "--no-mirror"]), Some(2));
}

#[test]
fn the_compiled_puzzle_is_shown_as_the_papers_program_did() {
    let env = Environment::new();
    let text = env.succeed(&["show", &case("polyomino/paper-plus-misread.txt")]);
    insta::assert_snapshot!(text);
    let text = env.succeed(&["show", &case("polyomino/paper-5x5.txt")]);
    for line in [
        "Piece A: 4 shapes, 64 compiled shapes",
        "Piece E: 8 shapes, 96 compiled shapes",
        "Piece G: 2 shapes, 30 compiled shapes",
    ] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn ids_become_boards() {
    let env = Environment::new();
    let file = case("polyomino/paper-5x5.txt");
    let text = env.succeed(&["show", &file, "--id", "90271077842"]);
    assert_eq!(text, "Placement id: 90271077842\nAABBC\nADBCC\nDDEEE\nFFFEE\nFFGGG\n");
    let empty = env.succeed(&["show", &file, "--id", "0"]);
    assert!(empty.ends_with("Not placed: ABCDEFG\n"), "{empty}");
    let space = "5206652449375";
    let text = env.succeed(&["show", &file]);
    assert!(text.contains(&format!("Placement ids: {space}\n")), "{text}");
    assert_eq!(env.run(&["show", &file, "--id", space]).code, Some(2));
    for id in ["-1", "x", "1.5", ""] {
        assert_eq!(env.run(&["show", &file, "--id", id]).code, Some(2), "{id:?}");
    }
    env.succeed(&["show", &file, "--id", "5206652449374"]);
}

#[test]
fn completions_and_manual() {
    let env = Environment::new();
    assert!(env.succeed(&["completions", "bash"]).contains("fathom"));
    assert!(env.succeed(&["man"]).contains(".TH fathom"));
}
