//! What can be done at once because it never hurts: keys of colours of which more is never worse, and doors that open for
//! nothing.

use crate::lockpick::{
    colour::Colour,
    level::{Condition, Door, Key, KeyEffect, Lock, Need, NodeId, NodeKind, NodeSet, Objective},
    play::{Action, Move, State, Terrain, codec::Growing},
    rules::{DoorState, locks},
};

use super::{growing::opening_by_themselves, traits::Colours};

/// What is known once and for all about what never hurts in a level.
#[derive(Clone, Debug)]
pub(super) struct Tameness {
    has_odd_masters: bool,
    has_turning_copies: bool,
    may_curse: bool,
    /// Whether it can be bad that an aura goes away.
    needs_auras: bool,
    /// The colours of locks that open by themselves.
    dangerous: Colours,
    /// Doors without locks that nothing else depends on.
    free_doors: NodeSet,
    /// The colours that can be compared in all states.
    growing: Vec<Growing>,
}

/// The colours of which more is never worse, and those of which less is never worse. If nothing looks at a colour any more,
/// it is both.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TameColours {
    rising: Colours,
    falling: Colours,
}

impl TameColours {
    /// Whether taking a key is never worse than leaving it.
    fn welcomes(self, key: &Key) -> bool {
        match key.effect {
            KeyEffect::Add(amount) => {
                amount.re >= 0 && self.rising.contains(key.colour)
                    || amount.re <= 0 && self.falling.contains(key.colour)
            }
            _ => false,
        }
    }
}

/// What everything that is left wants of the colours.
#[derive(Default)]
struct Votes {
    wants_more: [bool; Colour::COUNT],
    wants_less: [bool; Colour::COUNT],
    /// Neither can be told.
    is_wild: [bool; Colour::COUNT],
}

impl Tameness {
    pub fn new(terrain: &Terrain, growing: &[Growing]) -> Self {
        let level = &terrain.level;
        let mut free_doors = NodeSet::new(level.nodes.len());
        let is_part_of_something = |door: NodeId| {
            let is_floor = level.edges.iter().any(|edge| edge.conditions.contains(&Condition::While(door)));
            is_floor || level.nodes.iter().any(|node| node.near.contains(&door) || node.touching.contains(&door))
        };
        let has_salvage = level.objective != Objective::Goal
            || level.nodes.iter().any(|node| matches!(node.kind, NodeKind::Salvage(_)));
        for (index, &node) in terrain.doors.iter().enumerate() {
            let door = terrain.door(index);
            let is_plain = door.locks.is_empty() && !door.endless && door.copies.re == 1 && door.copies.im == 0;
            if is_plain && door.auras.is_clear() && !terrain.has_glitch && !has_salvage && !is_part_of_something(node) {
                free_doors.insert(node);
            }
        }
        let may_curse = terrain.may_curse();
        Self {
            has_odd_masters: terrain.has_odd_masters(),
            has_turning_copies: terrain.has_turning_copies(),
            dangerous: opening_by_themselves(terrain),
            may_curse,
            needs_auras: terrain.is_positional || may_curse,
            free_doors,
            growing: growing.to_vec(),
        }
    }

    /// The colours of which more or less is never worse, as far as what is left in the level tells.
    pub fn colours(&self, terrain: &Terrain, state: &State) -> TameColours {
        if terrain.has_glitch {
            return TameColours::default();
        }
        let mut votes = Votes::default();
        votes.is_wild[Colour::Brown.index()] = true;
        votes.is_wild[Colour::Master.index()] = self.has_odd_masters;
        votes.wants_more[Colour::Master.index()] = true;
        for (node, what) in terrain.level.nodes.iter().enumerate() {
            match &what.kind {
                NodeKind::Gate(gate) => gate.locks.iter().for_each(|lock| self.look_at(*lock, None, &mut votes)),
                NodeKind::Door(door) => {
                    let now = &state.doors[terrain.door_index[node].unwrap_or_default()];
                    if now.stands() {
                        self.look_at_door(terrain, door, now, &mut votes);
                    }
                }
                NodeKind::Key(key) if !state.taken.contains(node) => {
                    let is_additive = matches!(key.effect, KeyEffect::Add(amount) if amount.im == 0);
                    votes.is_wild[key.colour.index()] |= !is_additive;
                }
                _ => {}
            }
        }
        let mut tame = TameColours::default();
        for colour in Colour::ALL.into_iter().filter(|&colour| !self.dangerous.contains(colour)) {
            let index = colour.index();
            if votes.is_wild[index] {
                continue;
            }
            if !votes.wants_less[index] {
                tame.rising = tame.rising.and(Colours::of(colour));
            }
            if !votes.wants_more[index] {
                tame.falling = tame.falling.and(Colours::of(colour));
            }
        }
        tame
    }

