//! Lockpick levels, driven through the program.

use crate::environment::{Environment, fathom, json};
use serde_json::Value;

const CARGO_LIFT: &str = "cases/lockpick/paper/3-4_cargo_lift.txt";

#[test]
fn a_route_is_told_as_the_paper_tells_it() {
    let (code, out, _) = fathom(&["solve", CARGO_LIFT, "--shortest", "-v"]);
    assert_eq!(code, 0);
    for line in
        ["take key 1 (5 cyan)", "keys: 1 master, 5 cyan", "with a master key", "14 steps, and no route is shorter"]
    {
        assert!(out.contains(line), "{line} is not in\n{out}");
    }
    let result = json(&["solve", CARGO_LIFT, "--shortest", "--format", "json"]);
    assert_eq!((&result["family"], &result["status"]), (&"lockpick".into(), &"solved".into()));
    let solution = &result["solutions"][0];
    assert_eq!((solution["length"].as_u64(), &solution["proved_shortest"]), (Some(14), &true.into()));
    assert_eq!(solution["moves"][0]["action"], "take");
    assert_eq!(solution["moves"][0]["text"], "take key 1 (5 cyan)");
}

#[test]
fn the_papers_strategies_expand_what_the_paper_says() {
    let nodes =
        |strategy: &str| json(&["solve", CARGO_LIFT, "--strategy", strategy, "--format", "json"])["nodes"].as_u64();
    assert_eq!((nodes("dfs"), nodes("bfs"), nodes("exhaustive")), (Some(1464), Some(5950), Some(432)));
    let (code, _, err) = fathom(&["solve", "cases/lockpick/mechanics/gate.txt", "--strategy", "dfs"]);
    assert!(code == 2 && err.contains("worlds 1 to 3"), "{err}");
    let result = json(&["solve", CARGO_LIFT, "--strategy", "dfs", "--format", "json"]);
    let id = result["solutions"][0]["id"].as_str().unwrap();
    let (code, out, _) = fathom(&["show", CARGO_LIFT, "--id", id]);
    assert!(code == 0 && out.starts_with(&format!("14 steps, id {id}\n")), "{out}");
    let moves = result["solutions"][0]["moves"].as_array().unwrap();
    assert!(moves.iter().all(|step| out.contains(step["text"].as_str().unwrap())), "{out}");
}

#[test]
fn answers_are_checked_as_text_and_as_json() {
    let env = Environment::new();
    for ending in ["txt", "json", "jsonl"] {
        let answer = env.path(&format!("answer.{ending}")).display().to_string();
        fathom(&["solve", CARGO_LIFT, "-o", &answer]);
        let (code, out, err) = fathom(&["check", CARGO_LIFT, &answer]);
        assert!(code == 0 && out.starts_with("right: 14 steps"), "{out}{err}");
    }
    let wrong =
        env.write("wrong.txt", "take key 1\ntake key 2\nopen door 5\nopen door 7 with a master key\nopen door 8\n");
    let (code, out, _) = fathom(&["check", CARGO_LIFT, &wrong]);
    assert!(code == 2 && out.starts_with("wrong: after 5 steps"), "{out}");
}

#[test]
fn the_threads_do_not_change_the_answer() {
    let solve = |threads: &str| {
        let mut result = json(&["solve", "cases/lockpick/hard/curses-100.txt", "-t", threads, "--format", "json"]);
        for field in ["elapsed_ms", "threads"] {
            result.as_object_mut().unwrap().remove(field);
        }
        result
    };
    let one = solve("1");
    assert_eq!((&one, &one), (&solve("2"), &solve("3")));
}

#[test]
fn verdicts_and_exit_codes() {
    let (code, out, _) = fathom(&["solve", "cases/lockpick/mechanics/gate-none.txt", "--exit-code"]);
    assert!(code == 20 && out.contains("No solution: every state"), "{out}");
    let (code, ..) = fathom(&["solve", "cases/lockpick/mechanics/gate.txt", "--exit-code"]);
    assert_eq!(code, 10);
    let (code, out, _) = fathom(&["solve", "cases/lockpick/hard/curses-100.txt", "--node-limit", "10"]);
    assert!(code == 3 && out.contains("node limit"), "{out}");
}

