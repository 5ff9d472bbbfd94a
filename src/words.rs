//! Splits a line of a case file into words that know where they stand, so that an error can point at one.

use std::{fmt::Display, ops::Range};

/// A word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word<'a> {
    /// What it says.
    pub text: &'a str,
    /// Its bytes of the line.
    pub at: Range<usize>,
}

/// The words of a text, separated by white space.
pub(crate) fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    text.split_whitespace().map(move |word| Word { text: word, at: place_in(text, word) })
}

/// The bytes that a part takes up in the text it was cut from.
pub(crate) fn place_in(text: &str, part: &str) -> Range<usize> {
    // Both point into the same text, so the difference of the addresses is the offset.
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    start..start + part.len()
}

/// The words of a line up to a `#`, which begins a comment.
pub(crate) fn words_before_comment(line: &str) -> impl Iterator<Item = Word<'_>> {
    words(line.split('#').next().unwrap_or(""))
}

/// "1 cell", "2 cells".
pub(crate) fn counted(count: impl Display, thing: &str) -> String {
    let count = count.to_string();
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// "a maze", "an exact cover".
pub(crate) fn with_article(thing: &str) -> String {
    let article = if thing.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {thing}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_no_plural() {
        assert_eq!([counted(1usize, "step"), counted("1", "step")], ["1 step", "1 step"]);
        assert_eq!([counted(0u64, "step"), counted("11", "step")], ["0 steps", "11 steps"]);
    }

    #[test]
    fn words_know_their_bytes() {
        let line = "\t päckchen  3 >5 # 7";
        let found: Vec<_> = words(line).collect();
        assert!(found.iter().all(|word| &line[word.at.clone()] == word.text));
        let texts = |words: Vec<Word<'_>>| words.iter().map(|word| word.text.to_owned()).collect::<Vec<_>>();
        assert_eq!(texts(found), ["päckchen", "3", ">5", "#", "7"]);
        assert_eq!(texts(words_before_comment(line).collect()), ["päckchen", "3", ">5"]);
        assert_eq!(words_before_comment("# all").next(), None);
        assert_eq!(words("a").next(), Some(Word { text: "a", at: 0..1 }));
    }
}
