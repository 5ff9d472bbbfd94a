//! One search on many machines: split, search each piece, merge, audit. Whatever is put together is what one machine
//! finds.

use std::{fs, time::Duration};

use crate::environment::{Environment, Run, case, sample};
use fathom::{
    family::{FAMILIES, Family},
    search::{Ability, Strategy},
};
use serde_json::{Value, json};

fn json(run: &Run, name: &str) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{name}: {:?} {} {}", run.code, run.stdout, run.stderr))
}

/// The range files of a folder.
fn pieces(env: &Environment, folder: &str) -> Vec<String> {
    let mut files: Vec<String> = fs::read_dir(env.path(folder))
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path().display().to_string())
        .filter(|file| file.ends_with(".range"))
        .collect();
    files.sort();
    files
}

/// What a report says, without what depends on how it was found.
fn essence(report: &Value) -> (Value, Value, Value) {
    (report["status"].clone(), report["count"].clone(), report["solutions"].clone())
}

fn compare(family: &dyn Family, strategy: &Strategy, verb: &str, flags: &[&str]) {
    let name = format!("{} {} {verb} {flags:?}", family.name(), strategy.name);
    let env = Environment::new();
    let file = sample(family.name(), strategy.name);
    let mut whole = vec![verb, &file, "--strategy", strategy.name, "--format", "json", "--quiet"];
    whole.extend(flags);
    let whole = env.run(&whole);
    assert_eq!(whole.code, Some(0), "{name}: {}", whole.stderr);

    let mut split = vec!["split", &file, "-n", "5", "-o", "pieces", "--strategy", strategy.name];
    split.extend(if verb == "count" { &["--count"][..] } else { flags });
    let split = env.run(&split);
    assert_eq!(split.code, Some(0), "{name}: {}", split.stderr);
    let pieces = pieces(&env, "pieces");
    assert!((2..=5).contains(&pieces.len()), "{name}: {pieces:?}");
    for piece in pieces.iter().rev() {
        let run = env.run(&["solve", &file, "--range-file", piece, "--quiet", "-t", "2"]);
        assert_eq!(run.code, Some(0), "{name} {piece}: {}", run.stderr);
    }
    let merged = env.run(&["merge", &file, "pieces", "--format", "json"]);
    assert_eq!(merged.code, Some(0), "{name}: {}", merged.stderr);
    assert_eq!(essence(&json(&merged, &name)), essence(&json(&whole, &name)), "{name}");
    let audit = env.run(&["audit", &file, "pieces", "--sample", "3"]);
    assert_eq!(audit.code, Some(0), "{name}: {}", audit.stderr);
}

#[test]
fn pieces_put_together_are_the_whole() {
    let mut compared = 0;
    for family in FAMILIES {
        for strategy in family.strategies().iter().filter(|strategy| strategy.can(Ability::Range)) {
            if !strategy.can(Ability::Threads) {
                // What cannot be shared by threads cannot be cut, either.
                let env = Environment::new();
                let file = sample(family.name(), strategy.name);
                let split = env.run(&["split", &file, "-n", "5", "-o", "pieces", "--strategy", strategy.name]);
                assert_eq!(split.code, Some(2), "{}: {}", strategy.name, split.stderr);
                continue;
            }
            if strategy.can(Ability::Count) {
                compare(family, strategy, "count", &[]);
                compared += 1;
            }
            // There is no end of attempts.
            if !["portfolio", "anytime"].contains(&strategy.name) {
                let all: &[&str] = if strategy.can(Ability::Several) { &["--all"] } else { &[] };
                compare(family, strategy, "solve", all);
                compared += 1;
            }
        }
    }
    assert!(compared >= 12, "only {compared} were compared");
}

const CASE: &str = "polyomino/pentominoes-3x20.txt";

fn split(env: &Environment, count: &str, flags: &[&str]) -> Vec<String> {
    let case = case(CASE);
    let mut args = vec!["split", &case, "-n", count, "-o", "pieces", "--quiet"];
    args.extend(flags);
    let run = env.run(&args);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    pieces(env, "pieces")
}

