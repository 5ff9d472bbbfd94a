//! The windows of a layer that were met so far, numbered in the order in which they were met.

use std::hash::BuildHasher;

use hashbrown::{HashTable, hash_table::Entry};
use rustc_hash::FxBuildHasher;

use super::{layer::CHUNK, strip::Window};

/// With more windows than this, there are several tables. A table is made anew as it grows: one of all windows would
/// take seconds for that, in which nobody looks at the limits.
const MOST_IN_ONE_TABLE: usize = 1 << 17;
const TABLES: usize = 64;

/// The windows of a layer that were met so far.
pub(super) struct Meeting<W> {
    /// One, or as many as there are at the most, by the hash of a window.
    tables: Vec<HashTable<(W, u32)>>,
    /// By number, some to each vector.
    chunks: Vec<Vec<W>>,
    len: usize,
}

fn hash<W: Window>(window: W) -> u64 {
    FxBuildHasher.hash_one(window)
}

/// Which table a window belongs to. The tables themselves use the highest and the lowest bits of a hash.
fn table_of(hash: u64) -> usize {
    (hash >> 40) as usize % TABLES
}

impl<W: Window> Meeting<W> {
    /// None yet.
    pub fn new() -> Self {
        Self { tables: Vec::new(), chunks: Vec::new(), len: 0 }
    }

    /// How many windows there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The number of a window, which is entered if it is new.
    #[inline]
    pub fn number(&mut self, window: W) -> u32 {
        let hash_of = hash(window);
        let table = match self.tables.len() {
            0 => {
                self.tables.push(HashTable::new());
                0
            }
            1 => 0,
            _ => table_of(hash_of),
        };
        match self.tables[table].entry(hash_of, |entry| entry.0 == window, |entry| hash(entry.0)) {
            Entry::Occupied(entry) => entry.get().1,
            Entry::Vacant(entry) => {
                let number = self.len as u32;
                entry.insert((window, number));
                self.keep(window);
                number
            }
        }
    }

    /// Enters a window that is in its table.
    fn keep(&mut self, window: W) {
        if self.len.is_multiple_of(CHUNK) {
            // Most layers are small, and the first chunk is then the only one.
            self.chunks.push(if self.len == 0 { Vec::new() } else { Vec::with_capacity(CHUNK) });
        }
        self.chunks.last_mut().expect("a chunk was begun").push(window);
        self.len += 1;
        if self.len == MOST_IN_ONE_TABLE {
            self.divide();
        }
    }

    #[cold]
    fn divide(&mut self) {
        let room = MOST_IN_ONE_TABLE / TABLES * 2;
        let mut tables: Vec<HashTable<(W, u32)>> = (0..TABLES).map(|_| HashTable::with_capacity(room)).collect();
        for entry in self.tables.drain(..).flatten() {
            let hash_of = hash(entry.0);
            tables[table_of(hash_of)].insert_unique(hash_of, entry, |entry| hash(entry.0));
        }
        self.tables = tables;
    }

    /// All windows in the order of their numbers, in chunks that are full but for the last.
    pub fn into_chunks(self) -> Vec<Vec<W>> {
        self.chunks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_numbered_as_they_are_met_in_one_table_and_in_many() {
        let mut meeting = Meeting::<u64>::new();
        let windows = MOST_IN_ONE_TABLE as u64 * 2 + 3;
        let window = |number: u64| number * 5 % 1_000_003;
        for number in 0..windows {
            assert_eq!(u64::from(meeting.number(window(number))), number);
            // One that was met before, in the same table or in one that is divided by now.
            assert_eq!(u64::from(meeting.number(window(number / 2))), number / 2);
        }
        assert_eq!(meeting.len() as u64, windows);
        let chunks = meeting.into_chunks();
        let (last, full) = chunks.split_last().unwrap();
        assert!(full.iter().all(|chunk| chunk.len() == CHUNK) && last.len() <= CHUNK);
        assert!(chunks.into_iter().flatten().eq((0..windows).map(window)));
    }
}
