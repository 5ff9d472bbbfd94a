//! Reads case files: `key value` lines, `5 > 20` lines, and boards as people draw them.

mod draft;
mod drawing;
mod finish;
mod number;
mod write;

use std::borrow::Cow;

use serde_json::Value;

use super::{board::Case, rules::Die};
use crate::{
    diagnostics::{Diagnostic, Line, Source},
    words::{Word, words_before_comment},
};
use draft::{BOARD_KEYS, Draft, RULE_KEYS};

pub use write::write;

/// The board of a file: its text as it is, or the text in the JSON that `generate` writes.
fn board_text(source: &Source) -> Result<Cow<'_, Source>, Diagnostic> {
    if !source.text().trim_start().starts_with('{') {
        return Ok(Cow::Borrowed(source));
    }
    match source.json_values().next().transpose()?.as_ref().and_then(text_in_json) {
        Some(text) => Ok(Cow::Owned(Source::new(format!("`text` in {}", source.name()), text))),
        None => Err(Diagnostic::new(format!("{} holds no board of Snakes and Ladders", source.name()))
            .help("a board in JSON is {\"family\": \"snakes\", \"text\": \"size 10x10\\n4 > 21\\n\"}")),
    }
}

fn text_in_json(value: &Value) -> Option<&str> {
    (value["family"] == "snakes").then_some(value["text"].as_str()).flatten()
}

/// Reads a case file. Errors point at the place.
pub fn parse(source: &Source) -> Result<Case, Diagnostic> {
    parse_with_rules(source, &Source::new("no rules", ""))
}

/// The same with rules that count instead of the file's, one a line. An error in one of them points at the rule.
pub fn parse_with_rules(source: &Source, rules: &Source) -> Result<Case, Diagnostic> {
    let source = &*board_text(source)?;
    let mut draft = read_board(source)?;
    draft.replace_rules(read_rules(rules)?);
    finish::finish(source, draft)
}

/// Is there nothing but blanks and comments?
pub fn says_nothing(text: &str) -> bool {
    text.lines().all(|line| words_before_comment(line).next().is_none())
}

/// Reads lines that say how a board is played.
fn read_rules(rules: &Source) -> Result<Draft<'_>, Diagnostic> {
    let mut draft = Draft::default();
    for line in rules.lines() {
        let words: Vec<Word<'_>> = words_before_comment(line.text).collect();
        let Some(first) = words.first() else { continue };
        if !RULE_KEYS.contains(&first.text) {
            let error = wrong(rules, line, first, "this is no rule");
            return Err(error.label("expected a rule").help(format!("the rules are: {}", RULE_KEYS.join(", "))));
        }
        draft.key_line(rules, line, first, &words[1..])?;
    }
    Ok(draft)
}

/// Reads a die, written as after the word `die` in a case file.
pub fn parse_die(text: &str) -> Result<Die, Diagnostic> {
    let source = Source::new("option `choose`", format!("die {}", text.replace(['\n', '\r'], " ")));
    let die = read_rules(&source)?.die;
    die.map(|said| said.value).ok_or_else(|| Diagnostic::new("there is no die"))
}

/// Reads what a case file says.
fn read_board(source: &Source) -> Result<Draft<'_>, Diagnostic> {
    let mut draft = Draft::default();
    let width = drawing::width(source);
    for line in source.lines() {
        let words: Vec<Word<'_>> = words_before_comment(line.text).collect();
        let Some(first) = words.first() else { continue };
        if !first.text.starts_with(|c: char| c.is_ascii_digit()) {
            draft.key_line(source, line, first, &words[1..])?;
            continue;
        }
        let cells = drawing::cells(source, line, &words)?;
        if drawing::is_row(&cells, width) {
            draft.rows.push((line, cells));
        } else {
            for cell in cells {
                let Some(to) = cell.to else {
                    return Err(source
                        .error("a line of numbers that is no jump", line, cell.at.clone())
                        .label("expected `from > to`")
                        .help("a jump is written `5 > 20`; a drawn row has two squares or more"));
                };
                draft.jumps.push(draft::SaidJump { from: cell.square, to, line, at: cell.at });
            }
        }
    }
    Ok(draft)
}

/// Whether a text looks like a board of Snakes and Ladders: it says so, names a snake or ladder, or has a jump.
pub fn recognise(source: &Source) -> bool {
    if source.text().trim_start().starts_with('{') {
        let value = source.json_values().next();
        return value.is_some_and(|value| value.is_ok_and(|value| text_in_json(&value).is_some()));
    }
    let mut is_board = false;
    for line in source.lines() {
        let mut words = words_before_comment(line.text);
        let Some(first) = words.next() else { continue };
        match first.text {
            "snakes" | "squares" | "ladder" | "snake" | "overshoot" => return true,
            text if RULE_KEYS.contains(&text) || BOARD_KEYS.contains(&text) => is_board = true,
            text if text.starts_with(|c: char| c.is_ascii_digit()) => {
                let has_arrow = |word: &Word<'_>| word.text.contains(['>', '→']);
                if has_arrow(&first) || words.any(|word| has_arrow(&word)) {
                    return true;
                }
                // A drawn row may have no jump on it; the first line of other families may look just like one.
                if !is_board && line.text.len() < 4 {
                    return false;
                }
            }
            _ => return false,
        }
    }
    is_board
}

/// An error about one word.
fn wrong(source: &Source, line: Line<'_>, word: &Word<'_>, title: impl Into<String>) -> Diagnostic {
    source.error(title, line, word.at.clone())
}

#[cfg(test)]
mod tests;
