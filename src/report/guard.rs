//! What a file, a level or a node is called is not trusted: where text leaves the program, whatever could make a
//! terminal or a reader do something is shown instead of done.

use std::{borrow::Cow, io, path::Path, str};

/// Where a text goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// To people, without colours.
    Text,
    /// To people, with the program's own colours.
    Colours,
    /// To programs, as JSON: what is escaped there means the same as before.
    Json,
}

/// Would the mark do something instead of being seen? Control characters do, and those that change the direction of
/// what follows.
fn is_harmful(mark: char) -> bool {
    let turns = matches!(mark, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || is_hidden(mark) || (mark.is_control() && !matches!(mark, '\n' | '\t'))
}

/// Is the mark one that nobody sees, and that no language needs? Two names that differ in it look the same. The joiners
/// and the variants of signs are needed.
fn is_hidden(mark: char) -> bool {
    matches!(
        mark,
        '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{2060}'..='\u{2065}'
            | '\u{206a}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\n' | b'\t')
}

/// Is every byte plain? Blocks are looked at as a whole, which takes a fraction of the time: gigabytes may pass.
fn are_plain(bytes: &[u8]) -> bool {
    bytes.chunks(64).all(|block| block.iter().fold(true, |all, byte| all & is_plain(*byte)))
}

/// How long a colour sequence at the start of a text is; `None` if there is none.
fn colour_at(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("\u{1b}[")?;
    let length = rest.find(|mark: char| !mark.is_ascii_digit() && mark != ';')?;
    let codes = rest[..length].split(';');
    // Everything but blinking, swapping and hiding.
    let is_harmless = codes
        .filter(|code| code.len() <= 1)
        .all(|code| matches!(code, "" | "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "9"));
    (rest[length..].starts_with('m') && is_harmless).then_some(2 + length + 1)
}

/// Could more text make a colour sequence of this one?
fn is_begun_colour(text: &str) -> bool {
    text.len() < 32
        && text.strip_prefix('\u{1b}').is_some_and(|rest| {
            rest.is_empty()
                || rest.strip_prefix('[').is_some_and(|rest| rest.bytes().all(|it| it.is_ascii_digit() || it == b';'))
        })
}

/// The text with everything harmful in it made visible.
pub fn harmless(text: &str, medium: Medium) -> Cow<'_, str> {
    if are_plain(text.as_bytes()) || !text.chars().any(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut at = 0;
    while let Some(mark) = text[at..].chars().next() {
        let colour = colour_at(&text[at..]).filter(|_| medium == Medium::Colours);
        if let Some(length) = colour {
            shown += &text[at..at + length];
            at += length;
            continue;
        }
        at += mark.len_utf8();
        match medium {
            _ if !is_harmful(mark) => shown.push(mark),
            // What lies beyond the first plane takes two escapes.
            Medium::Json => {
                mark.encode_utf16(&mut [0; 2]).iter().for_each(|unit| shown += &format!("\\u{unit:04x}"));
            }
            Medium::Text | Medium::Colours => shown.extend(mark.escape_unicode()),
        }
    }
    Cow::Owned(shown)
}

/// A name with everything harmful in it made visible, on one line: what a file is called may hold ends of lines.
pub fn harmless_name(name: &str) -> Cow<'_, str> {
    match harmless(name, Medium::Text) {
        shown if shown.contains(['\n', '\t']) => Cow::Owned(shown.replace('\n', "\\n").replace('\t', "\\t")),
        shown => shown,
    }
}

/// What a file is called, as it is told.
pub fn path_name(path: &Path) -> String {
    harmless_name(&path.to_string_lossy()).into_owned()
}

/// Makes everything harmful visible in what a text has from some place on.
pub(super) fn make_harmless(text: &mut Vec<u8>, begin: usize, medium: Medium) {
    if !are_plain(&text[begin..]) {
        let shown = harmless(&String::from_utf8_lossy(&text[begin..]), medium).into_owned();
        text.truncate(begin);
        text.extend_from_slice(shown.as_bytes());
    }
}

/// A writer that lets nothing harmful through.
pub struct Guarded<W> {
    out: W,
    medium: Medium,
    /// The beginning of a mark or a colour whose rest has not come yet.
    pending: Vec<u8>,
}

impl<W: io::Write> Guarded<W> {
    /// Stands before `out`.
    pub fn new(out: W, medium: Medium) -> Self {
        Self { out, medium, pending: Vec::new() }
    }

    /// Writes what [`make_harmless`] has been through already: there may be gigabytes of it, and whoever wrote it has
    /// looked.
    pub(super) fn write_harmless(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.pass_on(true)?;
        self.out.write_all(bytes)
    }

    /// Writes what is pending as far as it is complete, or all of it.
    fn pass_on(&mut self, is_end: bool) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.pending);
        let (text, rest) = match str::from_utf8(&bytes) {
            Ok(text) => (text, &[][..]),
            Err(error) if error.error_len().is_none() && !is_end => {
                let (text, rest) = bytes.split_at(error.valid_up_to());
                (str::from_utf8(text).unwrap_or_default(), rest)
            }
            Err(_) => {
                let text = String::from_utf8_lossy(&bytes);
                return self.out.write_all(harmless(&text, self.medium).as_bytes());
            }
        };
        let colour = text.rfind('\u{1b}').filter(|at| !is_end && rest.is_empty() && is_begun_colour(&text[*at..]));
        let (text, kept) = text.split_at(colour.unwrap_or(text.len()));
        self.out.write_all(harmless(text, self.medium).as_bytes())?;
        self.pending.extend_from_slice(kept.as_bytes());
        self.pending.extend_from_slice(rest);
        Ok(())
    }
}

