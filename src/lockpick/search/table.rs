//! All states a search has met, each once, with the state it was reached from. States are kept as the exact strings of
//! the [codec](crate::lockpick::play::codec): two states that hash alike are still two states. States that differ only
//! in counts of which more is never worse begin alike; of them a worse one is left out.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::{HashTable, hash_table::Entry};
use rustc_hash::FxHasher;

use crate::lockpick::play::codec::is_at_least;

/// The number of a state, in the order they were met.
pub type StateId = u32;

/// The first state has no other before it.
pub const NO_PARENT: StateId = StateId::MAX;

/// Bytes of strings kept in one piece. Pieces never move, so growing never needs twice the room.
const PIECE: usize = 1 << 18;
/// Records kept in one piece.
const RECORDS: usize = 1 << 14;

#[derive(Clone, Copy, Debug)]
struct Record {
    piece: u32,
    offset: u32,
    length: u32,
    parent: StateId,
    depth: u32,
    /// The next state that begins alike.
    next: StateId,
}

/// A state to be looked up: its string, and where the counts begin of which more is never worse.
#[derive(Clone, Copy, Debug)]
pub struct Key<'a> {
    /// The whole string.
    pub string: &'a [u8],
    /// The length of what has to be equal.
    pub split: usize,
}

impl<'a> Key<'a> {
    fn beginning(&self) -> &'a [u8] {
        &self.string[..self.split]
    }
}

/// What the table says about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entered {
    /// It was not there, and now it is.
    New(StateId),
    /// It was there, but by a longer way.
    Nearer(StateId),
    /// It, or a state that is at least as good, was there by a way that is not longer.
    Known,
}

/// The states met so far.
#[derive(Debug)]
pub struct Table {
    pieces: Vec<Vec<u8>>,
    records: Vec<Vec<Record>>,
    count: usize,
    /// The first state of those that begin alike, and the length of the beginning.
    index: HashTable<(StateId, u32)>,
    /// Whether a state by a longer way is as good as the same by a shorter one.
    ignores_depth: bool,
}

/// The hash of the beginning of a string.
fn hash(beginning: &[u8]) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(beginning)
}

impl Table {
    /// An empty table.
    pub fn new(ignores_depth: bool) -> Self {
        Self { pieces: Vec::new(), records: Vec::new(), count: 0, index: HashTable::new(), ignores_depth }
    }

    /// Enters a state reached from another by `depth` moves in all, unless there is one that is as good.
    pub fn insert(&mut self, key: Key<'_>, parent: StateId, depth: u32) -> Entered {
        if let Some(known) = self.look_up(key, depth) {
            if let Entered::Nearer(id) = known {
                let record = &mut self.records[id as usize / RECORDS][id as usize % RECORDS];
                record.parent = parent;
                record.depth = depth;
            }
            return known;
        }
        let id = self.count as StateId;
        if self.pieces.last().is_none_or(|piece| piece.len() + key.string.len() > piece.capacity()) {
            self.pieces.push(Vec::with_capacity(PIECE.max(key.string.len())));
        }
        let piece = self.pieces.len() - 1;
        let offset = self.pieces[piece].len() as u32;
        self.pieces[piece].extend_from_slice(key.string);
        if self.count.is_multiple_of(RECORDS) {
            self.records.push(Vec::with_capacity(RECORDS));
        }
        let Self { pieces, records, count, index, .. } = self;
        let beginning = |&(id, split): &(StateId, u32)| &string(pieces, records, id)[..split as usize];
        let is_same = |entry: &(StateId, u32)| beginning(entry) == key.beginning();
        let next = match index.entry(hash(key.beginning()), is_same, |entry| hash(beginning(entry))) {
            Entry::Occupied(mut entry) => std::mem::replace(&mut entry.get_mut().0, id),
            Entry::Vacant(entry) => {
                entry.insert((id, key.split as u32));
                NO_PARENT
            }
        };
        let length = key.string.len() as u32;
        let record = Record { piece: piece as u32, offset, length, parent, depth, next };
        records[*count / RECORDS].push(record);
        *count += 1;
        Entered::New(id)
    }

    /// Whether a state is in the table already, or one that is at least as good.
    pub fn is_known(&self, key: Key<'_>, depth: u32) -> bool {
        self.look_up(key, depth) == Some(Entered::Known)
    }