#[test]
fn what_is_missing_is_told() {
    let env = Environment::new();
    let pieces = split(&env, "4", &["--count"]);
    for piece in &pieces[..3] {
        assert_eq!(env.run(&["solve", &case(CASE), "--range-file", piece, "-q"]).code, Some(0));
    }
    let merged = env.run(&["merge", &case(CASE), "pieces", "--format", "json"]);
    assert_eq!(merged.code, Some(3), "{}", merged.stderr);
    assert!(merged.stderr.contains("missing: pieces/0004.range"), "{}", merged.stderr);
    assert_eq!(json(&merged, "part")["status"], "unknown");
    // A piece that nobody has a file for any more is missed, too.
    fs::remove_file(env.path("pieces/0004.range")).unwrap();
    let merged = env.run(&["merge", &case(CASE), "pieces"]);
    assert_eq!(merged.code, Some(3));
    assert!(merged.stderr.contains("which no file is about"), "{}", merged.stderr);
}

#[test]
fn a_task_goes_on_by_itself_and_can_be_cut_again() {
    let env = Environment::new();
    let pieces = split(&env, "2", &["--all", "--strategy", "constrained"]);
    let stopped = env.run(&["solve", &case(CASE), "--range-file", &pieces[0], "-q", "-t", "1", "--node-limit", "300"]);
    assert_eq!(stopped.code, Some(75), "{}", stopped.stderr);
    let again =
        env.run(&["split", &case(CASE), "-n", "3", "-o", "pieces", "--from-checkpoint", "pieces/0001.checkpoint"]);
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    let now = self::pieces(&env, "pieces");
    assert_eq!(now.len(), 4, "{now:?}");
    assert!(!now.contains(&pieces[0]), "the piece that was cut is no task any more");
    for piece in &now {
        let stopped = env.run(&["solve", &case(CASE), "--range-file", piece, "-q", "--node-limit", "50"]);
        assert!(matches!(stopped.code, Some(0 | 75)), "{}", stopped.stderr);
        for _ in 0..2 {
            let done = env.run(&["solve", &case(CASE), "--range-file", piece, "-q"]);
            assert_eq!(done.code, Some(0), "{}", done.stderr);
        }
    }
    let merged = env.run(&["merge", &case(CASE), "pieces", "--format", "json"]);
    assert_eq!(merged.code, Some(0), "{}", merged.stderr);
    let whole = env.run(&["solve", &case(CASE), "--all", "--strategy", "constrained", "--format", "json"]);
    assert_eq!(essence(&json(&merged, "merged")), essence(&json(&whole, "whole")));
}

#[test]
fn a_task_keeps_its_checkpoint_where_it_is_told_to() {
    let env = Environment::new();
    let pieces = split(&env, "2", &["--all", "--strategy", "constrained"]);
    let task = ["solve", &case(CASE), "--range-file", &pieces[0], "-q", "-t", "1", "--checkpoint", "elsewhere"];
    let stopped = env.run(&[&task[..], &["--checkpoint-every", "1s", "--node-limit", "300"]].concat());
    assert_eq!(stopped.code, Some(75), "{}", stopped.stderr);
    assert!(env.path("elsewhere").exists() && !env.path("pieces/0001.checkpoint").exists());
    for _ in 0..2 {
        let done = env.run(&task);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
    }
    // There it is part of the whole again.
    fs::rename(env.path("elsewhere"), env.path("pieces/mine.checkpoint")).unwrap();
    assert_eq!(env.run(&["solve", &case(CASE), "--range-file", &pieces[1], "-q"]).code, Some(0));
    let merged = env.run(&["merge", &case(CASE), "pieces", "--format", "json"]);
    assert_eq!(merged.code, Some(0), "{}", merged.stderr);
}