impl<W: io::Write> io::Write for Guarded<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.pending.is_empty() && are_plain(bytes) {
            self.out.write_all(bytes)?;
        } else {
            self.pending.extend_from_slice(bytes);
            self.pass_on(false)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass_on(true)?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_could_do_something_is_shown() {
        assert_eq!(harmless("plain ♟ text\n", Medium::Text), "plain ♟ text\n");
        assert_eq!(harmless("\u{1b}]0;owned\u{7}", Medium::Colours), "\\u{1b}]0;owned\\u{7}");
        assert_eq!(harmless("a\u{9b}2Jb\u{202e}c", Medium::Text), "a\\u{9b}2Jb\\u{202e}c");
        assert_eq!(harmless("\"\u{202e}\"", Medium::Json), "\"\\u202e\"");
        assert_eq!(harmless("a\rb\u{8}", Medium::Text), "a\\u{d}b\\u{8}");
    }

    #[test]
    fn only_what_comes_after_a_place_is_made_harmless() {
        let mut text = b"\x1b[2J\n".to_vec();
        let begin = text.len();
        text.extend_from_slice("\u{1b}]0;\u{7}".as_bytes());
        make_harmless(&mut text, begin, Medium::Text);
        assert_eq!(String::from_utf8(text).unwrap(), "\u{1b}[2J\n\\u{1b}]0;\\u{7}");
    }

    #[test]
    fn what_nobody_sees_is_shown() {
        assert_eq!(harmless("a\u{200b}\u{feff}b", Medium::Text), "a\\u{200b}\\u{feff}b");
        assert_eq!(harmless("\"\u{e0041}\"", Medium::Json), "\"\\udb40\\udc41\"");
        assert_eq!(serde_json::from_str::<String>(&harmless("\"\u{e0041}\"", Medium::Json)).unwrap(), "\u{e0041}");
        for needed in ["می\u{200c}خواهم", "क्\u{200d}ष", "❤\u{fe0f}", "ｗｉｄｅ 全角"] {
            assert_eq!(harmless(needed, Medium::Text), needed);
        }
    }

    #[test]
    fn colours_pass_where_there_are_colours() {
        let painted = "\u{1b}[38;2;1;2;3m\u{1b}[1mA\u{1b}[0m";
        assert_eq!(harmless(painted, Medium::Colours), painted);
        assert!(!harmless(painted, Medium::Text).contains('\u{1b}'));
        assert!(!harmless("\u{1b}[8mhidden", Medium::Colours).contains('\u{1b}'));
        assert!(!harmless("\u{1b}[2J", Medium::Colours).contains('\u{1b}'));
    }

    proptest! {
        #[test]
        fn however_it_is_written_the_same_comes_out(
            text in r"([a-z♟]|\x1b\[3[0-9]m|\x1b|\u{9b}|\[|;|\u{202e}){0,20}",
            cuts in prop::collection::vec(0usize..60, 0..6),
        ) {
            let whole = harmless(&text, Medium::Colours).into_owned();
            let mut out = Vec::new();
            let mut guarded = Guarded::new(&mut out, Medium::Colours);
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(text.len())).collect();
            cuts.sort_unstable();
            let mut from = 0;
            for to in cuts.into_iter().chain([text.len()]) {
                guarded.write_all(&text.as_bytes()[from..to]).unwrap();
                from = to;
            }
            guarded.flush().unwrap();
            drop(guarded);
            prop_assert_eq!(String::from_utf8(out).unwrap(), whole);
        }
    }
}
