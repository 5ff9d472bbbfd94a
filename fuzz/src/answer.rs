//! Answers to a small case of every family: whatever the bytes are, they are judged or refused.

use super::{SAMPLES, family_and_content, short};
use fathom::{
    family::{Options, judge},
    input::Input,
};

/// One execution.
pub fn run(data: &[u8]) {
    let Some((number, family, answer)) = family_and_content(data, "answer") else { return };
    let case = Input::new("case.txt", SAMPLES[number]);
    let _ = judge(family, &case, &Options::default(), Some(&answer), &short());
}
