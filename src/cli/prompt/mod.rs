//! What is asked of whoever sits at a terminal: a case to begin with, and whether to save what was found. Without a
//! terminal, and with `-u`, nothing is asked.

mod completion;
mod copied;
mod line;

use std::{
    ffi::OsString,
    fs,
    io::{self, BufRead, IsTerminal, Write},
    path::{Path, PathBuf},
};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    low_level::emulate_default_handler,
};

use crate::{
    family::Family,
    input::Input,
    report::{Medium, harmless, path_name},
    terminal::say,
    whole_file,
};

use super::{failure::Failure, signals};

pub use copied::Copied;

use completion::expanded;
use line::Answer;

/// So many cases are offered.
const MOST_OFFERED: usize = 20;
/// Larger files are no cases to be offered.
const LARGEST: u64 = 1 << 20;
/// Folders inside `cases` are looked into up to this depth.
const DEPTH: usize = 3;

/// Does somebody sit at a terminal who can be asked?
pub fn is_somebody_there() -> bool {
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty());
    !is_dumb && io::stdin().is_terminal() && io::stdout().is_terminal() && io::stderr().is_terminal()
}

/// What to run instead of arguments that lack something that can be asked for: the program without any, and `solve`
/// without a case. `None` if there is nothing to ask, or nobody.
pub fn completed(
    args: &[OsString],
    error: &clap::Error,
    families: &'static [&'static dyn Family],
) -> Result<Option<Vec<OsString>>, Failure> {
    let is_refused = args.iter().any(|arg| arg == "-u" || arg == "--no-interactive" || arg == "-q" || arg == "--quiet");
    if is_refused || !is_somebody_there() {
        return Ok(None);
    }
    let lacks_file = error.kind() == ErrorKind::MissingRequiredArgument && lacks(error, "<FILE>");
    let file = match args.get(1) {
        None => welcome(families)?,
        Some(verb) if verb == "solve" && lacks_file => ask_for_case("Which case?", &[])?,
        Some(_) => return Ok(None),
    };
    let Some(file) = file else { return Ok(None) };
    let mut completed = args.to_vec();
    if completed.len() == 1 {
        completed.push("solve".into());
    }
    completed.push(file.into());
    Ok(Some(completed))
}

fn lacks(error: &clap::Error, what: &str) -> bool {
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(names)) => names.iter().any(|name| name.contains(what)),
        Some(ContextValue::String(name)) => name.contains(what),
        _ => false,
    }
}

/// Says what the program can do, and offers the cases that are in reach.
fn welcome(families: &'static [&'static dyn Family]) -> Result<Option<PathBuf>, Failure> {
    let mut text = String::from("fathom solves puzzles by exhaustive search, and proves its answers:\n\n");
    for family in families {
        text += &format!("  {:<10} {}\n", family.name(), family.about());
    }
    text += "\n  fathom solve FILE      find solutions\n  fathom solve -c FILE   the same, and watch\n  \
             fathom count FILE      count all solutions\n  fathom --help          everything else\n";
    let cases = cases_in_reach(families);
    if cases.is_empty() {
        text += "\nThere are no cases in ./cases or in this folder.";
    } else {
        text += "\nCases in reach:\n";
        let width = cases.len().to_string().len();
        for (number, (file, family)) in cases.iter().enumerate() {
            text += &format!("  {:>width$}  {family:<10} {}\n", number + 1, path_name(file));
        }
    }
    say(text.trim_end());
    say("");
    let files: Vec<PathBuf> = cases.into_iter().map(|(file, _)| file).collect();
    ask_for_case("Solve which? A number or a file (Tab completes, Esc leaves):", &files)
}

