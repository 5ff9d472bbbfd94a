//! A level made ready for playing: ways out of every node at hand, and what can happen in it at all.

use crate::lockpick::{
    colour::Colour,
    level::{Condition, Door, KeyEffect, Level, NodeId, NodeKind},
    rules::glitch,
};

/// A way out of a node.
#[derive(Clone, Debug)]
pub struct Way {
    /// Where it leads.
    pub to: NodeId,
    /// When it can be walked.
    pub conditions: Box<[Condition]>,
}

/// A level and its tables.
#[derive(Clone, Debug)]
pub struct Terrain {
    /// The level itself.
    pub level: Level,
    /// The ways out of every node.
    pub ways: Vec<Vec<Way>>,
    /// The nodes from which there is a way to a node.
    pub from: Vec<Vec<NodeId>>,
    /// The nodes with doors.
    pub doors: Vec<NodeId>,
    /// The place of a node in `doors`, for those that have one.
    pub door_index: Vec<Option<usize>>,
    /// The goals.
    pub goals: Vec<NodeId>,
    /// Whether it matters where the player is: some ways cannot be walked back, or not at all times.
    pub is_positional: bool,
    /// Whether there is anything of glitch colour.
    pub has_glitch: bool,
    /// Whether no number is ever imaginary. Then copies never change their side: a door is gone when they come to 0.
    pub is_real: bool,
    /// Whether walking over a key that stays and changes nothing now is no move of its own.
    pub passes_idle_keys: bool,
}

impl Terrain {
    /// Prepares a level. Its nodes and edges must exist, as the readers see to.
    pub fn new(level: Level) -> Self {
        let count = level.nodes.len();
        let mut ways = vec![Vec::new(); count];
        for edge in &level.edges {
            let mut add = |from: NodeId, to: NodeId| {
                ways[from].push(Way { to, conditions: edge.conditions.clone().into_boxed_slice() });
            };
            add(edge.from, edge.to);
            if !edge.one_way {
                add(edge.to, edge.from);
            }
        }
        let mut from = vec![Vec::new(); count];
        for (node, ways) in ways.iter().enumerate() {
            for way in ways {
                if !from[way.to].contains(&node) {
                    from[way.to].push(node);
                }
            }
        }
        let is_door = |node: &NodeId| level.door(*node).is_some();
        let doors: Vec<NodeId> = (0..count).filter(is_door).collect();
        let mut door_index = vec![None; count];
        for (index, &node) in doors.iter().enumerate() {
            door_index[node] = Some(index);
        }
        let goals = (0..count).filter(|&node| matches!(level.nodes[node].kind, NodeKind::Goal)).collect();
        let is_positional = is_positional(&level, &from);
        let has_glitch = level.nodes.iter().any(|node| match &node.kind {
            NodeKind::Key(key) => key.colour == Colour::Glitch,
            NodeKind::Door(door) => glitch::has_glitch(door),
            NodeKind::Gate(gate) => gate.locks.iter().any(|lock| lock.colour == Colour::Glitch),
            NodeKind::Junction | NodeKind::Goal | NodeKind::Salvage(_) => false,
        });
        let is_real = !super::codec::has_imaginary(&level);
        Self {
            level,
            ways,
            from,
            doors,
            door_index,
            goals,
            is_positional,
            has_glitch,
            is_real,
            passes_idle_keys: false,
        }
    }

    /// The same level for players who walk over keys that stay and change nothing without a word about it, if there can
    /// be such keys and it matters where the player is.
    pub fn passing_idle_keys(&self) -> Option<Self> {
        let has_lasting_keys = (0..self.level.nodes.len()).any(|node| self.is_infinite_key(node));
        (self.is_positional && has_lasting_keys).then(|| Self { passes_idle_keys: true, ..self.clone() })
    }

    /// The door at a node. Only for nodes that have one.
    pub fn door(&self, index: usize) -> &Door {
        match &self.level.nodes[self.doors[index]].kind {
            NodeKind::Door(door) => door,
            other => unreachable!("{other:?} is no door"),
        }
    }

    /// Whether what has glitch colour can ever mimic a colour that nothing curses: it mimics what doors spend.
    fn can_mimic(&self, colour: Colour) -> bool {
        (0..self.doors.len()).any(|index| self.door(index).spend == colour)
    }

    /// Whether brown can be anything but 0, or a door be cursed.
    pub fn may_curse(&self) -> bool {
        let can_mimic_brown = self.can_mimic(Colour::Brown);
        let is_brown = |colour: Colour| match colour {
            Colour::Glitch => can_mimic_brown,
            other => other == Colour::Brown,
        };
        !self.level.start_counts[Colour::Brown.index()].is_zero()
            || self.level.nodes.iter().any(|node| match &node.kind {
                NodeKind::Key(key) => is_brown(key.colour),
                NodeKind::Door(door) => door.cursed || is_brown(door.spend),
                _ => false,
            })
    }

