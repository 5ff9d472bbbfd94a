//! What could be reached if nothing were ever used up: the delete relaxation. It overlooks no real possibility, so
//! where it does not reach the goal there is none; and the doors and keys it would use tell how far the goal is.
//!
//! Counts are kept as ranges that only widen. Whatever is not plain (curses, glitch, strange copies) widens them, or
//! opens doors, more than the rules would.

mod counts;
mod plan;
mod reach;

use crate::lockpick::{
    colour::Colour,
    complex::Axis,
    level::{Auras, Condition, Lock, Need, NodeId, NodeKind, Objective},
    play::{State, Terrain},
};

use reach::{Reach, Turning};

use super::{
    gains::Gains,
    traits::{DoorTraits, Traits, can_agree},
};

/// More than any count: nothing is known.
pub(super) const ENDLESS: i64 = i64::MAX / 8;

/// What the relaxation found about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Estimate {
    /// The goal cannot be reached from here.
    DeadEnd,
    /// About this many things have to be done.
    Steps(u32),
}

/// Room for relaxations of one level, used again and again.
#[derive(Clone, Debug)]
pub(super) struct Relaxation {
    counts: [[Reach; 2]; Colour::COUNT],
    turning: [Turning; Colour::COUNT],
    /// The nodes that are reached, in order.
    order: Vec<NodeId>,
    /// How many of them were used.
    done: usize,
    is_reached: Vec<bool>,
    /// From which node a node was reached.
    from: Vec<NodeId>,
    /// Doors and gates at the edge of what is reached, which are shut so far.
    shut: Vec<NodeId>,
    is_shut: Vec<bool>,
    /// Doors that were opened once at least, so that what they cost is counted.
    is_paid: Vec<bool>,
    /// Doors among them that may cost any number, and how far the counts may fall and rise by that so far.
    open_costs: Vec<(usize, [[i64; 2]; 2])>,
    /// How often that was found to be more.
    rounds: u32,
    gains: Gains,
    /// Ways that wait for a door to go.
    waiting: Vec<(NodeId, usize)>,
    /// A node that is taken to be impassable.
    pub barred: Option<NodeId>,
    /// Whether guesses look at doors that change a colour to the side that is missing.
    pub minds_feeders: bool,
    needed: Vec<bool>,
}

impl Relaxation {
    pub fn new(terrain: &Terrain) -> Self {
        let nodes = terrain.level.nodes.len();
        Self {
            counts: [[Reach::at(0); 2]; Colour::COUNT],
            turning: [Turning::None; Colour::COUNT],
            order: Vec::with_capacity(nodes),
            done: 0,
            is_reached: vec![false; nodes],
            from: vec![0; nodes],
            shut: Vec::new(),
            is_shut: vec![false; nodes],
            is_paid: vec![false; nodes],
            open_costs: Vec::new(),
            rounds: 0,
            gains: Gains::default(),
            waiting: Vec::new(),
            barred: None,
            minds_feeders: false,
            needed: vec![false; nodes],
        }
    }

    /// Whether the goal may be reached from a state, and about how much has to be done.
    pub fn estimate(&mut self, terrain: &Terrain, traits: &Traits, state: &State) -> Estimate {
        match self.reach_goal(terrain, traits, state) {
            None => Estimate::DeadEnd,
            Some(None) => Estimate::Steps(1),
            Some(Some(goal)) => Estimate::Steps(self.count_needed(terrain, traits, state, goal)),
        }
    }

    /// Whether the goal may be reached from a state.
    pub fn is_hopeful(&mut self, terrain: &Terrain, traits: &Traits, state: &State) -> bool {
        self.reach_goal(terrain, traits, state).is_some()
    }

    /// Whether the goal and all these nodes may be reached from a state.
    pub fn reaches_all(&mut self, terrain: &Terrain, traits: &Traits, state: &State, nodes: &[NodeId]) -> bool {
        self.is_hopeful(terrain, traits, state) && {
            self.spread(terrain, traits, state, false);
            nodes.iter().all(|&node| self.is_reached[node])
        }
    }

