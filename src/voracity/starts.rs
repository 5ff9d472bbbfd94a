//! All games from all starts as one tree: below the root there is a node for every cell a game can start on, and below
//! that the tree of the games that start there.

use std::{ops::Range as Digits, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{board::Board, layout::Layout, moves::Direction};
use crate::search::{Sweep, Tree};

/// A game and the cell it starts on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartedGame {
    /// The cell.
    pub start: usize,
    /// The moves.
    pub moves: Vec<Direction>,
}

/// A cursor over the games from all starts of a layout, built around a tree `T` of the games from one start. The digits
/// of the root are the starts in the order of [`Layout::starts`].
#[derive(Clone, Debug)]
pub struct Starts<T> {
    layout: Arc<Layout>,
    starts: Arc<[usize]>,
    make: fn(&Board) -> Option<T>,
    /// What the trees say of themselves.
    pauses: bool,
    sweeps_only_for_best: bool,
    /// The tree of the start that was entered last, by its digit. It is made when its start is entered.
    tree: Option<(u32, T)>,
    /// The digits that lead here: 0 on the root.
    depth: usize,
    floor: i64,
}

impl<T: Tree<Answer = Vec<Direction>>> Starts<T> {
    /// A cursor on the root. `make` makes the tree for a board, if that fits; all boards of a layout do or none does.
    pub fn new(layout: &Layout, make: fn(&Board) -> Option<T>) -> Option<Self> {
        let starts: Arc<[usize]> = layout.starts().into();
        let first = make(&layout.board_from(*starts.first()?)?)?;
        Some(Self {
            layout: Arc::new(layout.clone()),
            starts,
            make,
            pauses: first.pauses(),
            sweeps_only_for_best: first.sweeps_only_for_best(),
            tree: None,
            depth: 0,
            floor: i64::MIN,
        })
    }

    /// The tree of the start that the cursor is inside of.
    fn inside(&self) -> Option<&T> {
        self.tree.as_ref().map(|(_, tree)| tree).filter(|_| self.depth > 0)
    }

    fn inside_mut(&mut self) -> Option<&mut T> {
        self.tree.as_mut().map(|(_, tree)| tree).filter(|_| self.depth > 0)
    }

    /// The start the cursor is inside of.
    fn start(&self) -> usize {
        self.tree.as_ref().map_or(0, |(digit, _)| self.starts[*digit as usize])
    }

    fn enter_start(&mut self, digit: u32) -> Option<u32> {
        let start = *self.starts.get(digit as usize)?;
        if self.tree.as_ref().is_none_or(|(made, _)| *made != digit) {
            self.tree = Some((digit, (self.make)(&self.layout.board_from(start)?)?));
        }
        self.depth = 1;
        let floor = self.floor;
        self.inside_mut()?.set_floor(floor);
        Some(digit)
    }
}

impl<T: Tree<Answer = Vec<Direction>>> Tree for Starts<T> {
    type Answer = StartedGame;

    fn pauses(&self) -> bool {
        self.pauses
    }

    fn sweeps_only_for_best(&self) -> bool {
        self.sweeps_only_for_best
    }

    fn fanout(&self) -> u32 {
        self.inside().map_or(self.starts.len() as u32, Tree::fanout)
    }

    fn enter(&mut self, digits: Digits<u32>) -> Option<u32> {
        let Some(tree) = self.inside_mut() else {
            return if digits.is_empty() { None } else { self.enter_start(digits.start) };
        };
        let digit = tree.enter(digits)?;
        self.depth += 1;
        Some(digit)
    }

    fn leave(&mut self) {
        // The tree of a start that is left stands on its own root.
        if self.depth > 1
            && let Some(tree) = self.inside_mut()
        {
            tree.leave();
        }
        self.depth -= 1;
    }

    fn is_answer(&self) -> bool {
        self.inside().is_some_and(Tree::is_answer)
    }

    fn answer(&self) -> StartedGame {
        StartedGame { start: self.start(), moves: self.inside().map_or_else(Vec::new, Tree::answer) }
    }

    fn so_far(&self) -> Option<StartedGame> {
        self.inside().is_some().then(|| self.answer())
    }

