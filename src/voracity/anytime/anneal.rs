//! Betters a path by changing it in place: simulated annealing whose steps search a piece of the path anew.
//!
//! A step takes a few moves out of the path and looks for another way between the two stops at the gap. A flood
//! backwards from the second stop, over the moves that are possible with the gap open, tells how many moves it takes
//! at least to get there, so that the search never strays to where there is no way back. The best way found within a
//! few nodes, other than the old one, replaces it if it covers more, and by chance if it covers a little less. Some
//! steps take off the end of the path and grow another one.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::effort::Effort;
use super::route::Route;
use super::terrain::Terrain;
use crate::chance;

/// How the steps are made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// Cells that may be lost in a step, at the beginning and at the end.
    pub heat: (f64, f64),
    /// Moves taken out, at most.
    pub gap: usize,
    /// Nodes of the search for another way.
    pub nodes: u32,
}

/// Cells that a flood comes to at most: on a wide open board it need not go everywhere.
const FLOOD: usize = 300;
const UNSEEN: u8 = u8::MAX;
/// A new way may have so many moves more than the old one.
const MORE_MOVES: usize = 2;
/// A new end of the path has so many moves at most.
const END_MOVES: usize = 40;

/// Betters a route for as long as the effort allows; returns the best moves met and their score.
pub(super) fn anneal(
    terrain: &Terrain,
    route: Route,
    plan: Plan,
    seed: u64,
    effort: &mut Effort<'_>,
) -> (u32, Vec<u8>) {
    let mut best = (route.score, route.moves.clone());
    let mut annealing = Annealing {
        terrain,
        route,
        random: Xoshiro256PlusPlus::seed_from_u64(seed),
        distance: vec![UNSEEN; terrain.cells()],
        flooded: Vec::new(),
        goal: 0,
        avoided: None,
        way: Vec::new(),
        found: Vec::new(),
        covered: 0,
        nodes_left: 0,
        is_growing: true,
    };
    let mut share = effort.spend(0);
    while share < 1.0 && effort.left() > 0 {
        let heat = plan.heat.0 * (plan.heat.1 / plan.heat.0).powf(share);
        let most = u32::try_from(effort.left() - 1).unwrap_or(u32::MAX);
        let nodes = annealing.step(plan, heat, most);
        if annealing.route.score > best.0 {
            best.0 = annealing.route.score;
            best.1.clone_from(&annealing.route.moves);
        }
        share = effort.spend(u64::from(nodes));
    }
    best
}

struct Annealing<'a> {
    terrain: &'a Terrain,
    route: Route,
    random: Xoshiro256PlusPlus,
    /// Moves to the goal at least; only for the flooded cells.
    distance: Vec<u8>,
    flooded: Vec<u32>,
    goal: usize,
    /// A direction not to begin with: the one the path takes already.
    avoided: Option<usize>,
    /// The moves of the search at this moment.
    way: Vec<u8>,
    /// The best moves found.
    found: Vec<u8>,
    /// What they cover; what they must surpass while there are none.
    covered: i64,
    nodes_left: u32,
    /// Did the last step make the path longer at its end? Then the next one tries that again.
    is_growing: bool,
}

