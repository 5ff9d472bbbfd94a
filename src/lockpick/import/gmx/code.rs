//! The creation code of a thing: assignments of numbers and calls of `scrComboAdd`, which adds a lock. Positions lead
//! back into the XML, where the code stands with its line ends and quotes written as entities.

use std::ops::Range;

/// A number and where it stands in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// Its value.
    pub value: f64,
    /// Its bytes.
    pub at: Range<usize>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `name = value;` or `name[index] = value;`
    Assign {
        /// The variable.
        name: String,
        /// The index, if it is an array.
        index: Option<Number>,
        /// What it becomes.
        value: Number,
        /// The bytes of the whole statement.
        at: Range<usize>,
    },
    /// `scrComboAdd(…);` with its arguments; names of pictures are left out.
    AddLock {
        /// The numbers among the arguments, in order.
        arguments: Vec<Number>,
        /// The bytes of the call.
        at: Range<usize>,
    },
    /// Anything else that begins with a name.
    Other {
        /// The name.
        name: String,
        /// All of it.
        text: String,
        /// Why it was not understood.
        misread: Misread,
    },
}

/// Why code was not understood, and which bytes of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Misread {
    /// The bytes.
    pub at: Range<usize>,
    /// What was expected there.
    pub expected: String,
}

/// Reads code that begins at an offset of the text and is still written as in XML.
pub fn parse(raw: &str, offset: usize) -> Result<Vec<Statement>, Misread> {
    let mut reader = Reader { letters: unescape(raw, offset), at: 0, end: offset + raw.len() };
    let mut statements = Vec::new();
    loop {
        reader.skip_blanks();
        while reader.accept(';') {
            reader.skip_blanks();
        }
        if reader.peek().is_none() {
            return Ok(statements);
        }
        let start = reader.at;
        match reader.statement() {
            Ok(statement) => statements.push(statement),
            Err(misread) => {
                reader.at = start;
                let Ok(name) = reader.name() else { return Err(misread) };
                while reader.peek().is_some_and(|letter| !matches!(letter, ';' | '\n')) {
                    reader.at += 1;
                }
                let text = reader.letters[start..reader.at].iter().map(|&(letter, _)| letter).collect();
                statements.push(Statement::Other { name, text, misread });
            }
        }
    }
}

/// The letters of the code, each with the bytes that stand for it.
fn unescape(raw: &str, offset: usize) -> Vec<(char, Range<usize>)> {
    let mut letters = Vec::new();
    let mut rest = raw;
    while let Some(first) = rest.chars().next() {
        let start = offset + raw.len() - rest.len();
        let entity = rest.strip_prefix('&').and_then(|after| after.split_once(';'));
        let decoded = entity.and_then(|(name, _)| Some((decode(name)?, name.len() + 2)));
        let (letter, length) = decoded.unwrap_or((first, first.len_utf8()));
        letters.push((letter, start..start + length));
        rest = &rest[length..];
    }
    letters
}

fn decode(entity: &str) -> Option<char> {
    match entity {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = entity.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)
        }
    }
}

