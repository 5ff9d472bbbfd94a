//! Which pieces lie the same way in every solution.

use std::ops::ControlFlow;

use crate::search::{Ledger, Quest, Range, SearchError, Settings, StopReason, Tally};

use super::{Arrangement, Compiled, Plan, Wish};

/// What was found out about pieces.
#[derive(Debug, Default)]
pub struct Forced {
    /// Those that lie the same way in every solution.
    pub pieces: Vec<usize>,
    /// Why the search ended before all of them were known, if it did.
    pub stopped: Option<StopReason>,
    /// The work it took.
    pub tally: Tally,
}

/// Those of the first pieces that lie in every solution as they do in this one. Each doubtful piece is kept from where
/// it lies; what then comes out clears up that piece, and often others.
pub fn forced_pieces(
    compiled: &Compiled,
    solution: &Arrangement,
    first: usize,
    settings: &Settings,
) -> Result<Forced, SearchError> {
    let first = compiled.pieces.len().min(first);
    let lies: Vec<Option<usize>> = solution.placements().collect();
    let mut doubtful: Vec<usize> =
        (0..first).filter(|piece| compiled.pieces[*piece].given.is_none() && lies[*piece].is_some()).collect();
    // What is given lies where it is given.
    let given = (0..first).filter(|piece| compiled.pieces[*piece].given.is_some());
    let mut forced = Forced { pieces: given.collect(), ..Forced::default() };
    let stopped = || settings.control.reason().unwrap_or(StopReason::Interrupted);
    let settings = Settings { quest: Quest::Lowest(1), checkpoint: None, ..settings.clone() };
    while let Some(&piece) = doubtful.first() {
        let placement = lies[piece].expect("only placed pieces are doubtful");
        let mut without = compiled.clone();
        without.banned.insert((compiled.pieces[piece].kind, placement));
        let has_none = without.impossibility().is_some();
        let other = if has_none {
            None
        } else {
            let Ok((plan, _)) = Plan::new(&without, Wish::default(), &settings) else {
                return Ok(Forced { stopped: Some(stopped()), ..forced });
            };
            let everything = Ledger::new(Range::everything());
            let mut outcome = match plan.search(&without, &settings, everything, &mut |_| ControlFlow::Continue(())) {
                Err(SearchError::Stopped(reason)) => return Ok(Forced { stopped: Some(reason), ..forced }),
                searched => searched?,
            };
            forced.tally.nodes += outcome.tally.nodes;
            forced.tally.cases += outcome.tally.cases;
            if !outcome.stop.is_final() {
                return Ok(Forced { stopped: Some(outcome.stop), ..forced });
            }
            outcome.answers.pop()
        };
        match other {
            None => {
                forced.pieces.push(piece);
                doubtful.remove(0);
            }
            Some(other) => {
                let kinds_of = |arrangement: &Arrangement| {
                    let placed = arrangement.placements().enumerate();
                    placed.filter_map(|(piece, at)| Some((compiled.pieces[piece].kind, at?))).collect::<Vec<_>>()
                };
                let there = kinds_of(&other);
                doubtful.retain(|piece| {
                    lies[*piece].is_some_and(|placement| there.contains(&(compiled.pieces[*piece].kind, placement)))
                });
            }
        }
    }
    forced.pieces.sort_unstable();
    Ok(forced)
}
