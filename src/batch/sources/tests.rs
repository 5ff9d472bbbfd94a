//! Places and lists bring their cases in a fixed order.

use std::{fs, io::Cursor};

use super::*;

fn names(entries: &[Entry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.name.as_str()).collect()
}

fn no_stdin() -> Box<dyn BufRead> {
    Box::new(Cursor::new(Vec::new()))
}

#[test]
fn folders_and_patterns_come_in_the_order_of_names() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("b/.hidden")).unwrap();
    for name in ["z.txt", "a.txt", "b/c.txt", "b/notes.md", ".x.txt", "b/.hidden/y.txt", "r.jsonl"] {
        fs::write(at(name), "1").unwrap();
    }
    let entries = collect(&[folder.path().to_owned()], &[], &mut no_stdin).unwrap();
    let expected: Vec<String> =
        ["a.txt", "b/c.txt", "z.txt"].iter().map(|name| at(name).display().to_string()).collect();
    assert_eq!(names(&entries), expected);
    let entries = collect(&[at("*.txt")], &[], &mut no_stdin).unwrap();
    assert_eq!(names(&entries).last(), Some(&expected[2].as_str()));
    assert!(collect(&[at("*.gif")], &[], &mut no_stdin).is_err());
}

#[cfg(unix)]
#[test]
fn a_loop_of_links_ends() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(folder.path(), folder.path().join("loop")).unwrap();
    fs::write(folder.path().join("a.txt"), "1").unwrap();
    assert_eq!(collect(&[folder.path().to_owned()], &[], &mut no_stdin).unwrap().len(), 1);
}

#[test]
fn lists_hold_names_and_objects() {
    let text = "# a list\na.txt\n\n{\"case\": \"b.txt\", \"time_limit\": 1.5, \"solutions\": \"all\"}\r\n\
                {\"text\": \"1@\", \"name\": \"small\"}\n{\"case\": 3}\n{\"time_limit\": 1}\n";
    let mut stdin = || Box::new(Cursor::new(text.as_bytes().to_vec())) as Box<dyn BufRead>;
    let entries = collect(&[PathBuf::from("-")], &[], &mut stdin).unwrap();
    assert_eq!(names(&entries), ["a.txt", "b.txt", "small", "standard input:6", "standard input:7"]);
    assert_eq!(entries[1].wishes.time_limit, Some(Duration::from_millis(1500)));
    assert_eq!(entries[1].wishes.solutions, Some(Wanted(u64::MAX)));
    assert_eq!(entries[2].content, Content::Text("1@".to_owned()));
    assert!(matches!(entries[3].content, Content::Wrong(_)));
    assert!(matches!(entries[4].content, Content::Wrong(_)));
}
