//! States as short strings of bytes: what cannot change in a level takes no room. Two states of a level have the same
//! string if and only if they are the same, so a table of strings never takes one state for another.

use crate::lockpick::{
    colour::Colour,
    complex::Complex,
    level::{Auras, KeyEffect, Level, Lock, Need, NodeId, NodeKind, NodeSet},
    rules::{DoorState, glitch},
};

use super::{state::State, terrain::Terrain};

/// A colour of which more is never worse (1), or of which less is never worse (-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growing {
    /// The colour.
    pub colour: Colour,
    /// The better side.
    pub sign: i64,
}

/// A door of which more copies are never worse than fewer: nothing is shut by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideDoor {
    /// Its place among the doors of the level.
    pub index: usize,
    /// The side of 0 that its copies are always on.
    pub sign: i64,
}

/// Keys of one colour, each with what it adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool(Vec<(NodeId, i64)>);

impl Pool {
    /// Fewer keys than this are told apart.
    const FEWEST: usize = 6;

    /// The colours of a level with so many keys that which of them are taken makes far more states than their sum.
    pub fn all(level: &Level) -> Vec<Self> {
        Self::of_at_least(level, Self::FEWEST)
    }

    /// The colours with at least so many keys that only add.
    pub(in crate::lockpick) fn of_at_least(level: &Level, fewest: usize) -> Vec<Self> {
        let added = |node: NodeId, colour: Colour| match &level.nodes[node].kind {
            NodeKind::Key(key) if key.colour == colour && !key.infinite => match key.effect {
                KeyEffect::Add(amount) if amount.im == 0 => Some((node, amount.re)),
                _ => None,
            },
            _ => None,
        };
        let pool_of = |colour| Self((0..level.nodes.len()).filter_map(|node| added(node, colour)).collect());
        Colour::ALL.into_iter().map(pool_of).filter(|pool| pool.0.len() >= fewest).collect()
    }

    /// How much was taken.
    fn taken(&self, state: &State) -> i64 {
        let taken = self.0.iter().filter(|(node, _)| state.taken.contains(*node));
        taken.fold(0, |sum, (_, amount)| sum.saturating_add(*amount))
    }
}

/// How the states of one level are written.
#[derive(Clone, Debug)]
pub struct Codec {
    /// The colours whose count can change, and of which more can be worse.
    colours: Vec<Colour>,
    /// The colours whose count can change, and of which more or less is never worse.
    growing: Vec<Growing>,
    has_imaginary: bool,
    has_stars: bool,
    has_salvage: bool,
    /// The keys that can be taken once, but for those in pools.
    keys: Vec<NodeId>,
    /// Keys of which only the sum tells states apart.
    pools: Vec<Pool>,
    /// For every door whether it has more to say than whether it stands.
    is_elaborate: Vec<bool>,
    /// Doors of which nothing is told but the copies, and those last.
    side_doors: Vec<SideDoor>,
    is_side_door: Vec<bool>,
}

impl Codec {
    /// How the states of this level are written. More of the colours in `growing`, on their better side, is never
    /// worse: their counts are written last, so that states that differ in nothing else begin alike. So are the copies
    /// of `side_doors`, which are all there is to tell about them.
    pub fn new(terrain: &Terrain, growing: &[Growing], side_doors: &[SideDoor]) -> Self {
        let level = &terrain.level;
        let is_cursing = terrain.may_curse();
        let has_odd_masters = terrain.has_odd_masters();
        let is_elaborate = (0..terrain.doors.len()).map(|index| {
            let door = terrain.door(index);
            let is_single = matches!((door.copies.re, door.copies.im), (1 | -1, 0) | (0, 1 | -1));
            // A positive master on an imaginary copy makes a strange one.
            !is_single
                || door.copies.im != 0
                || door.copies.re < 0 && has_masters(terrain)
                || has_odd_masters
                || is_cursing
                || !door.auras.is_clear()
                || glitch::has_glitch(door)
        });
        Self {
            colours: Colour::ALL
                .into_iter()
                .filter(|colour| is_used(terrain, *colour) && !growing.iter().any(|other| other.colour == *colour))
                .collect(),
            growing: growing.iter().copied().filter(|growing| is_used(terrain, growing.colour)).collect(),
            has_imaginary: has_imaginary(level),
            has_stars: level.nodes.iter().any(|node| match &node.kind {
                NodeKind::Key(key) => matches!(key.effect, KeyEffect::Star | KeyEffect::Unstar),
                _ => false,
            }),
            has_salvage: level.nodes.iter().any(|node| matches!(node.kind, NodeKind::Salvage(_))),
            keys: (0..level.nodes.len())
                .filter(|&node| matches!(&level.nodes[node].kind, NodeKind::Key(key) if !key.infinite))
                .collect(),
            pools: Vec::new(),
            is_elaborate: is_elaborate.collect(),
            side_doors: side_doors.to_vec(),
            is_side_door: (0..terrain.doors.len())
                .map(|index| side_doors.iter().any(|door| door.index == index))
                .collect(),
        }
    }

