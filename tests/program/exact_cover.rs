//! Exact covers as other programs write them: known counts, by both strategies, cut in any way.

use crate::environment::{self, Environment, case};

#[test]
fn known_counts() {
    let env = Environment::new();
    let counts = [("queens-8", "92"), ("sudoku", "1"), ("pentominoes-3x20", "8"), ("word-squares-3", "86")];
    for (name, count) in counts {
        let file = case(&format!("exact-cover/{name}.dlx"));
        for cut in [["-t", "1", "-b", "1"], ["-t", "3", "-b", "20"]] {
            let text = env.succeed(&[&["count", &file], &cut[..]].concat());
            assert!(text.contains(&format!("\n{count} solution")), "{name} {cut:?}: {text}");
        }
        // The order of the file is hopeless for the pieces of a board.
        if name != "pentominoes-3x20" {
            let text = env.succeed(&["count", &file, "--strategy", "ordered"]);
            assert!(text.contains(&format!("\n{count} solution")), "{name}: {text}");
        }
    }
}

#[test]
fn what_is_found_is_right_and_what_is_changed_is_wrong() {
    let env = Environment::new();
    let queens = case("exact-cover/queens-8.dlx");
    for format in ["txt", "json", "jsonl"] {
        let file = format!("all.{format}");
        env.succeed(&["solve", &queens, "--all", "-t", "2", "-o", &file]);
        let text = env.succeed(&["check", &queens, &file]);
        assert!(text.starts_with("right: 92 different covers"), "{text}");
    }
    let wrong = [
        ("1 11 21", "no option takes the item"),
        ("1 2", "both take the item 'r0'"),
        ("65", "there is no option 65"),
        ("0", "there is no option 0"),
        ("x", "holds no cover"),
    ];
    for (numbers, fault) in wrong {
        env.write("wrong.txt", format!("{numbers}\n"));
        let run = env.run(&["check", &queens, "wrong.txt"]);
        assert_eq!(run.code, Some(2), "{numbers}");
        assert!(run.stdout.contains(fault), "{numbers}: {}", run.stdout);
    }
}

#[test]
fn a_cover_has_an_id_that_leads_back_to_it() {
    let env = Environment::new();
    let squares = case("exact-cover/word-squares-3.dlx");
    let text = env.succeed(&["solve", &squares, "-s", "20"]);
    let last = text.lines().rfind(|line| line.starts_with("Id: ")).unwrap().to_owned();
    let shown = env.succeed(&["show", &squares, "--id", last.strip_prefix("Id: ").unwrap()]);
    assert!(text.contains(&shown), "{shown}");
    for wrong in ["constrained:/99", "constrained:/0", "nonsense:/0", "x", "/4294967295"] {
        assert_eq!(env.run(&["show", &squares, "--id", wrong]).code, Some(2), "{wrong}");
    }
}

#[test]
fn a_file_without_the_ending_is_recognised_and_a_bad_one_is_refused() {
    let env = Environment::new();
    env.write("cover.txt", "left right | middle\nleft middle:red\nright middle:red\nright middle:blue\n");
    let text = env.succeed(&["count", "cover.txt"]);
    assert!(text.contains("exact-cover") && text.contains("\n1 solution\n"), "{text}");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/exact-cover/bad");
    let mut messages = String::new();
    let mut names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    for name in names {
        let name = name.into_string().unwrap();
        let run = environment::Run::of(env.command(&["solve", &name]).current_dir(&folder).output().unwrap());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{name}");
        messages += &format!("{}\n", run.stderr);
    }
    insta::assert_snapshot!(messages);
}
