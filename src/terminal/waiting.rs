//! What is being done where there is no search to be watched: making, drawing, judging. On a terminal a line says so,
//! once it takes long.

use std::{
    io::{self, IsTerminal},
    rc::Rc,
};

use super::{bar::Bar, say, stderr_is_terminal};

/// A line that says what is being done, until it is dropped.
pub struct Waiting(Option<Rc<Bar>>);

impl Waiting {
    /// Says what is being done, unless nobody wants to know.
    pub fn new(what: &str, is_quiet: bool) -> Self {
        let bar = (!is_quiet && stderr_is_terminal()).then(Bar::new);
        if let Some(bar) = &bar {
            bar.phase(what);
        }
        Self(bar.map(Rc::new))
    }

    /// The same for work that writes its result by itself: where that goes to the terminal, there is no line in its
    /// way.
    pub fn for_output(what: &str, is_quiet: bool, has_file: bool) -> Self {
        Self::new(what, is_quiet || (!has_file && io::stdout().is_terminal()))
    }

    /// Somebody who says things on standard error beside the line, unless that is not wanted.
    pub fn sayer(&self, is_quiet: bool) -> Box<dyn FnMut(&str)> {
        let bar = self.0.clone();
        Box::new(move |text| match &bar {
            _ if is_quiet => {}
            Some(bar) => bar.say(text),
            None => say(text),
        })
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.end();
        }
    }
}
