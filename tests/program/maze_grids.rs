//! Mazes on hexagons, triangles, rings, with crossings and on several floors; batches, books, the best of many seeds,
//! masks and looks: as somebody at the command line uses them.

use crate::environment::Environment;
use serde_json::Value;

const ALGORITHMS: [&str; 8] =
    ["dfs", "kruskal", "prim", "wilson", "aldous-broder", "growing-tree", "hunt-and-kill", "recursive-division"];

/// What chooses each of the grids.
const GRIDS: [&[&str]; 7] = [
    &["--grid", "hex", "--rows", "6", "--cols", "7"],
    &["--grid", "triangle", "--rows", "6", "--cols", "9"],
    &["--grid", "theta", "--rows", "6"],
    &["--grid", "weave", "--rows", "8", "--cols", "9"],
    &["--floors", "3", "--rows", "4", "--cols", "5"],
    &["--grid", "theta", "--rows", "4", "--cols", "5", "--floors", "2"],
    &["--grid", "weave", "--rows", "6", "--cols", "7", "--floors", "2"],
];

fn made(env: &Environment, args: &[&str]) -> String {
    env.succeed(&[&["generate", "maze", "--quiet"], args].concat())
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn every_algorithm_makes_a_certified_maze_on_every_grid() {
    let env = Environment::new();
    for grid in GRIDS {
        for algorithm in ALGORITHMS {
            let args = [grid, &["--algorithm", algorithm, "--seed", "3", "-o", "maze.json"]].concat();
            made(&env, &args);
            let verdict = env.succeed(&["check", "maze.json"]);
            assert!(verdict.starts_with("right: perfect:"), "{grid:?} {algorithm}: {verdict}");
        }
        for algorithm in ["eller", "sidewinder", "binary-tree"] {
            let run = env.run(&[&["generate", "maze"], grid, &["--algorithm", algorithm]].concat());
            assert_eq!(run.code, Some(2), "{grid:?} {algorithm}");
            assert!(run.stderr.contains("whole rows of squares"), "{}", run.stderr);
        }
    }
}

#[test]
fn what_is_written_is_solved_checked_shown_and_drawn_again() {
    let env = Environment::new();
    for grid in GRIDS {
        for routing in ["perfect", "braid"] {
            let mut shown = None;
            for output in ["maze.json", "maze.svg", "maze.png", "maze.txt"] {
                let args = [grid, &["--routing", routing, "--seed", "5", "-o", output]].concat();
                made(&env, &args);
                // All formats hold the same maze.
                let figures = env.succeed(&["show", output]);
                assert_eq!(*shown.get_or_insert(figures.clone()), figures, "{grid:?} {output}");
                for strategy in ["bfs", "dfs", "dead-ends", "wall-follower", "a-star"] {
                    for answer in ["way.json", "way.txt", "way.jsonl"] {
                        if output != "maze.json" && (strategy != "bfs" || answer != "way.json") {
                            continue;
                        }
                        let run = env.run(&["solve", output, "--strategy", strategy, "-q", "-o", answer]);
                        // A hand on the wall of an island never comes to the goal.
                        if run.code == Some(3) && strategy == "wall-follower" && routing == "braid" {
                            continue;
                        }
                        assert_eq!(run.code, Some(0), "{grid:?} {strategy}: {}", run.stderr);
                        let verdict = env.succeed(&["check", output, answer]);
                        let kind =
                            if matches!(strategy, "bfs" | "dead-ends" | "a-star") { "1 shortest way" } else { "1 way" };
                        assert!(verdict.starts_with(&format!("right: {kind} of")), "{grid:?} {strategy}: {verdict}");
                    }
                }
                for drawn in ["drawn.svg", "drawn.png", "drawn.json", "drawn.html", "drawn.txt"] {
                    if matches!(output, "maze.json" | "maze.txt") || drawn == "drawn.svg" {
                        env.succeed(&["draw", output, "--solve", "-o", drawn, "-q"]);
                        if drawn != "drawn.html" {
                            assert_eq!(env.succeed(&["show", drawn]), figures, "{grid:?} {output} {drawn}");
                        }
                    }
                }
            }
            let counted = env.succeed(&["count", "maze.json", "--format", "json"]);
            env.succeed(&["solve", "maze.json", "--all", "-o", "all.json", "-q"]);
            let all = json(&env.read("all.json"));
            let listed = all["solutions"].as_array().unwrap().len();
            assert_eq!(json(&counted)["count"], listed.to_string(), "{grid:?}");
            assert!(env.succeed(&["check", "maze.json", "all.json"]).starts_with("right:"));
            for picture in ["way.svg", "way.png", "way.html", "moving.svg"] {
                let animate: &[&str] = if picture == "moving.svg" { &["--animate"] } else { &[] };
                env.succeed(&[&["solve", "maze.json", "-q", "-o", picture], animate].concat());
            }
        }
    }
}

#[test]
fn wrong_ways_are_refused() {
    let env = Environment::new();
    for grid in GRIDS {
        made(&env, &[grid, &["--seed", "2", "--entrances", "farthest", "-o", "maze.json"]].concat());
        env.succeed(&["solve", "maze.json", "-q", "-o", "way.json"]);
        let answer = json(&env.read("way.json"));
        let length = answer["solutions"][0]["path"].as_array().unwrap().len();
        let reject = |what: &str, change: &dyn Fn(&mut Value)| {
            let mut mutated = answer.clone();
            change(&mut mutated);
            env.write("mutated.json", mutated.to_string());
            let run = env.run(&["check", "maze.json", "mutated.json"]);
            assert_eq!(run.code, Some(2), "{grid:?} {what}: {}{}", run.stdout, run.stderr);
            assert!(run.stdout.starts_with("wrong: "), "{grid:?} {what}: {}{}", run.stdout, run.stderr);
        };
        let path = |value: &mut Value| value["solutions"][0]["path"].as_array_mut().unwrap().clone();
        let with = |value: &mut Value, cells: Vec<Value>| value["solutions"][0]["path"] = cells.into();
        reject("a step is left out", &|value| {
            let mut cells = path(value);
            cells.remove(length / 2);
            with(value, cells);
        });
        reject("the end is left out", &|value| {
            let mut cells = path(value);
            cells.pop();
            with(value, cells);
            value["solutions"][0]["length"] = (length - 2).into();
        });
        reject("there and back", &|value| {
            let mut cells = path(value);
            let extra = [cells[length - 2].clone(), cells[length - 1].clone()];
            cells.extend(extra);
            with(value, cells);
            value["solutions"][0]["length"] = (length + 1).into();
        });
        reject("another length", &|value| value["solutions"][0]["length"] = 1.into());
        reject("an empty path", &|value| with(value, Vec::new()));
        reject("a place that is none", &|value| with(value, vec![vec![99, 99].into()]));
        reject("nothing", &|value| value["solutions"] = Value::Array(Vec::new()));
        reject("unsolvable", &|value| value["status"] = "unsolvable".into());
        reject("twice", &|value| {
            let first = value["solutions"][0].clone();
            value["solutions"].as_array_mut().unwrap().push(first);
        });
    }
}

#[test]
fn what_makes_no_sense_is_refused_with_the_reason() {
    let env = Environment::new();
    env.write("mask.txt", "XX\nXX\n");
    let hex = ["--grid", "hex", "--rows", "4", "--cols", "4"];
    for (args, reason) in [
        (&["--grid", "octagon", "--rows", "3", "--cols", "3"][..], "octagon"),
        (&["--grid", "hex", "--rows", "0", "--cols", "3"], "0 rows"),
        (&["--grid", "hex", "--rows", "99999999", "--cols", "99999999"], "at most"),
        (&["--grid", "theta", "--rows", "99999999999"], "rows"),
        (&["--grid", "theta", "--rows", "3", "--cols", "2"], "three or more"),
        (&["--grid", "theta", "--mask", "mask.txt"], "theta"),
        (&["--grid", "theta", "--rows", "4", "--mask", "none.txt"], "none.txt"),
        (&["--floors", "0", "--rows", "3", "--cols", "3"], "floors"),
        (&["--floors", "99999999999", "--rows", "3", "--cols", "3"], "floors"),
        (&["--rows", "3", "--cols", "3", "--stairs", "0.5"], "floors"),
        (&["--rows", "3", "--cols", "3", "--crossings", "0.5"], "weave"),
        (&["--grid", "hex", "--rows", "3", "--cols", "3", "--crossings", "0.5"], "weave"),
        (&["--grid", "weave", "--rows", "5", "--cols", "5", "--routing", "sparse"], "tunnels"),
        (&["--grid", "hex", "--rows", "5", "--cols", "5", "--routing", "unicursal"], "unicursal"),
        (&["--grid", "weave", "--rows", "5", "--cols", "5", "--entrances", "0,0:9,9"], "no cell 9,9"),
        (&["--grid", "weave", "--rows", "5", "--cols", "5", "--crossings", "2"], "share"),
        (&["--rows", "5", "--cols", "5", "--theme", "dark", "-o", "x.txt"], "--theme is for .svg"),
        (&["--rows", "5", "--cols", "5", "--theme", "neon", "-o", "x.svg"], "neon"),
        (&["--rows", "5", "--cols", "5", "--wall-width", "9", "-o", "x.svg"], "wall-width"),
        (&["--rows", "5", "--cols", "5", "--animate", "-o", "x.png"], "animate"),
        (&["--rows", "5", "--cols", "5", "--count", "3"], "folder"),
        (&["--rows", "5", "--cols", "5", "--count", "3", "-o", "x.txt"], "folder"),
        (&["--rows", "5", "--cols", "5", "--count", "0", "-o", "dir/"], "count"),
        (&["--rows", "5", "--cols", "5", "--pick", "hardest"], "of"),
        (&["--rows", "5", "--cols", "5", "--of", "3", "--pick", "ugliest"], "ugliest"),
        (&["--rows", "300", "--cols", "300", "--count", "2", "-o", "x.html"], "too large"),
        (&["--mask-text", ""], "letters"),
        (&["--mask-text", "A", "--mask", "mask.txt"], "together"),
        (&["--mask", "mask.txt", "--rows", "4"], "its own rows"),
    ] {
        let run = env.run(&[&["generate", "maze"], args].concat());
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(reason), "{args:?}: {}", run.stderr);
        assert!(run.stdout.is_empty(), "{args:?}");
    }
    for square in [
        &["--bias", "0.5"][..],
        &["--wall-grid", "5x5"],
        &["--id", "3"],
        &["--ids", "0..2"],
        &["--memory", "compact"],
        &["--parallel", "tiles"],
        &["--stream"],
        &["--style", "box"],
        &["--scale", "3"],
    ] {
        let run = env.run(&[&["generate", "maze"], &hex[..], square].concat());
        assert_eq!(run.code, Some(2), "{square:?}: {}", run.stderr);
    }
    made(&env, &[&hex[..], &["--seed", "1", "-o", "maze.json"]].concat());
    for args in [
        &["draw", "maze.json", "--theme", "dark", "-o", "x.txt"][..],
        &["draw", "maze.json", "--style", "box", "-o", "x.svg"],
        &["draw", "maze.json", "--theme", "dark", "-o", "x.json"],
        &["draw", "maze.json", "--distance", "-o", "x.html"],
        &["solve", "maze.json", "--from", "7,7"],
        &["solve", "maze.json", "--from", "0,0,0,0"],
        &["solve", "maze.json", "--from", "x"],
    ] {
        let run = env.run(args);
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn a_batch_is_a_file_for_every_seed() {
    let env = Environment::new();
    let size = ["--rows", "5", "--cols", "6"];
    made(&env, &[&size[..], &["--count", "3", "--seed", "7", "-o", "dir/"]].concat());
    made(&env, &[&size[..], &["--grid", "hex", "--count", "2", "--seed", "7", "-o", "hex/"]].concat());
    made(&env, &[&size[..], &["--count", "2", "--seed", "7", "-o", "pictures/maze-{}.svg"]].concat());
    for (seed, name) in [("7", "dir/7.txt"), ("8", "dir/8.txt"), ("9", "dir/9.txt")] {
        assert_eq!(env.read(name), made(&env, &[&size[..], &["--seed", seed]].concat()), "{name}");
    }
    for name in ["hex/7.json", "hex/8.json", "dir/7.txt"] {
        assert!(env.succeed(&["check", name]).starts_with("right: perfect:"), "{name}");
    }
    assert!(env.read("pictures/maze-8.svg").contains("<svg"));
    let run = env.run(&[
        "generate",
        "maze",
        "--rows",
        "9",
        "--cols",
        "9",
        "--count",
        "1000000",
        "-o",
        "many/",
        "--time-limit",
        "200ms",
    ]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
}

#[test]
fn a_book_has_every_maze_and_its_solution() {
    let env = Environment::new();
    for grid in [&["--rows", "8", "--cols", "9"][..], GRIDS[0], GRIDS[3], GRIDS[4]] {
        made(&env, &[grid, &["--count", "8", "--seed", "1", "--theme", "sepia", "-o", "book.html"]].concat());
        let book = env.read("book.html");
        assert_eq!(book.matches("<h2>Maze ").count(), 8, "{grid:?}");
        assert_eq!(book.matches("<svg").count(), 16, "{grid:?}");
        // The way is drawn in the solutions only, six of which fit on a page.
        assert_eq!(book.matches("<h2>Solutions</h2>").count(), 2, "{grid:?}");
        let (mazes, solutions) = book.split_once("<h2>Solutions</h2>").unwrap();
        assert!(!mazes.contains("#aa321e") && solutions.contains("#aa321e"), "{grid:?}");
        std::fs::remove_file(env.path("book.html")).unwrap();
    }
}

#[test]
fn the_best_of_many_seeds_is_the_same_on_any_number_of_threads() {
    let env = Environment::new();
    let base = ["--rows", "7", "--cols", "8", "--seed", "100"];
    for (pick, grid) in [("hardest", "square"), ("nicest", "hex"), ("longest", "square"), ("hardest", "weave")] {
        let best = |threads: &str| {
            made(&env, &[&base[..], &["--grid", grid, "--of", "60", "--pick", pick, "-t", threads]].concat())
        };
        let one = best("1");
        assert_eq!(best("8"), one, "{pick} {grid}");
        assert_eq!(best("3"), one, "{pick} {grid}");
    }
    // No seed of the range has a longer way than the one that is picked.
    let said = env.run(&[&["generate", "maze"], &base[..], &["--of", "40", "--pick", "longest"]].concat()).stderr;
    let steps = |text: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix("Solution: ")).unwrap();
        line.trim_end_matches(" steps").parse::<u64>().unwrap()
    };
    let mut longest = 0;
    for seed in 100..140u32 {
        env.write("maze.txt", made(&env, &["--rows", "7", "--cols", "8", "--seed", &seed.to_string()]));
        longest = longest.max(steps(&env.succeed(&["show", "maze.txt"])));
    }
    assert!(said.contains(&format!(" {longest} steps,")), "{longest}: {said}");
    let run = env.run(&[
        "generate",
        "maze",
        "--rows",
        "30",
        "--cols",
        "30",
        "--seed",
        "1",
        "--of",
        "10000000",
        "--time-limit",
        "500ms",
    ]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(run.stderr.contains("seeds tried") && run.stdout.starts_with('#'), "{}", run.stderr);
}

#[test]
fn words_and_pictures_are_masks() {
    let env = Environment::new();
    for grid in ["square", "hex", "weave", "theta"] {
        made(&env, &["--grid", grid, "--mask-text", "O", "--rows", "24", "--seed", "1", "-o", "o.json"]);
        let shown = env.succeed(&["show", "o.json"]);
        assert!(shown.contains("Kind: perfect, sparse"), "{grid}: {shown}");
        assert!(!shown.contains("there is no way"), "{shown}");
        let missing = shown.lines().find_map(|line| line.strip_suffix(" left out")).unwrap();
        assert!(!missing.ends_with(" 0"), "{shown}");
    }
    // A picture of a maze is a picture too: its walls are dark.
    made(&env, &["--rows", "2", "--cols", "2", "--seed", "1", "--scale", "20", "-o", "walls.png"]);
    made(&env, &["--mask", "walls.png", "--rows", "20", "--cols", "20", "--seed", "1", "-o", "masked.json"]);
    assert!(env.succeed(&["check", "masked.json"]).starts_with("right:"));
    made(&env, &["--mask", "walls.png", "--cols", "15", "--routing", "braid", "--seed", "1", "-o", "braid.json"]);
    made(&env, &["--mask", "walls.png", "--routing", "unicursal", "--seed", "1", "-o", "way.json"]);
    assert!(env.succeed(&["solve", "way.json", "-q"]).contains("Length: "));
    env.write("broken.png", b"\x89PNG\r\n\x1a\nnothing");
    assert_eq!(env.run(&["generate", "maze", "--mask", "broken.png"]).code, Some(2));
}

#[test]
fn a_shape_in_parts_has_its_ends_in_one_of_them() {
    let env = Environment::new();
    env.write("parts.txt", "XX.XXX\nXX.XXX\nXX.XXX\n");
    for grid in ["square", "hex"] {
        made(&env, &["--grid", grid, "--mask", "parts.txt", "--seed", "1", "--solve", "-o", "maze.json"]);
        assert!(env.succeed(&["solve", "maze.json", "-q"]).contains("Length: "), "{grid}");
    }
}

#[test]
fn looks_change_pictures_and_not_mazes() {
    let env = Environment::new();
    for grid in [&["--rows", "6", "--cols", "7"][..], GRIDS[0], GRIDS[1], GRIDS[2], GRIDS[3], GRIDS[4]] {
        let mut pictures = Vec::new();
        for look in [
            &[][..],
            &["--theme", "dark"],
            &["--theme", "blueprint"],
            &["--wall-width", "0.3"],
            &["--rounded"],
            &["--distance", "--theme", "hedge"],
            &["--solve", "--theme", "candy"],
            &["--solve", "--path-width", "0.1", "--theme", "candy"],
            &["--animate"],
        ] {
            made(&env, &[grid, &["--seed", "4", "-o", "maze.svg"], look].concat());
            let picture = env.read("maze.svg");
            assert!(!pictures.contains(&picture), "{grid:?} {look:?} changes nothing");
            pictures.push(picture);
            std::fs::remove_file(env.path("maze.svg")).unwrap();
        }
    }
    let moving = made(&env, &["--rows", "4", "--cols", "5", "--seed", "4", "--animate", "-o", "moving.svg"]);
    assert_eq!(moving, "");
    let text = env.read("moving.svg");
    // 19 links are opened, and 20 cells reached.
    assert_eq!(text.matches("<animate ").count(), 39, "{text}");
}

#[test]
fn limits_hold_on_every_grid() {
    let env = Environment::new();
    let too_long = |grid: &[&str], algorithm: &str| {
        let size = ["--rows", "2000", "--cols", "2000", "--seed", "1", "--time-limit", "100ms", "-o", "never.json"];
        let run = env.run(&[&["generate", "maze"], &size[..], grid, &["--algorithm", algorithm]].concat());
        assert_eq!(run.code, Some(3), "{grid:?} {algorithm}: {}", run.stderr);
        assert!(run.at_work.as_secs_f64() < 3.0, "{grid:?} {algorithm} took {:?}", run.at_work);
    };
    ALGORITHMS.iter().for_each(|algorithm| too_long(&["--grid", "hex"], algorithm));
    too_long(&["--grid", "weave"], "kruskal");
    too_long(&["--floors", "2"], "wilson");
    let size = ["--rows", "2000", "--cols", "2000", "--memory-limit", "100M"];
    let run = env.run(&[&["generate", "maze", "--grid", "hex"], &size[..]].concat());
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(!env.path("never.json").exists());
}

#[test]
fn drawings_are_read_exactly_or_refused_at_the_place_that_is_wrong() {
    let env = Environment::new();
    for grid in GRIDS {
        let drawn = made(&env, &[grid, &["--seed", "1", "--solve"]].concat());
        env.write("maze.txt", &drawn);
        assert!(env.succeed(&["check", "maze.txt"]).starts_with("right: perfect"), "{drawn}");
        // Every character counts: nothing can be taken away without a word, except the dots of the way.
        let lines: Vec<&str> = drawn.lines().collect();
        for (number, line) in lines.iter().enumerate().step_by(3) {
            let Some(at) = line.rfind(|mark: char| mark != ' ' && mark != '.') else { continue };
            let changed = format!("{}?{}", &line[..at], &line[at + 1..]);
            let mut mutated = lines.clone();
            mutated[number] = &changed;
            env.write("mutated.txt", mutated.join("\n"));
            let run = env.run(&["check", "mutated.txt"]);
            assert_eq!(run.code, Some(2), "{grid:?}: {}\n{}", mutated.join("\n"), run.stdout);
        }
        env.write("cut.txt", lines[..lines.len() - 1].join("\n"));
        let run = env.run(&["solve", "cut.txt"]);
        assert!(run.code == Some(2) && run.stderr.contains("lines"), "{grid:?}: {}", run.stderr);
    }
    let masked = made(&env, &["--grid", "theta", "--rows", "9", "--mask-text", "O", "--seed", "2"]);
    env.write("masked.txt", &masked);
    assert!(masked.contains('#') && env.succeed(&["check", "masked.txt"]).starts_with("right:"), "{masked}");
    env.write("hex.txt", "maze hex 1x2\n / \\ / \\\n| S   E |\n \\ / \\ !\n");
    let run = env.run(&["solve", "hex.txt"]);
    assert!(run.stderr.contains("hex.txt:4:8") && run.stderr.contains("expected '/'"), "{}", run.stderr);
    env.write("hex.txt", "maze hex 1x2\n / \\ / \\\n| S   E |\n \\ / \\ /\n");
    assert!(env.succeed(&["solve", "hex.txt", "-q"]).contains("Length: 1"));
    for (text, reason) in
        [("maze hex 2x2\n", "lines"), ("maze theta 6 9\n", "ring"), ("maze hex\n", "rows and columns")]
    {
        env.write("bad.txt", text);
        let run = env.run(&["solve", "bad.txt"]);
        assert!(run.code == Some(2) && run.stderr.contains(reason), "{text}: {}", run.stderr);
    }
}
