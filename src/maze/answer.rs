//! Reads the ways out of an answer file, as text, JSON or JSON lines, and judges them: is it a way, is it as short as it
//! says, is there really none.

use std::collections::HashSet;

use serde_json::Value;

use crate::{
    diagnostics::{Diagnostic, Source},
    family::{Error, Judgement, Options},
    report::{field_of, palette::without_colours, whole_number},
    words::counted,
};

use super::{
    case::ends, check, grid::Maze, moves::Moves, read::Found, recipe::cell_at, solution::place_text, solve::Method,
};

/// What an answer says.
#[derive(Debug, Default)]
struct Answer {
    status: Option<String>,
    strategy: Option<String>,
    ways: Vec<Claim>,
}

/// What it says of one way.
#[derive(Debug)]
struct Claim {
    length: Option<u64>,
    from: Option<[usize; 2]>,
    to: Option<[usize; 2]>,
    moves: String,
    /// The cells it is said to lead through, the ends among them.
    path: Option<Vec<[usize; 2]>>,
}

/// Judges an answer.
pub(super) fn judge(found: &Found, source: &Source, options: &Options) -> Result<Judgement, Error> {
    let answer = read(source)?;
    if answer.status.as_deref() == Some("unsolvable") {
        let [from, to] = ends(found, options)?;
        return Ok(match check::distance(&found.maze, from, to) {
            None => Ok("there is no way".to_owned()),
            Some(steps) => Err(format!("there is a way of {steps} steps")),
        });
    }
    if answer.ways.is_empty() {
        return Ok(Err("the answer holds no way to judge".to_owned()));
    }
    let claims_shortest = answer.strategy.as_deref().is_some_and(|name| name.parse().is_ok_and(Method::finds_shortest));
    let mut seen = HashSet::new();
    let mut first = 0;
    for (index, claim) in answer.ways.iter().enumerate() {
        let number = index + 1;
        match judge_way(found, options, claim, claims_shortest)? {
            Ok(length) if index == 0 => first = length,
            Ok(_) => {}
            Err(wrong) => return Ok(Err(format!("way {number}: {wrong}"))),
        }
        if !seen.insert(&claim.moves) {
            return Ok(Err(format!("way {number}: it is there twice")));
        }
    }
    let kind = if claims_shortest { "shortest way" } else { "way" };
    Ok(Ok(match answer.ways.len() {
        1 => format!("1 {kind} of {}", counted(first, "step")),
        count => format!("{count} different {kind}s of {}", counted(first, "step")),
    }))
}

/// The length of a way, if it is one.
fn judge_way(
    found: &Found,
    options: &Options,
    claim: &Claim,
    claims_shortest: bool,
) -> Result<Result<usize, String>, Error> {
    // No strategy goes through a passage twice in the same direction.
    let most_steps = found.maze.size().cells().saturating_mul(4);
    let moves = match Moves::read(&claim.moves, most_steps) {
        Ok(moves) => moves,
        Err(reason) => return Ok(Err(reason.to_string())),
    };
    let [from, to] = match (claim.from, claim.to) {
        (Some(from), Some(to)) => [cell_at(&found.maze, from[0], from[1])?, cell_at(&found.maze, to[0], to[1])?],
        _ => ends(found, options)?,
    };
    let verdict = check::judge(&found.maze, from, to, &moves);
    let length = moves.len();
    Ok(if !verdict.leads {
        let (from, to) = (place_text(&found.maze, from), place_text(&found.maze, to));
        Err(format!("the steps do not lead from {from} to {to}"))
    } else if let Some(claimed) = claim.length.filter(|claimed| *claimed != length as u64) {
        Err(format!("it says {claimed} steps but has {length}"))
    } else if claims_shortest && verdict.shortest != Some(length as u64) {
        Err(format!("a shortest way has {} steps", verdict.shortest.unwrap_or(0)))
    } else if claim.path.as_ref().is_some_and(|path| !is_path(&found.maze, from, &moves, path)) {
        Err("its path is not where its moves lead".to_owned())
    } else {
        Ok(length)
    })
}

