//! Reads a line from the keys of a terminal, with completion of paths. Whatever ends it, the terminal is as it was.

use std::{
    io::{self, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use ratatui::crossterm::{
    event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers},
    terminal::{disable_raw_mode, enable_raw_mode},
};

use crate::{
    report::{Medium, harmless},
    terminal::{
        columns,
        events::{Waited, wait},
    },
};

use super::completion::complete;

/// No more candidates than this are listed.
const MOST_LISTED: usize = 40;

/// What came of it.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    Line(String),
    /// Nobody wants to answer: Ctrl-D, Esc, or the end of the terminal.
    None,
    /// Ctrl-C.
    Interrupted,
    /// A signal has come.
    Stopped,
}

/// What a key leads to.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    Go(String),
    /// The same, with something to be read above the line.
    List(Vec<String>),
    End(Answer),
}

/// Asks for a path.
pub fn ask(question: &str, signal: &Arc<AtomicBool>) -> io::Result<Answer> {
    enable_raw_mode()?;
    let answer = edit(question, signal);
    let restored = disable_raw_mode();
    eprintln!();
    let answer = answer?;
    restored.map(|()| answer)
}

fn edit(question: &str, signal: &Arc<AtomicBool>) -> io::Result<Answer> {
    let mut text = String::new();
    loop {
        show(question, &text)?;
        loop {
            if signal.load(Relaxed) {
                return Ok(Answer::Stopped);
            }
            match wait(Duration::from_millis(50))? {
                Waited::Event => break,
                Waited::Nothing => {}
                Waited::HungUp => return Ok(Answer::Stopped),
            }
        }
        let Event::Key(key) = event::read()? else { continue };
        match step(&text, key) {
            Step::Go(changed) => text = changed,
            Step::List(candidates) => list(&candidates)?,
            Step::End(answer) => return Ok(answer),
        }
    }
}

fn step(text: &str, key: KeyEvent) -> Step {
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        _ if key.kind == KeyEventKind::Release => Step::Go(text.to_owned()),
        KeyCode::Char('c') if is_control => Step::End(Answer::Interrupted),
        KeyCode::Char('d') if is_control && text.is_empty() => Step::End(Answer::None),
        KeyCode::Char('u') if is_control => Step::Go(String::new()),
        KeyCode::Char('w') if is_control => {
            let kept = text.trim_end_matches('/').rfind('/').map_or(0, |at| at + 1);
            Step::Go(text[..kept].to_owned())
        }
        KeyCode::Esc => Step::End(Answer::None),
        KeyCode::Enter => Step::End(Answer::Line(text.trim().to_owned())),
        KeyCode::Backspace => Step::Go(text.chars().take(text.chars().count().saturating_sub(1)).collect()),
        KeyCode::Tab => {
            let found = complete(text);
            if found.text == text && found.candidates.len() > 1 {
                Step::List(found.candidates)
            } else {
                Step::Go(found.text)
            }
        }
        KeyCode::Char(mark) if !is_control => Step::Go(format!("{text}{mark}")),
        _ => Step::Go(text.to_owned()),
    }
}

/// The line, or as much of its end as there is room for.
fn show(question: &str, text: &str) -> io::Result<()> {
    let room = columns().saturating_sub(question.chars().count() + 3).max(8);
    let shown = harmless(text, Medium::Text);
    let hidden = shown.chars().count().saturating_sub(room);
    let dots = if hidden > 0 { "…" } else { "" };
    let shown: String = shown.chars().skip(hidden).collect();
    let mut stderr = io::stderr().lock();
    write!(stderr, "\r\u{1b}[K{question} {dots}{shown}")?;
    stderr.flush()
}

fn list(candidates: &[String]) -> io::Result<()> {
    let mut text = String::from("\r\n");
    for candidate in candidates.iter().take(MOST_LISTED) {
        text += &format!("  {}\r\n", harmless(candidate, Medium::Text));
    }
    if candidates.len() > MOST_LISTED {
        text += &format!("  … and {} more\r\n", candidates.len() - MOST_LISTED);
    }
    io::stderr().lock().write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_edit_the_line() {
        let press = |text: &str, code: KeyCode| step(text, KeyEvent::new(code, KeyModifiers::NONE));
        let control = |text: &str, mark: char| step(text, KeyEvent::new(KeyCode::Char(mark), KeyModifiers::CONTROL));
        assert_eq!(press("a", KeyCode::Char('é')), Step::Go("aé".to_owned()));
        assert_eq!(press("aé", KeyCode::Backspace), Step::Go("a".to_owned()));
        assert_eq!(press("", KeyCode::Backspace), Step::Go(String::new()));
        assert_eq!(press(" a ", KeyCode::Enter), Step::End(Answer::Line("a".to_owned())));
        assert_eq!(control("a/b/c", 'w'), Step::Go("a/b/".to_owned()));
        assert_eq!(control("a/b/", 'w'), Step::Go("a/".to_owned()));
        assert_eq!(control("", 'd'), Step::End(Answer::None));
        assert_eq!(control("a", 'd'), Step::Go("a".to_owned()));
        assert_eq!(control("a", 'c'), Step::End(Answer::Interrupted));
    }
}
