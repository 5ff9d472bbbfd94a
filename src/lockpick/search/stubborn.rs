//! Partial order: moves that cannot get in each other's way need not be tried in every order.
//!
//! A *stubborn set* of a state is a set of nodes such that every solution from there does something at one of them, and
//! whatever is done elsewhere before that could as well be done after it. So it is enough to go on at the nodes of the
//! set. It is put together like this: begin with something that must be done; for a node where nothing can be done yet,
//! add what could change that; for a node where something can, add everything that would not commute with it.
//! Solvability and the number of steps stay as they are, because moves only change places.
//!
//! This is for levels in which opening something never shuts anything else: no gates, drops, curses, glitch, auras,
//! infinite keys or strange copies.

use std::cell::Cell;

use crate::lockpick::{
    colour::Colour,
    level::{Door, Key, KeyEffect, Lock, Need, NodeId, NodeKind, NodeSet, Objective},
    play::{State, Terrain},
};

use super::{landmarks::Landmarks, traits::Traits};

/// What doing something at a node means for a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Touch {
    /// There is more of it afterwards, and that is all.
    Gives,
    /// So many are asked for and spent.
    Spends(i64),
    /// Anything else.
    Disturbs,
}

/// All nodes that touch a colour, by what they do to it.
#[derive(Clone, Debug, Default)]
struct Users {
    gives: Vec<NodeId>,
    spends: Vec<NodeId>,
    disturbs: Vec<NodeId>,
}

/// What the moves of a level have to do with each other.
#[derive(Clone, Debug)]
pub(super) struct Stubborn {
    touches: Vec<Vec<(Colour, Touch)>>,
    is_mastered: Vec<bool>,
    users: Vec<Users>,
    /// What every solution does, what is likely to stand alone first.
    landmarks: Vec<NodeId>,
}

/// Room to put sets together.
#[derive(Debug)]
pub(super) struct Room {
    /// The nodes where there is still a key or a door.
    left: NodeSet,
    /// Those of them to which a way leads.
    border: NodeSet,
    /// Nodes that would make a set too large.
    heavy: NodeSet,
    set: NodeSet,
    /// Nodes out of reach whose surroundings were looked at.
    seen: NodeSet,
    waiting: Vec<NodeId>,
    best: NodeSet,
}

impl Room {
    pub fn new(terrain: &Terrain) -> Self {
        let empty = || NodeSet::new(terrain.level.nodes.len());
        Self {
            left: empty(),
            border: empty(),
            heavy: empty(),
            set: empty(),
            seen: empty(),
            waiting: Vec::new(),
            best: empty(),
        }
    }
}

impl Stubborn {
    /// `None` if the level has something in it for which this is not made.
    pub fn new(terrain: &Terrain, traits: &Traits, landmarks: &Landmarks) -> Option<Self> {
        let level = &terrain.level;
        let is_strange = level.objective != Objective::Goal
            || terrain.is_positional
            || terrain.has_glitch
            || terrain.may_curse()
            || terrain.is_unbounded()
            || traits.has_odd_masters;
        if is_strange {
            return None;
        }
        let mut users = vec![Users::default(); Colour::COUNT];
        let (mut touches, mut is_mastered) = (Vec::new(), Vec::new());
        for (node, what) in level.nodes.iter().enumerate() {
            let mut own = match &what.kind {
                NodeKind::Key(key) => vec![(key.colour, key_touch(key)?)],
                NodeKind::Door(door) => door_touches(door)?,
                NodeKind::Junction | NodeKind::Goal => Vec::new(),
                NodeKind::Gate(_) | NodeKind::Salvage(_) => return None,
            };
            let may_be_mastered = terrain.door_index[node].is_some_and(|door| traits.doors[door].may_be_mastered);
            touches.push(own.clone());
            is_mastered.push(may_be_mastered);
            if may_be_mastered {
                own.push((Colour::Master, Touch::Spends(1)));
            }
            for (colour, touch) in own {
                let users = &mut users[colour.index()];
                match touch {
                    Touch::Gives => users.gives.push(node),
                    Touch::Spends(_) => users.spends.push(node),
                    Touch::Disturbs => users.disturbs.push(node),
                }
            }
        }
        let mut landmarks = landmarks.nodes(terrain);
        landmarks.sort_by_key(|&node| !touches[node].iter().all(|(_, touch)| *touch == Touch::Gives));
        Some(Self { touches, is_mastered, users, landmarks })
    }

