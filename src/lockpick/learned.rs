//! What a search has learned that could not finish its work.

use serde_json::{Map, Value, json};

use crate::{report::Fact, words::counted};

use super::{
    level::{Level, NodeKind},
    play::Terrain,
    search::{Outcome, Verdict, prospect::Prospect},
};

/// The most names in a line of text; JSON has them all.
const MOST_NAMES: usize = 12;

/// All that is known, as lines of text and as an object.
pub(super) fn learned(terrain: &Terrain, outcome: &Outcome) -> Fact {
    let mut fields = Map::new();
    let mut lines = Vec::new();
    fields.insert("expanded".to_owned(), json!(outcome.expansions));
    fields.insert("states".to_owned(), json!(outcome.states));
    let expanded = counted(outcome.expansions as usize, "state");
    let mut reached = format!("Learned: {expanded} expanded, {} met", outcome.states);
    if outcome.depth > 0 {
        fields.insert("depth".to_owned(), json!(outcome.depth));
        reached += &format!(", up to {} deep", counted(outcome.depth as usize, "move"));
    }
    if let Some(cap) = outcome.cap {
        fields.insert("cap".to_owned(), json!(cap));
        reached += &format!(", no number beyond {cap} followed");
    }
    lines.push(reached);
    if let Some(nearest) = outcome.nearest {
        fields.insert("nearest_guess".to_owned(), json!(nearest));
        let plural = if nearest == 1 { "" } else { "s" };
        lines.push(format!("At the nearest, the goal was about {nearest} step{plural} away (a guess)."));
    }
    if outcome.least_steps > 0 {
        fields.insert("least_steps".to_owned(), json!(outcome.least_steps));
        lines.push(format!("Proved: no route has fewer than {}.", counted(outcome.least_steps, "step")));
    }
    if matches!(outcome.verdict, Verdict::Unknown(_)) {
        lines.extend(prospects(terrain, &mut fields));
    }
    Fact { name: "learned", value: Value::Object(fields), text: lines.join("\n") }
}

/// What can be said without any search.
fn prospects(terrain: &Terrain, fields: &mut Map<String, Value>) -> Option<String> {
    let nodes = match Prospect::of(terrain)? {
        Prospect::Hopeless => {
            fields.insert("goal_in_reach".to_owned(), json!(false));
            return Some("Proved: the goal cannot be reached, even if nothing were ever spent.".to_owned());
        }
        Prospect::Needed(nodes) => nodes,
    };
    fields.insert("goal_in_reach".to_owned(), json!(null));
    let names: Vec<String> = nodes.iter().map(|&node| name(&terrain.level, node)).collect();
    fields.insert(
        "needed".to_owned(),
        json!(nodes.iter().map(|&node| &terrain.level.nodes[node].name).collect::<Vec<_>>()),
    );
    let open = "The goal is not ruled out: it could be reached if nothing were ever spent.";
    if names.is_empty() {
        return Some(open.to_owned());
    }
    let rest = names.len().saturating_sub(MOST_NAMES);
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    Some(format!("{open}\nProved: every solution needs {}{more}.", names[..names.len() - rest].join(", ")))
}

fn name(level: &Level, node: usize) -> String {
    let node = &level.nodes[node];
    let kind = if matches!(node.kind, NodeKind::Key(_)) { "key" } else { "door" };
    format!("{kind} {}", node.name)
}
