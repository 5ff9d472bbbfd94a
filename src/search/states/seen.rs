//! All states a search has met, each once, with the state it was reached from. States are kept as exact strings: two
//! states that hash alike are still two states. States that differ only in their tails begin alike; of them those are
//! left out that another is at least as good as.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

use crate::steady_table::SteadyTable;

/// The number of a state, in the order they were entered.
pub type StateId = u32;

/// What stands for the parent of a state that has none.
pub const NO_STATE: StateId = StateId::MAX;

/// Bytes of strings kept in one piece. Pieces never move, so growing never needs twice the room.
const PIECE: usize = 1 << 18;
/// Records kept in one piece.
const RECORDS: usize = 1 << 14;
/// Numbers that are left free at the end, so that a batch can always be entered.
const SPARE_IDS: usize = 1 << 24;
/// Of the states that begin alike, so many are compared with a new one. Where none is at least as good as another, more
/// of them would take longer to look through than they could ever spare.
const LONGEST_LIST: usize = 128;
/// What the table says it will ask for soon, at least.
const SMALL_GROWTH: u64 = 16 << 20;
/// It asks for more when it would have to grow before so many more states are entered, if it has more than these.
const MORE_STATES: usize = 100_000;
const SMALL_TABLE: usize = 50_000;

/// A state to be looked up: its string, and where its tail begins.
#[derive(Clone, Copy, Debug)]
pub struct Key<'a> {
    /// The whole string.
    pub string: &'a [u8],
    /// The length of what has to be equal. The rest is the tail, of which one can be at least as good as another.
    pub split: usize,
}

impl<'a> Key<'a> {
    /// A key without a tail.
    pub fn whole(string: &'a [u8]) -> Self {
        Self { string, split: string.len() }
    }

    fn beginning(&self) -> &'a [u8] {
        &self.string[..self.split]
    }

    fn tail(&self) -> &'a [u8] {
        &self.string[self.split..]
    }

    /// The hash of what has to be equal.
    pub(super) fn hash(&self) -> u64 {
        hash(self.beginning())
    }
}

fn hash(beginning: &[u8]) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(beginning)
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
pub struct Seen {
    pile: Pile,
    /// The first state of those that begin alike, and the length of the beginning.
    index: SteadyTable<(StateId, u32)>,
    /// All states that have a tail, by their whole strings: equal ones are found even where lists were cut.
    wholes: SteadyTable<StateId>,
    /// Whether states were taken off a list because it was too long.
    is_cut: bool,
    rules: Rules,
}

/// Which states stand for which others.
#[derive(Clone, Copy, Debug)]
struct Rules {
    /// Is every state kept, whether it was met before or not?
    keeps_doubles: bool,
    /// Is a state by a shorter way better than the same by a longer one?
    minds_depth: bool,
    is_at_least: fn(&[u8], &[u8]) -> bool,
}

impl Default for Seen {
    fn default() -> Self {
        Self::new()
    }
}

impl Seen {
    /// An empty table of states of which only equal ones stand for each other, however they were reached.
    pub fn new() -> Self {
        let rules = Rules { keeps_doubles: false, minds_depth: false, is_at_least: |one, other| one == other };
        Self {
            pile: Pile::default(),
            index: SteadyTable::default(),
            wholes: SteadyTable::default(),
            is_cut: false,
            rules,
        }
    }

    /// A list that keeps whatever is entered and looks for nothing.
    pub fn list() -> Self {
        let mut seen = Self::new();
        seen.rules.keeps_doubles = true;
        seen
    }

    /// The same table, for searches in which a state by a shorter way is better than the same by a longer one.
    pub fn minding_depth(mut self) -> Self {
        self.rules.minds_depth = true;
        self
    }

    /// The same table, for states whose tails can be compared: does having the first make the second needless?
    pub fn with_dominance(mut self, is_at_least: fn(&[u8], &[u8]) -> bool) -> Self {
        self.rules.is_at_least = is_at_least;
        self
    }

    /// Enters a state reached from another by `depth` moves in all, unless there is one that is as good.
    pub fn insert(&mut self, key: Key<'_>, parent: StateId, depth: u32) -> Entered {
        let hash = if self.rules.keeps_doubles { 0 } else { key.hash() };
        self.insert_hashed(key, hash, parent, depth)
    }

