//! The paper's `solveDFS` as a tree of numbered candidates: the digits are the moves there are, in their order. So the
//! engine can search any part of it, and small parts are left to the recursion, which has all it needs in registers.

use std::{ops::Range as Digits, sync::Arc};

use crate::search::{Sweep, Tree};

use super::board::{Board, Choice, Choices, Standing};

/// A cursor over all ways to play a level.
#[derive(Clone)]
pub(super) struct DeepTree<const W: usize, const K: usize> {
    board: Arc<Board<W, K>>,
    standing: Standing<W, K>,
    is_won: bool,
    /// The moves that lead here, and where each was made.
    taken: Vec<(Choice, Standing<W, K>)>,
}

/// A state on the way down with more than one way on: those that are left to try, and how many moves lead to it.
type Fork<const W: usize, const K: usize> = (Standing<W, K>, Choices<W>, usize);

/// How a sweep ended.
struct Swept {
    nodes: u64,
    /// The moves from where it began to where it ended early; empty if it did not.
    way: Vec<Choice>,
    is_won: bool,
}

impl<const W: usize, const K: usize> DeepTree<W, K> {
    pub fn new(board: Arc<Board<W, K>>) -> Self {
        let (standing, is_won) = (board.start, board.is_won_at_once());
        Self { board, standing, is_won, taken: Vec::new() }
    }

    /// The digits of moves that can be made from here one after the other.
    pub fn digits(&self, way: &[Choice]) -> Vec<u32> {
        let mut standing = self.standing;
        let digits = way.iter().map(|&choice| {
            let digit = self.board.choices(&standing).take_while(|&other| other != choice).count();
            standing = self.board.after(&standing, choice);
            digit as u32
        });
        digits.collect()
    }
}

/// The paper's recursion below a state, with a stack of its own that holds forks only: a state with one way on, or with
/// its last way taken, is never come back to. Ends early where the goal is reached or after so many states.
fn below<const W: usize, const K: usize>(board: &Board<W, K>, mut standing: Standing<W, K>, most_nodes: u64) -> Swept {
    let mut forks: Vec<Fork<W, K>> = Vec::with_capacity(board.nodes());
    // Every move opens a node for good, so no way is longer than there are nodes.
    let mut way = vec![0; board.nodes() + 1];
    let mut depth = 0;
    let mut nodes = 0;
    let mut choices = board.choices(&standing);
    loop {
        let Some(choice) = choices.next() else {
            let Some(fork) = forks.pop() else { return Swept { nodes, way: Vec::new(), is_won: false } };
            (standing, choices, depth) = fork;
            continue;
        };
        nodes += 1;
        way[depth] = choice;
        let after = board.after(&standing, choice);
        let is_won = board.is_won(&after);
        if is_won || nodes > most_nodes {
            way.truncate(depth + 1);
            return Swept { nodes, way, is_won };
        }
        let next = board.choices(&after);
        // Many states lead nowhere: there is nothing to go down to.
        if next.is_empty() {
            continue;
        }
        if !choices.is_empty() {
            forks.push((standing, choices, depth));
        }
        (standing, choices) = (after, next);
        depth += 1;
    }
}

impl<const W: usize, const K: usize> Tree for DeepTree<W, K> {
    type Answer = Vec<Choice>;

    fn pauses(&self) -> bool {
        true
    }

    fn fanout(&self) -> u32 {
        if self.is_won { 0 } else { self.board.choices(&self.standing).total() }
    }

    fn enter(&mut self, digits: Digits<u32>) -> Option<u32> {
        if digits.is_empty() || self.is_won {
            return None;
        }
        let choice = self.board.choices(&self.standing).nth(digits.start as usize)?;
        let after = self.board.after(&self.standing, choice);
        self.taken.push((choice, std::mem::replace(&mut self.standing, after)));
        self.is_won = self.board.is_won(&self.standing);
        Some(digits.start)
    }

    fn leave(&mut self) {
        if let Some((_, before)) = self.taken.pop() {
            self.standing = before;
            self.is_won = false;
        }
    }

    fn is_answer(&self) -> bool {
        self.is_won
    }

    fn answer(&self) -> Vec<Choice> {
        self.taken.iter().map(|(choice, _)| *choice).collect()
    }

    fn so_far(&self) -> Option<Vec<Choice>> {
        Some(self.answer())
    }

    fn can_sweep(&self) -> bool {
        !self.is_won
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Vec<Choice>>) {
        let Swept { nodes, way, is_won } = below(&self.board, self.standing, sweep.room());
        sweep.tally.nodes += nodes;
        sweep.tally.cases += nodes;
        if is_won {
            sweep.answer(|| self.answer().into_iter().chain(way.iter().copied()).collect());
        }
        if !way.is_empty() {
            sweep.pause_at(self.digits(&way));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        lockpick::{
            colour::Colour,
            generate::{Mechanic, Recipe, wild},
        },
        search::contract::{keep, trials},
    };

    const MECHANICS: [Mechanic; 5] =
        [Mechanic::Bulk, Mechanic::Master, Mechanic::Blank, Mechanic::Blast, Mechanic::Exact];

    proptest! {
        #![proptest_config(crate::soak::laws(80))]

        #[test]
        fn the_contract_is_kept(
            nodes in 3usize..12,
            colours in 1usize..4,
            mechanics in prop::sample::subsequence(&MECHANICS, 0..=MECHANICS.len()),
            seed in any::<u64>(),
            trial in trials(),
        ) {
            let level = wild(&Recipe { nodes, colours, mechanics, seed });
            let small = Board::<1, 1>::new(&level).map_err(|reason| TestCaseError::reject(reason.to_string()))?;
            keep(&DeepTree::new(Arc::new(small)), &trial)?;
            let large = Board::<4, { Colour::COUNT }>::new(&level).expect("it fits more words");
            keep(&DeepTree::new(Arc::new(large)), &trial)?;
        }
    }
}
