//! Every flag that a family has changes something that can be seen.

use crate::environment::{Environment, case, without_times};
use fathom::family::{FAMILIES, Verb};

/// A flag, the verb it goes with, what comes after the verb with and without it, and its value.
struct Try {
    flag: &'static str,
    verbs: &'static [Verb],
    before: &'static [&'static str],
    value: Option<&'static str>,
}

const SEARCHES: &[Verb] = &[Verb::Solve, Verb::Count];

/// For each family what is tried. A name such as `%case` stands for a file that the test makes.
fn tries(family: &str) -> Vec<Try> {
    let switch = |flag, verbs, before| Try { flag, verbs, before, value: None };
    let valued = |flag, verbs, before, value| Try { flag, verbs, before, value: Some(value) };
    match family {
        "polyomino" => vec![
            switch("no-mirror", &[Verb::Solve, Verb::Count, Verb::Show], &["%chiral"]),
            switch("no-rotate", &[Verb::Solve, Verb::Count, Verb::Show], &["%turned"]),
            valued("holes", SEARCHES, &["%gap"], "1"),
            valued("holes", &[Verb::Check], &["%gap", "%gap-answer"], "1"),
            switch("spare-pieces", SEARCHES, &["%spare"]),
            switch("spare-pieces", &[Verb::Check], &["%spare", "%spare-answer"]),
            switch("interchangeable", &[Verb::Count], &["%twins"]),
            switch("interchangeable", &[Verb::Solve], &["%twins", "--all"]),
            switch("classes", SEARCHES, &["%twins"]),
            switch("estimate", SEARCHES, &["%twins"]),
        ],
        "lockpick" => vec![
            switch("shortest", &[Verb::Solve], &["%level"]),
            valued("have", &[Verb::Solve, Verb::Show], &["%level"], "30 orange"),
            valued("format", &[Verb::Show], &["%level"], "level"),
            switch("analyse", &[Verb::Show], &["%level"]),
            switch("solve", &[Verb::Draw], &["%level", "-o", "%out.svg"]),
        ],
        "voracity" => vec![
            valued("directions", &[Verb::Solve, Verb::Count, Verb::Show], &["%board"], "8"),
            valued("start", &[Verb::Solve, Verb::Count, Verb::Show], &["%board"], "0,0"),
            switch("best-start", &[Verb::Solve], &["%board"]),
            switch("best", &[Verb::Count], &["%board", "--directions", "8"]),
            switch("estimate", SEARCHES, &["%board"]),
        ],
        "snakes" => vec![
            valued("rule", &[Verb::Solve, Verb::Count, Verb::Show], &["%snakes"], "overshoot win"),
            switch("trace", &[Verb::Solve], &["%snakes", "--strategy", "dfs"]),
            valued("rolls", &[Verb::Count], &["%snakes"], "9"),
            switch("plot", &[Verb::Draw], &["%snakes", "-o", "%out.svg"]),
        ],
        "maze" => vec![
            valued("from", &[Verb::Solve, Verb::Count, Verb::Draw], &["%maze"], "1,1"),
            valued("to", &[Verb::Solve, Verb::Count, Verb::Draw], &["%maze"], "1,1"),
            switch("longest", &[Verb::Solve], &["%perfect"]),
            valued("style", &[Verb::Draw], &["%maze"], "box"),
            switch("solve", &[Verb::Draw], &["%maze"]),
            valued("scale", &[Verb::Draw], &["%maze", "-o", "%out.png"], "3"),
            switch("distance", &[Verb::Draw], &["%maze", "-o", "%out.svg"]),
            valued("theme", &[Verb::Draw], &["%maze", "-o", "%out.svg"], "dark"),
            valued("wall-width", &[Verb::Draw], &["%maze", "-o", "%out.svg"], "0.3"),
            valued("path-width", &[Verb::Draw], &["%maze", "--solve", "--theme", "dark", "-o", "%out.svg"], "0.1"),
            switch("rounded", &[Verb::Draw], &["%maze", "-o", "%out.svg"]),
        ],
        "exact-cover" => vec![switch("estimate", SEARCHES, &["%cover.dlx"])],
        other => panic!("there is nothing to try for {other}"),
    }
}