/// Files in `./cases` and in the current folder that look like a case of a family, each with the family's name.
fn cases_in_reach(families: &'static [&'static dyn Family]) -> Vec<(PathBuf, &'static str)> {
    let mut files = Vec::new();
    files_in(Path::new("."), 0, &mut files);
    let mut deeper = Vec::new();
    files_in(Path::new("cases"), DEPTH, &mut deeper);
    let family_of = |file: &PathBuf| {
        let input = Input::read(file).ok()?;
        families.iter().find(|family| family.recognise(&input)).map(|family| family.name())
    };
    let named = |files: Vec<PathBuf>| {
        let cases = files.into_iter().filter_map(move |file| family_of(&file).map(|family| (file, family)));
        cases.collect::<Vec<_>>()
    };
    let mut offered = named(files);
    let mut deeper = named(deeper);
    // Something of every family, if there is not room for all.
    let room = MOST_OFFERED.saturating_sub(offered.len());
    if deeper.len() > room {
        let each = (room / families.len().max(1)).max(1);
        let mut seen: Vec<(&str, usize)> = Vec::new();
        deeper.retain(|(_, family)| {
            let at = seen.iter().position(|(known, _)| known == family).unwrap_or(seen.len());
            if at == seen.len() {
                seen.push((family, 0));
            }
            seen[at].1 += 1;
            seen[at].1 <= each
        });
    }
    offered.extend(deeper);
    offered.truncate(MOST_OFFERED);
    offered
}

fn files_in(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for entry in entries {
        let entry = entry.strip_prefix("./").map(Path::to_path_buf).unwrap_or(entry);
        let is_hidden = entry.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        // Collections of broken cases are not what anybody wants to begin with.
        let is_bad = entry.ends_with("bad");
        match fs::metadata(&entry) {
            _ if is_hidden || is_bad => {}
            Ok(about) if about.is_dir() && depth > 0 => files_in(&entry, depth - 1, files),
            Ok(about)
                if about.is_file() && about.len() <= LARGEST && entry.extension().is_some_and(|it| it == "txt") =>
            {
                files.push(entry);
            }
            _ => {}
        }
    }
}

/// Asks until there is such a file, or nobody wants to answer.
fn ask_for_case(question: &str, offered: &[PathBuf]) -> Result<Option<PathBuf>, Failure> {
    let signal = signals::catch_for_view()?;
    loop {
        match line::ask(question, &signal)? {
            Answer::Interrupted => {
                let _ = emulate_default_handler(SIGINT);
                return Ok(None);
            }
            Answer::Stopped => {
                let _ = emulate_default_handler(SIGTERM);
                return Ok(None);
            }
            Answer::None => return Ok(None),
            Answer::Line(text) if text.is_empty() => return Ok(None),
            Answer::Line(text) => {
                let number = text.parse::<usize>().ok().and_then(|number| offered.get(number.checked_sub(1)?));
                let file = number.cloned().unwrap_or_else(|| PathBuf::from(expanded(&text)));
                if file.is_file() {
                    return Ok(Some(file));
                }
                say(format!("there is no file {}", path_name(&file)));
            }
        }
    }
}

/// Asks whether to save what was told, and where to.
pub fn offer_to_save(case: &str, text: &[u8]) -> Result<(), Failure> {
    let stem = Path::new(case).file_stem().map_or_else(|| "case".into(), |stem| stem.to_string_lossy());
    let stem = if stem == "-" { "case".into() } else { stem };
    let name = format!("{stem}-solution.txt");
    let mut stderr = io::stderr().lock();
    write!(stderr, "Save this solution? (y = {}, a name, or Enter for no) ", harmless(&name, Medium::Text))?;
    stderr.flush()?;
    let mut answer = String::new();
    if io::stdin().lock().read_line(&mut answer)? == 0 {
        writeln!(stderr)?;
    }
    drop(stderr);
    let file = match answer.trim() {
        "" | "n" | "N" | "no" | "No" => return Ok(()),
        "y" | "Y" | "yes" | "Yes" => PathBuf::from(name),
        given => PathBuf::from(expanded(given)),
    };
    if file.exists() {
        say(format!("{} is there already: nothing is written; --output FILE replaces files", path_name(&file)));
    } else if file.extension().is_none_or(|ending| ending != "txt") {
        say("this is text: the name ends in .txt; for other formats use --output FILE");
    } else {
        match whole_file::write(&file, text) {
            Ok(()) => say(format!("wrote {}", path_name(&file))),
            Err(error) => say(format!("cannot write {}: {error}", path_name(&file))),
        }
    }
    Ok(())
}