    fn look_at_door(&self, terrain: &Terrain, door: &Door, now: &DoorState, votes: &mut Votes) {
        let phase = match (now.copies.re.signum(), now.copies.im) {
            (1, 0) if !self.has_turning_copies => Some(0),
            (-1, 0) if terrain.is_real => Some(2),
            _ => None,
        };
        for lock in &door.locks {
            match phase.and_then(|phase| locks::turned(lock.need, phase).ok()) {
                Some(need) => self.look_at(Lock { need, ..*lock }, Some(door.spend), votes),
                None => votes.is_wild[lock.colour.index()] = true,
            }
        }
        let auras = [(now.auras.ice, Colour::Red), (now.auras.erosion, Colour::Green), (now.auras.paint, Colour::Blue)];
        for (_, colour) in auras.into_iter().filter(|(is_there, _)| *is_there) {
            votes.is_wild[colour.index()] |= self.needs_auras;
            votes.wants_more[colour.index()] = true;
        }
    }

    /// What a lock wants of its colour. A blast lock takes nothing of it if another colour is spent.
    fn look_at(&self, lock: Lock, spend: Option<Colour>, votes: &mut Votes) {
        let index = lock.colour.index();
        let is_growing = |sign: i64| {
            spend != Some(lock.colour)
                && self.growing.iter().any(|growing| growing.colour == lock.colour && growing.sign == sign)
        };
        match lock.need {
            Need::Normal(amount) if amount.re > 0 => votes.wants_more[index] = true,
            Need::Normal(amount) if amount.re < 0 && amount.im == 0 => votes.wants_less[index] = true,
            Need::Blast(unit) if unit.re > 0 && is_growing(1) => votes.wants_more[index] = true,
            Need::Blast(unit) if unit.re < 0 && is_growing(-1) => votes.wants_less[index] = true,
            _ => votes.is_wild[index] = true,
        }
    }

    /// Does all that never hurts, and tells what it was.
    pub fn settle(
        &self,
        terrain: &Terrain,
        tame: TameColours,
        state: &mut State,
        scratch: &mut State,
        mut tell: impl FnMut(Move),
    ) {
        while let Some(step) = self.find(terrain, tame, state, scratch) {
            std::mem::swap(state, scratch);
            tell(step);
        }
    }

    /// Something that never hurts; `scratch` is the state after it.
    fn find(&self, terrain: &Terrain, tame: TameColours, state: &State, scratch: &mut State) -> Option<Move> {
        for from in state.region.iter() {
            for way in &terrain.ways[from] {
                let node = way.to;
                if state.region.contains(node) {
                    continue;
                }
                let action = match &terrain.level.nodes[node].kind {
                    NodeKind::Key(key) if !key.infinite && !state.taken.contains(node) && tame.welcomes(key) => {
                        Some(Action::Take)
                    }
                    NodeKind::Door(_) if self.free_doors.contains(node) && self.is_harmless_to_touch(state) => {
                        Some(Action::Open(crate::lockpick::complex::Axis::Real))
                    }
                    _ => None,
                };
                let Some(action) = action else { continue };
                let what = &terrain.level.nodes[node];
                if !what.near.is_empty() || !what.touching.is_empty() || !terrain.is_way_open(state, way) {
                    continue;
                }
                let step = Move { node, action, at: None };
                if terrain.act(state, scratch, step) == Ok(true)
                    && (!terrain.is_positional || scratch.region.is_superset(&state.region))
                {
                    return Some(step);
                }
            }
        }
        None
    }

    /// Whether touching a door changes nothing else: no curse falls on it.
    fn is_harmless_to_touch(&self, _: &State) -> bool {
        !self.may_curse
    }
}
