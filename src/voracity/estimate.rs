//! How large the tree of all games is, before it is searched.
//!
//! Knuth's probes: play random games, and multiply the numbers of directions there were. The average of that over
//! many games is the number of nodes at each depth; how far single games are off shows how sure that is, and the engine
//! makes bounds of it that hold although a few games stand for most of the tree.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{board::Board, layout::Layout};
use crate::{
    chance,
    search::{Control, Figure},
};

/// How many random games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probes {
    /// Games, at most.
    pub games: u32,
    /// No further game is begun after so many moves: on large boards games are long. Few games are played all the same.
    pub moves: u32,
}

impl Probes {
    /// Enough to choose a strategy.
    pub const FEW: Self = Self { games: 4_000, moves: 200_000 };
    /// For those who want nothing but the estimate.
    pub const MANY: Self = Self { games: 200_000, moves: 10_000_000 };

    /// However long games are, so many are played, unless the run is stopped.
    const LEAST: u32 = 32;
    /// Of the starts of a board so many are tried.
    const MOST_STARTS: usize = 64;

    fn part(self, of: usize) -> Self {
        let of = of as u32;
        Self { games: self.games.div_ceil(of), moves: self.moves.div_ceil(of) }
    }
}

/// What random games say about the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The expected number of nodes.
    pub nodes: f64,
    /// The least and the most there are likely to be.
    pub likely: (f64, f64),
    /// Games played.
    pub probes: u32,
}

/// Plays random games from the board's target, until the run is stopped at the latest.
pub fn estimate(board: &Board, probes: Probes, seed: u64, control: &Control) -> Estimate {
    let mut sizes = Vec::new();
    let games = play_games(board, probes, seed, control, |nodes, _| sizes.push(nodes));
    let Figure { mean, likely } = Figure::of(&sizes);
    Estimate { nodes: mean, likely, probes: games }
}

/// Plays random games, and tells of each how many nodes the tree would have if all were like it, and its digits. Comes
/// back with their number.
pub(super) fn play_games(
    board: &Board,
    probes: Probes,
    seed: u64,
    control: &Control,
    mut tell: impl FnMut(f64, &[u8]),
) -> u32 {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let directions = board.directions().list();
    let mut covered: Vec<bool> = (0..board.cells()).map(|cell| !board.is_free(cell)).collect();
    let (mut passed, mut digits) = (Vec::new(), Vec::new());
    let mut open = Vec::with_capacity(directions.len());
    let (mut games, mut moves) = (0, 0);
    loop {
        let (mut at, mut width, mut nodes) = (board.target(), 1.0, 1.0);
        loop {
            let is_open = |(digit, direction)| {
                let length = usize::from(board.arc(at, direction)?.1);
                let is_free = |far| board.cell_at_distance(at, direction, far).is_some_and(|cell| !covered[cell]);
                (1..=length).all(is_free).then_some((digit, direction, length))
            };
            open.clear();
            open.extend(directions.iter().copied().enumerate().filter_map(is_open));
            if open.is_empty() {
                break;
            }
            width *= open.len() as f64;
            nodes += width;
            moves += 1;
            let (digit, direction, length) = open[chance::remainder_below(&mut random, open.len())];
            digits.push(digit as u8);
            for _ in 0..length {
                let Some(next) = board.neighbour(at, direction) else { break };
                at = next;
                covered[at] = true;
                passed.push(at);
            }
        }
        passed.drain(..).for_each(|cell| covered[cell] = false);
        tell(nodes, &digits);
        digits.clear();
        games += 1;
        let is_enough = games >= probes.games || games >= Probes::LEAST && moves >= probes.moves;
        if games >= 2 && (is_enough || control.look()) {
            return games;
        }
    }
}

/// The same for the games from all starts: some of them, far from each other, stand for all.
pub fn estimate_starts(layout: &Layout, probes: Probes, seed: u64, control: &Control) -> Estimate {
    let starts = layout.starts();
    let tried = starts.len().min(Probes::MOST_STARTS);
    // How far each may be off, squared: starts are estimated independently of each other.
    let (mut nodes, mut below, mut above, mut games) = (0.0, 0.0, 0.0, 0);
    for number in 0..tried {
        let Some(board) = layout.board_from(starts[number * starts.len() / tried]) else { continue };
        let one = estimate(&board, probes.part(tried), seed.wrapping_add(number as u64), control);
        nodes += one.nodes;
        below += (one.nodes - one.likely.0).powi(2);
        above += (one.likely.1 - one.nodes).powi(2);
        games += one.probes;
    }
    let share = starts.len() as f64 / tried.max(1) as f64;
    let likely = (1.0 + (nodes - below.sqrt()) * share, 1.0 + (nodes + above.sqrt()) * share);
    Estimate { nodes: 1.0 + nodes * share, likely, probes: games }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::{
        search::{Ledger, Quest, Range, Settings, StopReason, run},
        voracity::{dfs::DfsTree, generate, starts::Starts},
    };

    #[test]
    fn known_trees_lie_within_the_error() {
        for (side, values, seed, nodes) in [(10, 3, 1, 10_899_508.0), (19, 7, 7, 21_304_001.0)] {
            let board = generate(side, side, values, seed).unwrap();
            let probes = Probes { games: 30_000, moves: u32::MAX };
            let estimate = estimate(&board, probes, 1, &Control::default());
            let (least, most) = estimate.likely;
            assert!(least <= nodes && nodes <= most && most < 4.0 * nodes, "{estimate:?} for {nodes}");
        }
    }

    #[test]
    fn a_board_without_moves_has_one_node() {
        let board = generate(1, 1, 5, 1).unwrap();
        let probes = Probes { games: 10, moves: 0 };
        let control = Control::default();
        assert_eq!(estimate(&board, probes, 1, &control), Estimate { nodes: 1.0, likely: (1.0, 1.0), probes: 10 });
        control.stop(StopReason::Interrupted);
        assert_eq!(estimate(&board, probes, 1, &control).probes, 2);
    }

    #[test]
    fn the_trees_of_all_starts_lie_within_the_error() {
        let board = generate(5, 5, 3, 1).unwrap();
        let layout = Layout::from(&board);
        let tree = Starts::new(&layout, |board| Some(DfsTree::<4>::new(board))).unwrap();
        let settings = Settings::new(Quest::Count);
        let all = Ledger::new(Range::everything());
        let nodes = run(tree, &settings, all, &mut |_| ControlFlow::Continue(())).unwrap().tally.nodes as f64;
        let estimate = estimate_starts(&layout, Probes::MANY, 1, &Control::default());
        let (least, most) = estimate.likely;
        assert!(least <= nodes && nodes <= most && most < 2.0 * nodes, "{estimate:?} for {nodes}");
    }
}