    /// Reaches all that can be.
    pub fn spread_everywhere(&mut self, terrain: &Terrain, traits: &Traits, state: &State) {
        self.begin(state);
        self.spread(terrain, traits, state, false);
    }

    /// Whether a node was reached.
    pub fn is_reached(&self, node: NodeId) -> bool {
        self.is_reached[node]
    }

    /// Spreads until a goal is reached. Tells which, if there is one that can be named.
    fn reach_goal(&mut self, terrain: &Terrain, traits: &Traits, state: &State) -> Option<Option<NodeId>> {
        self.begin(state);
        if let Some(goal) = self.spread(terrain, traits, state, true) {
            let are_payable = |own: &Self| traits.dues.are_payable(terrain, traits, state, &own.gains);
            let is_fine = are_payable(self) || {
                // What lies elsewhere may help.
                self.spread(terrain, traits, state, false);
                are_payable(self)
            };
            return is_fine.then_some(Some(goal));
        }
        // A door that is to be salvaged has to be reached; that the right point can be armed is taken for granted.
        match terrain.level.objective {
            Objective::Goal => None,
            Objective::Salvage { door: Some(door), .. } => self.is_reached[door].then_some(Some(door)),
            Objective::Salvage { door: None, .. } => Some(None),
        }
    }

    /// Goes on until nothing more is reached, or until a goal is if that is enough.
    fn spread(&mut self, terrain: &Terrain, traits: &Traits, state: &State, stops_at_goal: bool) -> Option<NodeId> {
        loop {
            while self.done < self.order.len() {
                let node = self.order[self.done];
                self.done += 1;
                self.use_node(terrain, traits, state, node);
                let is_goal = matches!(terrain.level.nodes[node].kind, NodeKind::Goal);
                if stops_at_goal && is_goal && terrain.level.objective == Objective::Goal {
                    return Some(node);
                }
            }
            if !self.open_more(terrain, traits, state) {
                return None;
            }
        }
    }

    fn begin(&mut self, state: &State) {
        for (index, reach) in self.counts.iter_mut().enumerate() {
            let count = state.inventory.counts[index];
            *reach = [Reach::at(count.re), Reach::at(count.im)];
        }
        self.turning = [Turning::None; Colour::COUNT];
        self.gains = Gains::default();
        self.order.clear();
        self.done = 0;
        self.is_paid.fill(false);
        self.open_costs.clear();
        self.rounds = 0;
        self.is_reached.fill(false);
        self.shut.clear();
        self.is_shut.fill(false);
        self.waiting.clear();
        for node in state.region.iter() {
            self.reach(node, node);
        }
    }

    fn reach(&mut self, node: NodeId, from: NodeId) {
        if !self.is_reached[node] && self.barred != Some(node) {
            self.is_reached[node] = true;
            self.from[node] = from;
            self.order.push(node);
        }
    }

    /// A node is reached: what is there is used, and its ways are followed.
    fn use_node(&mut self, terrain: &Terrain, traits: &Traits, state: &State, node: NodeId) {
        match &terrain.level.nodes[node].kind {
            NodeKind::Key(key) if !state.taken.contains(node) => {
                for colour in traits.meanings(key.colour) {
                    self.take(key.effect, key.infinite, colour);
                }
            }
            NodeKind::Door(_) => {
                if let Some(index) = terrain.door_index[node].filter(|&index| state.doors[index].stands()) {
                    self.pay(&traits.doors[index], state, node, index);
                }
            }
            _ => {}
        }
        for &touched in &terrain.level.nodes[node].touching {
            if !self.is_reached[touched] {
                self.come_to(terrain, state, touched, node);
            }
        }
        for (index, way) in terrain.ways[node].iter().enumerate() {
            if self.is_reached[way.to] || self.is_shut[way.to] {
                continue;
            }
            match self.is_way_possible(terrain, traits, state, &way.conditions) {
                None => {}
                Some(false) => self.waiting.push((node, index)),
                Some(true) => {
                    self.pass_gates(&way.conditions, node);
                    self.come_to(terrain, state, way.to, node);
                }
            }
        }
    }

