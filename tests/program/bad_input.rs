//! Wrong files are refused with exit code 2 and a message that names the place. The messages are kept in a snapshot.

use std::path::Path;

use crate::environment::{self, Environment};

#[test]
fn bad_polyomino_cases_are_refused_with_these_messages() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("cases/polyomino/bad");
    let mut names: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert!(names.len() >= 40);
    let mut messages = String::new();
    let env = Environment::new();
    for name in names {
        // Every verb reads the file the same way.
        for verb in ["solve", "count", "show"] {
            let run = Run::new(&env, verb, &folder, &name);
            assert_eq!(run.code, Some(2), "{verb} {name}: {}{}", run.stdout, run.stderr);
            assert_eq!(run.stdout, "", "{verb} {name}");
            assert!(run.stderr.contains(&format!("--> {name}:")), "{verb} {name}: {}", run.stderr);
            if verb == "solve" {
                messages += &format!("{}\n", run.stderr);
            }
        }
    }
    insta::assert_snapshot!(messages);
}

struct Run;

impl Run {
    /// Runs in the folder of the case, so that messages have no paths of this machine in them.
    #[allow(clippy::new_ret_no_self)]
    fn new(env: &Environment, verb: &str, folder: &Path, name: &str) -> environment::Run {
        environment::Run::of(env.command(&[verb, name]).current_dir(folder).output().unwrap())
    }
}

#[test]
fn files_that_cannot_be_read() {
    let env = Environment::new();
    std::fs::create_dir(env.path("folder")).unwrap();
    for name in ["folder", "missing.txt"] {
        let run = env.run(&["solve", name]);
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.starts_with("error: cannot read"), "{}", run.stderr);
    }
}

#[test]
fn harmless_habits_are_tolerated() {
    let env = Environment::new();
    let plain = "2 3 2\nDEFAULT\nA\nAA\nBB\n B\n";
    let variants = [
        plain.replace('\n', "\r\n"),
        format!("\u{feff}{plain}"),
        plain.replace('\n', "   \n"),
        plain.trim_end().to_owned(),
        format!("# a comment\n\n{plain}\n\n# the end\n"),
        "2 3 2 DEFAULT\nA\nAA\n\nBB\n.B\n".to_owned(),
        "2 3 1 2\ndefault\nZ: 0\nA\nAA\nZ: 0\nBB\n B\n".to_owned(),
        "2 3 2\nCUSTOM\nXXX\nXXX\nA\nAA\nBB\n B\n".to_owned(),
        "2 3 2\nCUSTOM\nooo\nooo\nA\nAA\nBB\n B\n".to_owned(),
    ];
    for text in variants {
        let file = env.write("case.txt", &text);
        let out = env.succeed(&["count", &file]);
        assert!(out.contains("\n4 solutions\n"), "{text:?}: {out}");
    }
}
