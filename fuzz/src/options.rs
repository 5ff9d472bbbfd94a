//! Options and ids as people type them: lines of `name=value` for a small case of a family. Whatever they are, they are
//! understood or refused.

use super::{SAMPLES, family_and_content, search, short};
use fathom::{
    family::{Options, Showing},
    input::Input,
    session::{Question, Task},
};

/// One execution.
pub fn run(data: &[u8]) {
    let Some((number, family, lines)) = family_and_content(data, "options") else { return };
    let Ok(text) = std::str::from_utf8(lines.bytes()) else { return };
    let input = Input::new("case.txt", SAMPLES[number]);
    let mut task = Task::new(Question::FIRST);
    let mut options = Options::default();
    for line in text.lines().take(8) {
        let (name, value) = line.split_once('=').unwrap_or((line, ""));
        match name {
            "range" => task.range = Some(value.to_owned()),
            "strategy" => task.strategy = family.strategies().iter().find(|strategy| strategy.name == value),
            "id" => {
                let (options, control) = (&options, &short());
                let showing = Showing { case: Some(&input), options, id: Some(value), has_colour: true, control };
                let _ = family.show(&showing);
            }
            _ => {
                // What a family does not know never reaches it: the command line refuses it.
                if let Some(flag) = family.flags().iter().find(|flag| flag.name == name) {
                    options.set(flag.name, value);
                }
            }
        }
    }
    task.options = options;
    let _ = search(family, &input, &task, 1, 1);
}
