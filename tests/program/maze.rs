//! Mazes: made, read, solved, shown, checked and drawn by the program.

use std::path::Path;

use crate::environment::{self, Environment, case, without_times};
use serde_json::Value;

const ALGORITHMS: [&str; 11] = [
    "dfs",
    "kruskal",
    "prim",
    "wilson",
    "aldous-broder",
    "eller",
    "growing-tree",
    "hunt-and-kill",
    "recursive-division",
    "sidewinder",
    "binary-tree",
];

pub fn made(env: &Environment, args: &[&str]) -> String {
    let mut all = vec!["generate", "maze", "--quiet"];
    all.extend(args);
    env.succeed(&all)
}

#[test]
fn the_papers_sizes_are_perfect_mazes() {
    let env = Environment::new();
    for (size, cells) in [("21x31", "150 cells, 149 passages"), ("17x23", "88 cells, 87 passages")] {
        let text = made(&env, &["--wall-grid", size, "--seed", "1"]);
        env.write("maze.txt", &text);
        let (height, width) = size.split_once('x').unwrap();
        assert_eq!(text.lines().count().to_string(), height);
        assert!(text.lines().all(|line| line.len().to_string() == width));
        let verdict = env.succeed(&["check", "maze.txt"]);
        assert_eq!(verdict, format!("right: perfect: {cells}, parts: 1, loops: 0\n"));
    }
}

#[test]
fn a_seed_is_a_maze() {
    let env = Environment::new();
    let one = made(&env, &["--rows", "40", "--cols", "50", "--seed", "2015"]);
    assert_eq!(one, made(&env, &["--rows", "40", "--cols", "50", "--seed", "2015", "--memory", "compact"]));
    assert_ne!(one, made(&env, &["--rows", "40", "--cols", "50", "--seed", "2016"]));
    let tiles =
        |threads| made(&env, &["--rows", "300", "--cols", "270", "--seed", "1", "--parallel", "tiles", "-t", threads]);
    assert_eq!(tiles("1"), tiles("4"));
    let eller = ["--rows", "31", "--cols", "77", "--seed", "9", "--algorithm", "eller"];
    assert_eq!(made(&env, &eller), made(&env, &[&eller[..], &["--stream"]].concat()));
    insta::assert_snapshot!(made(&env, &["--wall-grid", "21x31", "--seed", "2015"]));
}

#[test]
fn every_algorithm_makes_every_kind() {
    let env = Environment::new();
    for algorithm in ALGORITHMS {
        for (routing, kind) in [
            ("perfect", "perfect"),
            ("braid", "braid"),
            ("partial-braid", "partial braid"),
            ("unicursal", "unicursal"),
            ("sparse", "perfect, sparse"),
        ] {
            let args = ["--rows", "11", "--cols", "14", "--seed", "5", "--algorithm", algorithm, "--routing", routing];
            made(&env, &[&args[..], &["-o", "maze.json"]].concat());
            let verdict = env.succeed(&["check", "maze.json"]);
            assert!(verdict.starts_with(&format!("right: {kind}:")), "{algorithm} {routing}: {verdict}");
        }
    }
}

#[test]
fn all_strategies_solve_what_all_formats_hold() {
    let env = Environment::new();
    let args = ["--rows", "9", "--cols", "13", "--seed", "3", "--routing", "braid"];
    let mut lengths = Vec::new();
    for output in ["maze.txt", "maze.json", "maze.png"] {
        let scale: &[&str] = if output.ends_with("png") { &["--scale", "3"] } else { &[] };
        made(&env, &[&args[..], &["-o", output], scale].concat());
        for strategy in ["auto", "bfs", "dfs", "dead-ends", "wall-follower", "a-star"] {
            env.succeed(&["solve", output, "--strategy", strategy, "-o", "answer.json"]);
            let verdict = env.succeed(&["check", output, "answer.json"]);
            assert!(verdict.starts_with("right: 1 "), "{output} {strategy}: {verdict}");
            let answer: Value = serde_json::from_str(&env.read("answer.json")).unwrap();
            if strategy == "bfs" {
                lengths.push(answer["solutions"][0]["length"].as_u64().unwrap());
            }
        }
    }
    assert!(lengths.windows(2).all(|pair| pair[0] == pair[1]), "{lengths:?}");
    for style in ["ascii", "box", "half"] {
        let text = made(&env, &[&args[..], &["--style", style]].concat());
        env.write("styled.txt", text);
        let solved = env.succeed(&["solve", "styled.txt", "--from", "0,0", "--to", "8,12"]);
        assert!(solved.contains(&format!("\nLength: {}\n", lengths[0])), "{style}: {solved}");
    }
}

