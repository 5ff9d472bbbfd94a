//! Places: positions between which the player can move without anything happening, and the ways between them.

use crate::lockpick::level::Spot;

/// Where the player can be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The things the player touches there, in order.
    pub touched: Vec<usize>,
    /// The sensitive doors the player is near.
    pub near: Vec<usize>,
    /// The door the player stands on, if that is what the place is about.
    pub standing_on: Option<usize>,
    /// A position of the place.
    pub spot: Option<Spot>,
}

/// A way from a place to another. To enter a place, the doors touched there must be gone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Link {
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// Doors that must stand or must be gone, in order.
    pub conditions: Vec<Footing>,
}

impl Link {
    /// A way that can always be walked.
    pub const fn new(from: usize, to: usize) -> Self {
        Self { from, to, conditions: Vec::new() }
    }
}

/// What a door has to do with a way over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Footing {
    /// It must be there to stand on.
    On(usize),
    /// It must be gone.
    Without(usize),
}

/// All places and ways.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// All places.
    pub places: Vec<Place>,
    /// All ways, each once.
    pub links: Vec<Link>,
    /// Doors that can be touched from a place without entering another: ways that end at the number of a thing.
    pub touches: Vec<Link>,
    /// Where the player starts.
    pub start: usize,
    /// Whether all ways can be walked back and depend on nothing.
    pub is_flight: bool,
}
