//! The levels of a pack, the graph of one of them, or the route with an id, as text.

use std::fmt::Write;

use crate::{
    family::{Error, Showing},
    report::{Medium, Solution, harmless},
};

use serde_json::json;

use super::{
    analyse::analyse, import::Pack, input, load::Given, mechanics::mechanics, outline::outline,
    search::paper::moves_to, solution::Route,
};

/// Shows what is asked for.
pub(super) fn show(given: &Given, showing: &Showing<'_>) -> Result<String, Error> {
    let options = showing.options;
    if options.has("analyse") {
        if showing.id.is_some() || options.has("format") {
            let text = "analyse says all it has to say as text: it does not go together with an id or a format";
            return Err(Error::Unsupported(text.to_owned()));
        }
        let loaded = given.load(options, showing.control)?;
        return Ok(analyse(&loaded.level, loaded.room.is_some() && !loaded.has_gravity, showing.control)?);
    }
    if let Some(id) = showing.id {
        let level = given.load(options, showing.control)?.level;
        let path: crate::search::Path = id.parse()?;
        let route = moves_to(&level, &path).map_err(|reason| Error::Unsuitable(reason.to_string()))?;
        let id = Some(path.to_string());
        let has_inventory = true;
        let route =
            Route { level: &level, room: None, route: &route, is_shortest: false, id, has_inventory, visits: &[] };
        let mut text = Vec::new();
        route.write_text(&mut text, false)?;
        return Ok(String::from_utf8_lossy(&text).into_owned());
    }
    let format = options.read("format", "text, level or list", |name| match name {
        "text" => Some(Format::Outline),
        "level" => Some(Format::Level),
        "list" => Some(Format::List),
        _ => None,
    })?;
    if format == Some(Format::List)
        && let Some(name) = options.names().find(|name| *name != "format")
    {
        return Err(Error::misplaced(name, "is about one level: a list has all of a pack"));
    }
    match (given, format.unwrap_or(Format::Outline)) {
        (Given::Pack(pack), Format::List) => Ok(list(pack)),
        (Given::Text(_), Format::List) => {
            Err(Error::Unsupported("a list is for files with several levels: this one is a level".to_owned()))
        }
        (Given::Pack(pack), _) if !options.has("level") && pack.entries.len() != 1 => match options.names().next() {
            Some(name) => Err(Error::misplaced(name, "is about one level: --level chooses it")),
            None => Ok(listing(pack)),
        },
        (_, Format::Level) => Ok(input::write(&given.load(options, showing.control)?.level)),
        (_, Format::Outline) => Ok(outline(&given.load(options, showing.control)?.level)),
    }
}

/// What is shown of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// An outline for people.
    Outline,
    /// The level in the text format.
    Level,
    /// All levels of a pack as cases for a batch.
    List,
}

/// The levels of a pack as a list of cases, a JSON object a line.
fn list(pack: &Pack) -> String {
    let mut text = String::new();
    for index in 0..pack.entries.len() {
        let number = format!("#{}", index + 1);
        let name = format!("{}, {}", pack.file, pack.call(index));
        let case = json!({"case": pack.file, "name": name, "options": {"level": number}});
        let _ = writeln!(text, "{}", harmless(&case.to_string(), Medium::Json));
    }
    text
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
        // A level that cannot be read is told as such; the others are there all the same.
        let more = match pack.room(index) {
            Ok(room) => mechanics(room.things.iter().map(|thing| &thing.kind)).join(", "),
            Err(problem) => problem.to_string().lines().next().unwrap_or_default().to_owned(),
        };
        let more = if more.is_empty() { more } else { format!("  {more}") };
        let _ = writeln!(
            text,
            "{:>width$}  {}  ({} keys, {} doors, {}x{}){more}",
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
