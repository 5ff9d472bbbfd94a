//! A beam bucketed by score: of all paths that cover the same number of cells, the most promising go on.
//!
//! A path promises much if many moves are left that it can come to: from its last stop, over moves that are possible
//! now. Short moves count for more than long ones, because they need fewer free cells. Paths that cover the same cells
//! and stand on the same cell are one path. How many go on from a bucket follows from the effort that is left.
//!
//! A guide are moves that count for more, such as those of strands that cover most of the board: a path that keeps to
//! them leaves all others open.
//!
//! To count the moves that are left takes a flood over the board. What a path promised before a move, less the moves
//! that this move takes away, is a bound that needs none: only paths whose bound is among the best are flooded. And a
//! flood is over as soon as it has come to all stops where the moves taken away would have led: then nothing is cut
//! off, and the bound is the rank.

use std::collections::BinaryHeap;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashSet;

use super::effort::Effort;
use super::terrain::{SIDES, Terrain};
use crate::chance;

/// What a move that is left counts for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranking {
    /// The power of a move's length.
    pub length_power: f64,
    /// How far the weights of cells differ at random: a part of 1.
    pub noise: f64,
    /// What a move of the guide counts for in addition, for each of its cells.
    pub guide: f64,
}

/// The longest move; a bucket's paths are needed until the buckets so far ahead are done.
const REACH: usize = 9;
/// The weight of a move of length 1.
const UNIT: f64 = 256.0;
/// Part of the free cells that a path is expected to cover, to share out the effort.
const EXPECTED_COVER: f64 = 0.85;
/// When the effort is spent one path goes on to its end, unless that takes too long: part of the effort allowed.
pub(super) const PATIENCE: f64 = 1.1;
const NOBODY: u32 = u32::MAX;
/// A bucket has at most so many candidates for each of its paths: the best half of them is kept then.
const SPARE_CANDIDATES: usize = 8;

/// A path of a bucket.
struct Member {
    /// The weight of the moves it can come to.
    rank: u64,
    at: u32,
    /// For each cell, a bit for each direction in which a move is possible that it can come to.
    open: Vec<u8>,
    /// Its last move, and the one it comes after.
    parent_step: u32,
    direction: u8,
    /// The cells covered.
    hash: u64,
}

/// A path that may become a member.
#[derive(Clone, Copy)]
struct Candidate {
    /// No less than its rank.
    bound: u64,
    /// Covered cells and last stop.
    hash: u64,
    parent: u32,
    score_of_parent: u32,
    direction: u8,
}

/// The tables of a beam.
struct Beam<'a> {
    terrain: &'a Terrain,
    /// Moves that pass a cell, those of one cell together: origin and the direction's bit.
    through: Vec<(u32, u8)>,
    through_starts: Vec<u32>,
    weights: Vec<[u32; SIDES]>,
    hashes: Vec<u64>,
    /// The last flood that came to a cell.
    flooded: Vec<u32>,
    /// The last flood that had to come to a cell.
    marks: Vec<u32>,
    floods: u32,
    queue: Vec<u32>,
    /// Where the moves that were taken away would have led.
    endangered: Vec<u32>,
}

/// Searches for a long path; returns its score and moves. All that grows with the width takes so many bytes at most. A
/// guide are moves, as `cell * SIDES + direction`, that a path should leave open until it comes to them.
pub(super) fn beam(
    terrain: &Terrain,
    ranking: Ranking,
    guide: &[u32],
    seed: u64,
    memory: usize,
    effort: &mut Effort<'_>,
) -> (u32, Vec<u8>) {
    let mut beam = Beam::new(terrain, ranking, guide, seed);
    let free = terrain.is_free.iter().filter(|&&is_free| is_free).count();
    let mut steps: Vec<(u32, u8)> = Vec::new();
    let mut buckets: Vec<Vec<(u32, Member)>> = Vec::new();
    let mut candidates: Vec<Vec<Candidate>> = (0..=free + REACH).map(|_| Vec::new()).collect();
    let most = (memory / bytes_of_width(terrain.cells(), free)).max(1);
    let mut width = Width::new(free, most);
    let mut best = (0, NOBODY);
    let mut scratch = vec![0; terrain.cells()];
    for score in 0..=free {
        if effort.spend(0) > PATIENCE || effort.left() == 0 {
            break;
        }
        let members = if score == 0 {
            vec![beam.first()]
        } else {
            beam.choose(std::mem::take(&mut candidates[score]), &buckets, width.of(score, effort), effort)
        };
        let mut bucket = Vec::with_capacity(members.len());
        for (index, member) in members.into_iter().enumerate() {
            let step = if score == 0 { NOBODY } else { steps.len() as u32 };
            if score > 0 {
                steps.push((member.parent_step, member.direction));
            }
            if index == 0 {
                best = (score as u32, step);
            }
            let at = member.at as usize;
            for direction in (0..SIDES).filter(|direction| member.open[at] >> direction & 1 == 1) {
                let (bound, hash) = beam.bound(&member, direction, &mut scratch);
                let end = terrain.ends[at][direction] as usize;
                let next = &mut candidates[score + usize::from(terrain.lengths[at][direction])];
                next.push(Candidate {
                    bound,
                    hash: hash ^ beam.hashes[end].rotate_left(23),
                    parent: index as u32,
                    score_of_parent: score as u32,
                    direction: direction as u8,
                });
                if next.len() > SPARE_CANDIDATES * width.largest + 64 {
                    sort(next);
                    next.truncate(SPARE_CANDIDATES / 2 * width.largest);
                }
            }
            bucket.push((step, member));
            if effort.look_soon() {
                break; // The run is stopped.
            }
        }
        width.count(bucket.len());
        buckets.push(bucket);
        if score >= REACH {
            buckets[score - REACH] = Vec::new();
        }
    }
    (best.0, moves_of(&steps, best.1))
}

