//! The paper's `solveDFS` as a tree of numbered candidates: the digits are the moves there are, in their order. So the
//! engine can search any part of it, and small parts are left to the recursion, which has all it needs in registers.

use std::{ops::Range as Digits, sync::Arc};

use crate::search::{Sweep, Tree};

use super::board::{Board, Choice, Standing};

/// A cursor over all ways to play a level.
#[derive(Clone)]
pub(super) struct DeepTree<const W: usize, const K: usize> {
    board: Arc<Board<W, K>>,
    standing: Standing<W, K>,
    is_won: bool,
    /// The moves that lead here, and where each was made.
    taken: Vec<(Choice, Standing<W, K>)>,
}

/// One sweep of the recursion.
struct Descent {
    /// States counted so far.
    nodes: u64,
    /// Beyond this many it has to pause.
    most_nodes: u64,
    /// The moves from where it began to where it ended early, last move first.
    way: Vec<Choice>,
    is_won: bool,
}

impl<const W: usize, const K: usize> DeepTree<W, K> {
    pub fn new(board: Arc<Board<W, K>>) -> Self {
        let (standing, is_won) = (board.start, board.is_won_at_once());
        Self { board, standing, is_won, taken: Vec::new() }
    }
}

/// The paper's recursion. Comes back early if the goal is reached or it has to pause, and then `way` leads there.
fn below<const W: usize, const K: usize>(
    board: &Board<W, K>,
    standing: &Standing<W, K>,
    descent: &mut Descent,
) -> bool {
    if descent.nodes > descent.most_nodes {
        return true;
    }
    let mut nodes = 0;
    let mut ends_early = false;
    for choice in board.choices(standing) {
        nodes += 1;
        let after = board.after(standing, choice);
        if board.is_won(&after) {
            descent.is_won = true;
        } else if board.choices(&after).is_empty() || !below(board, &after, descent) {
            // Most states lead nowhere: they need no call.
            continue;
        }
        descent.way.push(choice);
        ends_early = true;
        break;
    }
    descent.nodes += nodes;
    ends_early
}

impl<const W: usize, const K: usize> Tree for DeepTree<W, K> {
    type Answer = Vec<Choice>;
    const PAUSES: bool = true;

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

    /// The recursion goes as deep as there are nodes: in the largest levels that could be too deep for the stack.
    fn can_sweep(&self) -> bool {
        W <= 4 && !self.is_won
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Vec<Choice>>) {
        let mut descent = Descent { nodes: 0, most_nodes: sweep.room(), way: Vec::new(), is_won: false };
        let ends_early = below(&self.board, &self.standing, &mut descent);
        sweep.tally.nodes += descent.nodes;
        sweep.tally.cases += descent.nodes;
        if !ends_early {
            return;
        }
        descent.way.reverse();
        if descent.is_won {
            sweep.answer(|| self.answer().into_iter().chain(descent.way.iter().copied()).collect());
        }
        let (board, mut standing) = (&self.board, self.standing);
        sweep.pause_at(descent.way.into_iter().map(|choice| {
            let digit = board.choices(&standing).take_while(|&other| other != choice).count();
            standing = board.after(&standing, choice);
            digit as u32
        }));
    }
}
