//! What a state leads to, before it is entered.

use super::seen::{Key, Seen, StateId};

/// A state that was chosen to be expanded.
#[derive(Clone, Copy, Debug)]
pub struct Chosen<'a> {
    /// The states entered so far.
    pub seen: &'a Seen,
    /// Its number.
    pub id: StateId,
    /// How many moves led to it when it was chosen.
    pub depth: u32,
    /// States expanded in the whole run before this state's batch.
    pub work: u64,
}

impl Chosen<'_> {
    /// Its string.
    pub fn key(&self) -> &[u8] {
        self.seen.key(self.id)
    }
}

/// The successors of one state. Their strings lie one after the other.
#[derive(Debug)]
pub struct Successors<N> {
    strings: Vec<u8>,
    items: Vec<Item>,
    /// One for each item; more may follow from earlier states.
    notes: Vec<N>,
    remarks: u32,
}

#[derive(Clone, Copy, Debug)]
struct Item {
    end: usize,
    split: usize,
    hash: u64,
}

/// A successor as it is entered.
pub(super) struct Successor<'a, N> {
    pub key: Key<'a>,
    pub hash: u64,
    pub note: &'a N,
}

impl<N> Default for Successors<N> {
    fn default() -> Self {
        Self { strings: Vec::new(), items: Vec::new(), notes: Vec::new(), remarks: 0 }
    }
}

impl<N: Default> Successors<N> {
    /// Adds a successor unless it is known already, and tells where its note is to be written. The note holds what was
    /// written there for another state.
    #[inline]
    pub fn propose(&mut self, from: &Chosen<'_>, key: Key<'_>) -> Option<&mut N> {
        if from.seen.is_list() {
            return Some(self.add(key, 0));
        }
        let hash = key.hash();
        if from.seen.is_known_hashed(key, hash, from.depth + 1) {
            return None;
        }
        Some(self.add(key, hash))
    }

    /// Adds a state to begin with, and tells where its note is to be written.
    pub fn begin(&mut self, key: Key<'_>) -> &mut N {
        self.add(key, key.hash())
    }

    #[inline]
    fn add(&mut self, key: Key<'_>, hash: u64) -> &mut N {
        self.strings.extend_from_slice(key.string);
        let index = self.items.len();
        self.items.push(Item { end: self.strings.len(), split: key.split, hash });
        if self.notes.len() == index {
            self.notes.push(N::default());
        }
        &mut self.notes[index]
    }

    /// Remarks something about the expansion, as a set of bits. The search tells which bits were ever set.
    pub fn remark(&mut self, bits: u32) {
        self.remarks |= bits;
    }

    pub(super) fn remarks(&self) -> u32 {
        self.remarks
    }

    pub(super) fn clear(&mut self) {
        self.strings.clear();
        self.items.clear();
        self.remarks = 0;
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Successor<'_, N>> {
        let mut begin = 0;
        self.items.iter().zip(&self.notes).map(move |(item, note)| {
            let string = &self.strings[begin..item.end];
            begin = item.end;
            Successor { key: Key { string, split: item.split }, hash: item.hash, note }
        })
    }
}
