//! Errors for people: what is wrong, where (file, line, column and the line itself), and what would be right.

use std::{
    fmt, fs, io,
    io::Read,
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde_json::Value;

use crate::report::harmless_name;

/// No puzzle that can be solved is longer than this; a larger file is a mistake, not a puzzle.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// A text that is being read, with the name errors call it by.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    /// Shared: a text may have hundreds of megabytes, and several look at it.
    text: Arc<str>,
}

/// A line of a [`Source`], without its end and without trailing blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Counted from 1.
    pub number: usize,
    /// What the line says.
    pub text: &'a str,
}

impl Source {
    /// Takes a text as it is.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into().into() }
    }

    /// Reads a file, or standard input if the path is `-`.
    pub fn read(path: &Path) -> Result<Self, Diagnostic> {
        let (name, bytes) = if path == Path::new("-") {
            ("standard input".to_owned(), read_up_to_limit(io::stdin().lock()))
        } else {
            (path.display().to_string(), fs::File::open(path).and_then(read_up_to_limit))
        };
        match bytes {
            Ok(bytes) if bytes.len() as u64 > MAX_FILE_BYTES => {
                Err(Diagnostic::new(format!("{name} is larger than {} MiB: that is no puzzle", MAX_FILE_BYTES >> 20)))
            }
            Ok(bytes) => Self::from_bytes(name, &bytes),
            Err(error) => Err(Diagnostic::new(format!("cannot read {name}: {error}"))),
        }
    }

    /// Takes bytes that should be a text.
    pub fn from_bytes(name: impl Into<String>, bytes: &[u8]) -> Result<Self, Diagnostic> {
        let name = name.into();
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let bad = match std::str::from_utf8(bytes) {
            Ok(_) => bytes.iter().position(|&byte| byte == 0),
            Err(error) => Some(error.valid_up_to()),
        };
        let Some(bad) = bad else {
            let text = String::from_utf8_lossy(bytes);
            let text = if bytes.contains(&b'\r') {
                text.replace("\r\n", "\n").replace('\r', "\n").into()
            } else {
                text.into()
            };
            return Ok(Self { name, text });
        };
        let line_start = bytes[..bad].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let line_end = bytes[bad..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |at| bad + at);
        let number = bytes[..bad].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let before = String::from_utf8_lossy(&bytes[line_start..bad]).into_owned();
        let shown = before.clone() + &String::from_utf8_lossy(&bytes[bad..line_end.min(bad + 40)]);
        Err(Diagnostic {
            title: "this is not a text file".to_owned(),
            place: Some(Box::new(Place {
                file: name,
                line: number,
                text: shown,
                columns: before.len()..before.len() + 1,
            })),
            label: match bytes[bad] {
                0 => "a zero byte, which no text has".to_owned(),
                byte => format!("byte 0x{byte:02X} is not UTF-8 text"),
            },
            help: Some("a puzzle is a plain text file".to_owned()),
        })
    }

    /// What errors call this text.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The lines, without line ends of any kind and without trailing blanks.
    pub fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        self.text.lines().enumerate().map(|(index, text)| Line { number: index + 1, text: text.trim_end() })
    }

    /// Does the text begin as JSON does?
    pub fn is_json(&self) -> bool {
        self.text.trim_start().starts_with(['{', '['])
    }

    /// The JSON values of the text, one after the other; those of a list one by one.
    pub fn json_values(&self) -> impl Iterator<Item = Result<Value, Diagnostic>> {
        let values = serde_json::Deserializer::from_str(&self.text).into_iter().flat_map(|value| match value {
            Ok(Value::Array(values)) => values.into_iter().map(Ok).collect(),
            value => vec![value],
        });
        values.map(|value| {
            value.map_err(|error| {
                let line = self.lines().nth(error.line().saturating_sub(1));
                let line = line.unwrap_or(Line { number: error.line(), text: "" });
                let column = error.column().saturating_sub(1);
                self.error("this is not JSON", line, column..column + 1).label(error.to_string())
            })
        })
    }

    /// An error about some bytes of a line. An empty span means the place right there.
    pub fn error(&self, title: impl Into<String>, line: Line<'_>, columns: Range<usize>) -> Diagnostic {
        let text = line.text.to_owned();
        let place = Place { file: self.name.clone(), line: line.number, text, columns };
        Diagnostic { title: title.into(), place: Some(Box::new(place)), label: String::new(), help: None }
    }

    /// An error about what is missing at the end of the text.
    pub fn error_at_end(&self, title: impl Into<String>) -> Diagnostic {
        let last = self.lines().last().unwrap_or(Line { number: 1, text: "" });
        self.error(title, last, last.text.len()..last.text.len())
    }
}