/// Makes the files that names with `%` stand for.
fn environment() -> Environment {
    let env = Environment::new();
    env.write("chiral", "2 4 2\nDEFAULT\nA\nAA\n A\nB\nBB\n B\n");
    env.write("turned", "2 3 2\nDEFAULT\nAA\nA\nB\nBB\n");
    env.write("gap", "2 3 1\nDEFAULT\nAAA\nAA\n");
    env.write("gap-answer", "AAA\nAA_\n");
    env.write("spare", "1 3 2\nDEFAULT\nAAA\nBB\n");
    env.write("spare-answer", "AAA\n");
    env.write("twins", "2 2 2\nDEFAULT\nAA\nBB\n");
    env.write("level", std::fs::read(case("lockpick/paper/3-6_profit_margin.txt")).unwrap());
    env.write("cover.dlx", "a b c\na b\nb c\nc\na\n");
    env.write("board", "1 2 1\n1 @ 2\n2 1 1\n");
    env.write("snakes", std::fs::read(case("snakes/paper-8x8.txt")).unwrap());
    env.write("maze", std::fs::read(case("maze/two-ways.txt")).unwrap());
    env.succeed(&["generate", "maze", "--rows", "6", "--cols", "7", "--seed", "3", "-o", "perfect.txt", "-q"]);
    std::fs::rename(env.path("perfect.txt"), env.path("perfect")).unwrap();
    env
}

/// What can be seen of a run: its exit code, what it says, and the file it writes.
fn seen(env: &Environment, verb: &str, args: &[&str]) -> (Option<i32>, String, Option<Vec<u8>>) {
    let out = args.iter().find(|arg| arg.starts_with("out.")).map(|name| env.path(name));
    if let Some(out) = &out {
        let _ = std::fs::remove_file(out);
    }
    let mut all = vec![verb];
    all.extend(args);
    let run = env.run(&all);
    (run.code, without_times(&(run.stdout + &run.stderr)), out.map(|out| std::fs::read(out).unwrap_or_default()))
}

fn verb_name(verb: Verb) -> &'static str {
    match verb {
        Verb::Solve => "solve",
        Verb::Count => "count",
        Verb::Check => "check",
        Verb::Show => "show",
        Verb::Draw => "draw",
        Verb::Generate => "generate",
    }
}

#[test]
fn every_flag_of_every_family_has_an_effect() {
    let env = environment();
    for family in FAMILIES {
        let tries = tries(family.name());
        for flag in family.flags() {
            // These are about files of the game itself, which have tests of their own; a maze by its number has too.
            let is_elsewhere = matches!(flag.name, "level" | "gravity" | "stored" | "visit" | "rows" | "cols");
            let is_tried = tries.iter().any(|tried| tried.flag == flag.name);
            assert!(is_tried || is_elsewhere, "{} --{} is not tried", family.name(), flag.name);
        }
        for Try { flag, verbs, before, value } in &tries {
            for &verb in *verbs {
                let name = format!("{} {} --{flag}", family.name(), verb_name(verb));
                let is_taken = family.flags().iter().any(|known| known.name == *flag && known.verbs.contains(&verb));
                assert!(is_taken, "{name} is not taken");
                let before: Vec<&str> = before.iter().map(|arg| arg.trim_start_matches('%')).collect();
                let without = seen(&env, verb_name(verb), &before);
                let given = format!("--{flag}");
                let args: Vec<&str> = before.iter().copied().chain([given.as_str()]).chain(*value).collect();
                let with = seen(&env, verb_name(verb), &args);
                assert_ne!(with, without, "{name} changes nothing");
                assert!(!with.1.contains("internal error"), "{name}: {}", with.1);
            }
        }
    }
}
