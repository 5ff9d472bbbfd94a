//! `fathom solve` and `fathom count`: answers, formats, exit codes.

use crate::environment::{self, Environment, case, without_times};
use serde_json::Value;

#[test]
fn the_papers_case_is_solved_by_every_strategy() {
    let env = Environment::new();
    for strategy in ["auto", "cover", "brute"] {
        let file = case("polyomino/paper-5x5.txt");
        env.succeed(&["solve", &file, "--strategy", strategy, "-b", "1", "-t", "1", "-s", "1", "-o", "answer.txt"]);
        assert!(env.read("answer.txt").contains("Solution 1\nPlacement id: "));
        let verdict = env.succeed(&["check", &file, "answer.txt"]);
        assert_eq!(verdict, "right: 1 solution\n");
    }
}

#[test]
fn the_text_of_a_solution() {
    let env = Environment::new();
    let text = env.succeed(&["solve", &case("polyomino/paper-5x5.txt")]);
    let body = without_times(text.split_once('\n').unwrap().1);
    let expected = "
Solution 1
Placement id: 90271077842
AABBC
ADBCC
DDEEE
FFFEE
FFGGG

1 solution found, as many as asked for.
Cases examined: 82
";
    assert_eq!(body, expected);
}

#[test]
fn counts_of_the_paper() {
    let env = Environment::new();
    for (name, count) in [("paper-5x5", "37632"), ("paper-plus-misread", "96"), ("paper-plus", "32")] {
        for strategy in ["brute", "cover"] {
            for [threads, branches] in [["1", "1"], ["2", "8"], ["7", "1000"]] {
                let file = case(&format!("polyomino/{name}.txt"));
                let args = ["count", &file, "--strategy", strategy, "-t", threads, "-b", branches, "--format", "json"];
                let report: Value = serde_json::from_str(&env.succeed(&args)).unwrap();
                assert_eq!(report["count"], count, "{args:?}");
                assert_eq!(report["status"], "counted");
            }
        }
    }
}

#[test]
fn the_pyramid_example() {
    let env = Environment::new();
    let file = case("polyomino/pyramid-3.txt");
    env.succeed(&["solve", &file, "--all", "-o", "all.json"]);
    let report: Value = serde_json::from_str(&env.read("all.json")).unwrap();
    let known = serde_json::json!([["A"], ["BC", "AF"], ["BCD", "EAD", "EED"]]);
    let solutions = report["solutions"].as_array().unwrap();
    assert!(solutions.iter().any(|solution| solution["grid"] == known));
    assert_eq!(report["count"], solutions.len().to_string());
    env.succeed(&["check", &file, "all.json"]);
}

#[test]
fn json_has_the_fields_of_the_contract() {
    let env = Environment::new();
    let file = case("polyomino/paper-5x5.txt");
    let report: Value =
        serde_json::from_str(&env.succeed(&["solve", &file, "-s", "2", "-t", "2", "--format", "json"])).unwrap();
    assert_eq!(report["family"], "polyomino");
    assert_eq!(report["case"], file);
    assert_eq!(report["strategy"], "cover");
    assert_eq!(report["status"], "solved");
    assert_eq!(report["stop"], "solution-limit");
    assert_eq!(report["count"], "2");
    assert_eq!(report["threads"], 2);
    assert_eq!(report["branches"], 16);
    assert!(report["nodes"].as_u64().unwrap() > 0);
    assert!(report["elapsed_ms"].as_f64().unwrap() > 0.0);
    let solution = &report["solutions"][0];
    assert_eq!(solution["id"], "90271077842");
    assert_eq!(solution["grid"], serde_json::json!([["AABBC", "ADBCC", "DDEEE", "FFFEE", "FFGGG"]]));
}

#[test]
fn json_lines_end_with_a_summary() {
    let env = Environment::new();
    let file = case("polyomino/paper-plus-misread.txt");
    env.succeed(&["solve", &file, "--all", "-o", "all.jsonl"]);
    let text = env.read("all.jsonl");
    let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), 98);
    assert_eq!([&records[0]["record"], &records[1]["record"], &records[97]["record"]], ["run", "solution", "summary"]);
    env.succeed(&["check", &file, "all.jsonl"]);

    let without_summary = text.lines().take(97).collect::<Vec<_>>().join("\n");
    env.write("cut.jsonl", without_summary);
    let run = env.run(&["check", &file, "cut.jsonl"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("summary is missing"), "{}", run.stderr);
}

#[test]
fn areas_that_differ_are_a_proof_not_an_error() {
    let env = Environment::new();
    let file = env.write("case.txt", "2 3 1\nDEFAULT\nAA\nAA\n");
    let run = env.run(&["solve", &file]);
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.contains("No solution: the pieces have 4 cells together, the board has 6."), "{}", run.stdout);
    assert_eq!(env.run(&["solve", &file, "--exit-code"]).code, Some(20));
    let report: Value = serde_json::from_str(&env.succeed(&["solve", &file, "--format", "json"])).unwrap();
    assert_eq!(report["status"], "unsolvable");
    assert_eq!(report["stop"], "complete");
}

#[test]
fn a_case_without_solution_is_searched_to_the_end() {
    let env = Environment::new();
    let run = env.run(&["solve", &case("polyomino/no-solution.txt")]);
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.contains("No solution: every candidate was examined."), "{}", run.stdout);
}