    /// Whether counts or copies can grow without end, so that there may be no end of states.
    pub fn is_unbounded(&self) -> bool {
        let is_endless = self.level.nodes.iter().any(|node| match &node.kind {
            NodeKind::Key(key) => key.infinite && !is_bounded_effect(key.effect),
            NodeKind::Door(door) => door.endless && !door.locks.is_empty(),
            _ => false,
        });
        let master = Colour::Master.index();
        let may_star = self.level.start_stars[master]
            || self.level.nodes.iter().any(|node| match &node.kind {
                NodeKind::Key(key) => {
                    key.effect == KeyEffect::Star && matches!(key.colour, Colour::Master | Colour::Glitch)
                }
                _ => false,
            });
        // A starred master is never used up: on strange copies it makes more and more of them.
        let has_strange_copies = self.doors.iter().enumerate().any(|(index, _)| {
            let copies = self.door(index).copies;
            copies.re < 0 || copies.im != 0
        });
        is_endless || may_star && (has_strange_copies || self.has_odd_masters()) || self.has_odd_masters()
    }

    /// Whether copies of a door can become negative or imaginary that are not so at the start.
    pub fn has_turning_copies(&self) -> bool {
        !self.is_real && self.has_odd_masters()
    }

    /// Whether a master key can be anything but a positive real number, so that doors can gain copies or get strange
    /// ones. When in doubt it says yes.
    pub fn has_odd_masters(&self) -> bool {
        let level = &self.level;
        let start = level.start_counts[Colour::Master.index()];
        let can_mimic_master = self.can_mimic(Colour::Master);
        let is_odd = |colour: Colour| match colour {
            Colour::Glitch => can_mimic_master,
            other => other == Colour::Master,
        };
        start.re < 0
            || start.im != 0
            || level.nodes.iter().any(|node| match &node.kind {
                NodeKind::Key(key) if is_odd(key.colour) => match key.effect {
                    KeyEffect::Add(amount) | KeyEffect::Exact(amount) => {
                        amount.re < 0 || amount.im != 0 || key.colour == Colour::Glitch
                    }
                    KeyEffect::Star | KeyEffect::Unstar => false,
                    KeyEffect::Flip | KeyEffect::Rotor | KeyEffect::BackRotor => true,
                },
                NodeKind::Door(door) if is_odd(door.spend) => !is_plain_master_door(door),
                _ => false,
            })
    }
}

/// Whether opening this door takes no more masters than there are.
fn is_plain_master_door(door: &Door) -> bool {
    use crate::lockpick::level::Need;
    let is_positive = door.copies.re > 0 && door.copies.im == 0;
    let is_plain = match door.locks.as_slice() {
        [] => true,
        [lock] => match lock.need {
            Need::Normal(amount) => lock.colour == Colour::Master && amount.re > 0,
            Need::Blast(_) | Need::All => lock.colour == Colour::Master,
            Need::Blank => true,
        },
        _ => false,
    };
    door.spend == Colour::Master && is_positive && is_plain
}

/// Whether taking such a key again and again leads through finitely many counts.
fn is_bounded_effect(effect: KeyEffect) -> bool {
    match effect {
        KeyEffect::Add(amount) => amount.is_zero(),
        _ => true,
    }
}

/// Whether it matters where the player is.
fn is_positional(level: &Level, from: &[Vec<NodeId>]) -> bool {
    let is_special = |(node, what): (NodeId, &crate::lockpick::level::Node)| {
        let kind = match &what.kind {
            NodeKind::Gate(_) | NodeKind::Salvage(_) => true,
            // An infinite key at the end of a way is in nobody's way.
            NodeKind::Key(key) => key.infinite && from[node].len() > 1,
            NodeKind::Junction | NodeKind::Door(_) | NodeKind::Goal => false,
        };
        kind || !what.near.is_empty() || !what.touching.is_empty()
    };
    level.edges.iter().any(|edge| edge.one_way || !edge.conditions.is_empty())
        || level.nodes.iter().enumerate().any(is_special)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{diagnostics::Source, lockpick::input};

    #[test]
    fn glitch_mimics_only_what_doors_spend() {
        let terrain = |door: &str| {
            let text =
                format!("level L\nstart s\njunction s\nkey k -1 glitch\n{door}\ngoal g\npath s - k\npath s - d - g\n");
            Terrain::new(input::parse(&Source::new("level", text)).unwrap().level)
        };
        let about = |door: &str| {
            let terrain = terrain(door);
            (terrain.may_curse(), terrain.has_odd_masters())
        };
        assert_eq!(about("door d 1 white"), (false, false));
        assert_eq!(about("door d 1 glitch"), (false, false));
        assert_eq!(about("door d 1 white spends brown"), (true, false));
        assert_eq!(about("door d 1 master"), (false, true));
    }
}
