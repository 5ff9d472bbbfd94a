//! How much of the tree of all games is done, told from where random games end.
//!
//! Every game stands for as many nodes as the tree would have if all games were like it (Knuth's probes). What lies in
//! the ranges that are left, by that measure, is what is left to do: the share never falls, and it does not matter how
//! wrong the estimate of the whole is.

use super::{
    board::Board,
    estimate::{Probes, play_games},
};
use crate::search::{Control, Outlook, Path, Range};

/// So many digits of a game are kept, four bits each.
const DIGITS: usize = 32;

/// As many games of equal weight tell a share to about a sixth.
const LEAST_CERTAIN: f64 = 40.0;

/// Random games in the order of their ids.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// The first digits of every game.
    keys: Vec<u128>,
    /// The weights of all games before each, and their squares.
    sums: Vec<[f64; 2]>,
}

impl Sample {
    /// The memory that a game takes.
    pub const BYTES_PER_GAME: u64 = (size_of::<(u128, f64)>() + size_of::<[f64; 2]>()) as u64;

    /// Plays so many games.
    pub fn new(board: &Board, games: u32, seed: u64, control: &Control) -> Self {
        let mut played = Vec::with_capacity(games as usize);
        let probes = Probes { games, moves: games.saturating_mul(50) };
        play_games(board, probes, seed, control, |nodes, digits| {
            played.push((key(digits.iter().map(|&digit| u32::from(digit))), nodes));
        });
        played.sort_unstable_by_key(|game| game.0);
        let mut sums = Vec::with_capacity(played.len() + 1);
        sums.push([0.0; 2]);
        for (_, nodes) in &played {
            let [sum, squares] = sums[sums.len() - 1];
            sums.push([sum + nodes, squares + nodes * nodes]);
        }
        Self { keys: played.into_iter().map(|(key, _)| key).collect(), sums }
    }

    /// How much of the tree is done if these ranges are left.
    pub fn outlook(&self, left: &[Range]) -> Outlook {
        let place = |path: &Path| self.keys.partition_point(|&known| known < key(path.digits().iter().copied()));
        let mut rest = [0.0; 2];
        for range in left {
            let (from, to) = (place(&range.from), range.to.as_ref().map_or(self.keys.len(), place));
            for (rest, index) in rest.iter_mut().zip(0..) {
                *rest += self.sums[to.max(from)][index] - self.sums[from][index];
            }
        }
        let all = self.sums[self.keys.len()];
        let done = [0, 1].map(|index| (all[index] - rest[index]).max(0.0));
        // A sum of weights is about as certain as one of so many equal ones.
        let equals = |[sum, squares]: [f64; 2]| if squares > 0.0 { sum * sum / squares } else { 0.0 };
        let is_certain = equals(rest).min(equals(done)) >= LEAST_CERTAIN;
        Outlook { share: (done[0] / all[0]).clamp(0.0, 1.0), is_certain }
    }
}

/// Digits as a number that is ordered as ids are: a game before those it is the beginning of.
fn key(digits: impl Iterator<Item = u32>) -> u128 {
    let places = (0..DIGITS).map(|place| 4 * (DIGITS - 1 - place));
    digits.zip(places).fold(0, |key, (digit, place)| key | u128::from(digit.min(14) + 1) << place)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::{
        search::{Event, Ledger, Quest, Settings, Weighing, run},
        voracity::{enumerate::EnumerateTree, generate},
    };

    #[test]
    fn the_share_never_falls_and_tells_how_much_is_left() {
        for (side, values, seed) in [(10, 3, 1), (15, 5, 10), (19, 7, 7)] {
            let board = generate(side, side, values, seed).unwrap();
            let sample = Sample::new(&board, 40_000, 1, &Control::default());
            let tree = EnumerateTree::new(&board).unwrap();
            let everything = || Ledger::new(Range::everything());
            let settings = Settings {
                weighing: Some(Weighing::new(move |left| sample.outlook(left))),
                ..Settings::new(Quest::Best)
            };
            let mut seen = Vec::new();
            let outcome = run(tree, &settings, everything(), &mut |event| {
                if let Event::Progress(progress) = event {
                    seen.push(progress);
                }
                ControlFlow::Continue(())
            })
            .unwrap();
            let whole = outcome.tally.nodes as f64;
            let mut before = 0.0;
            for progress in seen {
                let (share, nodes) = (progress.share.unwrap(), progress.tally.nodes as f64);
                assert!(share >= before, "{share} after {before}");
                before = share;
                // In nodes, which is what time is spent on.
                let left = (whole - nodes) / nodes;
                if let Some(told) = progress.left.filter(|_| nodes > 0.1 * whole) {
                    assert!(told < 2.0 * left && told > left / 2.0, "{told} for {left} at {share}");
                }
            }
        }
    }

    #[test]
    fn keys_are_ordered_as_ids_are() {
        let ids = ["/", "/0", "/0/0", "/0/3", "/1", "/1/0/0/2", "/2", "/2/1"].map(|id| id.parse::<Path>().unwrap());
        assert!(ids.is_sorted());
        assert!(ids.map(|id| key(id.digits().iter().copied())).is_sorted_by(|one, other| one < other));
    }
}