#[test]
fn wrong_answers_are_rejected() {
    let env = Environment::new();
    let file = case("maze/islands.txt");
    env.succeed(&["solve", &file, "-o", "answer.json"]);
    let answer: Value = serde_json::from_str(&env.read("answer.json")).unwrap();
    let moves = answer["solutions"][0]["moves"].as_str().unwrap().to_owned();
    let reject = |change: &dyn Fn(&mut Value)| {
        let mut mutated = answer.clone();
        change(&mut mutated);
        env.write("mutated.json", mutated.to_string());
        let run = env.run(&["check", &file, "mutated.json"]);
        assert_eq!(run.code, Some(2), "{}{}", run.stdout, run.stderr);
        assert!(run.stdout.starts_with("wrong: "), "{}{}", run.stdout, run.stderr);
    };
    reject(&|answer| answer["solutions"][0]["moves"] = moves.replacen('D', "U", 1).into());
    reject(&|answer| answer["solutions"][0]["moves"] = format!("{moves}1X").into());
    reject(&|answer| answer["solutions"][0]["moves"] = format!("{moves}1U1D").into());
    reject(&|answer| answer["solutions"][0]["moves"] = "999999999999R".into());
    reject(&|answer| answer["solutions"][0]["length"] = 1.into());
    reject(&|answer| answer["solutions"] = Value::Array(Vec::new()));
    reject(&|answer| answer["status"] = "unsolvable".into());
    reject(&|answer| {
        let first = answer["solutions"][0].clone();
        answer["solutions"].as_array_mut().unwrap().push(first);
    });
}

#[test]
fn no_way_is_proved_and_checked() {
    let env = Environment::new();
    let file = case("maze/no-way.txt");
    for strategy in ["bfs", "dfs", "dead-ends", "wall-follower", "a-star"] {
        let run = env.run(&["solve", &file, "--strategy", strategy, "--exit-code", "-o", "answer.json"]);
        if strategy == "wall-follower" {
            // The wall leads around without passing all cells: that proves nothing.
            assert_eq!(run.code, Some(3), "{}", run.stderr);
            continue;
        }
        assert_eq!(run.code, Some(20), "{strategy}: {}", run.stderr);
        assert_eq!(env.succeed(&["check", &file, "answer.json"]), "right: there is no way\n");
    }
    assert!(env.succeed(&["solve", &file, "--from", "0,0", "--to", "1,0"]).contains("Length: 3"));
}

#[test]
fn drawings_of_others_are_read() {
    let env = Environment::new();
    let plus = env.succeed(&["solve", &case("maze/plus-and-minus.txt")]);
    assert!(plus.contains("3x4 cells"), "{plus}");
    insta::assert_snapshot!(
        without_times(&env.succeed(&["solve", "--format", "text", &case("maze/cave.txt")]))
            .replace(&case("maze/cave.txt"), "cave.txt")
    );
    let ways = env.succeed(&["count", &case("maze/cave.txt")]);
    env.succeed(&["solve", &case("maze/cave.txt"), "--all", "-o", "all.json"]);
    let all: Value = serde_json::from_str(&env.read("all.json")).unwrap();
    let listed = all["solutions"].as_array().unwrap().len();
    assert!(listed > 0 && ways.lines().any(|line| line.starts_with(&format!("{listed} solution"))), "{listed}: {ways}");
}

