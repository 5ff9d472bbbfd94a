//! Expands the states of a batch, each into its own place, with as many threads as there are.

use std::{
    any::Any,
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Mutex, PoisonError},
};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::search::Control;

use super::{
    Chosen, Pace, States, Successors,
    seen::{Seen, StateId},
};

/// Batches smaller than this are not worth waking anybody up.
const WORTH_SHARING: usize = 8;
/// A thread comes back this often for more of an even share: some states take much longer than others.
const ROUNDS: usize = 8;

/// States to be expanded, and what was true when they were chosen.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub ids: Vec<StateId>,
    /// How many moves led to each of them then.
    pub depths: Vec<u32>,
    /// States expanded before, in the whole run.
    pub work: u64,
    /// How many of them are expanded and entered.
    pub done: usize,
}

impl Batch {
    pub fn is_done(&self) -> bool {
        self.done == self.ids.len()
    }
}

/// The threads that help, started when there is first something to share.
#[derive(Debug)]
pub(super) struct Helpers {
    count: usize,
    pool: Option<ThreadPool>,
}

impl Helpers {
    /// So many threads in all, the caller's among them.
    pub fn new(threads: usize) -> Self {
        Self { count: threads.max(1) - 1, pool: None }
    }

    fn pool(&mut self) -> Result<&ThreadPool, ThreadPoolBuildError> {
        let pool = match self.pool.take() {
            Some(pool) => pool,
            None => ThreadPoolBuilder::new()
                .num_threads(self.count)
                .thread_name(|index| format!("fathom-{}", index + 1))
                .build()?,
        };
        Ok(self.pool.insert(pool))
    }
}

/// What came of one state.
struct Expansion<N> {
    out: Successors<N>,
    /// Was it expanded to the end?
    is_whole: bool,
}

struct Worker<S: States> {
    scratch: S::Scratch,
    pace: Pace,
}

impl<S: States> Worker<S> {
    fn new(space: &S, control: &Control) -> Self {
        Self { scratch: space.scratch(), pace: Pace::new(control) }
    }

    fn expand(&mut self, space: &S, from: &Chosen<'_>, into: &mut Expansion<S::Note>) {
        into.out.clear();
        into.is_whole = !self.pace.is_over();
        if into.is_whole {
            space.expand(&mut self.scratch, from, &mut self.pace, &mut into.out);
            into.is_whole = !self.pace.was_over();
        }
    }
}

/// Why a batch could not be expanded.
pub(super) enum Fault {
    Threads(ThreadPoolBuildError),
    Panicked(Box<dyn Any + Send>),
}

/// Workers with their room, and what came of the last batch.
pub(super) struct Crew<'a, S: States> {
    space: &'a S,
    control: &'a Control,
    workers: Vec<Worker<S>>,
    /// One for each state that was to be expanded, in their order; more may follow from earlier batches.
    expansions: Vec<Expansion<S::Note>>,
}

impl<'a, S: States> Crew<'a, S> {
    pub fn new(space: &'a S, control: &'a Control) -> Self {
        Self { space, control, workers: vec![Worker::new(space, control)], expansions: Vec::new() }
    }

    /// The states that the space begins with.
    pub fn start(&mut self) -> &Successors<S::Note> {
        self.make_room(1);
        let out = &mut self.expansions[0].out;
        out.clear();
        self.space.start(&mut self.workers[0].scratch, out);
        out
    }

    fn make_room(&mut self, count: usize) {
        let new = || Expansion { out: Successors::default(), is_whole: false };
        self.expansions.resize_with(count.max(self.expansions.len()), new);
    }

