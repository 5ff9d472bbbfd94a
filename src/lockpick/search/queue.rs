//! States waiting to be expanded.

use crate::lockpick::level::NodeSet;

use super::{novelty::Memory, table::StateId};

/// Guesses beyond this are all alike.
const FARTHEST: usize = 1 << 14;
/// The same where states are ordered by what is new in them.
const FARTHEST_NEW: usize = 512;

/// States waiting to be expanded, in three orders that take turns: one goes straight for what looks nearest to the goal,
/// one also minds the way behind it, and one prefers what was never seen before. Where one is led astray, another often
/// is not.
#[derive(Default)]
pub(super) struct Queue {
    /// By the guess how far the goal is; by twice that guess and the moves so far; by novelty and then the guess.
    orders: [Order; 3],
    memory: Memory,
    turn: usize,
    /// The states that were taken out, one bit each.
    taken: Vec<u64>,
}

/// States by rank.
#[derive(Default)]
struct Order {
    waiting: Vec<Vec<StateId>>,
    /// No lower rank has a state.
    lowest: usize,
}

impl Queue {
    /// Enters a state: the guess how far the goal is, the moves so far, and where the player may be.
    pub fn push(&mut self, id: StateId, estimate: u32, depth: u32, region: &NodeSet) {
        let estimate = (estimate as usize).min(FARTHEST);
        let near = estimate.min(FARTHEST_NEW - 1);
        let novelty = self.memory.look_at(near, region) as usize;
        let ranks = [estimate, 2 * estimate + depth as usize, novelty * FARTHEST_NEW + near];
        for (order, rank) in self.orders.iter_mut().zip(ranks) {
            order.push(id, rank);
        }
    }

    /// Takes out up to so many of the best, and of these the youngest.
    pub fn take(&mut self, count: usize, batch: &mut Vec<StateId>) {
        batch.clear();
        self.turn = (self.turn + 1) % self.orders.len();
        while batch.len() < count {
            let Some(id) = self.orders[self.turn].pop() else { return };
            let (word, bit) = (id as usize / 64, 1 << (id % 64));
            if self.taken.len() <= word {
                self.taken.resize(word + 1, 0);
            }
            if self.taken[word] & bit == 0 {
                self.taken[word] |= bit;
                batch.push(id);
            }
        }
    }
}

impl Order {
    fn push(&mut self, id: StateId, rank: usize) {
        if self.waiting.len() <= rank {
            self.waiting.resize_with(rank + 1, Vec::new);
        }
        self.waiting[rank].push(id);
        self.lowest = self.lowest.min(rank);
    }

    /// The youngest of the lowest rank.
    fn pop(&mut self) -> Option<StateId> {
        while let Some(waiting) = self.waiting.get_mut(self.lowest) {
            if let Some(id) = waiting.pop() {
                return Some(id);
            }
            self.lowest += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_comes_out_once() {
        let mut queue = Queue::default();
        let mut region = NodeSet::new(70);
        for id in 0..70 {
            region.insert(id as usize);
            queue.push(id, 70 - id, id / 2, &region);
        }
        let (mut batch, mut all) = (Vec::new(), Vec::new());
        loop {
            queue.take(3, &mut batch);
            if batch.is_empty() {
                break;
            }
            all.extend_from_slice(&batch);
        }
        assert_eq!(all[0], 69, "{all:?}");
        all.sort_unstable();
        assert_eq!(all, (0..70).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_new_comes_before_what_is_near() {
        let mut queue = Queue::default();
        let mut region = NodeSet::new(3);
        region.insert(0);
        queue.push(0, 5, 0, &region);
        queue.push(1, 5, 0, &region);
        queue.turn = 1;
        let mut batch = Vec::new();
        queue.take(1, &mut batch);
        assert_eq!(batch, [0]);
    }
}
