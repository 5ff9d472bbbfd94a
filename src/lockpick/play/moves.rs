//! What a player can do.

use std::fmt;

use crate::lockpick::{
    complex::{Axis, Complex},
    level::{Key, KeyEffect, Level, Need, Node, NodeId, NodeKind},
};

/// What is done at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Take the key there.
    Take,
    /// Touch the door there while looking at an axis, so that it opens.
    Open(Axis),
    /// Touch the door there with a master key held, while looking at an axis.
    Master(Axis),
    /// Come near the door there without touching it.
    Approach,
    /// Walk there, which sets something off.
    Walk,
}

/// One action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where it is done.
    pub node: NodeId,
    /// What is done.
    pub action: Action,
    /// Where the player stands for it, if that makes a difference.
    pub at: Option<NodeId>,
}

impl Action {
    /// A word for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Take => "take",
            Self::Open(Axis::Real) => "open",
            Self::Open(Axis::Imaginary) => "open-imaginary",
            Self::Master(Axis::Real) => "master",
            Self::Master(Axis::Imaginary) => "master-imaginary",
            Self::Approach => "approach",
            Self::Walk => "walk",
        }
    }

    /// The action with a word for programs.
    pub fn from_word(word: &str) -> Option<Self> {
        let axes = Axis::BOTH.into_iter().flat_map(|axis| [Self::Open(axis), Self::Master(axis)]);
        axes.chain([Self::Take, Self::Approach, Self::Walk]).find(|action| action.word() == word)
    }
}

/// How people say a move: `take key 7 (1 white)`, `open door 8 (1 white) with a master key`.
pub fn text(level: &Level, step: Move) -> String {
    let node = &level.nodes[step.node];
    let (name, place, what) = (&node.name, place(node), what(node));
    let mut text = match step.action {
        Action::Take => format!("take {}key {name} ({what})", key_kind(&node.kind)),
        Action::Open(Axis::Real) => format!("open {}door {name} ({what})", door_kind(&node.kind)),
        Action::Open(Axis::Imaginary) => {
            format!("open {}door {name} ({what}) in the imaginary view", door_kind(&node.kind))
        }
        Action::Master(Axis::Real) => {
            format!("open {}door {name} ({what}) with a master key", door_kind(&node.kind))
        }
        Action::Master(Axis::Imaginary) => {
            format!("open {}door {name} ({what}) with an imaginary master key", door_kind(&node.kind))
        }
        Action::Approach => format!("come near door {name} ({what})"),
        Action::Walk => match &node.kind {
            NodeKind::Salvage(_) => format!("touch salvage point {name} ({what})"),
            _ => match place {
                Some(place) => format!("walk to {name} ({place})"),
                None => format!("walk to {name}"),
            },
        },
    };
    if let Some(at) = step.at {
        text += &format!(" from {}", level.nodes[at].name);
    }
    text
}

/// Where a thing is, if that is known.
fn place(node: &Node) -> Option<String> {
    node.spot.map(|spot| format!("column {}, row {}", spot.column(), spot.row()))
}

/// What a thing is and where, as it stands in brackets after its name.
fn what(node: &Node) -> String {
    match place(node) {
        Some(place) => format!("{}; {place}", Thing(&node.kind)),
        None => Thing(&node.kind).to_string(),
    }
}

/// Is this what stands in brackets after the name of a thing or of a place?
pub fn is_so(node: &Node, said: &str) -> bool {
    what(node) == said || place(node).is_some_and(|place| place == said)
}

fn key_kind(kind: &NodeKind) -> &'static str {
    match kind {
        NodeKind::Key(Key { effect, .. }) => match effect {
            KeyEffect::Add(_) => "",
            KeyEffect::Exact(_) => "exact ",
            KeyEffect::Star => "star ",
            KeyEffect::Unstar => "unstar ",
            KeyEffect::Flip => "signflip ",
            KeyEffect::Rotor | KeyEffect::BackRotor => "rotor ",
        },
        _ => "",
    }
}

fn door_kind(kind: &NodeKind) -> &'static str {
    match kind {
        NodeKind::Door(door) => match door.locks.as_slice() {
            [lock] => match lock.need {
                Need::Normal(_) => "",
                Need::Blank => "blank ",
                Need::Blast(_) => "blast ",
                Need::All => "all ",
            },
            _ => "combo ",
        },
        _ => "",
    }
}

/// What is at a node, in few words: `1 white`, `3 red + blank green, spends blue`.
pub struct Thing<'a>(pub &'a NodeKind);

impl fmt::Display for Thing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            NodeKind::Junction => f.write_str("junction"),
            NodeKind::Goal => f.write_str("goal"),
            NodeKind::Salvage(point) if point.output => write!(f, "output {}", point.id),
            NodeKind::Salvage(point) => write!(f, "{}", point.id),
            NodeKind::Key(key) => {
                match key.effect {
                    KeyEffect::Add(amount) | KeyEffect::Exact(amount) => write!(f, "{amount} ")?,
                    KeyEffect::Rotor => f.write_str("i ")?,
                    KeyEffect::BackRotor => f.write_str("-i ")?,
                    KeyEffect::Star | KeyEffect::Unstar | KeyEffect::Flip => {}
                }
                write!(f, "{}{}", key.colour, if key.infinite { ", infinite" } else { "" })
            }
            NodeKind::Door(door) => {
                write_locks(f, &door.locks)?;
                if !matches!(door.locks.as_slice(), [lock] if lock.colour == door.spend) {
                    write!(f, ", spends {}", door.spend)?;
                }
                match door.copies {
                    _ if door.endless => f.write_str(", endless copies"),
                    Complex::ONE => Ok(()),
                    copies => write!(f, ", {copies} copies"),
                }
            }
            NodeKind::Gate(gate) => write_locks(f, &gate.locks),
        }
    }
}

fn write_locks(f: &mut fmt::Formatter<'_>, locks: &[crate::lockpick::level::Lock]) -> fmt::Result {
    if locks.is_empty() {
        return f.write_str("no locks");
    }
    for (index, lock) in locks.iter().enumerate() {
        let plus = if index > 0 { " + " } else { "" };
        match lock.need {
            Need::Normal(amount) => write!(f, "{plus}{amount} {}", lock.colour)?,
            Need::Blast(Complex::ONE) => write!(f, "{plus}blast {}", lock.colour)?,
            Need::Blast(unit) => write!(f, "{plus}blast {unit} {}", lock.colour)?,
            Need::Blank => write!(f, "{plus}blank {}", lock.colour)?,
            Need::All => write!(f, "{plus}all {}", lock.colour)?,
        }
    }
    Ok(())
}
