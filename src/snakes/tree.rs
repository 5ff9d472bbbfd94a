//! The shortest games as a tree for the engine: a node is how a game begins, a digit is an outcome of the die. Only
//! outcomes that keep the game as short as can be are entered, so every node leads to a game, and every leaf is one.

use std::{ops::Range, sync::Arc};

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::{chain::Chain, paths::Shortest};
use crate::search::Tree;

/// A chain and its shortest games.
#[derive(Debug)]
pub struct Games {
    /// The chain.
    pub chain: Chain,
    /// The games.
    pub shortest: Shortest,
}

/// The number of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<u8>", into = "Vec<u8>")]
pub struct Number(pub BigUint);

impl From<Vec<u8>> for Number {
    fn from(bytes: Vec<u8>) -> Self {
        Self(BigUint::from_bytes_le(&bytes))
    }
}

impl From<Number> for Vec<u8> {
    fn from(number: Number) -> Self {
        number.0.to_bytes_le()
    }
}

/// The cursor.
#[derive(Clone, Debug)]
pub struct GameTree {
    games: Arc<Games>,
    /// The states the game has come through, the one it is in last.
    states: Vec<u32>,
    digits: Vec<u32>,
}

impl GameTree {
    /// A cursor on the root: no roll yet.
    pub fn new(games: Arc<Games>) -> Self {
        let start = games.chain.start() as u32;
        Self { games, states: vec![start], digits: Vec::new() }
    }

    #[inline]
    fn state(&self) -> usize {
        self.states.last().map_or(0, |state| *state as usize)
    }
}

impl Tree for GameTree {
    // A number is far smaller than its game, of which there may be millions of rolls.
    type Answer = Number;

    fn fanout(&self) -> u32 {
        if self.is_answer() { 0 } else { self.games.chain.outcomes().len() as u32 }
    }

    fn enter(&mut self, digits: Range<u32>) -> Option<u32> {
        // Also where nothing is to be tried: the goal has no arcs.
        if digits.is_empty() {
            return None;
        }
        let Games { chain, shortest } = &*self.games;
        let state = self.state();
        let next = chain.next(state);
        for digit in digits {
            let to = next[digit as usize];
            if shortest.leads_on(state, to as usize) {
                self.states.push(to);
                self.digits.push(digit);
                return Some(digit);
            }
        }
        None
    }

    fn leave(&mut self) {
        self.states.pop();
        self.digits.pop();
    }

    fn is_answer(&self) -> bool {
        self.state() == self.games.chain.goal()
    }

    fn answer(&self) -> Number {
        Number(self.games.shortest.games_before(&self.games.chain, &self.digits))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::{
        search::{Ledger, Quest, Range as Ids, Settings, run},
        snakes::odds::tests::{chain, milton_bradley, paper},
    };

    fn games(case: &crate::snakes::board::Case) -> Arc<Games> {
        let chain = chain(case);
        let shortest = Shortest::find(&chain).unwrap().unwrap();
        Arc::new(Games { chain, shortest })
    }

    fn numbers(games: &Arc<Games>, ids: Ids, threads: usize, branches: usize) -> Vec<u32> {
        let settings = Settings { threads, branches, poll_every: 3, ..Settings::new(Quest::Lowest(u64::MAX)) };
        let tree = GameTree::new(Arc::clone(games));
        let outcome = run(tree, &settings, Ledger::new(ids), &mut |_| ControlFlow::Continue(())).unwrap();
        outcome.answers.into_iter().map(|number| u32::try_from(number.0).unwrap()).collect()
    }

    #[test]
    fn the_tree_brings_every_game_in_the_order_of_its_number() {
        for (case, count) in [(paper("win"), 360), (milton_bradley(""), 423)] {
            let games = games(&case);
            for (threads, branches) in [(1, 1), (1, 50), (3, 8)] {
                let found = numbers(&games, Ids::everything(), threads, branches);
                assert!(found.into_iter().eq(0..count));
            }
        }
    }

    #[test]
    fn a_range_of_numbers_is_a_range_of_paths() {
        let games = games(&milton_bradley(""));
        let path = |number: u32| games.shortest.digits(&games.chain, &number.into()).unwrap().into();
        for (from, to) in [(0, 1), (7, 300), (422, 422), (100, 110)] {
            let ids = Ids { from: path(from), to: Some(path(to)) };
            assert!(numbers(&games, ids, 2, 4).into_iter().eq(from..to), "{from}..{to}");
        }
        let ids = Ids { from: path(400), to: None };
        assert!(numbers(&games, ids, 1, 1).into_iter().eq(400..423));
    }
}
