//! Reads answers: what `solve` wrote as text or as JSON.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::diagnostics::{Diagnostic, Source};
use crate::report::{field_of, misfit, number_in, reports_on, text_in};

use super::{level::Level, play::Move};

/// A route somebody claims to solve a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// How many steps it says it has.
    pub length: Option<usize>,
    /// The visits before it that store doors.
    pub visits: Vec<VisitClaim>,
    /// Is it said that no route is shorter?
    pub is_shortest: bool,
}

impl Claim {
    /// A route that was found.
    pub fn of(level: &Level, route: &[Move]) -> Self {
        let name = |node: usize| level.nodes[node].name.clone();
        let step = |step: &Move| Step {
            node: name(step.node),
            action: step.action.word().to_owned(),
            at: step.at.map(name),
            ..Step::default()
        };
        Self { steps: route.iter().map(step).collect(), length: Some(route.len()), ..Self::default() }
    }
}

/// A visit that somebody claims to store a door.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct VisitClaim {
    /// What the level is called.
    pub place: String,
    /// The number under which the door is stored.
    pub number: i32,
    /// The door that is stored.
    pub door: String,
    /// What the visitor does.
    pub steps: Vec<Step>,
    /// How many steps it says it has.
    pub length: Option<usize>,
}

/// Keys that are said to be held: the number of each colour, with a star if it is frozen.
pub type SaidKeys = BTreeMap<String, String>;

/// One step of a claimed route, in the answer's own words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Step {
    /// The node's name.
    pub node: String,
    /// What is done there: take, open, open-imaginary, master, master-imaginary, approach or walk.
    pub action: String,
    /// The node where the player stands, if that is said.
    pub at: Option<String>,
    /// What the thing is said to be, in brackets after its name.
    pub what: Option<String>,
    /// The keys that are said to be held afterwards.
    pub keys: Option<SaidKeys>,
}

/// Reads the routes of an answer.
pub fn read(source: &Source) -> Result<Vec<Claim>, Diagnostic> {
    if source.is_json() { read_json(source) } else { read_text(source) }
}

fn read_json(source: &Source) -> Result<Vec<Claim>, Diagnostic> {
    let mut claims = Vec::new();
    let reports = reports_on(source, "lockpick", &["moves"])?;
    for solution in reports.iter().flat_map(|told| &told.solutions) {
        let visits = match solution.get("visits") {
            None => Vec::new(),
            Some(visits) => {
                let list = visits.as_array().ok_or_else(|| source.error_at_end("visits is not a list"))?;
                list.iter().map(|visit| read_visit(source, visit)).collect::<Result<_, _>>()?
            }
        };
        claims.push(Claim {
            steps: read_moves(source, solution)?,
            length: number_in(source, solution, "length")?,
            visits,
            is_shortest: field_of(solution, "proved_shortest").is_some_and(|said| *said == Value::Bool(true)),
        });
    }
    Ok(claims)
}

/// The moves of a solution or a visit.
fn read_moves(source: &Source, solution: &Value) -> Result<Vec<Step>, Diagnostic> {
    let wrong = || source.error_at_end("a solution in this file has no list of moves with node and action");
    let moves = solution.get("moves").and_then(Value::as_array).ok_or_else(wrong)?;
    let step = |step: &Value| {
        let text = |field: &str| Ok(text_in(source, step, field)?.map(str::to_owned));
        let needed = |field: &str| text(field)?.ok_or_else(wrong);
        let what = text("text")?.and_then(|words| read_step(&words)?.what);
        let keys = field_of(step, "keys");
        let keys = keys.map(|keys| keys_of(keys).ok_or_else(|| misfit(source, "keys", keys))).transpose()?;
        Ok(Step { node: needed("node")?, action: needed("action")?, at: text("at")?, what, keys })
    };
    moves.iter().map(step).collect()
}

fn keys_of(keys: &Value) -> Option<SaidKeys> {
    keys.as_object()?.iter().map(|(colour, number)| Some((colour.clone(), number.as_str()?.to_owned()))).collect()
}