    fn look_up(&self, key: Key<'_>, depth: u32) -> Option<Entered> {
        let is_same = |&(id, split): &(StateId, u32)| self.key(id)[..split as usize] == *key.beginning();
        let mut at = self.index.find(hash(key.beginning()), is_same)?.0;
        let mut nearer = None;
        while at != NO_PARENT {
            let (other, record) = (self.key(at), self.record(at));
            let is_near = self.ignores_depth || record.depth <= depth;
            if is_near && is_at_least(&other[key.split..], &key.string[key.split..]) {
                return Some(Entered::Known);
            }
            if !is_near && other == key.string {
                nearer = Some(Entered::Nearer(at));
            }
            at = record.next;
        }
        nearer
    }

    /// The string of a state.
    pub fn key(&self, id: StateId) -> &[u8] {
        string(&self.pieces, &self.records, id)
    }

    fn record(&self, id: StateId) -> &Record {
        &self.records[id as usize / RECORDS][id as usize % RECORDS]
    }

    /// How many moves lead to a state.
    pub fn depth(&self, id: StateId) -> u32 {
        self.record(id).depth
    }

    /// The states on the way to a state, the first one first, itself last.
    pub fn way_to(&self, id: StateId) -> Vec<StateId> {
        let mut way = vec![id];
        let mut at = id;
        while self.record(at).parent != NO_PARENT {
            at = self.record(at).parent;
            way.push(at);
        }
        way.reverse();
        way
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether no more states can be numbered.
    pub fn is_full(&self) -> bool {
        self.count >= NO_PARENT as usize - (1 << 20)
    }

    /// The room it takes, roughly.
    pub fn bytes(&self) -> u64 {
        let strings: usize = self.pieces.iter().map(Vec::capacity).sum();
        let records = self.records.len() * RECORDS * size_of::<Record>();
        (strings + records + self.index.capacity() * 10) as u64
    }

    /// The room it will ask for soon: a little always, much when the index is about to double.
    pub fn next_growth(&self) -> u64 {
        let is_close = self.index.len() + 100_000 > self.index.capacity();
        let index = if is_close && self.index.len() > 50_000 { self.index.capacity() * 20 } else { 0 };
        (16 << 20) + index as u64
    }
}

fn string<'a>(pieces: &'a [Vec<u8>], records: &[Vec<Record>], id: StateId) -> &'a [u8] {
    let record = &records[id as usize / RECORDS][id as usize % RECORDS];
    &pieces[record.piece as usize][record.offset as usize..][..record.length as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(string: &[u8]) -> Key<'_> {
        Key { string, split: string.len() }
    }

    #[test]
    fn states_are_kept_apart_whatever_their_length() {
        let mut table = Table::new(true);
        let keys: Vec<Vec<u8>> = (0u32..60_000)
            .map(|number| number.to_le_bytes()[..1 + number as usize % 4].iter().copied().chain([7]).collect())
            .collect();
        let mut distinct = std::collections::HashSet::new();
        for key in &keys {
            let entered = table.insert(whole(key), NO_PARENT, 0);
            let id = distinct.len() as StateId;
            assert_eq!(entered, if distinct.insert(key.clone()) { Entered::New(id) } else { Entered::Known });
            assert!(table.is_known(whole(key), 0));
        }
        assert_eq!(table.len(), distinct.len());
        assert!(!table.is_known(whole(b"nothing like it"), 0));
    }

    #[test]
    fn ways_lead_back_to_the_first_state() {
        let mut table = Table::new(false);
        let insert = |table: &mut Table, key: &[u8], parent, depth| table.insert(whole(key), parent, depth);
        assert_eq!(insert(&mut table, b"a", NO_PARENT, 0), Entered::New(0));
        assert_eq!(insert(&mut table, b"b", 0, 1), Entered::New(1));
        assert_eq!(insert(&mut table, b"c", 1, 2), Entered::New(2));
        assert_eq!(table.way_to(2), [0, 1, 2]);
        assert_eq!(insert(&mut table, b"c", 1, 3), Entered::Known);
        assert_eq!(insert(&mut table, b"c", 0, 1), Entered::Nearer(2));
        assert_eq!((table.way_to(2), table.depth(2)), (vec![0, 2], 1));
    }

    #[test]
    fn a_worse_state_is_left_out() {
        // One byte that must be equal, then two counts; 2n is the number n.
        let mut table = Table::new(false);
        let mut insert = |string: &[u8], depth| table.insert(Key { string, split: 1 }, NO_PARENT, depth);
        assert_eq!(insert(&[1, 4, 4], 5), Entered::New(0));
        assert_eq!(insert(&[1, 4, 2], 5), Entered::Known);
        assert_eq!(insert(&[1, 2, 6], 5), Entered::New(1));
        assert_eq!(insert(&[1, 2, 2], 6), Entered::Known);
        assert_eq!(insert(&[1, 2, 2], 4), Entered::New(2));
        assert_eq!(insert(&[2, 2, 2], 9), Entered::New(3));
    }
}
