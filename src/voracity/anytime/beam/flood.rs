//! What a path promises: the weight of the moves it can still come to.
//!
//! To count them takes a flood over the board. What a path promised before a move, less the moves that this move takes
//! away, is a bound that needs none. And a flood is over as soon as it has come to all stops where the moves taken away
//! would have led: then nothing is cut off, and the bound is the rank.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{
    super::terrain::{SIDES, Terrain},
    Candidate, Member, NOBODY, Ranking,
};
use crate::chance;

/// The weight of a move of length 1.
const UNIT: f64 = 256.0;

/// The tables of a beam.
pub(super) struct Tables<'a> {
    pub terrain: &'a Terrain,
    /// Moves that pass a cell, those of one cell together: origin and the direction's bit.
    through: Vec<(u32, u8)>,
    through_starts: Vec<u32>,
    weights: Vec<[u32; SIDES]>,
    hashes: Vec<u64>,
}

/// What one flood after another needs; every thread has its own.
pub(super) struct Flood {
    /// The last flood that came to a cell.
    flooded: Vec<u32>,
    /// The last flood that had to come to a cell.
    marks: Vec<u32>,
    floods: u32,
    queue: Vec<u32>,
    /// Where the moves that were taken away would have led.
    endangered: Vec<u32>,
    /// Moves that are open, while a bound is found.
    open: Vec<u8>,
}

impl Flood {
    /// For a board of so many cells.
    pub fn new(cells: usize) -> Self {
        let zeros = vec![0; cells];
        Self {
            flooded: zeros.clone(),
            marks: zeros,
            floods: 0,
            queue: vec![0; cells + 1],
            endangered: Vec::new(),
            open: vec![0; cells],
        }
    }

    /// Marks the stops that matter, each once, for the next flood: those from which anything leads on. Tells how many
    /// there are.
    fn mark_endangered(&mut self, open: &[u8]) -> usize {
        let mark = self.floods + 1;
        let mut count = 0;
        for &stop in &self.endangered {
            let is_new = open[stop as usize] != 0 && self.marks[stop as usize] != mark;
            count += usize::from(is_new);
            if is_new {
                self.marks[stop as usize] = mark;
            }
        }
        count
    }
}

impl<'a> Tables<'a> {
    /// The tables for a ranking and a guide.
    pub fn new(terrain: &'a Terrain, ranking: Ranking, guide: &[u32], seed: u64) -> Self {
        let cells = terrain.cells();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let hashes = (0..cells).map(|_| random.next_u64()).collect();
        let mut through_starts = vec![0; cells + 1];
        let arcs = || {
            (0..cells).flat_map(|cell| {
                (0..terrain.directions.len()).flat_map(move |direction| {
                    terrain.passed(cell, direction).map(move |passed| (cell, direction, passed))
                })
            })
        };
        arcs().for_each(|(_, _, passed)| through_starts[passed + 1] += 1);
        for cell in 1..=cells {
            through_starts[cell] += through_starts[cell - 1];
        }
        let mut next = through_starts.clone();
        let mut through = vec![(0, 0); through_starts[cells] as usize];
        for (cell, direction, passed) in arcs() {
            through[next[passed] as usize] = (cell as u32, 1 << direction);
            next[passed] += 1;
        }
        let weigh = |length: u8, scale: f64| match length {
            0 => 0,
            _ => (UNIT * scale * f64::from(length).powf(ranking.length_power)) as u32,
        };
        let mut weights: Vec<[u32; SIDES]> = (0..cells)
            .map(|cell| {
                let scale = 1.0 + ranking.noise * (chance::fraction(&mut random) - 0.5);
                terrain.lengths[cell].map(|length| weigh(length, scale))
            })
            .collect();
        for (cell, side) in guide.iter().map(|&arc| (arc as usize / SIDES, arc as usize % SIDES)) {
            weights[cell][side] += (UNIT * ranking.guide * f64::from(terrain.lengths[cell][side])) as u32;
        }
        Self { terrain, through, through_starts, weights, hashes }
    }

    /// What tells the paths that stand on a cell from others with the same cells covered.
    pub fn hash_of_stop(&self, cell: usize) -> u64 {
        self.hashes[cell].rotate_left(23)
    }

    /// The path without moves.
    pub fn first(&self, flood: &mut Flood) -> Member {
        let open_of =
            |lengths: &[u8; SIDES]| (0..SIDES).filter(|&side| lengths[side] > 0).fold(0, |all, side| all | 1 << side);
        let mut open: Vec<u8> = self.terrain.lengths.iter().map(open_of).collect();
        // Nothing is marked, so all that can be come to is.
        self.reaches_all(flood, &open, self.terrain.start, 1);
        let rank = self.weigh_flooded(flood, &mut open);
        Member { rank, at: self.terrain.start as u32, open, parent_step: NOBODY, direction: 0, hash: 0 }
    }

    /// The path of a candidate, with its rank.
    pub fn member(&self, flood: &mut Flood, candidate: Candidate, parent_step: u32, parent: &Member) -> Member {
        let (from, direction) = (parent.at as usize, usize::from(candidate.direction));
        let at = self.terrain.ends[from][direction];
        let mut open = parent.open.clone();
        let hash = self.terrain.passed(from, direction).fold(parent.hash, |hash, cell| hash ^ self.hashes[cell]);
        self.leave_behind(&mut flood.endangered, &mut open, from, direction);
        let lost = self.drop_dead_stops(&mut flood.endangered, &mut open, at as usize);
        let endangered = flood.mark_endangered(&open);
        let rank = if self.reaches_all(flood, &open, at as usize, endangered) {
            candidate.bound - lost
        } else {
            self.weigh_flooded(flood, &mut open)
        };
        Member { rank, at, open, parent_step, direction: candidate.direction, hash }
    }

