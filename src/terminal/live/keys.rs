//! What the keys do.

use std::{fs::OpenOptions, io::Write, path::Path};

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::{
    report::{Medium, harmless, palette},
    search::StopReason,
};

use super::model::{Model, Panel};

/// The keys and what they do, for the help.
pub const KEYS: [(&str, &str); 10] = [
    ("q  Ctrl-C", "stop, keep all, leave"),
    ("p  space", "pause, go on"),
    ("s", "write the checkpoint now"),
    ("w", "write solution to a file"),
    ("← →", "solution before, next"),
    ("Home End", "first solution, newest"),
    ("↑ ↓", "scroll the solution"),
    ("PgUp PgDn", "scroll the branches"),
    ("Tab", "branches or solutions"),
    ("?", "this help"),
];

/// What the view itself cannot do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// End at once, as a second Ctrl-C does.
    EndNow,
    /// Put the program to sleep, as Ctrl-Z does.
    Suspend,
}

/// Does what a key asks for.
pub fn press(model: &mut Model, key: KeyEvent) -> Option<Request> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Char('c') if is_control && model.is_leaving => return Some(Request::EndNow),
        KeyCode::Char('c') if is_control => leave(model),
        KeyCode::Char('z') if is_control => return Some(Request::Suspend),
        KeyCode::Char('l') if is_control => model.is_stale = true,
        _ if is_control => {}
        KeyCode::Esc if model.is_helping => model.is_helping = false,
        KeyCode::Char('q' | 'Q') => leave(model),
        KeyCode::Enter | KeyCode::Esc if model.ended.is_some() => leave(model),
        KeyCode::Char('p' | 'P' | ' ') => pause(model),
        KeyCode::Char('s' | 'S') => save(model),
        KeyCode::Char('w' | 'W') => write_shown(model),
        KeyCode::Char('?' | 'h') => model.is_helping = !model.is_helping,
        KeyCode::Tab | KeyCode::BackTab => {
            let is_shown = model.panel == Panel::Branches;
            model.panel = if is_shown { Panel::Solutions } else { Panel::Branches };
        }
        KeyCode::Left | KeyCode::Char('k') => model.browse(-1),
        KeyCode::Right | KeyCode::Char('j') => model.browse(1),
        KeyCode::Home => (model.selected, model.scroll) = (Some(0), 0),
        KeyCode::End => (model.selected, model.scroll) = (None, 0),
        KeyCode::Up => model.scroll = model.scroll.saturating_sub(1),
        KeyCode::Down => model.scroll = model.scroll.saturating_add(1),
        KeyCode::PageUp => model.first_row = model.first_row.saturating_sub(1),
        KeyCode::PageDown => {
            model.first_row = (model.first_row + 1).min(model.rows.len().saturating_sub(1));
        }
        _ => {}
    }
    None
}

fn leave(model: &mut Model) {
    model.is_leaving = true;
    if let Some(control) = &model.control {
        control.stop(StopReason::Interrupted);
    }
}

fn pause(model: &mut Model) {
    let Some(control) = model.control.as_ref().filter(|_| model.ended.is_none()) else { return };
    if control.is_paused() { control.resume() } else { control.pause() }
}

fn save(model: &mut Model) {
    match &model.control {
        _ if model.ended.is_some() => model.say("the search is over: there is nothing left to save"),
        Some(control) if model.has_checkpoint => {
            control.ask_for_checkpoint();
            model.say("writing the checkpoint");
        }
        _ => model.say("there is no checkpoint to write: start with --checkpoint FILE"),
    }
}

/// Writes the solution that is shown to a new file beside which nothing is lost.
fn write_shown(model: &mut Model) {
    let Some((at, text)) = model.shown() else { return model.say("there is no solution to write yet") };
    let text = harmless(&palette::without_colours(text), Medium::Text).into_owned();
    let stem = Path::new(&model.case).file_stem().map_or_else(|| "case".into(), |stem| stem.to_string_lossy());
    let stem = if stem == "-" { "case".into() } else { stem };
    let mut names = std::iter::once(String::new()).chain((2..1000).map(|again| format!("-{again}")));
    let said = loop {
        let Some(again) = names.next() else { break "there is no free name to write to".to_owned() };
        let name = format!("{stem}-solution-{}{again}.txt", at + 1);
        match OpenOptions::new().write(true).create_new(true).open(&name) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => continue,
            opened => {
                let written = opened.and_then(|mut file| file.write_all(text.as_bytes()));
                break written
                    .map_or_else(|error| format!("cannot write {name}: {error}"), |()| format!("wrote {name}"));
            }
        }
    };
    model.say(said);
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::search::Control;

    use super::*;

    fn key(code: KeyCode) -> KeyEvent {
        KeyEvent::new(code, KeyModifiers::NONE)
    }

    #[test]
    fn a_search_is_paused_resumed_and_left() {
        let control = Control::default();
        let mut model = Model { control: Some(control.clone()), ..Model::default() };
        press(&mut model, key(KeyCode::Char('p')));
        assert!(control.is_paused() && model.is_paused());
        press(&mut model, key(KeyCode::Char(' ')));
        assert!(!control.is_paused());
        press(&mut model, key(KeyCode::Char('q')));
        assert_eq!((model.is_leaving, control.reason()), (true, Some(StopReason::Interrupted)));
        let again = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(press(&mut model, again), Some(Request::EndNow));
    }

    #[test]
    fn saving_needs_a_place_and_a_search_that_goes_on() {
        let control = Control::default();
        let mut model = Model { control: Some(control.clone()), ..Model::default() };
        press(&mut model, key(KeyCode::Char('s')));
        assert_eq!(control.checkpoints_asked(), 0);
        assert!(model.news().is_some_and(|text| text.contains("--checkpoint")));
        model.has_checkpoint = true;
        press(&mut model, key(KeyCode::Char('s')));
        assert_eq!(control.checkpoints_asked(), 1);
        model.ended = Some(Duration::ZERO);
        press(&mut model, key(KeyCode::Char('s')));
        assert_eq!(control.checkpoints_asked(), 1);
    }
}
