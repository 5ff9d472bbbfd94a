//! The ways through the graph as a tree for the engine: every leaf is a solution.

use std::{ops::Range, sync::Arc};

use crate::search::{Sweep, Tree};

use super::{super::arrangement::Arrangement, graph::Frontier};

/// Subtrees with at most this many solutions are swept at once. Listed, they are some hundred kilobytes: more would
/// have to wait in memory to be told.
const SWEPT_SOLUTIONS: u128 = 1024;

/// The cursor of the graph's ways.
#[derive(Clone, Debug)]
pub struct FrontierTree {
    graph: Arc<Frontier>,
    /// The states from the empty board on; none if there is no solution.
    states: Vec<u32>,
    steps: Vec<u32>,
}

impl FrontierTree {
    /// The root of the tree.
    pub fn new(graph: Arc<Frontier>) -> Self {
        Self { states: graph.root.into_iter().collect(), graph, steps: Vec::new() }
    }

    fn sweep_below(graph: &Frontier, state: u32, steps: &mut Vec<u32>, sweep: &mut Sweep<'_, Arrangement>) {
        for edge in graph.edges_of(state) {
            sweep.tally.cases += 1;
            sweep.tally.nodes += 1;
            steps.push(edge.step);
            if graph.edges_of(edge.to).is_empty() {
                sweep.answer(|| graph.arrangement(steps));
            } else {
                Self::sweep_below(graph, edge.to, steps, sweep);
            }
            steps.pop();
            if sweep.is_too_long() {
                return;
            }
        }
    }
}

impl Tree for FrontierTree {
    type Answer = Arrangement;

    fn fanout(&self) -> u32 {
        self.states.last().map_or(0, |state| self.graph.edges_of(*state).len() as u32)
    }

    fn enter(&mut self, mut digits: Range<u32>) -> Option<u32> {
        let digit = digits.next()?;
        let edge = self.graph.edges_of(*self.states.last()?)[digit as usize];
        self.states.push(edge.to);
        self.steps.push(edge.step);
        Some(digit)
    }

    fn leave(&mut self) {
        self.states.pop();
        self.steps.pop();
    }

    fn is_answer(&self) -> bool {
        self.states.last().is_some_and(|state| self.graph.edges_of(*state).is_empty())
    }

    fn answer(&self) -> Arrangement {
        self.graph.arrangement(&self.steps)
    }

    fn so_far(&self) -> Option<Arrangement> {
        Some(self.answer())
    }

    fn can_sweep(&self) -> bool {
        self.states.last().is_some_and(|state| self.graph.solutions.get(*state) <= SWEPT_SOLUTIONS)
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Arrangement>) {
        let Some(&state) = self.states.last() else { return };
        Self::sweep_below(&Arc::clone(&self.graph), state, &mut self.steps, sweep);
    }
}
