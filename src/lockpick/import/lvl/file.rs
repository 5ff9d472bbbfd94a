//! What a `.lvl` file says, field by field, as the file says it.

use super::bytes::Fault;

/// The newest format version that is known.
pub const LATEST_VERSION: u16 = 6;

/// Two numbers, across and down: a place in pixels, a size, or the index of a tile.
pub type Point = (u32, u32);

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// The format version, 1 to 6.
    pub version: u16,
    /// The version of the editor that wrote the file.
    pub editor: String,
    /// The name of the pack. Versions 1 and 2 hold one level and no pack: then it is that of the level.
    pub name: String,
    /// Who made the pack; as for the name.
    pub author: String,
    /// From version 5: what the pack is about.
    pub description: String,
    /// From version 4: the number of the pack.
    pub id: i64,
    /// All levels, in order.
    pub levels: Vec<LevelRecord>,
}

/// A level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelRecord {
    /// From version 4: the number of the level in its pack.
    pub id: u16,
    /// From version 3: the title, such as a number of a puzzle.
    pub title: String,
    /// The name.
    pub name: String,
    /// From version 5: a short label.
    pub label: String,
    /// From version 5, and in versions 1 and 2: who made it.
    pub author: String,
    /// From version 5: a remark.
    pub description: String,
    /// Width and height in pixels.
    pub size: Point,
    /// Up to version 3: arrangements of locks of the maker's own, in the editor's encoding.
    pub arrangements: Vec<u8>,
    /// The upper left corner of the goal. From version 4 it may be missing.
    pub goal: Option<Point>,
    /// From version 4: whether one can leave the level without finishing it.
    pub exitable: bool,
    /// Where the player's feet start.
    pub spawn: Point,
    /// The walls, as indices of tiles of 32 pixels.
    pub tiles: Vec<Point>,
    /// All keys.
    pub keys: Vec<KeyRecord>,
    /// All doors and gates.
    pub doors: Vec<DoorRecord>,
    /// From version 6: boards that show the number of keys.
    pub counters: Vec<Counter>,
    /// From version 3: ways into other levels.
    pub entrances: Vec<Entrance>,
    /// From version 4: salvage points.
    pub salvage_points: Vec<SalvageRecord>,
    /// A value in it that means nothing, if there is one. The rest could be read.
    pub fault: Option<Fault>,
}

/// A key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyRecord {
    /// Real and imaginary amount.
    pub amount: (i64, i64),
    /// Upper left corner.
    pub at: Point,
    /// The editor's number of the colour, 0 to 15.
    pub colour: u8,
    /// 0 add, 1 exact, 2 star, 3 unstar, 4 flip, 5 rotor, 6 backward rotor.
    pub kind: u8,
    /// From version 3: whether it stays.
    pub infinite: bool,
}

/// A door or a gate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DoorRecord {
    /// Real and imaginary number of copies.
    pub copies: (i64, i64),
    /// Upper left corner.
    pub at: Point,
    /// Width and height in pixels.
    pub size: Point,
    /// The editor's number of the colour that is spent; 15 makes a gate.
    pub colour: u8,
    /// Covered by ice.
    pub ice: bool,
    /// Covered by erosion.
    pub erosion: bool,
    /// Covered by paint.
    pub paint: bool,
    /// All locks.
    pub locks: Vec<LockRecord>,
}

/// A lock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LockRecord {
    /// Upper left corner, within the door.
    pub at: Point,
    /// Width and height in pixels.
    pub size: Point,
    /// How the keyholes are arranged.
    pub arrangement: u16,
    /// How many keys.
    pub magnitude: i64,
    /// Whether it asks for negative keys.
    pub negative: bool,
    /// Whether it asks for imaginary keys.
    pub imaginary: bool,
    /// Whether the keyholes are not shown.
    pub hidden: bool,
    /// The editor's number of the colour, 0 to 15.
    pub colour: u8,
    /// 0 normal, 1 blast, 2 blank, 3 all.
    pub kind: u8,
}

/// A board that shows the number of keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counter {
    /// Upper left corner.
    pub at: Point,
    /// Width in pixels.
    pub length: u32,
    /// The editor's numbers of the colours that are shown.
    pub colours: Vec<u8>,
}

/// A way into another level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entrance {
    /// Upper left corner.
    pub at: Point,
    /// How it looks.
    pub skin: u32,
    /// The number of the level.
    pub target: u32,
}

/// A salvage point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SalvageRecord {
    /// Upper left corner.
    pub at: Point,
    /// Whether doors come out of it.
    pub output: bool,
    /// Its number.
    pub id: i32,
}