impl Annealing<'_> {
    /// One step with so many nodes at most for its search; returns its nodes.
    fn step(&mut self, plan: Plan, heat: f64, most: u32) -> u32 {
        let moves = self.route.moves.len();
        let is_end = moves == 0 || self.is_growing || self.below(moves.max(20)) < 2;
        let (from, to) = if is_end {
            (moves - self.below(2 * plan.gap + 1).min(moves), moves)
        } else {
            let gap = 1 + self.below(plan.gap.min(moves));
            let from = self.below(moves - gap + 1);
            (from, from + gap)
        };
        let luck = chance::fraction(&mut self.random);
        let loss = (-heat * luck.max(1e-9).ln()) as i64;
        let covered = i64::from(self.route.mark_moves(self.terrain, from, to, false));
        let least = covered - loss - 1;
        self.covered = least;
        self.way.clear();
        self.found.clear();
        self.avoided = (from < to).then(|| usize::from(self.route.moves[from]));
        let origin = self.route.stops[from] as usize;
        let allowed = if is_end { 4 * plan.nodes } else { plan.nodes }.min(most);
        self.nodes_left = allowed;
        if is_end {
            self.grow(origin, 0);
        } else if self.has_choice(origin) {
            self.goal = self.route.stops[to] as usize;
            let longest = to - from + MORE_MOVES;
            self.flood_back(longest);
            self.seek(origin, longest, 0);
        }
        self.is_growing = is_end && self.covered > covered;
        if self.covered > least {
            let found = std::mem::take(&mut self.found);
            self.route.splice(self.terrain, from, to, &found);
            self.found = found;
        } else {
            self.route.mark_moves(self.terrain, from, to, true);
        }
        1 + allowed - self.nodes_left
    }

    fn below(&mut self, limit: usize) -> usize {
        chance::roughly_below(&mut self.random, limit as u32) as usize
    }

    /// Is there another way out of a cell than the avoided one? Often there is not, and no flood is needed.
    fn has_choice(&self, cell: usize) -> bool {
        (0..self.terrain.directions.len())
            .any(|direction| self.avoided != Some(direction) && self.route.is_open(self.terrain, cell, direction))
    }

    /// Finds how many moves it takes to the goal, from free cells.
    fn flood_back(&mut self, farthest: usize) {
        for &cell in &self.flooded {
            self.distance[cell as usize] = UNSEEN;
        }
        self.flooded.clear();
        self.flooded.push(self.goal as u32);
        self.distance[self.goal] = 0;
        let mut next = 0;
        while next < self.flooded.len() {
            let cell = self.flooded[next] as usize;
            let distance = self.distance[cell] + 1;
            next += 1;
            if usize::from(distance) >= farthest || self.flooded.len() >= FLOOD {
                break;
            }
            for (origin, direction) in self.terrain.into(cell) {
                let is_new = !self.route.is_covered[origin] && self.distance[origin] == UNSEEN;
                if is_new && self.route.is_open(self.terrain, origin, direction) {
                    self.distance[origin] = distance;
                    self.flooded.push(origin as u32);
                }
            }
        }
    }

    /// Looks for ways to the goal of at most `moves_left` moves.
    fn seek(&mut self, cell: usize, moves_left: usize, covered: i64) {
        if self.nodes_left == 0 {
            return;
        }
        self.nodes_left -= 1;
        let sides = self.terrain.directions.len();
        let first = self.below(sides);
        for direction in (first..sides).chain(0..first) {
            let is_avoided = self.way.is_empty() && self.avoided == Some(direction);
            let end = self.terrain.ends[cell][direction] as usize;
            let is_near = usize::from(self.distance[end]) < moves_left;
            if is_avoided || !is_near || !self.route.is_open(self.terrain, cell, direction) {
                continue;
            }
            let covered = covered + i64::from(self.terrain.lengths[cell][direction]);
            self.way.push(direction as u8);
            if end == self.goal {
                self.keep(covered);
            } else {
                self.route.mark(self.terrain, cell, direction, true);
                self.seek(end, moves_left - 1, covered);
                self.route.mark(self.terrain, cell, direction, false);
            }
            self.way.pop();
            if self.nodes_left == 0 {
                return;
            }
        }
    }

    /// Looks for ways to anywhere.
    fn grow(&mut self, cell: usize, covered: i64) {
        self.keep(covered);
        if self.nodes_left == 0 || self.way.len() == END_MOVES {
            return;
        }
        self.nodes_left -= 1;
        let sides = self.terrain.directions.len();
        let first = self.below(sides);
        for direction in (first..sides).chain(0..first) {
            let is_avoided = self.way.is_empty() && self.avoided == Some(direction);
            if is_avoided || !self.route.is_open(self.terrain, cell, direction) {
                continue;
            }
            self.way.push(direction as u8);
            self.route.mark(self.terrain, cell, direction, true);
            let end = self.terrain.ends[cell][direction] as usize;
            self.grow(end, covered + i64::from(self.terrain.lengths[cell][direction]));
            self.route.mark(self.terrain, cell, direction, false);
            self.way.pop();
            if self.nodes_left == 0 {
                return;
            }
        }
    }

    fn keep(&mut self, covered: i64) {
        if covered > self.covered {
            self.covered = covered;
            self.found.clone_from(&self.way);
        }
    }
}
