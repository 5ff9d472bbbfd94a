//! Levels that were solved while they were made: every key is taken and every door opened as it is put in place, except
//! for those that lead astray.

use super::{Mechanic, Recipe, parts::Parts};
use crate::lockpick::{
    colour::Colour,
    complex::{Axis, Complex},
    level::{Door, Edge, Key, KeyEffect, Level, Need, Node, NodeId, NodeKind},
    rules::{DoorState, Inventory, curse, keys, masters, opening},
};

/// A level that has a solution. Ways that depend on doors, gates and places are left out.
pub fn grown(recipe: &Recipe) -> Level {
    let mut parts = Parts::new(recipe);
    let count = recipe.nodes.max(3);
    let mut growth = Growth {
        nodes: vec![Node::new("start", NodeKind::Junction)],
        edges: Vec::new(),
        reached: vec![0],
        inventory: Inventory { counts: [Complex::ZERO; Colour::COUNT], stars: [false; Colour::COUNT] },
        mimic: Colour::Glitch,
    };
    // What the last door asks for is of a colour of its own, and all of it is needed: no branch can be left out.
    let trophy = if parts.palette.len() > 1 { parts.palette.pop() } else { None };
    while growth.nodes.len() + 2 < count {
        let room = count - 2 - growth.nodes.len();
        match parts.dice.below(100) {
            0..35 => growth.add_key(&mut parts),
            35..65 => growth.add_open_door(&mut parts),
            65..75 => match trophy {
                Some(colour) => growth.add_trophy(&mut parts, colour),
                None => growth.add_open_door(&mut parts),
            },
            _ if room >= 2 => growth.add_lure(&mut parts, room),
            _ => growth.add_key(&mut parts),
        }
    }
    growth.add_last_door(&mut parts, trophy);
    growth.finish(&mut parts)
}

struct Growth {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// The nodes where the player has been.
    reached: Vec<NodeId>,
    inventory: Inventory,
    mimic: Colour,
}

impl Growth {
    fn add(&mut self, from: NodeId, kind: NodeKind) -> NodeId {
        let node = self.nodes.len();
        self.nodes.push(Node::new("", kind));
        self.edges.push(Edge::between(from, node));
        node
    }

    /// A place where the player has been, late ones more likely.
    fn place(&self, parts: &mut Parts<'_>) -> NodeId {
        let count = self.reached.len();
        self.reached[parts.dice.below(count).max(parts.dice.below(count))]
    }

    fn add_key(&mut self, parts: &mut Parts<'_>) {
        let key = parts.key();
        let mut after = self.inventory;
        if keys::take(&mut after, &key, self.mimic).is_ok() {
            self.inventory = after;
            let place = self.place(parts);
            let node = self.add(place, NodeKind::Key(key));
            self.reached.push(node);
        }
    }

    /// A door that opens with what the player has, with a master key if there is one now and then. A key is put there
    /// instead if none is found.
    fn add_open_door(&mut self, parts: &mut Parts<'_>) {
        for _ in 0..8 {
            let door = self.affordable(parts);
            if self.open(parts, &door).is_some() {
                let place = self.place(parts);
                let node = self.add(place, NodeKind::Door(door));
                self.reached.push(node);
                return;
            }
        }
        self.add_key(parts);
    }

    /// A random door; a plain one asks for what there is.
    fn affordable(&self, parts: &mut Parts<'_>) -> Door {
        let mut door = parts.door();
        for lock in &mut door.locks {
            if let Need::Normal(amount) = &mut lock.need {
                let held = self.inventory.count(lock.colour);
                let fitting = |amount: i64, held: i64| {
                    if amount == 0 { 0 } else { amount.signum() * amount.abs().min(held.abs().max(1)) }
                };
                *amount = Complex::new(fitting(amount.re, held.re), fitting(amount.im, held.im));
            }
        }
        door
    }

