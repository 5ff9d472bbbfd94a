//! The best score for each profile of one layer: a hash table with open addressing, made for keys of 63 bits.
//!
//! A table may take gigabytes, and to make one, to move it into another or to go through it then takes seconds. So all
//! of that is done in pieces, with a look at the limits after each. When the run is stopped on the way, the table is
//! empty and small: what it held is of no use any more.

use crate::search::{Control, StopReason};

const VACANT: u64 = u64::MAX;
const BATCH: usize = 64;
/// Slots of the smallest table.
const FEWEST: usize = 64;
/// Slots between two looks at the limits.
const PIECE: usize = 1 << 17;

#[derive(Clone, Copy)]
struct Slot {
    profile: u64,
    score: u32,
}

const EMPTY: Slot = Slot { profile: VACANT, score: 0 };

/// Profiles and their best scores.
pub(super) struct Table<'a> {
    control: &'a Control,
    slots: Vec<Slot>,
    used: usize,
    shift: u32,
    waiting: Vec<(u64, u16)>,
}

impl<'a> Table<'a> {
    /// An empty table.
    pub fn new(control: &'a Control) -> Self {
        let slots = vec![EMPTY; FEWEST];
        let shift = 64 - FEWEST.trailing_zeros();
        Self { control, slots, used: 0, shift, waiting: Vec::with_capacity(BATCH) }
    }

    /// The number of profiles.
    pub fn len(&self) -> usize {
        self.used
    }

    /// Forgets all profiles, and shrinks to what the next layer may need if this one was much smaller.
    pub fn clear(&mut self, expected: usize) {
        let room = (expected * 2).next_power_of_two().max(FEWEST);
        self.used = 0;
        if room * 2 < self.slots.len() {
            self.slots = Vec::new();
            self.resize(room);
            return;
        }
        for piece in self.slots.chunks_mut(PIECE) {
            piece.fill(EMPTY);
            self.control.look();
        }
    }

    /// The profiles and their scores, in the table's order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u16)> {
        let pieces = self.slots.chunks(PIECE).take_while(|_| !self.control.look());
        let used = pieces.flatten().filter(|slot| slot.profile != VACANT);
        used.map(|slot| (slot.profile, slot.score as u16))
    }

    /// Adds a profile, or raises its score, at the latest when [`Table::settle`] is called.
    #[inline]
    pub fn offer(&mut self, profile: u64, score: u16) {
        self.waiting.push((profile, score));
        if self.waiting.len() == BATCH {
            self.settle();
        }
    }

    /// Enters all profiles that were offered.
    pub fn settle(&mut self) {
        let mut waiting = std::mem::take(&mut self.waiting);
        // All places are read once before the first is written: the processor then waits for them all at the same time.
        let touched = waiting.iter().fold(0, |all, &(profile, _)| all ^ self.slots[self.home(profile)].score);
        std::hint::black_box(touched);
        for (profile, score) in waiting.drain(..) {
            self.enter(profile, score);
        }
        self.waiting = waiting;
    }

    #[inline]
    fn enter(&mut self, profile: u64, score: u16) {
        let mask = self.slots.len() - 1;
        let mut at = self.home(profile);
        loop {
            let slot = &mut self.slots[at & mask];
            if slot.profile == profile {
                slot.score = slot.score.max(u32::from(score));
                return;
            }
            if slot.profile == VACANT {
                *slot = Slot { profile, score: u32::from(score) };
                self.used += 1;
                if self.used * 8 > self.slots.len() * 5 {
                    self.grow();
                }
                return;
            }
            at += 1;
        }
    }

    #[inline]
    fn home(&self, profile: u64) -> usize {
        let mixed = (profile ^ (profile >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> self.shift) as usize
    }

    fn resize(&mut self, slots: usize) {
        self.slots = self.vacant(slots);
        self.shift = 64 - self.slots.len().trailing_zeros();
    }

    /// Vacant slots: as many as are wanted, or few if the run is stopped.
    fn vacant(&self, slots: usize) -> Vec<Slot> {
        if slots <= PIECE {
            return vec![EMPTY; slots];
        }
        if self.control.is_too_much((slots * size_of::<Slot>()) as u64) {
            self.control.stop(StopReason::MemoryLimit);
        }
        let mut vacant = Vec::new();
        while vacant.len() < slots {
            if self.control.look() {
                return vec![EMPTY; FEWEST];
            }
            vacant.reserve_exact(slots - vacant.len());
            vacant.resize(vacant.len() + PIECE, EMPTY);
        }
        vacant
    }

    #[cold]
    fn grow(&mut self) {
        let room = self.slots.len() * 2;
        let old = std::mem::take(&mut self.slots);
        self.resize(room);
        self.used = 0;
        for piece in old.chunks(PIECE) {
            if piece.len() == PIECE && self.control.look() {
                return;
            }
            for slot in piece.iter().filter(|slot| slot.profile != VACANT) {
                self.enter(slot.profile, slot.score as u16);
            }
        }
    }
}
