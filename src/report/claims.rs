//! What a report says about its solutions as a whole, and whether that can be so. It is the same in every family, so it is
//! judged here once; what is said about a single solution is judged by its family.

use serde_json::{Map, Value, json};

use crate::{
    diagnostics::{Diagnostic, Source},
    search::StopReason,
};

use super::{Status, palette::without_colours};

/// What was told of one case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    /// What is said of the case as a whole, such as the status.
    pub fields: Map<String, Value>,
    /// The solutions, in the order of the file.
    pub solutions: Vec<Value>,
    /// Are the solutions a list of their own? Otherwise they are objects that may be something else.
    pub is_list: bool,
}

/// The reports in a file of JSON or JSON lines. An object that stands alone is a report without fields.
pub fn json_reports(source: &Source) -> Result<Vec<Told>, Diagnostic> {
    let mut reports = Vec::new();
    // JSON lines: the run whose summary is still to come.
    let mut run: Option<Told> = None;
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
        match (record.as_deref(), listed, value) {
            (Some("run"), _, Value::Object(fields)) => {
                reports.extend(run.replace(Told { fields, ..Told::default() }));
            }
            (Some("summary"), _, Value::Object(fields)) => {
                let mut told = run.take().unwrap_or_default();
                told.fields.extend(fields);
                reports.push(told);
            }
            (Some("solution"), _, value) => run.get_or_insert_default().solutions.push(value),
            (_, Some(solutions), Value::Object(fields)) => reports.push(Told { fields, solutions, is_list: true }),
            (_, _, value) => reports.push(Told { solutions: vec![value], ..Told::default() }),
        }
    }
    reports.extend(run);
    Ok(reports)
}

/// The reports of a text, as far as they speak of the case as a whole. Texts that other programs wrote have none.
fn text_reports(source: &Source) -> Vec<Told> {
    let mut reports: Vec<Told> = Vec::new();
    for line in without_colours(source.text()).lines() {
        if line.contains(", strategy ") || reports.is_empty() {
            reports.push(Told::default());
        }
        let Some(told) = reports.last_mut() else { continue };
        let said = line.strip_prefix("Incomplete: ").and_then(|rest| rest.rsplit_once("; ")).map_or(line, |it| it.1);
        let mut words = said.split([' ', ':']);
        if line.strip_prefix("Solution ").is_some_and(|number| number.trim().parse::<u64>().is_ok()) {
            told.solutions.push(Value::Null);
        } else if line.starts_with("No solution: ") {
            told.fields.insert("status".to_owned(), json!(Status::Unsolvable));
        } else if let (Some(count), Some("solution" | "solutions")) = (words.next(), words.next())
            && count.parse::<u128>().is_ok()
        {
            told.fields.insert("count".to_owned(), json!(count));
        } else if let Some(count) = line.strip_prefix("Best games: ") {
            told.fields.insert("best_games".to_owned(), json!(count));
        }
    }
    // Without the titles of a report it cannot be told how many solutions a text holds.
    reports.retain(|told| !told.solutions.is_empty());
    reports
}

/// What an answer says of itself that cannot be so.
pub fn contradiction(source: &Source) -> Result<Option<String>, Diagnostic> {
    let is_json = source.text().trim_start().starts_with(['{', '[']);
    let reports = if is_json { json_reports(source)? } else { text_reports(source) };
    Ok(reports.iter().find_map(Told::contradiction))
}

impl Told {
    fn contradiction(&self) -> Option<String> {
        let field = |name: &str| self.fields.get(name).filter(|value| !value.is_null());
        let status = field("status").map(|status| (status, serde_json::from_value::<Status>(status.clone())));
        let held = self.solutions.len();
        match status {
            Some((said, Err(_))) => return Some(format!("its status is {said}, and there is no such status")),
            Some((_, Ok(status @ (Status::Unsolvable | Status::Counted)))) if held > 0 => {
                return Some(format!("it says {} but holds solutions", plain_text(&json!(status))));
            }
            _ => {}
        }
        if let Some(stop) = field("stop").filter(|stop| serde_json::from_value::<StopReason>((*stop).clone()).is_err())
        {
            return Some(format!("it says that the search ended by {stop}, and no search ends so"));
        }
        // There may be more than were asked for, but not fewer than are here. A search that was stopped may know less.
        let is_stopped = field("stop").is_some_and(|stop| stop != "complete");
        if let Some(best) = field("best_games").filter(|_| !is_stopped).map(plain_text)
            && !best.parse::<u128>().is_ok_and(|best| best >= held as u128)
        {
            return Some(format!("it says {best} best games but holds {held}"));
        }
        let count = plain_text(field("count")?);
        let is_none = matches!(status, Some((_, Ok(Status::Unsolvable))));
        // A file that lists nothing may still have counted.
        if (held > 0 || is_none) && count != held.to_string() {
            let solutions = if count == "1" { "solution" } else { "solutions" };
            return Some(format!("it says {count} {solutions} but holds {held}"));
        }
        None
    }
}

