//! What a report says about its solutions as a whole, and whether that can be so. It is the same in every family, so it
//! is judged here once; what is said about a single solution is judged by its family.

use std::collections::HashSet;

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
            told.solutions.push(json!({}));
        } else if let (Some(number), Some(solution)) = (line.strip_prefix("Number "), told.solutions.last_mut()) {
            solution["number"] = json!(number);
        } else if let (Some(path), Some(solution)) = (line.strip_prefix("Path: /"), told.solutions.last_mut()) {
            solution["path"] = json!(path);
        } else if line.starts_with("No solution: ") {
            told.fields.insert("status".to_owned(), json!(Status::Unsolvable));
        } else if let (Some(count), Some("solution" | "solutions")) = (words.next(), words.next())
            && count.parse::<u128>().is_ok()
        {
            told.fields.insert("count".to_owned(), json!(count));
            if let Some((_, range)) = line.split_once(": that is all there are") {
                told.fields.insert("status".to_owned(), json!(Status::Solved));
                told.fields.insert("stop".to_owned(), json!(StopReason::Complete));
                let range = range.trim_end_matches('.').strip_prefix(" in the range ");
                told.fields.extend(range.map(|range| ("range".to_owned(), json!(range))));
            }
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
    // Without the titles of a report it cannot be told how many solutions a text holds.
    reports.retain(|told| !told.solutions.is_empty());
    reports
}

/// What an answer says of its solutions together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Whole {
    /// What of it cannot be so.
    pub contradiction: Option<String>,
    /// How many solutions are said to be all there are, if that is said.
    pub all: Option<usize>,
    /// What else is said that only a search could tell, as the subject of a sentence.
    pub unsearched: Vec<&'static str>,
}

/// Reads what an answer says of its solutions together. `has_best` tells whether one solution can be better than
/// another.
pub fn whole(source: &Source, has_best: bool) -> Result<Whole, Diagnostic> {
    let is_json = source.text().trim_start().starts_with(['{', '[']);
    let reports = if is_json { json_reports(source)? } else { text_reports(source) };
    let mut unsearched: Vec<&str> = reports.iter().flat_map(Told::unsearched).collect();
    let mut seen = HashSet::new();
    unsearched.retain(|what| seen.insert(*what));
    Ok(Whole {
        unsearched,
        contradiction: reports.iter().find_map(|told| told.contradiction(has_best)),
        all: reports.iter().find(|told| told.says_all()).map(|told| told.solutions.len()),
    })
}

impl Told {
    /// Does it say that its solutions are all there are, be it in a range of the ids?
    pub fn says_all(&self) -> bool {
        let says = |name: &str, what: &str| self.fields.get(name).is_some_and(|value| value == what);
        !self.solutions.is_empty() && says("status", "solved") && says("stop", "complete")
    }

    /// What is said of the solutions that they do not show themselves.
    fn unsearched(&self) -> Vec<&'static str> {
        let held = self.solutions.len();
        let says = |name: &str| self.fields.get(name).filter(|value| !value.is_null());
        let is_said_of_one = |is_it: &dyn Fn(&Value) -> bool| self.solutions.iter().any(is_it);
        let has = |name: &'static str| move |solution: &Value| solution.get(name).is_some_and(|value| !value.is_null());
        let all = [
            ("that there is no other", says("unique") == Some(&json!(true)) && !self.says_all()),
            ("that there are others", says("unique") == Some(&json!(false)) && held == 1),
            ("which pieces are forced", says("forced").is_some()),
            ("how many best games there are", says("best_games").is_some()),
            ("whether the route can be walked", says("walkable") == Some(&json!("proved"))),
            ("which number a solution has", is_said_of_one(&has("number"))),
            // Where a path is a list, it is the solution itself.
            ("by which path a solution is found", is_said_of_one(&|it| it.get("path").is_some_and(Value::is_string))),
        ];
        // What holds nothing is no answer, and is not judged as one.
        all.into_iter().filter(|(_, is_said)| *is_said && held > 0).map(|(what, _)| what).collect()
    }

    fn contradiction(&self, has_best: bool) -> Option<String> {
        let field = |name: &str| self.fields.get(name).filter(|value| !value.is_null());
        let status = field("status").map(|status| (status, serde_json::from_value::<Status>(status.clone())));
        let held = self.solutions.len();
        match status {
            Some((said, Err(_))) => return Some(format!("its status is {said}, and there is no such status")),
            Some((_, Ok(status @ (Status::Unsolvable | Status::Counted)))) if held > 0 => {
                return Some(format!("it says {} but holds solutions", plain_text(&json!(status))));
            }
            Some((_, Ok(Status::Optimal))) if !has_best => {
                return Some("it says optimal, and in this family no solution is better than another".to_owned());
            }
            _ => {}
        }
        if let Some(stop) = field("stop").filter(|stop| serde_json::from_value::<StopReason>((*stop).clone()).is_err())
        {
            return Some(format!("it says that the search ended by {stop}, and no search ends so"));
        }
        // What is proved to be the best is proved by a search that came to its end.
        if let (Some((_, Ok(Status::Optimal))), Some(stop)) = (&status, field("stop"))
            && stop != "complete"
        {
            return Some(format!("it says optimal, but also that the search ended by {stop}"));
        }
        if held > 1 && field("unique") == Some(&json!(true)) {
            return Some(format!("it says that there is just one solution but holds {held}"));
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
        whole(&Source::new("answer", text), true).unwrap().contradiction
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
            ("{\"status\": \"optimal\", \"stop\": \"time-limit\", \"solutions\": [{}]}", "ended by \"time-limit\""),
            ("{\"unique\": true, \"solutions\": [{}, {}]}", "just one solution but holds 2"),
            (
                "Solution 1\nx\n\nSolution 2\nx\n\nUnique: yes, there is just this solution\n",
                "just one solution but holds 2",
            ),
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

    #[test]
    fn only_some_families_have_a_best_solution() {
        let answer = Source::new("answer", "{\"status\": \"optimal\", \"stop\": \"complete\", \"solutions\": [{}]}");
        assert_eq!(whole(&answer, true).unwrap().contradiction, None);
        assert!(whole(&answer, false).unwrap().contradiction.is_some_and(|said| said.starts_with("it says optimal")));
    }

    #[test]
    fn whether_all_solutions_are_said_to_be_there() {
        for (text, all) in [
            ("{\"status\": \"solved\", \"stop\": \"complete\", \"solutions\": [{}, {}]}", Some(2)),
            ("{\"status\": \"solved\", \"stop\": \"solution-limit\", \"solutions\": [{}]}", None),
            ("{\"status\": \"optimal\", \"stop\": \"complete\", \"solutions\": [{}]}", None),
            ("{\"solutions\": [{}]}", None),
            ("Solution 1\nx\n\n1 solution: that is all there are.\n", Some(1)),
            ("Solution 1\nx\n\n1 solution: that is all there are in the range /0../1.\n", Some(1)),
            ("Solution 1\nx\n\n1 solution found, as many as asked for.\n", None),
        ] {
            assert_eq!(whole(&Source::new("answer", text), true).unwrap().all, all, "{text}");
        }
    }
}
