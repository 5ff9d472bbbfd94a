//! States between which nothing happens are one class.

use std::collections::HashMap;

use super::{
    MAX_STEPS,
    air::{Air, State},
};
use crate::lockpick::geometry::{
    components,
    lattice::{Position, SetId},
};

/// The class of a state that cannot be reached.
pub const NONE: u32 = u32::MAX;

/// The class of every reached state. In a class the player can get from any state to any other, or to one that is
/// better in every way, without anything happening.
pub fn classes(air: &Air<'_>) -> Vec<u32> {
    let mut groups: HashMap<(SetId, SetId), Vec<Position>> = HashMap::new();
    for position in 0..air.lattice.len() {
        if (0..air.levels).any(|budget| air.is_reached[air.state(position, budget)]) {
            groups.entry(air.lattice.signs(position)).or_default().push(position);
        }
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_unstable();
    let can_look_around = groups.len().saturating_mul(air.is_reached.len()) <= MAX_STEPS;
    let mut classes = vec![NONE; air.is_reached.len()];
    let mut count = 0;
    for ((touched, near), positions) in groups {
        let ground = Ground { air, touched, near, can_look_around };
        count = ground.classify(&positions, &mut classes, count);
    }
    classes
}

/// Where a player can be without anything happening who touches certain things. What can be touched only once is gone
/// for good, so what else only touches that is like empty air.
struct Ground<'a> {
    air: &'a Air<'a>,
    touched: SetId,
    near: SetId,
    can_look_around: bool,
}

impl Ground<'_> {
    fn is_quiet(&self, position: Position) -> bool {
        let lattice = self.air.lattice;
        let signs = lattice.signs(position);
        if signs == (self.touched, self.near) {
            return true;
        }
        let here = lattice.set(self.touched);
        let is_gone = |thing: &usize| here.contains(thing) && !lattice.is_lasting[*thing];
        // Nearness to a door that is gone does not matter.
        self.can_look_around && lattice.set(signs.0).iter().chain(lattice.set(signs.1)).all(is_gone)
    }

    /// Numbers the classes of states at these positions, from a number on, and tells the number after the last.
    fn classify(&self, positions: &[Position], classes: &mut [u32], first: u32) -> u32 {
        let air = self.air;
        if self.near != 0 {
            return self.classify_by_region(positions, classes, first);
        }
        let is_quiet: Vec<bool> =
            (0..air.lattice.len()).map(|at| air.lattice.is_free(at) && self.is_quiet(at)).collect();
        let is_there = |state: &State| air.is_reached[*state] && is_quiet[air.position(*state)];
        let strong = components::strong(air.is_reached.len(), is_there, |state| air.steps(state).filter(is_there));
        let landings = landings(air, &is_quiet);
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        for &position in positions {
            let home = landings[position].map(|landing| strong[air.state(landing, air.full())]);
            // Whoever is here with a smaller budget can fall and come back with this one.
            let best = home.and_then(|home| {
                (0..air.levels).rev().find(|&budget| home != NONE && strong[air.state(position, budget)] == home)
            });
            for budget in 0..air.levels {
                let state = air.state(position, budget);
                if air.is_reached[state] {
                    let component = home.filter(|_| best.is_some_and(|best| budget <= best)).unwrap_or(strong[state]);
                    let next = first + numbers.len() as u32;
                    classes[state] = *numbers.entry(component).or_insert(next);
                }
            }
        }
        first + numbers.len() as u32
    }

    /// The same near sensitive doors: there every moment in the air would be a place. Positions that hang together are one,
    /// and the budget is forgotten.
    fn classify_by_region(&self, positions: &[Position], classes: &mut [u32], first: u32) -> u32 {
        let air = self.air;
        let mut next = first;
        for &seed in positions {
            let mut queue = vec![seed];
            let before = next;
            while let Some(position) = queue.pop() {
                let states = air.state(position, 0)..air.state(position, air.levels);
                let is_mine = air.lattice.is_free(position) && air.lattice.signs(position) == (self.touched, self.near);
                let mut is_new = false;
                for state in states.filter(|&state| is_mine && air.is_reached[state]) {
                    if classes[state] == NONE {
                        classes[state] = before;
                        is_new = true;
                    }
                }
                if is_new {
                    next = before + 1;
                    let lattice = air.lattice;
                    let around = [lattice.left(position), lattice.right(position), lattice.above(position)];
                    queue.extend(around.into_iter().chain([lattice.below(position)]).flatten());
                }
            }
        }
        next
    }
}

/// Where a player who lets go lands without anything happening on the way.
fn landings(air: &Air<'_>, is_quiet: &[bool]) -> Vec<Option<Position>> {
    let mut landings: Vec<Option<Position>> = vec![None; air.lattice.len()];
    for position in (0..air.lattice.len()).rev().filter(|&position| is_quiet[position]) {
        landings[position] = match air.lattice.below(position) {
            _ if air.is_grounded(position) => Some(position),
            Some(below) => landings[below],
            None => None,
        };
    }
    landings
}