struct Reader {
    letters: Vec<(char, Range<usize>)>,
    at: usize,
    /// The byte after the code.
    end: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).map(|&(letter, _)| letter)
    }

    fn position(&self) -> usize {
        self.letters.get(self.at).map_or(self.end, |(_, at)| at.start)
    }

    /// The byte after the letter read last.
    fn passed(&self) -> usize {
        self.at.checked_sub(1).and_then(|last| self.letters.get(last)).map_or(self.end, |(_, at)| at.end)
    }

    fn accept(&mut self, letter: char) -> bool {
        let found = self.peek() == Some(letter);
        self.at += usize::from(found);
        found
    }

    fn starts_with(&self, first: char, second: char) -> bool {
        self.peek() == Some(first) && self.letters.get(self.at + 1).is_some_and(|&(letter, _)| letter == second)
    }

    /// Blanks, line ends and remarks.
    fn skip_blanks(&mut self) {
        loop {
            if self.peek().is_some_and(char::is_whitespace) {
                self.at += 1;
            } else if self.starts_with('/', '/') {
                while self.peek().is_some_and(|letter| letter != '\n') {
                    self.at += 1;
                }
            } else if self.starts_with('/', '*') {
                self.at += 2;
                while self.peek().is_some() && !self.starts_with('*', '/') {
                    self.at += 1;
                }
                self.at = (self.at + 2).min(self.letters.len());
            } else {
                return;
            }
        }
    }

    fn misread(&self, expected: impl Into<String>) -> Misread {
        let start = self.position();
        let end = self.letters.get(self.at).map_or(self.end, |(_, at)| at.end);
        Misread { at: start..end, expected: expected.into() }
    }

    fn expect(&mut self, letter: char) -> Result<(), Misread> {
        self.skip_blanks();
        if self.accept(letter) { Ok(()) } else { Err(self.misread(format!("expected '{letter}'"))) }
    }

    fn name(&mut self) -> Result<String, Misread> {
        self.skip_blanks();
        let start = self.at;
        while self.peek().is_some_and(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
            self.at += 1;
        }
        let name: String = self.letters[start..self.at].iter().map(|&(letter, _)| letter).collect();
        if name.is_empty() || name.starts_with(|first: char| first.is_ascii_digit()) {
            self.at = start;
            return Err(self.misread("expected the name of a variable or scrComboAdd"));
        }
        Ok(name)
    }

    fn statement(&mut self) -> Result<Statement, Misread> {
        let start = self.position();
        let name = self.name()?;
        self.skip_blanks();
        let statement = if name == "scrComboAdd" {
            let arguments = self.arguments()?;
            Statement::AddLock { arguments, at: start..self.passed() }
        } else {
            let index = if self.accept('[') {
                let index = self.number()?;
                self.expect(']')?;
                Some(index)
            } else {
                None
            };
            self.skip_blanks();
            if self.peek() != Some('=') || self.starts_with('=', '=') {
                return Err(self.misread("expected '=' and a number: only plain assignments are understood"));
            }
            self.at += 1;
            let value = self.number()?;
            Statement::Assign { name, index, value, at: start..self.passed() }
        };
        self.skip_blanks();
        if self.peek().is_some() && !self.accept(';') {
            // A statement on a line of its own may end without a semicolon.
            let is_new_line = self.letters[..self.at].iter().rev().map(|&(letter, _)| letter);
            if !is_new_line.take_while(|letter| letter.is_whitespace()).any(|letter| letter == '\n') {
                return Err(self.misread("expected ';'"));
            }
        }
        Ok(statement)
    }

    fn arguments(&mut self) -> Result<Vec<Number>, Misread> {
        self.expect('(')?;
        let mut numbers = Vec::new();
        self.skip_blanks();
        if self.accept(')') {
            return Ok(numbers);
        }
        loop {
            self.skip_blanks();
            if self.starts_with('s', 'p') {
                self.name()?;
            } else {
                numbers.push(self.number()?);
            }
            self.skip_blanks();
            if self.accept(')') {
                return Ok(numbers);
            }
            if !self.accept(',') {
                return Err(self.misread("expected ',' or ')'"));
            }
        }
    }

    /// A number with or without a sign and a fraction, or the name of a colour.
    fn number(&mut self) -> Result<Number, Misread> {
        self.skip_blanks();
        let start = self.position();
        let first = self.at;
        let is_negative = self.accept('-');
        self.skip_blanks();
        let sign = if is_negative { -1.0 } else { 1.0 };
        if self.peek().is_some_and(|letter| letter.is_ascii_alphabetic()) {
            let name = self.name()?;
            let at = start..self.passed();
            let Some(value) = named_number(&name) else {
                return Err(Misread { at, expected: "expected a number or a colour such as key_WHITE".to_owned() });
            };
            return Ok(Number { value: sign * value, at });
        }
        let digits = self.at;
        while self.peek().is_some_and(|letter| letter.is_ascii_digit() || letter == '.') {
            self.at += 1;
        }
        let text: String = self.letters[digits..self.at].iter().map(|&(letter, _)| letter).collect();
        match text.parse::<f64>() {
            Ok(value) => Ok(Number { value: sign * value, at: start..self.passed() }),
            Err(_) => {
                self.at = first;
                Err(self.misread("expected a number"))
            }
        }
    }
}

/// The game's constants.
fn named_number(name: &str) -> Option<f64> {
    match name {
        "true" => return Some(1.0),
        "false" => return Some(0.0),
        _ => {}
    }
    let colour = name.strip_prefix("key_").or_else(|| name.strip_prefix("color_"))?;
    super::instance::colour_named(colour).map(|colour| colour.index() as f64)
}
