//! What an answer file says of ways through a maze, as text, JSON or JSON lines, and the judgement on all of them. How
//! a single way is judged is for plain squares and for other grids to say.

use std::{collections::HashSet, hash::Hash};

use serde_json::Value;

use super::solve::Method;
use crate::{
    diagnostics::{Diagnostic, Source},
    family::{Error, Judgement},
    report::{palette::without_colours, reports_on},
    words::counted,
};

/// The line of a text that says of a way that none is longer.
pub(super) const LONGEST_LINE: &str = "Longest: yes";

/// How the steps of a way are written down.
pub(super) struct Notation<S> {
    /// The field of JSON.
    pub field: &'static str,
    /// How a line of text begins.
    pub label: &'static str,
    /// The steps of a field.
    pub from_json: fn(&Value) -> Option<S>,
    /// The steps of a line.
    pub from_text: fn(&str) -> Option<S>,
}

/// What an answer says.
#[derive(Debug)]
pub(super) struct Answer<S> {
    reports: Vec<Report<S>>,
}

/// What one search has told, or ways on their own.
#[derive(Debug)]
struct Report<S> {
    strategy: Option<String>,
    ways: Vec<Claim<S>>,
}

impl<S> Report<S> {
    /// Are its ways said to be shortest ones?
    fn claims_shortest(&self) -> bool {
        self.strategy.as_ref().is_some_and(|name| name.parse().is_ok_and(Method::finds_shortest))
    }
}

/// What it says of one way.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Claim<S> {
    /// How long it is.
    pub length: Option<u64>,
    /// The numbers of the cells where it begins and ends.
    pub ends: [Option<Vec<usize>>; 2],
    /// Its steps.
    pub steps: S,
    /// The numbers of the cells it is said to lead through, where its steps are something else.
    pub path: Option<Vec<Vec<usize>>>,
    /// Does it say that no way of the maze is longer?
    pub is_longest: bool,
    /// The lines after its steps in a text: those of its drawing come first.
    after: Vec<String>,
    /// Its number among those of the report.
    id: Option<String>,
}

impl<S> Claim<S> {
    /// What is wrong with the ends that the way says it has, if it has to have these.
    pub fn other_ends(&self, expected: [&[usize]; 2]) -> Option<String> {
        let said = [0, 1].map(|index| self.ends[index].as_deref().unwrap_or(expected[index]));
        let is_other = said.iter().zip(expected).any(|(said, expected)| on_floor(said) != on_floor(expected));
        is_other.then(|| wrong_ends(said, expected))
    }

    /// What is wrong with the drawing of the way, if it is drawn and does not look like this.
    pub fn other_drawing(&self, drawn: impl FnOnce() -> Option<String>) -> Option<String> {
        // A large maze is not drawn, and a way on its own need not be.
        self.after.first().filter(|line| !line.is_empty())?;
        let drawn = drawn()?;
        let is_same = drawn.lines().map(str::trim_end).eq(self.after.iter().take(drawn.lines().count()));
        (!is_same).then(|| "its drawing is not that of its steps".to_owned())
    }
}

/// That a way is an answer to another question.
pub(super) fn wrong_ends(ends: [&[usize]; 2], expected: [&[usize]; 2]) -> String {
    let name = |numbers: &[usize]| numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    let ([from, to], [start, goal]) = (ends.map(name), expected.map(name));
    format!("it goes from {from} to {to} and should go from {start} to {goal}")
}

/// The numbers of a cell with its floor, which may be left out if there is one.
pub(super) fn on_floor(numbers: &[usize]) -> Vec<usize> {
    if numbers.len() == 2 { [&[0], numbers].concat() } else { numbers.to_vec() }
}

impl<S> Answer<S> {
    /// The report that ways belong to which come next.
    fn report(&mut self) -> &mut Report<S> {
        if self.reports.is_empty() {
            self.begin(None);
        }
        self.reports.last_mut().expect("a report was begun")
    }

    /// The first way it holds.
    pub fn into_first(self) -> Option<Claim<S>> {
        self.reports.into_iter().find_map(|report| report.ways.into_iter().next())
    }

