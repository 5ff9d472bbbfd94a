//! Ways to search a level: the paper's two, an exhaustive one that everything else is measured against, and the real
//! ones.

mod account;
mod breadth;
mod caps;
mod dues;
mod exhaustive;
mod facts;
mod gains;
mod growing;
mod guided;
mod idle_keys;
mod landmarks;
mod novelty;
pub mod outcome;
pub mod paper;
pub mod prospect;
mod relax;
mod shortest;
mod side_doors;
mod space;
mod strategy;
mod strides;
mod stubborn;
mod switches;
mod symmetry;
mod tables;
mod tame;
mod traits;
mod trim;

#[cfg(test)]
mod tests;

pub use outcome::{Outcome, Settings, SolveError, Verdict};
pub use strategy::{Strategy, UnknownStrategy};

use std::ops::ControlFlow;

use crate::search::states::{StateEvent, StateSearch, StateSettings};

use super::play::Terrain;

/// Searches a level.
pub fn solve(terrain: &Terrain, strategy: Strategy, settings: &Settings) -> Result<Outcome, SolveError> {
    solve_observed(terrain, strategy, settings, &mut |_| ControlFlow::Continue(()))
}

/// Searches a level and tells `observe` what happens on the way. The observer can end the search.
pub fn solve_observed(
    terrain: &Terrain,
    strategy: Strategy,
    settings: &Settings,
    observe: &mut dyn FnMut(StateEvent) -> ControlFlow<()>,
) -> Result<Outcome, SolveError> {
    let strategy = strategy.resolved(settings.shortest);
    if strategy == Strategy::Dfs {
        return paper::dfs(&terrain.level, settings, observe);
    }
    let settings = StateSettings {
        control: settings.control.clone(),
        threads: settings.threads,
        checkpoint: settings.checkpoint.clone(),
        resume: settings.resume,
    };
    let mut search = StateSearch::new(&settings, observe)?;
    let mut outcome = match strategy {
        Strategy::Shortest => shortest::search(terrain, &mut search)?,
        Strategy::Exhaustive => exhaustive::search(terrain, &mut search)?,
        Strategy::Bfs => paper::bfs(&terrain.level, &mut search)?,
        Strategy::Auto | Strategy::Guided | Strategy::Dfs => guided::search(terrain, &mut search)?,
    };
    outcome.checkpoint = search.finish();
    Ok(outcome)
}