    pub(super) fn insert_hashed(&mut self, key: Key<'_>, hash: u64, parent: StateId, depth: u32) -> Entered {
        let Self { pile, index, wholes, is_cut, rules } = self;
        if rules.keeps_doubles {
            return Entered::New(pile.push(key, parent, depth, NO_STATE));
        }
        let id = pile.count as StateId;
        let beginning = |&(id, split): &(StateId, u32)| &pile.key(id)[..split as usize];
        let is_same = |entry: &(StateId, u32)| beginning(entry) == key.beginning();
        let next = match index.entry(hash, is_same, |entry| self::hash(beginning(entry))) {
            Entry::Occupied(mut entry) => {
                match rules.judge(pile, entry.get().0, key, depth) {
                    Some(Entered::Nearer(id)) => {
                        let record = pile.record_mut(id);
                        (record.parent, record.depth) = (parent, depth);
                        return Entered::Nearer(id);
                    }
                    Some(known) => return known,
                    None if *is_cut && find_whole(pile, wholes, key.string).is_some() => return Entered::Known,
                    None => {}
                }
                let (next, is_too_long) = rules.without_worse(pile, entry.get().0, key);
                *is_cut |= is_too_long;
                entry.get_mut().0 = id;
                next
            }
            Entry::Vacant(entry) => {
                entry.insert((id, key.split as u32));
                NO_STATE
            }
        };
        pile.push(key, parent, depth, next);
        if !key.tail().is_empty() && !rules.minds_depth {
            wholes.insert_unique(self::hash(key.string), id, |&id| self::hash(pile.key(id)));
        }
        Entered::New(id)
    }

    /// Whether a state is in the table already, or one that is at least as good.
    pub fn is_known(&self, key: Key<'_>, depth: u32) -> bool {
        !self.rules.keeps_doubles && self.is_known_hashed(key, key.hash(), depth)
    }

    pub(super) fn is_known_hashed(&self, key: Key<'_>, hash: u64, depth: u32) -> bool {
        let is_same = |&(id, split): &(StateId, u32)| self.key(id)[..split as usize] == *key.beginning();
        let Some(&(first, _)) = self.index.find(hash, is_same) else { return false };
        self.rules.judge(&self.pile, first, key, depth) == Some(Entered::Known)
            || self.is_cut && find_whole(&self.pile, &self.wholes, key.string).is_some()
    }

    /// Does it keep every state, without looking for others like it?
    pub(super) fn is_list(&self) -> bool {
        self.rules.keeps_doubles
    }

    /// The string of a state.
    pub fn key(&self, id: StateId) -> &[u8] {
        self.pile.key(id)
    }

    /// How many moves lead to a state.
    pub fn depth(&self, id: StateId) -> u32 {
        self.pile.record(id).depth
    }

    /// The states on the way to a state, the first one first, itself last.
    pub fn way_to(&self, id: StateId) -> Vec<StateId> {
        let mut way = vec![id];
        let mut at = id;
        while self.pile.record(at).parent != NO_STATE {
            at = self.pile.record(at).parent;
            way.push(at);
        }
        way.reverse();
        way
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.pile.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.pile.count == 0
    }

    /// Whether no more states can be numbered.
    pub fn is_full(&self) -> bool {
        self.pile.count >= NO_STATE as usize - SPARE_IDS
    }

    /// The room it will ask for soon: a little always, much when the index is about to double.
    pub fn next_growth(&self) -> u64 {
        // Small ones do not count.
        let index = if self.index.len() > SMALL_TABLE { self.index.bytes_to_grow(MORE_STATES) } else { 0 };
        let wholes = if self.wholes.len() > SMALL_TABLE { self.wholes.bytes_to_grow(MORE_STATES) } else { 0 };
        SMALL_GROWTH + index + wholes
    }
}

/// The state with this string, if there is one with a tail.
fn find_whole(pile: &Pile, wholes: &SteadyTable<StateId>, string: &[u8]) -> Option<StateId> {
    wholes.find(hash(string), |&id| pile.key(id) == string).copied()
}

impl Rules {
    /// What becomes of a state that begins like `first` and those after it; `None` if it is new.
    fn judge(&self, pile: &Pile, first: StateId, key: Key<'_>, depth: u32) -> Option<Entered> {
        let mut at = first;
        let mut nearer = None;
        while at != NO_STATE {
            let (other, record) = (pile.key(at), pile.record(at));
            let is_near = !self.minds_depth || record.depth <= depth;
            if is_near && (self.is_at_least)(&other[key.split..], key.tail()) {
                return Some(Entered::Known);
            }
            if !is_near && other == key.string {
                nearer = Some(Entered::Nearer(at));
            }
            at = record.next;
        }
        nearer
    }

