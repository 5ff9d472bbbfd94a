//! Leaves out of a route what it does not need.

use crate::{
    lockpick::play::{Move, Terrain},
    search::Control,
};

/// Longer routes are left as they are: trying all steps takes the square of their number.
const LONGEST: usize = 400;

/// A route without steps that it also works without. The last steps are tried first, so what only led to them goes
/// next. If there is no time for it, some of them stay.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diagnostics::Source,
        lockpick::{complex::Axis, input, play::Action},
    };

    /// What is left of a route through a level with these parts.
    fn left(parts: &str, route: &[(&str, Action)]) -> Vec<String> {
        let text = format!("level L\nstart hub\njunction hub\n{parts}");
        let terrain = Terrain::new(input::parse(&Source::new("level", text)).unwrap().level);
        let moves = route.iter().map(|(name, action)| {
            let node = terrain.level.find(name).unwrap();
            Move { node, action: *action, at: None }
        });
        let route = trimmed(&terrain, moves.collect(), &Control::default());
        route.into_iter().map(|step| terrain.level.nodes[step.node].name.clone()).collect()
    }

    const OPEN: Action = Action::Open(Axis::Real);

    #[test]
    fn steps_that_are_not_needed_are_left_out() {
        let parts = "goal out\nkey a 1 white\nkey b 1 white\ndoor d 1 white\ndoor e 1 white\n\
                     path hub - a\npath hub - b\npath hub - d - out\npath hub - e\n";
        let all = [("a", Action::Take), ("e", OPEN), ("b", Action::Take), ("d", OPEN)];
        // Both keys are needed only for the door that leads nowhere.
        assert_eq!(left(parts, &all), ["b", "d"]);
        assert_eq!(left(parts, &[("a", Action::Take), ("d", OPEN), ("b", Action::Take)]), ["a", "d"]);
        assert_eq!(left(parts, &[("a", Action::Take), ("d", OPEN)]), ["a", "d"]);
    }

    #[test]
    fn routes_that_end_with_a_stored_door_are_trimmed_too() {
        let parts = "objective salvage 3 door d\nkey a 1 white\nkey b 1 white\nsalvage s 3\ndoor d 1 white\n\
                     path hub - a\npath hub - b\npath hub - s\npath hub - d\n";
        let route = [("a", Action::Take), ("b", Action::Take), ("s", Action::Walk), ("d", OPEN)];
        assert_eq!(left(parts, &route), ["a", "s", "d"]);
    }
}
