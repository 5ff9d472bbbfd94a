//! Lists of solutions: on boards of more than 64 cells, into packed files, and after a sudden end.

use std::collections::BTreeSet;

use crate::environment::{Environment, case};
use serde_json::Value;

fn json(env: &Environment, args: &[&str]) -> Value {
    serde_json::from_str(&env.succeed(&[args, &["--format", "json"]].concat())).expect("it is JSON")
}

/// The ids of the solutions of a result, in order.
fn ids(result: &Value) -> Vec<String> {
    let solutions = result["solutions"].as_array().expect("there are solutions");
    solutions.iter().map(|solution| solution["id"].as_str().expect("an id is a text").to_owned()).collect()
}

#[test]
fn boards_of_more_than_64_cells_are_listed_and_numbered() {
    let env = Environment::new();
    let file = case("polyomino/one-sided-pentominoes-3x30.txt");
    let list = |args: &[&str]| json(&env, &[&["solve", &file, "--no-mirror"], args].concat());
    let all = list(&["--all", "-t", "1"]);
    assert_eq!((&all["strategy"], &all["count"]), (&"frontier".into(), &"184".into()));
    let all = ids(&all);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 184);
    for cut in [["-t", "8", "-b", "64"], ["-t", "2", "-b", "1"], ["-t", "64", "-b", "3"]] {
        assert_eq!(ids(&list(&[&["--all"], &cut[..]].concat())), all, "{cut:?}");
    }
    // Another strategy finds the same ones in another order.
    let others = ids(&list(&["--all", "--strategy", "constrained"]));
    assert_eq!(others.iter().collect::<BTreeSet<_>>(), all.iter().collect::<BTreeSet<_>>());
    assert_eq!(ids(&list(&["-s", "5"])), all[..5]);
    for number in [0, 77, 183] {
        let nth = list(&["--nth", &number.to_string()]);
        assert_eq!((ids(&nth), &nth["solutions"][0]["of"]), (vec![all[number].clone()], &"184".into()));
    }
    let drawn = ids(&list(&["--random", "20", "--seed", "3"]));
    assert!(drawn.len() == 20 && drawn.iter().all(|id| all.contains(id)));
    assert_eq!(drawn, ids(&list(&["--random", "20", "--seed", "3", "-t", "3"])));
    assert_eq!(list(&["--unique"])["unique"], false);
    // Ranges of ids put together are the whole.
    let parts: Vec<String> =
        ["../1", "/1../2", "/2.."].iter().flat_map(|range| ids(&list(&["--all", "--range", range]))).collect();
    assert_eq!(parts, all);
    // The path of a solution leads to it.
    let told = list(&["--nth", "77", "-v"]);
    assert_eq!(ids(&told), all[77..78]);
}

#[test]
fn paths_are_written_down_by_all_workers() {
    let env = Environment::new();
    let file = case("polyomino/soma-3x3x3.txt");
    for strategy in ["cover", "constrained"] {
        let list = |cut: [&str; 4]| {
            env.succeed(
                &[&["solve", &file, "--all", "-v", "-o", "all.jsonl", "--strategy", strategy], &cut[..]].concat(),
            );
            let lines = env.read("all.jsonl");
            let records = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("it is JSON"));
            let solutions = records.filter(|record| record["record"] == "solution");
            solutions.map(|record| (record["path"].clone(), record["id"].clone())).collect::<Vec<_>>()
        };
        let alone = list(["-t", "1", "-b", "1"]);
        assert_eq!(alone.len(), 11_520, "{strategy}");
        let paths: Vec<Vec<u64>> = alone
            .iter()
            .map(|(path, _)| path.as_str().expect("every solution has a path"))
            .map(|path| path[1..].split('/').map(|digit| digit.parse().expect("a digit")).collect())
            .collect();
        assert!(paths.is_sorted_by(|a, b| a < b), "{strategy}: solutions come in the order of their paths");
        assert_eq!(list(["-t", "8", "-b", "64"]), alone, "{strategy}");
    }
}