    /// Whether a way may be open now or later: never, not yet, or yes.
    fn is_way_possible(
        &self,
        terrain: &Terrain,
        traits: &Traits,
        state: &State,
        conditions: &[Condition],
    ) -> Option<bool> {
        let stands = |door: NodeId| terrain.door_index[door].is_some_and(|index| state.doors[index].stands());
        let mut is_open = true;
        for condition in conditions {
            match *condition {
                Condition::While(door) if !stands(door) => return None,
                Condition::After(door) if stands(door) => is_open &= self.is_reached[door],
                Condition::Through(gate) => is_open &= self.can_pass(terrain, traits, state, gate),
                _ => {}
            }
        }
        Some(is_open)
    }

    /// The gates on a way that is walked are reached.
    fn pass_gates(&mut self, conditions: &[Condition], from: NodeId) {
        for condition in conditions {
            if let Condition::Through(gate) = *condition {
                self.reach(gate, from);
            }
        }
    }

    /// A way leads to a node: it is entered if nothing shuts it.
    fn come_to(&mut self, terrain: &Terrain, state: &State, node: NodeId, from: NodeId) {
        let may_be_shut = match &terrain.level.nodes[node].kind {
            NodeKind::Door(_) => terrain.door_index[node].is_some_and(|index| state.doors[index].stands()),
            NodeKind::Gate(_) => true,
            _ => false,
        };
        if !may_be_shut {
            self.reach(node, from);
        } else if !self.is_shut[node] {
            self.is_shut[node] = true;
            self.from[node] = from;
            self.shut.push(node);
        }
    }

    /// Opens what the ranges allow by now and tells whether that was anything.
    fn open_more(&mut self, terrain: &Terrain, traits: &Traits, state: &State) -> bool {
        let before = self.order.len();
        let mut is_news = false;
        let mut index = 0;
        while index < self.shut.len() {
            let node = self.shut[index];
            if let Some(door) = terrain.door_index[node]
                && !self.is_paid[node]
                && has_more_copies(traits, state, door)
                && self.can_open(&traits.doors[door], traits, state, door)
            {
                // One copy can be opened, even if the last one never is.
                self.pay(&traits.doors[door], state, node, door);
                is_news = true;
            }
            is_news |= self.use_masters_on(terrain, traits, state, node);
            if self.can_pass(terrain, traits, state, node) {
                self.shut.swap_remove(index);
                self.is_shut[node] = false;
                self.reach(node, self.from[node]);
            } else {
                index += 1;
            }
        }
        let mut index = 0;
        while index < self.waiting.len() {
            let (node, way) = self.waiting[index];
            let way = &terrain.ways[node][way];
            if self.is_way_possible(terrain, traits, state, &way.conditions) == Some(true) {
                self.waiting.swap_remove(index);
                self.pass_gates(&way.conditions, node);
                if !self.is_reached[way.to] {
                    self.come_to(terrain, state, way.to, node);
                }
                // What is shut is looked at in the next round.
                if self.is_shut[way.to] && self.can_pass(terrain, traits, state, way.to) {
                    self.shut.retain(|&other| other != way.to);
                    self.is_shut[way.to] = false;
                    self.reach(way.to, node);
                }
            } else {
                index += 1;
            }
        }
        is_news |= self.widen_open_costs(traits, state);
        is_news || self.order.len() > before
    }

