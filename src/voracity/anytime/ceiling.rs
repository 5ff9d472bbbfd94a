//! The bound, once good games are known: a part of what there is to spend goes into a better one.

use std::time::Duration;

use super::{
    Attempts, Found, Settings,
    plan::SMALL_BOARD,
    strips::{self, Budget},
};
use crate::{
    search::{Control, SearchError, own_pool},
    voracity::{Board, Directions},
};

/// In less time no bound is looked for.
const SHORT_TIME: Duration = Duration::from_millis(400);
/// Without a limit of time it takes so long.
const DEFAULT_TIME: Duration = Duration::from_secs(4);
/// With eight directions and longer moves strips prove nothing in the time there is.
const LONGEST_DIAGONAL: u8 = 4;
/// Edges of diagrams that can be looked at in the time of a node.
const EDGES_PER_NODE: f64 = 300.0;

/// The share of the bound: large where good games are soon found, none where moves are too long for strips to prove
/// anything, or boards too large.
pub(super) fn share(board: &Board, settings: &Settings) -> f64 {
    let is_short = settings.time.is_some_and(|time| time < SHORT_TIME);
    match (board.directions(), board.cells()) {
        _ if is_short => 0.0,
        (Directions::Eight, _) if board.largest_value() > LONGEST_DIAGONAL => 0.0,
        (_, 0..SMALL_BOARD) => 0.4,
        (_, SMALL_BOARD..=10_000) => 0.2,
        _ => 0.0,
    }
}

impl Attempts {
    /// Spends what is left of the time, or a share of the nodes, on a better bound, unless the game is proved to be the
    /// best.
    pub fn tighten(
        &self,
        found: Found,
        settings: &Settings,
        time_left: Option<Duration>,
        control: &Control,
    ) -> Result<Found, SearchError> {
        let shared = &self.shared;
        let share = share(&shared.board, settings);
        if found.is_optimal() || share == 0.0 || control.look() {
            return Ok(found);
        }
        let budget = match (settings.nodes, time_left) {
            (Some(nodes), _) => Budget::Edges((nodes as f64 * share * EDGES_PER_NODE) as u64),
            (None, time) => Budget::Time(time.unwrap_or(DEFAULT_TIME)),
        };
        let pool = own_pool(settings.threads.max(1))?;
        let columns = shared.board.columns();
        let proved = strips::upper_bound(&shared.terrain, columns, found.score, budget, &pool, control);
        Ok(Found { bound: proved.map_or(found.bound, |proved| proved.min(found.bound)), ..found })
    }
}
