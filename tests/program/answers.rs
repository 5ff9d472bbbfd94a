//! Answer files that hold what no answer holds: they are judged or refused, and nothing else happens.

use crate::environment::{Environment, case};
use serde_json::{Value, json};

/// What may stand where something else should.
fn odd_values() -> Vec<Value> {
    vec![
        Value::Null,
        json!(true),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(u64::MAX),
        json!(1u64 << 62),
        json!(i64::MIN),
        json!("18446744073709551616"),
        json!([]),
        json!([[[[7]]]]),
        json!({"moves": 3}),
    ]
}

/// The places of a value: all fields, and the first and the last element of every list.
fn places(value: &Value, at: &str, into: &mut Vec<String>) {
    into.push(at.to_owned());
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, field)| places(field, &format!("{at}/{name}"), into)),
        Value::Array(list) => {
            let last = list.len().saturating_sub(1);
            let ends = list.iter().enumerate().filter(|(index, _)| *index == 0 || *index == last);
            ends.for_each(|(index, element)| places(element, &format!("{at}/{index}"), into));
        }
        _ => {}
    }
}

/// Puts every odd value in every place of a right answer, and has it judged and drawn.
fn assert_nothing_breaks(file: &str, is_drawn: bool) {
    let env = Environment::new();
    env.succeed(&["solve", file, "-o", "answer.json", "-q"]);
    let answer: Value = serde_json::from_str(&env.read("answer.json")).unwrap();
    assert!(env.succeed(&["check", file, "answer.json"]).starts_with("right: "));
    let mut all = Vec::new();
    places(&answer["solutions"], "/solutions", &mut all);
    all.extend(["", "/status", "/count", "/family", "/strategy"].map(str::to_owned));
    assert!(all.len() > 8, "{all:?}");
    let mut refused = 0;
    for place in &all {
        for odd in odd_values() {
            let mut mutated = answer.clone();
            *mutated.pointer_mut(place).expect("the place is there") = odd.clone();
            env.write("mutated.json", mutated.to_string());
            let verbs = [&["check", file, "mutated.json"][..], &["draw", file, "mutated.json", "-o", "picture.svg"]];
            for args in &verbs[..if is_drawn { 2 } else { 1 }] {
                let run = env.run(args);
                assert!(matches!(run.code, Some(0 | 2)), "{args:?} {place} {odd}: {:?} {}", run.code, run.stderr);
                assert!(!run.stderr.contains("panicked"), "{args:?} {place} {odd}: {}", run.stderr);
                refused += usize::from(run.code == Some(2));
            }
        }
    }
    assert!(refused > all.len() * 2, "{refused} of {} places", all.len());
}

#[test]
fn odd_answers_to_polyominoes() {
    assert_nothing_breaks(&case("polyomino/pyramid-3.txt"), true);
}

#[test]
fn odd_answers_to_levels() {
    assert_nothing_breaks(&case("lockpick/mechanics/gate.txt"), true);
}

#[test]
fn odd_answers_to_boards_of_voracity() {
    assert_nothing_breaks(&case("voracity/with-size.txt"), true);
}

#[test]
fn odd_answers_to_snakes_and_ladders() {
    assert_nothing_breaks(&case("snakes/paper-8x8.txt"), true);
}

#[test]
fn odd_answers_to_mazes() {
    assert_nothing_breaks(&case("maze/two-ways.txt"), false);
}

/// What is claimed in words that are no numbers is claimed all the same.
#[test]
fn claims_that_cannot_be_read_are_refused() {
    let env = Environment::new();
    let board = case("voracity/with-size.txt");
    let answers = [
        (&board, r#"{"moves":"RDLDR","score":6}"#, Some(0)),
        (&board, r#"{"moves":"RDLDR","score":6.5}"#, Some(2)),
        (&board, r#"{"moves":"RDLDR","score":"7"}"#, Some(2)),
        (&board, r#"{"moves":"RDLDR","path":"none"}"#, Some(2)),
        (&board, r#"{"moves":"","start":[18446744073709551615,0]}"#, Some(2)),
        (&board, r#"{"moves":"","start":[4611686018427387904,0]}"#, Some(2)),
        (&board, r#"{"moves":"","start":[0,9223372036854775807]}"#, Some(2)),
    ];
    for (file, answer, code) in answers {
        env.write("answer.json", answer);
        for args in [&["check", file, "answer.json"][..], &["draw", file, "answer.json", "-o", "picture.svg"]] {
            let run = env.run(args);
            assert_eq!(run.code, code, "{args:?} {answer}: {}{}", run.stdout, run.stderr);
        }
    }
    for depth in [100, 1_000, 1_000_000] {
        let deep = format!("{{\"moves\": {}{}}}", "[".repeat(depth), "]".repeat(depth));
        env.write("answer.json", &deep);
        for file in [&board, &case("lockpick/mechanics/gate.txt"), &case("maze/two-ways.txt")] {
            assert_eq!(env.run(&["check", file, "answer.json"]).code, Some(2), "{file}, {depth} lists");
        }
    }
    // An id with a million digits is not the right one, and that is said at once.
    let pyramid = case("polyomino/pyramid-3.txt");
    env.succeed(&["solve", &pyramid, "-o", "answer.json", "-q"]);
    let mut answer: Value = serde_json::from_str(&env.read("answer.json")).unwrap();
    answer["solutions"][0]["placement_id"] = "9".repeat(1_000_000).into();
    answer["solutions"][0]["id"] = "9".repeat(1_000_000).into();
    env.write("answer.json", answer.to_string());
    assert_eq!(env.run(&["check", &pyramid, "answer.json"]).code, Some(2));
}