    /// The same, but which keys of a pool are taken comes after what tells states apart: there, only their sum and what
    /// is in reach is told. [`is_at_least`] does not apply to what follows, [`is_alike_but_for_keys`] does.
    pub fn pooling(mut self, pools: &[Pool]) -> Self {
        self.pools = pools.to_vec();
        self.keys.retain(|key| !pools.iter().any(|pool| pool.0.iter().any(|(node, _)| node == key)));
        self
    }

    fn pooled(&self) -> impl Iterator<Item = NodeId> {
        self.pools.iter().flat_map(|pool| &pool.0).map(|(node, _)| *node)
    }

    /// Whether a door has more states than standing and gone.
    pub fn is_elaborate(&self, door: usize) -> bool {
        self.is_elaborate[door]
    }

    /// Writes a state. What was in `bytes` is lost. Tells where that begins of which more is never worse: the places
    /// where the player may be, if they matter, and numbers.
    pub fn write(&self, terrain: &Terrain, state: &State, bytes: &mut Vec<u8>) -> usize {
        bytes.clear();
        let standing = state.doors.iter().zip(&self.is_side_door).map(|(door, is_side)| !is_side && door.stands());
        write_bits(bytes, self.keys.iter().map(|&node| state.taken.contains(node)).chain(standing));
        for &colour in &self.colours {
            self.write_number(bytes, state.inventory.count(colour));
        }
        if self.has_stars {
            write_bits(bytes, state.inventory.stars.iter().copied());
        }
        if terrain.has_glitch {
            bytes.push(state.mimic.index() as u8);
        }
        if self.has_salvage {
            write_varint(bytes, i64::from(state.armed.unwrap_or(-1)));
            write_varint(bytes, state.stored.map_or(-1, |node| node as i64));
        }
        for (index, door) in state.doors.iter().enumerate() {
            if !self.is_elaborate[index] || self.is_side_door[index] || !door.stands() {
                continue;
            }
            write_varint(bytes, door.copies.re);
            write_varint(bytes, door.copies.im);
            let Auras { ice, erosion, paint } = door.auras;
            let flags = [ice, erosion, paint, door.cursed].into_iter().enumerate();
            let flags: u8 = flags.map(|(bit, is_set)| u8::from(is_set) << bit).sum();
            bytes.push(flags | (door.mimic.index() as u8) << 4);
        }
        if !self.pools.is_empty() {
            self.pools.iter().for_each(|pool| write_varint(bytes, pool.taken(state)));
            let mut at_hand = terrain.border(state);
            self.pooled().for_each(|node| at_hand.remove(node));
            write_places(bytes, terrain, &at_hand);
        }
        let split = bytes.len();
        if !self.pools.is_empty() {
            write_varint(bytes, self.pooled().count().div_ceil(8) as i64);
            write_bits(bytes, self.pooled().map(|node| state.taken.contains(node)));
        }
        if terrain.is_positional {
            write_places(bytes, terrain, &state.region);
        }
        for &Growing { colour, sign } in &self.growing {
            write_varint(bytes, mirrored(state.inventory.count(colour).re, sign));
        }
        for &SideDoor { index, sign } in &self.side_doors {
            write_varint(bytes, mirrored(state.doors[index].copies.re, sign));
        }
        split
    }