fn read_visit(source: &Source, visit: &Value) -> Result<VisitClaim, Diagnostic> {
    let wrong = || source.error_at_end("a visit in this file does not tell its level, and which door is stored where");
    let text = |field: &str| text_in(source, visit, field)?.map(str::to_owned).ok_or_else(wrong);
    Ok(VisitClaim {
        place: text("level")?,
        number: number_in(source, visit, "number")?.ok_or_else(wrong)?,
        door: text("door")?,
        steps: read_moves(source, visit)?,
        length: number_in(source, visit, "length")?,
    })
}

/// A `Solution` line begins a route; lines that begin with a verb are its steps, with or without a number before them.
/// Those after a line that begins with `Visit` are steps of that visit, up to a line that begins with `Last visit`.
fn read_text(source: &Source) -> Result<Vec<Claim>, Diagnostic> {
    let mut claims: Vec<Claim> = Vec::new();
    let mut is_visit = false;
    for line in source.lines() {
        let text = line.text.trim();
        if text.starts_with("Solution ") {
            claims.push(Claim::default());
            is_visit = false;
            continue;
        }
        is_visit &= !text.starts_with("Last visit");
        if let (Some((length, is_shortest)), Some(claim)) = (read_length(text), claims.last_mut()) {
            (claim.length, claim.is_shortest) = (Some(length), is_shortest);
            continue;
        }
        if text.starts_with("Visit ") {
            let visit = read_visit_line(text).ok_or_else(|| {
                let error = source.error("this is no visit of an answer", line, 0..line.text.len());
                error.help("visits are written 'Visit 1 stores DOOR as number 12, level NAME: …'")
            })?;
            if claims.is_empty() {
                claims.push(Claim::default());
            }
            if let Some(claim) = claims.last_mut() {
                claim.visits.push(visit);
            }
            is_visit = true;
            continue;
        }
        if let Some(keys) = text.strip_prefix("keys: ") {
            let steps = claims.last_mut().map(|claim| match claim.visits.last_mut().filter(|_| is_visit) {
                Some(visit) => &mut visit.steps,
                None => &mut claim.steps,
            });
            let keys = read_keys(keys).ok_or_else(|| source.error("these are no keys", line, 0..line.text.len()))?;
            if let Some(step) = steps.and_then(|steps| steps.last_mut()) {
                step.keys = Some(keys);
            }
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
        let Some(claim) = claims.last_mut() else { continue };
        match claim.visits.last_mut().filter(|_| is_visit) {
            Some(visit) => visit.steps.push(step),
            None => claim.steps.push(step),
        }
    }
    Ok(claims)
}

/// `Visit 1 stores door4 as number 12, level NAME: 5 steps, 32x32 1 white`: the name of a level may hold anything.
fn read_visit_line(text: &str) -> Option<VisitClaim> {
    let (head, rest) = text.split_once(", level ")?;
    let (place, told) = rest.rsplit_once(": ")?;
    let length = told.split_once(" step").and_then(|(number, _)| number.parse().ok());
    let mut words = head.split_whitespace();
    words.find(|word| *word == "stores")?;
    let door = words.next()?.to_owned();
    let number = words.last()?.parse().ok()?;
    Some(VisitClaim { place: place.to_owned(), number, door, length, ..VisitClaim::default() })
}

/// `12 steps, and no route is shorter, id 3`, with `Last visit: ` before it after visits: how many steps there are, and
/// whether no route is said to be shorter.
fn read_length(text: &str) -> Option<(usize, bool)> {
    let text = text.strip_prefix("Last visit: ").unwrap_or(text);
    let (number, rest) = text.split_once(" step")?;
    let rest = rest.strip_prefix('s').unwrap_or(rest);
    let is_it = rest.is_empty() || rest.starts_with(", ");
    Some((number.parse().ok().filter(|_| is_it)?, rest.starts_with(", and no route is shorter")))
}

/// `1 white, 2* red`, or `none`.
fn read_keys(text: &str) -> Option<SaidKeys> {
    let key = |key: &str| key.split_once(' ').map(|(number, colour)| (colour.to_owned(), number.to_owned()));
    if text == "none" { Some(SaidKeys::new()) } else { text.split(", ").map(key).collect() }
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
    // What the thing is stands in brackets after its name; what follows says how it is done, and after a colon what the
    // step does.
    let words = rest.join(" ");
    let (what, how) = bracketed(&words);
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
    Some(Step { node, action: action.to_owned(), at, what: what.map(str::to_owned), keys: None })
}

/// What stands in the brackets that words begin with, which may hold brackets, and what follows them.
fn bracketed(words: &str) -> (Option<&str>, &str) {
    let mut depth = 0u32;
    for (at, mark) in words.char_indices() {
        match mark {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return if at == 0 { (None, words) } else { (Some(&words[1..at]), &words[at + 1..]) };
        }
    }
    (None, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_are_read_from_text() {
        let text = "x: lockpick\n\nSolution 1\n 1. take key 7 (1 white)\n 2. open blast door 8 (blast cyan) with a \
                    master key from a\n    keys: 1 white\nopen door 9 (2 red, spends blue)\n\nTime: 3 ms\n";
        let claims = read(&Source::new("answer", text)).unwrap();
        let step = |node: &str, action: &str, what: &str, at: Option<&str>| Step {
            node: node.to_owned(),
            action: action.to_owned(),
            at: at.map(str::to_owned),
            what: Some(what.to_owned()),
            keys: None,
        };
        let keys = Some(SaidKeys::from([("white".to_owned(), "1".to_owned())]));
        let steps = vec![
            step("7", "take", "1 white", None),
            Step { keys, ..step("8", "master", "blast cyan", Some("a")) },
            step("9", "open", "2 red, spends blue", None),
        ];
        assert_eq!(claims, [Claim { steps, ..Claim::default() }]);
    }

    #[test]
    fn what_a_text_says_of_its_length_is_read() {
        for (line, said) in [
            ("12 steps", Some((12, false))),
            ("1 step, id 3", Some((1, false))),
            ("Last visit: 11 steps, and no route is shorter", Some((11, true))),
            ("2 stepsisters", None),
            ("12. take key step", None),
        ] {
            assert_eq!(read_length(line), said, "{line}");
        }
    }

    #[test]
    fn visits_are_read_from_text_and_json() {
        let text = "Solution 1\nVisit 1 stores door2 as number 12, level level 3 (A: b, level c): 1 step, 32x32 1 red\n\
                    1. take key k (1 red)\n\nLast visit: 1 steps\n1. open door d (1 red)\n";
        let json = r#"{"solutions": [{"visits": [{"level": "level 3 (A: b, level c)", "number": 12, "door": "door2",
                       "length": 1, "moves": [{"node": "k", "action": "take", "text": "take key k (1 red)"}]}],
                       "length": 1,
                       "moves": [{"node": "d", "action": "open", "text": "open door d (1 red)"}]}]}"#;
        let step = |node: &str, action: &str| Step {
            node: node.to_owned(),
            action: action.to_owned(),
            what: Some("1 red".to_owned()),
            ..Step::default()
        };
        let visit = VisitClaim {
            place: "level 3 (A: b, level c)".to_owned(),
            number: 12,
            door: "door2".to_owned(),
            steps: vec![step("k", "take")],
            length: Some(1),
        };
        let claim = Claim { steps: vec![step("d", "open")], length: Some(1), visits: vec![visit], ..Claim::default() };
        for answer in [text, json] {
            assert_eq!(read(&Source::new("answer", answer)).unwrap(), std::slice::from_ref(&claim), "{answer}");
        }
        for wrong in [
            "Visit 1 stores door2\n",
            "Visit 1 stores door2 as number x, level a: b\n",
            r#"{"visits": 3, "moves": []}"#,
            r#"{"visits": [{}], "moves": []}"#,
            r#"{"visits": [{"level": "a", "number": "x", "door": "d", "moves": []}], "moves": []}"#,
        ] {
            assert!(read(&Source::new("answer", wrong)).is_err(), "{wrong}");
        }
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