/// Forty keys, all even and all different, and a door that takes an odd number before one that wants nothing: there is
/// no solution, and no way to see that but to try all 2^40 sets of keys.
fn explosive() -> String {
    let mut level = "level Bang\nstart hub\nhave 1000 white\njunction hub\ngoal out\ndoor odd 501 white\n\
                     door empty blank white\npath hub - odd - empty - out\n"
        .to_owned();
    for index in 0..40 {
        let amount = 2 * (index * index + 7 * index + 1);
        let sign = if index % 2 == 0 { "" } else { "-" };
        level += &format!("key k{index} {sign}{amount} white\npath hub - k{index}\n");
    }
    level
}

#[test]
fn memory_stays_under_its_limit() {
    let env = Environment::new();
    let case = env.write("bang.txt", explosive());
    let run = env.run(&["solve", &case, "--memory-limit", "64M", "--format", "json", "-t", "1"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    let result: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&result["status"], &result["stop"]), (&"unknown".into(), &"memory-limit".into()));
    assert!(result["reason"].as_str().is_some_and(|reason| reason.contains("states")));
    assert!(result.get("searched").is_none(), "there are no ids to speak of");
    let learned = &result["learned"];
    assert_eq!(learned["needed"], serde_json::json!(["odd", "empty"]));
    for field in ["expanded", "states", "depth", "nearest_guess"] {
        assert!(learned[field].as_u64().is_some_and(|number| number > 0), "{field}: {learned}");
    }
    let run = env.run(&["solve", &case, "--node-limit", "50", "-t", "1"]);
    assert!(run.code == Some(3) && run.stdout.contains("every solution needs door odd, door empty."), "{}", run.stdout);
    assert!(!run.stdout.contains("of the ids"), "{}", run.stdout);
}

