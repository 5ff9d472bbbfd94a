//! All optimal paths at once: the graph of the profiles that lie on one.

use rustc_hash::{FxHashMap, FxHashSet};

use super::arcs::Arcs;
use super::sweep::{FORWARD_SHARE, Layer, piece};
use super::walk::Stretch;
use crate::search::{Steps, StopReason, Stopped};

/// Profiles between two looks at the limits, where little is done with each.
const PROFILES_A_LOOK: usize = 1 << 17;
/// A profile has seldom more ways over a stretch that matter.
const EDGES_PER_PROFILE: usize = 16;

/// A way over a stretch that an optimal path takes.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The node before the stretch.
    pub from: u32,
    /// The node behind it.
    pub to: u32,
    /// How the path leaves each cell of it.
    pub exits: u32,
}

/// The ways of all optimal paths over the stretches of the sweep.
pub(super) struct OptimalPaths {
    /// The first cell of each stretch, in the order of the sweep.
    pub stretches: Vec<usize>,
    /// The edges, those of one stretch together: from the last stretch to the first.
    pub edges: Vec<Edge>,
    /// Where the edges of each stretch end; index as in `stretches`. Those of the last stretch begin at 0.
    pub ends: Vec<usize>,
    /// The optimum.
    pub score: u32,
    /// The number of nodes. Node 0 is the end of all paths and the last node is their beginning.
    pub nodes: usize,
}

/// Finds them by walking all stretches again, from the last to the first, from the profiles that can matter.
pub(super) fn optimal_paths(
    arcs: &Arcs,
    mut layers: Vec<Layer>,
    steps: &mut Steps<'_>,
) -> Result<OptimalPaths, Stopped> {
    let piece = piece(steps.control());
    let last = layers.pop().expect("the sweep ends with a layer");
    let best = last.profiles.iter().position(|&profile| profile == 0).map_or(0, |at| last.scores[at]);
    let mut goals = FxHashMap::from_iter([(0, Goal { score: best, node: 0 })]);
    let mut found =
        OptimalPaths { stretches: Vec::new(), edges: Vec::new(), ends: Vec::new(), score: u32::from(best), nodes: 1 };
    let mut to = last.cell;
    while let Some(layer) = layers.pop() {
        steps.set_share(1.0 - (1.0 - FORWARD_SHARE) * to as f64 / arcs.cells.len() as f64);
        let stretch = Stretch { arcs, from: layer.cell, to };
        let is_row = to - layer.cell == arcs.width;
        let foresight = if is_row { Foresight::new(&layer, &goals, steps)? } else { None };
        let mut origins = FxHashMap::default();
        for (profiles, scores) in layer.profiles.chunks(piece).zip(layer.scores.chunks(piece)) {
            steps.spend(0)?;
            found.make_room(profiles.len() * EDGES_PER_PROFILE, steps)?;
            for (&profile, &score) in profiles.iter().zip(scores) {
                if foresight.as_ref().is_some_and(|foresight| !foresight.admits(profile, score, arcs.width)) {
                    continue;
                }
                let from = found.nodes as u32;
                let edges = found.edges.len();
                stretch.walk(profile, &mut |after, covered, exits| {
                    if let Some(goal) = goals.get(&after).filter(|goal| goal.score == score + covered) {
                        found.edges.push(Edge { from, to: goal.node, exits });
                    }
                });
                if found.edges.len() > edges {
                    origins.insert(profile, Goal { score, node: from });
                    found.nodes += 1;
                }
            }
        }
        found.stretches.push(layer.cell);
        found.ends.push(found.edges.len());
        to = layer.cell;
        goals = origins;
    }
    found.stretches.reverse();
    found.ends.reverse();
    Ok(found)
}

impl OptimalPaths {
    /// Makes room for so many more edges, if that can be had: while they move, the old ones are there as well.
    fn make_room(&mut self, more: usize, steps: &Steps<'_>) -> Result<(), Stopped> {
        let edges = &mut self.edges;
        if edges.capacity() - edges.len() < more {
            let bytes = 2 * edges.capacity().max(more) * size_of::<Edge>();
            // Edges and nodes are counted with 32 bits.
            let is_too_much = edges.len() > u32::MAX as usize / 2 || steps.control().is_too_much(bytes as u64);
            if is_too_much {
                steps.control().stop(StopReason::MemoryLimit);
                return Err(Stopped);
            }
            edges.reserve(more);
        }
        Ok(())
    }
}

/// A profile that optimal paths have behind a stretch.
struct Goal {
    score: u16,
    node: u32,
}

/// Tells cheaply that no way from a profile leads to a goal: lines that pass the whole row are seen at both its ends.
struct Foresight {
    /// For each set of passing lines that some goal has, the least and the highest score of these goals.
    scores: FxHashMap<u64, (u16, u16)>,
}

impl Foresight {
    /// `None` if it would cost more than it saves.
    fn new(layer: &Layer, goals: &FxHashMap<u64, Goal>, steps: &mut Steps<'_>) -> Result<Option<Self>, Stopped> {
        let mut masks = FxHashSet::default();
        for profiles in layer.profiles.chunks(PROFILES_A_LOOK) {
            steps.spend(0)?;
            masks.extend(profiles.iter().map(|&profile| mask(Stretch::foreseen(profile))));
            if masks.len() * goals.len() > 4 * layer.profiles.len() {
                return Ok(None);
            }
        }
        let mut scores = FxHashMap::default();
        for (&profile, goal) in goals {
            for mask in &masks {
                let (least, highest) = scores.entry(profile & mask).or_insert((goal.score, goal.score));
                *least = goal.score.min(*least);
                *highest = goal.score.max(*highest);
            }
        }
        Ok(Some(Self { scores }))
    }

    fn admits(&self, profile: u64, score: u16, width: usize) -> bool {
        self.scores
            .get(&Stretch::foreseen(profile))
            .is_some_and(|&(least, highest)| score <= highest && score + width as u16 >= least)
    }
}

/// All bits of the lines that are not zero.
fn mask(lines: u64) -> u64 {
    use super::profile::{EVERY_FIELD, OUTWARD_OR_STEPS};
    let present = (lines | lines >> 1 | lines >> 2 | lines >> 3) & EVERY_FIELD;
    present * OUTWARD_OR_STEPS
}
