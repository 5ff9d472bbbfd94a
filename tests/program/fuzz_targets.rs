//! The fuzz targets on inputs that hardly differ from good ones: what a fuzzer finds in minutes takes hours, but
//! whether a target still works takes seconds.

#[path = "../../fuzz/src/lib.rs"]
mod targets;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use targets::SAMPLES;

/// Broken versions of each input.
const BROKEN: usize = 6;

/// Runs a target on inputs, whole and broken in some places.
fn run(target: fn(&[u8]), inputs: impl IntoIterator<Item = Vec<u8>>) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    for input in inputs {
        target(&input);
        for _ in 0..BROKEN {
            let mut broken = input.clone();
            for _ in 0..random.random_range(1..4) {
                let at = random.random_range(0..broken.len());
                match random.random_range(0..3) {
                    0 => broken[at] = random.random(),
                    1 => drop(broken.splice(at..at, [random.random()])),
                    _ if broken.len() > 1 => broken.truncate(at.max(1)),
                    _ => {}
                }
            }
            target(&broken);
        }
    }
}

/// Contents behind the bytes that choose what they are for.
fn chosen(choice: &[u8], content: &[u8]) -> Vec<u8> {
    [choice, content].concat()
}

#[test]
fn cases_are_read_and_searched() {
    run(targets::case::run, (0u8..).zip(SAMPLES).map(|(family, case)| chosen(&[family], case)));
}

#[test]
fn answers_are_judged() {
    let answer = br#"{"solutions": [{"id": "/0", "moves": "RD", "rolls": [3, 4], "options": [1, 2], "grid": ["AB"]}]}"#;
    // Six families, and three endings of which two are JSON.
    run(targets::answer::run, (0u8..18).map(|choice| chosen(&[choice], answer)));
}

#[test]
fn options_are_understood() {
    let options = b"range=0..\nstrategy=cover\nid=0\nholes=1\nrule=overshoot bounce\nfrom=0,1\ndirections=8\n";
    run(targets::options::run, (0u8..6).map(|family| chosen(&[family], options)));
}

#[test]
fn strategies_agree() {
    let board = [2, 3, 2, 1, 2, 0, 1, 2, 1, 0, 3, 1, 2, 2, 1, 0, 1, 2];
    let made = [0u8, 2, 4].map(|family| chosen(&[family, 1, 7], &board));
    let written = [1u8, 3, 5].map(|family| chosen(&[family, 2, 9], SAMPLES[usize::from(family)]));
    run(targets::strategies::run, made.into_iter().chain(written));
}

#[test]
fn pieces_are_taken_or_refused() {
    let piece = br#"{"fathom": "0.1.0", "case": "a.txt", "family": "polyomino", "question": "count", "strategy": "cover",
        "seed": null, "options": {}, "fingerprint": "00", "range": "/../3", "piece": 1, "pieces": 2, "estimated_nodes": 1.0}"#;
    run(targets::pieces::run, (0u8..3).map(|kind| chosen(&[kind], piece)));
}

#[test]
fn lists_are_taken_or_refused() {
    let list =
        br#"{"case": "a.txt", "strategy": "cover", "count": true, "time_limit": "2s", "options": {"holes": "1"}}"#;
    run(targets::list::run, [list.to_vec(), b"a.txt\nb/*.txt\n".to_vec()]);
}
