//! What a player brings along, as options say it: keys, and doors that were stored in other levels.

use crate::{
    diagnostics::{Diagnostic, Source},
    lockpick::{colour::Colour, complex::Complex, level::Door},
};

use super::{
    parts,
    words::{Word, Words},
};

/// The longest side of a stored door in pixels.
const LONGEST: i32 = 10_000;

/// `AMOUNT COLOUR`.
pub fn parse_keys(source: &Source) -> Result<(Complex, Colour), Diagnostic> {
    let Some(line) = source.lines().next() else { return Err(empty(source)) };
    let mut words = Words::new(source, line);
    let (amount, _) = words.number("an amount")?;
    let colour = words.colour()?;
    words.finish()?;
    Ok((amount, colour))
}

/// A door that another level has stored: the number of its salvage point, its size in pixels, and its locks.
pub type StoredDoor = (i32, (i32, i32), Door);

/// A line `NUMBER WIDTHxHEIGHT DOOR` for each door: the number of the salvage point, the size in pixels, the locks.
pub fn parse_stored(source: &Source) -> Result<Vec<StoredDoor>, Diagnostic> {
    let mut doors = Vec::new();
    for line in source.lines() {
        let mut words = Words::new(source, line);
        let Some(first) = words.next() else { continue };
        let id = first.text.parse().ok().filter(|id| (0..=99).contains(id)).ok_or_else(|| {
            let error = words.error(format!("'{}' is no number of a salvage point", first.text), &first);
            error
                .label("expected 0 to 99")
                .help("a stored door is told as 'NUMBER WIDTHxHEIGHT LOCKS', such as 3 32x64 2 white")
        })?;
        let word = words.need("a size such as 32x64")?;
        let size = size_of(&word).ok_or_else(|| {
            let error = words.error(format!("'{}' is no size", word.text), &word);
            error.label("expected width and height in pixels, such as 32x64")
        })?;
        let door = parts::door(&mut words)?;
        words.finish()?;
        doors.push((id, size, door));
    }
    if doors.is_empty() { Err(empty(source)) } else { Ok(doors) }
}

fn size_of(word: &Word<'_>) -> Option<(i32, i32)> {
    let (width, height) = word.text.split_once('x')?;
    let side = |text: &str| text.parse::<i32>().ok().filter(|side| (1..=LONGEST).contains(side));
    Some((side(width)?, side(height)?))
}

fn empty(source: &Source) -> Diagnostic {
    Diagnostic::new(format!("{} says nothing", source.name()))
}
