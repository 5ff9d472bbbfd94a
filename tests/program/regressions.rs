//! What once went wrong, each named after it.

use std::{
    io::Write,
    process::Stdio,
    time::{Duration, Instant},
};

use crate::environment::{self, Environment, Run, case};
use serde_json::Value;

#[cfg(unix)]
#[test]
fn output_to_a_device_replaced_the_device() {
    use std::os::unix::fs::FileTypeExt;
    let env = Environment::new();
    env.succeed(&["solve", &case("polyomino/paper-5x5.txt"), "--format", "json", "-o", "/dev/null"]);
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[test]
fn a_long_sweep_could_not_be_stopped() {
    let env = Environment::new();
    let mut text = String::from("30 30 5\nDEFAULT\nA\nA\nA\nAA\nBB\nBB\nB\nCC\n CCC\nDDDD\n D\n");
    text += &("E".repeat(30) + "\n").repeat(29);
    text += &("E".repeat(10) + "\n");
    let large = env.write("large.txt", text);
    // Neither is searched in less than seconds.
    for (strategy, file) in [("brute", &large), ("cover", &case("polyomino/iq-puzzler-pro-5x11.txt"))] {
        let started = Instant::now();
        let run = env.run(&["count", file, "--strategy", strategy, "--time-limit", "300ms"]);
        assert_eq!(run.code, Some(3), "{strategy}: {}{}", run.stdout, run.stderr);
        assert!(started.elapsed() < Duration::from_secs(20), "{strategy} took {:?}", started.elapsed());
    }
}

#[test]
fn a_part_of_the_ids_was_taken_for_all_of_them() {
    let env = Environment::new();
    let file = case("polyomino/paper-plus-misread.txt");
    let part = env.run(&["solve", &file, "--strategy", "brute", "--range", "0..10", "--exit-code", "--format", "json"]);
    let report: Value = serde_json::from_str(&part.stdout).unwrap();
    assert_eq!([&report["status"], &report["stop"]], ["unknown", "complete"]);
    assert_eq!(part.code, Some(0));
    assert_eq!(env.run(&["solve", &file, "--strategy", "cover", "--range", "/5../3"]).code, Some(2));
    let file = case("polyomino/paper-5x5.txt");
    let some = env.succeed(&["solve", &file, "--strategy", "cover", "--all", "--range", "/0../1"]);
    assert!(some.contains("that is all there are in the range /0../1"), "{some}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_standard_error_that_fails_was_a_panic() {
    let env = Environment::new();
    let full = || Stdio::from(std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
    let bad = env.command(&["solve", &case("polyomino/bad/empty.txt")]).stderr(full()).status().unwrap();
    assert_eq!(bad.code(), Some(2));
    let stats = env.command(&["count", &case("polyomino/paper-5x5.txt"), "--stats"]).stderr(full()).output().unwrap();
    assert_eq!(stats.status.code(), Some(0));
}

#[test]
fn an_unwritable_checkpoint_was_noticed_after_the_search() {
    let env = Environment::new();
    let run = env.run(&["solve", &case("polyomino/paper-5x5.txt"), "--checkpoint", "no-such-folder/state"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("cannot write checkpoint"), "{}", run.stderr);
}

#[test]
fn counting_nothing_was_exit_code_found() {
    let env = Environment::new();
    assert_eq!(env.run(&["count", &case("polyomino/no-solution.txt"), "--exit-code"]).code, Some(20));
    assert_eq!(env.run(&["count", &case("polyomino/paper-5x5.txt"), "--exit-code"]).code, Some(10));
}

#[test]
fn the_result_could_replace_the_case() {
    let env = Environment::new();
    let text = "1 2 1\nDEFAULT\nAA\n";
    env.write("case.txt", text);
    assert_eq!(env.run(&["solve", "case.txt", "-o", "./case.txt"]).code, Some(2));
    assert_eq!(env.run(&["solve", "case.txt", "-o", "state.txt", "--checkpoint", "state.txt"]).code, Some(2));
    assert_eq!(env.read("case.txt"), text);
}

#[test]
fn a_node_limit_was_overshot() {
    let env = Environment::new();
    for limit in ["1", "100", "5000"] {
        let args = [
            "count",
            &case("polyomino/pentominoes-6x10.txt"),
            "--strategy",
            "cover",
            "--node-limit",
            limit,
            "-t",
            "1",
            "-b",
            "1",
            "--format",
            "json",
        ];
        let report: Value = serde_json::from_str(&env.run(&args).stdout).unwrap();
        let nodes = report["nodes"].as_u64().unwrap();
        // The root is there before anything is limited.
        assert!(nodes <= limit.parse::<u64>().unwrap() + 1, "{nodes} nodes at a limit of {limit}");
    }
}

#[test]
fn cases_examined_depended_on_branches() {
    let env = Environment::new();
    let file = case("polyomino/pyramid-3.txt");
    let texts = ["1", "64", "1000"].map(|branches| {
        environment::without_times(&env.succeed(&["solve", &file, "--strategy", "cover", "-b", branches]))
    });
    assert!(texts.iter().all(|text| *text == texts[0] && text.contains("Cases examined: 44\n")), "{texts:?}");
}

#[test]
fn records_were_held_back_until_the_end() {
    use std::io::{BufRead, BufReader};
    let env = Environment::new();
    let mut command = env.command(&[
        "solve",
        "--all",
        "--format",
        "jsonl",
        "--strategy",
        "cover",
        &case("polyomino/iq-puzzler-pro-5x11.txt"),
    ]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first: Vec<String> = lines.by_ref().take(20).map(Result::unwrap).collect();
    assert!(first[19].contains("\"record\":\"solution\""));
    assert!(child.try_wait().unwrap().is_none(), "the search is still running");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn signals_were_swallowed_while_waiting_for_input() {
    let env = Environment::new();
    let mut child = env.command(&["solve", "-"]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    // More than a pipe can hold: once it is written, the program is reading, and waits for more.
    let mut input = child.stdin.take().unwrap();
    input.write_all(&b"# a comment\n".repeat(1 << 16)).unwrap();
    environment::signal(&child, "TERM");
    let status = Run::of(child.wait_with_output().unwrap());
    assert_eq!(status.code, None, "the signal ends it");
    drop(input);
}

#[test]
fn a_million_branches_delayed_every_limit() {
    let env = Environment::new();
    let file = case("polyomino/pentominoes-6x10.txt");
    let started = Instant::now();
    let run = env.run(&["count", &file, "--strategy", "cover", "-b", "1000000", "-t", "8", "--time-limit", "300ms"]);
    assert!(matches!(run.code, Some(0 | 3)), "{}{}", run.stdout, run.stderr);
    assert!(started.elapsed() < Duration::from_secs(10), "it took {:?}", started.elapsed());
}

#[test]
fn an_attempt_of_a_portfolio_could_not_be_stopped() {
    let env = Environment::new();
    let file = case("polyomino/hexominoes-15x15-hole.txt");
    let started = Instant::now();
    let run = env.run(&["solve", &file, "-t", "8", "-b", "64", "--time-limit", "1ms"]);
    assert!(matches!(run.code, Some(0 | 3)), "{}{}", run.stdout, run.stderr);
    assert!(started.elapsed() < Duration::from_secs(10), "it took {:?}", started.elapsed());
}

#[test]
fn shortest_ways_of_an_open_maze_were_too_many_to_count() {
    let env = Environment::new();
    let (wall, way) = ("#".repeat(81) + "\n", format!("#{}#\n", " ".repeat(79)));
    let file = env.write("hall.txt", wall.clone() + &way.repeat(79) + &wall);
    let counted = env.succeed(&["count", &file, "--from", "0,0", "--to", "39,39", "--format", "json"]);
    let report: Value = serde_json::from_str(&counted).unwrap();
    // Of 78 steps 39 lead down.
    let expected = (1..=39u32).fold(num_bigint::BigUint::from(1u32), |ways, step| ways * (39 + step) / step);
    assert_eq!(report["count"], expected.to_string());
}

#[test]
fn a_range_says_nothing_about_all_solutions() {
    let env = Environment::new();
    for (file, question) in [
        ("polyomino/paper-5x5.txt", &["--unique", "--strategy", "cover"][..]),
        ("polyomino/paper-5x5.txt", &["--forced", "1", "--strategy", "cover"]),
        ("exact-cover/queens-8.dlx", &["--unique"]),
    ] {
        let file = case(file);
        let run = env.run(&[&["solve", &file, "--range", "/0../0/1"], question].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{question:?}: {}", run.stderr);
        assert!(run.stderr.contains("a range of ids does not go together with that"), "{}", run.stderr);
    }
}

#[test]
fn the_cell_of_the_file_is_a_start_too() {
    let env = Environment::new();
    for (board, score) in [("1@\n", "1"), ("1 2 1 @ 2 1\n1 1 1 1 1 1\n", "11")] {
        env.write("board.txt", board);
        for strategy in ["dfs", "bounded", "auto"] {
            let words = ["solve", "board.txt", "--family", "voracity", "--best-start", "--strategy", strategy];
            let text = env.succeed(&words);
            assert!(text.contains(&format!("Score: {score}\n")), "{strategy}: {text}");
        }
    }
}

#[test]
fn a_share_of_the_shortest_games_is_one_of_games() {
    let env = Environment::new();
    env.write("plain.txt", "squares 1000\n");
    let run = env.run(&["solve", "plain.txt", "--all", "--node-limit", "3000", "--format", "json"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    let told: Value = serde_json::from_str(&run.stdout).unwrap();
    let found = told["solutions"].as_array().unwrap().len() as f64;
    let searched = told["searched"].as_f64().unwrap();
    // There are 903 games. What is still being searched counts for nothing yet.
    assert!(searched < (found + 2.0) / 903.0 && searched > (found - 30.0) / 903.0, "{found} games, {searched}");
}

#[test]
fn random_solutions_and_json_stop_at_the_time_limit() {
    let env = Environment::new();
    let file = case("polyomino/iq-puzzler-pro-5x11.txt");
    for words in [
        &["solve", &file, "--random", "4000000", "--format", "json", "-o", "random.json"][..],
        &["solve", &file, "--all", "-o", "all.json.gz"],
    ] {
        let begun = Instant::now();
        let run = env.run(&[words, &["--time-limit", "500ms"]].concat());
        assert_eq!(run.code, Some(3), "{words:?}: {}", run.stderr);
        // Much more than a tenth of a second: the machine may be busy. Whatever does not look takes several times as long.
        assert!(begun.elapsed() < Duration::from_secs(5), "{words:?}: {:?}", begun.elapsed());
    }
    let told: Value = serde_json::from_str(&env.read("random.json")).unwrap();
    assert_eq!(told["stop"], "time-limit");
    assert_eq!(told["count"], told["solutions"].as_array().unwrap().len().to_string());
}
