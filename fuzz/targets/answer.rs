//! Answers to a small case of every family: whatever the bytes are, they are judged or refused.

#![no_main]

use fathom::{
    family::{Options, judge},
    input::Input,
};
use fathom_fuzz::{SAMPLES, family_and_content, short};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((number, family, answer)) = family_and_content(data, "answer") else { return };
    let case = Input::new("case.txt", SAMPLES[number]);
    let _ = judge(family, &case, &Options::default(), Some(&answer), &short());
});
