//! The exact search of a board, as an attempt among others: it is given up after some nodes, and the next proof goes on
//! where it was given up. Proofs that are made at the same time share what is left of the tree.

use std::{
    ops::ControlFlow,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use crate::{
    search::{self, AnyTree, Control, Event, Ledger, Path, Quest, Range, SearchError, Settings, Steps},
    voracity::{
        Board, Direction,
        estimate::{Estimate, Probes, estimate},
        moves::play,
        plug::Frontier,
        strategy::Strategy,
        tree_search::tree_maker,
    },
};

/// The nodes of the first proof. Each one after it has twice as many.
const FIRST_NODES: u64 = 1 << 22;
/// Where a proof is likely to succeed, so many are tried before the other attempts.
pub(super) const FIRST_PROOFS: u32 = 16;
/// Larger trees are not worth a single proof, unless bounds or profiles spare most of them.
const MOST_NODES_OF_DFS: f64 = 1e9;
/// What the tables of a sweep over profiles may take where nobody says how much memory there is.
const MEMORY_OF_PROFILES: u64 = 1 << 30;

/// How likely it is that the board can be searched to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hope {
    /// No exact search suits the board.
    None,
    /// It would take longer than there is time, as far as an estimate tells.
    Little,
    Good,
}

/// The exact search and how far it has come.
pub(super) struct Prover {
    strategy: Strategy,
    progress: Mutex<Progress>,
}

/// What is left of the search.
struct Progress {
    /// Parts of the tree that nobody searches, the lowest ids last.
    open: Vec<Range>,
    /// How many others are being searched.
    under_way: usize,
    best: Option<Best>,
}

/// The best game of what was searched: of equal ones the first.
struct Best {
    score: u32,
    /// Where the part of the tree begins in which it was found.
    from: Path,
    moves: Vec<Direction>,
}

impl Progress {
    fn new() -> Self {
        Self { open: vec![Range::everything()], under_way: 0, best: None }
    }

    /// Takes the first part that nobody searches. If that is the only one, the later half stays for others.
    fn take(&mut self, tree: &mut AnyTree<Vec<Direction>>) -> Option<Range> {
        let mut part = self.open.pop()?;
        if self.open.is_empty()
            && let Some((early, late)) = part.halve(tree)
        {
            self.open.push(late);
            part = early;
        }
        self.under_way += 1;
        Some(part)
    }

    /// Gives back what is left of a part, with the best game that was found in it.
    fn give_back(&mut self, from: Path, left: Vec<Range>, found: Option<(u32, Vec<Direction>)>) {
        self.under_way -= 1;
        self.open.extend(left);
        self.open.sort_by(|one, other| other.from.cmp(&one.from));
        if let Some((score, moves)) = found
            && self.best.as_ref().is_none_or(|best| (score, &best.from) > (best.score, &from))
        {
            self.best = Some(Best { score, from, moves });
        }
    }

    /// The best game of all, if everything has been searched.
    fn proved(&self) -> Option<Vec<Direction>> {
        let is_done = self.open.is_empty() && self.under_way == 0;
        self.best.as_ref().filter(|_| is_done).map(|best| best.moves.clone())
    }
}

/// What a proof may spend, and what it begins with.
pub(super) struct Conditions<'a> {
    pub control: &'a Control,
    /// Nodes, for answers that do not depend on the clock: then it begins at the beginning.
    pub nodes: Option<u64>,
    /// The doublings of its nodes otherwise, and the time it may take.
    pub doublings: u32,
    pub time: Option<Duration>,
    /// The score of a game.
    pub reached: u32,
}