/// A value as its reader would say it: texts without quotes, numbers as they stand.
fn plain_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(text: &str) -> Option<String> {
        contradiction(&Source::new("answer", text)).unwrap()
    }

    #[test]
    fn reports_that_agree_with_themselves() {
        for text in [
            "{\"moves\": \"RD\"}",
            "{\"solutions\": [{\"moves\": \"RD\"}]}",
            "{\"status\": \"solved\", \"stop\": \"solution-limit\", \"count\": \"1\", \"solutions\": [{}]}",
            "{\"status\": \"solved\", \"count\": 2, \"solutions\": [{}, {}]}",
            "{\"status\": \"unknown\", \"count\": \"1\", \"solutions\": [{}]}",
            "{\"status\": \"unsolvable\", \"count\": \"0\", \"solutions\": []}",
            "{\"status\": \"counted\", \"count\": \"4331140\", \"solutions\": []}",
            "[{\"count\": \"1\", \"solutions\": [{}]}, {\"count\": \"2\", \"solutions\": [{}, {}]}]",
            "{\"record\": \"run\"}\n{\"record\": \"solution\"}\n{\"record\": \"summary\", \"count\": \"1\"}\n",
            "{\"best_games\": \"8\", \"count\": \"2\", \"solutions\": [{}, {}]}",
            "{\"best_games\": \"1\", \"stop\": \"time-limit\", \"solutions\": [{}, {}]}",
            "RD\n",
            "5 solutions\n",
            "a: maze, strategy bfs\n\nSolution 1\nx\n\nSolution 2\nx\n\n2 solutions: that is all there are.\n",
            "Solution 1\nx\n\n1 solution found, as many as asked for.\nTime: 1 ms\n",
            "Solution 1\nx\n\nIncomplete: stopped; 1 solution so far, 0.10 % of the ids searched.\n",
            "",
        ] {
            assert_eq!(judged(text), None, "{text}");
        }
    }

    #[test]
    fn reports_that_contradict_themselves() {
        for (text, reason) in [
            ("{\"status\": \"banana\", \"solutions\": [{}]}", "its status is \"banana\""),
            ("{\"status\": 7, \"solutions\": [{}]}", "its status is 7"),
            ("{\"stop\": \"banana\", \"solutions\": [{}]}", "ended by \"banana\""),
            ("{\"status\": \"unsolvable\", \"solutions\": [{}]}", "it says unsolvable but holds solutions"),
            ("{\"status\": \"counted\", \"solutions\": [{}]}", "it says counted but holds solutions"),
            ("{\"count\": \"7777\", \"solutions\": [{}]}", "it says 7777 solutions but holds 1"),
            ("{\"count\": 1, \"solutions\": [{}, {}]}", "it says 1 solution but holds 2"),
            ("{\"status\": \"unsolvable\", \"count\": \"3\", \"solutions\": []}", "it says 3 solutions but holds 0"),
            (
                "{\"record\": \"run\"}\n{\"record\": \"solution\"}\n{\"record\": \"summary\", \"count\": \"2\"}\n",
                "but holds 1",
            ),
            ("[{\"count\": \"1\", \"solutions\": [{}]}, {\"count\": \"2\", \"solutions\": [{}]}]", "but holds 1"),
            ("Solution 1\nx\n\n3 solutions: that is all there are.\n", "it says 3 solutions but holds 1"),
            ("Solution 1\nx\n\nIncomplete: stopped; 9 solutions so far.\n", "it says 9 solutions but holds 1"),
            ("{\"best_games\": \"1\", \"solutions\": [{}, {}]}", "it says 1 best games but holds 2"),
            ("{\"best_games\": \"many\", \"solutions\": [{}]}", "it says many best games"),
            ("Solution 1\nx\n\nBest games: 0\n", "it says 0 best games but holds 1"),
            ("Solution 1\nx\n\nNo solution: every candidate was examined.\n", "it says unsolvable"),
        ] {
            let said = judged(text).unwrap_or_default();
            assert!(said.contains(reason), "{text}: {said}");
        }
    }
}
