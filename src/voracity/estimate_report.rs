//! Tells how large the search of a board is and how long it may take, without searching it.

use std::{ops::ControlFlow, time::Duration};

use serde_json::json;

use crate::{
    family::Error,
    report::{Fact, Finding, Status},
    search::{Event, Ledger, Quest, Range, Settings, StopReason, run},
    session::{Session, Task, time_text},
};

use super::{
    board::{Board, Directions},
    case::Case,
    dfs::DfsTree,
    enumerate::EnumerateTree,
    estimate::Probes,
    moves::Direction,
};

/// How long the speed of the machine is measured.
const TRIAL: Duration = Duration::from_millis(200);
/// Machines are taken to be no slower than this, in nodes a second.
const LEAST_RATE: f64 = 1e6;

/// Tells it.
pub(super) fn tell(case: &Case, task: &Task, session: &mut Session<'_>) -> Result<Finding, Error> {
    session.refuse_beside_estimate(task)?;
    // It is about the board, whatever searches it.
    if task.strategy.is_some() {
        let text = "option `estimate` searches nothing: a strategy does not go together with it";
        return Err(Error::Unsupported(text.to_owned()));
    }
    let threads = session.threads();
    let size = case.estimate(Probes::MANY, task, session);
    session.begin_without_search(&case.description())?;
    let rate = nodes_a_second(&case.board, session.settings(Quest::Best))? * threads as f64;
    let (least, most) = size.likely;
    let (strategy, reason) = case.choose(&size, task, session)?;
    let seconds = |nodes: f64| nodes / rate;
    let text = format!(
        "about {:.3e} nodes, likely {least:.1e} to {most:.1e} ({} random games)\n\
         plain enumeration here: about {} on {threads} threads, likely {} to {}\n\
         auto would take strategy {}: {reason}",
        size.nodes,
        size.probes,
        time_text(seconds(size.nodes)),
        time_text(seconds(least)),
        time_text(seconds(most)),
        strategy.name()
    );
    let value = json!({
        "nodes": size.nodes,
        "likely": [least, most],
        "games": size.probes,
        "seconds": seconds(size.nodes),
        "threads": threads,
        "strategy": strategy.name(),
    });
    session.fact(&Fact { name: "estimate", value, text })?;
    Ok(Finding::new(Status::Unknown, session.control().reason().unwrap_or(StopReason::Complete)))
}

/// How fast one thread of this machine enumerates boards like this one, found by trying for a moment.
fn nodes_a_second(board: &Board, settings: Settings) -> Result<f64, Error> {
    let settings = Settings { threads: 1, branches: 1, ..settings };
    let everything = || Ledger::new(Range::everything());
    let observe = &mut |event: Event<'_, Vec<Direction>>| match event {
        Event::Progress(progress) if progress.elapsed >= TRIAL => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let outcome = match (EnumerateTree::new(board), board.directions()) {
        (Some(tree), _) => run(tree, &settings, everything(), observe),
        (None, Directions::Four) => run(DfsTree::<4>::new(board), &settings, everything(), observe),
        (None, Directions::Eight) => run(DfsTree::<8>::new(board), &settings, everything(), observe),
    }?;
    Ok((outcome.tally.nodes as f64 / outcome.elapsed.as_secs_f64().max(1e-6)).max(LEAST_RATE))
}
