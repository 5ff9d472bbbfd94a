//! What a step does, in words: what is spent, what becomes of doors, what is taken on the way.

use super::{
    colour::Colour,
    complex::Complex,
    level::NodeKind,
    play::{Action, Move, State, Terrain, moves::Thing},
};

/// What a step changed, from the state before it to the one after.
pub(super) fn effects(terrain: &Terrain, step: Move, before: &State, after: &State) -> Vec<String> {
    let mut told = Vec::new();
    let is_taking = step.action == Action::Take;
    for colour in Colour::ALL {
        let (old, new) = (before.inventory.count(colour), after.inventory.count(colour));
        if old != new && !is_taking {
            told.push(change(colour, old, new));
        }
        match (before.inventory.is_starred(colour), after.inventory.is_starred(colour)) {
            (false, true) => told.push(format!("{colour} is frozen")),
            (true, false) => told.push(format!("{colour} is not frozen any more")),
            _ => {}
        }
    }
    let level = &terrain.level;
    for node in after.taken.iter().filter(|&node| !(before.taken.contains(node) || is_taking && node == step.node)) {
        told.push(format!("takes {} ({})", level.nodes[node].name, Thing(&level.nodes[node].kind)));
    }
    for (index, &node) in terrain.doors.iter().enumerate() {
        let (old, new) = (&before.doors[index], &after.doors[index]);
        let own = node == step.node && !matches!(step.action, Action::Take | Action::Walk);
        let name = if own { "the door".to_owned() } else { door_name(terrain, node) };
        let auras = [
            (old.auras.ice && !new.auras.ice, "ice"),
            (old.auras.erosion && !new.auras.erosion, "erosion"),
            (old.auras.paint && !new.auras.paint, "paint"),
        ];
        if old.stands() {
            told.extend(
                auras.into_iter().filter(|(is_gone, _)| *is_gone).map(|(_, aura)| format!("the {aura} of {name} goes")),
            );
            match (old.cursed, new.cursed) {
                (false, true) => told.push(format!("{name} is cursed")),
                (true, false) => told.push(format!("{name} is not cursed any more")),
                _ => {}
            }
        }
        if old.copies != new.copies {
            told.push(match new.stands() {
                false if old.copies == Complex::ONE => format!("{name} goes"),
                false => format!("the last copy of {name} goes"),
                true if new.copies == Complex::ONE => format!("{name} has 1 copy now"),
                true => format!("{name} has {} copies now", new.copies),
            });
        }
    }
    if let Some(id) = after.armed.filter(|_| before.armed != after.armed) {
        told.push(format!("salvage point {id} is armed"));
    }
    if let Some(stored) = after.stored.filter(|_| before.stored.is_none()) {
        told.push(format!("{} is stored", door_name(terrain, stored)));
    }
    if terrain.has_glitch && before.mimic != after.mimic {
        told.push(format!("glitch is {} now", after.mimic));
    }
    told
}

fn change(colour: Colour, old: Complex, new: Complex) -> String {
    match (old.im == new.im, new.re < old.re) {
        (true, true) => format!("{} {colour} less, {new} left", i128::from(old.re) - i128::from(new.re)),
        (true, false) => format!("{} {colour} more, {new} now", i128::from(new.re) - i128::from(old.re)),
        (false, _) => format!("{colour} is {new} now"),
    }
}

fn door_name(terrain: &Terrain, node: usize) -> String {
    let what = &terrain.level.nodes[node];
    let place = what.spot.map_or(String::new(), |spot| format!(" at {},{}", spot.column(), spot.row()));
    let word = if matches!(what.kind, NodeKind::Door(_)) && !what.name.starts_with("door") { "door " } else { "" };
    format!("{word}{}{place}", what.name)
}
