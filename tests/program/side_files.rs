//! Files beside the case: what flags name is read under the limits and never overwritten, and what has to be a plain
//! file is refused if it is something else.

use crate::environment::{Environment, Run, case};

/// A run that is refused, and why.
fn refused(env: &Environment, words: &[&str], reason: &str) {
    let run = env.run(words);
    assert_eq!(run.code, Some(2), "{words:?}: {}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains(reason), "{words:?}: {}", run.stderr);
}

/// A run that a limit ends.
fn stopped(run: &Run, what: &str) {
    assert_eq!(run.code, Some(3), "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains(what), "{}", run.stderr);
}

/// The level of the game that is solved after a visit, with a copy of it that may be visited.
fn level_with_visits(env: &Environment) -> String {
    let level = case("lockpick/import/second-visit.room.gmx");
    std::fs::copy(&level, env.path("visited.svg")).unwrap();
    level
}

#[test]
fn a_file_that_a_flag_names_could_be_overwritten() {
    let env = Environment::new();
    env.write("mask.txt", "XXX\nXXX\n");
    env.write("stored.txt", "1 32x32 1 white\n");
    env.succeed(&["generate", "maze", "--rows", "4", "--cols", "4", "-o", "7.png", "-q"]);
    let level = level_with_visits(&env);
    let before = ["mask.txt", "stored.txt", "7.png", "visited.svg"].map(|name| std::fs::read(env.path(name)).unwrap());
    let maze = ["generate", "maze", "--rows", "4", "--seed", "6"];
    for words in [
        &["generate", "maze", "--mask", "mask.txt", "-o", "mask.txt"][..],
        &["generate", "maze", "--mask", "mask.txt", "-o", "./mask.txt"],
        &[&maze[..], &["--mask", "7.png", "-o", "7.png"]].concat(),
        &[&maze[..], &["--mask", "7.png", "--count", "3", "-o", "./{}.png"]].concat(),
        &["solve", &level, "--stored", "stored.txt", "-o", "stored.txt"],
        &["count", &level, "--visit", "visited.svg", "--metrics", "visited.svg"],
        &["solve", &level, "--visit", "visited.svg", "--metrics", "visited.svg"],
        &["solve", &level, "--visit", "visited.svg", "-o", "visited.svg"],
        &["draw", &level, "--stored", "stored.txt", "-o", "stored.txt"],
        // A number in the place of the braces may make it the name of the case.
        &["solve", "7.png", "-o", "{}.png"],
        #[cfg(unix)]
        &["generate", "maze", "--mask", "mask.txt", "-o", "link.txt"],
    ] {
        #[cfg(unix)]
        let _ = std::os::unix::fs::symlink("mask.txt", env.path("link.txt"));
        // Nobody counts visits: that flag is unknown there, which is as good.
        let reason = if words[0] == "count" { "--visit" } else { "the result would replace" };
        refused(&env, words, reason);
    }
    let after = ["mask.txt", "stored.txt", "7.png", "visited.svg"].map(|name| std::fs::read(env.path(name)).unwrap());
    assert!(before == after);
}

#[test]
fn levels_to_be_visited_were_accepted_and_ignored() {
    let env = Environment::new();
    let level = level_with_visits(&env);
    env.succeed(&["solve", &level, "-o", "way.json", "-q"]);
    env.succeed(&["check", &level, "way.json", "--visit", "visited.svg"]);
    env.succeed(&["draw", &level, "way.json", "--visit", "visited.svg", "-o", "way.svg"]);
    refused(&env, &["check", &level, "way.json", "--visit", "nowhere"], "cannot read nowhere");
    refused(&env, &["draw", &level, "way.json", "--visit", "nowhere", "-o", "x.svg"], "cannot read nowhere");
    refused(
        &env,
        &["draw", &level, "--visit", "visited.svg", "-o", "x.svg"],
        "--visit is about the visits of an answer",
    );
    refused(&env, &["draw", &level, "way.json", "--visit", "visited.svg", "-o", "visited.svg"], "would replace");
    // No stored doors come out in this one.
    let rooms = case("lockpick/import/small-rooms.lvl");
    env.succeed(&["solve", &rooms, "--level", "1", "-o", "other.json", "-q"]);
    for words in [&["check", &rooms, "other.json"][..], &["draw", &rooms, "other.json", "-o", "x.svg"]] {
        let words = [words, &["--level", "1", "--visit", "nowhere"]].concat();
        refused(&env, &words, "--visit is for levels in which stored doors come out");
    }
    assert!(!env.path("x.svg").exists());
}

#[test]
fn an_estimate_or_checkpoints_that_are_not_kept_were_accepted_by_batches() {
    let env = Environment::new();
    let file = case("polyomino/pentominoes-3x20.txt");
    refused(&env, &["batch", &file, "--checkpoint-every", "5s"], "--checkpoint-every: there is no checkpoint");
    refused(&env, &["batch", &file, "--estimate"], "fathom count --estimate");
    env.write("list.jsonl", serde_json::json!({"case": file, "options": {"estimate": ""}}).to_string());
    let run = env.run(&["batch", "--list", "list.jsonl", "-q"]);
    assert_eq!(run.code, Some(2), "{}", run.stdout);
    assert!(run.stdout.contains("\"status\":\"bad\"") && run.stdout.contains("estimate"), "{}", run.stdout);
}

#[test]
fn what_wants_a_picture_is_named() {
    let env = Environment::new();
    let maze = ["generate", "maze", "--rows", "5", "--cols", "5"];
    for flag in [&["--theme", "dark"][..], &["--path-width", "0.3"], &["--rounded"], &["--distance"]] {
        for grid in ["square", "hex"] {
            let words = [&maze[..], flag, &["--grid", grid]].concat();
            refused(&env, &words, &format!("{} is for .svg and .png, not for text on standard output", flag[0]));
            refused(&env, &[&words[..], &["-o", "x.json"]].concat(), &format!("{} is for .svg and .png", flag[0]));
        }
    }
}

/// Twice as many results as fit the memory are read line by line, and what is not asked about stays as it is.
#[test]
fn results_of_an_earlier_run_were_held_in_memory() {
    let env = Environment::new();
    let file = env.write("case.txt", std::fs::read_to_string(case("maze/two-ways.txt")).unwrap());
    env.succeed(&["batch", &file, "-q", "-o", "r.jsonl"]);
    let record = env.read("r.jsonl");
    let many = |number: usize| {
        let more = format!("\"key\":\"{number}\",\"more\":\"{}\"", "x".repeat(1 << 20));
        format!("{{\"case\":{file:?},{more}}}\n")
    };
    env.write("r.jsonl", (0..150).map(many).chain([record.clone()]).collect::<String>());
    let run = env.run(&["batch", &file, "-o", "r.jsonl", "--resume", "-t", "1", "--memory-limit", "80M"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("1 done before"), "{}", run.stderr);
    assert_eq!(env.read("r.jsonl"), record);
}

#[cfg(unix)]
mod of_unix {
    use std::{
        io::Write,
        os::unix::fs::symlink,
        process::{Command, Stdio},
    };

    use super::*;

    fn pipe(env: &Environment, name: &str) {
        assert!(Command::new("mkfifo").arg(env.path(name)).status().unwrap().success());
    }

    #[test]
    fn a_mask_without_an_end_was_read_past_all_limits() {
        let env = Environment::new();
        pipe(&env, "pipe");
        let zeros = vec![0; 1 << 20];
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        (0..400).for_each(|_| packed.write_all(&zeros).unwrap());
        env.write("bomb.gz", packed.finish().unwrap());
        let level = case("lockpick/import/second-visit.room.gmx");
        for (words, limit, what) in [
            (&["generate", "maze", "--rows", "4", "--mask", "/dev/zero"][..], ["--memory-limit", "100M"], "memory"),
            (&["generate", "maze", "--rows", "4", "--mask", "bomb.gz"], ["--memory-limit", "100M"], "memory"),
            (&["generate", "maze", "--rows", "4", "--mask", "pipe"], ["--time-limit", "100ms"], "time"),
            (&["solve", &level, "--stored", "/dev/zero"], ["--memory-limit", "100M"], "memory"),
            (&["solve", &level, "--visit", "/dev/zero"], ["--memory-limit", "100M"], "memory"),
            (&["draw", &level, "--stored", "pipe", "-o", "x.svg"], ["--time-limit", "100ms"], "time"),
        ] {
            let run = env.run(&[words, &limit].concat());
            assert_eq!(run.code, Some(3), "{words:?}: {}{}", run.stdout, run.stderr);
            let said = run.stdout + &run.stderr;
            assert!(said.contains(&format!("the {what} limit was reached")), "{words:?}: {said}");
        }
    }

    #[test]
    fn a_list_without_an_end_was_read_until_the_memory_was_gone() {
        let env = Environment::new();
        let words = ["batch", "-q", "--memory-limit", "100M", "--list"];
        stopped(&env.run(&[&words[..], &["/dev/zero"]].concat()), "the memory limit was reached");
        for line in [&vec![0; 1 << 20][..], b"{\"text\": \"1@\\n11\\n\"}\n"] {
            let mut command = env.command(&[&words[..], &["-"]].concat());
            let mut child =
                command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            let mut list = child.stdin.take().unwrap();
            let block = line.repeat(((1 << 16) / line.len()).max(1));
            // It goes on until nobody reads any more.
            while list.write_all(&block).is_ok() {}
            drop(list);
            stopped(&Run::of(child.wait_with_output().unwrap()), "the memory limit was reached");
        }
    }

    #[test]
    fn results_that_are_none_were_read_until_the_memory_was_gone() {
        let env = Environment::new();
        let file = case("maze/two-ways.txt");
        let words = ["batch", &file, "-q", "--resume", "--memory-limit", "100M", "-o"];
        let holes = |name: &str, start: &str| {
            let path = env.write(name, start);
            std::fs::OpenOptions::new().write(true).open(path).unwrap().set_len(3 << 30).unwrap();
        };
        holes("holes.jsonl", "");
        refused(&env, &[&words[..], &["holes.jsonl"]].concat(), "holes.jsonl:1: this is no record of a batch");
        holes("long.jsonl", "{\"case\": \"");
        stopped(&env.run(&[&words[..], &["long.jsonl"]].concat()), "the memory limit was reached");
        for name in ["holes.jsonl", "long.jsonl"] {
            assert_eq!(std::fs::metadata(env.path(name)).unwrap().len(), 3 << 30, "{name} stays as it is");
            assert!(!env.path(&format!("{name}.checkpoints")).exists());
        }
    }

    #[test]
    fn pipes_and_devices_in_the_place_of_plain_files_were_waited_for() {
        let env = Environment::new();
        let (maze, board) = (case("maze/two-ways.txt"), case("polyomino/pentominoes-3x20.txt"));
        ["pipe", "pipe.jsonl", "x.jsonl.waiting", "kept.told"].iter().for_each(|name| pipe(&env, name));
        symlink("/dev/full", env.path("full.jsonl")).unwrap();
        for words in [
            &["count", &board, "--metrics", "pipe"][..],
            &["solve", &maze, "--metrics", "pipe"],
            &["solve", &board, "--checkpoint", "pipe", "--resume"],
            &["solve", &board, "--checkpoint", "/dev/zero", "--resume"],
            &["solve", &board, "--range-file", "/dev/zero"],
            &["solve", &board, "--range-file", "pipe"],
            &["batch", &maze, "-o", "pipe.jsonl", "--resume"],
            &["batch", &maze, "-o", "pipe.jsonl"],
            &["batch", &maze, "-o", "full.jsonl", "--resume"],
            &["batch", &maze, "-o", "x.jsonl", "--resume"],
        ] {
            refused(&env, words, "it is no plain file");
        }
        let told = ["solve", &board, "--all", "--strategy", "cover", "--checkpoint", "kept"];
        refused(&env, &told, "kept.told is not a fathom checkpoint");
        env.succeed(&["solve", &maze, "--metrics", "/dev/null"]);
    }

    #[test]
    fn pieces_waited_for_a_best_score_that_never_came() {
        let env = Environment::new();
        let numbers = case("voracity/v9-3-1.txt");
        env.succeed(&["split", &numbers, "-n", "2", "-o", "pieces", "--strategy", "bounded", "-q"]);
        let piece = std::fs::read_dir(env.path("pieces")).unwrap().flatten().map(|entry| entry.path());
        let piece = piece.filter(|file| file.extension().is_some_and(|ending| ending == "range")).min().unwrap();
        let piece = piece.display().to_string();
        let shared = env.path("pieces/best-so-far.json");
        symlink("/dev/zero", &shared).unwrap();
        refused(&env, &["solve", &numbers, "--range-file", &piece], "it is no plain file");
        std::fs::remove_file(&shared).unwrap();
        pipe(&env, "pieces/best-so-far.json");
        refused(&env, &["solve", &numbers, "--range-file", &piece], "it is no plain file");
    }
}
