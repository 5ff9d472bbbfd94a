//! What every solution has to do: keys that must be taken and doors that must go. How much of it is left is a bound on
//! the number of steps that is never too high.

use crate::lockpick::{
    level::NodeKind,
    play::{State, Terrain},
};

use super::{relax::Relaxation, traits::Traits};

/// The landmarks of a level.
#[derive(Clone, Debug, Default)]
pub(super) struct Landmarks {
    keys: Vec<usize>,
    /// Doors, and whether each of their copies takes a step.
    doors: Vec<(usize, bool)>,
}

impl Landmarks {
    /// Finds what cannot be done without: if a node is barred, not even the relaxation reaches the goal.
    pub fn new(terrain: &Terrain, traits: &Traits, start: &State) -> Self {
        let mut relaxation = Relaxation::new(terrain);
        let mut found = Self::default();
        // A door that opens by itself takes no step of its own.
        let is_touched = |node: usize| terrain.level.nodes.iter().any(|other| other.touching.contains(&node));
        for node in 0..terrain.level.nodes.len() {
            let is_worth_it = match &terrain.level.nodes[node].kind {
                NodeKind::Key(key) => !key.infinite,
                NodeKind::Door(_) => !is_touched(node),
                _ => false,
            };
            if !is_worth_it || start.region.contains(node) {
                continue;
            }
            relaxation.barred = Some(node);
            if !relaxation.is_hopeful(terrain, traits, start) {
                match terrain.door_index[node] {
                    Some(door) => found.doors.push((door, !terrain.door(door).endless)),
                    None => found.keys.push(node),
                }
            }
        }
        found
    }

    /// How many steps are left at least.
    pub fn left(&self, state: &State) -> u32 {
        let keys = self.keys.iter().filter(|&&key| !state.taken.contains(key)).count();
        let doors = self.doors.iter().map(|&(door, is_counted)| {
            let copies = state.doors[door].copies;
            let count = copies.re.unsigned_abs().saturating_add(copies.im.unsigned_abs());
            if is_counted { count.min(1 << 20) } else { 0 }
        });
        keys as u32 + doors.sum::<u64>() as u32
    }
}