    /// Reads a state that was written for the same level. The state must be one of the level.
    pub fn read(&self, terrain: &Terrain, bytes: &[u8], state: &mut State) {
        let mut reader = Reader { bytes, at: 0 };
        let (keys, doors) = (self.keys.len(), state.doors.len());
        let flags = reader.bits(keys + doors);
        state.taken.clear();
        for (index, &node) in self.keys.iter().enumerate() {
            if is_set(flags, index) {
                state.taken.insert(node);
            }
        }
        for &colour in &self.colours {
            let re = reader.varint();
            let im = if self.has_imaginary { reader.varint() } else { 0 };
            state.inventory.counts[colour.index()] = Complex::new(re, im);
        }
        if self.has_stars {
            let stars = reader.bits(Colour::COUNT);
            for (index, star) in state.inventory.stars.iter_mut().enumerate() {
                *star = is_set(stars, index);
            }
        }
        if terrain.has_glitch {
            state.mimic = Colour::ALL[usize::from(reader.byte()) % Colour::COUNT];
        }
        if self.has_salvage {
            state.armed = i32::try_from(reader.varint()).ok().filter(|&id| id >= 0);
            state.stored = usize::try_from(reader.varint()).ok();
        }
        for index in 0..doors {
            let door = &mut state.doors[index];
            if !is_set(flags, keys + index) {
                *door = DoorState { copies: Complex::ZERO, ..DoorState::of_start(terrain.door(index)) };
            } else if self.is_elaborate[index] {
                door.copies = Complex::new(reader.varint(), reader.varint());
                let flags = reader.byte();
                door.auras = Auras { ice: flags & 1 > 0, erosion: flags & 2 > 0, paint: flags & 4 > 0 };
                door.cursed = flags & 8 > 0;
                door.mimic = Colour::ALL[usize::from(flags >> 4) % Colour::COUNT];
            } else {
                *door = DoorState::of_start(terrain.door(index));
            }
        }
        if !self.pools.is_empty() {
            self.pools.iter().for_each(|_| {
                reader.varint();
            });
            reader.places();
            let taken = reader.places();
            for (_, node) in self.pooled().enumerate().filter(|(index, _)| is_set(taken, *index)) {
                state.taken.insert(node);
            }
        }
        state.region.clear();
        if terrain.is_positional {
            let region = reader.places();
            for (word, part) in state.region.words_mut().iter_mut().zip(region.chunks(8)) {
                *word = part.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
            }
        }
        for &Growing { colour, sign } in &self.growing {
            state.inventory.counts[colour.index()].re = mirrored(reader.varint(), sign);
        }
        for &SideDoor { index, sign } in &self.side_doors {
            let copies = Complex::real(mirrored(reader.varint(), sign));
            state.doors[index] = DoorState { copies, ..DoorState::of_start(terrain.door(index)) };
        }
        if !terrain.is_positional {
            terrain.look_around(state);
        }
    }

    fn write_number(&self, bytes: &mut Vec<u8>, number: Complex) {
        write_varint(bytes, number.re);
        if self.has_imaginary {
            write_varint(bytes, number.im);
        }
    }
}

/// A number for which more is better if it was less before. Every number has one, and this is its own inverse.
const fn mirrored(number: i64, sign: i64) -> i64 {
    if sign < 0 { !number } else { number }
}

fn is_set(bits: &[u8], index: usize) -> bool {
    bits[index / 8] >> (index % 8) & 1 == 1
}

/// Places of a level, with their length before them.
fn write_places(bytes: &mut Vec<u8>, terrain: &Terrain, places: &NodeSet) {
    let length = terrain.level.nodes.len().div_ceil(8);
    write_varint(bytes, length as i64);
    let end = bytes.len() + length;
    // Whole words, which is what bits one after the other come to.
    places.words().iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
    bytes.truncate(end);
}

fn write_bits(bytes: &mut Vec<u8>, bits: impl Iterator<Item = bool>) {
    let (mut word, mut count) = (0u64, 0);
    for bit in bits {
        word |= u64::from(bit) << count;
        count += 1;
        if count == 64 {
            bytes.extend_from_slice(&word.to_le_bytes());
            (word, count) = (0, 0);
        }
    }
    bytes.extend_from_slice(&word.to_le_bytes()[..(count as usize).div_ceil(8)]);
}

