//! Where a maze begins and ends: ways from a cell to itself, answers to another question, marks in drawings, and the
//! longest way, which has ends of its own.

use crate::{
    environment::{Environment, case},
    maze::made,
};
use serde_json::{Value, json};

const STRATEGIES: [&str; 5] = ["bfs", "dfs", "dead-ends", "wall-follower", "a-star"];

#[test]
fn from_a_cell_to_itself_there_is_one_way_without_steps() {
    let env = Environment::new();
    env.write("hex.json", r#"{"family":"maze","grid":"hex","cells":["0210"],"from":[0,0],"to":[0,0]}"#);
    let small: &[&str] = &["--rows", "4", "--cols", "5", "--seed", "1"];
    for (name, grid) in [
        ("square.json", &["--grid", "square"][..]),
        ("triangle.json", &["--grid", "triangle"]),
        ("weave.json", &["--grid", "weave", "--crossings", "0"]),
        ("floors.json", &["--floors", "2"]),
    ] {
        made(&env, &[small, grid, &["-o", name]].concat());
    }
    made(&env, &["--grid", "theta", "--rows", "3", "--seed", "1", "-o", "theta.json"]);
    for name in ["hex", "square", "triangle", "weave", "floors", "theta"] {
        let file = format!("{name}.json");
        let place = if name == "hex" { "0,0" } else { "1,1" };
        let place = if name == "floors" { "0,1,1" } else { place };
        let ends = ["--from", place, "--to", place];
        for strategy in STRATEGIES {
            let args = [&["solve", &file, "-q", "--strategy", strategy], &ends[..]].concat();
            assert!(env.succeed(&args).contains("Length: 0\n"), "{name} {strategy}");
        }
        for question in [&[][..], &["--all"]] {
            env.succeed(&[&["solve", &file, "-o", "way.json"], &ends[..], question].concat());
            let answer: Value = serde_json::from_str(&env.read("way.json")).unwrap();
            assert_eq!(answer["solutions"].as_array().unwrap().len(), 1, "{name}");
            assert_eq!(answer["solutions"][0]["length"], 0, "{name}");
            let verdict = env.succeed(&[&["check", &file, "way.json"], &ends[..]].concat());
            assert_eq!(verdict, "right: 1 shortest way of 0 steps\n", "{name}");
        }
        assert!(env.succeed(&[&["count", &file], &ends[..]].concat()).contains("\n1 solution\n"), "{name}");
    }
}

#[test]
fn an_answer_to_another_question_is_wrong() {
    let env = Environment::new();
    made(&env, &["--rows", "3", "--cols", "4", "--seed", "1", "-o", "square.txt"]);
    made(&env, &["--grid", "hex", "--rows", "3", "--cols", "4", "--seed", "1", "-o", "hex.json"]);
    for file in ["square.txt", "hex.json"] {
        let asked = ["--from", "0,0", "--to", "1,1"];
        for format in ["json", "jsonl", "txt"] {
            let answer = format!("answer.{format}");
            env.succeed(&[&["solve", file, "-q", "-o", &answer], &asked[..]].concat());
            assert!(
                env.succeed(&[&["check", file, &answer], &asked[..]].concat()).starts_with("right: 1 shortest way")
            );
            for ends in [&[][..], &["--from", "0,0", "--to", "2,3"], &["--to", "2,3"]] {
                let run = env.run(&[&["check", file, &answer], ends].concat());
                let expected = "wrong: way 1: it goes from 0,0 to 1,1 and should go from 0,0 to 2,3\n";
                assert_eq!((run.code, run.stdout.as_str()), (Some(2), expected), "{file} {format}");
            }
        }
    }
    env.write("alone.json", r#"{"solutions":[{"from":[0,0],"to":[0,1],"length":1,"moves":"1R"}]}"#);
    for ends in [&[][..], &["--from", "0,0", "--to", "2,3"]] {
        let run = env.run(&[&["check", "square.txt", "alone.json"], ends].concat());
        assert_eq!((run.code, run.stdout.contains("should go from 0,0 to 2,3")), (Some(2), true), "{}", run.stdout);
    }
}

#[test]
fn ids_are_those_of_the_report() {
    let env = Environment::new();
    let file = case("maze/two-ways.txt");
    env.succeed(&["solve", &file, "--all", "-q", "-o", "all.json"]);
    let answer: Value = serde_json::from_str(&env.read("all.json")).unwrap();
    for (way, id) in [(0, "1"), (1, "0"), (1, "x")] {
        let mut doctored = answer.clone();
        doctored["solutions"][way]["id"] = json!(id);
        env.write("doctored.json", doctored.to_string());
        let run = env.run(&["check", &file, "doctored.json"]);
        assert_eq!(run.code, Some(2), "{}", run.stdout);
        assert!(run.stdout.contains(&format!("way {}: its id is {id}", way + 1)), "{}", run.stdout);
    }
}

#[test]
fn a_file_may_hold_several_reports() {
    let env = Environment::new();
    let file = case("maze/two-ways.txt");
    for format in ["jsonl", "txt"] {
        let told: Vec<String> = ["bfs", "bfs", "wall-follower"]
            .into_iter()
            .map(|strategy| env.succeed(&["solve", &file, "--strategy", strategy, "--format", format_of(format)]))
            .collect();
        let answer = format!("several.{format}");
        env.write(&answer, told.concat());
        let verdict = env.succeed(&["check", &file, &answer]);
        assert!(verdict.starts_with("right: 3 reports; report 1: 1 shortest way of "), "{verdict}");
        env.write(&answer, told[..2].concat());
        assert!(env.succeed(&["check", &file, &answer]).starts_with("right: 2 reports, each: 1 shortest way of "));
        // In one report nothing is told twice.
        let lines: Vec<&str> = told[0].lines().collect();
        let way = lines.iter().find(|line| line.contains("Moves: ") || line.contains("\"moves\"")).unwrap();
        let twice: Vec<&str> = lines.iter().flat_map(|line| [*line].repeat(if line == way { 2 } else { 1 })).collect();
        env.write(&answer, twice.join("\n"));
        let run = env.run(&["check", &file, &answer]);
        assert_eq!(run.code, Some(2), "{}", run.stdout);
    }
}

fn format_of(ending: &str) -> &str {
    if ending == "txt" { "text" } else { ending }
}

#[test]
fn the_longest_way_has_ends_of_its_own() {
    let env = Environment::new();
    made(&env, &["--rows", "4", "--cols", "5", "--seed", "1", "-o", "square.txt"]);
    made(&env, &["--grid", "weave", "--rows", "5", "--cols", "6", "--seed", "1", "-o", "weave.json"]);
    for file in ["square.txt", "weave.json"] {
        for format in ["json", "jsonl", "txt"] {
            let answer = format!("answer.{format}");
            env.succeed(&["solve", file, "--longest", "-q", "-o", &answer]);
            for option in [&[][..], &["--longest"]] {
                let verdict = env.succeed(&[&["check", file, &answer], option].concat());
                assert!(verdict.starts_with("right: 1 shortest way of "), "{verdict}");
            }
            // Whichever strategy finds it: what is walked back is no part of it.
            for strategy in STRATEGIES {
                let answer = format!("{strategy}.{format}");
                env.succeed(&["solve", file, "--longest", "--strategy", strategy, "-q", "-o", &answer]);
                let verdict = env.succeed(&["check", file, &answer]);
                assert!(verdict.starts_with("right: 1 "), "{strategy}: {verdict}");
            }
            let run = env.run(&["check", file, &answer, "--from", "0,0", "--to", "0,1"]);
            assert!(run.stdout.contains("should go from 0,0 to 0,1"), "{}", run.stdout);
            // A shorter way that says it was the longest.
            env.succeed(&["solve", file, "--from", "0,0", "--to", "0,1", "-q", "-o", &answer]);
            let run = env.run(&["check", file, &answer, "--longest"]);
            assert_eq!(run.code, Some(2), "{}", run.stdout);
            assert!(run.stdout.contains("and the longest way has "), "{}", run.stdout);
        }
        let run = env.run(&["check", file, "answer.json", "--longest", "--from", "0,0"]);
        assert!(run.code == Some(2) && run.stderr.contains("chooses its ends itself"), "{}", run.stderr);
    }
    env.write("star.json", r#"{"family":"maze","cells":[".4.","2f8",".1."],"from":[0,1],"to":[2,1]}"#);
    assert!(env.succeed(&["solve", "star.json", "--longest", "-q"]).contains("Longest: yes\n"));
    for args in [
        &["solve", "star.json", "--longest", "--all"][..],
        &["solve", "star.json", "--longest", "-s", "2"],
        &["count", "star.json", "--longest"],
    ] {
        let run = env.run(args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(run.stderr.contains("the longest way is one way"), "{}", run.stderr);
    }
}

#[test]
fn half_a_question_and_fields_nobody_knows_are_refused() {
    let env = Environment::new();
    for (more, reason) in [
        (r#", "from": [0,0]"#, "\"to\" is missing"),
        (r#", "to": [0,0]"#, "\"from\" is missing"),
        (r#", "from": null, "to": [0,0]"#, "null"),
        (r#", "from": null, "to": null"#, "null"),
        (r#", "form": [0,0], "to": [0,1]"#, "unknown field `form`, expected one of `family`, `cells`, `from`, `to`"),
        (r#", "grid": "hex", "from": [0,0]"#, "missing field `to`"),
        (r#", "grid": "hex", "form": [0,0], "to": [0,1]"#, "unknown field `form`, expected one of `family`, `grid`"),
    ] {
        let cells = if more.contains("hex") { "0210" } else { "28" };
        env.write("maze.json", format!("{{\"family\": \"maze\", \"cells\": [\"{cells}\"]{more}}}\n"));
        let run = env.run(&["solve", "maze.json"]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{more}");
        assert!(run.stderr.contains(reason) && run.stderr.contains("maze.json:"), "{more}: {}", run.stderr);
    }
    // What fathom writes is read.
    made(&env, &["--rows", "2", "--cols", "2", "--ids", "0..4", "-o", "mazes.jsonl"]);
    for line in env.read("mazes.jsonl").lines() {
        env.write("one.json", line);
        env.succeed(&["check", "one.json"]);
    }
}

#[test]
fn a_cell_that_is_both_ends_is_drawn_and_read_as_such() {
    let env = Environment::new();
    let small = ["--rows", "3", "--cols", "3", "--seed", "1", "--entrances", "1,1:1,1"];
    for (name, style) in [("ascii.txt", &["--style", "ascii"][..]), ("box.txt", &["--style", "box"]), ("maze.png", &[])]
    {
        made(&env, &[&small[..], style, &["-o", name]].concat());
        if name.ends_with("txt") {
            assert_eq!(env.read(name).matches('X').count(), 1, "{}", env.read(name));
        }
        let solved = env.succeed(&["solve", name, "-q"]);
        assert!(solved.contains("Length: 0\nFrom: 1,1\nTo: 1,1\n"), "{name}: {solved}");
    }
    for entrances in ["1,1:1,1", "1,1:0,1"] {
        let args = ["generate", "maze", "--rows", "3", "--cols", "3", "--entrances", entrances, "--style", "half"];
        let run = env.run(&args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{entrances}");
        assert!(run.stderr.contains("half has no room for the marks"), "{}", run.stderr);
    }
}

#[test]
fn marks_without_a_partner_are_pointed_at() {
    let env = Environment::new();
    for (text, place, reason) in [
        ("#####\n#S  #\n#####\n", "2:2", "'S' without 'E'"),
        ("#####\n#  E#\n#####\n", "2:4", "'E' without 'S'"),
        ("#####\n#S S#\n# ###\n#E  #\n#####\n", "2:4", "a second 'S'"),
        ("#####\n#S E#\n# ###\n#E  #\n#####\n", "4:2", "a second 'E'"),
        ("#####\n#S X#\n#####\n", "2:4", "'S' and 'X'"),
        ("maze hex 1x2\n / \\ / \\\n| S     |\n \\ / \\ /\n", "3:3", "'S' without 'E'"),
        ("maze hex 1x2\n / \\ / \\\n| S   S |\n \\ / \\ /\n", "3:7", "there is a 'S' already"),
        ("maze hex 1x2\n / \\ / \\\n| X   E |\n \\ / \\ /\n", "3:7", "there is a 'E' already"),
    ] {
        env.write("drawn.txt", text);
        let run = env.run(&["solve", "drawn.txt", "--family", "maze"]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{text}");
        let expected = format!("drawn.txt:{place}");
        assert!(run.stderr.contains(reason) && run.stderr.contains(&expected), "{text}: {}", run.stderr);
    }
    // Of a thick drawing the marks may be thick.
    env.write("thick.txt", "##########\n##SS  EE##\n##SS  EE##\n##########\n");
    env.succeed(&["solve", "thick.txt", "-q"]);
}

#[test]
fn messages_are_not_nested_and_count_well() {
    let env = Environment::new();
    env.write("none.txt", "maze hex 0x2\n");
    let run = env.run(&["solve", "none.txt"]);
    assert!(run.stderr.contains("error: a maze with 0 rows\n"), "{}", run.stderr);
    assert_eq!(run.stderr.matches("error").count(), 1, "{}", run.stderr);
    env.write("two.json", r#"{"family":"maze","grid":"hex","cells":["0210"],"from":[0,0],"to":[0,1]}"#);
    env.write("pair.json", r#"{"family":"maze","cells":["28"]}"#);
    for file in ["two.json", "pair.json"] {
        let shown = env.succeed(&["show", file]);
        assert!(shown.contains("Longest way: 1 step\n") && shown.contains("Solution: 1 step\n"), "{shown}");
    }
    env.write("ragged.json", r#"{"family":"maze","cells":["28","0"]}"#);
    let run = env.run(&["solve", "ragged.json"]);
    assert!(run.stderr.contains("row 1 has 1 cell, the first has 2"), "{}", run.stderr);
}
