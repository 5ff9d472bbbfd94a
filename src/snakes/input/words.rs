//! Splits a line into words that know where they stand.

use std::ops::Range;

use crate::diagnostics::{Diagnostic, Line, Source};

/// A word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word<'a> {
    /// What it says.
    pub text: &'a str,
    /// Its bytes of the line.
    pub at: Range<usize>,
}

impl Word<'_> {
    /// The word as a whole number up to `most`.
    pub fn number(&self, source: &Source, line: Line<'_>, what: &str, most: u32) -> Result<u32, Diagnostic> {
        let is_number = !self.text.is_empty() && self.text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number {
            let error = source.error(format!("{what} is not a whole number"), line, self.at.clone());
            return Err(error.label("expected a whole number"));
        }
        // What does not fit 32 bits is too large as well.
        self.text.parse().ok().filter(|number| *number <= most).ok_or_else(|| {
            let error = source.error(format!("{what} is too large"), line, self.at.clone());
            error.label(format!("expected {most} at most"))
        })
    }
}

/// The words of a line, up to a `#`.
pub(super) fn words(line: &str) -> impl Iterator<Item = Word<'_>> {
    let said = line.split('#').next().unwrap_or("");
    said.split_whitespace().map(move |text| {
        // Both point into the same line, so the difference of the addresses is the offset.
        let from = text.as_ptr() as usize - line.as_ptr() as usize;
        Word { text, at: from..from + text.len() }
    })
}
