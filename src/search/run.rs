//! A whole run: hands ranges to the workers, and lets the reporter listen to them.

use std::ops::ControlFlow;

use crossbeam::channel::{self, Receiver};
use serde::{Serialize, de::DeserializeOwned};

use super::{
    any_tree::AnyTree,
    estimate::size_soon,
    incumbent::Incumbent,
    ledger::{Ledger, WriteDown},
    outcome::{Event, Outcome, SearchError},
    pool::{Pool, Report},
    quest::Quest,
    range::{Range, position},
    reporter::{Expected, Reporter},
    settings::{Settings, Work},
    threads::Threads,
    tree::Tree,
    worker::Task,
};

/// Reports that may wait for the reporter. Not many: each may bring thousands of solutions, and all of them are told
/// before the run is over. Not few: the reporter may have to wait for a core, and nobody should wait for it in the
/// meantime.
const REPORTS: usize = 12;

/// Searches what is left in `ledger` and tells `observe` what happens on the way. The observer can end the run.
///
/// With more than one thread the workers run on a rayon pool of the engine's own, or on the pool around the caller if
/// there is one; the calling thread listens.
pub fn run<T: Tree>(
    tree: T,
    settings: &Settings,
    ledger: Ledger<T::Answer>,
    observe: &mut dyn FnMut(Event<'_, T::Answer>) -> ControlFlow<()>,
) -> Result<Outcome<T::Answer>, SearchError> {
    run_writing(tree, settings, ledger, None, observe)
}

/// The same, where workers write down what they find, so that the observer has only to pass it on. That is done if all
/// solutions are wanted and none of them is to be kept.
pub fn run_writing<T: Tree>(
    tree: T,
    settings: &Settings,
    ledger: Ledger<T::Answer>,
    write: Option<WriteDown<'_, T::Answer>>,
    observe: &mut dyn FnMut(Event<'_, T::Answer>) -> ControlFlow<()>,
) -> Result<Outcome<T::Answer>, SearchError> {
    run_any(tree.into_any(), settings, ledger, write, observe)
}

fn run_any<A: Clone + Send + Serialize + DeserializeOwned + 'static>(
    tree: AnyTree<A>,
    settings: &Settings,
    mut ledger: Ledger<A>,
    write: Option<WriteDown<'_, A>>,
    observe: &mut dyn FnMut(Event<'_, A>) -> ControlFlow<()>,
) -> Result<Outcome<A>, SearchError> {
    let write = write.filter(|_| settings.forgets_answers());
    let threads = Threads::find(settings.threads, tree.has_slow_nodes())?;
    let incumbent = settings.incumbent.as_ref().filter(|_| settings.quest.is_for_best());
    if let Some(theirs) = incumbent.and_then(Incumbent::read) {
        ledger.rely_on(theirs);
    }
    let best = ledger.best_score().max(settings.least_score).max(ledger.missing_score());
    let told_beside = settings.told_beside();
    let watches_backlog = settings.forgets_answers() || told_beside.is_some();
    let mut pool = Pool::new(settings.quest, settings.poll_every, settings.control.clone(), best, watches_backlog);
    pool.is_watched = settings.is_watched;
    pool.is_alone = threads.count() == 1;
    if settings.work == Work::Search {
        for task in tasks(&ledger, settings, tree.clone()) {
            pool.push(task);
        }
    }
    let is_sized = can_be_sized(&tree, settings, &ledger);
    let sized = tree.clone();
    let sizing = move || size_soon(sized, &settings.control);
    let expected = if is_sized { Expected::Later(Box::new(sizing)) } else { Expected::Unknown };
    let mut reporter = Reporter::new(&pool, settings, ledger, expected, observe);
    reporter.tell_again()?;
    reporter.settle();
    match &threads {
        _ if settings.work != Work::Search => reporter.cut(tree),
        Threads::Caller => {
            pool.work(0, tree, write, &mut reporter);
        }
        Threads::Around(_) => rayon::in_place_scope(|scope| {
            reporter.listen(&start_workers(scope, &tree, write, &pool, threads.count()));
        }),
        Threads::Own(own) => own.in_place_scope(|scope| {
            reporter.listen(&start_workers(scope, &tree, write, &pool, threads.count()));
        }),
    }
    reporter.conclude()
}

/// Is the number of nodes to be visited that of the tree, and can it be estimated?
fn can_be_sized<T: Tree>(tree: &T, settings: &Settings, ledger: &Ledger<T::Answer>) -> bool {
    !tree.has_slow_nodes()
        && settings.weighing.is_none()
        && matches!(settings.quest, Quest::Count | Quest::Lowest(u64::MAX))
        && *ledger.whole() == Range::everything()
}

/// Starts the workers and tells where their reports come in.
fn start_workers<'scope, T: Tree + 'scope>(
    scope: &rayon::Scope<'scope>,
    tree: &T,
    write: Option<WriteDown<'scope, T::Answer>>,
    pool: &'scope Pool,
    threads: usize,
) -> Receiver<Report<T::Answer>> {
    let (sender, reports) = channel::bounded(REPORTS);
    for number in 0..threads {
        let (tree, mut sender) = (tree.clone(), sender.clone());
        scope.spawn(move |_| pool.work(number, tree, write, &mut sender));
    }
    reports
}

/// The ranges left, each with the number of branches it is to be cut into.
fn tasks<T: Tree>(ledger: &Ledger<T::Answer>, settings: &Settings, mut tree: T) -> Vec<Task> {
    tree.watch(&settings.control);
    let left = ledger.left();
    let branches = settings.branches.max(1).div_ceil(left.len().max(1));
    left.into_iter()
        .map(|range| {
            let from = position(&range.from, &mut tree);
            let to = range.to.as_ref().map_or(1.0, |to| position(to, &mut tree));
            Task { range, span: (from, to), branches }
        })
        .collect()
}

#[cfg(test)]
mod tests;
