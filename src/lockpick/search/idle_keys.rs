//! Walking over a key that stays and changes nothing is no decision, so searches leave it out: the keys of a bridge that
//! set a count to 0 would otherwise make a state of every place on it. A route has to tell every key, so what was left out
//! is put in again at the end.

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
