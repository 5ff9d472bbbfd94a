//! What a report says about its solutions as a whole, and whether that can be so. It is the same in every family, so it
//! is judged here once; what is said about a single solution is judged by its family.

use serde_json::{Value, json};

use crate::{
    diagnostics::{Diagnostic, Source},
    search::StopReason,
    words::with_article,
};

use super::{
    Status,
    told::{Told, json_reports, text_report},
};

/// What a report says of its solutions together, or other solutions that belong together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Whole {
    /// What of it cannot be so.
    pub contradiction: Option<String>,
    /// How many solutions are said to be all there are, if that is said.
    pub all: Option<usize>,
    /// What else is said that only a search could tell, as the subject of a sentence.
    pub unsearched: Vec<&'static str>,
    /// Of a report without solutions: what it says instead.
    pub instead: Option<Instead>,
}

/// What a report says that holds no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instead {
    /// There is none.
    None,
    /// There are so many.
    Count(String),
    /// Nothing that could be judged.
    Nothing,
}

/// Reads what one report on a puzzle of a family says of its solutions together. `has_best` tells whether one solution
/// can be better than another.
pub fn whole(source: &Source, family: &str, has_best: bool) -> Result<Whole, Diagnostic> {
    let told = if source.is_json() {
        json_reports(source)?.into_iter().next().unwrap_or_default()
    } else {
        text_report(source, family)
    };
    told.expect_family(source, family)?;
    if !told.is_report {
        return Ok(Whole::default());
    }
    Ok(Whole {
        contradiction: told.contradiction(has_best),
        all: told.says_all().then_some(told.solutions.len()),
        unsearched: told.unsearched(),
        instead: told.instead(),
    })
}

impl Told {
    /// Refuses an answer to a puzzle of another family.
    pub(super) fn expect_family(&self, source: &Source, family: &str) -> Result<(), Diagnostic> {
        let named = [self.fields.get("family")].into_iter().chain(self.solutions.iter().map(|it| it.get("family")));
        match named.flatten().filter_map(Value::as_str).find(|other| *other != family) {
            Some(other) => {
                let [other, own] = [other, family].map(with_article);
                Err(source.error_at_end(format!("this is an answer to {other} puzzle, not to {own} one")))
            }
            None => Ok(()),
        }
    }

    /// What it says instead of a solution, if it holds none.
    fn instead(&self) -> Option<Instead> {
        if !self.solutions.is_empty() {
            return None;
        }
        let says = |status: Status| self.fields.get("status") == Some(&json!(status));
        let count = self.fields.get("count").filter(|_| says(Status::Counted)).map(plain_text);
        Some(match count {
            _ if says(Status::Unsolvable) => Instead::None,
            Some(count) if count == "0" && !self.fields.contains_key("range") => Instead::None,
            Some(count) => Instead::Count(count),
            None => Instead::Nothing,
        })
    }

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
        if field("solutions").is_some() {
            return Some("its field \"solutions\" is no list".to_owned());
        }
        match status {
            Some((said, Err(_))) => return Some(format!("its status is {said}, and there is no such status")),
            Some((_, Ok(status @ (Status::Unsolvable | Status::Counted)))) if held > 0 => {
                return Some(format!("it says {} but holds solutions", plain_text(&json!(status))));
            }
            Some((_, Ok(status @ (Status::Solved | Status::Optimal)))) if held == 0 => {
                return Some(format!("it says {} but holds no solution", plain_text(&json!(status))));
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
        whole(&Source::new("answer", text), "maze", true).unwrap().contradiction
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
            "{\"record\": \"run\"}\n{\"record\": \"solution\"}\n{\"record\": \"summary\", \"count\": \"1\"}\n",
            "{\"best_games\": \"8\", \"count\": \"2\", \"solutions\": [{}, {}]}",
            "{\"best_games\": \"1\", \"stop\": \"time-limit\", \"solutions\": [{}, {}]}",
            "RD\n",
            "5 solutions\n",
            "a: maze, 2x2, strategy bfs\n\nSolution 1\nx\n\nSolution 2\nx\n\n2 solutions: that is all there are.\n",
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
            ("{\"status\": \"solved\", \"count\": \"1\", \"solutions\": []}", "it says solved but holds no solution"),
            ("{\"status\": \"unknown\", \"solutions\": 7}", "\"solutions\" is no list"),
            (
                "a: maze, 2x2, strategy bfs\n\n2 solutions: that is all there are.\n",
                "it says solved but holds no solution",
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
        assert_eq!(whole(&answer, "maze", true).unwrap().contradiction, None);
        assert!(
            whole(&answer, "maze", false)
                .unwrap()
                .contradiction
                .is_some_and(|said| said.starts_with("it says optimal"))
        );
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
            assert_eq!(whole(&Source::new("answer", text), "maze", true).unwrap().all, all, "{text}");
        }
    }

    #[test]
    fn what_reports_without_solutions_say_instead() {
        let count = |number: &str| Instead::Count(number.to_owned());
        for (text, instead) in [
            ("{\"status\": \"unsolvable\", \"solutions\": []}", Some(Instead::None)),
            ("{\"status\": \"unsolvable\"}", Some(Instead::None)),
            ("{\"status\": \"counted\", \"count\": \"0\", \"solutions\": []}", Some(Instead::None)),
            ("{\"status\": \"counted\", \"count\": \"7\", \"solutions\": []}", Some(count("7"))),
            ("{\"status\": \"unknown\", \"count\": \"0\", \"solutions\": []}", Some(Instead::Nothing)),
            ("{\"record\": \"run\"}\n{\"record\": \"summary\", \"status\": \"unsolvable\"}", Some(Instead::None)),
            ("{\"status\": \"solved\", \"solutions\": [{}]}", None),
            ("{\"moves\": \"RD\"}", None),
            ("a: maze, 2x2, strategy bfs\n\nNo solution: every candidate was examined.\n", Some(Instead::None)),
            ("a: maze, 2x2, strategy bfs\n\nNo solution in the range /..: every one.\n", Some(Instead::Nothing)),
            ("a: maze, 2x2, strategy bfs\n\nIncomplete: stopped; 0 solutions so far.\n", Some(Instead::Nothing)),
            ("a: maze, 2x2, strategy bfs\n\nNothing was searched.\n", Some(Instead::Nothing)),
            ("a: maze, 2x2, strategy bfs\n\n7 solutions\nTime: 1 ms\n", Some(count("7"))),
            ("No solution\n", Some(Instead::Nothing)),
            ("RD\n", None),
        ] {
            assert_eq!(whole(&Source::new("answer", text), "maze", true).unwrap().instead, instead, "{text}");
        }
    }
}
