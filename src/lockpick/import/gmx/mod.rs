//! Rooms of the game itself: `.room.gmx`, XML with a line of code at every thing that differs from its kind.

mod code;
mod instance;
#[cfg(test)]
mod tests;

use std::{ops::Range, path::Path};

use roxmltree::{Document, Node, ParsingOptions};

use crate::{
    diagnostics::{Diagnostic, Line, Source},
    lockpick::geometry::room::{Area, PLAYER_HEIGHT, PLAYER_WIDTH, Room, Thing},
};
use instance::Meaning;

/// A room of the game has some thousand elements.
const MAX_ELEMENTS: u32 = 4_000_000;
/// Nothing in a room is deeper; the XML reader goes a call deeper for each.
const MAX_DEPTH: usize = 100;
/// Where the player's box lies in the tile of the start.
const SPAWN_OFFSET: (i32, i32) = (12, 11);

/// Whether a text begins as a room does.
pub fn looks_like_room(text: &str) -> bool {
    let mut rest = text.trim_start_matches('\u{FEFF}').trim_start();
    loop {
        let end = match rest {
            _ if rest.starts_with("<!--") => "-->",
            _ if rest.starts_with("<?") => "?>",
            _ => break,
        };
        let Some(at) = rest.find(end) else { return false };
        rest = rest[at + end.len()..].trim_start();
    }
    rest.strip_prefix("<room").is_some_and(|rest| rest.starts_with(['>', ' ', '\t', '\r', '\n', '/']))
}

/// Reads a room, and notes what in its code was left out.
pub fn read(source: &Source) -> Result<(Room, Vec<String>), Diagnostic> {
    let text = source.text();
    if let Some(at) = too_deep(text) {
        return Err(error_at(source, at..at + 1, "this is no room: elements are nested too deeply"));
    }
    let options = ParsingOptions { nodes_limit: MAX_ELEMENTS, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let position = error.pos();
        let line = line_of(source, position.row as usize);
        let column = line.text.char_indices().nth(position.col as usize - 1).map_or(line.text.len(), |(at, _)| at);
        source.error(format!("this XML cannot be read: {error}"), line, column..column)
    })?;
    let room = document.root_element();
    if room.tag_name().name() != "room" {
        let help = "a room of the game begins with <room>";
        return Err(error_at(source, room.range(), "this is not a room").help(help));
    }
    let width = size(source, room, "width")?;
    let height = size(source, room, "height")?;
    let mut walls = Vec::new();
    let mut things = Vec::new();
    let mut spawn = None;
    let mut notes = Vec::new();
    for instance in room.descendants().filter(|node| node.has_tag_name("instance")) {
        let Some((area, meaning)) = instance::read(source, instance, &mut notes)? else { continue };
        match meaning {
            Meaning::Wall => walls.push(area),
            Meaning::Thing(kind) => things.push(Thing { area, kind }),
            Meaning::Start => {
                if spawn.is_some() {
                    return Err(error_at(source, instance.range(), "the player starts here a second time"));
                }
                let (left, top) = (area.left + SPAWN_OFFSET.0, area.top + SPAWN_OFFSET.1);
                spawn = Some(Area::new(left, top, PLAYER_WIDTH, PLAYER_HEIGHT));
            }
        }
    }
    let Some(spawn) = spawn else {
        let help = "an instance of objPlayerStart says where";
        return Err(source.error_at_end("the room does not say where the player starts").help(help));
    };
    let title = Path::new(source.name()).file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
    let title = title.trim_end_matches(".gmx").trim_end_matches(".room").to_owned();
    Ok((Room { title, width, height, walls, things, spawn }, notes))
}

/// The first tag that is nested too deeply, by a scan that cannot overflow anything.
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    let bytes = text.as_bytes();
    for (at, _) in text.match_indices('<') {
        match bytes.get(at + 1) {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(b'!' | b'?') | None => {}
            Some(_) => {
                let end = text[at..].find('>').map_or(text.len(), |end| at + end);
                if bytes.get(end.wrapping_sub(1)) != Some(&b'/') {
                    depth += 1;
                }
            }
        }
        if depth > MAX_DEPTH {
            return Some(at);
        }
    }
    None
}

fn size(source: &Source, room: Node<'_, '_>, name: &str) -> Result<i32, Diagnostic> {
    let Some(element) = room.children().find(|child| child.has_tag_name(name)) else {
        return Err(error_at(source, room.range(), format!("the room has no <{name}>")));
    };
    let size = element.text().and_then(|text| text.trim().parse().ok());
    size.filter(|&size: &i32| size > 0).ok_or_else(|| {
        error_at(source, element.range(), format!("the {name} of the room is not a number of pixels"))
            .label("expected a whole number, 1 or more")
    })
}

fn line_of(source: &Source, number: usize) -> Line<'_> {
    let last = source.lines().last().unwrap_or(Line { number: 1, text: "" });
    source.lines().nth(number.saturating_sub(1)).unwrap_or(last)
}

/// An error about some bytes of the text, shown on the first line of them.
fn error_at(source: &Source, bytes: Range<usize>, title: impl Into<String>) -> Diagnostic {
    let text = source.text();
    let start = bytes.start.min(text.len());
    let before = &text.as_bytes()[..start];
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let line = line_of(source, before.iter().filter(|&&byte| byte == b'\n').count() + 1);
    let columns = start - line_start..bytes.end.max(start) - line_start;
    source.error(title, line, columns.start..columns.end.min(line.text.len().max(columns.start)))
}
