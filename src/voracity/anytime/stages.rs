//! The stages of a lane: each takes the game of the one before and brings one that is no worse.

use std::sync::atomic::Ordering::Relaxed;

use super::{
    anneal::{self, anneal},
    beam::{Ranking, beam},
    effort::Effort,
    plan::{Attempt, Method},
    proof::{Conditions, FIRST_PROOFS},
    route::Route,
    shared::{Game, Shared},
    strands::strands,
};

/// Bytes for a beam; and of a limited memory, what all beams together may take.
const MOST_MEMORY: u64 = 1 << 30;
const SHARE_OF_MEMORY: f64 = 0.35;
/// Of a stage with strands, the share of the strands; the rest is the beam's.
const SHARE_OF_STRANDS: f64 = 0.3;
/// Moves taken out and nodes for the search of others, per step.
const GAP: usize = 16;
const NODES_PER_GAP: u32 = 200;
/// The part of the time that the first proofs may take: the other attempts wait for them.
const TIME_OF_PROOFS: f64 = 0.75;

impl Shared {
    /// Does a stage of an attempt, if it has so many: the better one of the game it begins with and what it finds.
    pub fn stage(&self, attempt: Attempt, stage: usize, before: &Game) -> Option<Game> {
        let method = self.plan.method(attempt, stage)?;
        let allowance = self.plan.allowance(attempt, stage, self.time_left());
        let task = self.plan.task(attempt, stage);
        let seed = self.seed ^ (task + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let plan = |heat| anneal::Plan { heat, gap: GAP, nodes: NODES_PER_GAP };
        let effort = |part| Effort::new(allowance.part(part), &self.attempts, &self.nodes);
        let terrain = &self.terrain;
        let (_, moves) = match method {
            Method::Grow => anneal(terrain, Route::new(terrain, &[]), plan((3.0, 3.0)), seed, &mut effort(1.0)),
            Method::Beam => beam(terrain, ranking(task), &[], seed, self.memory_of_beam(), &mut effort(1.0)),
            Method::Guided => {
                let guide = strands(terrain, seed, &mut effort(SHARE_OF_STRANDS));
                let mut effort = effort(1.0 - SHARE_OF_STRANDS);
                beam(terrain, guided_ranking(task), &guide, seed, self.memory_of_beam(), &mut effort)
            }
            Method::Anneal(from, to) => {
                let route = Route::new(terrain, &self.indices(&self.bettered(before)));
                anneal(terrain, route, plan((from, to)), seed, &mut effort(1.0))
            }
        };
        let moves: Vec<_> = moves.iter().map(|&index| terrain.directions[usize::from(index)]).collect();
        let game = self.enter(&moves);
        Some(if game.0 > before.0 { game } else { before.clone() })
    }

    /// Tries to prove which game is the best: that game, if it succeeds.
    pub fn proof(&self, doublings: u32) -> Option<Game> {
        let prover = self.prover.as_ref()?;
        let nodes = self.plan.nodes_of_proof();
        // Where nodes are limited nothing may hang on which attempt comes first.
        let reached = if nodes.is_some() { self.first.0 } else { self.score() };
        let for_others = if doublings < FIRST_PROOFS { 1.0 - TIME_OF_PROOFS } else { 0.0 };
        let time =
            self.plan.time.zip(self.time_left()).map(|(time, left)| left.saturating_sub(time.mul_f64(for_others)));
        let conditions = Conditions { control: &self.attempts, nodes, doublings, time, reached };
        let (best, visited) = prover.attempt(&self.board, &conditions);
        self.nodes.fetch_add(visited, Relaxed);
        best.map(|moves| self.prove(&moves))
    }

    /// The game to be bettered: that of the lane, or a better one if somebody has found one. Where nodes are limited
    /// lanes know nothing of each other.
    fn bettered(&self, own: &Game) -> Game {
        let best = self.best();
        if self.plan.nodes.is_none() && best.0 > own.0 { best } else { own.clone() }
    }

    fn indices(&self, (_, moves): &Game) -> Vec<u8> {
        let index_of = |direction| self.terrain.directions.iter().position(|known| known == direction);
        moves.iter().filter_map(index_of).map(|index| index as u8).collect()
    }

    /// Bytes that one beam may take.
    fn memory_of_beam(&self) -> usize {
        let lanes = self.plan.lanes() as f64;
        let limit = self.games.memory_limit().map(|limit| limit as f64 * SHARE_OF_MEMORY / lanes);
        limit.map_or(MOST_MEMORY, |limit| MOST_MEMORY.min(limit as u64)) as usize
    }
}

/// The ranking of a task: the best known one first, then others like it.
fn ranking(task: u64) -> Ranking {
    let powers = [-0.5, -0.4, -0.4, -0.3];
    let noises = [0.0, 0.3, 0.5, 0.3];
    let index = (task % 4) as usize;
    Ranking { length_power: powers[index], noise: noises[index], guide: 0.0 }
}

/// The ranking of a task with a guide.
fn guided_ranking(task: u64) -> Ranking {
    let guides = [3.0, 2.0, 2.5, 1.5];
    Ranking { length_power: -0.5, noise: 0.0, guide: guides[(task % 4) as usize] }
}