    /// Expands a part of a batch and tells how many of it, from the first on, were expanded to the end. The table is
    /// only looked at, so it does not matter who expands what.
    pub fn expand(
        &mut self,
        helpers: &mut Helpers,
        seen: &Seen,
        batch: &Batch,
        part: Range<usize>,
    ) -> Result<usize, Fault> {
        let count = part.len();
        self.make_room(count);
        let Self { space, control, workers, expansions } = self;
        let chosen = |index: usize| Chosen { seen, id: batch.ids[index], depth: batch.depths[index], work: batch.work };
        let (places, _) = expansions.split_at_mut(count);
        if count < WORTH_SHARING || helpers.count == 0 {
            let worker = &mut workers[0];
            let alone = AssertUnwindSafe(|| {
                for (index, place) in part.clone().zip(&mut *places) {
                    worker.expand(space, &chosen(index), place);
                }
            });
            catch_unwind(alone).map_err(Fault::Panicked)?;
        } else {
            while workers.len() <= helpers.count {
                workers.push(Worker::new(space, control));
            }
            let share = count.div_ceil(workers.len() * ROUNDS);
            let shares = Mutex::new(part.clone().step_by(share).zip(places.chunks_mut(share)));
            let work = |worker: &mut Worker<S>| {
                loop {
                    let next = shares.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((first, places)) = next else { return };
                    for (index, place) in (first..).zip(places) {
                        worker.expand(space, &chosen(index), place);
                    }
                }
            };
            let pool = helpers.pool().map_err(Fault::Threads)?;
            let together = AssertUnwindSafe(|| {
                pool.in_place_scope(|scope| {
                    let (first, others) = workers.split_at_mut(1);
                    for worker in others {
                        scope.spawn(|_| work(worker));
                    }
                    work(&mut first[0]);
                });
            });
            catch_unwind(together).map_err(Fault::Panicked)?;
        }
        Ok(self.expansions[..count].iter().take_while(|expansion| expansion.is_whole).count())
    }

    /// What came of the state at a place of the part.
    pub fn expansion(&self, place: usize) -> &Successors<S::Note> {
        &self.expansions[place].out
    }
}

#[cfg(test)]
mod tests {
    use super::{super::seen::Key, *};

    /// Numbers that lead to the next one.
    struct Numbers;

    impl States for Numbers {
        type Scratch = ();
        type Note = ();

        fn scratch(&self) {}

        fn seen(&self) -> Seen {
            Seen::new()
        }

        fn start(&self, (): &mut (), out: &mut Successors<()>) {
            for number in 0..100u8 {
                out.begin(Key::whole(&[number]));
            }
        }

        fn expand(&self, (): &mut (), from: &Chosen<'_>, _: &mut Pace, out: &mut Successors<()>) {
            out.propose(from, Key::whole(&[from.key()[0], from.key()[0] + 1]));
        }
    }

    #[test]
    fn only_what_is_worth_it_is_shared() {
        let control = Control::default();
        let mut crew = Crew::new(&Numbers, &control);
        let mut seen = Seen::new();
        for state in crew.start().iter() {
            seen.insert(state.key, super::super::seen::NO_STATE, 0);
        }
        let batch = Batch { ids: (0..100).collect(), depths: vec![0; 100], work: 0, done: 0 };
        // How many workers there are when so many states are expanded by so many threads, and how many were started.
        let mut workers = |threads: usize, count: usize| {
            let mut helpers = Helpers::new(threads);
            crew.workers.truncate(1);
            assert!(matches!(crew.expand(&mut helpers, &seen, &batch, 5..5 + count), Ok(whole) if whole == count));
            for place in 0..count {
                let found: Vec<_> = crew.expansion(place).iter().map(|state| state.key.string.to_vec()).collect();
                assert_eq!(found, [[5 + place as u8, 6 + place as u8]]);
            }
            (crew.workers.len(), helpers.pool.map_or(0, |pool| pool.current_num_threads()))
        };
        assert_eq!([workers(0, 50), workers(1, 50)], [(1, 0); 2]);
        assert_eq!(
            [workers(4, WORTH_SHARING - 1), workers(4, WORTH_SHARING), workers(4, 95)],
            [(1, 0), (4, 3), (4, 3)]
        );
    }

    #[test]
    fn a_batch_is_done_when_all_of_it_is() {
        let batch = |done| Batch { ids: vec![1, 2], depths: vec![0; 2], work: 0, done };
        assert!(!batch(0).is_done() && !batch(1).is_done() && batch(2).is_done());
    }
}
