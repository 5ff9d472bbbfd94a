//! From bytes to a [`File`], any version.

use super::{
    bytes::{Bytes, Fault},
    file::{Counter, DoorRecord, Entrance, File, KeyRecord, LATEST_VERSION, LevelRecord, LockRecord, SalvageRecord},
    variant,
};

/// Levels of a pack are told apart by a number of 16 bits.
const MAX_LEVELS: usize = 1 << 16;

/// The fewest bytes that a thing of a list takes: a length that cannot be right is refused before anything is read.
mod least {
    pub const LEVEL: usize = 40;
    pub const TILE: usize = 8;
    pub const KEY: usize = 25;
    pub const DOOR: usize = 35;
    pub const LOCK: usize = 28;
    pub const COUNTER: usize = 14;
    pub const ENTRANCE: usize = 11;
    pub const SALVAGE_POINT: usize = 13;
}

/// Reads a file. `padded` says that zeros may follow, as they do in pictures.
pub fn decode(all: &[u8], padded: bool) -> Result<File, Fault> {
    let mut bytes = Bytes::new(all);
    let version = bytes.u16("format version")?;
    if !(1..=LATEST_VERSION).contains(&version) {
        let expected = format!("1 to {LATEST_VERSION}");
        return Err(bytes.fault(0, "format version", version.to_string(), expected));
    }
    let editor = bytes.text("editor version")?;
    let mut file = File { version, editor, ..File::default() };
    if version <= 2 {
        let level = level(&mut bytes, version)?;
        if let Some(fault) = bytes.first_blemish() {
            return Err(fault);
        }
        file.name.clone_from(&level.name);
        file.author.clone_from(&level.author);
        file.levels.push(level);
    } else {
        pack(&mut bytes, &mut file)?;
    }
    let rest = bytes.left();
    let bad = if padded { rest.iter().position(|&byte| byte != 0) } else { (!rest.is_empty()).then_some(0) };
    match bad {
        Some(bad) => {
            let found = format!("{} more bytes", rest.len() - bad);
            Err(bytes.fault(bytes.offset() + bad, "end of the file", found, "nothing after the last level"))
        }
        None => Ok(file),
    }
}

fn pack(bytes: &mut Bytes<'_>, file: &mut File) -> Result<(), Fault> {
    let version = file.version;
    file.name = bytes.text("pack name")?;
    file.author = bytes.text("pack author")?;
    if version >= 5 {
        file.description = bytes.text("pack description")?;
    }
    if version >= 4 {
        file.id = bytes.i64("pack number")?;
    }
    let offset = bytes.offset();
    let count = bytes.count(least::LEVEL, "number of levels")?;
    if count > MAX_LEVELS {
        return Err(bytes.fault(offset, "number of levels", count.to_string(), format!("at most {MAX_LEVELS}")));
    }
    // One bad level does not spoil a pack: a value that means nothing is the fault of its level.
    for index in 0..count {
        let within = |fault: Fault| fault.within("level", index);
        let id = if version >= 4 { bytes.u16("level number").map_err(within)? } else { 0 };
        let level = level(bytes, version).map_err(within)?;
        let fault = bytes.first_blemish().map(within);
        file.levels.push(LevelRecord { id, fault, ..level });
    }
    match file.levels.as_mut_slice() {
        [only] => only.fault.take().map_or(Ok(()), Err),
        _ => Ok(()),
    }
}

fn level(bytes: &mut Bytes<'_>, version: u16) -> Result<LevelRecord, Fault> {
    let mut level = LevelRecord { exitable: true, ..LevelRecord::default() };
    names(bytes, version, &mut level)?;
    level.size = bytes.point("size")?;
    if version <= 3 {
        level.arrangements = arrangements(bytes, version)?;
        // There is always a place for it; a level without one has it in the corner.
        level.goal = Some(bytes.point("goal")?).filter(|goal| *goal != (0, 0));
    } else {
        let flags = flags(bytes, 0b11, "flags")?;
        level.exitable = flags & 2 != 0;
        if flags & 1 != 0 {
            level.goal = Some(bytes.point("goal")?);
        }
    }
    level.spawn = bytes.point("start")?;
    let count = bytes.count(least::TILE, "number of tiles")?;
    level.tiles = bytes.list(count, "tile", |bytes| bytes.point("place"))?;
    let count = bytes.count(least::KEY, "number of keys")?;
    level.keys = bytes.list(count, "key", |bytes| key(bytes, version))?;
    let count = bytes.count(least::DOOR, "number of doors")?;
    level.doors = bytes.list(count, "door", door)?;
    if version >= 6 {
        let count = bytes.count(least::COUNTER, "number of key counters")?;
        level.counters = bytes.list(count, "key counter", counter)?;
    }
    if version >= 3 {
        let count = bytes.count(least::ENTRANCE, "number of entrances")?;
        level.entrances = bytes.list(count, "entrance", |bytes| entrance(bytes, version))?;
    }
    if version >= 4 {
        let count = bytes.count(least::SALVAGE_POINT, "number of salvage points")?;
        level.salvage_points = bytes.list(count, "salvage point", salvage_point)?;
    }
    Ok(level)
}

