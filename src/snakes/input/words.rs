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

// A range is not `Copy`, but a word is passed around like one.
impl Word<'_> {
    /// The word as a whole number up to `most`.
    pub fn number(&self, source: &Source, line: Line<'_>, what: &str, most: u32) -> Result<u32, Diagnostic> {
        match self.text.parse::<u32>() {
            Ok(number) if number <= most => Ok(number),
            Ok(_) => Err(source
                .error(format!("{what} is too large"), line, self.at.clone())
                .label(format!("expected {most} at most"))),
            Err(_) if !self.text.is_empty() && self.text.bytes().all(|byte| byte.is_ascii_digit()) => Err(source
                .error(format!("{what} is too large"), line, self.at.clone())
                .label(format!("expected {most} at most"))),
            Err(_) => Err(source
                .error(format!("{what} is not a whole number"), line, self.at.clone())
                .label("expected a whole number")),
        }
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
