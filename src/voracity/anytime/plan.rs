//! Which attempts there are, what each of them consists of, and what it may spend.
//!
//! Attempts are numbered. Most are *lanes*: a game that is grown, searched with beams and bettered, stage by stage.
//! Between them stand *proofs*: the exact search of the board with a number of nodes that doubles from stage to stage.
//! With a limit of nodes there are as many attempts as that is enough for, each with a fixed part of it; otherwise
//! there is no last one, and a lane takes what is left of the time.

use std::time::Duration;

use super::{
    beam::PATIENCE,
    effort::Allowance,
    proof::{FIRST_PROOFS, Hope},
};

/// Without any limit, the first lanes take so long, and later ones twice as long as those before.
const FIRST_CYCLE: Duration = Duration::from_secs(10);
const MOST_DOUBLINGS: u32 = 20;
/// Lanes of a search with a limit of nodes: they must not depend on the threads.
const FIXED_LANES: usize = 4;
/// The largest board for beams: their work grows with the square of the cells.
const LARGEST_FOR_BEAMS: usize = 10_000;
/// Seconds a beam of width 1 takes, divided by the square of the cells; and how much wider it should be at least.
const SECONDS_PER_SQUARED_CELL: f64 = 1e-8;
const LEAST_WIDTH: f64 = 3.0;
/// With fewer cells good games are soon found, and strands are not worth their time.
pub(super) const SMALL_BOARD: usize = 700;
/// What the lane takes that finds a game to begin with, where proofs are tried before all others.
const SHARE_OF_QUICK_LANE: f64 = 0.05;
const LONGEST_QUICK_LANE: Duration = Duration::from_millis(500);
/// Of a limit of nodes, the share of the proof.
const SHARE_OF_PROOF: f64 = 0.05;

/// A stage of a lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Method {
    /// Grows a path from nothing.
    Grow,
    /// Goes in search of another path.
    Beam,
    /// The same with strands as a guide.
    Guided,
    /// Betters the best path, with the heat of the beginning and of the end.
    Anneal(f64, f64),
}

/// The stages of a lane and their shares of it.
type Stages = &'static [(Method, f64)];

const STAGES: Stages = &[
    (Method::Grow, 0.02),
    (Method::Beam, 0.10),
    (Method::Beam, 0.45),
    (Method::Anneal(3.0, 2.0), 0.18),
    (Method::Anneal(2.0, 1.3), 0.14),
    (Method::Anneal(1.3, 0.8), 0.11),
];

/// The same for boards that are so large that strands are worth their time, but not too large for beams.
const STAGES_WITH_STRANDS: Stages = &[
    (Method::Grow, 0.01),
    (Method::Beam, 0.03),
    (Method::Guided, 0.88),
    (Method::Anneal(2.0, 1.3), 0.04),
    (Method::Anneal(1.3, 0.8), 0.04),
];

/// The same for boards without beams.
const STAGES_OF_LARGE_BOARDS: Stages = &[
    (Method::Grow, 0.10),
    (Method::Anneal(3.0, 3.0), 0.25),
    (Method::Anneal(3.0, 2.5), 0.25),
    (Method::Anneal(2.5, 2.0), 0.20),
    (Method::Anneal(2.0, 1.0), 0.20),
];

/// A game that is found quickly.
const QUICK_STAGES: Stages = &[(Method::Grow, 0.1), (Method::Beam, 0.9)];

/// What an attempt is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Attempt {
    /// A game, stage by stage: the number of the lane.
    Lane(u32),
    /// A game to begin with.
    QuickLane,
    /// The exact search. Its first stage has so many doublings of its nodes, and there are so many stages.
    Proof { doublings: u32, stages: u32 },
}

/// All attempts.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// What there is to spend on all of them.
    pub time: Option<Duration>,
    pub nodes: Option<u64>,
    stages: Stages,
    lanes: usize,
    hope: Hope,
}