impl Prover {
    /// The exact search that suits a board, and whether there is hope.
    pub fn new(board: &Board, time: Option<Duration>, seed: u64, control: &Control) -> (Option<Self>, Hope) {
        let exact = |strategy| !matches!(strategy, Strategy::Anytime | Strategy::Dp);
        if ![Strategy::Bounded, Strategy::Enumerate, Strategy::Frontier]
            .iter()
            .any(|one| one.objection(board).is_none())
        {
            return (None, Hope::None);
        }
        let size: Estimate = estimate(board, Probes::FEW, seed, control);
        let seconds = time.map(|time| time.as_secs_f64());
        let (strategy, _) = Strategy::choose(board, &size, seconds, &exact);
        if strategy == Strategy::Dfs && size.nodes > MOST_NODES_OF_DFS {
            return (None, Hope::None);
        }
        let hope = if strategy.is_within_reach(board, &size, seconds) { Hope::Good } else { Hope::Little };
        (Some(Self { strategy, progress: Mutex::new(Progress::new()) }), hope)
    }

    /// Searches on. The best game, if everything has been searched; and the nodes that it took.
    pub fn attempt(&self, board: &Board, conditions: &Conditions<'_>) -> (Option<Vec<Direction>>, u64) {
        if let Some(nodes) = conditions.nodes {
            let control = conditions.control.within(None, Some(nodes));
            let alone = Self { strategy: self.strategy, progress: Mutex::new(Progress::new()) };
            let (best, visited) = alone.search(board, conditions.reached, &control, u64::MAX);
            // The root is visited beside the limit.
            return (best, visited.min(nodes));
        }
        let control = conditions.control.within(conditions.time, None);
        let nodes = FIRST_NODES.checked_shl(conditions.doublings).unwrap_or(u64::MAX);
        self.search(board, conditions.reached, &control, nodes)
    }

    fn search(&self, board: &Board, reached: u32, control: &Control, nodes: u64) -> (Option<Vec<Direction>>, u64) {
        match self.strategy {
            Strategy::Frontier => self.by_frontier(board, control, nodes),
            strategy => match tree_maker(strategy, board)(board) {
                Some(tree) => self.by_tree(board, tree, reached, control, nodes).unwrap_or((None, 0)),
                None => (None, 0),
            },
        }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches a part of what is left of a tree. Games with fewer cells than one is known to cover are of no interest.
    fn by_tree(
        &self,
        board: &Board,
        mut tree: AnyTree<Vec<Direction>>,
        reached: u32,
        control: &Control,
        nodes: u64,
    ) -> Result<(Option<Vec<Direction>>, u64), SearchError> {
        let (part, best) = {
            let mut progress = self.progress();
            let Some(part) = progress.take(&mut tree) else { return Ok((None, 0)) };
            (part, progress.best.as_ref().map_or(0, |best| best.score))
        };
        let settings = Settings {
            least_score: Some(i64::from(reached.max(best))),
            control: control.clone(),
            ..Settings::new(Quest::Best)
        };
        let outcome = search::run(tree, &settings, Ledger::new(part.clone()), &mut |event| match event {
            Event::Progress(told) if told.tally.nodes >= nodes => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        });
        let mut progress = self.progress();
        match outcome {
            Ok(outcome) => {
                let found = outcome.answers.into_iter().next();
                let found = found.and_then(|moves| Some((play(board, &moves).ok()?.score, moves)));
                progress.give_back(part.from, outcome.left, found);
                Ok((progress.proved(), outcome.tally.nodes))
            }
            Err(error) => {
                progress.give_back(part.from.clone(), vec![part], None);
                Err(error)
            }
        }
    }

    /// Sweeps over the profiles of a board with a short side, unless somebody does so already. What was not finished is
    /// begun again by the next proof.
    fn by_frontier(&self, board: &Board, control: &Control, nodes: u64) -> (Option<Vec<Direction>>, u64) {
        let (Ok(frontier), Some(part)) = (Frontier::new(board), self.progress().open.pop()) else { return (None, 0) };
        let limited = if control.has_node_limit() { control.clone() } else { control.within(None, Some(nodes)) };
        limited.limit_memory(MEMORY_OF_PROFILES);
        let swept = Steps::unwatched(&limited, |steps| {
            let solved = frontier.solve(steps, None);
            (solved.ok().map(|solved| solved.moves), steps.tally().nodes)
        });
        self.progress().open.push(part);
        swept
    }
}