    fn can_pass(&self, terrain: &Terrain, traits: &Traits, state: &State, node: NodeId) -> bool {
        let may_be_content_at_last =
            |lock: &Lock| traits.dues.may_be_content(terrain, traits, state, node, lock, &self.gains);
        match &terrain.level.nodes[node].kind {
            _ if self.barred == Some(node) => false,
            NodeKind::Gate(gate) => {
                let may_open =
                    |lock: &Lock| traits.meanings(lock.colour).any(|colour| self.may_be_content(lock.need, colour));
                can_agree(&gate.locks)
                    && gate.locks.iter().all(may_open)
                    && gate.locks.iter().all(may_be_content_at_last)
            }
            NodeKind::Door(door) => terrain.door_index[node].is_none_or(|index| {
                let traits_of_door = &traits.doors[index];
                self.can_open(traits_of_door, traits, state, index)
                    && (self.can_master(traits_of_door, traits) || door.locks.iter().all(may_be_content_at_last))
            }),
            _ => true,
        }
    }

    fn can_open(&self, door: &DoorTraits, traits: &Traits, state: &State, index: usize) -> bool {
        self.can_clear(state.doors[index].auras) && (self.can_unlock(door) || self.can_master(door, traits))
    }

    /// Whether auras may go away.
    fn can_clear(&self, auras: Auras) -> bool {
        let has = |colour: Colour, least: i64| self.range(colour, Axis::Real).1 >= least;
        (!auras.ice || has(Colour::Red, 1))
            && (!auras.erosion || has(Colour::Green, 5))
            && (!auras.paint || has(Colour::Blue, 3))
    }

    /// Master keys can be used up on a door that stays shut: those of the other sign add copies. Tells whether that
    /// makes their number anything new.
    fn use_masters_on(&mut self, terrain: &Terrain, traits: &Traits, state: &State, node: NodeId) -> bool {
        let Some(door) = terrain.door_index[node] else { return false };
        if !traits.doors[door].may_be_mastered || !self.can_clear(state.doors[door].auras) {
            return false;
        }
        let mut is_news = false;
        // They can be used up before others are taken, so it does not help that those would bring the number back to 0.
        for reach in &mut self.counts[Colour::Master.index()] {
            is_news |= reach.include(0);
        }
        is_news
    }

    fn can_master(&self, door: &DoorTraits, traits: &Traits) -> bool {
        let (low, high) = self.range(Colour::Master, Axis::Real);
        let (low_im, high_im) = self.range(Colour::Master, Axis::Imaginary);
        door.may_be_mastered
            && match door.side {
                0 => high >= 1 || traits.has_odd_masters && (low < 0 || low_im < 0 || high_im > 0),
                1.. => high >= 1,
                _ => low <= -1,
            }
    }

    /// Whether all locks may be content with some copy of the door.
    fn can_unlock(&self, door: &DoorTraits) -> bool {
        door.needs.iter().any(|needs| {
            needs.iter().all(|(need, colours)| colours.iter().any(|colour| self.may_be_content(*need, colour)))
        })
    }

    fn may_be_content(&self, need: Need, colour: Colour) -> bool {
        let real = self.range(colour, Axis::Real);
        let imaginary = self.range(colour, Axis::Imaginary);
        let reaches =
            |(low, high): (i64, i64), amount: i64| amount > 0 && high >= amount || amount < 0 && low <= amount;
        let has_zero = |(low, high): (i64, i64)| low <= 0 && high >= 0;
        match need {
            Need::Normal(amount) | Need::Blast(amount) => reaches(real, amount.re) || reaches(imaginary, amount.im),
            Need::Blank => has_zero(real) && has_zero(imaginary),
            Need::All => real != (0, 0) || imaginary != (0, 0),
        }
    }
}

/// Whether a door can be opened without being gone.
fn has_more_copies(traits: &Traits, state: &State, door: usize) -> bool {
    let copies = state.doors[door].copies;
    traits.doors[door].is_repeatable || copies.re.saturating_abs().saturating_add(copies.im.saturating_abs()) > 1
}
