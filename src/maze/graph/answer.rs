//! Judges a claimed way through a maze on any grid by walking it on the digits of the file, and claims about its
//! length by a search of its own. It uses the arithmetic of the certificate and nothing of the solvers.

use std::collections::{HashMap, HashSet, VecDeque};

use serde_json::Value;

use super::{
    certify::{At, Cells},
    file::GridFile,
};
use crate::{
    diagnostics::{Diagnostic, Source},
    family::{Error, Judgement},
    maze::solve::Method,
    report::palette::without_colours,
    search::Control,
};

/// What an answer says.
#[derive(Debug, Default)]
struct Answer {
    status: Option<String>,
    strategy: Option<String>,
    ways: Vec<Claim>,
}

/// What it says of one way.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
struct Claim {
    length: Option<u64>,
    /// Where it says that it begins and ends.
    ends: [Option<Vec<usize>>; 2],
    path: Vec<Vec<usize>>,
}

/// Judges an answer; the ends are those of the file, unless others are given.
pub fn judge(
    file: &GridFile,
    source: &Source,
    ends: [&[usize]; 2],
    are_given: [bool; 2],
    control: &Control,
) -> Result<Judgement, Error> {
    let answer = read(source)?;
    let Some(cells) = Cells::new(file) else { return Ok(Err("the floors of the maze differ".to_owned())) };
    let at = |numbers: &[usize]| match *numbers {
        [row, col] => Some((0, row, col)),
        [floor, row, col] => Some((floor, row, col)),
        _ => None,
    };
    if answer.status.as_deref() == Some("unsolvable") {
        let (Some(from), Some(to)) = (at(ends[0]), at(ends[1])) else {
            return Ok(Err("the ends are no cells".to_owned()));
        };
        return Ok(match distance(&cells, from, to, control)? {
            None => Ok("there is no way".to_owned()),
            Some(steps) => Err(format!("there is a way of {steps} steps")),
        });
    }
    if answer.ways.is_empty() {
        return Ok(Err("the answer holds no way to judge".to_owned()));
    }
    let claims_shortest = answer.strategy.as_deref().is_some_and(|name| name.parse().is_ok_and(Method::finds_shortest));
    let mut shortest: HashMap<(At, At), Option<u64>> = HashMap::new();
    let mut seen = HashSet::new();
    for (number, claim) in (1..).zip(&answer.ways) {
        let wrong = |what: String| Ok(Err(format!("way {number}: {what}")));
        let Some(path) = claim.path.iter().map(|numbers| at(numbers)).collect::<Option<Vec<At>>>() else {
            return wrong("a place in it is no cell".to_owned());
        };
        let (Some(&from), Some(&to)) = (path.first(), path.last()) else { return wrong("it is empty".to_owned()) };
        for (index, (name, end)) in [("begin", from), ("end", to)].into_iter().enumerate() {
            // A way may say that it has other ends than the file: it was asked for with options of its own.
            let said = claim.ends[index].as_deref().filter(|_| !are_given[index]);
            if Some(end) != at(said.unwrap_or(ends[index])) {
                return wrong(format!("it does not {name} where it should"));
            }
        }
        if let Some(step) = first_wrong_step(&cells, &path, control)? {
            return wrong(format!("step {step} leads through a wall"));
        }
        let length = path.len() as u64 - 1;
        if let Some(claimed) = claim.length.filter(|&claimed| claimed != length) {
            return wrong(format!("it says {claimed} steps but has {length}"));
        }
        if claims_shortest {
            let least = match shortest.get(&(from, to)) {
                Some(&known) => known,
                None => *shortest.entry((from, to)).or_insert(distance(&cells, from, to, control)?),
            };
            if least != Some(length) {
                return wrong(format!("a shortest way has {} steps", least.unwrap_or(0)));
            }
        }
        if !seen.insert(&claim.path) {
            return wrong("it is there twice".to_owned());
        }
    }
    let kind = if claims_shortest { "shortest way" } else { "way" };
    let first = answer.ways[0].path.len() - 1;
    Ok(Ok(match answer.ways.len() {
        1 => format!("1 {kind} of {first} steps"),
        count => format!("{count} different {kind}s of {first} steps"),
    }))
}

