//! The threads that searches run on: those of the program around us, or our own, started once in the life of the
//! process.

use std::sync::{Arc, Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::outcome::SearchError;

/// Where a run finds its workers.
pub(super) enum Threads {
    /// The thread that called is the only one: nothing is started.
    Caller,
    /// So many threads of the rayon pool that the caller is a part of.
    Around(usize),
    /// Our own pool.
    Own(Arc<ThreadPool>),
}

impl Threads {
    /// Finds so many workers. A caller that runs inside a rayon pool (`pool.install(…)`) keeps to that pool: its own
    /// thread listens to the workers, and the others work. A single worker is the caller itself, unless nodes are slow:
    /// then nobody would hear of anything while one is being entered.
    pub fn find(threads: usize, has_slow_nodes: bool) -> Result<Self, SearchError> {
        if threads <= 1 && !(has_slow_nodes && rayon::current_thread_index().is_none()) {
            return Ok(Self::Caller);
        }
        let threads = threads.max(1);
        if rayon::current_thread_index().is_some() {
            let others = rayon::current_num_threads() - 1;
            return Ok(if others == 0 { Self::Caller } else { Self::Around(threads.min(others)) });
        }
        own_pool(threads).map(Self::Own)
    }

    /// How many workers there are.
    pub fn count(&self) -> usize {
        match self {
            Self::Caller => 1,
            Self::Around(threads) => *threads,
            Self::Own(pool) => pool.current_num_threads(),
        }
    }
}

/// The pool of so many threads. Threads are started once: a program that solves thousands of small puzzles would spend
/// its time on starting and ending them otherwise.
pub fn own_pool(threads: usize) -> Result<Arc<ThreadPool>, SearchError> {
    static POOLS: Mutex<Vec<Arc<ThreadPool>>> = Mutex::new(Vec::new());
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pool) = pools.iter().find(|pool| pool.current_num_threads() == threads) {
        return Ok(Arc::clone(pool));
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).thread_name(|index| format!("fathom-{index}")).build();
    let pool = Arc::new(pool.map_err(|source| SearchError::Threads { threads, source })?);
    pools.push(Arc::clone(&pool));
    Ok(pool)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_inside_a_pool_keeps_to_its_threads() {
        let count = |threads: usize| Threads::find(threads, false).unwrap().count();
        let pool_of = |threads| ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        // One thread of the pool listens.
        let counts = pool_of(3).install(|| [1, 2, 8].map(count));
        assert_eq!(counts, [1, 2, 2]);
        assert!(pool_of(3).install(|| matches!(Threads::find(2, false), Ok(Threads::Around(2)))));
        for has_slow_nodes in [false, true] {
            assert!(pool_of(1).install(|| matches!(Threads::find(4, has_slow_nodes), Ok(Threads::Caller))));
        }
    }

    #[test]
    fn one_worker_is_the_caller_unless_it_has_to_listen() {
        assert!(matches!(Threads::find(1, false), Ok(Threads::Caller)));
        assert!(matches!(Threads::find(0, true), Ok(Threads::Own(pool)) if pool.current_num_threads() == 1));
        assert!(matches!(Threads::find(3, false), Ok(Threads::Own(pool)) if pool.current_num_threads() == 3));
    }
}
