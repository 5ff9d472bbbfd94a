//! Covers a board with a few strands that have nothing to do with each other: a guide for a beam.
//!
//! A single path can only change where cells are free. Strands exchange cells: a move is put in, and those that are in
//! its way (up to three) are taken out, by simulated annealing. Every strand but the one from the start has a price,
//! which rises, so that strands join; rings are not allowed. In some seconds strands cover 93 to 95 % of a board of
//! greed, of which one path covers 80 %. They are no game, but a beam that keeps to their moves where it can finds a
//! good one.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{
    effort::Effort,
    terrain::{SIDES, Terrain},
};
use crate::chance;

/// Cells that may be lost in a step, at the beginning and at the end.
const HEAT: (f64, f64) = (2.0, 1.6);
/// The price of a strand in units of the heat, at the beginning and at the end.
const PRICE: (f64, f64) = (2.0, 8.0);
/// Moves that a new one may push out.
const MOST_EVICTED: usize = 3;
/// One step of so many goes on from the end of a strand; half of these from the strand that begins at the start.
const STEPS_PER_END: usize = 10;
/// Steps that take as long as a node of a beam.
const STEPS_PER_NODE: usize = 64;
const NONE: u32 = u32::MAX;

/// The moves of the strands, as `cell * SIDES + direction`.
pub(super) fn strands(terrain: &Terrain, seed: u64, effort: &mut Effort<'_>) -> Vec<u32> {
    let mut strands = Strands::new(terrain, seed);
    let is_move = |arc: &u32| terrain.lengths[*arc as usize / SIDES][*arc as usize % SIDES] > 0;
    let moves: Vec<u32> = (0..(terrain.cells() * SIDES) as u32).filter(is_move).collect();
    let mut share = effort.spend(0);
    while share < 1.0 && effort.left() > 0 && !moves.is_empty() {
        let heat = HEAT.0 * (HEAT.1 / HEAT.0).powf(share);
        let price = heat * (PRICE.0 + (PRICE.1 - PRICE.0) * share);
        for _ in 0..STEPS_PER_NODE {
            let proposed = match strands.below(STEPS_PER_END) {
                0 => strands.move_from_an_end(),
                _ => Some(moves[strands.below(moves.len())]),
            };
            if let Some(proposed) = proposed {
                strands.step(proposed, heat, price);
            }
        }
        share = effort.spend(1);
    }
    strands.next.into_iter().filter(|&arc| arc != NONE).collect()
}

struct Strands<'a> {
    terrain: &'a Terrain,
    random: Xoshiro256PlusPlus,
    /// The move that covers a cell.
    owner: Vec<u32>,
    /// The move that begins on a cell.
    next: Vec<u32>,
    /// Strands that do not begin at the start, and one more if none does.
    loose: i32,
    covered: i32,
}

impl<'a> Strands<'a> {
    fn new(terrain: &'a Terrain, seed: u64) -> Self {
        let cells = terrain.cells();
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Self { terrain, random, owner: vec![NONE; cells], next: vec![NONE; cells], loose: 1, covered: 0 }
    }

    fn below(&mut self, limit: usize) -> usize {
        chance::roughly_below(&mut self.random, limit as u32) as usize
    }

    fn end_of(&self, arc: u32) -> usize {
        self.terrain.ends[arc as usize / SIDES][arc as usize % SIDES] as usize
    }

    fn length_of(&self, arc: u32) -> i32 {
        i32::from(self.terrain.lengths[arc as usize / SIDES][arc as usize % SIDES])
    }

    fn is_head(&self, cell: usize) -> bool {
        self.next[cell] != NONE && self.owner[cell] == NONE && cell != self.terrain.start
    }

    fn insert(&mut self, arc: u32) {
        let (origin, end) = (arc as usize / SIDES, self.end_of(arc));
        self.loose -= i32::from(self.next[end] != NONE);
        for cell in self.terrain.passed(origin, arc as usize % SIDES) {
            self.owner[cell] = arc;
        }
        self.next[origin] = arc;
        self.loose += i32::from(self.is_head(origin)) - i32::from(origin == self.terrain.start);
        self.covered += self.length_of(arc);
    }

    fn remove(&mut self, arc: u32) {
        let (origin, end) = (arc as usize / SIDES, self.end_of(arc));
        self.loose += i32::from(origin == self.terrain.start) - i32::from(self.is_head(origin));
        self.next[origin] = NONE;
        for cell in self.terrain.passed(origin, arc as usize % SIDES) {
            self.owner[cell] = NONE;
        }
        self.loose += i32::from(self.next[end] != NONE);
        self.covered -= self.length_of(arc);
    }

    /// A move from the end of a strand.
    fn move_from_an_end(&mut self) -> Option<u32> {
        let mut cell = self.terrain.start;
        if self.below(2) == 0 {
            let any = self.below(self.owner.len());
            cell = self.end_of(Some(self.owner[any]).filter(|&owner| owner != NONE)?);
        }
        while self.next[cell] != NONE {
            cell = self.end_of(self.next[cell]);
        }
        let side = self.below(self.terrain.directions.len());
        (self.terrain.lengths[cell][side] > 0).then_some((cell * SIDES + side) as u32)
    }

