//! From a room back to a level of the editor: the way that `to_room` goes, the other way round.

use super::file::{DoorRecord, KeyRecord, LevelRecord, LockRecord, Point, SalvageRecord};
use crate::lockpick::{
    colour::Colour,
    complex::Complex,
    geometry::room::{Area, PLAYER_HEIGHT, Room},
    level::{Door, Key, KeyEffect, Lock, Need, NodeKind},
};

/// The side of a tile.
const TILE: i32 = 32;
/// Walls are looked at in squares of this side.
const GRAIN: i32 = 8;
/// The most such squares.
const MOST: usize = 1 << 24;
/// How far the player's box reaches to the left of the place that the file calls the start.
const LEFT_OF_START: i32 = 5;
/// The editor's number of the colour that makes a door a gate, and of copies that are never used up.
const GATE: u8 = 15;
const ENDLESS: i64 = i64::MAX;

/// The level of a room, or why the editor has nothing like it.
pub fn from_room(room: &Room) -> Result<LevelRecord, String> {
    let mut level = LevelRecord {
        size: point(room.width, room.height)?,
        spawn: point(room.spawn.left.saturating_add(LEFT_OF_START), room.spawn.top.saturating_add(PLAYER_HEIGHT))?,
        tiles: tiles_of(room)?,
        exitable: true,
        ..LevelRecord::default()
    };
    (level.title, level.name) = match room.title.split_once(": ") {
        Some((title, name)) => (title.to_owned(), name.to_owned()),
        None => (String::new(), room.title.clone()),
    };
    for thing in &room.things {
        let Area { left, top, right, bottom } = thing.area;
        let at = point(left, top)?;
        let size = point(right.saturating_sub(left), bottom.saturating_sub(top))?;
        match &thing.kind {
            NodeKind::Key(key) => level.keys.push(key_record(key, at)),
            NodeKind::Door(door) => level.doors.push(door_record(door, at, size)?),
            NodeKind::Gate(gate) => {
                let locks = lock_records(&gate.locks, size)?;
                level.doors.push(DoorRecord { copies: (1, 0), at, size, colour: GATE, locks, ..DoorRecord::default() });
            }
            NodeKind::Salvage(point) => {
                level.salvage_points.push(SalvageRecord { at, output: point.output, id: point.id });
            }
            NodeKind::Goal if level.goal.is_some() => {
                return Err("there are several goals, and the editor knows one".to_owned());
            }
            NodeKind::Goal => level.goal = Some(at),
            NodeKind::Junction => {}
        }
    }
    Ok(level)
}

fn point(across: i32, down: i32) -> Result<Point, String> {
    match (u32::try_from(across), u32::try_from(down)) {
        (Ok(across), Ok(down)) => Ok((across, down)),
        _ => Err(format!("something is at {across} across and {down} down, left of the room or above it")),
    }
}

/// The walls as tiles, if they are nothing but tiles.
fn tiles_of(room: &Room) -> Result<Vec<Point>, String> {
    let across = (room.width.max(0) as usize).div_ceil(GRAIN as usize);
    let down = (room.height.max(0) as usize).div_ceil(GRAIN as usize);
    if across.checked_mul(down).is_none_or(|squares| squares > MOST) {
        return Err("the room is too large".to_owned());
    }
    let mut is_wall = vec![false; across * down];
    for wall in &room.walls {
        let (left, top) = (wall.left.max(0), wall.top.max(0));
        let (right, bottom) = (wall.right.min(room.width), wall.bottom.min(room.height));
        if left >= right || top >= bottom {
            continue;
        }
        let is_whole = |pixel: i32, end: i32| pixel % GRAIN == 0 || pixel == end;
        if !(is_whole(left, 0) && is_whole(top, 0) && is_whole(right, room.width) && is_whole(bottom, room.height)) {
            return Err(no_tile(left, top));
        }
        let cut = |pixel: i32| pixel as usize / GRAIN as usize;
        for row in cut(top)..cut(bottom + GRAIN - 1).min(down) {
            is_wall[row * across + cut(left)..row * across + cut(right + GRAIN - 1).min(across)].fill(true);
        }
    }
    let in_tile = (TILE / GRAIN) as usize;
    let mut tiles = Vec::new();
    for row in 0..down.div_ceil(in_tile) {
        for column in 0..across.div_ceil(in_tile) {
            let squares = (row * in_tile..((row + 1) * in_tile).min(down)).flat_map(|y| {
                let x = column * in_tile;
                is_wall[y * across + x..y * across + (x + in_tile).min(across)].iter().copied()
            });
            let (mut any, mut all) = (false, true);
            squares.for_each(|is_wall| (any, all) = (any | is_wall, all & is_wall));
            if any && !all {
                return Err(no_tile(column as i32 * TILE, row as i32 * TILE));
            }
            if any {
                tiles.push((column as u32, row as u32));
            }
        }
    }
    Ok(tiles)
}

