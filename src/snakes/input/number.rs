//! Whole numbers of a case file.

use super::{Diagnostic, Line, Source, Word};

/// A word as a whole number up to `most`.
pub(super) fn number(
    word: &Word<'_>,
    source: &Source,
    line: Line<'_>,
    what: &str,
    most: u32,
) -> Result<u32, Diagnostic> {
    let is_number = !word.text.is_empty() && word.text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number {
        let error = source.error(format!("{what} is not a whole number"), line, word.at.clone());
        return Err(error.label("expected a whole number"));
    }
    // What does not fit 32 bits is too large as well.
    word.text.parse().ok().filter(|number| *number <= most).ok_or_else(|| {
        let error = source.error(format!("{what} is too large"), line, word.at.clone());
        error.label(format!("expected {most} at most"))
    })
}
