//! In which order states are expanded.

use std::collections::BTreeMap;

use super::seen::{Seen, StateId};

/// A state that was just entered, or reached by a shorter way than before.
#[derive(Debug)]
pub struct Fresh<'a, N> {
    /// Its number.
    pub id: StateId,
    /// How many moves lead to it.
    pub depth: u32,
    /// What the space says about it.
    pub note: &'a N,
}

/// What there is when the next batch is chosen.
#[derive(Clone, Copy, Debug)]
pub struct SoFar<'a> {
    /// The states entered.
    pub seen: &'a Seen,
    /// All that was remarked about the states expanded.
    pub remarks: u32,
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Expand the states of the batch. There is at least one.
    Expand,
    /// Nothing: no state is left that is worth it.
    Nothing,
    /// Nothing: this state is the answer.
    Answer(StateId),
    /// Nothing: the answer is known, and is none of the states.
    Settled,
}

/// Chooses the states to be expanded. It must be a pure function of what it was told.
pub trait Agenda<N> {
    /// Takes note of a state and tells whether it is the answer, which ends the search.
    fn enter(&mut self, state: &Fresh<'_, N>) -> bool;

    /// Chooses up to `most` states for the next batch, which is empty when it comes.
    fn choose(&mut self, most: usize, so_far: &SoFar<'_>, batch: &mut Vec<StateId>) -> Choice;

    /// The bytes it may ask for at once soon.
    fn next_growth(&self) -> u64 {
        0
    }
}

/// Says what a batch means.
fn choice_of(batch: &[StateId]) -> Choice {
    if batch.is_empty() { Choice::Nothing } else { Choice::Expand }
}

/// Every state in the order they were entered.
#[derive(Debug)]
pub struct BreadthFirst<N> {
    next: StateId,
    is_answer: fn(&N) -> bool,
}

impl<N> BreadthFirst<N> {
    /// Ends with the first state whose note says that it is the answer.
    pub fn new(is_answer: fn(&N) -> bool) -> Self {
        Self { next: 0, is_answer }
    }
}

impl<N> Agenda<N> for BreadthFirst<N> {
    fn enter(&mut self, state: &Fresh<'_, N>) -> bool {
        (self.is_answer)(state.note)
    }

    fn choose(&mut self, most: usize, so_far: &SoFar<'_>, batch: &mut Vec<StateId>) -> Choice {
        let end = so_far.seen.len().min(self.next as usize + most) as StateId;
        batch.extend(self.next..end);
        self.next = end;
        choice_of(batch)
    }
}

/// A queue by rank: the lowest first, and of these the youngest. For ranks that lie close together.
#[derive(Debug)]
pub struct Buckets<T> {
    waiting: Vec<Vec<T>>,
    /// No lower rank has anything.
    lowest: usize,
    /// The rank that had the most at once.
    fullest: usize,
}

impl<T> Default for Buckets<T> {
    fn default() -> Self {
        Self { waiting: Vec::new(), lowest: 0, fullest: 0 }
    }
}

impl<T> Buckets<T> {
    /// Adds something.
    pub fn push(&mut self, rank: usize, what: T) {
        if self.waiting.len() <= rank {
            self.waiting.resize_with(rank + 1, Vec::new);
        }
        self.waiting[rank].push(what);
        self.lowest = self.lowest.min(rank);
        if self.waiting[rank].len() > self.waiting[self.fullest].len() {
            self.fullest = rank;
        }
    }

    /// Takes out the youngest of the lowest rank.
    pub fn pop(&mut self) -> Option<T> {
        while let Some(waiting) = self.waiting.get_mut(self.lowest) {
            if let Some(what) = waiting.pop() {
                return Some(what);
            }
            self.lowest += 1;
        }
        None
    }

    /// The bytes it may ask for at once soon.
    pub fn next_growth(&self) -> u64 {
        self.waiting.get(self.fullest).map_or(0, next_growth)
    }
}

/// The bytes a list asks for when it moves to a larger place, if that is close.
fn next_growth<T>(list: &Vec<T>) -> u64 {
    let is_close = list.len() + 100_000 > list.capacity();
    if is_close { (2 * list.capacity() * size_of::<T>()) as u64 } else { 0 }
}

/// The same for ranks that are few or lie far apart.
#[derive(Debug)]
pub struct Ranked<K, T> {
    waiting: BTreeMap<K, Vec<T>>,
    /// The rank that had the most at once, and how many.
    fullest: Option<(K, usize)>,
}

impl<K, T> Default for Ranked<K, T> {
    fn default() -> Self {
        Self { waiting: BTreeMap::new(), fullest: None }
    }
}

impl<K: Ord + Copy, T> Ranked<K, T> {
    /// Adds something.
    pub fn push(&mut self, rank: K, what: T) {
        let list = self.waiting.entry(rank).or_default();
        list.push(what);
        if self.fullest.is_none_or(|(_, most)| list.len() > most) {
            self.fullest = Some((rank, list.len()));
        }
    }

    /// Takes out the youngest of the lowest rank, if that rank will do.
    pub fn pop_if(&mut self, will_do: impl FnOnce(K) -> bool) -> Option<T> {
        let mut lowest = self.waiting.first_entry()?;
        if !will_do(*lowest.key()) {
            return None;
        }
        let what = lowest.get_mut().pop();
        // Ranks without anything are not kept, so there is always one to take.
        if lowest.get().is_empty() {
            lowest.remove();
        }
        what
    }

    /// The lowest rank that has anything.
    pub fn lowest(&self) -> Option<K> {
        self.waiting.first_key_value().map(|(rank, _)| *rank)
    }

    /// The bytes it may ask for at once soon.
    pub fn next_growth(&self) -> u64 {
        self.fullest.and_then(|(rank, _)| self.waiting.get(&rank)).map_or(0, next_growth)
    }
}

/// States waiting in several orders that take turns, a batch each: where one is led astray, another often is not. Every
/// state comes out once.
#[derive(Debug)]
pub struct Alternating<const ORDERS: usize> {
    orders: [Buckets<StateId>; ORDERS],
    turn: usize,
    /// The states that were taken out, one bit each.
    taken: Vec<u64>,
}

impl<const ORDERS: usize> Default for Alternating<ORDERS> {
    fn default() -> Self {
        Self { orders: std::array::from_fn(|_| Buckets::default()), turn: 0, taken: Vec::new() }
    }
}

impl<const ORDERS: usize> Alternating<ORDERS> {
    /// Adds a state with its rank in each order.
    pub fn push(&mut self, id: StateId, ranks: [usize; ORDERS]) {
        for (order, rank) in self.orders.iter_mut().zip(ranks) {
            order.push(rank, id);
        }
    }

    /// Takes up to so many of the lowest in the order whose turn it is.
    pub fn take(&mut self, most: usize, batch: &mut Vec<StateId>) -> Choice {
        self.turn = (self.turn + 1) % ORDERS;
        while batch.len() < most {
            let Some(id) = self.orders[self.turn].pop() else { break };
            let (word, bit) = (id as usize / 64, 1 << (id % 64));
            if self.taken.len() <= word {
                self.taken.resize(word + 1, 0);
            }
            if self.taken[word] & bit == 0 {
                self.taken[word] |= bit;
                batch.push(id);
            }
        }
        choice_of(batch)
    }

    /// The bytes it may ask for at once soon.
    pub fn next_growth(&self) -> u64 {
        self.orders.iter().map(Buckets::next_growth).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_give_the_youngest_of_the_lowest() {
        let mut buckets = Buckets::default();
        let mut ranked = Ranked::default();
        for (what, rank) in [5, 2, 7, 2, 5].into_iter().enumerate() {
            buckets.push(rank, what);
            ranked.push(rank, what);
        }
        for expected in [3, 1, 4, 0] {
            assert_eq!((buckets.pop(), ranked.pop_if(|_| true)), (Some(expected), Some(expected)));
        }
        assert_eq!((ranked.lowest(), ranked.pop_if(|rank| rank < 7)), (Some(7), None));
        buckets.push(1, 9);
        assert_eq!((buckets.pop(), buckets.pop(), buckets.pop()), (Some(9), Some(2), None));
        assert_eq!((ranked.pop_if(|_| true), ranked.pop_if(|_| true)), (Some(2), None));
    }

    #[test]
    fn every_state_comes_out_once_whosever_turn_it_is() {
        let mut queue = Alternating::<2>::default();
        for id in 0..70 {
            queue.push(id, [70 - id as usize, id as usize]);
        }
        let (mut all, mut batch) = (Vec::new(), Vec::new());
        while queue.take(3, &mut batch) == Choice::Expand {
            all.append(&mut batch);
        }
        assert_eq!(all[..6], [0, 1, 2, 69, 68, 67]);
        all.sort_unstable();
        assert_eq!(all, (0..70).collect::<Vec<_>>());
        assert_eq!(queue.taken.len(), 2, "a bit for each");
    }

    #[test]
    fn a_list_that_is_about_to_move_says_how_much_it_will_take() {
        let mut list: Vec<u64> = Vec::with_capacity(300_000);
        assert_eq!(next_growth(&list), 0);
        list.resize(200_000, 0);
        assert_eq!(next_growth(&list), 0);
        list.push(0);
        assert_eq!(next_growth(&list), 2 * 8 * list.capacity() as u64);
    }

    #[test]
    fn a_rank_with_less_than_another_is_not_the_fullest() {
        let mut ranked = Ranked::default();
        (0..9).for_each(|id| ranked.push(3, id));
        ranked.push(1, 9);
        assert_eq!(ranked.fullest, Some((3, 9)));
    }

    #[test]
    fn the_fullest_rank_is_the_one_that_will_grow() {
        let (mut buckets, mut ranked, mut queue) = (Buckets::default(), Ranked::default(), Alternating::<2>::default());
        assert_eq!((buckets.next_growth(), ranked.next_growth(), queue.next_growth()), (0, 0, 0));
        for id in 0..1000 {
            let rank = if id % 10 == 0 { 3 } else { 1 };
            buckets.push(rank, id);
            ranked.push(rank, id);
            queue.push(id, [rank, 0]);
        }
        let of_largest = |largest: &Vec<StateId>| (2 * largest.capacity() * size_of::<StateId>()) as u64;
        assert!(buckets.waiting[1].capacity() > buckets.waiting[3].capacity());
        assert_eq!(buckets.next_growth(), of_largest(&buckets.waiting[1]));
        assert_eq!(ranked.next_growth(), of_largest(&ranked.waiting[&1]));
        let both = queue.orders[0].next_growth() + queue.orders[1].next_growth();
        assert_eq!((queue.next_growth(), queue.orders[0].next_growth()), (both, buckets.next_growth()));
    }
}
