//! A beam bucketed by score: of all paths that cover the same number of cells, the most promising go on.
//!
//! A path promises much if many moves are left that it can come to: from its last stop, over moves that are possible
//! now (`flood`). Short moves count for more than long ones, because they need fewer free cells. Paths that cover the
//! same cells and stand on the same cell are one path. How many go on from a bucket follows from the effort that is left
//! (`width`).
//!
//! A guide are moves that count for more, such as those of strands that cover most of the board: a path that keeps to them
//! leaves all others open.
//!
//! Only paths whose bound is among the best are flooded, some at a time, on all threads if there is one beam for them
//! all. How many at a time does not depend on the threads, so neither does the answer.

mod flood;
mod width;

use std::{cmp::Reverse, collections::BinaryHeap};

use flood::{Flood, Tables};
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use width::Width;

use super::effort::Effort;
use super::terrain::{SIDES, Terrain};

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

/// How a beam is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// What the moves that are left count for.
    pub ranking: Ranking,
    /// Another seed has other random weights.
    pub seed: u64,
    /// Bytes that the paths of the buckets in use take at most.
    pub memory: usize,
    /// Threads of the pool it runs in that have nothing else to do, itself included.
    pub threads: usize,
}

/// The longest move; a bucket's paths are needed until the buckets so far ahead are done.
const REACH: usize = 9;
/// When the effort is spent one path goes on to its end, unless that takes too long: part of the effort allowed.
pub(super) const PATIENCE: f64 = 1.1;
/// Candidates that are flooded at a time: at least, at most, and the part of the width in between.
const BATCH: (usize, usize) = (16, 128);
const WIDTHS_A_BATCH: usize = 6;
/// Fewer paths than this for each thread are left to one.
const LEAST_SHARED: usize = 4;
const NOBODY: u32 = u32::MAX;

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

/// The paths of a bucket, each with its number among the steps.
type Bucket = Vec<(u32, Member)>;

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

/// A beam at work.
struct Beam<'a> {
    tables: Tables<'a>,
    /// One for each thread.
    floods: Vec<Flood>,
}

