//! Cases of every family and importer: whatever the bytes are, they are read or refused; what is found in a case is
//! what the checker accepts.

use super::{family_and_content, search, short};
use fathom::{
    family::{Decision, Options, judge},
    input::Input,
    report::Status,
    session::{Question, Task},
};

/// One execution.
pub fn run(data: &[u8]) {
    let Some((_, family, input)) = family_and_content(data, "case") else { return };
    family.recognise(&input);
    family.members(&input);
    if family.load(&input, &Options::default(), &short()).is_err() {
        return;
    }
    let showing = fathom::family::Showing {
        case: Some(&input),
        options: &Options::default(),
        id: None,
        has_colour: false,
        control: &short(),
    };
    let _ = family.show(&showing);
    let (ended, told) = search(family, &input, &Task::new(Question::FIRST), 1, 1);
    if ended.is_ok_and(|ended| matches!(ended.finding.status, Status::Solved | Status::Optimal)) {
        let answer = Input::new("answer.jsonl", told);
        match judge(family, &input, &Options::default(), Some(&answer), &short()) {
            Ok(Decision::Right(_)) | Err(fathom::family::Error::Stopped(_)) => {}
            Ok(other) => panic!("the checker refuses what was found: {other:?}"),
            Err(error) => panic!("the checker cannot read what was written: {error}"),
        }
    }
}
