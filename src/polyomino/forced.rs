//! Which pieces lie the same way in every solution.

use std::ops::ControlFlow;

use crate::search::{Ledger, Quest, Range, SearchError, Settings};

use super::{Arrangement, Compiled, Plan, Wish};

/// Those of the first pieces that lie in every solution as they do in this one, and whether that is certain: a limit
/// may have ended the search. Each doubtful piece is kept from where it lies; what then comes out clears up that
/// piece, and often others.
pub fn forced_pieces(
    compiled: &Compiled,
    solution: &Arrangement,
    first: usize,
    settings: &Settings,
) -> Result<(Vec<usize>, bool), SearchError> {
    let first = compiled.pieces.len().min(first);
    let lies: Vec<Option<usize>> = solution.placements().collect();
    let mut doubtful: Vec<usize> =
        (0..first).filter(|piece| compiled.pieces[*piece].given.is_none() && lies[*piece].is_some()).collect();
    // What is given lies where it is given.
    let given: Vec<usize> = (0..first).filter(|piece| compiled.pieces[*piece].given.is_some()).collect();
    let in_order = |mut forced: Vec<usize>| {
        forced.extend(&given);
        forced.sort_unstable();
        forced
    };
    let mut forced = Vec::new();
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
                return Ok((in_order(forced), false));
            };
            let everything = Ledger::new(Range::everything());
            let mut outcome = match plan.search(&without, &settings, everything, &mut |_| ControlFlow::Continue(())) {
                Err(SearchError::Stopped(_)) => return Ok((in_order(forced), false)),
                searched => searched?,
            };
            if !outcome.stop.is_final() {
                return Ok((in_order(forced), false));
            }
            outcome.answers.pop()
        };
        match other {
            None => {
                forced.push(piece);
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
    Ok((in_order(forced), true))
}
