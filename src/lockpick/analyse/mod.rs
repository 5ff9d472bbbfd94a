//! What a designer wants to know of a level: what every solution needs, what can be left out, whether the solution is
//! forced, where a player can get stuck, and how hard it is. Nothing is said that was not proved; what was not found
//! out in the time there was is said to be unknown.

mod needs;
mod states;

#[cfg(test)]
mod tests;

use std::fmt::Write;

use crate::search::Control;

use super::{
    level::{Level, NodeId},
    play::{Move, Terrain, moves},
    search::{self, Settings, SolveError, Strategy, Verdict, outcome::Doubt},
};
use needs::Needs;
use states::{StateGraph, done_by, things};

/// The most states that are looked at one by one.
const MOST_STATES: usize = 60_000;
/// The states that a search may look at to find out whether one thing is needed.
const EFFORT: u64 = 20_000;
/// The states that a search for the fewest steps may look at.
const SHORTEST_EFFORT: u64 = 100_000;
/// The most names, routes and traps that are listed.
const MOST_NAMES: usize = 40;
const MOST_ROUTES: usize = 6;
const MOST_TRAPS: usize = 6;

/// Analyses a level and tells what it finds.
pub(super) fn analyse(level: &Level, is_room: bool, control: &Control) -> Result<String, SolveError> {
    // What is known has to be told before the time is over.
    let time = control.time_left().map(|time| time.mul_f64(0.8));
    let own = control.within(time, None);
    // Half of the time at most for a route: without one there is nothing else to say.
    let for_states = control.within(time.map(|time| time / 2), None);
    let text = analyse_within(level, is_room, &for_states, &own)?;
    // Whoever asked is told that this is not all there is to say. A search within looks at the clock by itself.
    own.look();
    if let Some(reason) = own.reason().or_else(|| for_states.reason()) {
        control.stop(reason);
    }
    Ok(text)
}

fn analyse_within(level: &Level, is_room: bool, for_states: &Control, control: &Control) -> Result<String, SolveError> {
    let terrain = Terrain::new(level.clone());
    let mut told = Telling::default();
    if !level.title.is_empty() {
        told.line(&level.title);
    }
    if is_room {
        told.line("(for a player who flies: with --gravity, for one who falls)");
    }
    let graph = StateGraph::explore(&terrain, MOST_STATES, for_states);
    let route = graph.route_without(None);
    let (route, effort) = match route {
        Some(route) => (Some(route), 0),
        None if graph.is_complete => (None, 0),
        None => {
            let settings = Settings { control: control.part(None), threads: 1, ..Settings::default() };
            let outcome = search::solve(&terrain, Strategy::Auto, &settings)?;
            match outcome.verdict {
                Verdict::Solved { route, .. } => (Some(route), outcome.expansions),
                Verdict::Unsolvable => (None, 0),
                Verdict::Unknown(doubt) => {
                    if let Doubt::Stopped(reason) = doubt {
                        control.stop(reason);
                    }
                    told.fact("solvable", "unknown: no route was found in the time there was");
                    told.states(&graph);
                    return Ok(told.text);
                }
            }
        }
    };
    let Some(route) = route else {
        told.fact("solvable", "no");
        told.states(&graph);
        return Ok(told.text);
    };
    told.fact("solvable", "yes");
    tell_length(&terrain, &graph, &route, &mut told, control)?;
    told.states(&graph);
    tell_traps(&terrain, &graph, &route, effort, &mut told);
    let needs = Needs::of(&terrain, &graph, route, EFFORT.max(2 * effort), control);
    tell_needs(&terrain, &graph, &needs, &mut told);
    if control.look() {
        told.line("Stopped before the end: what is not said above, or said to be unknown, was not looked at.");
    }
    Ok(told.text)
}

