//! A hash table whose growth never takes long: where there is much in it, it is many small ones. A table is made anew
//! as it grows; for one of millions that takes up to seconds, in which nobody looks at the limits, and twice the room.

use hashbrown::{HashTable, hash_table::Entry};

/// With more entries than this, there are several tables.
const MOST_IN_ONE: usize = 1 << 17;
/// Then there are so many: with ten million entries, one is made anew in some milliseconds.
const TABLES: usize = 256;

/// A hash table. Whoever uses it knows how its entries are hashed, in the same way each time.
#[derive(Debug)]
pub(crate) struct SteadyTable<T> {
    /// One, or as many as there are at the most, by the hash of an entry.
    tables: Vec<HashTable<T>>,
}

impl<T> Default for SteadyTable<T> {
    fn default() -> Self {
        Self { tables: vec![HashTable::new()] }
    }
}

impl<T> SteadyTable<T> {
    /// The number of entries.
    pub fn len(&self) -> usize {
        self.tables.iter().map(HashTable::len).sum()
    }

    /// Which table an entry belongs to. The tables themselves use the highest and the lowest bits of a hash.
    #[inline]
    fn place(&self, hash: u64) -> usize {
        (hash >> 40) as usize & (self.tables.len() - 1)
    }

    /// The entry that is meant, if it is there.
    #[inline]
    pub fn find(&self, hash: u64, is_meant: impl FnMut(&T) -> bool) -> Option<&T> {
        self.tables[self.place(hash)].find(hash, is_meant)
    }

    /// The place of the entry that is meant.
    #[inline]
    pub fn entry(&mut self, hash: u64, is_meant: impl FnMut(&T) -> bool, hash_of: impl Fn(&T) -> u64) -> Entry<'_, T> {
        self.make_room(&hash_of);
        let place = self.place(hash);
        self.tables[place].entry(hash, is_meant, hash_of)
    }

    /// Adds an entry that is not there yet.
    pub fn insert_unique(&mut self, hash: u64, entry: T, hash_of: impl Fn(&T) -> u64) {
        self.make_room(&hash_of);
        let place = self.place(hash);
        self.tables[place].insert_unique(hash, entry, hash_of);
    }

    /// The entries that there is room for in those tables which are made anew, twice as large, before there are so many
    /// more entries.
    pub fn next_growth(&self, more: usize) -> usize {
        let more = more.div_ceil(self.tables.len());
        let growing = self.tables.iter().filter(|table| table.len() + more > table.capacity());
        growing.map(HashTable::capacity).sum()
    }

    /// The bytes it may ask for before there are so many more entries.
    pub fn bytes_to_grow(&self, more: usize) -> u64 {
        // A bucket has a byte of its own, and an eighth of them stay empty.
        (self.next_growth(more) * 2 * (size_of::<T>() + 1) * 8 / 7) as u64
    }

    #[inline]
    fn make_room(&mut self, hash_of: &impl Fn(&T) -> u64) {
        if let [one] = &self.tables[..]
            && one.len() >= MOST_IN_ONE
        {
            self.divide(hash_of);
        }
    }

    #[cold]
    fn divide(&mut self, hash_of: &impl Fn(&T) -> u64) {
        let room = MOST_IN_ONE / TABLES * 3 / 2;
        let tables = (0..TABLES).map(|_| HashTable::with_capacity(room)).collect();
        for entry in std::mem::replace(&mut self.tables, tables).into_iter().flatten() {
            let hash = hash_of(&entry);
            let place = self.place(hash);
            self.tables[place].insert_unique(hash, entry, hash_of);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::hash::BuildHasher;

    use rustc_hash::FxBuildHasher;

    use super::*;

    fn hash(number: &u32) -> u64 {
        FxBuildHasher.hash_one(number)
    }

    fn table(numbers: std::ops::Range<u32>) -> SteadyTable<u32> {
        let mut table = SteadyTable::default();
        numbers.for_each(|number| table.insert_unique(hash(&number), number, hash));
        table
    }

    #[test]
    fn entries_are_found_in_one_table_and_in_many() {
        for count in [0, 1, MOST_IN_ONE as u32, MOST_IN_ONE as u32 + 1, 3 * MOST_IN_ONE as u32] {
            let mut table = table(0..count);
            assert_eq!(table.len(), count as usize);
            for number in (0..count).step_by(7) {
                assert_eq!(table.find(hash(&number), |it| *it == number), Some(&number));
                assert!(matches!(table.entry(hash(&number), |it| *it == number, hash), Entry::Occupied(_)));
            }
            assert_eq!(table.find(hash(&count), |it| *it == count), None);
            let Entry::Vacant(place) = table.entry(hash(&count), |it| *it == count, hash) else { panic!("{count}") };
            place.insert(count);
            assert_eq!(table.len(), count as usize + 1);
        }
    }

    #[test]
    fn no_table_is_large() {
        let table = table(0..1 << 20);
        assert_eq!(table.tables.len(), TABLES);
        assert!(table.tables.iter().all(|table| table.len() < 2 << 12));
    }

    #[test]
    fn tables_that_are_about_to_grow_are_told() {
        let one = table(0..1_000);
        let capacity = one.tables[0].capacity();
        assert_eq!(one.next_growth(capacity - 1_000), 0);
        assert_eq!(one.next_growth(capacity - 999), capacity);
        let many = table(0..3 << 17);
        assert_eq!(many.next_growth(0), 0);
        let all: usize = many.tables.iter().map(HashTable::capacity).sum();
        assert_eq!(many.next_growth(all * 2), all);
        let fullest = many.tables.iter().map(|table| table.capacity() - table.len()).min().unwrap();
        assert_eq!(many.next_growth(fullest * TABLES), 0);
        assert!((1..all).contains(&many.next_growth((fullest + 1) * TABLES)));
    }
}
