//! From a room to a graph: where the player's box can be, what it touches there, and which ways lead between.
//!
//! Without gravity the player flies, and the graph has exactly the ways of a box of 11 by 21 pixels among rectangles:
//! more than the game has, because nobody flies there. With gravity the room is cut into cells, of which the player
//! takes up whole ones, so gaps that are narrower are closed. Every cell of height has to be paid from a budget that is
//! filled up by standing on something, and so has every 48 pixels sideways in the air. Jumps that are both high and
//! wide may still be more than there are in the room.

mod absorb;
mod assemble;
mod components;
mod directed;
mod fall;
mod flight;
mod lattice;
mod places;
pub mod room;
mod simplify;

#[cfg(test)]
pub(in crate::lockpick) mod tests;

use thiserror::Error;

use crate::search::{Control, StopReason};

use super::{
    colour::Colour,
    complex::Complex,
    level::{Door, KeyEffect, Level, Need, NodeKind, Objective},
};
use lattice::Lattice;
use room::Room;

/// How a room is turned into a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeometryOptions {
    /// Whether the player falls. Then some ways lead one way only, and doors are floors.
    pub gravity: bool,
    /// With gravity, the side of a cell in pixels: 16, 8, 4, 2 or 1. The finer, the narrower the gaps that are open.
    pub cell: u8,
}

impl Default for GeometryOptions {
    fn default() -> Self {
        Self { gravity: false, cell: 16 }
    }
}

/// Why a room cannot be turned into a graph.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum GeometryError {
    /// The size of cells is not one that works.
    #[error("cells of {0} pixels do not work: 16, 8, 4, 2 or 1 do")]
    Cell(u8),
    /// The room is too large for its cells.
    #[error("a room of {width} by {height} pixels is too large: it would have more than {most} cells")]
    Size {
        /// Width in pixels.
        width: i32,
        /// Height in pixels.
        height: i32,
        /// The most cells there may be.
        most: usize,
    },
    /// The room is too large for a route to be judged in it.
    #[error("a room of {width} by {height} pixels is too large: it has more than {most}")]
    Pixels {
        /// Width in pixels.
        width: i32,
        /// Height in pixels.
        height: i32,
        /// The most there may be.
        most: i64,
    },
    /// There is no place for the player.
    #[error("the player starts inside a wall or outside of the room")]
    Start,
    /// There is nothing to be after.
    #[error("there is no goal, and no salvage point that stores doors")]
    NoGoal,
    /// More things than any level has.
    #[error("there are {0} keys, doors and other things: too many")]
    Things(usize),
    /// A heap of things at one place.
    #[error("too many keys, doors and other things lie on top of each other")]
    Heap,
    /// The graph would be of no use.
    #[error("the room is too intricate: its graph would have more than {0} ways")]
    Ways(usize),
    /// The search for ways would take too long.
    #[error("the room is too large and intricate to see where the player can fall")]
    Intricate,
    /// The run had to stop.
    #[error("stopped: {}", .0.text())]
    Stopped(StopReason),
}

impl From<StopReason> for GeometryError {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

/// The graph of a room.
pub fn level_of(room: &Room, options: &GeometryOptions) -> Result<Level, GeometryError> {
    level_of_within(room, options, &Control::default())
}

/// The same within limits.
pub fn level_of_within(room: &Room, options: &GeometryOptions, control: &Control) -> Result<Level, GeometryError> {
    let objective = objective_of(room).ok_or(GeometryError::NoGoal)?;
    let lattice = Lattice::new(room, options)?;
    control.proceed()?;
    let places = if options.gravity { fall::places(&lattice, control)? } else { flight::places(&lattice) };
    control.proceed()?;
    let mut level = assemble::assemble(room, places)?;
    level.objective = objective;
    control.proceed()?;
    simplify::simplify(&mut level);
    // Nobody leaves a goal, so it does no harm that one could; and a level in which every way leads back is simpler.
    let goals: Vec<bool> = level.nodes.iter().map(|node| node.kind == NodeKind::Goal).collect();
    for edge in level.edges.iter_mut().filter(|edge| edge.one_way && goals[edge.to]) {
        edge.one_way = false;
    }
    number_junctions(&mut level);
    level.edges.sort_by_key(|edge| (edge.from, edge.to));
    level.title.clone_from(&room.title);
    level.lens = has_imaginary(&level);
    Ok(level)
}

/// What the player is after: the goal or, in a room without one, to store a door with the first salvage point that can.
fn objective_of(room: &Room) -> Option<Objective> {
    let mut kinds = room.things.iter().map(|thing| &thing.kind);
    if kinds.clone().any(|kind| *kind == NodeKind::Goal) {
        return Some(Objective::Goal);
    }
    kinds.find_map(|kind| match kind {
        NodeKind::Salvage(point) if !point.output && point.id >= 0 => {
            Some(Objective::Salvage { id: point.id, door: None })
        }
        _ => None,
    })
}

/// Names junctions in order, without gaps.
fn number_junctions(level: &mut Level) {
    let start = level.start;
    let junctions =
        level.nodes.iter_mut().enumerate().filter(|(node, what)| *node != start && what.kind == NodeKind::Junction);
    for (index, (_, node)) in junctions.enumerate() {
        node.name = format!("j{}", index + 1);
    }
}

/// Whether any number can ever be imaginary. If not, looking at imaginary numbers shows nothing.
fn has_imaginary(level: &Level) -> bool {
    let is_imaginary = |number: Complex| number.im != 0;
    let asks = |need: Need| match need {
        Need::Normal(amount) | Need::Blast(amount) => is_imaginary(amount),
        Need::Blank | Need::All => false,
    };
    level.nodes.iter().any(|node| match &node.kind {
        NodeKind::Key(key) => match key.effect {
            KeyEffect::Add(amount) | KeyEffect::Exact(amount) => is_imaginary(amount),
            KeyEffect::Rotor | KeyEffect::BackRotor => true,
            KeyEffect::Star | KeyEffect::Unstar | KeyEffect::Flip => false,
        },
        NodeKind::Door(door) => is_imaginary(door.copies) || door.locks.iter().any(|lock| asks(lock.need)),
        NodeKind::Gate(gate) => gate.locks.iter().any(|lock| asks(lock.need)),
        NodeKind::Junction | NodeKind::Goal | NodeKind::Salvage(_) => false,
    })
}

/// The doors whose auras or curses can change at all: being near the others does nothing.
fn sensitive_doors(room: &Room) -> Vec<bool> {
    let kinds = || room.things.iter().map(|thing| &thing.kind);
    let is_brown_about = kinds().any(|kind| match kind {
        NodeKind::Key(key) => key.colour == Colour::Brown,
        NodeKind::Door(door) => door.spend == Colour::Brown || door.cursed,
        _ => false,
    });
    // What is pure, or brown all over, is never cursed.
    let is_cursable = |door: &Door| {
        let mut colours = door.locks.iter().map(|lock| lock.colour).chain([door.spend]);
        let is_immune = colours.clone().any(|colour| colour == Colour::Pure);
        door.cursed || !is_immune && colours.any(|colour| colour != Colour::Brown)
    };
    kinds()
        .map(|kind| match kind {
            NodeKind::Door(door) => is_brown_about && is_cursable(door) || !door.auras.is_clear(),
            _ => false,
        })
        .collect()
}
