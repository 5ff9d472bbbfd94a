//! New levels from a seed: wild ones of which nothing is known, grown ones that were solved while they were made, and
//! spoilt ones that are proved to have no solution.

mod dice;
mod grown;
mod parts;
pub mod request;
mod spoilt;
mod wild;

#[cfg(test)]
mod tests;

use std::str::FromStr;

pub use grown::grown;
pub use spoilt::spoilt;
pub use wild::wild;

use super::colour::Colour;

/// Something a level can have beside plain keys and doors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mechanic {
    /// Keys and locks of more than one.
    Bulk,
    /// Master keys.
    Master,
    /// Locks that want no keys.
    Blank,
    /// Locks that take all keys on an axis.
    Blast,
    /// Locks that take all keys.
    All,
    /// Keys that set a count.
    Exact,
    /// Negative keys and locks.
    Negative,
    /// Keys that turn signs over.
    Flip,
    /// Imaginary keys and locks, and keys that multiply by i.
    Imaginary,
    /// Keys that freeze counts, and free them.
    Star,
    /// Doors with several locks or none, and doors that spend another colour.
    Combo,
    /// Doors that are there several times.
    Copies,
    /// Ice, erosion and paint.
    Aura,
    /// Brown keys and cursed doors.
    Curse,
    /// Pure doors.
    Pure,
    /// Glitch.
    Glitch,
    /// Gates.
    Gate,
    /// Ways in one direction.
    OneWay,
    /// Ways that are there only while a door stands, or after it is gone.
    Floor,
    /// Keys that stay.
    Infinite,
    /// Salvage points.
    Salvage,
    /// Nodes near doors or touching them.
    Near,
}

impl Mechanic {
    /// All of them, with what people call them.
    pub const NAMED: [(&'static str, Self); 22] = [
        ("bulk", Self::Bulk),
        ("master", Self::Master),
        ("blank", Self::Blank),
        ("blast", Self::Blast),
        ("all", Self::All),
        ("exact", Self::Exact),
        ("negative", Self::Negative),
        ("flip", Self::Flip),
        ("imaginary", Self::Imaginary),
        ("star", Self::Star),
        ("combo", Self::Combo),
        ("copies", Self::Copies),
        ("aura", Self::Aura),
        ("curse", Self::Curse),
        ("pure", Self::Pure),
        ("glitch", Self::Glitch),
        ("gate", Self::Gate),
        ("oneway", Self::OneWay),
        ("floor", Self::Floor),
        ("infinite", Self::Infinite),
        ("salvage", Self::Salvage),
        ("near", Self::Near),
    ];
}

impl Mechanic {
    /// Is it had only by levels of which nothing is known? Those that are grown step by step have none of it.
    pub fn is_wild(self) -> bool {
        use Mechanic::{Floor, Gate, Infinite, Near, OneWay, Salvage};
        matches!(self, Gate | OneWay | Floor | Infinite | Salvage | Near)
    }
}

impl FromStr for Mechanic {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::NAMED.into_iter().find(|(own, _)| *own == name).map(|(_, mechanic)| mechanic);
        found.ok_or_else(|| {
            let names: Vec<_> = Self::NAMED.into_iter().map(|(name, _)| name).collect();
            format!("there is no mechanic '{name}': use {}", names.join(", "))
        })
    }
}

/// What a new level is to be like.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// How many nodes, start and goal among them; at least 3.
    pub nodes: usize,
    /// How many colours of keys.
    pub colours: usize,
    /// What it can have.
    pub mechanics: Vec<Mechanic>,
    /// The same seed gives the same level for ever.
    pub seed: u64,
}

impl Recipe {
    fn has(&self, mechanic: Mechanic) -> bool {
        self.mechanics.contains(&mechanic)
    }

    /// The colours of ordinary keys in the level.
    fn palette(&self) -> Vec<Colour> {
        let ordinary = [
            Colour::White,
            Colour::Orange,
            Colour::Purple,
            Colour::Red,
            Colour::Green,
            Colour::Blue,
            Colour::Pink,
            Colour::Cyan,
            Colour::Black,
            Colour::Stone,
        ];
        let count = self.colours.clamp(1, ordinary.len());
        // Auras need their own three colours.
        let from = if self.has(Mechanic::Aura) { 3 } else { 0 };
        (0..count).map(|index| ordinary[(from + index) % ordinary.len()]).collect()
    }
}
