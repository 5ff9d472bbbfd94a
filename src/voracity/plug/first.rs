//! The first of all optimal paths, in the order of their move strings.

use super::arcs::Arcs;
use super::optimal::OptimalPaths;
use super::profile::Exit;
use super::walk::EXIT_BITS;
use crate::{
    search::{Steps, StopReason, Stopped},
    voracity::{Board, Direction},
};

/// Edges between two looks at the limits.
const EDGES_A_LOOK: usize = 1 << 17;

/// The optimal paths that are left while moves are chosen one after the other.
struct Remaining<'a> {
    paths: &'a OptimalPaths,
    is_gone: Vec<bool>,
    /// The edges into a node, those of one node together.
    into: Vec<u32>,
    /// Where the edges into a node begin, and one more.
    into_starts: Vec<u32>,
    /// Where the edges out of a node begin, and one more: they lie together already.
    out_starts: Vec<u32>,
    into_left: Vec<u32>,
    out_left: Vec<u32>,
}

/// What the tables to choose from the graph take.
fn bytes_needed(paths: &OptimalPaths) -> u64 {
    let per_edge = size_of::<bool>() + size_of::<u32>();
    let per_node = 5 * size_of::<u32>();
    (paths.edges.len() * per_edge + paths.nodes * per_node) as u64
}

/// Plays from the start, always taking the first direction that an optimal path takes.
pub(super) fn first_moves(
    board: &Board,
    arcs: &Arcs,
    paths: &OptimalPaths,
    steps: &mut Steps<'_>,
) -> Result<Vec<Direction>, Stopped> {
    let mut remaining = Remaining::new(paths, steps)?;
    let mut moves = Vec::new();
    let mut at = board.target();
    loop {
        let swept = arcs.swept(board, at);
        let stretch = paths.stretches.partition_point(|&first| first <= swept) - 1;
        let shift = EXIT_BITS * (swept - paths.stretches[stretch]) as u32;
        let exit_of = |edge: usize| (paths.edges[edge].exits >> shift) & ((1 << EXIT_BITS) - 1);
        let begin = paths.ends.get(stretch + 1).copied().unwrap_or(0);
        let edges = begin..paths.ends[stretch];
        let directions = edges.clone().filter(|&edge| !remaining.is_gone[edge]);
        let Some(chosen) = directions.filter_map(|edge| direction(exit_of(edge), arcs.is_turned)).min() else {
            return Ok(moves);
        };
        for edge in edges {
            if edge % EDGES_A_LOOK == 0 {
                steps.spend(0)?;
            }
            if direction(exit_of(edge), arcs.is_turned) != Some(chosen) {
                remaining.remove(edge);
            }
        }
        steps.spend(0)?;
        moves.push(chosen);
        at = board.arc(at, chosen).map_or(at, |(end, _)| end);
    }
}

fn direction(exit: u32, is_turned: bool) -> Option<Direction> {
    let straight = [
        (Exit::Down, Direction::Down, Direction::Right),
        (Exit::Left, Direction::Left, Direction::Up),
        (Exit::Right, Direction::Right, Direction::Down),
        (Exit::Up, Direction::Up, Direction::Left),
    ];
    let &(_, upright, turned) = straight.iter().find(|(known, ..)| *known as u32 == exit)?;
    Some(if is_turned { turned } else { upright })
}

impl<'a> Remaining<'a> {
    fn new(paths: &'a OptimalPaths, steps: &mut Steps<'_>) -> Result<Self, Stopped> {
        if steps.control().is_too_much(bytes_needed(paths)) {
            steps.control().stop(StopReason::MemoryLimit);
            return Err(Stopped);
        }
        let mut into_left = vec![0; paths.nodes];
        let mut out_left = vec![0; paths.nodes];
        for edges in paths.edges.chunks(EDGES_A_LOOK) {
            steps.spend(0)?;
            for edge in edges {
                into_left[edge.to as usize] += 1;
                out_left[edge.from as usize] += 1;
            }
        }
        let into_starts = starts(&into_left);
        let mut next = into_starts.clone();
        let mut into = vec![0; paths.edges.len()];
        for (index, edge) in paths.edges.iter().enumerate() {
            if index % EDGES_A_LOOK == 0 {
                steps.spend(0)?;
            }
            let at = &mut next[edge.to as usize];
            into[*at as usize] = index as u32;
            *at += 1;
        }
        let out_starts = starts(&out_left);
        let is_gone = vec![false; paths.edges.len()];
        Ok(Self { paths, is_gone, into, into_starts, out_starts, into_left, out_left })
    }

    /// Takes an edge away, and with it all that lies on no whole path any more.
    fn remove(&mut self, edge: usize) {
        let mut doomed = vec![edge];
        while let Some(edge) = doomed.pop() {
            if std::mem::replace(&mut self.is_gone[edge], true) {
                continue;
            }
            let (from, to) = (self.paths.edges[edge].from as usize, self.paths.edges[edge].to as usize);
            self.out_left[from] -= 1;
            if self.out_left[from] == 0 {
                let into = self.into_starts[from] as usize..self.into_starts[from + 1] as usize;
                doomed.extend(self.into[into].iter().map(|&edge| edge as usize));
            }
            self.into_left[to] -= 1;
            if self.into_left[to] == 0 {
                doomed.extend(self.out_starts[to] as usize..self.out_starts[to + 1] as usize);
            }
        }
    }
}

/// Running sums of counts, with one more for the total.
fn starts(counts: &[u32]) -> Vec<u32> {
    let mut total = 0;
    let mut starts = Vec::with_capacity(counts.len() + 1);
    for count in counts {
        starts.push(total);
        total += count;
    }
    starts.push(total);
    starts
}
