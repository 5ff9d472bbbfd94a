//! What can be done at once because it never hurts: keys of colours of which more is never worse, and doors that open for
//! nothing.

use crate::lockpick::{
    colour::Colour,
    level::{Condition, KeyEffect, Lock, Need, NodeId, NodeKind, NodeSet, Objective},
    play::{Action, Move, State, Terrain},
};

use super::traits::Colours;

/// The colours of which more is never worse in any state of a level, everything else being equal. Keys that set a count
/// and locks that take everything do not change that: afterwards the counts are the same.
pub(super) fn growing(terrain: &Terrain) -> Vec<Colour> {
    if terrain.has_glitch {
        return Vec::new();
    }
    let has_odd_masters = terrain.has_odd_masters();
    let has_turning_copies = terrain.has_turning_copies();
    let needs_auras = terrain.is_positional || terrain.may_curse();
    let is_covered = |is_it: fn(&crate::lockpick::level::Auras) -> bool| {
        needs_auras && (0..terrain.doors.len()).any(|index| is_it(&terrain.door(index).auras))
    };
    let is_growing = |&colour: &Colour| {
        let is_fine = match colour {
            Colour::Brown => false,
            Colour::Master => !has_odd_masters,
            Colour::Red => !is_covered(|auras| auras.ice),
            Colour::Green => !is_covered(|auras| auras.erosion),
            Colour::Blue => !is_covered(|auras| auras.paint),
            _ => true,
        };
        is_fine && terrain.level.nodes.iter().all(|node| is_growing_with(&node.kind, colour, has_turning_copies))
    };
    let dangerous = opening_by_themselves(terrain);
    let is_growing = |colour: &Colour| !dangerous.contains(*colour) && is_growing(colour);
    // Counts with an imaginary part are never compared.
    let is_real = terrain.level.start_counts.iter().all(|count| count.im == 0);
    Colour::ALL.into_iter().filter(|_| is_real).filter(is_growing).collect()
}

/// The colours of locks that open by themselves where a player cannot help touching them: more keys can be bad.
fn opening_by_themselves(terrain: &Terrain) -> Colours {
    let touched = terrain.level.nodes.iter().flat_map(|node| &node.touching);
    let locks = touched.filter_map(|&door| terrain.level.door(door)).flat_map(|door| &door.locks);
    locks.fold(Colours::default(), |colours, lock| colours.and(Colours::of(lock.colour)))
}

/// Whether more of a colour is no worse for what is at a node.
fn is_growing_with(kind: &NodeKind, colour: Colour, has_turning_copies: bool) -> bool {
    let is_positive = |lock: &Lock| matches!(lock.need, Need::Normal(amount) if amount.re > 0);
    match kind {
        NodeKind::Key(key) if key.colour == colour => match key.effect {
            KeyEffect::Add(amount) | KeyEffect::Exact(amount) => amount.im == 0,
            KeyEffect::Star | KeyEffect::Unstar => true,
            KeyEffect::Flip | KeyEffect::Rotor | KeyEffect::BackRotor => false,
        },
        NodeKind::Gate(gate) => gate.locks.iter().filter(|lock| lock.colour == colour).all(is_positive),
        NodeKind::Door(door) => {
            let is_ordinary = door.copies.re > 0 && door.copies.im == 0 && !has_turning_copies;
            // A lone blast lock of the colour that is spent leaves none, however many there were.
            let leaves_none = match door.locks.as_slice() {
                [lock] => door.spend == lock.colour && matches!(lock.need, Need::Blast(unit) if unit.re > 0),
                _ => false,
            };
            let is_real = |lock: &Lock| match lock.need {
                Need::Normal(amount) | Need::Blast(amount) => amount.im == 0,
                Need::Blank => true,
                Need::All => false,
            };
            let is_spent_well = door.spend != colour || is_ordinary && door.locks.iter().all(is_real);
            let mut own = door.locks.iter().filter(|lock| lock.colour == colour).peekable();
            is_spent_well && (own.peek().is_none() || is_ordinary && own.all(|lock| is_positive(lock) || leaves_none))
        }
        _ => true,
    }
}

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
}

impl Tameness {
    pub fn new(terrain: &Terrain) -> Self {
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
        }
    }

    /// The colours of which more is never worse, as far as what is left in the level tells.
    pub fn colours(&self, terrain: &Terrain, state: &State) -> Colours {
        let mut tame = Colours::default();
        if terrain.has_glitch {
            return tame;
        }
        let mut is_wild = [false; Colour::COUNT];
        is_wild[Colour::Brown.index()] = true;
        is_wild[Colour::Master.index()] = self.has_odd_masters;
        let mut look_at = |locks: &[Lock], is_ordinary: bool| {
            for lock in locks {
                let is_growing = matches!(lock.need, Need::Normal(amount) if amount.re > 0);
                is_wild[lock.colour.index()] |= !is_growing || !is_ordinary;
            }
        };
        for (node, what) in terrain.level.nodes.iter().enumerate() {
            match &what.kind {
                NodeKind::Gate(gate) => look_at(&gate.locks, true),
                NodeKind::Door(door) => {
                    let now = &state.doors[terrain.door_index[node].unwrap_or_default()];
                    if now.stands() {
                        let is_ordinary = now.copies.re > 0 && now.copies.im == 0 && !self.has_turning_copies;
                        look_at(&door.locks, is_ordinary);
                    }
                }
                _ => {}
            }
        }
        for (node, what) in terrain.level.nodes.iter().enumerate() {
            match &what.kind {
                NodeKind::Key(key) if !state.taken.contains(node) => {
                    let is_additive = matches!(key.effect, KeyEffect::Add(amount) if amount.im == 0);
                    is_wild[key.colour.index()] |= !is_additive;
                }
                NodeKind::Door(_) if self.needs_auras => {
                    let door = state.doors[terrain.door_index[node].unwrap_or_default()];
                    is_wild[Colour::Red.index()] |= door.stands() && door.auras.ice;
                    is_wild[Colour::Green.index()] |= door.stands() && door.auras.erosion;
                    is_wild[Colour::Blue.index()] |= door.stands() && door.auras.paint;
                }
                _ => {}
            }
        }
        for colour in
            Colour::ALL.into_iter().filter(|&colour| !is_wild[colour.index()] && !self.dangerous.contains(colour))
        {
            tame = tame.and(Colours::of(colour));
        }
        tame
    }

    /// Does all that never hurts, and tells what it was.
    pub fn settle(
        &self,
        terrain: &Terrain,
        tame: Colours,
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
    fn find(&self, terrain: &Terrain, tame: Colours, state: &State, scratch: &mut State) -> Option<Move> {
        for from in state.region.iter() {
            for way in &terrain.ways[from] {
                let node = way.to;
                if state.region.contains(node) {
                    continue;
                }
                let action = match &terrain.level.nodes[node].kind {
                    NodeKind::Key(key) if !key.infinite && !state.taken.contains(node) && tame.contains(key.colour) => {
                        let is_gain = matches!(key.effect, KeyEffect::Add(amount) if amount.re >= 0);
                        is_gain.then_some(Action::Take)
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