#[test]
fn several_shortest_ways_and_the_longest() {
    let env = Environment::new();
    let file = case("maze/two-ways.txt");
    let counted = env.succeed(&["count", &file]);
    env.succeed(&["solve", &file, "--all", "-o", "all.json"]);
    let all: Value = serde_json::from_str(&env.read("all.json")).unwrap();
    let ways = all["solutions"].as_array().unwrap().len();
    assert!(ways == 2 && counted.contains(&format!("\n{ways} solutions\n")), "{counted}");
    assert!(env.succeed(&["check", &file, "all.json"]).contains("different shortest ways"));
    let run = env.run(&["solve", &file, "--longest"]);
    assert_eq!(run.code, Some(2), "a maze with loops has no such way");
    made(&env, &["--rows", "8", "--cols", "9", "--seed", "1", "-o", "perfect.txt"]);
    let shown = env.succeed(&["show", "perfect.txt"]);
    let longest = shown.lines().find_map(|line| line.strip_prefix("Longest way: ")).unwrap();
    let solved = env.succeed(&["solve", "perfect.txt", "--longest"]);
    assert!(solved.contains(&format!("Length: {}", longest.trim_end_matches(" steps"))), "{solved}");
}

#[test]
fn mazes_have_numbers() {
    let env = Environment::new();
    assert!(env.succeed(&["show", "--rows", "3", "--cols", "3"]).ends_with(": 192\n"));
    let text = env.succeed(&["show", "--rows", "8", "--cols", "11", "--id", "31415926535897932384626433832795"]);
    env.write("maze.txt", &text);
    let shown = env.succeed(&["show", "maze.txt"]);
    assert!(shown.contains("Number: 31415926535897932384626433832795 of "), "{shown}");
    let batch = made(&env, &["--rows", "2", "--cols", "2", "--ids", "0..4"]);
    insta::assert_snapshot!(batch);
    for wrong in ["4", "-1", "x"] {
        assert_eq!(env.run(&["show", "--rows", "2", "--cols", "2", "--id", wrong]).code, Some(2));
    }
    for wrong in ["0..5", "3..2", "1", "a..b"] {
        assert_eq!(env.run(&["generate", "maze", "--rows", "2", "--cols", "2", "--ids", wrong]).code, Some(2));
    }
}

#[test]
fn masks_with_holes_and_in_parts() {
    let env = Environment::new();
    for algorithm in ALGORITHMS {
        for (mask, kind) in [("ring-mask.txt", "perfect, sparse"), ("two-parts-mask.txt", "perfect in each part")] {
            let mask = case(&format!("maze/{mask}"));
            let run = env.run(&["generate", "maze", "--mask", &mask, "--algorithm", algorithm, "-o", "maze.txt"]);
            match algorithm {
                "eller" | "recursive-division" | "sidewinder" | "binary-tree" => {
                    assert_eq!(run.code, Some(2));
                    assert!(run.stderr.contains("cannot leave cells out"), "{}", run.stderr);
                }
                _ => {
                    assert_eq!(run.code, Some(0), "{}", run.stderr);
                    let verdict = env.succeed(&["check", "maze.txt"]);
                    assert!(verdict.starts_with(&format!("right: {kind}:")), "{algorithm}: {verdict}");
                }
            }
        }
    }
    let plus = case("polyomino/paper-plus.txt");
    let verdict = made(&env, &["--mask", &plus, "--seed", "1"]);
    env.write("plus.txt", verdict);
    assert!(env.succeed(&["check", "plus.txt"]).contains("19 cells, 18 passages"));
}