/// The bytes that another path in each bucket takes: those of the buckets in use, those that are weighed and not chosen
/// (about half of the candidates of a bucket), the candidates of the buckets ahead, and its step in every bucket.
fn bytes_of_width(cells: usize, free: usize) -> usize {
    let paths = (REACH + 1 + SPARE_CANDIDATES / 2) * (cells + size_of::<Member>());
    let candidates = REACH * SPARE_CANDIDATES * size_of::<Candidate>();
    // Steps are kept to the end, in a vector that grows by doubling.
    paths + candidates + 2 * free * size_of::<(u32, u8)>()
}

/// Sorts candidates, the best bounds first, and leaves each path once. The order is total, so that the same candidates
/// always give the same choice.
fn sort(candidates: &mut Vec<Candidate>) {
    candidates.sort_unstable_by(|a, b| {
        b.bound
            .cmp(&a.bound)
            .then_with(|| a.hash.cmp(&b.hash))
            .then_with(|| (a.score_of_parent, a.parent, a.direction).cmp(&(b.score_of_parent, b.parent, b.direction)))
    });
    let mut known = FxHashSet::default();
    candidates.retain(|candidate| known.insert(candidate.hash));
}

fn moves_of(steps: &[(u32, u8)], last: u32) -> Vec<u8> {
    let mut moves = Vec::new();
    let mut step = last;
    while step != NOBODY {
        moves.push(steps[step as usize].1);
        step = steps[step as usize].0;
    }
    moves.reverse();
    moves
}

impl<'a> Beam<'a> {
    fn new(terrain: &'a Terrain, ranking: Ranking, guide: &[u32], seed: u64) -> Self {
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
        let flooded = vec![0; cells];
        Self {
            terrain,
            through,
            through_starts,
            weights,
            hashes,
            marks: flooded.clone(),
            flooded,
            floods: 0,
            queue: vec![0; cells + 1],
            endangered: Vec::new(),
        }
    }

    /// The path without moves.
    fn first(&mut self) -> Member {
        let open_of =
            |lengths: &[u8; SIDES]| (0..SIDES).filter(|&side| lengths[side] > 0).fold(0, |all, side| all | 1 << side);
        let mut open: Vec<u8> = self.terrain.lengths.iter().map(open_of).collect();
        // Nothing is marked, so all that can be come to is.
        self.reaches_all(&open, self.terrain.start, 1);
        let rank = self.weigh_flooded(&mut open);
        Member { rank, at: self.terrain.start as u32, open, parent_step: NOBODY, direction: 0, hash: 0 }
    }

    /// The candidates with the best ranks, the best first.
    fn choose(
        &mut self,
        mut candidates: Vec<Candidate>,
        buckets: &[Vec<(u32, Member)>],
        width: usize,
        effort: &mut Effort<'_>,
    ) -> Vec<Member> {
        sort(&mut candidates);
        let mut chosen = Vec::with_capacity(width.min(candidates.len()));
        let mut flooded: Vec<Option<Member>> = Vec::new();
        let mut ranks = BinaryHeap::new();
        let mut candidates = candidates.into_iter().peekable();
        while chosen.len() < width && effort.left() > 0 {
            let next_bound = candidates.peek().map_or(0, |candidate| candidate.bound);
            match ranks.peek() {
                Some(&(rank, std::cmp::Reverse(index))) if rank >= next_bound => {
                    ranks.pop();
                    chosen.extend(flooded.get_mut(index).and_then(Option::take));
                }
                _ => {
                    let Some(candidate) = candidates.next() else { break };
                    let (step, parent) = &buckets[candidate.score_of_parent as usize][candidate.parent as usize];
                    let member = self.member(candidate, *step, parent);
                    if effort.spend(1).is_infinite() {
                        break; // The run is stopped.
                    }
                    ranks.push((member.rank, std::cmp::Reverse(flooded.len())));
                    flooded.push(Some(member));
                }
            }
        }
        chosen
    }