    fn begin(&mut self, strategy: Option<String>) {
        self.reports.push(Report { strategy, ways: Vec::new() });
    }
}

impl<S: Eq + Hash> Answer<S> {
    /// Judges all ways. `judge` tells the length of a way that is right, and whether it has to be a shortest one is its
    /// second argument.
    pub fn judge(
        &self,
        mut judge: impl FnMut(&Claim<S>, bool) -> Result<Result<u64, String>, Error>,
    ) -> Result<Judgement, Error> {
        let mut lengths = Vec::new();
        for report in &self.reports {
            let mut seen = HashSet::new();
            for (place, claim) in report.ways.iter().enumerate() {
                let wrong = |what: &str| Ok(Err(format!("way {}: {what}", lengths.len() + 1)));
                let length = match judge(claim, report.claims_shortest())? {
                    Ok(length) => length,
                    Err(what) => return wrong(&what),
                };
                // A report counts what it tells from 0; a way on its own may come from anywhere in one.
                let id = claim.id.as_ref().filter(|_| report.strategy.is_some());
                if let Some(id) = id.filter(|id| **id != place.to_string()) {
                    return wrong(&format!("its id is {id}, and the ids of ways are counted from 0"));
                }
                if !seen.insert(&claim.steps) {
                    return wrong("it is there twice");
                }
                lengths.push(length);
            }
        }
        let mut with_ways = self.reports.iter().filter(|report| !report.ways.is_empty());
        let kind = if with_ways.all(Report::claims_shortest) { "shortest way" } else { "way" };
        // Reports of their own may tell the same.
        let different = if self.reports.len() > 1 { "" } else { "different " };
        Ok(match lengths[..] {
            [] => Err("the answer holds no way to judge".to_owned()),
            [length] => Ok(format!("1 {kind} of {}", counted(length as usize, "step"))),
            [length, ..] if lengths.iter().all(|it| *it == length) => {
                Ok(format!("{} {different}{kind}s of {}", lengths.len(), counted(length as usize, "step")))
            }
            [..] => Ok(format!("{} {different}{kind}s", lengths.len())),
        })
    }
}

/// That there is no way, against the length of a shortest one if there is one.
pub(super) fn judge_none(distance: Option<u64>) -> Judgement {
    match distance {
        None => Ok("there is no way".to_owned()),
        Some(steps) => Err(format!("there is a way of {}", counted(steps as usize, "step"))),
    }
}

/// What is said of a way's length, against its length and that of a shortest one if it has to be one.
pub(super) fn judge_length(claimed: Option<u64>, length: u64, shortest: Option<u64>) -> Result<u64, String> {
    if let Some(claimed) = claimed.filter(|&claimed| claimed != length) {
        return Err(format!("it says {} but has {length}", counted(claimed as usize, "step")));
    }
    match shortest.filter(|&shortest| shortest != length) {
        Some(shortest) => Err(format!("a shortest way has {}", counted(shortest as usize, "step"))),
        None => Ok(length),
    }
}

/// A way that is said to be the longest of all: its length, against that of a shortest one between its ends and that
/// of the longest. `None` for the latter: the maze has loops or parts, and what its longest way is cannot be said.
pub(super) fn judge_longest(claim: Option<u64>, length: u64, longest: Option<u64>) -> Result<u64, String> {
    let Some(longest) = longest else {
        return Err("it is to be the longest way, which is known only in a perfect maze".to_owned());
    };
    match judge_length(claim, length, None)? {
        length if length == longest => Ok(length),
        length => Err(format!("it has {}, and the longest way has {longest}", counted(length as usize, "step"))),
    }
}

/// Reads an answer.
pub(super) fn read<S>(source: &Source, notation: &Notation<S>) -> Result<Answer<S>, Diagnostic> {
    if source.is_json() { read_json(source, notation) } else { read_text(source, notation) }
}

/// An error about a field of a way.
pub(super) fn no_sensible(source: &Source, field: &str) -> Diagnostic {
    source.error_at_end(format!("a way in this file has no sensible field \"{field}\""))
}

/// The numbers of a cell.
pub(super) fn numbers(cell: &Value) -> Option<Vec<usize>> {
    cell.as_array()?.iter().map(|number| usize::try_from(number.as_u64()?).ok()).collect()
}

