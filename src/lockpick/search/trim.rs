//! Leaves out of a route what it does not need.

use crate::{
    lockpick::play::{Move, Terrain},
    search::Control,
};

/// Longer routes are left as they are: trying all steps takes the square of their number.
const LONGEST: usize = 400;

/// A route without steps that it also works without. The last steps are tried first, so what only led to them goes next.
/// If there is no time for it, some of them stay.
pub(super) fn trimmed(terrain: &Terrain, mut route: Vec<Move>, control: &Control) -> Vec<Move> {
    if route.len() > LONGEST {
        return route;
    }
    let mut index = route.len();
    while index > 0 && !control.look() {
        index -= 1;
        let mut shorter = route.clone();
        shorter.remove(index);
        if let Some(end) = winning_length(terrain, &shorter) {
            shorter.truncate(end);
            route = shorter;
            index = index.min(route.len());
        }
    }
    route
}

/// After how many steps a route wins, if it does.
fn winning_length(terrain: &Terrain, route: &[Move]) -> Option<usize> {
    let mut state = terrain.start().ok()?;
    let mut after = state.clone();
    for (index, &step) in route.iter().enumerate() {
        if terrain.is_won(&state) {
            return Some(index);
        }
        if !terrain.is_at_hand(&state, step.node) || terrain.act(&state, &mut after, step) != Ok(true) {
            return None;
        }
        std::mem::swap(&mut state, &mut after);
        if state.stored.is_some() && !terrain.is_won(&state) {
            return None;
        }
    }
    terrain.is_won(&state).then_some(route.len())
}
