//! The levels of a pack, the graph of one of them, or the route with an id, as text.

use std::fmt::Write;

use crate::{
    family::{Error, Showing},
    report::Solution,
};

use super::{import::Pack, input, load::Given, outline::outline, search::paper::moves_to, solution::Route};

/// Shows what is asked for.
pub(super) fn show(given: &Given, showing: &Showing<'_>) -> Result<String, Error> {
    let options = showing.options;
    if let Some(id) = showing.id {
        let level = given.load(options)?.level;
        let path: crate::search::Path = id.parse()?;
        let route = moves_to(&level, &path).map_err(|reason| Error::Unsuitable(reason.to_string()))?;
        let id = Some(path.to_string());
        let route = Route { level: &level, route: &route, is_shortest: false, id, has_inventory: true };
        let mut text = Vec::new();
        route.write_text(&mut text, false)?;
        return Ok(String::from_utf8_lossy(&text).into_owned());
    }
    let is_level = options.read("format", "text or level", |name| match name {
        "text" => Some(false),
        "level" => Some(true),
        _ => None,
    })?;
    match given {
        Given::Pack(pack) if !options.has("level") && pack.entries.len() != 1 => Ok(listing(pack)),
        _ => {
            let level = given.load(options)?.level;
            Ok(if is_level == Some(true) { input::write(&level) } else { outline(&level) })
        }
    }
}

/// The levels of a pack, one a line.
fn listing(pack: &Pack) -> String {
    let mut text = String::new();
    let author = if pack.author.is_empty() { String::new() } else { format!(" by {}", pack.author) };
    let _ = writeln!(
        text,
        "{}{author}, {} levels",
        if pack.name.is_empty() { &pack.file } else { &pack.name },
        pack.entries.len()
    );
    for line in pack.description.lines() {
        let _ = writeln!(text, "{line}");
    }
    text.push('\n');
    let width = pack.entries.len().to_string().len();
    for (index, entry) in pack.entries.iter().enumerate() {
        let names = [&entry.label, &entry.title, &entry.name].map(|name| name.trim());
        let mut names: Vec<&str> = names.into_iter().filter(|name| !name.is_empty()).collect();
        names.dedup();
        let _ = writeln!(
            text,
            "{:>width$}  {}  ({} keys, {} doors, {}x{})",
            index + 1,
            names.join(", "),
            entry.keys,
            entry.doors,
            entry.size.0,
            entry.size.1
        );
    }
    text
}
