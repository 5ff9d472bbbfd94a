//! The best score for each profile of one layer: a hash table with open addressing, made for keys of 63 bits.

const VACANT: u64 = u64::MAX;
const BATCH: usize = 64;

#[derive(Clone, Copy)]
struct Slot {
    profile: u64,
    score: u32,
}

/// Profiles and their best scores.
pub(super) struct Table {
    slots: Vec<Slot>,
    used: usize,
    shift: u32,
    waiting: Vec<(u64, u16)>,
}

impl Table {
    /// An empty table.
    pub fn new() -> Self {
        Self {
            slots: vec![Slot { profile: VACANT, score: 0 }; 64],
            used: 0,
            shift: 64 - 6,
            waiting: Vec::with_capacity(BATCH),
        }
    }

    /// The number of profiles.
    pub fn len(&self) -> usize {
        self.used
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot>()
    }

    /// Forgets all profiles, and shrinks to what the next layer may need if this one was much smaller.
    pub fn clear(&mut self, expected: usize) {
        let room = (expected * 2).next_power_of_two().max(64);
        self.used = 0;
        if room * 2 < self.slots.len() {
            self.resize(room);
        } else {
            self.slots.fill(Slot { profile: VACANT, score: 0 });
        }
    }

    /// The profiles and their scores, in the table's order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u16)> {
        self.slots.iter().filter(|slot| slot.profile != VACANT).map(|slot| (slot.profile, slot.score as u16))
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
        self.slots = vec![Slot { profile: VACANT, score: 0 }; slots];
        self.shift = 64 - slots.trailing_zeros();
    }

    #[cold]
    fn grow(&mut self) {
        let room = self.slots.len() * 2;
        let old = std::mem::take(&mut self.slots);
        self.resize(room);
        self.used = 0;
        for slot in old.into_iter().filter(|slot| slot.profile != VACANT) {
            self.enter(slot.profile, slot.score as u16);
        }
    }
}