    /// Takes those states off a list that a new one makes needless, and tells which is the first that is left. Lists
    /// are looked through from end to end for every state, so they are to be short: the oldest go if there are too
    /// many, and then that is told, too. Where depths count, a state may come again by a shorter way, and has to find
    /// its own record then: all of them stay.
    fn without_worse(&self, pile: &mut Pile, first: StateId, key: Key<'_>) -> (StateId, bool) {
        if self.minds_depth {
            return (first, false);
        }
        let (mut left, mut last) = (NO_STATE, NO_STATE);
        let mut count = 1;
        let mut at = first;
        while at != NO_STATE && count < LONGEST_LIST {
            let next = pile.record(at).next;
            if !(self.is_at_least)(key.tail(), &pile.key(at)[key.split..]) {
                if last == NO_STATE {
                    left = at;
                } else {
                    pile.record_mut(last).next = at;
                }
                last = at;
                count += 1;
            }
            at = next;
        }
        if last != NO_STATE {
            pile.record_mut(last).next = NO_STATE;
        }
        (left, at != NO_STATE)
    }
}

/// The strings of all states, and what goes with them.
#[derive(Debug, Default)]
struct Pile {
    pieces: Vec<Vec<u8>>,
    records: Vec<Vec<Record>>,
    count: usize,
}

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

impl Pile {
    fn push(&mut self, key: Key<'_>, parent: StateId, depth: u32, next: StateId) -> StateId {
        let length = key.string.len();
        if self.pieces.last().is_none_or(|piece| piece.len() + length > piece.capacity()) {
            self.pieces.push(Vec::with_capacity(PIECE.max(length)));
        }
        let piece = self.pieces.len() - 1;
        let offset = self.pieces[piece].len() as u32;
        self.pieces[piece].extend_from_slice(key.string);
        if self.count.is_multiple_of(RECORDS) {
            self.records.push(Vec::with_capacity(RECORDS));
        }
        let record = Record { piece: piece as u32, offset, length: length as u32, parent, depth, next };
        self.records[self.count / RECORDS].push(record);
        self.count += 1;
        (self.count - 1) as StateId
    }

    #[inline]
    fn record(&self, id: StateId) -> &Record {
        &self.records[id as usize / RECORDS][id as usize % RECORDS]
    }

    fn record_mut(&mut self, id: StateId) -> &mut Record {
        &mut self.records[id as usize / RECORDS][id as usize % RECORDS]
    }