fn names(bytes: &mut Bytes<'_>, version: u16, level: &mut LevelRecord) -> Result<(), Fault> {
    match version {
        1 | 2 => {
            level.name = bytes.text("name")?;
            level.author = bytes.text("author")?;
        }
        3 | 4 => {
            let offset = bytes.offset();
            let both = bytes.text("title and name")?;
            let Some((title, name)) = both.split_once('\n').filter(|(_, name)| !name.contains('\n')) else {
                let fault = bytes.fault(offset, "title and name", format!("{both:?}"), "two lines: title and name");
                bytes.blemish(fault);
                level.name = both;
                return Ok(());
            };
            level.title = title.to_owned();
            level.name = name.to_owned();
        }
        _ => {
            level.title = bytes.text("title")?;
            level.name = bytes.text("name")?;
            level.label = bytes.text("label")?;
            level.author = bytes.text("author")?;
            level.description = bytes.text("description")?;
        }
    }
    Ok(())
}

/// The bytes of the encoded value, without the length before it.
fn arrangements(bytes: &mut Bytes<'_>, version: u16) -> Result<Vec<u8>, Fault> {
    if version == 1 {
        let length = bytes.count(1, "lock arrangements")?;
        return Ok(bytes.take(length, "lock arrangements")?.to_vec());
    }
    let start = bytes.offset();
    variant::skip(bytes)?;
    Ok(bytes.since(start).to_vec())
}

/// A byte of flags, none of which may be unknown.
fn flags(bytes: &mut Bytes<'_>, known: u8, field: &str) -> Result<u8, Fault> {
    let offset = bytes.offset();
    let flags = bytes.u8(field)?;
    if flags & !known != 0 {
        let expected = format!("no bit outside 0b{known:08b}");
        bytes.blemish(bytes.fault(offset, field, format!("0b{flags:08b}"), expected));
    }
    Ok(flags)
}

fn key(bytes: &mut Bytes<'_>, version: u16) -> Result<KeyRecord, Fault> {
    let amount = bytes.complex("amount")?;
    let at = bytes.point("place")?;
    let offset = bytes.offset();
    let packed = bytes.u8("kind and colour")?;
    let (infinite, kind) = (packed >> 7 == 1, packed >> 4 & 0b111);
    if kind > 6 || (infinite && version < 3) {
        let kind = packed >> 4;
        let most = if version < 3 { "0 to 6" } else { "0 to 6, or 8 more for infinite keys" };
        bytes.blemish(bytes.fault(offset, "kind", kind.to_string(), most));
    }
    Ok(KeyRecord { amount, at, colour: packed & 0b1111, kind, infinite })
}

fn door(bytes: &mut Bytes<'_>) -> Result<DoorRecord, Fault> {
    let copies = bytes.complex("copies")?;
    let at = bytes.point("place")?;
    let size = bytes.point("size")?;
    let packed = flags(bytes, 0b0111_1111, "auras and colour")?;
    let count = bytes.small_count(least::LOCK, "number of locks")?;
    let locks = bytes.list(count, "lock", lock)?;
    Ok(DoorRecord {
        copies,
        at,
        size,
        colour: packed & 0b1111,
        ice: packed & 0b100_0000 != 0,
        erosion: packed & 0b10_0000 != 0,
        paint: packed & 0b1_0000 != 0,
        locks,
    })
}

fn lock(bytes: &mut Bytes<'_>) -> Result<LockRecord, Fault> {
    let at = bytes.point("place")?;
    let size = bytes.point("size")?;
    let arrangement = bytes.u16("arrangement")?;
    let magnitude = bytes.i64("magnitude")?;
    let offset = bytes.offset();
    let packed = bytes.u16("kind, colour and sign")?;
    let kind = packed >> 7;
    if kind > 3 {
        let expected = "0 normal, 1 blast, 2 blank or 3 all";
        bytes.blemish(bytes.fault(offset, "kind", kind.to_string(), expected));
    }
    Ok(LockRecord {
        at,
        size,
        arrangement,
        magnitude,
        negative: packed & 1 != 0,
        imaginary: packed & 2 != 0,
        hidden: packed & 4 != 0,
        colour: (packed >> 3 & 0b1111) as u8,
        kind: kind as u8,
    })
}

fn counter(bytes: &mut Bytes<'_>) -> Result<Counter, Fault> {
    let at = bytes.point("place")?;
    let length = bytes.u32("width")?;
    let count = bytes.small_count(1, "number of colours")?;
    Ok(Counter { at, length, colours: bytes.take(count, "colours")?.to_vec() })
}

fn entrance(bytes: &mut Bytes<'_>, version: u16) -> Result<Entrance, Fault> {
    let at = bytes.point("place")?;
    let (skin, target) = if version == 3 {
        (bytes.u32("look")?, bytes.u32("level")?)
    } else {
        (u32::from(bytes.u8("look")?), u32::from(bytes.u16("level")?))
    };
    Ok(Entrance { at, skin, target })
}

fn salvage_point(bytes: &mut Bytes<'_>) -> Result<SalvageRecord, Fault> {
    let at = bytes.point("place")?;
    let offset = bytes.offset();
    let output = match bytes.u8("direction")? {
        0 => false,
        1 => true,
        other => {
            bytes.blemish(bytes.fault(offset, "direction", other.to_string(), "0 (in) or 1 (out)"));
            false
        }
    };
    Ok(SalvageRecord { at, output, id: bytes.i32("number")? })
}