    /// What is in the way of a move, and how much that is; `None` if it is too much.
    fn in_the_way(&self, arc: u32) -> Option<([u32; MOST_EVICTED], usize)> {
        let mut evicted = ([NONE; MOST_EVICTED], 0);
        let mut add = |other: u32| {
            if other == NONE || evicted.0[..evicted.1].contains(&other) {
                return Some(());
            }
            *evicted.0.get_mut(evicted.1)? = other;
            evicted.1 += 1;
            Some(())
        };
        let (origin, end) = (arc as usize / SIDES, self.end_of(arc));
        add(self.next[origin])?;
        let owner = self.owner[origin];
        if owner != NONE && self.end_of(owner) != origin {
            add(owner)?;
        }
        for cell in self.terrain.passed(origin, arc as usize % SIDES) {
            add(self.owner[cell])?;
            if cell != end {
                add(self.next[cell])?;
            }
        }
        Some(evicted)
    }

    /// Would a move that was put in close a ring?
    fn is_on_ring(&self, arc: u32) -> bool {
        let origin = arc as usize / SIDES;
        let mut cell = self.end_of(arc);
        while cell != origin {
            match self.next[cell] {
                NONE => return false,
                next => cell = self.end_of(next),
            }
        }
        true
    }

    /// Puts a move in, or takes it out if it is there, and undoes that if chance does not allow what it costs.
    fn step(&mut self, arc: u32, heat: f64, price: f64) {
        let is_removal = self.next[arc as usize / SIDES] == arc;
        let (evicted, count) = match is_removal {
            true => ([arc; MOST_EVICTED], 1),
            false => match self.in_the_way(arc) {
                Some(evicted) => evicted,
                None => return,
            },
        };
        let evicted = &evicted[..count];
        let luck = chance::fraction(&mut self.random);
        let allowed = -heat * luck.max(1e-12).ln();
        let gained = if is_removal { 0 } else { self.length_of(arc) };
        let lost: i32 = evicted.iter().map(|&other| self.length_of(other)).sum();
        // Each that goes may join two strands at best.
        if f64::from(lost - gained) - price * (count + 1) as f64 > allowed {
            return;
        }
        let before = (self.covered, self.loose);
        evicted.iter().for_each(|&other| self.remove(other));
        if !is_removal {
            self.insert(arc);
        }
        let cost = f64::from(before.0 - self.covered) + price * f64::from(self.loose - before.1);
        if cost > allowed || (!is_removal && self.is_on_ring(arc)) {
            if !is_removal {
                self.remove(arc);
            }
            evicted.iter().for_each(|&other| self.insert(other));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;
    use crate::{
        search::Control,
        voracity::{Directions, anytime::effort::Allowance, generate},
    };

    fn strands_of(rows: usize, columns: usize, largest: u8, directions: Directions, nodes: u64) -> (Terrain, Vec<u32>) {
        let board = generate(rows, columns, largest, 7).unwrap().with_directions(directions);
        let control = Control::default();
        let terrain = Terrain::new(&board, &control).unwrap();
        let all_nodes = AtomicU64::new(0);
        let allowance = Allowance { time: None, nodes: Some(nodes), most_nodes: nodes };
        let moves = strands(&terrain, 1, &mut Effort::new(allowance, &control, &all_nodes));
        (terrain, moves)
    }

    #[test]
    fn strands_do_not_touch_and_none_is_a_ring() {
        for (rows, columns, largest, directions) in
            [(1, 1, 5, Directions::Four), (5, 7, 3, Directions::Four), (12, 20, 9, Directions::Eight)]
        {
            let (terrain, moves) = strands_of(rows, columns, largest, directions, 2_000);
            let mut is_covered = vec![false; terrain.cells()];
            let mut stops = vec![false; terrain.cells()];
            let mut next = vec![None; terrain.cells()];
            for &arc in &moves {
                let (origin, side) = (arc as usize / SIDES, arc as usize % SIDES);
                let end = terrain.ends[origin][side] as usize;
                assert!(next[origin].replace(end).is_none(), "two moves begin on a cell");
                stops[end] = true;
                for cell in terrain.passed(origin, side) {
                    assert!(terrain.is_free[cell] && !std::mem::replace(&mut is_covered[cell], true));
                }
            }
            for &arc in &moves {
                let origin = arc as usize / SIDES;
                assert!(stops[origin] || !is_covered[origin], "a move begins on a cell that another one passes");
                let mut cell = Some(origin);
                for _ in 0..=moves.len() {
                    cell = cell.and_then(|cell| next[cell]);
                }
                assert_eq!(cell, None, "a strand has an end");
            }
        }
    }

    #[test]
    fn strands_cover_most_of_a_board() {
        let (terrain, moves) = strands_of(22, 40, 9, Directions::Eight, 40_000);
        let length = |&arc: &u32| usize::from(terrain.lengths[arc as usize / SIDES][arc as usize % SIDES]);
        let covered: usize = moves.iter().map(length).sum();
        assert!(covered * 100 > 85 * terrain.cells(), "{covered}");
    }
}