    #[inline]
    fn key(&self, id: StateId) -> &[u8] {
        let record = self.record(id);
        &self.pieces[record.piece as usize][record.offset as usize..][..record.length as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_kept_apart_whatever_their_length() {
        let mut seen = Seen::new();
        let keys: Vec<Vec<u8>> = (0u32..60_000)
            .map(|number| number.to_le_bytes()[..1 + number as usize % 4].iter().copied().chain([7]).collect())
            .collect();
        let mut distinct = std::collections::HashSet::new();
        for key in &keys {
            let entered = seen.insert(Key::whole(key), NO_STATE, 0);
            let id = distinct.len() as StateId;
            assert_eq!(entered, if distinct.insert(key.clone()) { Entered::New(id) } else { Entered::Known });
            assert!(seen.is_known(Key::whole(key), 0));
        }
        assert_eq!(seen.len(), distinct.len());
        assert!(!seen.is_known(Key::whole(b"nothing like it"), 0));
    }

    #[test]
    fn ways_lead_back_to_the_first_state() {
        let mut seen = Seen::new().minding_depth();
        let insert = |seen: &mut Seen, key: &[u8], parent, depth| seen.insert(Key::whole(key), parent, depth);
        assert!(seen.is_empty());
        assert_eq!(insert(&mut seen, b"a", NO_STATE, 0), Entered::New(0));
        assert!(!seen.is_empty());
        assert_eq!(insert(&mut seen, b"b", 0, 1), Entered::New(1));
        assert_eq!(insert(&mut seen, b"c", 1, 2), Entered::New(2));
        assert_eq!(seen.way_to(2), [0, 1, 2]);
        assert_eq!(insert(&mut seen, b"c", 1, 3), Entered::Known);
        assert_eq!(insert(&mut seen, b"c", 0, 1), Entered::Nearer(2));
        assert_eq!((seen.way_to(2), seen.depth(2)), (vec![0, 2], 1));
    }

    #[test]
    fn a_worse_state_is_left_out() {
        // One byte that must be equal, then two counts.
        let is_at_least = |one: &[u8], other: &[u8]| one.iter().zip(other).all(|(one, other)| one >= other);
        let mut seen = Seen::new().minding_depth().with_dominance(is_at_least);
        let mut insert = |string: &[u8], depth| seen.insert(Key { string, split: 1 }, NO_STATE, depth);
        assert_eq!(insert(&[1, 4, 4], 5), Entered::New(0));
        assert_eq!(insert(&[1, 4, 2], 5), Entered::Known);
        assert_eq!(insert(&[1, 2, 6], 5), Entered::New(1));
        assert_eq!(insert(&[1, 2, 2], 6), Entered::Known);
        assert_eq!(insert(&[1, 2, 2], 4), Entered::New(2));
        assert_eq!(insert(&[2, 2, 2], 9), Entered::New(3));
    }

    #[test]
    fn what_a_better_state_makes_needless_is_no_longer_looked_at() {
        let is_at_least = |one: &[u8], other: &[u8]| one.iter().zip(other).all(|(one, other)| one >= other);
        let mut seen = Seen::new().with_dominance(is_at_least);
        for id in 0..100u8 {
            assert_eq!(seen.insert(Key { string: &[1, id, 1], split: 1 }, NO_STATE, 0), Entered::New(id.into()));
        }
        assert_eq!(seen.insert(Key { string: &[1, 0, 2], split: 1 }, NO_STATE, 0), Entered::New(100));
        let mut listed = 0;
        let mut at = seen.index.find(hash(&[1]), |_| true).unwrap().0;
        while at != NO_STATE {
            listed += 1;
            at = seen.pile.record(at).next;
        }
        assert_eq!((listed, seen.is_cut), (2, false));
        for id in 0..100u8 {
            assert!(seen.is_known(Key { string: &[1, id, 1], split: 1 }, 0));
        }
        assert_eq!(seen.key(7), [1, 7, 1]);
    }

    /// None of these states is at least as good as another, so all of them are in one list; the oldest leave it.
    #[test]
    fn a_state_that_left_a_long_list_is_still_known() {
        let is_at_least = |one: &[u8], other: &[u8]| one.iter().zip(other).all(|(one, other)| one >= other);
        let mut seen = Seen::new().with_dominance(is_at_least);
        let string = |number: u16| [1, (number >> 8) as u8, number as u8, (!number >> 8) as u8, !number as u8];
        for number in 0..2_000u16 {
            assert!(!seen.is_known(Key { string: &string(number), split: 1 }, 0));
            let entered = seen.insert(Key { string: &string(number), split: 1 }, NO_STATE, 0);
            assert_eq!(entered, Entered::New(number.into()));
        }
        assert!(seen.is_cut);
        for number in 0..2_000u16 {
            assert!(seen.is_known(Key { string: &string(number), split: 1 }, 0));
            assert_eq!(seen.insert(Key { string: &string(number), split: 1 }, NO_STATE, 0), Entered::Known);
        }
        assert_eq!(seen.len(), 2_000);
    }

    #[test]
    fn a_list_keeps_everything() {
        let mut seen = Seen::list();
        for id in 0..5 {
            assert!(!seen.is_known(Key::whole(b"same"), 0));
            assert_eq!(seen.insert(Key::whole(b"same"), NO_STATE, 0), Entered::New(id));
        }
    }

    #[test]
    fn a_table_is_full_before_its_numbers_are() {
        let mut seen = Seen::new();
        let most = NO_STATE as usize - SPARE_IDS;
        seen.pile.count = most - 1;
        assert!(!seen.is_full());
        seen.pile.count = most;
        assert!(seen.is_full());
    }

    #[test]
    fn a_table_that_is_about_to_double_says_how_much_it_will_take() {
        fn fill(table: &mut SteadyTable<(StateId, u32)>, to: u32) {
            for id in table.len() as u32..to {
                table.insert_unique(hash(&id.to_le_bytes()), (id, 0), |(id, _)| hash(&id.to_le_bytes()));
            }
        }
        let mut seen = Seen::new();
        assert_eq!(seen.next_growth(), SMALL_GROWTH);
        fill(&mut seen.index, 50_000);
        assert_eq!(seen.next_growth(), SMALL_GROWTH, "small ones do not count");
        fill(&mut seen.index, 50_001);
        let of_index = seen.index.bytes_to_grow(100_000);
        assert!(of_index > 1 << 20);
        assert_eq!(seen.next_growth(), SMALL_GROWTH + of_index);
        // With as much room as is far enough.
        fill(&mut seen.index, 300_000);
        assert_eq!(seen.next_growth(), SMALL_GROWTH);
        for id in 0..60_000u32 {
            seen.wholes.insert_unique(hash(&id.to_le_bytes()), id, |id| hash(&id.to_le_bytes()));
        }
        let of_wholes = seen.wholes.bytes_to_grow(100_000);
        assert!(of_wholes > 1 << 19);
        assert_eq!(seen.next_growth(), SMALL_GROWTH + of_wholes);
    }
}