    /// The nodes at which it is enough to go on from a state that is not solved. None at all if it is a dead end.
    pub fn choose<'a>(&self, terrain: &Terrain, state: &State, room: &'a mut Room) -> &'a NodeSet {
        room.left.clear();
        for node in (0..terrain.level.nodes.len()).filter(|&node| is_left(terrain, state, node)) {
            room.left.insert(node);
        }
        room.heavy.clear();
        room.border.clear();
        for node in state.region.iter() {
            for way in terrain.ways[node].iter().filter(|way| !state.region.contains(way.to)) {
                room.border.insert(way.to);
            }
        }
        // Without anything better, all that lies next to the region.
        room.best.clone_from(&room.border);
        let mut least = usize::MAX;
        if let Some(count) = self.grow(terrain, state, &terrain.goals, least, room) {
            least = count;
            std::mem::swap(&mut room.set, &mut room.best);
        }
        for &landmark in &self.landmarks {
            if least <= 1 {
                break;
            }
            if !room.left.contains(landmark) {
                continue;
            }
            if let Some(count) = self.grow(terrain, state, &[landmark], least, room) {
                least = count;
                std::mem::swap(&mut room.set, &mut room.best);
            } else {
                // A set with it in it is at least as large as its own.
                room.heavy.insert(landmark);
            }
        }
        &room.best
    }

    /// Puts the set together that begins with some nodes, one of which must come up in every solution. Tells at how
    /// many nodes of it something might be done now, or gives up if it has no fewer of them than `most`.
    fn grow(&self, terrain: &Terrain, state: &State, seed: &[NodeId], most: usize, room: &mut Room) -> Option<usize> {
        let Room { left, border, heavy, set, seen, waiting, .. } = room;
        set.clear();
        seen.clear();
        waiting.clear();
        let count = Cell::new(0);
        let is_too_large = Cell::new(false);
        let mut add = |node: NodeId, waiting: &mut Vec<NodeId>| {
            if left.contains(node) && set.insert(node) {
                count.set(count.get() + usize::from(border.contains(node)));
                is_too_large.set(is_too_large.get() || count.get() >= most || heavy.contains(node));
                waiting.push(node);
            }
        };
        for &node in seed {
            waiting.push(node);
            add(node, waiting);
        }
        while let Some(node) = waiting.pop() {
            if is_too_large.get() {
                return None;
            }
            if !border.contains(node) {
                // It has to be reached first: something next to the region has to go that lies before it.
                if seen.insert(node) {
                    for way in &terrain.ways[node] {
                        if border.contains(way.to) {
                            add(way.to, waiting);
                        } else if !seen.contains(way.to) {
                            waiting.push(way.to);
                        }
                    }
                }
                continue;
            }
            for &(colour, touch) in &self.touches[node] {
                let users = &self.users[colour.index()];
                let is_payable = match touch {
                    Touch::Spends(amount) => state.inventory.count(colour).re >= amount,
                    Touch::Gives | Touch::Disturbs => true,
                };
                // What would not commute with it, or could make it possible.
                let (gives, spends) = match touch {
                    Touch::Gives => (false, false),
                    Touch::Spends(_) => (!is_payable, is_payable),
                    Touch::Disturbs => (true, true),
                };
                users.add_all(gives, spends, &mut |node| add(node, waiting));
            }
            if self.is_mastered[node] {
                let has_master = state.inventory.count(Colour::Master).re > 0;
                let users = &self.users[Colour::Master.index()];
                users.add_all(!has_master, has_master, &mut |node| add(node, waiting));
            }
        }
        (!is_too_large.get()).then_some(count.get())
    }
}

impl Users {
    /// Adds those that disturb the colour, and others if wanted.
    fn add_all(&self, gives: bool, spends: bool, add: &mut impl FnMut(NodeId)) {
        let lists = [(true, &self.disturbs), (gives, &self.gives), (spends, &self.spends)];
        for (_, list) in lists.into_iter().filter(|(is_wanted, _)| *is_wanted) {
            list.iter().for_each(|&node| add(node));
        }
    }
}

/// Whether there is still a key or a door at a node.
fn is_left(terrain: &Terrain, state: &State, node: NodeId) -> bool {
    match &terrain.level.nodes[node].kind {
        NodeKind::Key(_) | NodeKind::Door(_) => !terrain.is_passable(state, node),
        _ => false,
    }
}

fn key_touch(key: &Key) -> Option<Touch> {
    match key.effect {
        _ if key.infinite => None,
        KeyEffect::Add(amount) if amount.re >= 0 && amount.im == 0 => Some(Touch::Gives),
        _ => Some(Touch::Disturbs),
    }
}

