//! A level as it is asked for by options.

use crate::{
    destination::Destination,
    family::{Error, Flag, Generation, Verb},
    lockpick::{draw::picture, input},
};

use super::{Mechanic, Recipe, grown, spoilt, wild};

/// Seeds that are tried one after the other for a level that can be proved to have no solution.
const TRIES: u64 = 50;

const GENERATE: &[Verb] = &[Verb::Generate];

/// What can be asked for.
pub static FLAGS: [Flag; 5] = [
    Flag::valued("nodes", "N", "How many nodes, start and goal among them [default: 30]", GENERATE),
    Flag::valued("colours", "K", "How many colours of keys [default: 3]", GENERATE),
    Flag::valued(
        "mechanics",
        "LIST",
        "What there is beside plain keys and doors, with commas between: bulk, master, blank, blast, all, exact, negative, \
         flip, imaginary, star, combo, copies, aura, curse, pure, glitch; in levels of which nothing is known also gate, \
         oneway, floor, infinite, salvage, near [default: bulk,master]",
        GENERATE,
    ),
    Flag::switch("solvable", "A level that has a solution", GENERATE),
    Flag::switch("unsolvable", "A level that is proved to have none", GENERATE),
];

/// Makes a level and writes it.
pub(in crate::lockpick) fn generate(generation: &Generation<'_>, place: &mut Destination) -> Result<(), Error> {
    let options = generation.options;
    let (is_solvable, is_unsolvable) = (options.has("solvable"), options.has("unsolvable"));
    if is_solvable && is_unsolvable {
        return Err(Error::Unsupported("a level is solvable or unsolvable, not both".to_owned()));
    }
    let ending = place.expect_ending(&["txt", "svg", "png", "pdf"])?;
    let names = options.text("mechanics").unwrap_or("bulk,master");
    let mechanics = names.split(',').map(|name| name.trim().parse::<Mechanic>());
    let mechanics = mechanics.collect::<Result<Vec<_>, _>>().map_err(|error| Error::Unsupported(error.to_string()))?;
    let is_known = is_solvable || is_unsolvable;
    if let Some((name, _)) =
        Mechanic::NAMED.into_iter().find(|it| is_known && it.1.is_wild() && mechanics.contains(&it.1))
    {
        let kind = if is_solvable { "solvable" } else { "unsolvable" };
        let tame: Vec<_> = Mechanic::NAMED.into_iter().filter(|it| !it.1.is_wild()).map(|(name, _)| name).collect();
        return Err(Error::misplaced(
            "mechanics",
            format!("cannot have {name} in a level that is to be {kind}: use {}", tame.join(", ")),
        ));
    }
    let nodes = options.number("nodes", 3..=10_000)?.unwrap_or(30);
    let colours = options.number("colours", 1..=10)?.unwrap_or(3);
    let first = generation.seed.unwrap_or(1);
    let recipe = |seed| Recipe { nodes, colours, mechanics: mechanics.clone(), seed };
    let level = if is_unsolvable {
        let mut seeds = (0..TRIES).map(|part| first.wrapping_add(part << 32));
        let control = generation.control;
        let found = seeds.find_map(|seed| if control.look() { None } else { spoilt(&recipe(seed), control) });
        found.ok_or_else(|| match control.reason() {
            Some(reason) => Error::Stopped(reason.text()),
            None => Error::Unsuitable(
                "no level was found that is proved to have no solution: fewer nodes or mechanics may help".to_owned(),
            ),
        })?
    } else if is_solvable {
        grown(&recipe(first))
    } else {
        wild(&recipe(first))
    };
    let kind = match (is_unsolvable, is_solvable) {
        (true, _) => "without a solution, ",
        (_, true) => "with a solution, ",
        _ => "",
    };
    match ending.as_str() {
        "txt" => place.text(&format!("# {kind}seed {first}, mechanics: {names}\n{}", input::write(&level))),
        _ => place.picture(&picture(&level, &[])),
    }
}
