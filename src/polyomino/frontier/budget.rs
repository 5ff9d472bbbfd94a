//! The memory that tables may take together.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What a search takes before it has found anything, and each of its threads besides.
const BYTES_TO_BEGIN: u64 = 6 << 20;
const BYTES_PER_THREAD: u64 = 3 << 20;

/// How many bytes may still be taken.
#[derive(Debug)]
pub(super) struct Budget {
    most: u64,
    taken: AtomicU64,
}

impl Budget {
    /// So many bytes.
    pub fn new(most: u64) -> Self {
        Self { most, taken: AtomicU64::new(0) }
    }

    /// What must be free beside: whoever does the work if there is not enough begins with so many threads while all
    /// this is still being given back.
    pub fn reserve(&self, threads: usize) -> u64 {
        (self.most / 6).max(BYTES_TO_BEGIN + threads as u64 * BYTES_PER_THREAD)
    }

    /// Takes bytes and tells whether there were so many.
    pub fn take(&self, bytes: u64) -> bool {
        self.taken.fetch_add(bytes, Relaxed).saturating_add(bytes) <= self.most
    }

    /// Gives back what was taken.
    pub fn give_back(&self, bytes: u64) {
        self.taken.fetch_sub(bytes, Relaxed);
    }

    /// What has been taken.
    pub fn taken(&self) -> u64 {
        self.taken.load(Relaxed)
    }

    /// Goes back to what had been taken at some time: all that came after it is given back.
    pub fn return_to(&self, taken: u64) {
        self.taken.store(taken, Relaxed);
    }

    /// What is left.
    pub fn left(&self) -> u64 {
        self.most.saturating_sub(self.taken.load(Relaxed))
    }
}
