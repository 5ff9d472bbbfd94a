//! Snakes and Ladders, driven through the program.

use std::{fs, path::Path};

use crate::environment::{self, Environment, fathom, json};
use serde_json::Value;

const PAPER: &str = "cases/snakes/paper-8x8.txt";
const MILTON_BRADLEY: &str = "cases/snakes/milton-bradley.txt";

/// Runs the program on a text: `CASE` in the arguments stands for the file it is in.
fn fathom_with(arguments: &[&str], text: &str) -> (i32, String, String) {
    let env = Environment::new();
    env.write("case.txt", text);
    let arguments: Vec<&str> = arguments.iter().map(|&word| if word == "CASE" { "case.txt" } else { word }).collect();
    let run = env.run(&arguments);
    (run.code.unwrap(), run.stdout, run.stderr)
}

#[test]
fn the_shortest_game_of_the_papers_board_takes_7_rolls() {
    let result = json(&["solve", PAPER, "--format", "json"]);
    assert_eq!((&result["family"], &result["status"]), (&"snakes".into(), &"solved".into()));
    let game = &result["solutions"][0];
    assert_eq!((game["length"].as_u64(), game["sequences"].as_str()), (Some(7), Some("100")));
    assert_eq!(game["rolls"], serde_json::json!([4, 3, 6, 6, 6, 1, 6]));
    assert_eq!(json(&["count", MILTON_BRADLEY, "--format", "json"])["count"], "423");
    assert_eq!(json(&["count", MILTON_BRADLEY, "--rolls", "7", "--format", "json"])["count"], "423");
    assert_eq!(json(&["count", MILTON_BRADLEY, "--rolls", "6", "--format", "json"])["count"], "0");
}

#[test]
fn games_can_be_listed_by_their_numbers() {
    let all = json(&["solve", MILTON_BRADLEY, "--all", "--format", "json"]);
    let part = json(&["solve", MILTON_BRADLEY, "--all", "--range", "100..110", "--format", "json"]);
    let (all, part) = (all["solutions"].as_array().unwrap(), part["solutions"].as_array().unwrap());
    assert_eq!((all.len(), &all[100..110]), (423, &part[..]));
    let (_, shown, _) = fathom(&["show", MILTON_BRADLEY, "--id", "100"]);
    let rolls: Vec<_> = all[100]["rolls"].as_array().unwrap().iter().map(Value::to_string).collect();
    assert!(shown.contains(&format!("Rolls: {}", rolls.join(" "))));
    let (code, _, err) = fathom(&["show", MILTON_BRADLEY, "--id", "423"]);
    assert!(code == 2 && err.contains("only 423"), "{err}");
}

#[test]
fn the_papers_run_comes_out_with_its_table() {
    let (code, out, err) = fathom(&["solve", PAPER, "--strategy", "dfs", "--trace"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("45 iterations, 3 backtracks") && out.contains("Path of 42 squares, 41 rolls"), "{out}");
    assert_eq!(out.matches("(backtrack)").count(), 3);
    let result = json(&["solve", PAPER, "--strategy", "dfs", "--trace", "--format", "json"]);
    let trace = result["solutions"][0]["trace"].as_array().unwrap();
    let lengths = [(1, 6), (2, 12), (13, 78), (14, 84), (44, 209), (45, 209)];
    for (iteration, length) in lengths {
        assert_eq!(trace[iteration - 1]["queue"].as_array().unwrap().len(), length);
    }
}

#[test]
fn answers_are_judged() {
    let folder = tempfile::tempdir().unwrap();
    for ending in ["json", "jsonl", "txt"] {
        let file = folder.path().join("answer").with_extension(ending);
        let file = file.to_str().unwrap();
        assert_eq!(fathom(&["solve", PAPER, "-s", "5", "-o", file, "-q"]).0, 0);
        let (code, out, err) = fathom(&["check", PAPER, file]);
        assert!(code == 0 && out.starts_with("right: 5 games"), "{out}{err}");
        // The same rolls on another board lead elsewhere.
        assert_eq!(fathom(&["check", MILTON_BRADLEY, file, "-q"]).0, 2);
    }
}

#[test]
fn the_odds_of_the_known_board_are_exact() {
    let odds = &json(&["odds", MILTON_BRADLEY, "--format", "json", "--players", "4"])["odds"];
    let fraction = "225837582538403273407117496273279920181931269186581786048583/\
                    5757472998140039232950575874628786131130999406013041613400";
    assert_eq!(odds["expected"]["fraction"], fraction);
    assert!(odds["expected"]["decimal"].as_str().unwrap().starts_with("39.2251223082349"));
    assert_eq!(odds["distribution"]["mode"], 22);
    assert_eq!(odds["effects"].as_array().unwrap().len(), 19);
    let shares: Vec<f64> = odds["shares"]["wins"].as_array().unwrap().iter().map(|w| w.as_f64().unwrap()).collect();
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12 && (shares[0] - 0.260079).abs() < 1e-6);
    let (_, text, _) = fathom(&["odds", MILTON_BRADLEY, "--rule", "again 6"]);
    assert!(text.contains("Expected turns: 32.7993617860"), "{text}");
}

