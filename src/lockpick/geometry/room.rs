//! A room as it is drawn: walls and things in pixels. Importers make it, and [`super::level_of`] turns it into a graph.

use crate::lockpick::level::NodeKind;

/// A rectangle in pixels; `right` and `bottom` lie just outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Area {
    /// The first column.
    pub left: i32,
    /// The first row.
    pub top: i32,
    /// The column after the last.
    pub right: i32,
    /// The row after the last.
    pub bottom: i32,
}

impl Area {
    /// A rectangle from its upper left corner and its size.
    pub const fn new(left: i32, top: i32, width: i32, height: i32) -> Self {
        Self { left, top, right: left.saturating_add(width), bottom: top.saturating_add(height) }
    }

    /// Whether there is nothing in it.
    pub const fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }
}

/// Something in a room that the player can touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thing {
    /// Where it is.
    pub area: Area,
    /// What it is; never a junction.
    pub kind: NodeKind,
}

/// A room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// What people call it.
    pub title: String,
    /// Width in pixels.
    pub width: i32,
    /// Height in pixels.
    pub height: i32,
    /// What the player can never enter.
    pub walls: Vec<Area>,
    /// All things, in the order of the file.
    pub things: Vec<Thing>,
    /// The player's box at the start.
    pub spawn: Area,
}

impl Room {
    /// The same room with keys that are as large as a square within the bow of a key, which no picture of a key is
    /// without. Whoever gets past a key in the game gets past it here.
    pub fn with_small_keys(mut self) -> Self {
        for thing in self.things.iter_mut().filter(|thing| matches!(thing.kind, NodeKind::Key(_))) {
            let Area { left, top, .. } = thing.area;
            thing.area = Area::new(left.saturating_add(3), top.saturating_add(4), 13, 12);
        }
        self
    }
}

/// The width of the player's box in pixels.
pub const PLAYER_WIDTH: i32 = 11;
/// The height of the player's box in pixels.
pub const PLAYER_HEIGHT: i32 = 21;
