//! `fathom draw` for levels: the graph, with the steps of an answer or of a route found on the spot.

use crate::{
    diagnostics::Source,
    lockpick::{
        answer,
        draw::picture,
        level::Level,
        outline::outline,
        play::{Action, Move, Terrain},
        search::{self, Settings, Strategy, Verdict},
    },
};

use super::{
    super::{args::DrawArgs, exit::Exit, failure::Failure, picture as files, write_out},
    load::Given,
};

pub fn draw(given: &Given, args: &DrawArgs) -> Result<Exit, Failure> {
    let level = given.level(&args.puzzle)?;
    let route = match &args.answer {
        Some(file) => route_of(&level, &Source::read(file)?)?,
        None if args.solve => found(&level)?,
        None => Vec::new(),
    };
    let Some(output) = &args.output else { return write_out(outline(&level).as_bytes()) };
    let bytes = match files::ending(output).as_str() {
        "txt" => outline(&level).into_bytes(),
        _ => files::picture(&picture(&level, &route), output)?,
    };
    files::deliver(output, &bytes, args.quiet)?;
    Ok(Exit::Done)
}

/// The steps of an answer.
fn route_of(level: &Level, source: &Source) -> Result<Vec<Move>, Failure> {
    let no_route = || Failure::Usage(format!("{}: there is no route in it", source.name()));
    let claim = answer::read(source)?.into_iter().next().ok_or_else(no_route)?;
    let steps = claim.steps.iter().map(|step| {
        let find = |name: &str| {
            let unknown = || Failure::Usage(format!("{}: the level has no node '{name}'", source.name()));
            level.find(name).ok_or_else(unknown)
        };
        let unknown = || Failure::Usage(format!("{}: there is no action '{}'", source.name(), step.action));
        let action = Action::from_word(&step.action).ok_or_else(unknown)?;
        Ok(Move { node: find(&step.node)?, action, at: step.at.as_deref().map(find).transpose()? })
    });
    steps.collect()
}

/// A route that is found now.
fn found(level: &Level) -> Result<Vec<Move>, Failure> {
    let outcome = search::solve(&Terrain::new(level.clone()), Strategy::Auto, &Settings::default());
    match outcome.map_err(|error| Failure::Usage(error.to_string()))?.verdict {
        Verdict::Solved { route, .. } => Ok(route),
        Verdict::Unsolvable => Err(Failure::Usage("there is no route to draw: the level has no solution".to_owned())),
        Verdict::Unknown(_) => Err(Failure::Usage("no route was found to draw".to_owned())),
    }
}