#[test]
fn threads_never_change_a_simulation() {
    let simulation = |threads: &str| {
        let arguments = ["odds", PAPER, "--simulate", "200000", "--seed", "4", "-t", threads, "--format", "json", "-q"];
        json(&arguments)["odds"]["simulation"].clone()
    };
    let (one, two) = (simulation("1"), simulation("2"));
    assert_eq!(one, two);
    assert!(one["errors_off"].as_f64().unwrap().abs() < 4.0);
}

#[test]
fn endless_games_are_an_answer() {
    let wall = "squares 30\nstart 1\n24 > 2\n25 > 3\n26 > 4\n27 > 5\n28 > 6\n29 > 7\n";
    let (code, out, _) = fathom_with(&["odds", "CASE"], wall);
    assert!(code == 0 && out.contains("The goal cannot be reached") && out.contains("No game ever ends"), "{out}");
    let (code, out, _) = fathom_with(&["solve", "CASE", "--exit-code"], wall);
    assert!(code == 20 && out.contains("No solution: the goal cannot be reached"), "{out}");
    let (code, out, _) = fathom_with(&["odds", "CASE"], "squares 5\nstart 1\ndie 2 3\n");
    assert!(code == 0 && out.contains("A game ends with chance 0.500000000000000 = 1/2"), "{out}");
    assert!(!out.contains("NaN"), "{out}");
}

#[test]
fn bad_files_and_flags_are_refused_with_the_place() {
    let (code, _, err) = fathom_with(&["solve", "CASE"], "size 10x10\n5 > 20\n5 > 30\n");
    assert!(code == 2 && err.contains("case.txt:3:1") && err.contains("two jumps begin"), "{err}");
    let (code, _, err) = fathom(&["odds", PAPER, "--rule", "overshoot never"]);
    assert!(code == 2 && err.contains("expected `stay`"), "{err}");
    let (code, _, err) = fathom(&["solve", PAPER, "--strategy", "bfs"]);
    assert!(code == 2 && err.contains("no strategy 'bfs'"), "{err}");
    assert_eq!(fathom(&["draw", PAPER, "-o", "board.gif"]).0, 2);
    assert_eq!(fathom(&["solve", PAPER, "--range", "x"]).0, 2);
}

#[test]
fn boards_are_made_to_measure() {
    let arguments = ["generate", "snakes", "--target-rolls", "45", "--seed", "7", "--rule", "start 1"];
    let (code, text, notes) = fathom(&arguments);
    assert!(code == 0 && notes.contains("expected turns: wished 45"), "{notes}");
    assert_eq!(text, fathom(&arguments).1);
    let (code, odds, err) = fathom_with(&["odds", "CASE", "--format", "json"], &text);
    assert_eq!(code, 0, "{err}");
    let odds: Value = serde_json::from_str(&odds).unwrap();
    assert!((odds["odds"]["expected"]["value"].as_f64().unwrap() - 45.0).abs() < 0.01);
    assert_eq!(fathom(&["generate", "snakes", "--size", "3x3", "--snakes", "50"]).0, 2);
}

#[test]
fn pictures_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (board, plot, route) = (path("board.svg"), path("plot.png"), path("route.png"));
    assert_eq!(fathom(&["draw", MILTON_BRADLEY, "--id", "3", "-o", &board, "-q"]).0, 0);
    assert_eq!(fathom(&["odds", MILTON_BRADLEY, "-o", &plot, "-q"]).0, 0);
    let answer = path("answer.json");
    assert_eq!(fathom(&["solve", MILTON_BRADLEY, "-o", &answer, "-q"]).0, 0);
    assert_eq!(fathom(&["draw", MILTON_BRADLEY, &answer, "-o", &route, "-q"]).0, 0);
    assert!(fs::read_to_string(Path::new(&board)).unwrap().starts_with("<svg"));
    for file in [plot, route] {
        assert!(fs::read(Path::new(&file)).unwrap().starts_with(b"\x89PNG"));
    }
}