/// Searches for a long path; returns its score and moves. A guide are moves, as `cell * SIDES + direction`, that a path
/// should leave open until it comes to them.
pub(super) fn beam(terrain: &Terrain, plan: Plan, guide: &[u32], effort: &mut Effort<'_>) -> (u32, Vec<u8>) {
    let floods = (0..plan.threads.max(1)).map(|_| Flood::new(terrain.cells())).collect();
    let mut beam = Beam { tables: Tables::new(terrain, plan.ranking, guide, plan.seed), floods };
    let free = terrain.is_free.iter().filter(|&&is_free| is_free).count();
    let mut steps: Vec<(u32, u8)> = Vec::new();
    let mut buckets: Vec<Bucket> = Vec::new();
    let mut candidates: Vec<Vec<Candidate>> = (0..=free + REACH).map(|_| Vec::new()).collect();
    let most = (plan.memory / ((REACH + 1) * terrain.cells())).max(1);
    let mut width = Width::new(free, most);
    let mut best = (0, NOBODY);
    for score in 0..=free {
        if effort.spend(0) > PATIENCE || effort.left() == 0 {
            break;
        }
        let members = if score == 0 {
            vec![beam.tables.first(&mut beam.floods[0])]
        } else {
            beam.choose(std::mem::take(&mut candidates[score]), &buckets, width.of(score, effort), effort)
        };
        let first_step = steps.len() as u32;
        if score > 0 {
            steps.extend(members.iter().map(|member| (member.parent_step, member.direction)));
        }
        let step_of = |index: usize| if score == 0 { NOBODY } else { first_step + index as u32 };
        if !members.is_empty() {
            best = (score as u32, step_of(0));
        }
        for (length, candidate) in beam.ways_on(&members, score as u32) {
            let next = &mut candidates[score + length];
            next.push(candidate);
            if next.len() > 8 * width.largest + 64 {
                sort(next);
                next.truncate(4 * width.largest);
            }
        }
        width.count(members.len());
        buckets.push(members.into_iter().enumerate().map(|(index, member)| (step_of(index), member)).collect());
        if score >= REACH {
            buckets[score - REACH] = Vec::new();
        }
    }
    (best.0, moves_of(&steps, best.1))
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

impl Beam<'_> {
    /// Does the same with each of some things, on all threads if they are enough for that, and returns what comes of
    /// them in their order.
    fn with_each<T: Sync, U: Send>(
        &mut self,
        things: &[T],
        work: impl Fn(&Tables<'_>, &mut Flood, usize, &T) -> U + Sync,
    ) -> Vec<U> {
        let Self { tables, floods } = self;
        let share = things.len().div_ceil(floods.len()).max(LEAST_SHARED);
        let one_part = |(part, (things, flood)): (usize, (&[T], &mut Flood))| -> Vec<U> {
            let numbered = things.iter().enumerate();
            numbered.map(|(index, thing)| work(tables, flood, part * share + index, thing)).collect()
        };
        if things.len() <= share {
            return one_part((0, (things, &mut floods[0])));
        }
        let parts: Vec<Vec<U>> =
            things.par_chunks(share).zip(floods.par_iter_mut()).enumerate().map(one_part).collect();
        parts.into_iter().flatten().collect()
    }

    /// All moves from the last stops of paths: how far they go, and what may come of them.
    fn ways_on(&mut self, members: &[Member], score: u32) -> Vec<(usize, Candidate)> {
        let ways = self.with_each(members, |tables, flood, index, member| {
            let at = member.at as usize;
            let open = (0..SIDES).filter(|direction| member.open[at] >> direction & 1 == 1);
            open.map(|direction| {
                let (bound, hash) = tables.bound(flood, member, direction);
                let end = tables.terrain.ends[at][direction] as usize;
                let candidate = Candidate {
                    bound,
                    hash: hash ^ tables.hash_of_stop(end),
                    parent: index as u32,
                    score_of_parent: score,
                    direction: direction as u8,
                };
                (usize::from(tables.terrain.lengths[at][direction]), candidate)
            })
            .collect::<Vec<_>>()
        });
        ways.into_iter().flatten().collect()
    }

    /// The candidates with the best ranks, the best first.
    fn choose(
        &mut self,
        mut candidates: Vec<Candidate>,
        buckets: &[Bucket],
        width: usize,
        effort: &mut Effort<'_>,
    ) -> Vec<Member> {
        sort(&mut candidates);
        let mut chosen = Vec::with_capacity(width.min(candidates.len()));
        let mut flooded: Vec<Option<Member>> = Vec::new();
        let mut ranks = BinaryHeap::new();
        let mut waiting = &candidates[..];
        while chosen.len() < width && effort.left() > 0 {
            let next_bound = waiting.first().map_or(0, |candidate| candidate.bound);
            match ranks.peek() {
                Some(&(rank, Reverse(index))) if rank >= next_bound => {
                    ranks.pop();
                    chosen.extend(flooded.get_mut(index).and_then(Option::take));
                }
                _ if waiting.is_empty() => break,
                _ => {
                    let size = (width / WIDTHS_A_BATCH).clamp(BATCH.0, BATCH.1).min(width - chosen.len());
                    let size = size.min(waiting.len()).min(effort.left() as usize);
                    let (batch, rest) = waiting.split_at(size);
                    waiting = rest;
                    let members = self.with_each(batch, |tables, flood, _, candidate| {
                        let bucket = &buckets[candidate.score_of_parent as usize];
                        let (step, parent) = &bucket[candidate.parent as usize];
                        tables.member(flood, *candidate, *step, parent)
                    });
                    for member in members {
                        ranks.push((member.rank, Reverse(flooded.len())));
                        flooded.push(Some(member));
                    }
                    if effort.spend(size as u64).is_infinite() {
                        break; // The run is stopped.
                    }
                }
            }
        }
        chosen
    }
}