#[test]
fn sizes_that_cannot_be_are_refused() {
    let env = Environment::new();
    for (rows, cols) in [
        ("0", "5"),
        ("5", "0"),
        ("18446744073709551615", "18446744073709551615"),
        ("1073741823", "1073741823"),
        ("99999999999999999999", "1"),
        ("-3", "4"),
        ("two", "4"),
    ] {
        let run = env.run(&["generate", "maze", "--rows", rows, "--cols", cols, "-o", "maze.txt"]);
        assert_eq!(run.code, Some(2), "{rows}x{cols}: {}", run.stderr);
        assert!(!env.path("maze.txt").exists());
    }
    for size in ["20x31", "1x1", "21", "0x0", "axb"] {
        assert_eq!(env.run(&["generate", "maze", "--wall-grid", size]).code, Some(2), "{size}");
    }
    for (rows, cols) in [("1", "1"), ("1", "40"), ("40", "1")] {
        for routing in ["perfect", "unicursal", "sparse", "partial-braid"] {
            made(
                &env,
                &["--rows", rows, "--cols", cols, "--routing", routing, "--certify", "--solve", "-o", "maze.txt"],
            );
            env.succeed(&["solve", "maze.txt"]);
        }
    }
}

#[test]
fn nothing_is_left_half_written() {
    let env = Environment::new();
    std::fs::create_dir(env.path("folder.png")).unwrap();
    let files = || std::fs::read_dir(env.path(".")).unwrap().count();
    let before = files();
    for output in ["folder.png", "missing/maze.png", "maze.bmp", "maze"] {
        let run = env.run(&["generate", "maze", "--rows", "9", "--cols", "9", "-o", output]);
        assert_eq!(run.code, Some(2), "{output}");
        assert!(run.stderr.contains(output), "{}", run.stderr);
        assert_eq!(files(), before, "{output}");
    }
    // A disk without room for a single byte, where the system has one.
    if Path::new("/dev/full").exists() {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = env.command(&["generate", "maze", "--rows", "300", "--cols", "300"]);
        let run = command.stdout(full).output().unwrap();
        assert_eq!(run.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&run.stderr).contains("cannot write"));
    }
    #[cfg(unix)]
    if Path::new("/dev/full").exists() {
        for (output, extra) in [
            ("full.txt", "--solve"),
            ("full.png", "--solve"),
            ("full.svg", "--solve"),
            ("full.json", "--solve"),
            ("full.txt", "--stream"),
        ] {
            let _ = std::fs::remove_file(env.path(output));
            std::os::unix::fs::symlink("/dev/full", env.path(output)).unwrap();
            let size = ["generate", "maze", "--rows", "300", "--cols", "300", "--algorithm", "eller"];
            let run = env.run(&[&size[..], &[extra, "-o", output]].concat());
            assert_eq!(run.code, Some(2), "{output}");
            assert!(run.stderr.contains(&format!("cannot write {output}")), "{}", run.stderr);
        }
    }
}

#[test]
fn nobody_has_to_listen() {
    let env = Environment::new();
    if Path::new("/dev/full").exists() {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let args = ["generate", "maze", "--rows", "5", "--cols", "5", "--stats", "--certify", "--solve"];
        assert_eq!(env.command(&args).stderr(full).output().unwrap().status.code(), Some(0));
    }
    let quiet = env.run(&["generate", "maze", "--rows", "5", "--cols", "5", "--certify", "--solve", "--quiet"]);
    assert_eq!((quiet.code, quiet.stderr.as_str()), (Some(0), ""));
}

#[test]
fn bad_mazes_are_refused_with_these_messages() {
    let env = Environment::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/maze/bad");
    let mut names: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let mut messages = String::new();
    for name in names {
        let mut command = env.command(&["solve", "--family", "maze", &name]);
        let run = environment::Run::of(command.current_dir(&folder).output().unwrap());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{name}");
        messages += &format!("{name}\n{}\n", run.stderr);
    }
    insta::assert_snapshot!(messages);
}

