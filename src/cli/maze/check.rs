//! `fathom check` for mazes: is an answer a way, is it as short as it says, is there really none; and, without an answer,
//! what kind of maze it is.

use serde::Deserialize;

use crate::{
    diagnostics::{Diagnostic, Source},
    maze::{certify::certify, check as judge, moves::Moves, read::Found, recipe::cell_at, solve::Method},
};

use super::{args::RouteArgs, ends, place_text};
use crate::cli::failure::Failure;

#[derive(Deserialize)]
struct Answer {
    status: String,
    #[serde(default)]
    strategy: String,
    #[serde(default)]
    solutions: Vec<Claim>,
}

#[derive(Deserialize)]
struct Claim {
    length: u64,
    from: [usize; 2],
    to: [usize; 2],
    moves: String,
}

/// Judges an answer: `Ok` if it is right, `Err` in the inner result if it is wrong.
pub fn check(found: &Found, answer: Option<&Source>, args: &RouteArgs) -> Result<Result<String, String>, Failure> {
    let Some(answer) = answer else {
        let certificate = certify(&found.maze)?;
        let (cells, passages, parts, loops) =
            (certificate.cells, certificate.passages, certificate.parts, certificate.loops);
        let text =
            format!("{}: {cells} cells, {passages} passages, parts: {parts}, loops: {loops}", certificate.kind());
        return Ok(Ok(text));
    };
    let answer: Answer = serde_json::from_str(answer.text()).map_err(|error| {
        let title = format!("{} is no answer to a maze: {error}", answer.name());
        Diagnostic::new(title).help("write one with: fathom solve maze.txt -o answer.json")
    })?;
    if answer.status == "unsolvable" {
        let [from, to] = ends(found, args)?;
        return Ok(match judge::distance(&found.maze, from, to) {
            None => Ok("there is no way".to_owned()),
            Some(steps) => Err(format!("there is a way of {steps} steps")),
        });
    }
    if answer.solutions.is_empty() {
        return Ok(Err("the answer holds no way to judge".to_owned()));
    }
    let claims_shortest = answer.strategy.parse::<Method>().is_ok_and(Method::finds_shortest);
    // No strategy goes through a passage twice in the same direction.
    let most_steps = found.maze.size().cells().saturating_mul(4);
    let mut seen = std::collections::HashSet::new();
    for (index, claim) in answer.solutions.iter().enumerate() {
        let number = index + 1;
        let moves = match Moves::read(&claim.moves, most_steps) {
            Ok(moves) => moves,
            Err(reason) => return Ok(Err(format!("way {number}: {reason}"))),
        };
        let from = cell_at(&found.maze, claim.from[0], claim.from[1])?;
        let to = cell_at(&found.maze, claim.to[0], claim.to[1])?;
        let verdict = judge::judge(&found.maze, from, to, &moves);
        let wrong = if !verdict.leads {
            let (from, to) = (place_text(&found.maze, from), place_text(&found.maze, to));
            Some(format!("the steps do not lead from {from} to {to}"))
        } else if claim.length != moves.len() as u64 {
            Some(format!("it says {} steps but has {}", claim.length, moves.len()))
        } else if claims_shortest && verdict.shortest != Some(claim.length) {
            Some(format!("a shortest way has {} steps", verdict.shortest.unwrap_or(0)))
        } else if !seen.insert(&claim.moves) {
            Some("it is there twice".to_owned())
        } else {
            None
        };
        if let Some(wrong) = wrong {
            return Ok(Err(format!("way {number}: {wrong}")));
        }
    }
    let kind = if claims_shortest { "shortest way" } else { "way" };
    let length = answer.solutions[0].length;
    Ok(Ok(match answer.solutions.len() {
        1 => format!("1 {kind} of {length} steps"),
        count => format!("{count} different {kind}s of {length} steps"),
    }))
}