    fn member(&mut self, candidate: Candidate, parent_step: u32, parent: &Member) -> Member {
        let (from, direction) = (parent.at as usize, usize::from(candidate.direction));
        let at = self.terrain.ends[from][direction];
        let mut open = parent.open.clone();
        let hash = self.terrain.passed(from, direction).fold(parent.hash, |hash, cell| hash ^ self.hashes[cell]);
        self.leave_behind(&mut open, from, direction);
        let lost = self.drop_dead_stops(&mut open, at as usize);
        let endangered = self.mark_endangered(&open);
        let rank = if self.reaches_all(&open, at as usize, endangered) {
            candidate.bound - lost
        } else {
            self.weigh_flooded(&mut open)
        };
        Member { rank, at, open, parent_step, direction: candidate.direction, hash }
    }

    /// Closes all that a move takes away: the moves that pass its cells, and those from the cells where the path will
    /// not come back to. Takes note of the stops where these would have led.
    fn leave_behind(&mut self, open: &mut [u8], from: usize, direction: usize) {
        let Self { terrain, through, through_starts, endangered, .. } = self;
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
    fn drop_dead_stops(&mut self, open: &mut [u8], at: usize) -> u64 {
        let mut weight = 0;
        let mut next = 0;
        while next < self.endangered.len() {
            let stop = self.endangered[next] as usize;
            next += 1;
            let sides = open[stop];
            let is_dead = || !self.terrain.into(stop).any(|(origin, side)| open[origin] >> side & 1 == 1);
            if stop != at && sides != 0 && is_dead() {
                weight += self.weigh(stop, sides);
                close(self.terrain, open, stop, &mut self.endangered);
            }
        }
        weight
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

    /// Can all marked stops be come to from a cell? Then everything can that could before and leads on: a way there
    /// that used a move taken away can begin at the stop of the last such move.
    fn reaches_all(&mut self, open: &[u8], cell: usize, mut endangered: usize) -> bool {
        self.floods += 1;
        self.flooded[cell] = self.floods;
        self.queue[0] = cell as u32;
        let (mut next, mut end_of_queue) = (0, 1);
        while next < end_of_queue {
            let cell = self.queue[next] as usize;
            next += 1;
            endangered -= usize::from(self.marks[cell] == self.floods);
            if endangered == 0 {
                return true;
            }
            let mut sides = open[cell];
            let ends = &self.terrain.ends[cell];
            while sides != 0 {
                let end = ends[sides.trailing_zeros() as usize % SIDES] as usize;
                sides &= sides - 1;
                // Always written, only sometimes kept: a branch would be mispredicted.
                self.queue[end_of_queue] = end as u32;
                end_of_queue += usize::from(self.flooded[end] != self.floods);
                self.flooded[end] = self.floods;
            }
        }
        false
    }

    /// No less than the rank after a move, and the hash of the cells covered then.
    fn bound(&self, member: &Member, direction: usize, scratch: &mut [u8]) -> (u64, u64) {
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
    fn weigh_flooded(&self, open: &mut [u8]) -> u64 {
        let mut weight = 0;
        for (cell, (sides, &flood)) in open.iter_mut().zip(&self.flooded).enumerate() {
            *sides = if flood == self.floods { *sides } else { 0 };
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

/// Shares out the effort over the buckets.
struct Width {
    free: usize,
    most: usize,
    members: usize,
    members_before: usize,
    share_before: f64,
    cost: f64,
    /// The width of the last bucket.
    largest: usize,
}

impl Width {
    fn new(free: usize, most: usize) -> Self {
        Self { free, most, members: 0, members_before: 0, share_before: 0.0, cost: 0.0, largest: 1 }
    }

    /// The number of paths that go on from the bucket of a score.
    fn of(&mut self, score: usize, effort: &mut Effort<'_>) -> usize {
        let share = effort.spend(0);
        if share >= 1.0 {
            self.largest = 1;
            return 1;
        }
        // What a path costs is taken from the last ones: it falls as the board fills up.
        if self.members > self.members_before && share > self.share_before {
            let cost = (share - self.share_before) / (self.members - self.members_before) as f64;
            self.cost = if self.cost == 0.0 { cost } else { 0.8 * self.cost + 0.2 * cost };
            self.members_before = self.members;
            self.share_before = share;
        }
        let expected = EXPECTED_COVER * self.free as f64;
        let buckets = (expected - score as f64).max(0.05 * self.free as f64).max(1.0);
        let width = if self.cost > 0.0 { (1.0 - share) / (buckets * self.cost) } else { 4.0 };
        // A first guess may be far off.
        self.largest = (width as usize).clamp(1, (2 * self.largest).min(self.most));
        self.largest
    }

    fn count(&mut self, members: usize) {
        self.members += members;
    }
}
