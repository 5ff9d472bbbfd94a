//! Known counts, by the program as it is delivered. `scripts/test-facts` has those that take minutes.

use crate::environment::{Environment, case};

fn count(name: &str, flags: &[&str]) -> String {
    let env = Environment::new();
    let file = case(&format!("polyomino/{name}.txt"));
    let text = env.succeed(&[&["count", &file][..], flags].concat());
    let line = text.lines().find(|line| line.contains("solution") && !line.contains("polyomino")).unwrap_or_default();
    line.split(' ').next().unwrap_or_default().to_owned()
}

/// All solutions, and those up to symmetry.
fn assert_counts(name: &str, all: &str, classes: &str) {
    assert_eq!(count(name, &[]), all, "{name}");
    assert_eq!(count(name, &["--classes"]), classes, "{name}, up to symmetry");
}

#[test]
fn pentominoes_on_flat_boards() {
    assert_counts("pentominoes-3x20", "8", "2");
    assert_counts("pentominoes-4x15", "1472", "368");
    assert_counts("pentominoes-5x12", "4040", "1010");
    assert_counts("pentominoes-6x10", "9356", "2339");
    assert_counts("pentominoes-8x8-hole", "520", "65");
}

#[test]
fn flat_boards_by_every_strategy() {
    for strategy in ["cover", "constrained", "frontier"] {
        assert_eq!(count("pentominoes-5x12", &["--strategy", strategy]), "4040", "{strategy}");
        assert_eq!(count("pentominoes-8x8-hole", &["--strategy", strategy]), "520", "{strategy}");
    }
}

#[test]
fn solids() {
    assert_counts("soma-3x3x3", "11520", "240");
    assert_counts("solid-pentominoes-2x3x10", "96", "12");
    assert_counts("solid-pentominoes-2x5x6", "2112", "264");
    assert_counts("solid-pentominoes-3x4x5", "31520", "3940");
}

#[test]
fn kanoodle() {
    assert_counts("kanoodle-5x11", "371020", "92755");
    assert_counts("kanoodle-pyramid", "2448", "306");
}

#[test]
fn iq_puzzler_pro() {
    assert_counts("iq-puzzler-pro-5x11", "4331140", "1082785");
    assert_counts("iq-puzzler-pro-pyramid", "26720", "3340");
}
