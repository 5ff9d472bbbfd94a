//! Many mazes at once, of a seed and those after it: each in a file of its own, or all in a book.

use crate::{
    destination::Destination,
    family::{Error, Generation},
};

use super::{book, generate::request, graph};

/// More are not made in one go.
const MOST: u64 = 1_000_000;

/// Makes the mazes.
pub(super) fn generate(generation: &Generation<'_>, seed: u64, place: &mut Destination) -> Result<(), Error> {
    let options = generation.options;
    let count = options.number("count", 1..=MOST)?.unwrap_or(1);
    if place.ending() == "html" && !place.is_for_several() {
        return book::generate(generation, seed, count, place);
    }
    if !place.is_for_several() {
        let text = "several mazes go into a folder (-o dir/), files (-o 'dir/{}.svg') or a book (-o book.html)";
        return Err(Error::Unsupported(text.to_owned()));
    }
    let ending = if graph::request::is_needed(options)? { "json" } else { "txt" };
    for number in 0..count {
        generation.control.proceed()?;
        let seed = seed.wrapping_add(number);
        place.with_member(&seed.to_string(), ending, |place| request::one(generation, seed, place))?;
    }
    Ok(())
}
