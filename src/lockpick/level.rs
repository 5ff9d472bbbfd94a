//! A level as a graph: what stands where, which way leads to what, and what the player starts with.
//!
//! The player is always at a node. A junction, a taken key, a door that is gone and an open gate let the player
//! through; a key that is there is taken by entering its node, and a door is touched from any node with an edge to it.

use super::{colour::Colour, complex::Complex};
use crate::bits::BitSet;

/// The place of a node in [`Level::nodes`].
pub type NodeId = usize;

/// A set of nodes of one level.
pub type NodeSet = BitSet;

/// A level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// What people call it; may be empty.
    pub title: String,
    /// All nodes.
    pub nodes: Vec<Node>,
    /// All edges.
    pub edges: Vec<Edge>,
    /// Where the player starts; not a door, a gate or a key.
    pub start: NodeId,
    /// The keys the player starts with, by [`Colour::index`].
    pub start_counts: [Complex; Colour::COUNT],
    /// The colours that are starred from the start, by [`Colour::index`].
    pub start_stars: [bool; Colour::COUNT],
    /// Whether the player can look at imaginary numbers (the lens of truth).
    pub lens: bool,
    /// What ends the level well.
    pub objective: Objective,
}

/// What the player is after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// To touch a goal.
    #[default]
    Goal,
    /// To store a door with a salvage point.
    Salvage {
        /// The number of the point.
        id: i32,
        /// The door to be stored; any if none is named.
        door: Option<NodeId>,
    },
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The name in files and answers; unique in the level, without blanks.
    pub name: String,
    /// What is there.
    pub kind: NodeKind,
    /// Doors so near that a player at this node works on their auras and curses (within 23 pixels of the way).
    pub near: Vec<NodeId>,
    /// What a player at this node cannot help touching: doors, such as the one that is the floor here, open by
    /// themselves if they can; keys are taken; salvage points are armed.
    pub touching: Vec<NodeId>,
    /// Where it is in the room that the level was made from, if there is one.
    pub spot: Option<Spot>,
    /// Where the player's box can be in that room for the player to be here.
    pub stand: Option<Spot>,
}

/// A place in a room, in pixels: the upper left corner of a thing, or of the player's box where there is nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot {
    /// From the left.
    pub x: i32,
    /// From the top.
    pub y: i32,
}

impl Spot {
    /// The side of a tile in pixels.
    const TILE: i32 = 32;

    /// The column of the tile it lies in, from 1.
    pub const fn column(self) -> i32 {
        self.x.div_euclid(Self::TILE) + 1
    }

    /// The row of the tile it lies in, from 1.
    pub const fn row(self) -> i32 {
        self.y.div_euclid(Self::TILE) + 1
    }
}

/// What is at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Nothing: ways meet.
    Junction,
    /// A key.
    Key(Key),
    /// A door.
    Door(Door),
    /// A gate.
    Gate(Gate),
    /// The goal.
    Goal,
    /// A salvage point.
    Salvage(Salvage),
}

/// A way from one node to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it begins.
    pub from: NodeId,
    /// Where it ends.
    pub to: NodeId,
    /// Whether it leads from `from` to `to` only.
    pub one_way: bool,
    /// When it can be walked: all of these must hold. Two edges between the same nodes are alternatives.
    pub conditions: Vec<Condition>,
}

/// When an edge can be walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// Only while this door stands: it is a floor.
    While(NodeId),
    /// Only after this door is gone.
    After(NodeId),
    /// Only while this gate is open. A player who is inside a gate already needs no such way: it does not close on
    /// anybody.
    Through(NodeId),
}

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The colour it changes. A glitch key changes the colour it mimics.
    pub colour: Colour,
    /// What it does.
    pub effect: KeyEffect,
    /// Whether it stays when taken; entering its node again takes it again.
    pub infinite: bool,
}

/// What a key does to the count of its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyEffect {
    /// Adds to the count.
    Add(Complex),
    /// Sets the count, both parts of it.
    Exact(Complex),
    /// Freezes the count.
    Star,
    /// Unfreezes it.
    Unstar,
    /// Multiplies it by -1.
    Flip,
    /// Multiplies it by i.
    Rotor,
    /// Multiplies it by -i.
    BackRotor,
}

/// A lock of a door or a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lock {
    /// The colour whose count is looked at.
    pub colour: Colour,
    /// What it asks for.
    pub need: Need,
}

/// What a lock asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// At least this many; the number lies on one axis and is not 0.
    Normal(Complex),
    /// None at all.
    Blank,
    /// At least one on the side of this unit (1, -1, i or -i); it costs all there are on that axis.
    Blast(Complex),
    /// Any at all; it costs all there are.
    All,
}

/// A door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Door {
    /// The colour that is spent.
    pub spend: Colour,
    /// All its locks; none makes it open freely.
    pub locks: Vec<Lock>,
    /// How many times it is there; not 0.
    pub copies: Complex,
    /// Whether opening never uses up a copy. `copies` then only says which kind of copy it is, such as 1 or -1.
    pub endless: bool,
    /// What covers it.
    pub auras: Auras,
    /// Whether it is cursed from the start.
    pub cursed: bool,
}

/// What covers a door and keeps it shut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Auras {
    /// Ice: a red key melts it.
    pub ice: bool,
    /// Erosion: five green keys wash it away.
    pub erosion: bool,
    /// Paint: three blue keys strip it.
    pub paint: bool,
}

/// A gate: passable while all its locks are content. It costs nothing and never goes away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gate {
    /// All its locks.
    pub locks: Vec<Lock>,
}

/// A salvage point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Salvage {
    /// Its number; a point of number -1 stores nothing.
    pub id: i32,
    /// Whether it is a place where a stored door is put rather than one that stores; then it does nothing by itself.
    pub output: bool,
}

impl Node {
    /// A node with nothing near it.
    pub fn new(name: impl Into<String>, kind: NodeKind) -> Self {
        Self { name: name.into(), kind, near: Vec::new(), touching: Vec::new(), spot: None, stand: None }
    }
}

impl Edge {
    /// An edge that can always be walked, both ways.
    pub fn between(from: NodeId, to: NodeId) -> Self {
        Self { from, to, one_way: false, conditions: Vec::new() }
    }
}

impl Key {
    /// A key that adds to the count, once.
    pub const fn adding(colour: Colour, amount: Complex) -> Self {
        Self { colour, effect: KeyEffect::Add(amount), infinite: false }
    }
}

impl Door {
    /// A door with one lock of the colour that is spent.
    pub fn simple(colour: Colour, need: Need) -> Self {
        Self::combo(colour, vec![Lock { colour, need }])
    }

    /// A door with any locks.
    pub fn combo(spend: Colour, locks: Vec<Lock>) -> Self {
        Self { spend, locks, copies: Complex::ONE, endless: false, auras: Auras::default(), cursed: false }
    }
}

impl Auras {
    /// Whether nothing covers the door.
    pub const fn is_clear(self) -> bool {
        !(self.ice || self.erosion || self.paint)
    }
}

impl Level {
    /// The node with a name.
    pub fn find(&self, name: &str) -> Option<NodeId> {
        self.nodes.iter().position(|node| node.name == name)
    }

    /// The door at a node, if there is one.
    pub fn door(&self, node: NodeId) -> Option<&Door> {
        match self.nodes.get(node).map(|node| &node.kind) {
            Some(NodeKind::Door(door)) => Some(door),
            _ => None,
        }
    }
}