fn door_touches(door: &Door) -> Option<Vec<(Colour, Touch)>> {
    let is_plain = door.copies.re > 0 && door.copies.im == 0 && door.auras.is_clear() && !door.cursed && !door.endless;
    if !is_plain {
        return None;
    }
    match door.locks.as_slice() {
        [Lock { colour, need: Need::Normal(amount), .. }]
            if amount.re > 0 && amount.im == 0 && *colour == door.spend =>
        {
            Some(vec![(*colour, Touch::Spends(amount.re))])
        }
        locks => {
            let all = locks.iter().map(|lock| lock.colour).chain([door.spend]);
            Some(all.map(|colour| (colour, Touch::Disturbs)).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{diagnostics::Source, lockpick::input, search::Control};

    fn terrain(parts: &str) -> Terrain {
        let text = format!("level L\nstart hub\njunction hub\ngoal out\n{parts}");
        Terrain::new(input::parse(&Source::new("level", text)).unwrap_or_else(|error| panic!("{error}")).level)
    }

    fn stubborn(terrain: &Terrain) -> Option<Stubborn> {
        let start = terrain.start().unwrap();
        let traits = Traits::of(terrain, &start);
        let landmarks = Landmarks::new(terrain, &traits, &start, &Control::default());
        Stubborn::new(terrain, &traits, &landmarks)
    }

    /// The nodes next to the start at which it is enough to go on, in a level with these parts.
    fn chosen(parts: &str) -> Vec<String> {
        let terrain = terrain(parts);
        let (start, mut room) = (terrain.start().unwrap(), Room::new(&terrain));
        let border = terrain.border(&start);
        let stubborn = stubborn(&terrain).expect("nothing strange");
        let set = stubborn.choose(&terrain, &start, &mut room);
        let nodes = set.iter().filter(|&node| border.contains(node));
        nodes.map(|node| terrain.level.nodes[node].name.clone()).collect()
    }

    #[test]
    fn levels_in_which_something_may_be_shut_are_not_for_this() {
        let is_fine = |parts: &str| stubborn(&terrain(&format!("{parts}path hub - out\n"))).is_some();
        assert!(is_fine("key k flip white\ndoor d 1 white copies 2\npath hub - k\npath hub - d\n"));
        for parts in [
            "junction j\npath hub > j\n",
            "key g 1 glitch\npath hub - g\n",
            "key b 1 brown\npath hub - b\n",
            "key m -1 master\npath hub - m\n",
            "key k infinite exact 1 white\npath hub - k\n",
            "gate g 1 white\npath hub - g\n",
            "door d 1 white copies -1\npath hub - d\n",
            "door d 1 white copies 1+i\npath hub - d\n",
            "door d 1 white ice\npath hub - d\n",
            "door d none spends white endless\npath hub - d\n",
            "salvage s 3\npath hub - s\n",
        ] {
            assert!(!is_fine(parts), "{parts}");
        }
    }

    #[test]
    fn a_key_that_must_be_taken_is_taken_first() {
        let parts = "key k 1 white\nkey l 1 red\ndoor d 1 white\ndoor e 1 red\n\
                     path hub - k\npath hub - l\npath hub - d - e - out\n";
        assert_eq!(chosen(parts), ["k"]);
    }

    #[test]
    fn what_makes_a_door_possible_comes_with_it() {
        // Either key will do, so none of them has to be taken.
        let keys = "key k 1 white\nkey l 1 white\nkey r 1 red\npath hub - k\npath hub - l\npath hub - r\n";
        let door = "door d 1 white\npath hub - d - out\n";
        assert_eq!(chosen(&format!("{keys}{door}")), ["k", "l", "d"]);
        // Who can pay need not wait for more keys.
        assert_eq!(chosen(&format!("{keys}{door}have 1 white\n")), ["d"]);
        // But for another door that spends the same: after that one, this may be out of reach.
        let other = "door f 1 white\npath hub - f\n";
        assert_eq!(chosen(&format!("{keys}{door}{other}have 1 white\n")), ["d", "f"]);
        // A key that adds nothing is only a key.
        let nothing = "key z 0 white\npath hub - z\n";
        assert_eq!(chosen(&format!("{keys}{door}{nothing}have 1 white\n")), ["d"]);
        // A door that gives is minded by keys and by doors that take.
        let giving = "have -3 white\ndoor d -2 white\npath hub - d - out\n";
        assert_eq!(chosen(&format!("{keys}{giving}{other}")), ["k", "l", "d", "f"]);
        // What looks at the count minds every key.
        assert_eq!(chosen(&format!("{keys}door d blank white\npath hub - d - out\n")), ["k", "l", "d"]);
        assert_eq!(
            chosen(&format!("{keys}{door}have 1 white\ndoor f blank white\npath hub - f\n")),
            ["k", "l", "d", "f"]
        );
    }

    #[test]
    fn doors_for_master_keys_go_together() {
        let doors = "door d 1 white\ndoor f 1 red\npath hub - d - out\npath hub - f\n";
        let keys = "key m 1 master\nkey k 1 white\nkey n 1 master\nkey r 1 red\n\
                    path hub - m\npath hub - k\npath hub - n\npath hub - r\n";
        // Without a master key those that are there could make the door possible.
        assert_eq!(chosen(&format!("{doors}{keys}")), ["d", "m", "k", "n"]);
        // With one it may be spent elsewhere.
        assert_eq!(chosen(&format!("{doors}{keys}have 1 master\n")), ["d", "f", "k", "r"]);
    }
}