    /// Closes all that a move takes away: the moves that pass its cells, and those from the cells where the path will not
    /// come back to. Takes note of the stops where these would have led.
    fn leave_behind(&self, endangered: &mut Vec<u32>, open: &mut [u8], from: usize, direction: usize) {
        let Self { terrain, through, through_starts, .. } = self;
        endangered.clear();
        for passed in terrain.passed(from, direction) {
            let arcs = through_starts[passed] as usize..through_starts[passed + 1] as usize;
            for &(origin, bit) in &through[arcs] {
                let sides = open[origin as usize];
                if sides & bit != 0 {
                    open[origin as usize] = sides & !bit;
                    endangered.push(terrain.ends[origin as usize][bit.trailing_zeros() as usize % SIDES]);
                }
            }
        }
        let end = terrain.ends[from][direction] as usize;
        for cell in terrain.passed(from, direction).chain([from]).filter(|&cell| cell != end) {
            close(terrain, open, cell, endangered);
        }
    }

    /// Closes all moves from stops that no open move leads to any more, and from those that only these led to. Returns
    /// their weight.
    fn drop_dead_stops(&self, endangered: &mut Vec<u32>, open: &mut [u8], at: usize) -> u64 {
        let mut weight = 0;
        let mut next = 0;
        while next < endangered.len() {
            let stop = endangered[next] as usize;
            next += 1;
            let sides = open[stop];
            let is_dead = || !self.terrain.into(stop).any(|(origin, side)| open[origin] >> side & 1 == 1);
            if stop != at && sides != 0 && is_dead() {
                weight += self.weigh(stop, sides);
                close(self.terrain, open, stop, endangered);
            }
        }
        weight
    }

    /// Can all marked stops be come to from a cell? Then everything can that could before and leads on: a way there that
    /// used a move taken away can begin at the stop of the last such move.
    fn reaches_all(&self, flood: &mut Flood, open: &[u8], cell: usize, mut endangered: usize) -> bool {
        flood.floods += 1;
        flood.flooded[cell] = flood.floods;
        flood.queue[0] = cell as u32;
        let (mut next, mut end_of_queue) = (0, 1);
        while next < end_of_queue {
            let cell = flood.queue[next] as usize;
            next += 1;
            endangered -= usize::from(flood.marks[cell] == flood.floods);
            if endangered == 0 {
                return true;
            }
            let mut sides = open[cell];
            let ends = &self.terrain.ends[cell];
            while sides != 0 {
                let end = ends[sides.trailing_zeros() as usize % SIDES] as usize;
                sides &= sides - 1;
                // Always written, only sometimes kept: a branch would be mispredicted.
                flood.queue[end_of_queue] = end as u32;
                end_of_queue += usize::from(flood.flooded[end] != flood.floods);
                flood.flooded[end] = flood.floods;
            }
        }
        false
    }

    /// No less than the rank after a move, and the hash of the cells covered then.
    pub fn bound(&self, flood: &mut Flood, member: &Member, direction: usize) -> (u64, u64) {
        let scratch = &mut flood.open[..];
        scratch.copy_from_slice(&member.open);
        let at = member.at as usize;
        let (taken, hash) = self.cover(scratch, at, direction);
        let end = self.terrain.ends[at][direction] as usize;
        // The path does not come back to the cells it passed.
        let passed = self.terrain.passed(at, direction).chain([at]).filter(|&cell| cell != end);
        let left_behind: u64 = passed.map(|cell| self.weigh(cell, scratch[cell])).sum();
        (member.rank - taken - left_behind, hash ^ member.hash)
    }

    fn weigh(&self, cell: usize, mut sides: u8) -> u64 {
        let mut weight = 0;
        while sides != 0 {
            weight += u64::from(self.weights[cell][sides.trailing_zeros() as usize % SIDES]);
            sides &= sides - 1;
        }
        weight
    }

    /// Covers the cells of a move: closes the moves that pass them. Returns their weight and the hash of the cells.
    fn cover(&self, open: &mut [u8], cell: usize, direction: usize) -> (u64, u64) {
        let mut hash = 0;
        let mut weight = 0;
        for passed in self.terrain.passed(cell, direction) {
            hash ^= self.hashes[passed];
            let arcs = self.through_starts[passed] as usize..self.through_starts[passed + 1] as usize;
            for &(origin, bit) in &self.through[arcs] {
                let sides = open[origin as usize];
                if sides & bit != 0 {
                    weight += u64::from(self.weights[origin as usize][bit.trailing_zeros() as usize % SIDES]);
                    open[origin as usize] = sides & !bit;
                }
            }
        }
        (weight, hash)
    }

    /// The weight of all moves that the last flood came to; closes all others.
    fn weigh_flooded(&self, flood: &Flood, open: &mut [u8]) -> u64 {
        let mut weight = 0;
        for (cell, (sides, &last)) in open.iter_mut().zip(&flood.flooded).enumerate() {
            *sides = if last == flood.floods { *sides } else { 0 };
            weight += self.weigh(cell, *sides);
        }
        weight
    }
}

/// Closes all moves from a cell and takes note of the stops where they led.
fn close(terrain: &Terrain, open: &mut [u8], cell: usize, stops: &mut Vec<u32>) {
    let mut sides = std::mem::take(&mut open[cell]);
    while sides != 0 {
        stops.push(terrain.ends[cell][sides.trailing_zeros() as usize % SIDES]);
        sides &= sides - 1;
    }
}