/// Small numbers of either sign take one byte.
fn write_varint(bytes: &mut Vec<u8>, number: i64) {
    let mut rest = (number << 1 ^ number >> 63) as u64;
    while rest >= 0x80 {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

/// Whether all numbers of one list, of which more is never worse, are at least those of another.
pub fn is_at_least(own: &[u8], other: &[u8]) -> bool {
    let (mut own, mut other) = (Reader { bytes: own, at: 0 }, Reader { bytes: other, at: 0 });
    while own.at < own.bytes.len() {
        if own.varint() < other.varint() {
            return false;
        }
    }
    true
}

/// The same where the places come first at which the player may be: there must be none in the other list that is not in
/// the own.
pub fn is_at_least_everywhere(own: &[u8], other: &[u8]) -> bool {
    let (mut one, mut two) = (Reader { bytes: own, at: 0 }, Reader { bytes: other, at: 0 });
    let (places, others) = (one.places(), two.places());
    places.iter().zip(others).all(|(own, other)| !own & other == 0) && is_at_least(&own[one.at..], &other[two.at..])
}

/// The same where the keys of pools come first, which make no difference.
pub fn is_alike_but_for_keys(own: &[u8], other: &[u8]) -> bool {
    let (own, other) = without_keys(own, other);
    is_at_least(own, other)
}

/// The same where places follow the keys of pools.
pub fn is_alike_but_for_keys_everywhere(own: &[u8], other: &[u8]) -> bool {
    let (own, other) = without_keys(own, other);
    is_at_least_everywhere(own, other)
}

fn without_keys<'a>(own: &'a [u8], other: &'a [u8]) -> (&'a [u8], &'a [u8]) {
    let rest = |bytes: &'a [u8]| {
        let mut reader = Reader { bytes, at: 0 };
        reader.places();
        &bytes[reader.at..]
    };
    (rest(own), rest(other))
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn byte(&mut self) -> u8 {
        self.at += 1;
        self.bytes[self.at - 1]
    }

    fn bits(&mut self, count: usize) -> &'a [u8] {
        let length = count.div_ceil(8);
        self.at += length;
        &self.bytes[self.at - length..self.at]
    }

    fn places(&mut self) -> &'a [u8] {
        let length = self.varint();
        self.bits(8 * length as usize)
    }

    fn varint(&mut self) -> i64 {
        let (mut number, mut shift) = (0u64, 0);
        loop {
            let byte = self.byte();
            number |= u64::from(byte & 0x7F) << shift;
            shift += 7;
            if byte < 0x80 {
                return (number >> 1) as i64 ^ -((number & 1) as i64);
            }
        }
    }
}

fn locks(level: &Level) -> impl Iterator<Item = &Lock> {
    level.nodes.iter().flat_map(|node| match &node.kind {
        NodeKind::Door(door) => door.locks.as_slice(),
        NodeKind::Gate(gate) => gate.locks.as_slice(),
        _ => &[],
    })
}

/// Whether the count of a colour can change: a key or a door changes it, or the player has some.
fn is_used(terrain: &Terrain, colour: Colour) -> bool {
    let level = &terrain.level;
    let has_glitch_key = level.nodes.iter().any(|node| match &node.kind {
        NodeKind::Key(key) => key.colour == Colour::Glitch,
        _ => false,
    });
    level.nodes.iter().any(|node| match &node.kind {
        NodeKind::Key(key) => key.colour == colour,
        NodeKind::Door(door) => {
            // Cursed doors spend brown. Glitch keys act on what doors spend, which is one of their colours.
            door.spend == colour || colour == Colour::Brown && (door.cursed || has_glitch_key || terrain.may_curse())
        }
        _ => false,
    })
}

fn has_masters(terrain: &Terrain) -> bool {
    is_used(terrain, Colour::Master)
        || is_used(terrain, Colour::Glitch)
        || !terrain.level.start_counts[Colour::Master.index()].is_zero()
}

/// Whether any number can have an imaginary part.
pub(super) fn has_imaginary(level: &Level) -> bool {
    level.start_counts.iter().any(|count| count.im != 0)
        || locks(level).any(|lock| match lock.need {
            Need::Normal(amount) | Need::Blast(amount) => amount.im != 0,
            Need::Blank | Need::All => false,
        })
        || level.nodes.iter().any(|node| match &node.kind {
            NodeKind::Key(key) => match key.effect {
                KeyEffect::Add(amount) | KeyEffect::Exact(amount) => amount.im != 0,
                KeyEffect::Rotor | KeyEffect::BackRotor => true,
                KeyEffect::Star | KeyEffect::Unstar | KeyEffect::Flip => false,
            },
            NodeKind::Door(door) => door.copies.im != 0,
            _ => false,
        })
}