#[test]
fn what_cannot_be_written_is_said_before_the_maze_is_made() {
    let env = Environment::new();
    // A size that would take hours.
    for output in ["maze.gif", "maze", "nowhere/maze.png"] {
        let run = env.run(&["generate", "maze", "--rows", "200000", "--cols", "200000", "-o", output]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{output}: {}", run.stderr);
    }
}

#[test]
fn a_share_to_braid_did_nothing_without_its_routing() {
    let env = Environment::new();
    let size = ["generate", "maze", "--rows", "4", "--cols", "6", "--seed", "1"];
    for other in [&["--braid", "0.5"][..], &["--braid", "nonsense"], &["--routing", "braid", "--braid", "0.5"]] {
        let run = env.run(&[&size[..], other].concat());
        assert!(run.code == Some(2) && run.stderr.contains("--braid is for --routing partial-braid"), "{}", run.stderr);
        assert!(run.stdout.is_empty());
    }
    let run = env.run(&[&size[..], &["--routing", "partial-braid", "--braid", "7"]].concat());
    assert!(run.code == Some(2) && run.stderr.contains("--braid 7: expected a share from 0 to 1"), "{}", run.stderr);
}

#[test]
fn a_text_above_64_mib_was_no_puzzle() {
    let env = Environment::new();
    made(
        &env,
        &["--rows", "4200", "--cols", "4200", "--seed", "1", "--algorithm", "eller", "--stream", "-o", "big.txt"],
    );
    assert!(std::fs::metadata(env.path("big.txt")).unwrap().len() > 64 << 20);
    let right = env.succeed(&["check", "big.txt"]);
    assert_eq!(right, "right: perfect: 17640000 cells, 17639999 passages, parts: 1, loops: 0\n");
}

#[test]
fn a_limit_was_seen_only_between_the_phases() {
    let env = Environment::new();
    let too_long = |args: &[&str]| {
        let run = env.run(&[&["generate", "maze", "--seed", "1", "--time-limit", "100ms"], args].concat());
        assert_eq!(run.code, Some(3), "{args:?}: {}", run.stderr);
        assert!(run.at_work.as_secs_f64() < 3.0, "{args:?} took {:?}", run.at_work);
    };
    for algorithm in ALGORITHMS {
        too_long(&["--rows", "9000", "--cols", "9000", "--algorithm", algorithm, "-o", "never.png"]);
    }
    too_long(&["--rows", "9000", "--cols", "9000", "--memory", "compact", "-o", "never.png"]);
    too_long(&["--rows", "9000", "--cols", "9000", "--parallel", "tiles", "-t", "2", "-o", "never.png"]);
    too_long(&["--rows", "9000", "--cols", "9000", "--algorithm", "eller", "--stream", "-o", "never.png"]);
    assert!(!Path::new(&env.path("never.png")).exists());
}

#[test]
fn numbers_of_mazes_did_not_look_at_limits() {
    let env = Environment::new();
    for args in
        [&["--rows", "38", "--cols", "38", "--id", "random"][..], &["--rows", "38", "--cols", "38", "--ids", "0..9"]]
    {
        let run = env.run(&[&["generate", "maze", "--time-limit", "50ms", "-o", "never.txt"], args].concat());
        assert_eq!(run.code, Some(3), "{args:?}: {}", run.stderr);
        // Nothing was made: the name of a maze is told as soon as there is one.
        assert!(!run.stderr.contains("number") && !env.path("never.txt").exists(), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn a_seed_was_taken_for_a_maze_with_a_given_number() {
    let env = Environment::new();
    for numbered in [["--id", "5"], ["--ids", "0..3"]] {
        let args = [&["generate", "maze", "--rows", "3", "--cols", "3", "--seed", "3"], &numbered[..]].concat();
        let run = env.run(&args);
        assert!(run.code == Some(2) && run.stderr.contains("--seed has no effect"), "{args:?}: {}", run.stderr);
    }
    env.succeed(&["generate", "maze", "--rows", "3", "--cols", "3", "--seed", "3", "--id", "random"]);
}
