//! The fuzz targets, and what they share: families chosen by a byte, limits that keep an execution short, and a search
//! whose results are kept in memory. The project's own tests run them, too, on a few inputs each.

pub mod answer;
pub mod case;
pub mod list;
pub mod options;
pub mod pieces;
pub mod strategies;

use std::time::Duration;

use fathom::{
    family::{Error, FAMILIES, Family},
    input::Input,
    report::JsonLines,
    search::{Control, Limits},
    session::{Conditions, Ended, Task, Unwatched, search_input},
};

/// Small cases of every family, in the order of the list of families: what answers and options are tried on.
pub const SAMPLES: [&[u8]; 6] = [
    include_bytes!("../../cases/voracity/with-size.txt"),
    include_bytes!("../../cases/lockpick/mechanics/copies.txt"),
    include_bytes!("../../cases/polyomino/paper-5x5.txt"),
    include_bytes!("../../cases/snakes/drawn-5x6.txt"),
    include_bytes!("../../cases/maze/two-ways.txt"),
    include_bytes!("../../cases/exact-cover/queens-8.dlx"),
];

/// The endings that say what a file is.
const ENDINGS: [&str; 8] = ["txt", "json", "jsonl", "lvl", "png", "gmx", "range", ""];

/// The first byte chooses a family and an ending; the rest is the content.
pub fn family_and_content(data: &[u8], name: &str) -> Option<(usize, &'static dyn Family, Input)> {
    let (choice, content) = data.split_first()?;
    let number = usize::from(*choice) % FAMILIES.len();
    let ending = ENDINGS[usize::from(*choice) / FAMILIES.len() % ENDINGS.len()];
    Some((number, FAMILIES[number], Input::new(format!("{name}.{ending}"), content)))
}

/// Limits within which an execution stays short. Memory is left to the fuzzer's own limit: what the process holds here
/// includes what the fuzzer holds.
pub fn short() -> Control {
    Control::new(&Limits { time: Some(Duration::from_millis(300)), nodes: Some(20_000), ..Limits::default() })
}

/// A search with these threads and branches, and what it tells as lines of JSON.
pub fn search(
    family: &'static dyn Family,
    input: &Input,
    task: &Task,
    threads: usize,
    branches: usize,
) -> (Result<Ended, Error>, Vec<u8>) {
    let mut told = Vec::new();
    let conditions = Conditions { threads, branches, control: short(), ..Conditions::default() };
    let ended = search_input(family, input, task, conditions, &mut JsonLines::new(&mut told), &mut Unwatched);
    (ended, told)
}
