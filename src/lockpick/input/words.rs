//! The words of a line, with their places for errors.

use crate::{
    diagnostics::{Diagnostic, Line, Source},
    lockpick::{colour::Colour, complex::Complex},
    words::words_before_comment,
};

use super::number::parse_number;

pub(super) use crate::words::Word;

/// The words of a line, read one after the other.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    pub source: &'a Source,
    pub line: Line<'a>,
    words: Vec<Word<'a>>,
    next: usize,
}

impl<'a> Words<'a> {
    /// The words of a line up to a `#`.
    pub fn new(source: &'a Source, line: Line<'a>) -> Self {
        Self { source, line, words: words_before_comment(line.text).collect(), next: 0 }
    }

    pub fn peek(&self) -> Option<&'a str> {
        self.words.get(self.next).map(|word| word.text)
    }

    pub fn next(&mut self) -> Option<Word<'a>> {
        let word = self.words.get(self.next).cloned();
        self.next += usize::from(word.is_some());
        word
    }

    /// Takes the next word if it is this one.
    pub fn accept(&mut self, text: &str) -> bool {
        let is_it = self.peek() == Some(text);
        self.next += usize::from(is_it);
        is_it
    }

    /// The next word, which must be there.
    pub fn need(&mut self, what: &str) -> Result<Word<'a>, Diagnostic> {
        self.next().ok_or_else(|| self.error_at_end(format!("{what} is missing")).label(format!("expected {what}")))
    }

    /// The next word as a colour.
    pub fn colour(&mut self) -> Result<Colour, Diagnostic> {
        let word = self.need("a colour")?;
        Colour::from_name(word.text).ok_or_else(|| {
            let names: Vec<_> = Colour::ALL.iter().map(|colour| colour.name()).collect();
            let error = self.error(format!("there is no colour '{}'", word.text), &word);
            error.label("expected a colour").help(format!("the colours are {}", names.join(", ")))
        })
    }

    /// The next word as a whole complex number.
    pub fn number(&mut self, what: &str) -> Result<(Complex, Word<'a>), Diagnostic> {
        let word = self.need(what)?;
        match parse_number(word.text) {
            Some(number) => Ok((number, word)),
            None => {
                let error = self.error(format!("'{}' is no number that fits 64 bits", word.text), &word);
                Err(error.label(format!("expected {what}")).help("numbers are written 3, -2, i, -4i or 3+2i"))
            }
        }
    }

    /// The next word as a number if it is one.
    pub fn accept_number(&mut self) -> Option<(Complex, Word<'a>)> {
        let number = parse_number(self.peek()?)?;
        Some((number, self.next()?))
    }

    /// An error if anything is left.
    pub fn finish(mut self) -> Result<(), Diagnostic> {
        match self.next() {
            None => Ok(()),
            Some(word) => Err(self
                .error(format!("'{}' is not expected here", word.text), &word)
                .label("the line should end before this")),
        }
    }

    pub fn error(&self, title: impl Into<String>, word: &Word<'_>) -> Diagnostic {
        self.source.error(title, self.line, word.at.clone())
    }

    pub fn error_at_end(&self, title: impl Into<String>) -> Diagnostic {
        let end = self.words.last().map_or(0, |word| word.at.end);
        self.source.error(title, self.line, end..end)
    }
}