/// Are these the cells that steps lead through?
fn is_path(maze: &Maze, from: usize, moves: &Moves, path: &[[usize; 2]]) -> bool {
    let place = |cell: usize| <[usize; 2]>::from(maze.size().place(cell));
    let mut cell = from;
    let stops = moves.iter().map(|way| {
        cell = maze.step(cell, way);
        place(cell)
    });
    std::iter::once(place(from)).chain(stops).eq(path.iter().copied())
}

fn read(source: &Source) -> Result<Answer, Diagnostic> {
    if source.text().trim_start().starts_with(['{', '[']) { read_json(source) } else { read_text(source) }
}

fn read_json(source: &Source) -> Result<Answer, Diagnostic> {
    let mut answer = Answer::default();
    for value in source.json_values() {
        let value = value?;
        let text = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
        if let Some(family) = text("family").filter(|family| family != "maze") {
            return Err(source.error_at_end(format!("this is an answer to a {family} puzzle, not to a maze")));
        }
        answer.status = text("status").or(answer.status);
        answer.strategy = text("strategy").or(answer.strategy);
        match value.get("solutions").and_then(Value::as_array) {
            Some(ways) => {
                for way in ways {
                    answer.ways.push(claim_of(source, way)?);
                }
            }
            None if value.get("moves").is_some() => answer.ways.push(claim_of(source, &value)?),
            None => {}
        }
    }
    Ok(answer)
}

fn claim_of(source: &Source, way: &Value) -> Result<Claim, Diagnostic> {
    let wrong = |field: &str| source.error_at_end(format!("a way in this file has no sensible field \"{field}\""));
    let cell = |value: &Value| match value.as_array()?.as_slice() {
        [row, column] => Some([whole_number(row)?, whole_number(column)?]),
        _ => None,
    };
    let place = |field: &str| field_of(way, field).map(|value| cell(value).ok_or_else(|| wrong(field))).transpose();
    let cells = |path: &Value| path.as_array()?.iter().map(cell).collect::<Option<Vec<_>>>();
    let path = field_of(way, "path").map(|path| cells(path).ok_or_else(|| wrong("path"))).transpose()?;
    let length = match way.get("length") {
        None | Some(Value::Null) => None,
        Some(value) => Some(value.as_u64().ok_or_else(|| wrong("length"))?),
    };
    let moves = way.get("moves").and_then(Value::as_str).ok_or_else(|| wrong("moves"))?.to_owned();
    Ok(Claim { length, from: place("from")?, to: place("to")?, moves, path })
}

/// The lines of a report: those that say something about a way, of which each begins with its length.
fn read_text(source: &Source) -> Result<Answer, Diagnostic> {
    let plain = Source::new(source.name(), without_colours(source.text()));
    let mut answer = Answer::default();
    let (mut length, mut from, mut to) = (None, None, None);
    for line in plain.lines() {
        let wrong = |what: &str| plain.error(what, line, 0..line.text.len());
        let place = |text: &str| {
            let (row, col) = text.split_once(',')?;
            Some([row.trim().parse().ok()?, col.trim().parse().ok()?])
        };
        if let Some((_, strategy)) = line.text.split_once(", strategy ") {
            answer.strategy = Some(strategy.trim().to_owned());
        } else if let Some(text) = line.text.strip_prefix("Length: ") {
            length = Some(text.trim().parse().map_err(|_| wrong("this is no length"))?);
        } else if let Some(text) = line.text.strip_prefix("From: ") {
            from = Some(place(text).ok_or_else(|| wrong("this is no cell"))?);
        } else if let Some(text) = line.text.strip_prefix("To: ") {
            to = Some(place(text).ok_or_else(|| wrong("this is no cell"))?);
        } else if let Some(text) = line.text.strip_prefix("Moves:") {
            let moves = text.trim().to_owned();
            answer.ways.push(Claim { length: length.take(), from: from.take(), to: to.take(), moves, path: None });
        } else if line.text.starts_with("No solution: all that") {
            answer.status = Some("unsolvable".to_owned());
        }
    }
    if answer.ways.is_empty() && answer.status.is_none() {
        let error = Diagnostic::new(format!("{} is no answer to a maze", source.name()));
        return Err(error.help("an answer is what solve writes, as text, JSON or JSON lines"));
    }
    Ok(answer)
}
