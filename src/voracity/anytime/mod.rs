//! Long paths on boards that are too large to prove anything about: the best found within a limit, and a bound.
//!
//! First a path that goes on for as long as it can, whatever the limit. Then attempts, which are numbered and searched
//! as a tree (`attempts`). Most are lanes (`stages`): paths grown at random, then beams (`beam`) with several rankings,
//! each with the width its share of the effort allows, on larger boards guided by strands that cover nearly all of the
//! board (`strands`), then the best path is bettered in place (`anneal`). Between them the board is searched to its
//! end, if it can be (`proof`). What is planned follows from what there is to spend (`plan`). At last the bound is
//! tightened (`ceiling`). With a limit of nodes and none of time the answer is the same whatever the number of threads.
//! Boards of 10,000 cells and more are grown and bettered only: there a beam would not come to an end.

mod anneal;
mod attempts;
mod beam;
mod bound;
mod ceiling;
mod effort;
mod first;
mod plan;
mod proof;
mod route;
mod shared;
mod stages;
mod strands;
mod strips;
mod terrain;
#[cfg(test)]
mod tests;

use std::{ops::ControlFlow, sync::Arc, time::Duration};

pub use attempts::{Attempted, Attempts};
use plan::Plan;
use proof::{Hope, Prover};
use shared::Shared;
use terrain::Terrain;

use super::{Board, Direction};
use crate::search::{self, Control, Event, Ledger, Outcome, Quest, Range, SearchError};

/// How much to do, and with what. The control the search runs under ends it at any time.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The time to share out.
    pub time: Option<Duration>,
    /// The nodes to share out: paths ranked, cells visited by the searches for pieces of paths, and nodes of proofs.
    pub nodes: Option<u64>,
    /// Attempts at the same time.
    pub threads: usize,
    /// Another seed searches elsewhere.
    pub seed: u64,
    /// Is it also tried to prove which game is the best? Not if somebody else is about to do so.
    pub has_proofs: bool,
}

/// The best path so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The cells it covers.
    pub score: u32,
    /// Its moves. No further one is possible.
    pub moves: Vec<Direction>,
    /// No path covers more.
    pub bound: u32,
    /// Nodes so far.
    pub nodes: u64,
}

impl Found {
    /// Is the path proved to be the best?
    pub fn is_optimal(&self) -> bool {
        self.score == self.bound
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The best score so far.
    pub score: u32,
    /// No path covers more.
    pub bound: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// The part of the time or of the nodes that is spent, if there is a limit to either.
    pub share: Option<f64>,
}

/// Larger boards are bounded by their free cells: to find out more takes longer than a look at the limits may wait.
const LARGEST_FOR_BOUND: usize = 100_000;

/// An upper bound alone.
pub fn upper_bound(board: &Board) -> u32 {
    let terrain = (board.cells() <= LARGEST_FOR_BOUND).then(|| Terrain::new(board, &Control::default())).flatten();
    terrain.map_or(board.free_cells() as u32, |terrain| bound::upper_bound(&terrain))
}

/// What there is to be done about a board.
pub enum Undertaking {
    /// There is nothing to search, or no time to begin: this is what is known.
    Done(Found),
    /// A tree of attempts, to be searched for the best game under [its control](Attempts::control).
    Attempts(Attempts),
}

impl Undertaking {
    /// Makes everything ready to search a board.
    pub fn new(board: &Board, settings: &Settings, control: &Control) -> Self {
        let began = control.elapsed();
        let first = first::play_on(board, &[]);
        let only_first = |bound: u32| {
            let (score, moves) = first.clone();
            Self::Done(Found { score, moves, bound, nodes: 0 })
        };
        if first.1.is_empty() {
            return only_first(0);
        }
        let Some(terrain) = Terrain::new(board, control) else {
            return only_first((board.free_cells() as u32).max(first.0));
        };
        let bound = match board.cells() {
            0..=LARGEST_FOR_BOUND => bound::upper_bound(&terrain),
            _ => board.free_cells() as u32,
        };
        let (prover, hope) = match settings.has_proofs {
            true => Prover::new(board, settings.time, settings.seed, control),
            false => (None, Hope::None),
        };
        // The rest is for the bound.
        let for_games = 1.0 - ceiling::share(board, settings);
        let spent = control.elapsed() - began;
        let time = settings.time.map(|time| time.mul_f64(for_games).saturating_sub(spent));
        let nodes = settings.nodes.map(|nodes| (nodes as f64 * for_games) as u64);
        let games = control.within(time, None);
        let plan = Plan::new(board.cells(), time, nodes, settings.threads, hope);
        let ground = (board.clone(), terrain);
        Self::Attempts(Attempts::new(Arc::new(Shared::new(ground, plan, (settings.seed, prover), first, bound, games))))
    }
}

/// Searches a board until what there is to spend is spent or the run is stopped; `watch` is told now and then how far
/// it has come.
pub fn search(
    board: &Board,
    settings: &Settings,
    control: &Control,
    watch: &mut dyn FnMut(&Standing),
) -> Result<Found, SearchError> {
    let began = control.elapsed();
    let attempts = match Undertaking::new(board, settings, control) {
        Undertaking::Done(found) => return Ok(found),
        Undertaking::Attempts(attempts) => attempts,
    };
    let run = search::Settings {
        threads: settings.threads.max(1),
        branches: settings.threads.max(1),
        control: attempts.control().clone(),
        ..search::Settings::new(Quest::Best)
    };
    let outcome = search::run(attempts.clone(), &run, Ledger::new(Range::everything()), &mut |event| {
        if let Event::Progress(_) = event {
            watch(&attempts.standing());
        }
        ControlFlow::Continue(())
    })?;
    let found = attempts.found(&outcome, true);
    let left = settings.time.map(|time| time.saturating_sub(control.elapsed() - began));
    let found = attempts.tighten(found, settings, left, control)?;
    watch(&Standing { score: found.score, bound: found.bound, ..attempts.standing() });
    Ok(found)
}

impl Attempts {
    /// Ends the search for games: earlier than the run ends, if the bound needs some of the time.
    pub fn control(&self) -> &Control {
        &self.shared.games
    }

    /// How far the attempts have come.
    pub fn standing(&self) -> Standing {
        self.shared.standing()
    }

    /// The best game of a search of the tree. If all of the ids were to be searched, what attempts have found that were
    /// cut short counts as well.
    pub fn found(&self, outcome: &Outcome<Attempted>, is_everything: bool) -> Found {
        let shared = &self.shared;
        let kept = outcome.answers.first();
        let of_ids = kept.map(|kept| first::play_on(&shared.board, &kept.moves));
        let cut_short = is_everything.then(|| shared.best());
        let is_proved = kept.is_some_and(|kept| kept.is_proved);
        // Of equal ones that with an id, which is the same every time.
        let best = match (of_ids, cut_short) {
            (Some(game), Some(other)) if !is_proved && other.0 > game.0 => other,
            (Some(game), _) | (None, Some(game)) => game,
            // Of a part of the ids nothing may have come: the path everything begins with is a game that is over.
            (None, None) => shared.first.clone(),
        };
        let bound = if is_proved { best.0 } else { shared.bound().max(best.0) };
        Found { score: best.0, moves: best.1, bound, nodes: self.standing().nodes }
    }
}
