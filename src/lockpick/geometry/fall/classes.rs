//! States between which nothing happens are one class.

use std::collections::HashMap;

use crate::search::{Control, StopReason};

use super::air::{Air, State};
use crate::lockpick::geometry::{
    components,
    lattice::{Position, SetId},
};

/// How many states are looked at in all to see which are alike once things are gone.
const MAX_LOOKS: usize = 60_000_000;

/// The class of a state that cannot be reached.
pub const NONE: u32 = u32::MAX;

/// The class of every reached state. In a class the player can get from any state to any other, or to one that is
/// better in every way, without anything happening.
pub fn classes(air: &Air<'_>, control: &Control) -> Result<Vec<u32>, StopReason> {
    let mut groups: HashMap<(SetId, SetId), Vec<Position>> = HashMap::new();
    for position in 0..air.lattice.len() {
        if (0..air.levels).any(|budget| air.is_reached[air.state(position, budget)]) {
            groups.entry(air.lattice.signs(position)).or_default().push(position);
        }
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_unstable();
    let (near_doors, others): (Vec<_>, Vec<_>) = groups.into_iter().partition(|((_, near), _)| *near != 0);
    let mut classes = Classes { air, of_state: vec![NONE; air.is_reached.len()], count: 0 };
    for (_, positions) in near_doors {
        classes.add_regions(&positions);
    }
    if others.len().saturating_mul(air.is_reached.len()) <= MAX_LOOKS {
        for ((touched, _), positions) in others {
            control.proceed()?;
            let is_quiet: Vec<bool> = (0..air.lattice.len()).map(|at| is_quiet(air, touched, at)).collect();
            classes.add(&positions, |_, to| is_quiet[to]);
        }
    } else {
        let positions: Vec<Position> = others.into_iter().flat_map(|(_, positions)| positions).collect();
        classes.add(&positions, |from, to| air.lattice.signs(from) == air.lattice.signs(to));
    }
    Ok(classes.of_state)
}

/// Whether nothing happens at a position to a player who has touched certain things. What can be touched only once is
/// gone for good, so what else only touches that is like empty air, and nearness to it does not matter.
fn is_quiet(air: &Air<'_>, touched: SetId, position: Position) -> bool {
    let lattice = air.lattice;
    let signs = lattice.signs(position);
    let here = lattice.set(touched);
    let is_gone = |thing: &usize| here.contains(thing) && !lattice.is_lasting[*thing];
    lattice.is_free(position)
        && (signs == (touched, 0) || lattice.set(signs.0).iter().chain(lattice.set(signs.1)).all(is_gone))
}

struct Classes<'a> {
    air: &'a Air<'a>,
    of_state: Vec<u32>,
    count: u32,
}

impl Classes<'_> {
    /// Numbers the classes of states at these positions, given between which positions nothing happens.
    fn add(&mut self, positions: &[Position], is_quiet: impl Fn(Position, Position) -> bool) {
        let air = self.air;
        let mut is_start = vec![false; air.lattice.len()];
        for &position in positions {
            is_start[position] = true;
        }
        let is_there = |state: &State| air.is_reached[*state] && is_start[air.position(*state)];
        let strong = components::strong(air.is_reached.len(), is_there, |state| {
            let is_quiet = &is_quiet;
            let from = air.position(state);
            air.steps(state).filter(move |&next| air.is_reached[next] && is_quiet(from, air.position(next)))
        });
        let landings = landings(air, is_quiet);
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        for &position in positions {
            let home = landings[position].map(|landing| strong[air.state(landing, air.full())]);
            // Whoever is here with a smaller budget can fall and come back with this one.
            let at_home: Vec<usize> = match home {
                Some(home) if home != NONE => {
                    (0..air.levels).filter(|&budget| strong[air.state(position, budget)] == home).collect()
                }
                _ => Vec::new(),
            };
            for budget in 0..air.levels {
                let state = air.state(position, budget);
                if air.is_reached[state] {
                    let is_home = at_home.iter().any(|&best| Air::is_as_good(best, budget));
                    let component = home.filter(|_| is_home).unwrap_or(strong[state]);
                    let next = self.count + numbers.len() as u32;
                    self.of_state[state] = *numbers.entry(component).or_insert(next);
                }
            }
        }
        self.count += numbers.len() as u32;
    }

    /// The same near sensitive doors: there every moment in the air would be a place. Positions that hang together are
    /// one, and the budget is forgotten.
    fn add_regions(&mut self, positions: &[Position]) {
        let (air, lattice) = (self.air, self.air.lattice);
        for &seed in positions {
            let signs = lattice.signs(seed);
            let mut queue = vec![seed];
            let mut is_empty = true;
            while let Some(position) = queue.pop() {
                let mut is_new = false;
                for state in air.state(position, 0)..air.state(position, air.levels) {
                    if air.is_reached[state] && self.of_state[state] == NONE {
                        self.of_state[state] = self.count;
                        is_new = true;
                    }
                }
                if is_new {
                    is_empty = false;
                    let beside = [lattice.left(position), lattice.right(position)];
                    let around = beside.into_iter().chain([lattice.above(position), lattice.below(position)]).flatten();
                    queue.extend(around.filter(|&next| lattice.signs(next) == signs));
                }
            }
            self.count += u32::from(!is_empty);
        }
    }
}

/// Where a player who lets go lands without anything happening on the way.
fn landings(air: &Air<'_>, is_quiet: impl Fn(Position, Position) -> bool) -> Vec<Option<Position>> {
    let mut landings: Vec<Option<Position>> = vec![None; air.lattice.len()];
    for position in (0..air.lattice.len()).rev().filter(|&position| air.lattice.is_free(position)) {
        landings[position] = match air.lattice.below(position) {
            _ if air.is_grounded(position) => Some(position),
            Some(below) if is_quiet(position, below) => landings[below],
            _ => None,
        };
    }
    landings
}
