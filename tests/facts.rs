//! Known counts, by the program as it is delivered. Those that take longer than a few seconds are in the benches.

mod environment;

use environment::{Environment, case};

fn count(name: &str) -> String {
    let env = Environment::new();
    let text = env.succeed(&["count", &case(&format!("polyomino/{name}.txt"))]);
    let line = text.lines().find(|line| line.contains("solution") && !line.contains("polyomino")).unwrap_or_default();
    line.split(' ').next().unwrap_or_default().to_owned()
}

#[test]
fn pentominoes_on_flat_boards() {
    let known = [("3x20", "8"), ("4x15", "1472"), ("5x12", "4040"), ("6x10", "9356"), ("8x8-hole", "520")];
    for (board, expected) in known {
        assert_eq!(count(&format!("pentominoes-{board}")), expected, "{board}");
    }
}

#[test]
fn solids() {
    assert_eq!(count("soma-3x3x3"), "11520");
    assert_eq!(count("solid-pentominoes-2x3x10"), "96");
    assert_eq!(count("solid-pentominoes-2x5x6"), "2112");
}

#[test]
fn kanoodle() {
    assert_eq!(count("kanoodle-5x11"), "371020");
    assert_eq!(count("kanoodle-pyramid"), "2448");
}

#[test]
fn iq_puzzler_pro_pyramid() {
    assert_eq!(count("iq-puzzler-pro-pyramid"), "26720");
}