/// What a task is told of the scores of others is not believed in the end, and a range in which nothing can win is not
/// called empty.
#[test]
fn a_score_that_nobody_has_proves_nothing() {
    let env = Environment::new();
    let file = case("voracity/v9-3-1.txt");
    env.succeed(&["split", &file, "-n", "4", "-o", "pieces", "--strategy", "bounded"]);
    let pieces = pieces(&env, "pieces");
    // In honest use first the last ones: the first one learns of their score, and has nothing that beats it.
    for piece in pieces.iter().rev() {
        let said = env.succeed(&["solve", &file, "--range-file", piece]);
        assert!(!said.contains("every candidate in it was examined"), "{said}");
    }
    let merged = env.succeed(&["merge", &file, "pieces", "--format", "json"]);
    let whole = env.succeed(&["solve", &file, "--strategy", "bounded", "--format", "json"]);
    assert_eq!(essence(&serde_json::from_str(&merged).unwrap()), essence(&serde_json::from_str(&whole).unwrap()));
    // Somebody says that there is a better one.
    for piece in &pieces {
        fs::remove_file(env.path(piece).with_extension("checkpoint")).unwrap();
    }
    let shared: Value = serde_json::from_str(&env.read("pieces/best-so-far.json")).unwrap();
    env.write("pieces/best-so-far.json", json!({"search": shared["search"], "score": 99999}).to_string());
    for piece in &pieces {
        let said = env.succeed(&["solve", &file, "--range-file", piece]);
        assert!(said.contains("No solution with a score of 99999 or more"), "{said}");
    }
    let merged = env.run(&["merge", &file, "pieces"]);
    assert_eq!(merged.code, Some(2), "{}", merged.stdout);
    assert!(merged.stderr.contains("a score of 99999, which none has"), "{}", merged.stderr);
    let one = ["split", &file, "-n", "1", "-o", "one", "--strategy", "bounded"];
    env.succeed(&one);
    fs::copy(env.path("pieces/best-so-far.json"), env.path("one/best-so-far.json")).unwrap();
    let said = env.succeed(&["solve", &file, "--range-file", "one/0001.range", "--format", "json"]);
    assert_eq!(serde_json::from_str::<Value>(&said).unwrap()["status"], "unknown", "{said}");
}

