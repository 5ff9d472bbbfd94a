//! All states a search has met, each once, with the state it was reached from. States are kept as the exact strings of
//! the [codec](crate::lockpick::play::codec): two states that hash alike are still two states.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::{HashTable, hash_table::Entry};
use rustc_hash::FxHasher;

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
}

/// The states met so far.
#[derive(Debug, Default)]
pub struct Table {
    pieces: Vec<Vec<u8>>,
    records: Vec<Vec<Record>>,
    count: usize,
    index: HashTable<StateId>,
}

/// The hash of a string.
fn hash(key: &[u8]) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(key)
}

impl Table {
    /// Enters a state reached from another by `depth` moves in all. Tells its number and whether it is new.
    pub fn insert(&mut self, key: &[u8], parent: StateId, depth: u32) -> (StateId, bool) {
        let Self { pieces, records, count, index } = self;
        let is_same = |&id: &StateId| string(pieces, records, id) == key;
        match index.entry(hash(key), is_same, |&id| hash(string(pieces, records, id))) {
            Entry::Occupied(entry) => (*entry.get(), false),
            Entry::Vacant(entry) => {
                let id = *count as StateId;
                entry.insert(id);
                if pieces.last().is_none_or(|piece| piece.len() + key.len() > piece.capacity()) {
                    pieces.push(Vec::with_capacity(PIECE.max(key.len())));
                }
                let piece = pieces.len() - 1;
                let offset = pieces[piece].len() as u32;
                pieces[piece].extend_from_slice(key);
                if *count % RECORDS == 0 {
                    records.push(Vec::with_capacity(RECORDS));
                }
                let record = Record { piece: piece as u32, offset, length: key.len() as u32, parent, depth };
                records[*count / RECORDS].push(record);
                *count += 1;
                (id, true)
            }
        }
    }

    /// The number of a state that was met before.
    pub fn find(&self, key: &[u8]) -> Option<StateId> {
        self.index.find(hash(key), |&id| self.key(id) == key).copied()
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

    /// A shorter way to a state was found.
    pub fn shorten(&mut self, id: StateId, parent: StateId, depth: u32) {
        let record = &mut self.records[id as usize / RECORDS][id as usize % RECORDS];
        record.parent = parent;
        record.depth = depth;
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
        (strings + records + self.index.capacity() * 6) as u64
    }

    /// The room it will ask for soon: a little always, much when the index is about to double.
    pub fn next_growth(&self) -> u64 {
        let is_close = self.index.len() + 100_000 > self.index.capacity();
        let index = if is_close && self.index.len() > 50_000 { self.index.capacity() * 12 } else { 0 };
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

    #[test]
    fn states_are_kept_apart_whatever_their_length() {
        let mut table = Table::default();
        let keys: Vec<Vec<u8>> = (0u32..60_000)
            .map(|number| number.to_le_bytes()[..1 + number as usize % 4].iter().copied().chain([7]).collect())
            .collect();
        let mut distinct = std::collections::HashMap::new();
        for key in &keys {
            let (id, is_new) = table.insert(key, NO_PARENT, 0);
            let known = distinct.len();
            assert_eq!(*distinct.entry(key.clone()).or_insert(known), id as usize);
            assert_eq!(is_new, id as usize == known && distinct.len() > known);
            assert_eq!(table.key(id), key);
        }
        assert_eq!(table.len(), distinct.len());
        assert_eq!(table.find(b"nothing like it"), None);
    }

    #[test]
    fn ways_lead_back_to_the_first_state() {
        let mut table = Table::default();
        let (first, _) = table.insert(b"a", NO_PARENT, 0);
        let (second, _) = table.insert(b"b", first, 1);
        let (third, _) = table.insert(b"c", second, 2);
        assert_eq!(table.way_to(third), [first, second, third]);
        table.shorten(third, first, 1);
        assert_eq!((table.way_to(third), table.depth(third)), (vec![first, third], 1));
    }
}
