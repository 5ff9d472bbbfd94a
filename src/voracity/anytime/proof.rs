//! The exact search of a board, as an attempt among others: it is given up after some nodes, and the next proof goes on where
//! it was given up.

use std::{
    ops::ControlFlow,
    sync::{Mutex, PoisonError, TryLockError},
    time::Duration,
};

use crate::{
    search::{self, Control, Event, Ledger, Quest, Range, SearchError, Settings, Steps, StopReason},
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

/// What the proofs before have left.
struct Progress {
    /// Everything before this range has been searched.
    left: Range,
    /// The best game there, and its score.
    best: Option<(u32, Vec<Direction>)>,
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
        let progress = Mutex::new(Progress { left: Range::everything(), best: None });
        (Some(Self { strategy, progress }), hope)
    }

    /// Searches on. The best game, if everything has been searched; and the nodes that it took.
    pub fn attempt(&self, board: &Board, conditions: &Conditions<'_>) -> (Option<Vec<Direction>>, u64) {
        if let Some(nodes) = conditions.nodes {
            let mut progress = Progress { left: Range::everything(), best: None };
            let control = conditions.control.within(None, Some(nodes));
            return self.search(board, &mut progress, conditions.reached, &control, u64::MAX);
        }
        // One at a time: whoever comes while another one is at it has nothing to add.
        let mut progress = match self.progress.try_lock() {
            Ok(progress) => progress,
            Err(TryLockError::Poisoned(poisoned)) => PoisonError::into_inner(poisoned),
            Err(TryLockError::WouldBlock) => return (None, 0),
        };
        let control = conditions.control.within(conditions.time, None);
        let nodes = FIRST_NODES.checked_shl(conditions.doublings).unwrap_or(u64::MAX);
        self.search(board, &mut progress, conditions.reached, &control, nodes)
    }

    fn search(
        &self,
        board: &Board,
        progress: &mut Progress,
        reached: u32,
        control: &Control,
        nodes: u64,
    ) -> (Option<Vec<Direction>>, u64) {
        match self.strategy {
            Strategy::Frontier => by_frontier(board, control, nodes),
            strategy => by_tree(strategy, board, progress, reached, control, nodes).unwrap_or((None, 0)),
        }
    }
}

/// Searches what is left of the tree of a strategy. The fewest cells of interest are those that a game is known to cover.
fn by_tree(
    strategy: Strategy,
    board: &Board,
    progress: &mut Progress,
    reached: u32,
    control: &Control,
    nodes: u64,
) -> Result<(Option<Vec<Direction>>, u64), SearchError> {
    let Some(tree) = tree_maker(strategy, board)(board) else { return Ok((None, 0)) };
    let least_score = progress.best.as_ref().map_or(reached, |(score, _)| reached.max(*score));
    let settings =
        Settings { least_score: Some(i64::from(least_score)), control: control.clone(), ..Settings::new(Quest::Best) };
    let ledger = Ledger::new(progress.left.clone());
    let outcome = search::run(tree, &settings, ledger, &mut |event| match event {
        Event::Progress(told) if told.tally.nodes >= nodes => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    })?;
    let found = outcome.answers.into_iter().next();
    let found = found.and_then(|moves| Some((play(board, &moves).ok()?.score, moves)));
    // Of equal ones the first stays.
    if let Some((score, moves)) = found
        && progress.best.as_ref().is_none_or(|(best, _)| score > *best)
    {
        progress.best = Some((score, moves));
    }
    let is_proved = outcome.stop == StopReason::Complete;
    if let Some(first) = outcome.left.into_iter().next() {
        progress.left = Range { from: first.from, to: None };
    }
    let best = progress.best.as_ref().filter(|_| is_proved).map(|(_, moves)| moves.clone());
    Ok((best, outcome.tally.nodes))
}

/// Sweeps over the profiles of a board with a short side. What was not finished is begun again by the next proof.
fn by_frontier(board: &Board, control: &Control, nodes: u64) -> (Option<Vec<Direction>>, u64) {
    let Ok(frontier) = Frontier::new(board) else { return (None, 0) };
    let limited = if control.has_node_limit() { control.clone() } else { control.within(None, Some(nodes)) };
    limited.limit_memory(MEMORY_OF_PROFILES);
    Steps::unwatched(&limited, |steps| {
        let solved = frontier.solve(steps, None);
        (solved.ok().map(|solved| solved.moves), steps.tally().nodes)
    })
}