fn read_up_to_limit(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Something wrong with what the user gave.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    title: String,
    /// Boxed: errors are rare, and every result would have to make room for this.
    place: Option<Box<Place>>,
    label: String,
    help: Option<String>,
}

#[derive(Clone, Debug)]
struct Place {
    file: String,
    line: usize,
    text: String,
    /// Bytes of the line.
    columns: Range<usize>,
}

impl Place {
    /// The columns, widened to whole characters of the line.
    fn span(&self) -> Range<usize> {
        let is_edge = |&at: &usize| self.text.is_char_boundary(at);
        let length = self.text.len();
        let start = (0..=self.columns.start.min(length)).rev().find(is_edge).unwrap_or(0);
        let end = (self.columns.end.clamp(start, length)..=length).find(is_edge).unwrap_or(length);
        start..end
    }
}

impl Diagnostic {
    /// An error that has no place in a file.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), place: None, label: String::new(), help: None }
    }

    /// Says at the place itself what was expected there.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Says what would be right.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// What is wrong, without the place and the remedy.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The file the error is about, if it is about one.
    pub fn file(&self) -> Option<PathBuf> {
        self.place.as_ref().map(|place| PathBuf::from(&place.file))
    }

    /// The message as shown on a terminal, in colour if it can show any.
    pub fn render(&self, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        // Titles name files.
        let mut group = Group::with_title(Level::ERROR.primary_title(harmless_name(&self.title)));
        if let Some(place) = &self.place {
            let mark = AnnotationKind::Primary.span(place.span());
            let mark = if self.label.is_empty() { mark } else { mark.label(self.label.as_str()) };
            // Everything else is made visible by the renderer, but not what a file is called.
            let file = harmless_name(&place.file);
            let snippet = Snippet::source(place.text.as_str()).line_start(place.line).path(file);
            group = group.element(snippet.annotation(mark));
        }
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        renderer.render(&[group])
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostic {}

/// What an error says, and what caused it, as far as that is not said already: some errors repeat their causes.
pub(crate) fn with_causes(mut text: String, error: &dyn std::error::Error) -> String {
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text += &format!(": {more}");
        }
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_names_the_place_and_the_remedy() {
        let source = Source::new("case.txt", "5 5 7\nBAB\n");
        let line = source.lines().nth(1).unwrap();
        let error = source.error("piece B has another letter in it", line, 1..2);
        let error = error.label("expected 'B' or a blank").help("every piece is drawn with one letter");
        let expected = "\
error: piece B has another letter in it
 --> case.txt:2:2
  |
2 | BAB
  |  ^ expected 'B' or a blank
  |
  = help: every piece is drawn with one letter";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn what_a_file_is_called_does_nothing() {
        let source = Source::new("a\u{1b}[31mb\u{202e}\nc", "x\n");
        let line = source.lines().next().unwrap();
        for colour in [false, true] {
            let text = source.error(format!("{}: wrong", source.name()), line, 0..1).render(colour);
            assert_eq!(text.matches("a\\u{1b}[31mb\\u{202e}\\nc").count(), 2, "{text:?}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_pointed_at() {
        for bytes in [&b"5 5\nAB\xFFC\n"[..], b"5 5\nAB\0C\n", b"5 5\nAB\xC3"] {
            let error = Source::from_bytes("junk", bytes).unwrap_err().to_string();
            assert!(error.contains("junk:2:3"), "{error}");
        }
    }

    #[test]
    fn marks_and_line_ends_of_other_systems_are_harmless() {
        let source = Source::from_bytes("x", b"\xEF\xBB\xBF1 2  \r\n\tA\r\n").unwrap();
        let lines: Vec<_> = source.lines().map(|line| line.text).collect();
        assert_eq!(lines, ["1 2", "\tA"]);
    }

    #[test]
    fn very_long_lines_are_shown_in_part() {
        let text = "A".repeat(1_000_000) + "b" + &"A".repeat(1_000_000);
        let source = Source::new("long", text);
        let line = source.lines().next().unwrap();
        let shown = source.error("a small letter", line, 1_000_000..1_000_001).to_string();
        assert!(shown.len() < 2000, "{} bytes", shown.len());
        assert!(shown.contains("long:1:1000001"), "{shown}");
    }
}