fn no_tile(x: i32, y: i32) -> String {
    let (column, row) = (x / TILE + 1, y / TILE + 1);
    format!(
        "the wall at column {column}, row {row} does not fill its tile, and the editor's walls are tiles of 32 pixels"
    )
}

fn number_of(colour: Colour) -> u8 {
    match colour {
        Colour::White => 1,
        Colour::Black => 2,
        Colour::Orange => 3,
        Colour::Purple => 4,
        Colour::Cyan => 5,
        Colour::Pink => 6,
        Colour::Red => 7,
        Colour::Green => 8,
        Colour::Blue => 9,
        Colour::Brown => 10,
        Colour::Master => 11,
        Colour::Pure => 12,
        Colour::Glitch => 13,
        Colour::Stone => 14,
    }
}

fn key_record(key: &Key, at: Point) -> KeyRecord {
    let (kind, amount) = match key.effect {
        KeyEffect::Add(amount) => (0, amount),
        KeyEffect::Exact(amount) => (1, amount),
        KeyEffect::Star => (2, Complex::ONE),
        KeyEffect::Unstar => (3, Complex::ONE),
        KeyEffect::Flip => (4, Complex::ONE),
        KeyEffect::Rotor => (5, Complex::ONE),
        KeyEffect::BackRotor => (6, Complex::ONE),
    };
    let (amount, colour, infinite) = ((amount.re, amount.im), number_of(key.colour), key.infinite);
    KeyRecord { amount, at, colour, kind, infinite }
}

fn door_record(door: &Door, at: Point, size: Point) -> Result<DoorRecord, String> {
    if door.cursed {
        return Err("a door is cursed from the start, and the editor's doors never are".to_owned());
    }
    let (re, im) = (door.copies.re, door.copies.im);
    let copies = match door.endless {
        true => (re.signum().saturating_mul(ENDLESS), im.signum().saturating_mul(ENDLESS)),
        false => (re, im),
    };
    let (colour, auras) = (number_of(door.spend), door.auras);
    let locks = lock_records(&door.locks, size)?;
    Ok(DoorRecord { copies, at, size, colour, ice: auras.ice, erosion: auras.erosion, paint: auras.paint, locks })
}

/// Locks, laid out in rows and columns of the door.
fn lock_records(locks: &[Lock], (width, height): Point) -> Result<Vec<LockRecord>, String> {
    if locks.len() > usize::from(u16::MAX) {
        return Err("a door has more locks than the editor can count".to_owned());
    }
    let count = locks.len() as u32;
    let columns = (1..=count).find(|columns| columns * columns * height >= count * width).unwrap_or(1).max(1);
    let rows = count.div_ceil(columns).max(1);
    let (wide, high) = (width / columns, height / rows);
    let mut records = Vec::with_capacity(locks.len());
    for (index, lock) in (0..count).zip(locks) {
        let (kind, amount) = match lock.need {
            Need::Normal(amount) => (0, amount),
            Need::Blast(unit) => (1, unit),
            Need::Blank => (2, Complex::ONE),
            Need::All => (3, Complex::ONE),
        };
        let imaginary = amount.im != 0;
        let number = if imaginary { amount.im } else { amount.re };
        let magnitude = number.checked_abs().ok_or("a lock asks for more keys than can be counted")?;
        records.push(LockRecord {
            at: (index % columns * wide + 2.min(wide / 4), index / columns * high + 2.min(high / 4)),
            size: (wide.saturating_sub(4).max(1), high.saturating_sub(4).max(1)),
            arrangement: 0,
            magnitude,
            negative: number < 0,
            imaginary,
            hidden: false,
            colour: number_of(lock.colour),
            kind,
        });
    }
    Ok(records)
}
