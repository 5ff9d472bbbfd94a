//! How large the tree of all games is, before it is searched.
//!
//! Knuth's probes: play random games, and multiply the numbers of directions there were. The average of that over
//! many games is the number of nodes at each depth; how far single games are off shows how sure that is.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::board::Board;
use crate::chance;

/// What random games say about the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The expected number of nodes.
    pub nodes: f64,
    /// The standard error of that number. The true error may be larger if large parts of the tree are rarely met.
    pub error: f64,
    /// Games played.
    pub probes: u32,
}

impl Estimate {
    /// The nodes as a power of ten, from the least to the most that two standard errors allow.
    pub fn likely(&self) -> (f64, f64) {
        ((self.nodes - 2.0 * self.error).max(self.nodes / 10.0), self.nodes + 2.0 * self.error)
    }
}

/// Plays `probes` random games.
pub fn estimate(board: &Board, probes: u32, seed: u64) -> Estimate {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let directions = board.directions().list();
    let mut covered: Vec<bool> = (0..board.cells()).map(|cell| !board.is_free(cell)).collect();
    let (mut sum, mut sum_of_squares) = (0.0, 0.0);
    let mut passed = Vec::new();
    let probes = probes.max(2);
    for _ in 0..probes {
        let (mut at, mut width, mut nodes) = (board.target(), 1.0, 1.0);
        loop {
            let is_open = |direction| {
                let length = board.arc(at, direction)?.1;
                let is_free = |far| board.cell_at_distance(at, direction, far).is_some_and(|cell| !covered[cell]);
                (1..=usize::from(length)).all(is_free).then_some((direction, usize::from(length)))
            };
            let open: Vec<_> = directions.iter().copied().filter_map(is_open).collect();
            if open.is_empty() {
                break;
            }
            width *= open.len() as f64;
            nodes += width;
            let (direction, length) = open[chance::remainder_below(&mut random, open.len())];
            for _ in 0..length {
                let Some(next) = board.neighbour(at, direction) else { break };
                at = next;
                covered[at] = true;
                passed.push(at);
            }
        }
        passed.drain(..).for_each(|cell| covered[cell] = false);
        sum += nodes;
        sum_of_squares += nodes * nodes;
    }
    let count = f64::from(probes);
    let mean = sum / count;
    let variance = ((sum_of_squares / count - mean * mean).max(0.0)) * count / (count - 1.0);
    Estimate { nodes: mean, error: (variance / count).sqrt(), probes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::voracity::generate;

    #[test]
    fn known_trees_lie_within_the_error() {
        for (side, values, seed, nodes) in [(10, 3, 1, 10_899_508.0), (19, 7, 7, 21_304_001.0)] {
            let board = generate(side, side, values, seed).unwrap();
            let estimate = estimate(&board, 30_000, 1);
            let off = (estimate.nodes - nodes).abs();
            assert!(off < 4.0 * estimate.error && estimate.error < nodes, "{estimate:?} for {nodes}");
        }
    }

    #[test]
    fn a_board_without_moves_has_one_node() {
        let board = generate(1, 1, 5, 1).unwrap();
        assert_eq!(estimate(&board, 10, 1), Estimate { nodes: 1.0, error: 0.0, probes: 10 });
    }
}