    /// Opens all copies of a door, by its locks or with master keys.
    fn open(&mut self, parts: &mut Parts<'_>, door: &Door) -> Option<()> {
        let mut after = self.inventory;
        let mut mimic = self.mimic;
        let mut state = DoorState { mimic, ..DoorState::of_start(door) };
        for _ in 0..8 {
            curse::come_near(&after, door, &mut state);
            let is_mastered = parts.some(Mechanic::Master, 25)
                && after.count(Colour::Master).re > 0
                && masters::touch(&mut after, door, &mut state, Axis::Real).ok()?;
            if !is_mastered {
                mimic = opening::open(&mut after, door, &mut state, Axis::Real).ok()??;
                if !state.cursed {
                    state.mimic = mimic;
                }
            }
            if !state.stands() {
                self.inventory = after;
                self.mimic = mimic;
                return Some(());
            }
        }
        None
    }

    /// A door that the solution leaves shut, with something tempting behind it.
    fn add_lure(&mut self, parts: &mut Parts<'_>, room: usize) {
        let door = self.affordable(parts);
        let place = self.place(parts);
        let mut at = self.add(place, NodeKind::Door(door));
        for _ in 0..parts.dice.below((room - 1).min(3)) + 1 {
            let kind = if parts.dice.chance(65) { NodeKind::Key(parts.key()) } else { NodeKind::Door(parts.door()) };
            at = self.add(at, kind);
        }
    }

    /// A key for the last door, where the player went last.
    fn add_trophy(&mut self, parts: &mut Parts<'_>, colour: Colour) {
        let key = Key::adding(colour, Complex::ONE);
        let mut after = self.inventory;
        if keys::take(&mut after, &key, self.mimic).is_ok() {
            self.inventory = after;
            let last = self.reached[self.reached.len() - 1];
            let place = if parts.dice.chance(80) { last } else { self.place(parts) };
            let node = self.add(place, NodeKind::Key(key));
            self.reached.push(node);
        }
    }

    /// The door before the goal takes all trophies, or most of what is left.
    fn add_last_door(&mut self, parts: &mut Parts<'_>, trophy: Option<Colour>) {
        let trophy = trophy.filter(|&colour| self.inventory.count(colour).re > 0);
        let richest =
            trophy.or_else(|| parts.palette.iter().copied().max_by_key(|&colour| self.inventory.count(colour).re));
        let colour = richest.unwrap_or(Colour::White);
        if self.inventory.count(colour).re <= 0 {
            // Nothing is left: one more key makes up for it.
            let key = Key { colour, effect: KeyEffect::Exact(Complex::ONE), infinite: false };
            if keys::take(&mut self.inventory, &key, self.mimic).is_ok() {
                let place = self.place(parts);
                self.add(place, NodeKind::Key(key));
            }
        }
        let amount = Complex::real(self.inventory.count(colour).re.max(1));
        let mut door = Door::simple(colour, Need::Normal(amount));
        if self.open(parts, &door).is_none() {
            door.locks.clear();
        }
        let place = self.place(parts);
        let node = self.add(place, NodeKind::Door(door));
        self.add(node, NodeKind::Goal);
    }

    /// Gives nodes another order and names, so that they do not tell the solution.
    fn finish(self, parts: &mut Parts<'_>) -> Level {
        let count = self.nodes.len();
        let mut order: Vec<NodeId> = (1..count).collect();
        parts.dice.shuffle(&mut order);
        order.insert(0, 0);
        let mut place = vec![0; count];
        for (new, &old) in order.iter().enumerate() {
            place[old] = new;
        }
        let mut nodes: Vec<Node> = order.iter().map(|&old| self.nodes[old].clone()).collect();
        for (index, node) in nodes.iter_mut().enumerate() {
            node.name = match node.kind {
                NodeKind::Goal => "goal".to_owned(),
                _ if index == 0 => "start".to_owned(),
                _ => index.to_string(),
            };
        }
        let mut edges: Vec<Edge> =
            self.edges.iter().map(|edge| Edge::between(place[edge.from], place[edge.to])).collect();
        edges.sort_by_key(|edge| (edge.from, edge.to));
        Level { title: format!("grown {}", parts.recipe.seed), nodes, edges, lens: true, ..Level::default() }
    }
}
