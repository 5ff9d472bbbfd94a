//! What is shown at a terminal while work goes on: plain lines, a bar, and the live view that takes the whole screen.
//! What the flags ask for is the command line's to know.

pub mod bar;
pub mod events;
pub mod guess;
pub mod live;
pub mod numbers;
pub mod screen;
pub mod waiting;

use std::io::{self, IsTerminal, Write};

use crate::report::{Medium, harmless};

/// Says something on standard error. If nobody can hear it, that is no reason to fail.
pub fn say(text: impl std::fmt::Display) {
    say_in(Medium::Text, &text.to_string());
}

/// The same, with or without colours of its own. Names in it have to be harmless already: a colour in them would look
/// as if it was ours.
pub fn say_in(medium: Medium, text: &str) {
    let _ = writeln!(io::stderr(), "{}", harmless(text, medium));
}

/// Somebody who says things on standard error, unless that is not wanted.
pub fn sayer(is_quiet: bool) -> Box<dyn FnMut(&str)> {
    Box::new(move |text| {
        if !is_quiet {
            say(text);
        }
    })
}

/// Is somebody watching standard error?
pub fn stderr_is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// The columns of the terminal.
pub fn columns() -> usize {
    ratatui::crossterm::terminal::size().map_or(80, |(columns, _)| usize::from(columns))
}