/// The numbers of a cell's name.
pub(super) fn numbers_of_name(name: &str) -> Option<Vec<usize>> {
    name.split(',').map(|part| part.trim().parse().ok()).collect()
}

fn read_json<S>(source: &Source, notation: &Notation<S>) -> Result<Answer<S>, Diagnostic> {
    let mut answer = Answer { reports: Vec::new() };
    for told in reports_on(source, "maze", &[notation.field])? {
        let text = |name: &str| told.fields.get(name).and_then(Value::as_str).map(str::to_owned);
        answer.begin(text("strategy"));
        for way in &told.solutions {
            let claim = claim_of(source, way, notation)?;
            answer.report().ways.push(claim);
        }
    }
    Ok(answer)
}

fn claim_of<S>(source: &Source, way: &Value, notation: &Notation<S>) -> Result<Claim<S>, Diagnostic> {
    let wrong = |field: &str| no_sensible(source, field);
    let said = |field: &str| way.get(field).filter(|value| !value.is_null());
    let end = |field: &str| said(field).map(|value| numbers(value).ok_or_else(|| wrong(field))).transpose();
    let length = said("length").map(|value| value.as_u64().ok_or_else(|| wrong("length"))).transpose()?;
    let steps = way.get(notation.field).and_then(notation.from_json).ok_or_else(|| wrong(notation.field))?;
    let cells = |path: &Value| path.as_array()?.iter().map(numbers).collect::<Option<Vec<_>>>();
    let path = said("path").filter(|_| notation.field != "path");
    let path = path.map(|path| cells(path).ok_or_else(|| wrong("path"))).transpose()?;
    let is_longest = said("longest").map(|value| value.as_bool().ok_or_else(|| wrong("longest"))).transpose()?;
    let id = said("id").map(|value| value.as_str().map(str::to_owned).unwrap_or_else(|| value.to_string()));
    let ends = [end("from")?, end("to")?];
    Ok(Claim { length, ends, steps, path, is_longest: is_longest.unwrap_or(false), after: Vec::new(), id })
}

/// The lines of a report: those that say something about a way, of which each begins with its length.
fn read_text<S>(source: &Source, notation: &Notation<S>) -> Result<Answer<S>, Diagnostic> {
    let plain = Source::new(source.name(), without_colours(source.text()));
    let mut answer = Answer { reports: Vec::new() };
    let (mut length, mut ends, mut is_longest) = (None, [None, None], false);
    for line in plain.lines() {
        let wrong = |what: &str| plain.error(what, line, 0..line.text.len());
        if let Some((_, strategy)) = line.text.split_once(", strategy ") {
            answer.begin(Some(strategy.trim().to_owned()));
        } else if let Some(text) = line.text.strip_prefix("Length: ") {
            length = Some(text.trim().parse().map_err(|_| wrong("this is no length"))?);
        } else if let Some(text) = line.text.strip_prefix("From: ") {
            ends[0] = Some(numbers_of_name(text).ok_or_else(|| wrong("this is no cell"))?);
        } else if let Some(text) = line.text.strip_prefix("To: ") {
            ends[1] = Some(numbers_of_name(text).ok_or_else(|| wrong("this is no cell"))?);
        } else if line.text == LONGEST_LINE {
            is_longest = true;
        } else if let Some(text) = line.text.strip_prefix(notation.label) {
            let steps = (notation.from_text)(text).ok_or_else(|| wrong("this is no way"))?;
            let (length, ends) = (length.take(), std::mem::take(&mut ends));
            let is_longest = std::mem::take(&mut is_longest);
            let after = Vec::new();
            answer.report().ways.push(Claim { length, ends, steps, path: None, is_longest, after, id: None });
        } else if let Some(way) = answer.reports.last_mut().and_then(|report| report.ways.last_mut()) {
            way.after.push(line.text.to_owned());
        }
    }
    if answer.reports.iter().all(|report| report.ways.is_empty()) {
        let error = Diagnostic::new(format!("{} is no answer to a maze", source.name()));
        return Err(error.help("an answer is what solve writes, as text, JSON or JSON lines"));
    }
    Ok(answer)
}
