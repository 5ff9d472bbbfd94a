//! Reads answers: what `solve` wrote as text or as JSON.

use serde_json::Value;

use crate::diagnostics::{Diagnostic, Source};
use crate::report::{json_solutions, number_in, text_in};

use super::{level::Level, play::Move};

/// A route somebody claims to solve a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// How many steps it says it has.
    pub length: Option<usize>,
}

impl Claim {
    /// A route that was found.
    pub fn of(level: &Level, route: &[Move]) -> Self {
        let name = |node: usize| level.nodes[node].name.clone();
        let step =
            |step: &Move| Step { node: name(step.node), action: step.action.word().to_owned(), at: step.at.map(name) };
        Self { steps: route.iter().map(step).collect(), length: Some(route.len()) }
    }
}

/// One step of a claimed route, in the answer's own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The node's name.
    pub node: String,
    /// What is done there: take, open, open-imaginary, master, master-imaginary, approach or walk.
    pub action: String,
    /// The node where the player stands, if that is said.
    pub at: Option<String>,
}

/// Reads the routes of an answer.
pub fn read(source: &Source) -> Result<Vec<Claim>, Diagnostic> {
    if source.text().trim_start().starts_with(['{', '[']) { read_json(source) } else { read_text(source) }
}

fn read_json(source: &Source) -> Result<Vec<Claim>, Diagnostic> {
    let mut claims = Vec::new();
    for solution in json_solutions(source, "lockpick", "moves")? {
        let wrong = || source.error_at_end("a solution in this file has no list of moves with node and action");
        let moves = solution.get("moves").and_then(Value::as_array).ok_or_else(wrong)?;
        let step = |step: &Value| {
            let text = |field: &str| Ok(text_in(source, step, field)?.map(str::to_owned));
            let needed = |field: &str| text(field)?.ok_or_else(wrong);
            Ok(Step { node: needed("node")?, action: needed("action")?, at: text("at")? })
        };
        let steps = moves.iter().map(step).collect::<Result<_, Diagnostic>>()?;
        claims.push(Claim { steps, length: number_in(source, &solution, "length")? });
    }
    Ok(claims)
}

/// A `Solution` line begins a route; lines that begin with a verb are its steps, with or without a number before them.
fn read_text(source: &Source) -> Result<Vec<Claim>, Diagnostic> {
    let mut claims: Vec<Claim> = Vec::new();
    for line in source.lines() {
        let text = line.text.trim();
        if text.starts_with("Solution ") {
            claims.push(Claim::default());
            continue;
        }
        let text = text.trim_start_matches(|mark: char| mark.is_ascii_digit() || mark == '.').trim_start();
        let verb = text.split_whitespace().next().unwrap_or("");
        if !matches!(verb, "take" | "open" | "come" | "walk" | "touch") {
            continue;
        }
        let step = read_step(text).ok_or_else(|| {
            let from = line.text.len() - line.text.trim_start().len();
            let error = source.error("this is no step of a route", line, from..line.text.len());
            error.help("steps are written 'take key NAME', 'open door NAME [with a master key]' and so on")
        })?;
        if claims.is_empty() {
            claims.push(Claim::default());
        }
        if let Some(claim) = claims.last_mut() {
            claim.steps.push(step);
        }
    }
    Ok(claims)
}

fn read_step(text: &str) -> Option<Step> {
    let mut words = text.split_whitespace();
    let verb = words.next()?;
    let last_before_name = match verb {
        "take" => "key",
        "open" | "come" => "door",
        "walk" => "to",
        _ => "point",
    };
    words.find(|word| *word == last_before_name)?;
    let node = words.next()?.to_owned();
    let rest: Vec<&str> = words.collect();
    // What the thing is stands in brackets after its name; what follows says how it is done.
    let how = rest.join(" ");
    let how = how.rfind(')').map_or(how.as_str(), |end| &how[end + 1..]);
    // What the step does is said after a colon.
    let how = how.split(": ").next().unwrap_or_default();
    let at = how.rsplit_once("from ").map(|(_, at)| at.trim().to_owned());
    let action = match verb {
        "take" => "take",
        "come" => "approach",
        "walk" | "touch" => "walk",
        _ if how.contains("imaginary master key") => "master-imaginary",
        _ if how.contains("master key") => "master",
        _ if how.contains("imaginary view") => "open-imaginary",
        _ => "open",
    };
    Some(Step { node, action: action.to_owned(), at })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_are_read_from_text() {
        let text = "x: lockpick\n\nSolution 1\n 1. take key 7 (1 white)\n 2. open blast door 8 (blast cyan) with a \
                    master key from a\n    keys: 1 white\nopen door 9 (2 red, spends blue)\n\nTime: 3 ms\n";
        let claims = read(&Source::new("answer", text)).unwrap();
        let step = |node: &str, action: &str, at: Option<&str>| Step {
            node: node.to_owned(),
            action: action.to_owned(),
            at: at.map(str::to_owned),
        };
        let steps = vec![step("7", "take", None), step("8", "master", Some("a")), step("9", "open", None)];
        assert_eq!(claims, [Claim { steps, length: None }]);
    }

    #[test]
    fn routes_are_read_from_json() {
        let text = r#"{"solutions": [{"length": 1, "moves": [{"node": "7", "action": "take", "text": "x"}]}]}"#;
        let claims = read(&Source::new("answer", text)).unwrap();
        assert_eq!((claims.len(), claims[0].steps.len(), claims[0].length), (1, 1, Some(1)));
        let step = r#"{"node": "7", "action": "take"}"#;
        for wrong in [
            "{\"solutions\": [{}]}".to_owned(),
            "{oops".to_owned(),
            format!(r#"{{"length": -1, "moves": [{step}]}}"#),
            format!(r#"{{"length": 1.5, "moves": [{step}]}}"#),
            format!(r#"{{"length": "1", "moves": [{step}]}}"#),
            format!(r#"{{"length": 1e40, "moves": [{step}]}}"#),
            format!(r#"{{"moves": {step}}}"#),
            r#"{"moves": [7]}"#.to_owned(),
            r#"{"moves": [{"node": 7, "action": "take"}]}"#.to_owned(),
            r#"{"moves": [{"node": "7", "action": "take", "at": 3}]}"#.to_owned(),
            format!("{{\"moves\": {}", "[".repeat(10_000)),
        ] {
            assert!(read(&Source::new("answer", wrong.clone())).is_err(), "{}", &wrong[..wrong.len().min(80)]);
        }
        let huge = format!(r#"{{"length": {}, "moves": [{step}]}}"#, u64::MAX);
        assert_eq!(read(&Source::new("answer", huge)).unwrap()[0].length, Some(usize::MAX));
    }
}