#[test]
fn a_part_of_the_games_proves_nothing_about_the_rest() {
    // There are 423 games: nothing is left from 999999 on, which says nothing about those before.
    let (code, out, _) = fathom(&["solve", MILTON_BRADLEY, "--range", "999999..", "--exit-code"]);
    assert!(code == 0 && !out.contains("every candidate was examined"), "{out}");
    for range in ["999999..", "1000..2000"] {
        let result = json(&["solve", MILTON_BRADLEY, "--range", range, "--format", "json"]);
        assert_eq!((&result["status"], &result["range"]), (&"unknown".into(), &range.into()));
    }
    let counts =
        [("0..423", "423"), ("100..110", "10"), ("..5", "5"), ("420..", "3"), ("/5..", "174"), ("..99999", "423")];
    for (range, count) in counts {
        let counted = json(&["count", MILTON_BRADLEY, "--range", range, "--format", "json"]);
        let walked = json(&["count", MILTON_BRADLEY, "--range", range, "--node-limit", "100000", "--format", "json"]);
        assert_eq!((&counted["count"], &counted["status"]), (&walked["count"], &"counted".into()), "{range}");
        if !range.starts_with('/') {
            assert_eq!(counted["count"], count, "{range}");
        }
    }
    for range in ["5..3", "7..7", "x.."] {
        assert_eq!(fathom(&["solve", MILTON_BRADLEY, "--range", range]).0, 2, "{range}");
    }
}

#[test]
fn a_search_for_games_can_be_stopped_and_gone_on_with() {
    let env = Environment::new();
    let file = environment::case("snakes/milton-bradley.txt");
    let kept = ["solve", &file, "--all", "--checkpoint", "kept", "--format", "json", "-q"];
    let stopped = env.run(&[&kept[..], &["--node-limit", "200"]].concat());
    assert_eq!(stopped.code, Some(75), "{}", stopped.stderr);
    let resumed: Value = serde_json::from_str(&env.succeed(&[&kept[..], &["--resume", "-t", "2"]].concat())).unwrap();
    let whole = json(&["solve", MILTON_BRADLEY, "--all", "--format", "json"]);
    assert_eq!(resumed["solutions"], whole["solutions"]);
    let any = json(&["solve", MILTON_BRADLEY, "-s", "7", "--any", "-t", "2", "--format", "json"]);
    assert_eq!(any["solutions"].as_array().unwrap().len(), 7);
}

#[test]
fn paths_are_ids_too() {
    let game = |id: &str| fathom(&["show", MILTON_BRADLEY, "--id", id]);
    // Rolls 1 1 6 6 1 6 6 are the outcomes 0 0 5 5 0 5 5.
    assert_eq!(game("/0/0/5/5/0/5/5"), game("0"));
    for wrong in ["/0/0/5/5/0/5", "/0/0/0", "/9", "/", "x", "-1"] {
        assert_eq!(game(wrong).0, 2, "{wrong}");
    }
}

#[test]
fn games_beyond_64_bits_are_counted_and_listed() {
    // Either face leads to the next odd square, 150 times in a row.
    let steps: String = (1..=150).map(|step| format!("{} > {}\n", 2 * step, 2 * step + 1)).collect();
    let text = format!("squares 301\nstart 1\ndie 2\n{steps}");
    let (_, out, _) = fathom_with(&["count", "CASE"], &text);
    assert!(out.contains("1427247692705959881058285969449495136382746624 solutions"), "{out}");
    let from = "1427247692705959881058285969449495136382746620..";
    let (_, out, _) = fathom_with(&["solve", "CASE", "--all", "--range", from], &text);
    assert!(
        out.contains("4 solutions") && out.contains("\nGame 1427247692705959881058285969449495136382746623 "),
        "{out}"
    );
    let (code, out, _) = fathom_with(&["count", "CASE", "--range", from], &text);
    assert!(code == 0 && out.contains("4 solutions in the range"), "{out}");
}

