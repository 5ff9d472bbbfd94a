//! What can be said about the doors and colours of a level once and for all.

use crate::lockpick::{
    colour::Colour,
    complex::Complex,
    level::{Need, NodeKind},
    play::Terrain,
    rules::locks,
};

/// A set of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Colours(u16);

impl Colours {
    pub fn of(colour: Colour) -> Self {
        Self(1 << colour.index())
    }

    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub fn contains(self, colour: Colour) -> bool {
        self.0 >> colour.index() & 1 == 1
    }
}

/// What a door can ever be like.
#[derive(Clone, Debug)]
pub(super) struct DoorTraits {
    /// For every kind of copy there can be, what its locks ask for and which colours they can have.
    pub needs: Vec<Vec<(Need, Colours)>>,
    /// The colours it can spend.
    pub spends: Colours,
    /// What opening it can cost, for every kind of copy.
    pub costs: Vec<Complex>,
    /// Whether it may cost any number.
    pub costs_anything: bool,
    /// Whether it may take all there are of the colour it spends.
    pub sets_to_zero: bool,
    /// Whether it can be opened more often than it has copies.
    pub is_repeatable: bool,
    /// Whether a master key can ever work on it.
    pub may_be_mastered: bool,
}

/// What a level can ever be like.
#[derive(Clone, Debug)]
pub(super) struct Traits {
    pub doors: Vec<DoorTraits>,
    pub has_odd_masters: bool,
    /// The colours that glitch can take on.
    glitch: Colours,
}

impl Traits {
    pub fn new(terrain: &Terrain) -> Self {
        let has_odd_masters = terrain.has_odd_masters();
        let may_curse = terrain.may_curse();
        let spent = (0..terrain.doors.len()).map(|index| Colours::of(terrain.door(index).spend));
        let mut glitch = spent.fold(Colours::of(Colour::Glitch), Colours::and);
        if may_curse {
            glitch = glitch.and(Colours::of(Colour::Brown));
        }
        let has_masters = !terrain.level.start_counts[Colour::Master.index()].is_zero()
            || terrain.level.nodes.iter().any(|node| match &node.kind {
                NodeKind::Key(key) => matches!(key.colour, Colour::Master | Colour::Glitch),
                NodeKind::Door(door) => matches!(door.spend, Colour::Master | Colour::Glitch),
                _ => false,
            });
        let doors = (0..terrain.doors.len()).map(|index| {
            let door = terrain.door(index);
            let meaning = |colour: Colour| {
                let own = if colour == Colour::Glitch { glitch } else { Colours::of(colour) };
                if may_curse { own.and(Colours::of(Colour::Brown)) } else { own }
            };
            let phases: &[u8] = match (door.copies.re, door.copies.im) {
                _ if has_odd_masters => &[0, 1, 2, 3],
                (1.., 0) => &[0],
                (..=-1, 0) => &[2],
                // A positive master can make real copies negative that were not there before.
                _ => &[0, 1, 2, 3],
            };
            let turned = |need: Need, phase: u8| locks::turned(need, phase).unwrap_or(need);
            let needs = phases
                .iter()
                .map(|&phase| door.locks.iter().map(|lock| (turned(lock.need, phase), meaning(lock.colour))).collect());
            let is_normal = |need: Need| matches!(need, Need::Normal(_) | Need::Blank);
            let spends = meaning(door.spend);
            let is_own_blast = match door.locks.as_slice() {
                [lock] => !is_normal(lock.need) && lock.colour == door.spend,
                _ => false,
            };
            let cost = |phase: &u8| {
                let mut total = Complex::ZERO;
                for lock in &door.locks {
                    if let Need::Normal(amount) = turned(lock.need, *phase) {
                        total = total.plus(amount).unwrap_or(Complex::new(i64::MAX / 8, i64::MAX / 8));
                    }
                }
                total
            };
            DoorTraits {
                needs: needs.collect(),
                spends,
                costs: phases.iter().map(cost).collect(),
                costs_anything: !is_own_blast && !door.locks.iter().all(|lock| is_normal(lock.need)),
                sets_to_zero: is_own_blast,
                is_repeatable: door.endless
                    || has_odd_masters
                    || has_masters && !(door.copies.re > 0 && door.copies.im == 0),
                may_be_mastered: has_masters && {
                    let is_immune = |colour| matches!(colour, Colour::Master | Colour::Pure);
                    may_curse || !(is_immune(door.spend) || door.locks.iter().any(|lock| is_immune(lock.colour)))
                },
            }
        });
        Self { doors: doors.collect(), has_odd_masters, glitch }
    }

    /// The colours that a key or a gate of this colour may act on.
    pub fn meanings(&self, colour: Colour) -> impl Iterator<Item = Colour> {
        let own = if colour == Colour::Glitch { self.glitch } else { Colours::of(colour) };
        Colour::ALL.into_iter().filter(move |&colour| own.contains(colour))
    }
}