/// The paper's searches remember nothing of what they met, but breadth first has a list of what it is to look at.
#[test]
fn the_papers_breadth_first_search_stays_under_the_limit() {
    let env = Environment::new();
    let keys: String = ["white", "orange", "red", "blue"].repeat(10).iter().map(|c| format!("key {c} 1 0\n")).collect();
    let edges: String = (1..42).map(|node| format!("0 {node}\n")).collect();
    let case = env.write("wide.txt", format!("41\n{keys}door white 99 0\n42\n{edges}41 42\n"));
    let run = env.run(&["solve", &case, "--strategy", "bfs", "--memory-limit", "64M"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(run.stdout.contains("the memory limit was reached"), "{}", run.stdout);
    assert!(run.stdout.contains("the goal cannot be reached"), "{}", run.stdout);
}

const PROFIT_MARGIN: &str = "cases/lockpick/paper/3-6_profit_margin.txt";

#[test]
fn the_papers_search_is_cut_by_ids() {
    let env = Environment::new();
    let arguments = ["generate", "lockpick", "--unsolvable", "--nodes", "16", "--seed", "5"];
    let case = env.write("none.txt", env.succeed(&arguments));
    let nodes = |more: &[&str]| {
        let run = env.run(&[&["solve", &case, "--strategy", "dfs", "--format", "json"], more].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let result: Value = serde_json::from_str(&run.stdout).unwrap();
        (result["nodes"].as_u64().unwrap(), result["status"].as_str().unwrap().to_owned())
    };
    let (all, status) = nodes(&["-t", "1", "-b", "1"]);
    assert_eq!(status, "unsolvable");
    assert_eq!(nodes(&["-t", "3", "-b", "50"]), (all, status));
    let parts = ["../0/1", "/0/1../1", "/1.."].map(|range| nodes(&["--range", range]));
    assert!(parts.iter().all(|(_, status)| status == "unknown"), "{parts:?}");
    assert_eq!(parts.iter().map(|(nodes, _)| nodes).sum::<u64>(), all);
}

#[test]
fn the_papers_search_goes_on_from_a_checkpoint() {
    let env = Environment::new();
    let case = env.write("case.txt", std::fs::read_to_string(PROFIT_MARGIN).unwrap());
    let run = |more: &[&str]| {
        let arguments = ["solve", &case, "--strategy", "dfs", "--format", "json", "--checkpoint", "state", "-t", "1"];
        env.run(&[&arguments[..], more].concat())
    };
    let first = run(&["--node-limit", "2000000"]);
    assert_eq!(first.code, Some(75), "{}", first.stderr);
    let last = run(&["--resume"]);
    assert_eq!(last.code, Some(0), "{}", last.stderr);
    let result: Value = serde_json::from_str(&last.stdout).unwrap();
    assert_eq!((result["nodes"].as_u64(), &result["solutions"][0]["length"]), (Some(7_731_264), &23.into()));
}

#[test]
fn levels_are_shown_drawn_and_made() {
    let (code, out, _) = fathom(&["show", "cases/lockpick/mechanics/floor.txt"]);
    assert!(code == 0 && out.contains("[while step]") && out.contains("door exit (1 orange)"), "{out}");
    let (_, text, _) = fathom(&["show", CARGO_LIFT, "--format", "level"]);
    let env = Environment::new();
    let copy = env.write("copy.txt", &text);
    let result = json(&["solve", &copy, "--shortest", "--format", "json"]);
    assert_eq!(result["solutions"][0]["length"], 14);
    env.succeed(&["draw", &copy, "--solve", "-o", "picture.svg"]);
    let svg = env.read("picture.svg");
    assert_eq!(svg.matches("<circle").count(), 14, "a mark for every step");
    env.succeed(&["draw", &copy, "-o", "picture.png"]);
    assert!(std::fs::read(env.path("picture.png")).unwrap().starts_with(b"\x89PNG"));
    for kind in ["--solvable", "--unsolvable"] {
        let made = env.succeed(&[
            "generate",
            "lockpick",
            kind,
            "--nodes",
            "25",
            "--seed",
            "5",
            "--mechanics",
            "bulk,master,blank",
        ]);
        assert_eq!(
            made,
            env.succeed(&[
                "generate",
                "lockpick",
                kind,
                "--nodes",
                "25",
                "--seed",
                "5",
                "--mechanics",
                "bulk,master,blank"
            ])
        );
        let case = env.write("made.txt", &made);
        let run = env.run(&["solve", &case, "--exit-code"]);
        assert_eq!(run.code, Some(if kind == "--solvable" { 10 } else { 20 }));
    }
    let run = env.run(&["generate", "lockpick", "--mechanics", "bulk,magic"]);
    assert!(run.code == Some(2) && run.stderr.contains("no mechanic 'magic'"), "{}", run.stderr);
}

#[test]
fn flags_that_make_no_sense_are_refused() {
    for (arguments, word) in [
        (&["count", CARGO_LIFT][..], "not counted"),
        (&["solve", CARGO_LIFT, "--all"], "one route"),
        (&["solve", CARGO_LIFT, "--strategy", "magic"], "no strategy 'magic'"),
        (&["solve", CARGO_LIFT, "--level", "2"], "level is for files of the game"),
        (&["solve", CARGO_LIFT, "--strategy", "guided", "--range", "/0../1"], "dfs can"),
        (&["solve", CARGO_LIFT, "--strategy", "dfs", "--range", "3..4"], "not a path"),
        (&["solve", CARGO_LIFT, "--strategy", "dfs", "--shortest"], "first route it meets"),
        (&["show", CARGO_LIFT, "--id", "3"], "not a path"),
        (&["show", CARGO_LIFT, "--id", "/0/99"], "no id /0/99"),
    ] {
        let (code, _, err) = fathom(arguments);
        assert!(code == 2 && err.contains(word), "{arguments:?}: {err}");
    }
    let (code, _, err) = fathom(&["solve", "cases/lockpick/bad/unknown-colour.txt"]);
    assert!(code == 2 && err.contains("unknown-colour.txt:4:9"), "{err}");
}

#[test]
fn an_outline_without_a_route_was_drawn_as_if_it_had_one() {
    let env = Environment::new();
    let answer = env.path("answer.json").display().to_string();
    fathom(&["solve", CARGO_LIFT, "-o", &answer]);
    let text = env.path("drawn.txt").display().to_string();
    for args in [&["--solve"][..], &[&answer], &["--id", "/0/1"], &["--solve", "-o", &text]] {
        let (code, out, err) = fathom(&[&["draw", CARGO_LIFT], args].concat());
        assert!(code == 2 && out.is_empty(), "{args:?}: {out}");
        assert!(err.contains("no room for a route: draw .svg"), "{args:?}: {err}");
    }
    let (code, out, _) = fathom(&["draw", CARGO_LIFT]);
    assert!(code == 0 && out.contains("nodes"), "{out}");
}

#[test]
fn mechanics_of_wild_levels_were_promised_to_proved_ones() {
    for kind in ["--solvable", "--unsolvable"] {
        for mechanic in ["gate", "oneway", "floor", "infinite", "salvage", "near"] {
            let (code, out, err) =
                fathom(&["generate", "lockpick", kind, "--mechanics", &format!("bulk,{mechanic}"), "--nodes", "5"]);
            assert!(code == 2 && out.is_empty(), "{kind} {mechanic}: {out}");
            assert!(err.contains(&format!("cannot have {mechanic} in")) && err.contains("use bulk, master"), "{err}");
        }
    }
    let (code, out, err) = fathom(&["generate", "lockpick", "--mechanics", "gate", "--nodes", "12"]);
    assert!(code == 0 && out.contains("\ngate "), "{out}{err}");
}

#[test]
fn what_is_said_of_a_route_is_judged() {
    const GATE: &str = "cases/lockpick/mechanics/gate.txt";
    let env = Environment::new();
    let answer = env.path("answer.txt").display().to_string();
    fathom(&["solve", GATE, "--shortest", "-o", &answer]);
    let (code, out, err) = fathom(&["check", GATE, &answer]);
    assert_eq!(out, "right: 2 steps reach the goal; that no route is shorter was not checked\n", "{err}");
    assert_eq!(code, 0);
    let text = env.read("answer.txt");
    let twice = text.replace("\n1 solution found", &format!("\nSolution 2\n{}\n2 solutions found", route_in(&text)));
    for (doctored, reason) in [
        (text.replace("\n2 steps", "\n3 steps"), "it says 3 steps but holds 2"),
        (text.replace("\n2 steps", "\n1 step"), "it says 1 step but holds 2"),
        (twice, "route 2: it is there twice"),
    ] {
        assert_ne!(doctored, text);
        let doctored = env.write("doctored.txt", doctored);
        let (code, out, err) = fathom(&["check", GATE, &doctored]);
        assert!(code == 2 && out.contains(reason), "{reason}: {out}{err}");
    }
}

/// The lines of the only solution of a report.
fn route_in(report: &str) -> &str {
    let (_, rest) = report.split_once("Solution 1\n").expect("a solution");
    rest.split_once("\n\n").expect("an end").0
}

#[test]
fn what_is_said_once_was_overwritten_by_the_next_line() {
    let env = Environment::new();
    let level = "level A\nstart s\njunction s\njunction t\nhave 2 red\ngoal g\nlens on\npath s - t - g\n";
    for (more, what) in [
        ("start t\n", "'start' is said twice"),
        ("level B\n", "'level' is said twice"),
        ("lens off\n", "'lens' is said twice"),
        ("have 3 red\n", "'have red' is said twice"),
    ] {
        let file = env.write("level.txt", format!("{level}{more}"));
        let (code, _, err) = fathom(&["solve", &file]);
        assert!(code == 2 && err.contains(what) && err.contains("level.txt:9:1"), "{more}: {err}");
    }
    let file = env.write("level.txt", format!("{level}have 3 blue\n"));
    assert_eq!(fathom(&["solve", &file]).0, 0);
}
