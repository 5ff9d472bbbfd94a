//! What can be said about the doors and colours of a level once and for all.

use crate::lockpick::{
    colour::Colour,
    complex::Complex,
    level::{Door, Lock, Need, NodeKind},
    play::{State, Terrain},
    rules::locks,
};

use super::dues::Dues;

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

    /// The colours in their order. Searches ask for it all the time, and mostly there is one.
    pub fn iter(self) -> impl Iterator<Item = Colour> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let colour = Colour::ALL.get(left.trailing_zeros() as usize).copied()?;
            left &= left - 1;
            Some(colour)
        })
    }
}

/// What opening an ordinary copy of a door takes of the colour it spends.
#[derive(Clone, Copy, Debug)]
pub(super) struct FixedCost {
    pub cost: Complex,
    /// What the locks make sure of, as in [`DoorTraits::guards`].
    pub guard: Complex,
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
    /// How much of the colour it spends its locks make sure of, for every kind of copy: on each axis the largest
    /// number.
    pub guards: Vec<Complex>,
    /// What opening an ordinary copy costs, if that is always the same and no copies can be added.
    pub fixed_cost: Option<FixedCost>,
    /// For each axis whether it may cost any number, so that the count falls, or any negative one, so that it rises.
    pub costs_anything: [[bool; 2]; 2],
    /// Whether it may take all there are of the colour it spends.
    pub sets_to_zero: bool,
    /// Whether it can be opened more often than it has copies.
    pub is_repeatable: bool,
    /// Whether a master key can ever work on it.
    pub may_be_mastered: bool,
    /// On which side of 0 its copies always are, or 0 if that can change: a master key of that side takes one away.
    pub side: i64,
}

/// Whether all locks can be content at once. Locks of one colour look at the same count, whatever becomes of the
/// colour, and turning them by the same angle changes nothing.
pub(super) fn can_agree(locks: &[Lock]) -> bool {
    let is_at_odds = |(one, other): (Need, Need)| match (one, other) {
        (Need::Blank, Need::Blank) => false,
        (Need::Blank, _) | (_, Need::Blank) => true,
        (Need::Normal(one) | Need::Blast(one), Need::Normal(other) | Need::Blast(other)) => {
            let is_real = one.im == 0 && other.im == 0;
            let is_imaginary = one.re == 0 && other.re == 0;
            is_real && one.re.signum() != other.re.signum() || is_imaginary && one.im.signum() != other.im.signum()
        }
        (Need::All, _) | (_, Need::All) => false,
    };
    locks.iter().enumerate().all(|(index, lock)| {
        let rest = locks[index + 1..].iter().filter(|other| other.colour == lock.colour);
        !rest.map(|other| (lock.need, other.need)).any(is_at_odds)
    })
}

/// Where a door may cost any number: a blast lock takes what lies on its own side, one that wants all takes anything.
fn open_costs(door: &Door, phases: &[u8], is_real: bool) -> [[bool; 2]; 2] {
    let mut open = [[false; 2]; 2];
    for lock in &door.locks {
        for &phase in phases {
            match locks::turned(lock.need, phase).unwrap_or(lock.need) {
                Need::Normal(_) | Need::Blank => {}
                Need::Blast(unit) => {
                    for (axis, part) in [unit.re, unit.im].into_iter().enumerate() {
                        open[axis][0] |= part > 0;
                        open[axis][1] |= part < 0;
                    }
                }
                Need::All if is_real => open[0] = [true; 2],
                Need::All => open = [[true; 2]; 2],
            }
        }
    }
    open
}

/// On each axis the number farther from 0. Numbers that lie on both axes ask for one of them only: they say nothing.
fn farther(one: Complex, other: Complex) -> Complex {
    let part = |one: i64, other: i64| if other.unsigned_abs() > one.unsigned_abs() { other } else { one };
    match (other.re, other.im) {
        (re, 0) => Complex::new(part(one.re, re), one.im),
        (0, im) => Complex::new(one.re, part(one.im, im)),
        _ => one,
    }
}

