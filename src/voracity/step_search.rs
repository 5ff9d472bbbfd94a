//! Searches that go step by step: by subproblems and by the frontier.

use crate::{
    family::Error,
    search::{StopReason, Tally},
    session::Session,
};

use super::{
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