#[test]
fn boxes_are_listed_by_windows_where_those_are_few() {
    let env = Environment::new();
    let file = case("polyomino/solid-pentominoes-2x3x10.txt");
    let count = |strategy: &str| json(&env, &["solve", &file, "--all", "--strategy", strategy, "-t", "2"]);
    let (windows, search) = (count("frontier"), count("constrained"));
    assert_eq!((&windows["strategy"], &windows["count"]), (&"frontier".into(), &"96".into()));
    assert_eq!(ids(&windows).into_iter().collect::<BTreeSet<_>>(), ids(&search).into_iter().collect());
    // Where they are many, a search does the work, and that is said.
    let cube = case("polyomino/bedlam-4x4x4.txt");
    let run = env.run(&["solve", &cube, "--strategy", "frontier", "-s", "2", "--memory-limit", "250M"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("strategy constrained instead: no graph of the board's states"), "{}", run.stderr);
}

#[test]
fn packed_files_hold_the_same_and_are_read_again() {
    let env = Environment::new();
    let file = case("polyomino/soma-3x3x3.txt");
    for plain in ["all.txt", "all.json", "all.jsonl"] {
        env.succeed(&["solve", &file, "-s", "500", "-o", plain, "-q"]);
        let length = env.read(plain).len();
        for ending in ["gz", "zst"] {
            let packed = format!("{plain}.{ending}");
            env.succeed(&["solve", &file, "-s", "500", "-o", &packed, "-q"]);
            let size = std::fs::metadata(env.path(&packed)).unwrap().len() as usize;
            assert!(size * 2 < length, "{packed} has {size} bytes of {length}");
            let verdict = env.succeed(&["check", &file, &packed]);
            assert_eq!(verdict, env.succeed(&["check", &file, plain]));
            assert!(verdict.starts_with("right: 500 solutions"), "{verdict}");
        }
    }
    // The format may be said by itself; pictures are packed already.
    env.succeed(&["solve", &file, "--format", "jsonl", "-o", "said.gz", "-q"]);
    assert!(env.succeed(&["check", &file, "said.gz"]).starts_with("right: 1 solution"));
    for name in ["x.svg.gz", "x.gz", "x.zst", "x.html.zst"] {
        let run = env.run(&["solve", &file, "-o", name]);
        assert_eq!(run.code, Some(2), "{name}");
        assert!(run.stderr.contains("the ending chooses the format"), "{}", run.stderr);
    }
    // A packed case is a case, and one that is cut short is told as one that cannot be read.
    let bytes = std::fs::read(env.path("all.txt.gz")).unwrap();
    env.write("cut.txt.gz", &bytes[..bytes.len() / 2]);
    let run = env.run(&["check", &file, "cut.txt.gz"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("cannot read") && run.stderr.contains("cut.txt.gz"), "{}", run.stderr);
}

/// A list that is killed and taken up again, several times, is complete in the end, with each line once.
#[test]
fn a_list_that_was_killed_is_completed_without_a_gap_or_a_repetition() {
    let env = Environment::new();
    let file = case("polyomino/pentominoes-5x12.txt");
    let search = |output: &'static str| ["solve", &file, "--all", "--strategy", "cover", "-q", "-o", output, "-t", "1"];
    env.succeed(&search("whole.jsonl"));
    let kept = ["--checkpoint", "state", "--checkpoint-every", "20ms", "--resume"];
    let broken = [&search("broken.jsonl")[..], &kept].concat();
    for _ in 0..2 {
        env.kill_after_checkpoint(env.start(&broken), "state");
        assert!(!env.path("broken.jsonl").exists(), "a file is there as a whole or not at all");
    }
    env.succeed(&broken);
    let solutions = |name: &str| -> Vec<String> {
        env.read(name).lines().filter(|line| line.contains("\"record\":\"solution\"")).map(str::to_owned).collect()
    };
    let (whole, broken) = (solutions("whole.jsonl"), solutions("broken.jsonl"));
    assert_eq!((whole.len(), broken.len()), (4040, 4040));
    assert!(whole == broken, "the lines differ");
}