impl Plan {
    /// The attempts for a board of so many cells.
    pub fn new(cells: usize, time: Option<Duration>, nodes: Option<u64>, threads: usize, hope: Hope) -> Self {
        let seconds = SECONDS_PER_SQUARED_CELL * (cells * cells) as f64 * LEAST_WIDTH;
        let has_beams =
            cells <= LARGEST_FOR_BEAMS && time.is_none_or(|time| seconds < time.as_secs_f64() * STAGES[1].1);
        let stages = match (has_beams, cells) {
            (false, _) => STAGES_OF_LARGE_BOARDS,
            (true, 0..SMALL_BOARD) => STAGES,
            (true, _) => STAGES_WITH_STRANDS,
        };
        let lanes = if nodes.is_some() { FIXED_LANES } else { threads.max(1) };
        Self { time, nodes, stages, lanes, hope }
    }

    /// Lanes that are planned to go on at the same time.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// The attempt with a number, if there is one.
    pub fn attempt(&self, number: u32) -> Option<Attempt> {
        let lanes = self.lanes as u32;
        if self.nodes.is_some() {
            let first_lane = u32::from(self.hope != Hope::None);
            return match number.checked_sub(first_lane) {
                None => Some(Attempt::Proof { doublings: 0, stages: 1 }),
                Some(lane) => (lane < lanes).then_some(Attempt::Lane(lane)),
            };
        }
        // Small boards are proved at once. Where there is hope for others all threads share the search, and begin with
        // a game.
        let (first_lane, proofs) = match (self.hope, number) {
            (Hope::None, _) => return Some(Attempt::Lane(number)),
            (_, 0) => return Some(Attempt::Proof { doublings: 0, stages: 1 }),
            (Hope::Little, _) => (1, 1),
            (Hope::Good, 1) => return Some(Attempt::QuickLane),
            (Hope::Good, number) if number < lanes + 2 => {
                return Some(Attempt::Proof { doublings: 1, stages: FIRST_PROOFS - 1 });
            }
            (Hope::Good, _) => (lanes + 2, FIRST_PROOFS),
        };
        Some(match number - first_lane {
            lane if lane < lanes => Attempt::Lane(lane),
            // Then proofs and lanes take turns.
            later if (later - lanes).is_multiple_of(2) => {
                Attempt::Proof { doublings: proofs + (later - lanes) / 2, stages: 1 }
            }
            later => Attempt::Lane(lanes + (later - lanes) / 2),
        })
    }

    /// Has an attempt a stage with this number?
    pub fn has_stage(&self, attempt: Attempt, stage: usize) -> bool {
        match attempt {
            Attempt::Proof { stages, .. } => stage < stages as usize,
            Attempt::Lane(_) | Attempt::QuickLane => stage < self.stages_of(attempt).len(),
        }
    }

    /// The method of a stage of a lane, if it has so many.
    pub fn method(&self, attempt: Attempt, stage: usize) -> Option<Method> {
        self.stages_of(attempt).get(stage).map(|(method, _)| *method)
    }

    /// The number that decides about what a stage leaves to chance and how it ranks: another one for every stage of
    /// every lane.
    pub fn task(&self, attempt: Attempt, stage: usize) -> u64 {
        let lanes = self.lanes as u64;
        match attempt {
            Attempt::Lane(lane) => {
                let (cycle, lane) = (u64::from(lane) / lanes, u64::from(lane) % lanes);
                (cycle * STAGES.len() as u64 + stage as u64) * lanes + lane
            }
            Attempt::QuickLane | Attempt::Proof { .. } => stage as u64,
        }
    }