#[test]
fn a_task_is_asked_what_its_range_file_asks() {
    let env = Environment::new();
    let pieces = split(&env, "2", &["--all", "--strategy", "constrained"]);
    let task = ["solve", &case(CASE), "--range-file", &pieces[0], "-q"];
    for other in [&["-s", "1"][..], &["--any"], &["--unique"], &["--nth", "2"], &["--forced", "3"]] {
        let run = env.run(&[&task[..], other].concat());
        assert_eq!(run.code, Some(2), "{other:?}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains("the range file asks for something else"), "{other:?}: {}", run.stderr);
    }
    for same in [&["--all"][..], &["-s", "all"]] {
        let run = env.run(&[&task[..], same].concat());
        assert_eq!(run.code, Some(0), "{same:?}: {}", run.stderr);
    }
}

#[test]
fn pieces_of_something_else_are_refused() {
    let env = Environment::new();
    let pieces = split(&env, "2", &["--count"]);
    let other = case("polyomino/pentominoes-6x10.txt");
    let run = env.run(&["solve", &other, "--range-file", &pieces[0]]);
    assert_eq!(run.code, Some(2), "{}", run.stdout);
    assert!(run.stderr.contains("cut from another search"), "{}", run.stderr);
    assert_eq!(env.run(&["merge", &other, "pieces"]).code, Some(2));
    assert_eq!(env.run(&["audit", &other, "pieces"]).code, Some(2));
    assert_eq!(env.run(&["split", &other, "-n", "2", "-o", "pieces"]).code, Some(2));
    assert_eq!(env.run(&["solve", &case(CASE), "--range-file", &pieces[0], "--strategy", "cover"]).code, Some(2));
    assert_eq!(env.run(&["solve", &case(CASE), "--range-file", &pieces[0], "--classes"]).code, Some(2));
    // The same piece under two names.
    assert_eq!(env.run(&["solve", &case(CASE), "--range-file", &pieces[0], "-q"]).code, Some(0));
    fs::copy(env.path("pieces/0001.checkpoint"), env.path("pieces/0009.checkpoint")).unwrap();
    let twice = env.run(&["merge", &case(CASE), "pieces"]);
    assert_eq!(twice.code, Some(2), "{}", twice.stdout);
    assert!(twice.stderr.contains("there twice"), "{}", twice.stderr);
}

#[test]
fn what_cannot_be_divided_says_so() {
    let env = Environment::new();
    for (file, strategy) in [("maze/two-ways.txt", "bfs"), ("voracity/v9-3-1.txt", "dp")] {
        let run = env.run(&["split", &case(file), "-n", "3", "-o", "pieces", "--strategy", strategy]);
        assert_eq!(run.code, Some(2), "{file}: {}", run.stderr);
        assert!(run.stderr.contains(strategy), "{}", run.stderr);
    }
}

/// A checkpoint whose checksums are right and whose numbers are wrong, as from a machine that computes wrongly.
fn doctor(env: &Environment, piece: &str) {
    use fathom::{
        search::{CheckpointPlan, Ledger, load_checkpoint, save_checkpoint},
        shards::{RangeFile, checkpoint_of},
    };
    let range_file = env.path(piece);
    let (file, fingerprint) = (checkpoint_of(&range_file), RangeFile::read(&range_file).unwrap().search().unwrap());
    let ledger: Ledger<()> = load_checkpoint(&file, fingerprint).unwrap();
    let mut value = serde_json::to_value(&ledger).unwrap();
    let stretches = &mut value["done"][0]["stretches"];
    let answers = &mut stretches[0]["tally"]["answers"];
    *answers = (answers.as_u64().unwrap() + 1).into();
    let doctored: Ledger<()> = serde_json::from_value(value).unwrap();
    let plan = CheckpointPlan { file, every: std::time::Duration::ZERO, fingerprint, only_unfinished: false };
    save_checkpoint(&plan, &doctored).unwrap();
}

#[test]
fn an_audit_finds_a_machine_that_computes_wrongly() {
    let env = Environment::new();
    let pieces = split(&env, "4", &["--count"]);
    let early = env.run(&["audit", &case(CASE), "pieces"]);
    assert_eq!(early.code, Some(3), "nothing was compared: {}", early.stderr);
    for piece in pieces {
        assert_eq!(env.run(&["solve", &case(CASE), "--range-file", &piece, "-q", "-t", "1", "-b", "1"]).code, Some(0));
    }
    assert_eq!(env.run(&["audit", &case(CASE), "pieces", "--sample", "1000"]).code, Some(0));
    let other = ["audit", &case(CASE), "pieces", "--sample", "1", "--strategy", "constrained"];
    let agreed = env.run(&other);
    assert_eq!(agreed.code, Some(0), "{}", agreed.stderr);
    assert!(agreed.stderr.contains("constrained finds the same"), "{}", agreed.stderr);
    assert_eq!(env.run(&["audit", &case(CASE), "pieces", "--strategy", "frontier"]).code, Some(2), "the same strategy");
    doctor(&env, "pieces/0002.range");
    // A part that happens to be right says nothing of the whole.
    let seeds = (0..50u32).map(|seed| env.run(&[&other[..], &["--seed", &seed.to_string()]].concat()));
    let whole =
        seeds.into_iter().find(|audit| audit.stderr.contains("the whole is wrong")).expect("most parts are right");
    assert_eq!(whole.code, Some(2), "{}", whole.stderr);
    let audit = env.run(&["audit", &case(CASE), "pieces", "--sample", "1000"]);
    assert_eq!(audit.code, Some(2), "{}", audit.stderr);
    assert!(audit.stderr.contains("is wrong"), "{}", audit.stderr);
}

#[test]
fn outputs_do_not_take_the_places_of_pieces() {
    let env = Environment::new();
    let file = case("polyomino/pentominoes-3x20.txt");
    env.succeed(&["split", &file, "--strategy", "cover", "-n", "3", "-o", "pieces"]);
    let pieces = pieces(&env, "pieces");
    let before: Vec<String> = pieces.iter().map(|piece| env.read(piece)).collect();
    let task = ["solve", &file, "--range-file", &pieces[0]];
    for (args, output) in [
        (&task[..], &["--metrics", &pieces[0]]),
        (&task[..], &["--metrics", &pieces[1]]),
        (&["merge", &file, "pieces"][..], &["--metrics", &pieces[2]]),
    ] {
        let run = env.run(&[args, output].concat());
        assert!(run.code == Some(2) && run.stderr.contains("would replace"), "{args:?}: {}", run.stderr);
    }
    for args in [&task[..], &["merge", &file, "pieces"][..]] {
        let run = env.run(&[args, &["-o", &pieces[1], "--format", "text"]].concat());
        assert!(run.code == Some(2) && run.stderr.contains("would replace"), "{args:?}: {}", run.stderr);
    }
    assert_eq!(pieces.iter().map(|piece| env.read(piece)).collect::<Vec<_>>(), before);
}

#[test]
fn cutting_attempts_obeys_the_time_limit() {
    let env = Environment::new();
    let file = case("polyomino/hexominoes-15x15-hole.txt");
    let run = env.run(&["split", &file, "-n", "100000", "-o", "many", "--time-limit", "500ms"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(run.at_work < Duration::from_secs(4), "{:?}", run.at_work);
    assert!(!env.path("many").join("0001.range").exists());
}