#[test]
fn exit_codes_tell_found_from_none_when_asked() {
    let env = Environment::new();
    let solvable = case("polyomino/paper-5x5.txt");
    assert_eq!(env.run(&["solve", &solvable, "--exit-code"]).code, Some(10));
    assert_eq!(env.run(&["solve", &case("polyomino/no-solution.txt"), "--exit-code"]).code, Some(20));
    assert_eq!(env.run(&["solve", &solvable, "--strategy", "clever"]).code, Some(2));
    assert_eq!(env.run(&["solve", "no-such-file.txt"]).code, Some(2));
    assert_eq!(env.run(&["solve"]).code, Some(2));
    assert_eq!(env.run(&["solve", &solvable, "-s", "0"]).code, Some(2));
    assert_eq!(env.run(&["solve", &solvable, "-o", "answer.xyz"]).code, Some(2));
    assert_eq!(env.run(&["solve", &solvable, "-o", "no-such-folder/answer.txt"]).code, Some(2));
}

#[test]
fn limits_leave_an_honest_answer() {
    let env = Environment::new();
    let file = case("polyomino/iq-puzzler-pro-5x11.txt");
    for limit in [["--node-limit", "20000"], ["--time-limit", "1ms"], ["--memory-limit", "1M"]] {
        let run = env.run(&["count", &file, limit[0], limit[1], "--format", "json"]);
        assert_eq!(run.code, Some(3), "{limit:?}");
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(report["status"], "unknown");
        assert_eq!(report["stop"], limit[0].trim_start_matches("--"));
    }
}

#[test]
fn standard_input_and_several_files() {
    let env = Environment::new();
    let file = case("polyomino/paper-5x5.txt");
    let mut command = env.command(&["count", "-"]);
    command.stdin(std::fs::File::open(&file).unwrap());
    let run = environment::Run::of(command.output().unwrap());
    assert!(run.stdout.contains("37632 solutions"), "{}{}", run.stdout, run.stderr);
    let both = env.succeed(&["count", &file, &case("polyomino/paper-plus-misread.txt")]);
    assert!(both.contains("37632 solutions") && both.contains("96 solutions"), "{both}");
    let by_flag = env.succeed(&["count", "-i", &file]);
    assert!(by_flag.contains("37632 solutions"));
}

#[test]
fn given_pieces_stay_where_they_are() {
    let env = Environment::new();
    let pieces = "A\nAA\nB\nBB\nC\nCC\nD\nDD\nEE\nEE\nE\nFF\nFF\nF\nGGG\n";
    let given = "GIVEN\n.....\n.....\n.....\nFF...\nFFFGG\n".replace("FFFGG", "FFF..");
    let file = env.write("given.txt", format!("5 5 7\nDEFAULT\n{given}{pieces}"));
    let mut counts = Vec::new();
    for strategy in ["brute", "cover"] {
        env.succeed(&["solve", &file, "--all", "--strategy", strategy, "-o", "all.json"]);
        let report: Value = serde_json::from_str(&env.read("all.json")).unwrap();
        for solution in report["solutions"].as_array().unwrap() {
            let grid = &solution["grid"][0];
            assert!(grid[3].as_str().unwrap().starts_with("FF") && grid[4].as_str().unwrap().starts_with("FFF"));
        }
        env.succeed(&["check", &file, "all.json"]);
        counts.push(report["count"].clone());
    }
    assert_eq!(counts[0], counts[1]);
    assert_ne!(counts[0], "0");
}

#[test]
fn turns_can_be_switched_off() {
    let env = Environment::new();
    let file = env.write("case.txt", "2 4 2\nDEFAULT\nAAA\nA\nB\nBBB\n");
    let count = |flags: &[&str]| {
        let text = env.succeed(&[&["count", &file, "--format", "json"][..], flags].concat());
        serde_json::from_str::<Value>(&text).unwrap()["count"].as_str().unwrap().to_owned()
    };
    assert_eq!(count(&[]), "4");
    assert_eq!(count(&["--no-mirror"]), "0");
    assert_eq!(count(&["--no-rotate"]), "2");
    assert_eq!(count(&["--no-rotate", "--no-mirror"]), "0");
}

#[test]
fn ranges_of_ids_add_up_to_the_whole() {
    let env = Environment::new();
    let file = case("polyomino/paper-plus-misread.txt");
    let count = |strategy: &str, range: &str| -> u64 {
        let text = env.succeed(&["count", &file, "--strategy", strategy, "--range", range, "--format", "json"]);
        serde_json::from_str::<Value>(&text).unwrap()["count"].as_str().unwrap().parse().unwrap()
    };
    assert_eq!(
        count("brute", "..300000000") + count("brute", "300000000..400000001") + count("brute", "400000001.."),
        96
    );
    assert_eq!(count("cover", "../3") + count("cover", "/3../3/4") + count("cover", "/3/4.."), 96);
    assert_eq!(env.run(&["count", &file, "--range", "5..9"]).code, Some(2));
    assert_eq!(env.run(&["count", &file, "--range", "5"]).code, Some(2));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    use std::io::Read;
    let env = Environment::new();
    let file = case("polyomino/paper-5x5.txt");
    let mut command = env.command(&["solve", &file, "--all"]);
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut head = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut head).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn colours_only_when_wanted() {
    let env = Environment::new();
    let file = case("polyomino/paper-5x5.txt");
    assert!(!env.succeed(&["solve", &file]).contains('\u{1b}'));
    assert!(env.succeed(&["solve", &file, "--color", "always"]).contains('\u{1b}'));
}
