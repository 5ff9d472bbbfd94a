//! The yardstick: all nodes of a tree, by `enter` and `leave` of one digit at a time.

use std::{fmt::Debug, ops::Range as Digits};

use proptest::{prelude::*, test_runner::TestCaseError};

use super::super::{path::Path, tally::Tally, tree::Tree};

/// Trees with more nodes than this are not walked.
const MOST_NODES: usize = 4_000;

/// A node as the walk has met it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Visited<A> {
    pub id: Path,
    pub fanout: u32,
    /// The solution it stands for, and its score.
    pub answer: Option<(i64, A)>,
}

impl<A: PartialEq + Debug> Visited<A> {
    fn here<T: Tree<Answer = A>>(cursor: &T, id: Path) -> Self {
        let answer = cursor.is_answer().then(|| (cursor.score(), cursor.answer()));
        Self { id, fanout: cursor.fanout(), answer }
    }

    /// Does the cursor stand on this node, as far as it tells?
    pub fn is_where<T: Tree<Answer = A>>(&self, cursor: &T) -> Result<(), TestCaseError> {
        prop_assert_eq!(&Self::here(cursor, self.id.clone()), self);
        Ok(())
    }
}

/// Nodes of a tree in the order of ids.
pub(super) struct Walk<A> {
    pub nodes: Vec<Visited<A>>,
    /// The work up to each node, that included.
    tallies: Vec<Tally>,
    /// All of the work.
    pub total: Tally,
}

impl<A: PartialEq + Debug> Walk<A> {
    /// Walks over a whole tree; `None` if it is too large.
    pub fn of<T: Tree<Answer = A>>(mut cursor: T) -> Option<Self> {
        let mut walk = Self { nodes: Vec::new(), tallies: Vec::new(), total: Tally::default() };
        walk.visit(Visited::here(&cursor, Path::root()));
        walk.go_on_below(&mut cursor, Path::root())?;
        Some(walk)
    }

    /// Walks over all below a node on which the cursor stands.
    pub fn below<T: Tree<Answer = A>>(cursor: &mut T, start: &Path) -> Option<Vec<Visited<A>>> {
        let mut walk = Self { nodes: Vec::new(), tallies: Vec::new(), total: Tally::default() };
        walk.go_on_below(cursor, start.clone())?;
        Some(walk.nodes)
    }

    fn visit(&mut self, node: Visited<A>) {
        self.total.nodes += 1;
        self.total.answers += u64::from(node.answer.is_some());
        self.tallies.push(self.total);
        self.nodes.push(node);
    }

    fn go_on_below<T: Tree<Answer = A>>(&mut self, cursor: &mut T, start: Path) -> Option<()> {
        // The open nodes, each with the digit to be tried next and the end of its digits.
        let mut open = vec![(start, 0, cursor.fanout())];
        while let Some((id, next, end)) = open.last_mut() {
            if *next == *end {
                open.pop();
                if !open.is_empty() {
                    cursor.leave();
                }
                continue;
            }
            let digit = *next;
            *next += 1;
            self.total.cases += 1;
            if cursor.enter(digit..digit + 1).is_some() {
                let node = Visited::here(cursor, id.child(digit));
                open.push((node.id.clone(), 0, node.fanout));
                self.visit(node);
                if self.nodes.len() > MOST_NODES {
                    return None;
                }
            }
        }
        Some(())
    }

    /// The numbers of the nodes below a node.
    pub fn subtree(&self, number: usize) -> Digits<usize> {
        let above = self.nodes[number].id.digits();
        let below = self.nodes[number + 1..].iter().take_while(|node| node.id.digits().starts_with(above));
        number + 1..number + 1 + below.count()
    }

    /// The number of a node.
    pub fn number_of(&self, id: &Path) -> Option<usize> {
        self.nodes.binary_search_by(|node| node.id.cmp(id)).ok()
    }

    /// The first child of a node among some digits.
    pub fn first_child(&self, number: usize, mut digits: Digits<u32>) -> Option<u32> {
        let id = &self.nodes[number].id;
        digits.find(|&digit| self.number_of(&id.child(digit)).is_some())
    }

    /// The work up to a node, that included.
    pub fn up_to(&self, number: usize) -> Tally {
        self.tallies[number]
    }

    /// The work after a node and up to another, that included.
    pub fn between(&self, number: usize, last: usize) -> Tally {
        let (from, to) = (self.tallies[number], self.tallies[last]);
        Tally { nodes: to.nodes - from.nodes, cases: to.cases - from.cases, answers: to.answers - from.answers }
    }

    /// The nodes that are solutions, by their numbers.
    pub fn with_answers(&self) -> impl Iterator<Item = usize> {
        (0..self.nodes.len()).filter(|&number| self.nodes[number].answer.is_some())
    }

    /// All solutions, in the order of ids.
    pub fn answers(&self) -> Vec<&A> {
        self.nodes.iter().filter_map(|node| node.answer.as_ref()).map(|(_, answer)| answer).collect()
    }

    /// All solutions with the highest score, in the order of ids.
    pub fn all_best(&self) -> Vec<&A> {
        let answers = self.nodes.iter().filter_map(|node| node.answer.as_ref());
        let highest = self.best().map(|(score, _)| *score);
        answers.filter(|(score, _)| Some(*score) == highest).map(|(_, answer)| answer).collect()
    }

    /// The first of the solutions with the highest score.
    pub fn best(&self) -> Option<&(i64, A)> {
        best_of(&self.nodes)
    }
}

/// The first of the solutions with the highest score among some nodes.
pub(super) fn best_of<A>(nodes: &[Visited<A>]) -> Option<&(i64, A)> {
    let answers = nodes.iter().filter_map(|node| node.answer.as_ref());
    // Of equal ones `max_by_key` gives the last.
    answers.rev().max_by_key(|(score, _)| *score)
}
