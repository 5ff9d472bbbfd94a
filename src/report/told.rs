//! What reports tell of a case, read again from JSON, JSON lines and text.

use serde_json::{Map, Value, json};

use crate::{
    diagnostics::{Diagnostic, Source},
    search::StopReason,
};

use super::{
    Status,
    palette::without_colours,
    sections::{head_of, is_of_report},
};

/// What was told of one case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    /// What is said of the case as a whole, such as the status.
    pub fields: Map<String, Value>,
    /// The solutions, in the order of the file.
    pub solutions: Vec<Value>,
    /// Is it a report? Otherwise the solutions are objects that stand alone, and may be something else.
    pub is_report: bool,
}

/// The reports in a file of JSON or JSON lines. Objects that stand alone one after the other belong together.
pub fn json_reports(source: &Source) -> Result<Vec<Told>, Diagnostic> {
    let mut reports: Vec<Told> = Vec::new();
    // JSON lines: the run whose summary is still to come.
    let mut run: Option<Told> = None;
    let report = |fields, solutions| Told { fields, solutions, is_report: true };
    for value in source.json_values() {
        let mut value = value?;
        let listed = match value.get_mut("solutions").map(Value::take) {
            Some(Value::Array(solutions)) => Some(solutions),
            Some(other) => {
                value["solutions"] = other;
                None
            }
            None => None,
        };
        let record = value.get("record").and_then(Value::as_str).map(str::to_owned);
        let is_report = is_of_report(&value);
        match (record.as_deref(), value) {
            (Some("run"), Value::Object(fields)) => reports.extend(run.replace(report(fields, Vec::new()))),
            (Some("summary"), Value::Object(fields)) => {
                let mut told = run.take().unwrap_or_else(|| report(Map::new(), Vec::new()));
                told.fields.extend(fields);
                reports.push(told);
            }
            (Some("solution"), value) => {
                run.get_or_insert_with(|| report(Map::new(), Vec::new())).solutions.push(value);
            }
            (_, Value::Object(fields)) if listed.is_some() || is_report => {
                reports.push(report(fields, listed.unwrap_or_default()));
            }
            (_, value) => match reports.last_mut().filter(|last| !last.is_report) {
                Some(alone) => alone.solutions.push(value),
                None => reports.push(Told { solutions: vec![value], ..Told::default() }),
            },
        }
    }
    reports.extend(run);
    Ok(reports)
}

/// A report as text, as far as it speaks of the case as a whole, which is most likely of a family. Texts that other
/// programs wrote are none.
pub(super) fn text_report(source: &Source, family: &str) -> Told {
    let mut told = Told::default();
    for line in without_colours(source.text()).lines() {
        if let Some((_, named)) = head_of(line) {
            told.is_report = true;
            // The name of a case may hold a colon, too.
            let named = if line.contains(&format!(": {family}, ")) { family } else { named };
            told.fields.insert("family".to_owned(), json!(named));
        } else if line.strip_prefix("Solution ").is_some_and(|number| number.trim().parse::<u64>().is_ok()) {
            told.is_report = true;
            told.solutions.push(json!({}));
        } else if let (Some(number), Some(solution)) = (line.strip_prefix("Number "), told.solutions.last_mut()) {
            solution["number"] = json!(number);
        } else if let (Some(path), Some(solution)) = (line.strip_prefix("Path: /"), told.solutions.last_mut()) {
            solution["path"] = json!(path);
        } else if let Some(fields) = verdict(line, told.solutions.is_empty()) {
            told.is_report |= line.starts_with("No solution");
            told.fields.extend(fields.into_iter().map(|(name, value)| (name.to_owned(), value)));
        } else if let Some(unique) = line.strip_prefix("Unique: ") {
            told.fields.insert("unique".to_owned(), json!(unique.starts_with("yes")));
        } else if let Some(forced) = line.strip_prefix("Forced: ").filter(|text| !text.starts_with("not known")) {
            told.fields.insert("forced".to_owned(), json!(forced));
        } else if let Some(walkable) = line.strip_prefix("Walkable: ") {
            let said = walkable.split('.').next().unwrap_or_default();
            told.fields.insert("walkable".to_owned(), json!(said));
        } else if let Some(count) = line.strip_prefix("Best games: ") {
            told.fields.insert("best_games".to_owned(), json!(count));
        }
    }
    told
}

/// What the line after the solutions says, if it is one: the status, the count, and what else there is.
fn verdict(line: &str, is_empty: bool) -> Option<Vec<(&'static str, Value)>> {
    let status = |status: Status| ("status", json!(status));
    if let Some(rest) = line.strip_prefix("No solution") {
        // Of a part only, it says nothing of the rest.
        return Some(vec![status(if rest.starts_with(": ") { Status::Unsolvable } else { Status::Unknown })]);
    }
    if line.starts_with("Optimal: ") {
        return Some(vec![status(Status::Optimal)]);
    }
    let incomplete = line.strip_prefix("Incomplete: ").and_then(|rest| rest.rsplit_once("; "));
    let mut words = incomplete.map_or(line, |(_, count)| count).splitn(3, [' ', ':']);
    let count = words.next().filter(|count| count.parse::<u128>().is_ok())?;
    words.next().filter(|word| ["solution", "solutions"].contains(word))?;
    let mut fields = vec![("count", json!(count))];
    let rest = words.next().unwrap_or_default();
    if let Some((_, range)) = line.split_once(": that is all there are") {
        fields.extend([status(Status::Solved), ("stop", json!(StopReason::Complete))]);
        let range = range.trim_end_matches('.').strip_prefix(" in the range ");
        fields.extend(range.map(|range| ("range", json!(range))));
    } else if rest.starts_with("found, ") {
        fields.push(status(Status::Solved));
    } else if is_empty && incomplete.is_none() && (rest.is_empty() || rest.starts_with("in the range ")) {
        fields.push(status(Status::Counted));
    }
    Some(fields)
}