/// The fewest steps: the first route of all states in order is as short as any.
fn tell_length(
    terrain: &Terrain,
    graph: &StateGraph,
    route: &[Move],
    told: &mut Telling,
    control: &Control,
) -> Result<(), SolveError> {
    let is_in_graph = graph.route_without(None).is_some();
    let (least, most) = if is_in_graph {
        (route.len(), route.len())
    } else {
        let settings = Settings {
            control: control.part(Some(SHORTEST_EFFORT)),
            threads: 1,
            shortest: true,
            ..Settings::default()
        };
        let outcome = search::solve(terrain, Strategy::Shortest, &settings)?;
        let least = outcome.least_steps as usize;
        match outcome.verdict {
            Verdict::Solved { route: found, is_shortest: true } => (found.len(), found.len()),
            Verdict::Solved { route: found, .. } => (least, found.len().min(route.len())),
            _ => (least, route.len()),
        }
    };
    let text = if least == most { format!("{most}, proved") } else { format!("at least {least}, at most {most}") };
    told.fact("fewest steps", &text);
    Ok(())
}

/// Where a player can get stuck, and how hard it is not to.
fn tell_traps(terrain: &Terrain, graph: &StateGraph, route: &[Move], effort: u64, told: &mut Telling) {
    let is_lost = graph.lost();
    let lost = is_lost.iter().filter(|is_lost| **is_lost).count();
    let level = &terrain.level;
    let first = (0..graph.len()).filter(|&state| is_lost[state]).min_by_key(|&state| graph.depth[state]);
    match first {
        None if graph.is_complete => told.fact("point of no return", "none: the goal can be reached whatever is done"),
        None => told.fact("point of no return", "unknown: none among the states that were looked at"),
        Some(state) => {
            let share = if graph.is_complete {
                format!("{lost} of {} states are dead ends", graph.len())
            } else {
                format!("at least {lost} of the states that were met are dead ends")
            };
            let depth = graph.depth[state];
            told.fact("point of no return", &format!("yes, the first after {}: {share}", steps(depth as usize)));
        }
    }
    // Along the route: how many of the moves there keep the goal in reach.
    let states = graph.along(route);
    let (mut bits, mut traps, mut is_known) = (0.0, Vec::new(), states.len() > route.len());
    for (index, &state) in states.iter().enumerate().take(route.len()) {
        let moves = &graph.moves[state];
        let wrong: Vec<_> = moves.iter().filter(|(_, to)| is_lost[*to]).collect();
        is_known &= graph.is_complete;
        if !wrong.is_empty() {
            bits += (moves.len() as f64 / (moves.len() - wrong.len()).max(1) as f64).log2();
            let example = moves::text(level, wrong[0].0);
            let (count, all) = (wrong.len(), moves.len());
            let verb = if count == 1 { "loses" } else { "lose" };
            traps.push(format!("before step {}, {count} of {all} moves {verb} the level: {example}", index + 1));
        }
    }
    let more = traps.len().saturating_sub(MOST_TRAPS);
    traps.iter().take(MOST_TRAPS).for_each(|trap| told.line(&format!("  {trap}")));
    if more > 0 {
        told.line(&format!("  and before {more} more steps"));
    }
    let difficulty = if is_known {
        format!("{bits:.1} bits: what one has to know to make no wrong move along a route of the fewest steps")
    } else if effort > 0 {
        let bits = (effort as f64).log2();
        format!("the states could not all be looked at; a search had to look at 2^{bits:.1} of them for a route")
    } else {
        format!(
            "at least {bits:.1} bits: what one has to know to make no wrong move along the route, as far as was seen"
        )
    };
    told.fact("difficulty", &difficulty);
}

