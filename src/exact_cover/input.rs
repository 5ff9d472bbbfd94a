//! Reads exact covers in the common text form.
//!
//! ```text
//! | a line that begins with a bar is a remark
//! p q r | x y        the items: those that must be covered, a bar, and those that need not be
//! p q x y:A          the options: the items of each; a secondary one may have a colour
//! p r x:A y
//! ```

use std::collections::HashMap;

use crate::diagnostics::{Diagnostic, Line, Source};

use super::problem::{Part, Problem};

/// The ending of files of this form.
pub const ENDING: &str = "dlx";

/// More parts than this are no puzzle: all links would take gigabytes.
const MOST_PARTS: usize = 50_000_000;

/// Does a text that nobody else knows look like an exact cover: names that are all different, and then nothing but
/// these names?
pub fn recognise(source: &Source) -> bool {
    let mut lines = lines(source);
    let Some(first) = lines.next() else { return false };
    let names: Vec<&str> = words(first.text).map(|(_, word)| word).filter(|word| *word != "|").collect();
    let mut known = HashMap::new();
    if names.iter().any(|name| name.contains(':') || known.insert(*name, ()).is_some()) {
        return false;
    }
    let is_known = |word: &str| known.contains_key(word.split_once(':').map_or(word, |(name, _)| name));
    let mut options = lines.take(100).peekable();
    options.peek().is_some() && options.all(|line| words(line.text).all(|(_, word)| is_known(word)))
}

/// Reads a problem, and says what is odd about it but has a meaning.
pub fn parse(source: &Source) -> Result<(Problem, Vec<String>), Diagnostic> {
    let mut lines = lines(source);
    let Some(first) = lines.next() else {
        let error = source.error_at_end("an exact cover without items");
        return Err(error.help("the first line names the items, each further one the items of an option"));
    };
    let (mut problem, numbers) = items(source, first)?;
    let mut colours: HashMap<&str, u32> = HashMap::new();
    let (mut parts, mut without_primary) = (0, 0);
    for line in lines {
        let option = option(source, line, &mut problem, &numbers, &mut colours)?;
        parts += option.len();
        if parts > MOST_PARTS {
            return Err(source.error("options with too many items in all", line, 0..line.text.len()));
        }
        without_primary += usize::from(option.iter().all(|part| part.item as usize >= problem.primary));
        problem.options.push(option);
    }
    let mut notes = Vec::new();
    if without_primary > 0 {
        notes.push(format!("{without_primary} of the options cover no primary item: they are never chosen"));
    }
    Ok((problem, notes))
}

/// The lines that say something.
fn lines(source: &Source) -> impl Iterator<Item = Line<'_>> {
    source.lines().filter(|line| !line.text.trim().is_empty() && !line.text.trim_start().starts_with('|'))
}

/// The words of a line and where they begin.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// The items, and the number of each.
fn items<'a>(source: &Source, line: Line<'a>) -> Result<(Problem, HashMap<&'a str, u32>), Diagnostic> {
    let mut problem = Problem::default();
    let mut numbers = HashMap::new();
    let mut has_bar = false;
    for (at, word) in words(line.text) {
        let place = at..at + word.len();
        if word == "|" {
            if std::mem::replace(&mut has_bar, true) {
                let error = source.error("a second bar in the line of the items", line, place);
                return Err(error.label("one bar stands between primary and secondary items"));
            }
            continue;
        }
        if word.contains(':') {
            let error = source.error(format!("an item '{word}' with a colon"), line, place);
            return Err(error.label("a colon stands before the colour of an item in an option"));
        }
        if numbers.insert(word, problem.items.len() as u32).is_some() {
            return Err(source
                .error(format!("the item '{word}' twice"), line, place)
                .label("each item has its own name"));
        }
        problem.items.push(word.to_owned());
        problem.primary += usize::from(!has_bar);
    }
    if problem.primary == 0 {
        let error = source.error("no item that must be covered", line, 0..line.text.len());
        return Err(error.label("primary items come before the bar"));
    }
    Ok((problem, numbers))
}

fn option<'a>(
    source: &'a Source,
    line: Line<'a>,
    problem: &mut Problem,
    numbers: &HashMap<&str, u32>,
    colours: &mut HashMap<&'a str, u32>,
) -> Result<Vec<Part>, Diagnostic> {
    let mut parts: Vec<Part> = Vec::new();
    for (at, word) in words(line.text) {
        let place = at..at + word.len();
        let (name, colour) = word.split_once(':').map_or((word, None), |(name, colour)| (name, Some(colour)));
        let Some(&item) = numbers.get(name) else {
            let error = source.error(format!("an unknown item '{name}'"), line, place);
            return Err(error.label("the first line names all items"));
        };
        let colour = match colour {
            None => 0,
            Some("") => {
                return Err(source
                    .error("a colon without a colour", line, place)
                    .label("expected a word after the colon"));
            }
            Some(_) if (item as usize) < problem.primary => {
                let error = source.error(format!("a colour for the primary item '{name}'"), line, place);
                return Err(error.label("only secondary items, after the bar of the first line, have colours"));
            }
            Some(colour) => *colours.entry(colour).or_insert_with(|| {
                problem.colours.push(colour.to_owned());
                problem.colours.len() as u32
            }),
        };
        if parts.iter().any(|part| part.item == item) {
            return Err(source.error(format!("the item '{name}' twice in an option"), line, place));
        }
        parts.push(Part { item, colour });
    }
    Ok(parts)
}