/// What a level can ever be like.
#[derive(Clone, Debug)]
pub(super) struct Traits {
    pub doors: Vec<DoorTraits>,
    pub has_odd_masters: bool,
    /// What has to be done before a door or gate can be passed, and what that costs.
    pub dues: Dues,
    /// The colours that glitch can take on.
    glitch: Colours,
}

impl Traits {
    /// What can be said about a level and everything that can be reached from a state of it.
    pub fn of(terrain: &Terrain, start: &State) -> Self {
        let mut traits = Self::without_dues(terrain);
        Dues::find(terrain, &mut traits, start);
        traits
    }

    fn without_dues(terrain: &Terrain) -> Self {
        let has_odd_masters = terrain.has_odd_masters();
        let may_curse = terrain.may_curse();
        let spent = (0..terrain.doors.len()).map(|index| Colours::of(terrain.door(index).spend));
        let mut glitch = spent.fold(Colours::of(Colour::Glitch), Colours::and);
        if may_curse {
            glitch = glitch.and(Colours::of(Colour::Brown));
        }
        let is_master =
            |colour: Colour| colour == Colour::Master || colour == Colour::Glitch && glitch.contains(Colour::Master);
        let has_masters = !terrain.level.start_counts[Colour::Master.index()].is_zero()
            || terrain.level.nodes.iter().any(|node| match &node.kind {
                NodeKind::Key(key) => is_master(key.colour),
                NodeKind::Door(door) => is_master(door.spend),
                _ => false,
            });
        let doors = (0..terrain.doors.len()).map(|index| {
            let door = terrain.door(index);
            // No curse falls on pure.
            let is_pure = door.spend == Colour::Pure || door.locks.iter().any(|lock| lock.colour == Colour::Pure);
            let may_be_cursed = door.cursed || may_curse && !is_pure;
            let meaning = |colour: Colour| {
                let own = if colour == Colour::Glitch { glitch } else { Colours::of(colour) };
                if may_be_cursed { own.and(Colours::of(Colour::Brown)) } else { own }
            };
            let phases: &[u8] = match (door.copies.re, door.copies.im) {
                _ if !can_agree(&door.locks) => &[],
                _ if has_odd_masters && !terrain.is_real => &[0, 1, 2, 3],
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
            let guard = |phase: &u8| {
                let own = door.locks.iter().filter(|lock| lock.colour == door.spend);
                own.fold(Complex::ZERO, |most, lock| match turned(lock.need, *phase) {
                    Need::Normal(amount) | Need::Blast(amount) => farther(most, amount),
                    Need::Blank | Need::All => most,
                })
            };
            let is_fixed = door.locks.iter().all(|lock| is_normal(lock.need));
            let may_be_mastered = has_masters && {
                let is_immune = |colour| matches!(colour, Colour::Master | Colour::Pure);
                may_be_cursed || !(is_immune(door.spend) || door.locks.iter().any(|lock| is_immune(lock.colour)))
            };
            // Master keys that take no copy away add one.
            let gains_copies = has_odd_masters || !(door.copies.re > 0 && door.copies.im == 0);
            let is_repeatable = door.endless || may_be_mastered && gains_copies;
            DoorTraits {
                needs: needs.collect(),
                spends,
                costs: phases.iter().map(cost).collect(),
                guards: phases.iter().map(guard).collect(),
                fixed_cost: (is_fixed && !is_repeatable).then(|| FixedCost { cost: cost(&0), guard: guard(&0) }),
                costs_anything: if is_own_blast { [[false; 2]; 2] } else { open_costs(door, phases, terrain.is_real) },
                sets_to_zero: is_own_blast,
                is_repeatable,
                may_be_mastered,
                side: if terrain.is_real { door.copies.re.signum() } else { 0 },
            }
        });
        Self { doors: doors.collect(), has_odd_masters, dues: Dues::default(), glitch }
    }

    /// The colours that a key or a gate of this colour may act on.
    pub fn meanings(&self, colour: Colour) -> impl Iterator<Item = Colour> {
        let own = if colour == Colour::Glitch { self.glitch } else { Colours::of(colour) };
        own.iter()
    }
}
