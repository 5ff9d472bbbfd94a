//! Judges the ways of an answer to a maze of plain squares: is it a way, is it as short as it says, is there really
//! none.

use serde_json::Value;

use super::{
    case::ends,
    certify::certify,
    check,
    claims::{self, Claim, Notation, judge_length, judge_longest, no_sensible},
    grid::Maze,
    moves::Moves,
    read::Found,
    recipe::cell_at,
    search::refuse_ends_of_longest,
    solution::{drawing, place_text},
};
use crate::{
    diagnostics::Source,
    family::{Error, Judgement, Options},
    input::Input,
};

/// Ways are written as moves, in runs.
const MOVES: Notation<String> = Notation {
    field: "moves",
    label: "Moves:",
    from_json: |value: &Value| value.as_str().map(str::to_owned),
    from_text: |text| Some(text.trim().to_owned()),
};

/// Judges an answer: its ways have the ends that are asked for, or those of the file. The longest way has its own.
pub(super) fn judge(found: &Found, source: &Source, options: &Options) -> Result<Judgement, Error> {
    refuse_ends_of_longest(options)?;
    let has_given_ends = options.has("from") || options.has("to");
    claims::read(source, &MOVES)?.judge(|claim, is_shortest| {
        let said = [claimed_end(source, claim, 0)?, claimed_end(source, claim, 1)?];
        if options.has("longest") || claim.is_longest && !has_given_ends {
            let [Some(from), Some(to)] = said else {
                return Ok(Err("it does not say where it begins and ends".to_owned()));
            };
            let ends = [cell_at(&found.maze, from[0], from[1])?, cell_at(&found.maze, to[0], to[1])?];
            let is_perfect = certify(&found.maze)?.is_perfect();
            let longest = is_perfect.then(|| check::longest(&found.maze));
            // Without loops, a way that is as short as can be passes no cell twice.
            return Ok(
                judge_way(found, ends, claim, true).and_then(|length| judge_longest(claim.length, length, longest))
            );
        }
        let ends = ends(found, options)?;
        let places = ends.map(|end| <[usize; 2]>::from(found.maze.size().place(end)));
        if let Some(wrong) = claim.other_ends(places.each_ref().map(|place| place.as_slice())) {
            return Ok(Err(wrong));
        }
        Ok(judge_way(found, ends, claim, is_shortest))
    })
}

/// Judges that there is no way.
pub(super) fn judge_none(found: &Found, options: &Options) -> Result<Judgement, Error> {
    let [from, to] = ends(found, options)?;
    Ok(claims::judge_none(check::distance(&found.maze, from, to)))
}

/// The first way of an answer, to be drawn: its ends and its moves.
pub(super) fn first_way(found: &Found, answer: &Input, options: &Options) -> Result<([usize; 2], Moves), Error> {
    let wrong = |reason: &str| Error::Unsuitable(format!("{}: {reason}", answer.name()));
    let source = answer.source()?;
    let claim = claims::read(&source, &MOVES)?.into_first();
    let claim = claim.ok_or_else(|| wrong("there is no way in it to be drawn"))?;
    let ends = match [claimed_end(&source, &claim, 0)?, claimed_end(&source, &claim, 1)?] {
        [Some(from), Some(to)] if !options.has("from") && !options.has("to") => {
            [cell_at(&found.maze, from[0], from[1])?, cell_at(&found.maze, to[0], to[1])?]
        }
        _ => ends(found, options)?,
    };
    judge_way(found, ends, &claim, false).map_err(|reason| wrong(&reason))?;
    let moves = Moves::read(&claim.steps, most_steps(&found.maze)).map_err(|reason| wrong(&reason.to_string()))?;
    Ok((ends, moves))
}

/// No strategy goes through a passage twice in the same direction.
fn most_steps(maze: &Maze) -> usize {
    maze.size().cells().saturating_mul(4)
}

/// Row and column of an end that a way says it has.
fn claimed_end(source: &Source, claim: &Claim<String>, index: usize) -> Result<Option<[usize; 2]>, Error> {
    let place = claim.ends[index].as_deref().map(|numbers| numbers.try_into());
    Ok(place.transpose().map_err(|_| no_sensible(source, ["from", "to"][index]))?)
}

/// The length of a way, if it is one.
fn judge_way(found: &Found, [from, to]: [usize; 2], claim: &Claim<String>, is_shortest: bool) -> Result<u64, String> {
    let moves = Moves::read(&claim.steps, most_steps(&found.maze)).map_err(|reason| reason.to_string())?;
    let verdict = check::judge(&found.maze, from, to, &moves);
    if !verdict.leads {
        let (from, to) = (place_text(&found.maze, from), place_text(&found.maze, to));
        return Err(format!("the steps do not lead from {from} to {to}"));
    }
    if claim.path.as_ref().is_some_and(|path| !is_path(&found.maze, from, &moves, path)) {
        return Err("its path is not where its moves lead".to_owned());
    }
    let drawn = || {
        let mut maze = found.maze.clone();
        maze.ends = Some([from, to]);
        drawing(&maze, from, &moves)
    };
    if let Some(wrong) = claim.other_drawing(drawn) {
        return Err(wrong);
    }
    judge_length(claim.length, moves.len() as u64, verdict.shortest.filter(|_| is_shortest))
}

/// Are these the cells that steps lead through, the ends among them?
fn is_path(maze: &Maze, from: usize, moves: &Moves, path: &[Vec<usize>]) -> bool {
    let place = |cell: usize| <[usize; 2]>::from(maze.size().place(cell));
    let mut cell = from;
    let stops = moves.iter().map(|way| {
        cell = maze.step(cell, way);
        place(cell)
    });
    std::iter::once(place(from)).chain(stops).eq(path.iter().map(Vec::as_slice))
}