/// The first step that is no step of the maze, counted from 1. A crossing is left opposite to where it was entered.
fn first_wrong_step(cells: &Cells<'_>, path: &[At], control: &Control) -> Result<Option<usize>, Error> {
    let mut watch = control.lookout();
    let is_start_crossing = path.first().is_some_and(|&at| cells.is_crossing(at) || cells.sides(at).is_none());
    if is_start_crossing {
        return Ok(Some(0));
    }
    let mut last = None;
    for (index, step) in path.windows(2).enumerate() {
        watch.spend(64)?;
        let taken = cells
            .ways_out(step[0])
            .find(|&(next, bit)| next == step[1] && (!cells.is_crossing(step[0]) || last == Some(bit)));
        match taken {
            Some((_, bit)) => last = Some(bit),
            None => return Ok(Some(index + 1)),
        }
    }
    Ok(path.last().filter(|&&at| cells.is_crossing(at)).map(|_| path.len() - 1))
}

/// Steps of a shortest way between two cells that are no crossings.
fn distance(cells: &Cells<'_>, from: At, to: At, control: &Control) -> Result<Option<u64>, Error> {
    let mut watch = control.lookout();
    // At a crossing, the direction of the walk tells the two levels apart: upright or not.
    let level = |at: At, bit: u32| (at, cells.is_crossing(at) && matches!(bit, 1 | 4));
    let mut seen = HashSet::from([(from, false)]);
    let mut queue = VecDeque::from([(from, 0u32, 0u64)]);
    while let Some((at, entered_by, steps)) = queue.pop_front() {
        watch.spend(400)?;
        if at == to {
            return Ok(Some(steps));
        }
        for (next, bit) in cells.ways_out(at) {
            let goes_on = !cells.is_crossing(at) || bit == entered_by;
            if goes_on && seen.insert(level(next, bit)) {
                queue.push_back((next, bit, steps + 1));
            }
        }
    }
    Ok(None)
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
        let listed = value.get("solutions").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let alone = value.get("path").is_some().then_some(&value);
        for way in listed.iter().chain(alone) {
            let wrong =
                |field: &str| source.error_at_end(format!("a way in this file has no sensible field \"{field}\""));
            let numbers = |place: &Value| {
                place
                    .as_array()?
                    .iter()
                    .map(|number| usize::try_from(number.as_u64()?).ok())
                    .collect::<Option<Vec<_>>>()
            };
            let path = way.get("path").and_then(Value::as_array).ok_or_else(|| wrong("path"))?;
            let path = path.iter().map(numbers).collect::<Option<Vec<_>>>().ok_or_else(|| wrong("path"))?;
            let length = match way.get("length") {
                None | Some(Value::Null) => None,
                Some(value) => Some(value.as_u64().ok_or_else(|| wrong("length"))?),
            };
            let end = |field: &str| match way.get(field) {
                None | Some(Value::Null) => Ok(None),
                Some(value) => numbers(value).map(Some).ok_or_else(|| wrong(field)),
            };
            answer.ways.push(Claim { length, ends: [end("from")?, end("to")?], path });
        }
    }
    Ok(answer)
}

fn read_text(source: &Source) -> Result<Answer, Diagnostic> {
    let plain = Source::new(source.name(), without_colours(source.text()));
    let mut answer = Answer::default();
    let (mut length, mut ends) = (None, [None, None]);
    for line in plain.lines() {
        let wrong = |what: &str| plain.error(what, line, 0..line.text.len());
        let numbers = |name: &str| name.split(',').map(|part| part.trim().parse().ok()).collect::<Option<Vec<usize>>>();
        if let Some((_, strategy)) = line.text.split_once(", strategy ") {
            answer.strategy = Some(strategy.trim().to_owned());
        } else if let Some(text) = line.text.strip_prefix("Length: ") {
            length = Some(text.trim().parse().map_err(|_| wrong("this is no length"))?);
        } else if let Some(text) = line.text.strip_prefix("From: ") {
            ends[0] = Some(numbers(text).ok_or_else(|| wrong("this is no cell"))?);
        } else if let Some(text) = line.text.strip_prefix("To: ") {
            ends[1] = Some(numbers(text).ok_or_else(|| wrong("this is no cell"))?);
        } else if let Some(text) = line.text.strip_prefix("Path:") {
            let path = text.split_whitespace().map(numbers).collect::<Option<Vec<_>>>();
            let path = path.ok_or_else(|| wrong("this is no path"))?;
            answer.ways.push(Claim { length: length.take(), ends: std::mem::take(&mut ends), path });
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
