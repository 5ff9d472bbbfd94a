//! Estimates: how large a search is, without searching.

use crate::environment::{Environment, case};
use serde_json::Value;

fn estimate(env: &Environment, args: &[&str]) -> Value {
    let text = env.succeed(&[args, &["--estimate", "--format", "json"]].concat());
    let object: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!((&object["status"], &object["solutions"]), (&"unknown".into(), &serde_json::json!([])), "{text}");
    object["estimate"].clone()
}

/// Does the interval of a figure hold a number, with some room?
fn holds(figure: &Value, number: f64) -> bool {
    let [least, most] = ["least", "most"].map(|name| figure[name].as_f64().expect("a figure has bounds"));
    least * 0.8 <= number && number <= most * 1.25
}

#[test]
fn every_complete_strategy_tells_its_nodes_solutions_and_time() {
    let env = Environment::new();
    let file = case("polyomino/pentominoes-6x10.txt");
    // As many nodes as a search visits that is not told to count by windows.
    for (strategy, nodes) in [("cover", 25_848_916.0), ("constrained", 0.0)] {
        let told = estimate(&env, &["count", &file, "--strategy", strategy, "-t", "1"]);
        assert!(holds(&told["solutions"], 9356.0), "{strategy}: {told}");
        assert!(nodes == 0.0 || holds(&told["nodes"], nodes), "{strategy}: {told}");
        assert!(told["seconds"]["about"].as_f64().unwrap() > 0.0, "{strategy}: {told}");
        assert_eq!(told["threads"], 1);
    }
    // What is done within a moment, on however busy a machine, is known exactly.
    for args in [
        &["count", file.as_str()][..],
        &["solve", &case("polyomino/pyramid-3.txt"), "--strategy", "brute"],
        &["count", &case("exact-cover/queens-8.dlx")],
    ] {
        let told = estimate(&env, args);
        assert_eq!((&told["rounds"], &told["solutions"]["least"]), (&0.into(), &told["solutions"]["most"]), "{told}");
    }
    let queens = estimate(&env, &["count", &case("exact-cover/queens-8.dlx"), "--strategy", "ordered"]);
    assert_eq!(queens["solutions"]["about"], 92.0);
    let text = env.succeed(&["count", &case("polyomino/iq-puzzler-pro-pyramid.txt"), "--estimate", "-t", "1"]);
    assert!(text.contains(" nodes, likely ") && text.contains("a search of all of it here: about "), "{text}");
}

#[test]
fn estimates_keep_to_limits_and_refuse_what_makes_no_sense() {
    let env = Environment::new();
    let file = case("polyomino/one-sided-pentominoes-9x10.txt");
    let run = env.run(&["count", &file, "--no-mirror", "--estimate", "--strategy", "cover", "--time-limit", "200ms"]);
    assert!(matches!(run.code, Some(0 | 3)), "{}{}", run.stdout, run.stderr);
    for (args, what) in [
        (&["--range", "/0.."][..], "a range of ids"),
        (&["--checkpoint", "state"], "a checkpoint"),
        (&["--node-limit", "10"], "a limit of nodes"),
        (&["--strategy", "portfolio"], "portfolio"),
    ] {
        let run = env.run(&[&["solve", &file, "--no-mirror", "--estimate"], args].concat());
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.stdout);
        assert!(run.stderr.contains(what), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn estimates_refuse_questions_that_they_do_not_answer() {
    let env = Environment::new();
    let board = env.write("board.txt", "1@\n11\n");
    let cover = case("exact-cover/queens-8.dlx");
    let pieces = case("polyomino/pentominoes-3x20.txt");
    for (args, what) in [
        (&["solve", &board, "--all"][..], "a list of all solutions"),
        (&["solve", &board, "-s", "2"], "a number of solutions"),
        (&["solve", &board, "--nth", "0"], "a solution by its number"),
        (&["solve", &board, "--random", "3"], "by chance"),
        (&["count", &board, "--best"], "the number of best games"),
        (&["solve", &board, "--range", "/0.."], "a range of ids"),
        (&["solve", &board, "--strategy", "dfs"], "a strategy"),
        (&["solve", &cover, "--all"], "a list of all solutions"),
        (&["solve", &cover, "--unique"], "exactly one solution"),
        (&["solve", &pieces, "--nth", "1"], "a solution by its number"),
        (&["solve", &pieces, "--forced", "2"], "in common"),
    ] {
        let run = env.run(&[args, &["--estimate"]].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(what), "{args:?}: {}", run.stderr);
    }
}