#[test]
fn the_papers_run_proves_nothing_and_keeps_to_limits() {
    let wall = "squares 20\nstart 1\ndie 2\n18 > 2\n19 > 3\n";
    let (code, out, _) = fathom_with(&["solve", "CASE", "--strategy", "dfs", "--exit-code"], wall);
    assert!(code == 3 && out.contains("proves nothing"), "{out}");
    let (code, out, _) = fathom(&["solve", PAPER, "--strategy", "dfs", "--node-limit", "10", "--format", "json"]);
    let stopped: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &stopped["stop"], &stopped["nodes"]), (3, &"node-limit".into(), &10.into()));
    // Behind a dead end its path may have a gap: then it is told, and is no solution.
    let gap = ["solve", MILTON_BRADLEY, "--strategy", "dfs", "--format", "json"];
    let (code, out, _) = fathom(&gap);
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &told["status"], &told["solutions"]), (3, &"unknown".into(), &Value::Array(Vec::new())), "{out}");
    assert!(out.contains("no roll leads from square 31 to square 17") && told["run"]["path"][1] == 38, "{out}");
    let (code, out, _) = fathom(&[&gap[..], &["--range", "50.."]].concat());
    let told: Value = serde_json::from_str(&out).unwrap();
    assert!(code == 3 && told["range"].is_string() && told["status"] == "unknown", "{out}");
    for flags in
        [&["solve", PAPER, "--trace"][..], &["count", PAPER, "--strategy", "dfs"], &["solve", PAPER, "--rolls", "3"]]
    {
        assert_eq!(fathom(flags).0, 2, "{flags:?}");
    }
}

#[test]
fn a_rule_of_the_command_line_is_named_where_it_is_wrong() {
    let (code, _, err) = fathom(&["solve", PAPER, "--rule", "overshoot never"]);
    assert!(code == 2 && err.contains("option `rule`:1:11") && !err.contains("paper-8x8.txt"), "{err}");
    for (verb, empty) in [("odds", ""), ("solve", "  "), ("count", "# bounce")] {
        let (code, _, err) = fathom(&[verb, PAPER, "--rule", empty]);
        assert!(code == 2 && err.contains("option `rule` is empty"), "{verb}: {err}");
    }
    // `exact` is another word for `overshoot`, and `dice` for `die`.
    let (code, exact, _) = fathom_with(
        &["odds", "CASE", "--rule", "exact no", "--rule", "dice 6"],
        "size 8x8\nstart 1\nexact yes\ndie 4\n5 > 20\n41 > 57\n39 > 27\n46 > 30\n49 > 33\n60 > 44\n",
    );
    assert!(code == 0 && exact.contains("Expected turns: 22.5610478402"), "{exact}");
}

#[test]
fn odds_leave_their_input_alone_and_know_their_family() {
    let env = Environment::new();
    let board = "size 5x5\n3 > 12\n20 > 4\n";
    env.write("board.txt", board);
    let run = env.run(&["odds", "board.txt", "-o", "board.txt"]);
    assert!(run.code == Some(2) && env.read("board.txt") == board, "{}", run.stderr);
    for (file, family) in [("polyomino/paper-5x5.txt", "polyomino"), ("maze/two-ways.txt", "maze")] {
        let run = env.run(&["odds", &environment::case(file)]);
        assert!(run.code == Some(2) && run.stderr.contains(&format!("is a case of {family}")), "{}", run.stderr);
    }
    for flags in [["--simulate", "5"], ["--players", "3"], ["--format", "json"]] {
        let run = env.run(&[&["odds", "board.txt", "-o", "plot.svg"][..], &flags].concat());
        assert!(run.code == Some(2) && run.stderr.contains(flags[0]), "{flags:?}: {}", run.stderr);
    }
    assert_eq!(env.run(&["draw", "board.txt", "--plot", "--id", "0", "-o", "plot.svg"]).code, Some(2));
    assert_eq!(env.run(&["draw", "board.txt", "--id", "0"]).code, Some(2));
}

