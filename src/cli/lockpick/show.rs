//! `fathom show` for levels: the levels of a pack, or the graph of one of them.

use std::fmt::Write;

use crate::{
    lockpick::{import::Pack, input, outline::outline, search::paper::moves_to},
    report::Solution,
    search::PathError,
};

use super::{
    super::{
        args::{ShowArgs, ShowFormat},
        exit::Exit,
        failure::Failure,
        write_out,
    },
    load::Given,
    route::Route,
};

pub fn show(given: &Given, args: &ShowArgs) -> Result<Exit, Failure> {
    if let Some(id) = &args.id {
        let level = given.level(&args.puzzle)?;
        let path = id.parse().map_err(|error: PathError| Failure::Usage(format!("--id: {error}")))?;
        let route = moves_to(&level, &path).map_err(|reason| Failure::Usage(format!("--id: {reason}")))?;
        let route =
            Route { level: &level, route: &route, is_shortest: false, id: Some(path.to_string()), has_inventory: true };
        let mut text = Vec::new();
        route.write_text(&mut text, false)?;
        return write_out(&text);
    }
    let text = match given {
        Given::Pack(pack) if args.puzzle.level.level.is_none() && pack.entries.len() != 1 => listing(pack),
        _ => {
            let level = given.level(&args.puzzle)?;
            match args.format {
                ShowFormat::Text => outline(&level),
                ShowFormat::Level => input::write(&level),
            }
        }
    };
    write_out(text.as_bytes())
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