/// What is needed, whether that leaves a choice, and how solutions differ.
fn tell_needs(terrain: &Terrain, graph: &StateGraph, needs: &Needs, told: &mut Telling) {
    let level = &terrain.level;
    let is_in_reach = |thing: &NodeId| graph.done.iter().any(|done| done.contains(*thing));
    let (optional, idle): (Vec<NodeId>, Vec<NodeId>) =
        needs.optional.iter().copied().partition(|thing| !graph.is_complete || is_in_reach(thing));
    told.names(level, "every solution needs", &needs.needed);
    told.names(level, "not needed, each by itself", &optional);
    told.names(level, "never taken or opened, whatever is done", &idle);
    told.names(level, "needed or not is unknown", &needs.unknown);
    let is_hopeful = graph.hopeful();
    let is_single = |state: &usize| {
        let good = graph.moves[*state].iter().filter(|(_, to)| is_hopeful[*to]).count();
        !is_hopeful[*state] || graph.is_won[*state] || good == 1
    };
    let forced = if graph.is_complete && (0..graph.len()).all(|state| is_single(&state)) {
        "yes: there is one route, every other move loses"
    } else if needs.unknown.is_empty() && optional.is_empty() {
        "but for the order: every solution takes the same keys and opens the same doors"
    } else if !optional.is_empty() {
        "no: solutions differ in the keys they take or the doors they open"
    } else {
        "unknown"
    };
    told.fact("forced", forced);
    tell_routes(terrain, needs, told);
}

/// Solutions that open other doors than the first.
fn tell_routes(terrain: &Terrain, needs: &Needs, told: &mut Telling) {
    let level = &terrain.level;
    let doors_of = |route: &Vec<Move>| -> Vec<NodeId> {
        let done = done_by(terrain, route);
        things(level).filter(|&thing| level.door(thing).is_some() && done.contains(thing)).collect()
    };
    let first = doors_of(&needs.routes[0]);
    let mut known = vec![first.clone()];
    for route in &needs.routes[1..] {
        let doors = doors_of(route);
        if known.contains(&doors) {
            continue;
        }
        if known.len() > MOST_ROUTES {
            told.line("  and more");
            break;
        }
        let minus = |one: &[NodeId], other: &[NodeId]| -> Vec<NodeId> {
            one.iter().copied().filter(|door| !other.contains(door)).collect()
        };
        let (more, less) = (names(level, &minus(&doors, &first)), names(level, &minus(&first, &doors)));
        let text = match (more.is_empty(), less.is_empty()) {
            (false, false) => format!("opens {more} instead of {less}"),
            (false, true) => format!("opens {more} too"),
            _ => format!("does not open {less}"),
        };
        if known.len() == 1 {
            told.line("other routes:");
        }
        told.line(&format!("  {}, {text}", steps(route.len())));
        known.push(doors);
    }
    if known.len() == 1 {
        let is_certain = needs.unknown.is_empty() && needs.optional.iter().all(|&thing| level.door(thing).is_none());
        let text = if is_certain {
            "none: every solution opens the same doors"
        } else {
            "none was found that opens other doors"
        };
        told.fact("other routes", text);
    }
}

fn steps(count: usize) -> String {
    format!("{count} step{}", if count == 1 { "" } else { "s" })
}

fn names(level: &Level, nodes: &[NodeId]) -> String {
    let shown: Vec<&str> = nodes.iter().take(MOST_NAMES).map(|&node| level.nodes[node].name.as_str()).collect();
    let more = nodes.len() - shown.len();
    format!("{}{}", shown.join(", "), if more > 0 { format!(" and {more} more") } else { String::new() })
}

/// What is told, line by line.
#[derive(Default)]
struct Telling {
    text: String,
}

impl Telling {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{text}");
    }

    fn fact(&mut self, name: &str, text: &str) {
        self.line(&format!("{name}: {text}"));
    }

    fn names(&mut self, level: &Level, what: &str, nodes: &[NodeId]) {
        if !nodes.is_empty() {
            self.fact(&format!("{what} ({})", nodes.len()), &names(level, nodes));
        }
    }

    fn states(&mut self, graph: &StateGraph) {
        let count = graph.len();
        let text = if graph.is_complete { format!("{count} in all") } else { format!("more than {count}") };
        self.fact("states", &text);
    }
}
