//! Searches that go step by step: by subproblems, by the frontier, and for good games only.

use std::time::Duration;

use crate::{
    family::Error,
    search::{StopReason, Tally},
    session::{Session, Task},
};

use super::{
    anytime::{self, Standing},
    board::Board,
    dp::Subproblems,
    input,
    moves::Direction,
    plug::{Frontier, Keeper},
    starts::StartedGame,
    strategy::Strategy,
    verdict::Verdict,
};

/// Tables may take this much where nobody says how much memory there is.
const DEFAULT_MEMORY: u64 = 4 << 30;
/// How long to look for good games if nobody says.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Strategy `dp`.
pub(super) fn by_subproblems(board: &Board, session: &mut Session<'_>) -> Result<Verdict, Error> {
    let mut subproblems = Subproblems::new(board).ok_or_else(|| unsuitable(Strategy::Dp, board))?;
    session.control().limit_memory(DEFAULT_MEMORY);
    let (solved, tally) = session.run_steps(|steps| subproblems.solve(steps));
    Ok(match solved {
        Ok(solved) => proved(board, solved.moves, tally),
        Err(stop) => {
            let table = format!("the table of {} subproblems has reached", tally.nodes);
            stopped(board, stop, &table, tally, session)
        }
    })
}

/// Strategy `frontier`.
pub(super) fn by_frontier(board: &Board, session: &mut Session<'_>) -> Result<Verdict, Error> {
    let frontier = Frontier::new(board).map_err(|error| Error::Unsuitable(error.to_string()))?;
    session.control().limit_memory(DEFAULT_MEMORY);
    let kept = session.checkpoint(&[&input::write(board)]);
    let mut keeper = kept.map(|(plan, is_resumed)| Keeper::new(&plan, is_resumed)).transpose()?;
    let (solved, tally) = session.run_steps(|steps| frontier.solve(steps, keeper.as_mut()));
    if let Some(keeper) = keeper {
        session.note_checkpoint(keeper.finish().err().map(|error| error.to_string()));
    }
    Ok(match solved {
        Ok(solved) => proved(board, solved.moves, tally),
        Err(stop) => stopped(board, stop, "the profiles of this board do not fit into", tally, session),
    })
}

/// Strategy `anytime`.
pub(super) fn anytime(board: &Board, task: &Task, session: &mut Session<'_>) -> Result<Verdict, Error> {
    let control = session.control().clone();
    // All that is left is shared out beforehand.
    let nodes = control.has_node_limit().then(|| control.take_nodes(u64::MAX));
    control.return_nodes(nodes.unwrap_or(0));
    let time = match (control.time_left(), nodes) {
        (None, None) => {
            session.note(&format!("there is no time limit: searching for {} s", DEFAULT_TIME.as_secs()));
            Some(DEFAULT_TIME)
        }
        (time, _) => time,
    };
    let settings = anytime::Settings { time, nodes, threads: session.threads(), seed: task.seed() };
    let (found, _) = session.run_steps(|steps| {
        let control = steps.control();
        let mut watch = |standing: &Standing| {
            steps.set_best(i64::from(standing.score));
            standing.share.into_iter().for_each(|share| steps.set_share(share));
            // If the run is stopped, the search sees that by itself.
            let _ = steps.spend(standing.nodes - steps.tally().nodes);
        };
        Ok(anytime::search(board, &settings, control, &mut watch))
    });
    let found = found.map_err(|_| Error::Stopped("there is no game yet"))??;
    let stop = match control.reason() {
        _ if found.is_optimal() => StopReason::Complete,
        Some(reason) => reason,
        // What there was to spend is spent.
        None if nodes.is_some() => StopReason::NodeLimit,
        None => StopReason::TimeLimit,
    };
    let tally = Tally { nodes: found.nodes, cases: found.nodes, answers: 1 };
    let game = StartedGame { start: board.target(), moves: found.moves };
    let games = vec![(found.score, game)];
    Ok(Verdict { games, best_games: None, bound: found.bound, stop, reason: None, tally, share: None })
}

fn proved(board: &Board, moves: Vec<Direction>, tally: Tally) -> Verdict {
    let game = StartedGame { start: board.target(), moves };
    Verdict::proved(board, game, Tally { answers: 1, ..tally })
}

/// A search that was stopped; at the memory limit it says what has reached it.
fn stopped(board: &Board, stop: StopReason, what: &str, tally: Tally, session: &Session<'_>) -> Verdict {
    let limit = session.control().memory_limit().filter(|_| stop == StopReason::MemoryLimit);
    let reason = limit.map(|limit| format!("{what} the memory limit of {limit} bytes"));
    Verdict::stopped(board, stop, reason, tally)
}

fn unsuitable(strategy: Strategy, board: &Board) -> Error {
    Error::Unsuitable(strategy.objection(board).unwrap_or_default())
}
