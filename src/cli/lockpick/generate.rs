//! `fathom generate lockpick`.

use crate::lockpick::{
    draw::picture,
    generate::{Mechanic, Recipe, grown, spoilt, wild},
    input,
};

use super::{
    super::{exit::Exit, failure::Failure, picture as files, write_out},
    args::GenerateLockpickArgs,
};

/// Seeds that are tried one after the other for a level that can be proved to have no solution.
const TRIES: u64 = 50;

pub fn generate(args: &GenerateLockpickArgs) -> Result<Exit, Failure> {
    let mechanics = args.mechanics.iter().map(|name| name.parse::<Mechanic>());
    let mechanics = mechanics.collect::<Result<Vec<_>, _>>().map_err(Failure::Usage)?;
    let recipe = |seed| Recipe {
        nodes: args.nodes as usize,
        colours: args.colours as usize,
        mechanics: mechanics.clone(),
        seed,
    };
    let level = if args.unsolvable {
        let found = (0..TRIES).find_map(|part| spoilt(&recipe(args.seed.wrapping_add(part << 32))));
        found.ok_or_else(|| {
            Failure::Usage(
                "no level was found that is proved to have no solution: fewer nodes or mechanics may help".to_owned(),
            )
        })?
    } else if args.solvable {
        grown(&recipe(args.seed))
    } else {
        wild(&recipe(args.seed))
    };
    let names: Vec<_> = args.mechanics.iter().map(String::as_str).collect();
    let kind = if args.unsolvable {
        "without a solution, "
    } else if args.solvable {
        "with a solution, "
    } else {
        ""
    };
    let text = format!("# {kind}seed {}, mechanics: {}\n{}", args.seed, names.join(","), input::write(&level));
    let Some(file) = &args.output else { return write_out(text.as_bytes()) };
    let bytes = match files::ending(file).as_str() {
        "txt" => text.into_bytes(),
        _ => files::picture(&picture(&level, &[]), file)?,
    };
    files::deliver(file, &bytes, args.quiet)?;
    Ok(Exit::Done)
}
