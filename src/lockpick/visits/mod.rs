//! Levels that need doors from elsewhere: visits to other levels, or earlier ones to the same level, store a door each,
//! and the last visit reaches the goal with what was stored.

mod places;
mod plan;
mod replay;

#[cfg(test)]
mod tests;

pub(super) use places::{Places, visited_files};
pub(super) use plan::{Ending, Planner};
pub(super) use replay::replay;

use std::collections::BTreeSet;

use crate::{family::Error, search::Control};

use super::{
    geometry::{GeometryError, GeometryOptions, level_of_within, room::Room},
    level::{Level, NodeId, NodeKind, Salvage},
    play::Move,
    stored::{Store, StoredDoor, place},
};

/// A level that can be visited.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// What it is called in answers.
    pub name: String,
    /// The room with its salvage points, before any door comes out.
    pub room: Room,
}

/// A visit that stored a door.
#[derive(Clone, Debug)]
pub(super) struct Visit {
    /// What the level is called.
    pub place: String,
    /// The room with the doors that came out at that time.
    pub room: Room,
    /// Its graph, with the objective to store the door.
    pub level: Level,
    pub route: Vec<Move>,
    /// The number under which the door was stored.
    pub id: i32,
    pub door: NodeId,
    pub stored: StoredDoor,
}

/// What leads to the goal: visits that store doors, and the last one.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub visits: Vec<Visit>,
    /// The room of the last visit, with all doors that came out.
    pub room: Room,
    pub level: Level,
    pub route: Vec<Move>,
}

/// How visits before a route are told, if there are any: "after a visit that stores a door".
pub(super) fn after_visits(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => ", after a visit that stores a door".to_owned(),
        count => format!(", after {count} visits that store doors"),
    }
}

/// Gives the player of a level what is brought along.
pub(super) type Prepare<'a> = &'a dyn Fn(&mut Level) -> Result<(), Error>;

impl Place {
    /// The room with the doors that come out of a store, and its graph.
    pub fn with(&self, store: &Store, prepare: Prepare<'_>, control: &Control) -> Result<(Room, Level), Error> {
        let mut room = self.room.clone();
        place(&mut room, store);
        let level = level_of_within(&room, &GeometryOptions::default(), control);
        let mut level = level.map_err(|problem| match problem {
            GeometryError::Stopped(reason) => Error::from(reason),
            problem => Error::Unsuitable(format!("{}: {problem}", self.name)),
        })?;
        prepare(&mut level)?;
        Ok((room, level))
    }

    fn points(&self) -> impl Iterator<Item = Salvage> {
        self.room.things.iter().filter_map(|thing| match thing.kind {
            NodeKind::Salvage(point) if point.id >= 0 => Some(point),
            _ => None,
        })
    }

    /// The numbers under which doors come out here, or are stored here.
    fn numbers(&self, is_output: bool) -> BTreeSet<i32> {
        self.points().filter(|point| point.output == is_output).map(|point| point.id).collect()
    }
}
