//! From a level as the file says it to a room: colours and kinds get their meaning, decoration is left behind.

use super::file::{DoorRecord, KeyRecord, LevelRecord, LockRecord, Point};
use crate::lockpick::{
    colour::Colour,
    complex::{Axis, Complex},
    geometry::room::{Area, PLAYER_HEIGHT, PLAYER_WIDTH, Room, Thing},
    level::{Auras, Door, Gate, Key, KeyEffect, Lock, Need, NodeKind, Salvage},
};

/// The side of tiles, keys, goals and salvage points.
const TILE: i32 = 32;
/// How far the player's box reaches to the left of the place that the file calls the start.
const LEFT_OF_START: i32 = 5;
/// The editor's number of the colour that makes a door a gate.
const GATE: u8 = 15;
/// The editor's number of copies that are never used up.
const ENDLESS: i64 = i64::MAX;

/// Something in a level that has no meaning in the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// What, such as `door 3, lock 1`.
    pub thing: String,
    /// What is wrong with it.
    pub problem: String,
}

impl Misfit {
    fn new(thing: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { thing: thing.into(), problem: problem.into() }
    }
}

/// The room of a level.
pub fn to_room(level: &LevelRecord) -> Result<Room, Misfit> {
    let size = |number: u32| i32::try_from(number).map_err(|_| Misfit::new("size", format!("{number} is too large")));
    let (width, height) = (size(level.size.0)?, size(level.size.1)?);
    let mut things = Vec::new();
    for (index, key) in level.keys.iter().enumerate() {
        let name = format!("key {}", index + 1);
        let kind = NodeKind::Key(key_of(key).map_err(|problem| Misfit::new(&name, problem))?);
        things.push(Thing { area: square(key.at, &name)?, kind });
    }
    for (index, door) in level.doors.iter().enumerate() {
        let name = format!("door {}", index + 1);
        let kind = door_of(door).map_err(|(lock, problem)| match lock {
            Some(lock) => Misfit::new(format!("{name}, lock {}", lock + 1), problem),
            None => Misfit::new(&name, problem),
        })?;
        things.push(Thing { area: rectangle(door.at, door.size, &name)?, kind });
    }
    for (index, point) in level.salvage_points.iter().enumerate() {
        let kind = NodeKind::Salvage(Salvage { id: point.id, output: point.output });
        things.push(Thing { area: square(point.at, &format!("salvage point {}", index + 1))?, kind });
    }
    if let Some(goal) = level.goal {
        things.push(Thing { area: square(goal, "goal")?, kind: NodeKind::Goal });
    }
    // Tiles that lie far outside of the level cannot be in anybody's way.
    let tile = |number: u32| i32::try_from(number).ok().and_then(|number| number.checked_mul(TILE));
    let walls = level.tiles.iter().filter_map(|&(x, y)| Some(Area::new(tile(x)?, tile(y)?, TILE, TILE))).collect();
    let (x, y) = corner(level.spawn, "start")?;
    let spawn = Area::new(x - LEFT_OF_START, y.saturating_sub(PLAYER_HEIGHT), PLAYER_WIDTH, PLAYER_HEIGHT);
    Ok(Room { title: title(level), width, height, walls, things, spawn })
}

fn title(level: &LevelRecord) -> String {
    let parts = [&level.title, &level.name].map(|part| part.trim());
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ")
}

fn corner(at: Point, thing: &str) -> Result<(i32, i32), Misfit> {
    match (i32::try_from(at.0), i32::try_from(at.1)) {
        (Ok(x), Ok(y)) => Ok((x, y)),
        _ => Err(Misfit::new(thing, format!("it is at {} across and {} down: outside of any level", at.0, at.1))),
    }
}

fn square(at: Point, thing: &str) -> Result<Area, Misfit> {
    rectangle(at, (TILE as u32, TILE as u32), thing)
}

fn rectangle(at: Point, size: Point, thing: &str) -> Result<Area, Misfit> {
    let (x, y) = corner(at, thing)?;
    let (width, height) = corner(size, thing)?;
    if width == 0 || height == 0 {
        return Err(Misfit::new(thing, format!("it is {width} by {height} pixels: nothing can touch it")));
    }
    Ok(Area::new(x, y, width, height))
}

fn colour_of(number: u8) -> Result<Colour, String> {
    Ok(match number {
        1 => Colour::White,
        2 => Colour::Black,
        3 => Colour::Orange,
        4 => Colour::Purple,
        5 => Colour::Cyan,
        6 => Colour::Pink,
        7 => Colour::Red,
        8 => Colour::Green,
        9 => Colour::Blue,
        10 => Colour::Brown,
        11 => Colour::Master,
        12 => Colour::Pure,
        13 => Colour::Glitch,
        14 => Colour::Stone,
        0 => return Err("it has no colour".to_owned()),
        GATE => return Err("it has the colour of gates, which only a whole door can have".to_owned()),
        _ => return Err(format!("there is no colour {number}")),
    })
}

fn key_of(key: &KeyRecord) -> Result<Key, String> {
    let amount = Complex::new(key.amount.0, key.amount.1);
    let effect = match key.kind {
        0 => KeyEffect::Add(amount),
        1 => KeyEffect::Exact(amount),
        2 => KeyEffect::Star,
        3 => KeyEffect::Unstar,
        4 => KeyEffect::Flip,
        5 => KeyEffect::Rotor,
        6 => KeyEffect::BackRotor,
        kind => return Err(format!("there is no kind {kind} of keys")),
    };
    Ok(Key { colour: colour_of(key.colour)?, effect, infinite: key.infinite })
}

/// A door or a gate; or what is wrong, and with which lock.
fn door_of(door: &DoorRecord) -> Result<NodeKind, (Option<usize>, String)> {
    let mut locks = Vec::with_capacity(door.locks.len());
    for (index, lock) in door.locks.iter().enumerate() {
        locks.push(lock_of(lock).map_err(|problem| (Some(index), problem))?);
    }
    if door.colour == GATE {
        return Ok(NodeKind::Gate(Gate { locks }));
    }
    let spend = colour_of(door.colour).map_err(|problem| (None, problem))?;
    let (re, im) = door.copies;
    if (re, im) == (0, 0) {
        return Err((None, "it has no copies, so it is not there".to_owned()));
    }
    let is_endless = |number: i64| number.checked_abs().is_none_or(|size| size == ENDLESS);
    let one_of = |number: i64| if is_endless(number) { number.signum() } else { number };
    Ok(NodeKind::Door(Door {
        spend,
        locks,
        copies: Complex::new(one_of(re), one_of(im)),
        endless: is_endless(re) || is_endless(im),
        auras: Auras { ice: door.ice, erosion: door.erosion, paint: door.paint },
        cursed: false,
    }))
}

fn lock_of(lock: &LockRecord) -> Result<Lock, String> {
    let axis = if lock.imaginary { Axis::Imaginary } else { Axis::Real };
    let amount = if lock.negative { lock.magnitude.checked_neg() } else { Some(lock.magnitude) };
    let amount = amount.ok_or("it asks for more keys than can be counted")?;
    let need = match lock.kind {
        0 if amount == 0 => return Err("it asks for 0 keys, so it never opens".to_owned()),
        0 => Need::Normal(Complex::on(axis, amount)),
        1 => Need::Blast(Complex::on(axis, if lock.negative { -1 } else { 1 })),
        2 => Need::Blank,
        3 => Need::All,
        kind => return Err(format!("there is no kind {kind} of locks")),
    };
    Ok(Lock { colour: colour_of(lock.colour)?, need })
}
