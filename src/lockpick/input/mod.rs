//! Levels as text: the format of the paper this family comes from, and a richer one that can say everything.

mod given;
mod number;
mod paper;
mod parts;
mod text;
mod words;
mod write;

#[cfg(test)]
mod tests;

pub use number::parse_number;
pub use write::{door_text, write};

pub(super) use given::{parse_keys, parse_stored};

use crate::diagnostics::{Diagnostic, Source};

use super::level::Level;

/// No level has more nodes or edges than this; more is a mistake.
const MOST: usize = 100_000;

/// A level with where it was said to be what it is.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The level.
    pub level: Level,
    /// Whether it was written in the format of the paper.
    pub is_paper: bool,
}

/// Whether a text is a level in one of the two formats, as far as its beginning tells.
pub fn recognise(source: &Source) -> bool {
    text::recognise(source) || paper::recognise(source)
}

/// Reads a level in either format.
pub fn parse(source: &Source) -> Result<Parsed, Diagnostic> {
    if paper::recognise(source) {
        Ok(Parsed { level: paper::parse(source)?, is_paper: true })
    } else {
        Ok(Parsed { level: text::parse(source)?, is_paper: false })
    }
}
