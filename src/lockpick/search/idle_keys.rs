//! Walking over a key that stays and changes nothing is no decision, so searches leave it out: the keys of a bridge
//! that set a count to 0 would otherwise make a state of every place on it. A route has to tell every key, so what was
//! left out is put in again at the end.

use crate::lockpick::{
    level::{NodeId, NodeSet},
    play::{Action, Move, State, Terrain},
};

/// The game after some moves, in which the player is at one of some places: how it came about.
struct Variant {
    state: State,
    /// The variant before, and what was done then.
    before: Option<(usize, Move)>,
}

/// A route for the level as it is, made from one for players who [pass idle keys](Terrain::passing_idle_keys).
pub(super) fn with_idle_keys(terrain: &Terrain, route: Vec<Move>) -> Vec<Move> {
    if terrain.passing_idle_keys().is_none() {
        return route;
    }
    completed(terrain, &route).unwrap_or(route)
}

/// All places that a player who passes idle keys can be at are followed, each with the keys on the way to it.
fn completed(terrain: &Terrain, route: &[Move]) -> Option<Vec<Move>> {
    let start = terrain.start().ok()?;
    let mut after = start.clone();
    let mut variants = vec![Variant { state: start, before: None }];
    let mut current = vec![0];
    for step in route {
        pass_idle_keys(terrain, &mut variants, &mut current, &mut after);
        let mut next: Vec<usize> = Vec::new();
        for &index in &current {
            let before = &variants[index].state;
            let is_done = terrain.is_at_hand(before, step.node) && terrain.act(before, &mut after, *step) == Ok(true);
            let is_new = |other: &usize| !variants[*other].state.region.is_superset(&after.region);
            if is_done && next.iter().all(is_new) {
                next.push(variants.len());
                variants.push(Variant { state: after.clone(), before: Some((index, *step)) });
            }
        }
        current = next;
    }
    pass_idle_keys(terrain, &mut variants, &mut current, &mut after);
    let mut at = current.into_iter().find(|&index| terrain.is_won(&variants[index].state))?;
    let mut moves = Vec::new();
    while let Some((before, step)) = variants[at].before {
        moves.push(step);
        at = before;
    }
    moves.reverse();
    Some(moves)
}

/// Adds what comes of walking over idle keys, as long as that leads to new places.
fn pass_idle_keys(terrain: &Terrain, variants: &mut Vec<Variant>, current: &mut Vec<usize>, after: &mut State) {
    let Some(&first) = current.first() else { return };
    let mut places = variants[first].state.region.clone();
    for &index in current.iter() {
        places.include(&variants[index].state.region);
    }
    let mut done = 0;
    while done < current.len() {
        let index = current[done];
        done += 1;
        for node in idle_keys_beside(terrain, &variants[index].state, &places) {
            let step = Move { node, action: Action::Take, at: None };
            let before = &variants[index].state;
            let is_quiet = terrain.act(before, after, step) == Ok(true) && is_same_but_for_place(before, after);
            if is_quiet && places.include(&after.region) {
                current.push(variants.len());
                variants.push(Variant { state: after.clone(), before: Some((index, step)) });
            }
        }
    }
}

/// Whether nothing happened on the way.
fn is_same_but_for_place(one: &State, other: &State) -> bool {
    one.inventory == other.inventory
        && one.doors == other.doors
        && one.taken == other.taken
        && (one.mimic, one.armed, one.stored) == (other.mimic, other.armed, other.stored)
}

fn idle_keys_beside(terrain: &Terrain, state: &State, places: &NodeSet) -> Vec<NodeId> {
    let border = terrain.border(state);
    border.iter().filter(|&node| !places.contains(node) && terrain.is_idle_key(state, node)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diagnostics::Source,
        lockpick::{complex::Axis, input},
    };

    fn terrain(parts: &str) -> Terrain {
        let text = format!("level L\nstart hub\njunction hub\ngoal out\n{parts}");
        Terrain::new(input::parse(&Source::new("level", text)).unwrap_or_else(|error| panic!("{error}")).level)
    }

    /// What becomes of a route through a level with these parts.
    fn told(parts: &str, route: &[(&str, Action)]) -> Vec<String> {
        let terrain = terrain(parts);
        let moves = route.iter().map(|(name, action)| {
            let node = terrain.level.find(name).unwrap();
            Move { node, action: *action, at: None }
        });
        let route = with_idle_keys(&terrain, moves.collect());
        route.into_iter().map(|step| terrain.level.nodes[step.node].name.clone()).collect()
    }

    /// Two keys that set a count to 0 lie in the way, one behind the other.
    const BRIDGE: &str = "key one infinite exact 0 white\nkey two infinite exact 0 white\njunction a\njunction b\n\
                          path hub - one - a - two - b\n";

    #[test]
    fn keys_on_the_way_are_put_in_again() {
        let to_the_goal = format!("{BRIDGE}path b - out\n");
        assert_eq!(told(&to_the_goal, &[]), ["one", "two"]);
        let with_a_door = format!("{BRIDGE}key k 1 white\ndoor d 1 white\npath b - k\npath b - d - out\n");
        let route = [("k", Action::Take), ("d", Action::Open(Axis::Real))];
        assert_eq!(told(&with_a_door, &route), ["one", "two", "k", "d"]);
        // Both ways of the fork are followed: the key is here and the door there.
        let fork = format!("{BRIDGE}key k 1 red\ndoor d 1 red\npath a - k\npath b - d - out\n");
        assert_eq!(told(&fork, &route), ["one", "k", "two", "d"]);
    }

    /// The door can be opened from both sides, but who is on the other side of the key by then gets no farther.
    #[test]
    fn every_place_is_followed() {
        let parts = "have -5 red\nkey one infinite exact 0 white\njunction a\ndoor d -1 red spends white copies 2\n\
                     door e 1 white\npath hub - one - a\npath hub - d - a\npath a - e - out\n";
        let route = ["d", "e"].map(|door| (door, Action::Open(Axis::Real)));
        assert_eq!(told(parts, &route), ["one", "d", "e"]);
    }

    #[test]
    fn keys_that_change_something_are_not_put_in() {
        let parts = "key k 1 white\nkey one infinite exact 0 white\npath hub - k\npath hub - one - out\n";
        assert_eq!(told(parts, &[("k", Action::Take), ("one", Action::Take)]), ["k", "one"]);
        assert_eq!(told(parts, &[("k", Action::Take)]), ["k"]);
    }

    /// The places of a player who passes idle keys, by the number of ways to get there.
    fn passed(parts: &str) -> usize {
        let terrain = terrain(parts);
        let start = terrain.start().unwrap();
        let mut after = start.clone();
        let mut variants = vec![Variant { state: start, before: None }];
        let mut current = vec![0];
        pass_idle_keys(&terrain, &mut variants, &mut current, &mut after);
        assert_eq!(current.len(), variants.len());
        variants.len()
    }

    #[test]
    fn idle_keys_are_passed_only_if_nothing_happens() {
        assert_eq!(passed(BRIDGE), 3);
        assert_eq!(passed(&format!("{BRIDGE}have 1 white\n")), 1);
        let door = "door d 1 blue ice\npath hub - d\nnear one d\n";
        assert_eq!(passed(&format!("{BRIDGE}{door}")), 3);
        assert_eq!(passed(&format!("{BRIDGE}{door}have 1 red\n")), 1);
    }
}
