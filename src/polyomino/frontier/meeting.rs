//! The windows of a layer that were met so far, numbered in the order in which they were met.

use std::hash::BuildHasher;

use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use super::{layer::CHUNK, strip::Window};
use crate::steady_table::SteadyTable;

/// The windows of a layer that were met so far.
pub(super) struct Meeting<W> {
    numbers: SteadyTable<(W, u32)>,
    /// By number, some to each vector.
    chunks: Vec<Vec<W>>,
    len: usize,
}

fn hash<W: Window>(window: W) -> u64 {
    FxBuildHasher.hash_one(window)
}

impl<W: Window> Meeting<W> {
    /// None yet.
    pub fn new() -> Self {
        Self { numbers: SteadyTable::default(), chunks: Vec::new(), len: 0 }
    }

    /// How many windows there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The bytes it may ask for before so many more windows are entered.
    pub fn bytes_to_grow(&self, more: usize) -> u64 {
        self.numbers.bytes_to_grow(more) + (more * size_of::<W>()) as u64
    }

    /// The number of a window, which is entered if it is new.
    #[inline]
    pub fn number(&mut self, window: W) -> u32 {
        match self.numbers.entry(hash(window), |entry| entry.0 == window, |entry| hash(entry.0)) {
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
    fn windows_are_numbered_as_they_are_met() {
        let mut meeting = Meeting::<u64>::new();
        let windows = 300_003;
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