    fn can_sweep(&self) -> bool {
        self.inside().is_some_and(Tree::can_sweep)
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, StartedGame>) {
        let start = self.start();
        if let Some(tree) = self.inside_mut() {
            sweep.within(|sweep| tree.sweep(sweep), |moves| StartedGame { start, moves });
        }
    }

    fn score(&self) -> i64 {
        self.inside().map_or(0, Tree::score)
    }

    fn set_floor(&mut self, floor: i64) {
        self.floor = floor;
        if let Some(tree) = self.inside_mut() {
            tree.set_floor(floor);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use proptest::prelude::*;

    use super::*;
    use crate::{
        search::{Ledger, Outcome, Quest, Range, Settings, StopReason, divide, run},
        voracity::{Directions, bounded::BoundedTree, dfs::DfsTree, enumerate::EnumerateTree, generate, play},
    };

    fn search<T: Tree>(tree: T, settings: &Settings, range: Range) -> Outcome<T::Answer> {
        let outcome = run(tree, settings, Ledger::new(range), &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(outcome.stop, StopReason::Complete);
        outcome
    }

    /// The score, the start and the moves of the best game, by searching one start after the other.
    fn one_after_the_other(layout: &Layout) -> (u32, StartedGame) {
        let mut best: Option<(u32, StartedGame)> = None;
        for start in layout.starts() {
            let board = layout.board_from(start).unwrap();
            let one = Settings::new(Quest::Best);
            let moves = search(DfsTree::<4>::new(&board), &one, Range::everything()).answers.remove(0);
            let score = play(&board, &moves).unwrap().score;
            if best.as_ref().is_none_or(|(known, _)| score > *known) {
                best = Some((score, StartedGame { start, moves }));
            }
        }
        best.unwrap()
    }

    fn layouts() -> impl Strategy<Value = Layout> {
        (1usize..5, 1usize..6, 1u8..6, any::<u64>(), any::<bool>()).prop_map(
            |(rows, columns, largest, seed, has_target)| {
                let board = generate(rows, columns, largest, seed).unwrap();
                let target = has_target.then_some(board.target());
                let values = board.values().iter().map(|&value| value.max(1)).collect();
                Layout::new(rows, columns, values, target, Directions::Four).unwrap()
            },
        )
    }

    proptest! {
        #![proptest_config(crate::soak::laws(60))]

        #[test]
        fn the_best_start_is_the_best_of_all(layout in layouts(), threads in 1usize..4, branches in 1usize..20) {
            let (score, expected) = one_after_the_other(&layout);
            let all = Range::everything;
            for least_score in [None, Some(i64::from(score))] {
                let settings = Settings { threads, branches, least_score, ..Settings::new(Quest::Best) };
                let dfs = Starts::new(&layout, |board| Some(DfsTree::<4>::new(board))).unwrap();
                prop_assert_eq!(&search(dfs, &settings, all()).answers[0], &expected);
                let bounded = Starts::new(&layout, BoundedTree::<2, 4>::new).unwrap();
                prop_assert_eq!(&search(bounded, &settings, all()).answers[0], &expected);
                let enumerate = Starts::new(&layout, EnumerateTree::new).unwrap();
                prop_assert_eq!(&search(enumerate, &settings, all()).answers[0], &expected);
            }
        }

        #[test]
        fn the_games_of_all_starts_add_up(layout in layouts(), parts in 1usize..30) {
            let count = Settings::new(Quest::Count);
            let make = |board: &Board| Some(DfsTree::<4>::new(board));
            let one = |start| {
                let board = layout.board_from(start).unwrap();
                search(DfsTree::<4>::new(&board), &count, Range::everything()).tally
            };
            let expected = layout.starts().into_iter().map(one).fold((0, 0), |(nodes, answers), tally| {
                (nodes + tally.nodes, answers + tally.answers)
            });
            let mut tree = Starts::new(&layout, make).unwrap();
            let mut sum = (0, 0);
            for range in divide(&Range::everything(), parts, &mut tree) {
                let tally = search(tree.clone(), &count, range).tally;
                sum = (sum.0 + tally.nodes, sum.1 + tally.answers);
            }
            // The root above all starts is a node, too.
            prop_assert_eq!(sum, (expected.0 + 1, expected.1));
        }
    }
}
