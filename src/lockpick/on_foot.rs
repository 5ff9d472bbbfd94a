//! Whether a room can be solved on foot: the route is walked by the game's physics; if that does not work, another one
//! is looked for among the ways of a player who falls; and if there is none, perhaps it is plain that only flying
//! helps.

use serde_json::json;

use crate::{
    report::Fact,
    search::{Control, StopReason},
};

use super::{
    answer::Claim,
    check::{Reach, Walk, check_in_room, walk},
    complex::Axis,
    geometry::{GeometryOptions, level_of_within, room::Room},
    level::{Level, NodeKind, Objective},
    play::{Action, Move, Terrain},
    search::{self, Settings, Strategy, Verdict, prospect::Prospect},
};

/// The states that a search among the ways of a player who falls may look at, at least.
const STATES: u64 = 20_000;
/// The most work for such a search: states times nodes and edges, which is some seconds. A level whose route took long
/// to find is not to take as long again.
const MOST_WORK: u64 = 24_000_000;

/// What is known about walking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OnFoot {
    /// The route was walked.
    Proved,
    /// Nobody on foot gets to where one has to be.
    ByFlyingOnly(String),
    /// Neither is known.
    Unknown(String),
}

impl OnFoot {
    /// As it is told.
    pub fn fact(&self) -> Fact {
        let (value, text) = match self {
            Self::Proved => {
                ("proved", "Walkable: proved. The route was walked frame by frame with the game's jumps.".to_owned())
            }
            Self::ByFlyingOnly(why) => ("by flying only", format!("Walkable: by flying only. {why}")),
            Self::Unknown(why) => ("unknown", format!("Walkable: unknown. {why}")),
        };
        Fact { name: "walkable", value: json!(value), text }
    }
}

/// A route of a room.
pub(super) struct Journey<'a> {
    pub room: &'a Room,
    pub level: &'a Level,
    pub route: &'a [Move],
}

impl Journey<'_> {
    /// Walks the route.
    pub fn walk(&self, control: &Control) -> Walk {
        walk(self.room, self.level, &Claim::of(self.level, self.route), control)
    }

    /// Why nobody on foot can solve the level, if that is plain.
    pub fn needs_wings(&self, control: &Control) -> Result<Option<String>, StopReason> {
        let Some(reach) = Reach::of(self.room, control)? else { return Ok(None) };
        let things = self.room.things.iter().enumerate();
        let mut goals = things.filter(|(_, thing)| thing.kind == NodeKind::Goal).map(|(index, _)| index);
        if self.level.objective == Objective::Goal && !goals.any(|goal| reach.touches(goal)) {
            return Ok(Some("No jump leads to the goal, even if doors are gone or floors as it suits.".to_owned()));
        }
        let needed = match Prospect::of(&Terrain::new(self.level.clone())) {
            Some(Prospect::Needed(nodes)) => nodes,
            _ => Vec::new(),
        };
        let missed = needed.into_iter().find(|&node| node < self.room.things.len() && !reach.touches(node));
        Ok(missed.map(|node| {
            let name = &self.level.nodes[node].name;
            format!(
                "Every solution needs {name}, and no jump leads there, even if doors are gone or floors as it suits."
            )
        }))
    }

    /// Another route, found among the ways of a player who falls, that can be walked. It is told in terms of this
    /// level.
    pub fn another(&self, effort: u64, threads: usize, control: &Control) -> Option<Vec<Move>> {
        let options = GeometryOptions { gravity: true, ..GeometryOptions::default() };
        let level = level_of_within(self.room, &options, control).ok()?;
        let Level { start_counts, start_stars, lens, .. } = *self.level;
        let terrain = Terrain::new(Level { start_counts, start_stars, lens, ..level });
        let size = (terrain.level.nodes.len() + terrain.level.edges.len()).max(1) as u64;
        let part = control.part(Some(effort.saturating_mul(2).max(STATES).min(MOST_WORK / size)));
        let settings = Settings { control: part, threads, ..Settings::default() };
        match search::solve(&terrain, Strategy::Auto, &settings).ok()?.verdict {
            Verdict::Solved { route, .. } => {
                let route = self.translated(&terrain.level, &route)?;
                let other = Journey { room: self.room, level: self.level, route: &route };
                let is_right = check_in_room(self.room, self.level, &Claim::of(self.level, &route)).is_ok();
                (is_right && other.walk(control) == Walk::Walkable).then_some(route)
            }
            _ => None,
        }
    }

    /// A route of another graph of the same room, with the same things first. Standing on a door is opening it; other
    /// places mean nothing here.
    fn translated(&self, level: &Level, route: &[Move]) -> Option<Vec<Move>> {
        let things = self.room.things.len();
        let step = |step: &Move| match level.nodes[step.node].touching.as_slice() {
            _ if step.node < things => Some(Move { at: None, ..*step }),
            &[door] if step.action == Action::Walk && level.door(door).is_some() => {
                Some(Move { node: door, action: Action::Open(Axis::Real), at: None })
            }
            _ => None,
        };
        route.iter().map(step).collect()
    }
}

/// Why a walk did not succeed, for people.
pub(super) fn why_not(walked: &Walk, steps: usize) -> String {
    match walked {
        Walk::Walkable => String::new(),
        Walk::NotFound(step) if *step > steps => {
            "The route is for a player who flies: on foot no way was found from its last step to the goal.".to_owned()
        }
        Walk::NotFound(step) => {
            format!("The route is for a player who flies: on foot no way was found to do step {step}.")
        }
        Walk::TooLong => "The room is too large to walk all of the route.".to_owned(),
        Walk::Stopped(reason) => format!("The route could not be walked to its end: {}.", reason.text()),
    }
}