    /// What a stage may spend if so much of the time is left.
    pub fn allowance(&self, attempt: Attempt, stage: usize, time_left: Option<Duration>) -> Allowance {
        let stages = self.stages_of(attempt);
        let share = stages.get(stage).map_or(0.0, |(_, share)| *share);
        let rest: f64 = stages.iter().skip(stage).map(|(_, share)| share).sum();
        // What earlier stages took too much or left over is shared by those to come.
        let time = match (attempt, self.time) {
            (Attempt::QuickLane, time) => {
                let quick = time.unwrap_or(FIRST_CYCLE).mul_f64(SHARE_OF_QUICK_LANE).min(LONGEST_QUICK_LANE);
                Some(quick.mul_f64(share))
            }
            (Attempt::Lane(lane), None) if self.nodes.is_none() => {
                let cycle = (lane / self.lanes as u32).min(MOST_DOUBLINGS);
                Some((FIRST_CYCLE * (1 << cycle)).mul_f64(share))
            }
            _ => time_left.map(|left| left.mul_f64((share / rest.max(1e-9)).min(1.0))),
        };
        let Some(nodes) = self.nodes else { return Allowance { time, nodes: None, most_nodes: u64::MAX } };
        let of_lanes = if self.hope == Hope::None { 1.0 } else { 1.0 - SHARE_OF_PROOF };
        let most = (nodes as f64 * of_lanes * share) as u64 / self.lanes as u64;
        // A beam goes on with one path when its nodes are spent, to come to the end of it.
        let is_beam = matches!(self.method(attempt, stage), Some(Method::Beam | Method::Guided));
        let planned = if is_beam { (most as f64 / PATIENCE) as u64 } else { most };
        Allowance { time, nodes: Some(planned), most_nodes: most }
    }

    /// The nodes of the proof, if nodes are limited.
    pub fn nodes_of_proof(&self) -> Option<u64> {
        self.nodes.map(|nodes| (nodes as f64 * SHARE_OF_PROOF) as u64)
    }

    fn stages_of(&self, attempt: Attempt) -> Stages {
        match attempt {
            Attempt::Lane(_) => self.stages,
            Attempt::QuickLane => QUICK_STAGES,
            Attempt::Proof { .. } => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_and_lanes_take_turns_without_end() {
        let second = Some(Duration::from_secs(1));
        let plan = Plan::new(225, second, None, 2, Hope::Little);
        let first: Vec<Attempt> = (0..7).filter_map(|number| plan.attempt(number)).collect();
        let proof = |doublings| Attempt::Proof { doublings, stages: 1 };
        let expected =
            [proof(0), Attempt::Lane(0), Attempt::Lane(1), proof(1), Attempt::Lane(2), proof(2), Attempt::Lane(3)];
        assert_eq!(first, expected);
        assert!((0..1000).all(|number| plan.attempt(number).is_some()));
        let hopeful = Plan::new(225, second, None, 2, Hope::Good);
        let first: Vec<Attempt> = (0..5).filter_map(|number| hopeful.attempt(number)).collect();
        let long = Attempt::Proof { doublings: 1, stages: FIRST_PROOFS - 1 };
        assert_eq!(first, [proof(0), Attempt::QuickLane, long, long, Attempt::Lane(0)]);
        assert_eq!(hopeful.attempt(6), Some(proof(FIRST_PROOFS)));
        let without = Plan::new(225, second, None, 2, Hope::None);
        assert_eq!(without.attempt(7), Some(Attempt::Lane(7)));
    }

    #[test]
    fn a_limit_of_nodes_is_shared_out_and_not_exceeded() {
        for (cells, hope) in [(100, Hope::Good), (1000, Hope::None), (40_000, Hope::None)] {
            let plan = Plan::new(cells, None, Some(10_000), 7, hope);
            let attempts: Vec<Attempt> = (0..).map_while(|number| plan.attempt(number)).collect();
            assert_eq!(attempts.len(), FIXED_LANES + usize::from(hope != Hope::None));
            let stages =
                |attempt| (0..).take_while(|&stage| plan.method(attempt, stage).is_some()).collect::<Vec<usize>>();
            let lanes =
                attempts.iter().flat_map(|&attempt| stages(attempt).into_iter().map(move |stage| (attempt, stage)));
            let spent: u64 = lanes.map(|(attempt, stage)| plan.allowance(attempt, stage, None).most_nodes).sum();
            let proof = if hope == Hope::None { 0 } else { plan.nodes_of_proof().unwrap() };
            assert!((9_500..=10_000).contains(&(spent + proof)), "{spent}");
        }
    }
}
