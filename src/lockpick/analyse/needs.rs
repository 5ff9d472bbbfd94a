//! Which keys and doors every solution needs, and which can be left out: a route without it shows the one, a proof that
//! there is none the other.

use crate::{
    lockpick::{
        level::{Condition, Level, NodeId, NodeKind},
        play::{Move, Terrain},
        search::{self, Settings, Strategy, Verdict},
    },
    search::Control,
};

use super::states::{StateGraph, done_by, things};

/// What is known about keys and doors.
#[derive(Debug, Default)]
pub(super) struct Needs {
    /// Every solution takes or opens these.
    pub needed: Vec<NodeId>,
    /// Some solution does without each of these.
    pub optional: Vec<NodeId>,
    /// Neither is known.
    pub unknown: Vec<NodeId>,
    /// Solutions that differ in what they do, the first among them.
    pub routes: Vec<Vec<Move>>,
}

impl Needs {
    /// Finds out about all keys and doors, from a route that is known.
    pub fn of(terrain: &Terrain, graph: &StateGraph, first: Vec<Move>, effort: u64, control: &Control) -> Self {
        let level = &terrain.level;
        let mut needs = Self { routes: vec![first], ..Self::default() };
        let mut done: Vec<_> = needs.routes.iter().map(|route| done_by(terrain, route)).collect();
        for thing in things(level) {
            if done.iter().any(|done| !done.contains(thing)) {
                needs.optional.push(thing);
                continue;
            }
            if control.look() {
                needs.unknown.push(thing);
                continue;
            }
            // What is done again and again, or undone, does not show in a state.
            let is_plain = match &level.nodes[thing].kind {
                NodeKind::Key(key) => !key.infinite,
                NodeKind::Door(door) => !door.endless && !terrain.has_odd_masters(),
                _ => false,
            };
            let found = if graph.is_complete && is_plain {
                Ok(graph.route_without(Some(thing)))
            } else {
                solved_without(terrain, thing, effort, control)
            };
            match found {
                Ok(Some(route)) => {
                    done.push(done_by(terrain, &route));
                    needs.routes.push(route);
                    needs.optional.push(thing);
                }
                Ok(None) => needs.needed.push(thing),
                Err(()) => needs.unknown.push(thing),
            }
        }
        needs
    }
}

/// A route of the level without a thing, or that there is none; an error if that is not known.
fn solved_without(terrain: &Terrain, thing: NodeId, effort: u64, control: &Control) -> Result<Option<Vec<Move>>, ()> {
    let Some((level, is_exact)) = without(&terrain.level, thing) else { return Ok(None) };
    let settings = Settings { control: control.part(Some(effort)), threads: 1, ..Settings::default() };
    match search::solve(&Terrain::new(level), Strategy::Auto, &settings).map_err(drop)?.verdict {
        Verdict::Solved { route, .. } => Ok(Some(route)),
        Verdict::Unsolvable if is_exact => Ok(None),
        Verdict::Unsolvable | Verdict::Unknown(_) => Err(()),
    }
}

/// The level with a key or a door that nobody touches, and whether that is all that is different. None if the player
/// touches it at the start.
fn without(level: &Level, thing: NodeId) -> Option<(Level, bool)> {
    let is_door = level.door(thing).is_some();
    let is_at = |node: NodeId| node == thing || level.nodes[node].touching.contains(&thing);
    if is_at(level.start) {
        return None;
    }
    let mut changed = level.clone();
    changed.edges.retain(|edge| {
        let needs_it_gone = edge.conditions.contains(&Condition::After(thing));
        !is_at(edge.from) && !is_at(edge.to) && !needs_it_gone
    });
    for edge in &mut changed.edges {
        edge.conditions.retain(|condition| *condition != Condition::While(thing));
    }
    // A door may be stood on without opening: then more is left out than has to be.
    let is_exact = !is_door || !level.nodes.iter().any(|node| node.touching.contains(&thing));
    Some((changed, is_exact))
}