#[test]
fn odds_keep_what_they_have_when_the_time_is_over() {
    let env = Environment::new();
    let run = env.run(&[
        "odds",
        &environment::case("snakes/milton-bradley.txt"),
        "--simulate",
        "10000000000000",
        "--time-limit",
        "2s",
        "--format",
        "json",
    ]);
    let result: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((run.code, &result["stop"]), (Some(3), &"time-limit".into()));
    assert!(result["odds"]["expected"]["fraction"].is_string() && result["odds"]["simulation"].is_null());
    let run = env.run(&[
        "generate",
        "snakes",
        "--target-rolls",
        "45",
        "--target-first",
        "0.6",
        "--size",
        "40x40",
        "--time-limit",
        "200ms",
    ]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
}

/// Squares past the goal are walked on, and only a snake brings a piece back: the board of Leela has 72 squares and its
/// goal on 68.
const LEELA: &str = "size 8x9\ngoal 68\n10 > 23\n20 > 32\n22 > 60\n17 > 69\n27 > 41\n54 > 68\n46 > 62\n37 > 66\n45 > 67\n\
                     16 > 4\n12 > 8\n24 > 7\n29 > 6\n44 > 9\n52 > 35\n55 > 3\n61 > 13\n63 > 2\n72 > 51\n";

#[test]
fn squares_past_the_goal_could_not_be_entered() {
    let env = Environment::new();
    env.write("leela.txt", LEELA);
    let out = env.succeed(&["solve", "leela.txt", "-o", "game.json"]);
    assert!(out.is_empty() || out.contains("rolls"), "{out}");
    assert!(env.succeed(&["check", "leela.txt", "game.json"]).starts_with("right"));
    let odds = env.succeed(&["odds", "leela.txt"]);
    assert!(odds.contains("Fewest rolls: 5,") && odds.contains("Expected turns: 44.35958304"), "{odds}");
    // A board of three squares past the goal, by hand: from 1 a coin leads to the goal 2 or past it to 3, and from
    // there back to 1. So the mean is 2 turns.
    env.write("tiny.txt", "squares 3\nstart 1\ngoal 2\ndie 2\n3 > 1\n");
    assert!(env.succeed(&["odds", "tiny.txt"]).contains("Expected turns: 2.0"));
    for (rule, mean) in [("overshoot win", "1.0"), ("overshoot bounce", "2.0")] {
        let odds = env.succeed(&["odds", "tiny.txt", "--rule", rule]);
        assert!(odds.contains(&format!("Expected turns: {mean}")), "{rule}: {odds}");
    }
    let bad = fathom_with(&["solve", "CASE"], "squares 5\ngoal 3\n6 > 1\n");
    assert!(bad.0 == 2 && bad.2.contains("case.txt:3:1") && bad.2.contains("expected 1 to 5"), "{}", bad.2);
}

#[test]
fn dice_are_written_as_the_documentation_does() {
    let mean = |die: &str| {
        let (code, out, err) = fathom_with(&["odds", "CASE"], &format!("squares 12\n{die}\n"));
        assert_eq!(code, 0, "{die}: {err}");
        out.lines().find(|line| line.starts_with("Expected turns")).map(str::to_owned)
    };
    let faces = mean("die 1 2 3 3");
    for die in ["die faces: 1 2 3 3", "faces: 1 2 3 3", "die weights: 1:1 2:1 3:2", "weights: 1:1 2:1 3:2"] {
        assert_eq!(mean(die), faces, "{die}");
    }
    let (code, _, err) = fathom_with(&["odds", "CASE"], "squares 12\ndie faces: one\n");
    assert!(code == 2 && err.contains("case.txt:2:5"), "{err}");
}

#[test]
fn every_square_is_told_and_drawn_with_what_a_jump_there_does() {
    let env = Environment::new();
    let board = environment::case("snakes/paper-8x8.txt");
    let told: Value =
        serde_json::from_str(&env.succeed(&["odds", &board, "--sensitivity", "--format", "json"])).unwrap();
    let squares = told["sensitivity"]["squares"].as_array().unwrap();
    assert_eq!(squares.len(), 64);
    let usual: Value = serde_json::from_str(&env.succeed(&["odds", &board, "--format", "json"])).unwrap();
    for effect in usual["odds"]["effects"].as_array().unwrap() {
        let from = effect["jump"]["from"].as_u64().unwrap() as usize;
        assert_eq!(squares[from - 1]["removed"], effect["removed"], "{effect}");
    }
    let best = &usual["odds"]["shortening"][0];
    let from = best["jump"]["from"].as_u64().unwrap() as usize;
    assert_eq!(&squares[from - 1]["shortest"], best);
    for ending in ["svg", "png", "pdf", "html", "txt", "jsonl"] {
        env.succeed(&["odds", &board, "--sensitivity", "-q", "-o", &format!("map.{ending}")]);
    }
    assert!(env.read("map.svg").contains("what a jump on each square does to that"));
    let run = env.run(&["odds", &board, "--sensitivity", "--players", "3"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    env.write("endless.txt", "squares 4\nstart 1\ndie 2 2\n");
    let run = env.run(&["odds", "endless.txt", "--sensitivity"]);
    assert!(run.code == Some(2) && run.stderr.contains("never end"), "{}", run.stderr);
}

#[test]
fn the_best_die_is_chosen_and_proved() {
    let env = Environment::new();
    let board = environment::case("snakes/milton-bradley.txt");
    let ask = |dice: &[&str]| -> Value {
        let mut args = vec!["odds", &board, "--format", "json"];
        dice.iter().for_each(|die| args.extend(["--choose", die]));
        serde_json::from_str(&env.succeed(&args)).unwrap()
    };
    let usual: Value = serde_json::from_str(&env.succeed(&["odds", &board, "--format", "json"])).unwrap();
    let alone = &ask(&["6"])["choice"];
    assert_eq!(alone["expected"]["fraction"], usual["odds"]["expected"]["fraction"]);
    let all = &ask(&["4", "6", "2d6"])["choice"];
    assert_eq!(all["expected"]["decimal"], "16.024228586046626");
    assert!(all["alone"][2].is_null() && all["alone"][1].as_f64().unwrap() > 39.0);
    assert_eq!(all["squares"].as_array().unwrap().last().unwrap()["die"], 0);
    // The order of the dice changes nothing but their numbers.
    assert_eq!(ask(&["2d6", "4", "6"])["choice"]["expected"], all["expected"]);
    for ending in ["svg", "png", "pdf", "html", "txt", "jsonl"] {
        let out = format!("choice.{ending}");
        env.succeed(&["odds", &board, "--choose", "4", "--choose", "1 1 2", "-q", "-o", &out]);
    }
    let run = env.run(&["odds", &board, "--choose", "4", "--choose", "none"]);
    assert!(run.code == Some(2) && run.stderr.contains("option `choose`"), "{}", run.stderr);
    let run = env.run(&["odds", &board, "--choose", "4", "--exact"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
}

#[test]
fn three_who_capture_are_followed_exactly_and_threads_change_nothing() {
    let text = "size 4x5\ncapture yes\nplayers 3\n3 > 12\n18 > 5\n";
    let told = |threads: &str| {
        let (code, out, err) = fathom_with(&["odds", "CASE", "-t", threads, "--format", "json"], text);
        assert_eq!(code, 0, "{err}");
        let value: Value = serde_json::from_str(&out).unwrap();
        value["odds"]["capturing"].clone()
    };
    let all = told("1");
    let wins: f64 = all["wins"].as_array().unwrap().iter().map(|share| share.as_f64().unwrap()).sum();
    assert!((wins - 1.0).abs() < 1e-11 && all["error_bound"].as_f64().unwrap() < 1e-12, "{all}");
    assert_eq!(told("4"), all);
}

#[test]
fn the_papers_run_is_searched_by_iterations() {
    let dfs = |more: &[&str]| {
        let (code, out, err) = fathom(&[&["solve", PAPER, "--strategy", "dfs", "--format", "json"], more].concat());
        let report: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{more:?}: {out}{err}"));
        (code, report)
    };
    let (code, whole) = dfs(&[]);
    assert_eq!((code, &whole["nodes"], &whole["status"]), (0, &45.into(), &"solved".into()));
    // The goal is met in the last of 45 iterations, counted from 0.
    let (_, last) = dfs(&["--range", "44..45"]);
    assert_eq!(last["solutions"], whole["solutions"]);
    let (_, before) = dfs(&["--range", "10..44"]);
    assert_eq!((&before["status"], &before["range"]), (&"unknown".into(), &"10..44".into()));
    // It can be stopped at any iteration and gone on with.
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state").display().to_string();
    let mut codes = Vec::new();
    let gone_on = loop {
        let (code, report) = dfs(&["--node-limit", "20", "--checkpoint", &state, "--resume"]);
        codes.push(code);
        if code == 0 || codes.len() > 5 {
            break report;
        }
    };
    assert_eq!((codes, &gone_on["solutions"]), (vec![75, 75, 0], &whole["solutions"]));
}

#[test]
fn a_chance_above_1_was_wished_for() {
    let env = Environment::new();
    for chance in ["2", "1", "1.5", "0", "-0.5", "nan"] {
        let run = env.run(&["generate", "snakes", "--target-first", chance]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{chance}");
        assert!(run.stderr.contains("expected a chance between 0 and 1"), "{}", run.stderr);
    }
}
