//! Paths of solutions: the digits that lead to one in the tree of the strategy that found it, and back.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::search::{AnyTree, Control, Path, Tree};

use super::{
    Arrangement, Compiled, Strategy,
    arrangement::Arranger,
    frontier::{Frontier, FrontierTree},
    symmetry::{Symmetry, symmetries},
    trees::tree_of,
};

/// Goes from paths to what is placed, and back, in the tree of a strategy.
#[derive(Clone)]
pub(super) struct Paths {
    cursor: AnyTree<Arrangement>,
    arranger: Arc<Arranger>,
    symmetries: Arc<[Symmetry]>,
    /// The kind of each piece.
    kinds: Arc<[usize]>,
}

impl Paths {
    /// Those of a strategy's tree; `None` where a path says nothing about what is placed, as in a portfolio.
    pub fn new(
        strategy: Strategy,
        graph: Option<&Arc<Frontier>>,
        compiled: &Compiled,
        control: &Control,
    ) -> Option<Self> {
        let cursor = match strategy {
            Strategy::Frontier => FrontierTree::new(Arc::clone(graph?)).into_any(),
            Strategy::Portfolio => return None,
            Strategy::Brute | Strategy::Cover | Strategy::Constrained => {
                tree_of(strategy, 0, compiled, control).ok()?
            }
        };
        let kinds = compiled.pieces.iter().map(|piece| piece.kind).collect();
        let (arranger, symmetries) = (Arc::new(Arranger::new(compiled)), symmetries(compiled, control).ok()?.into());
        Some(Self { cursor, arranger, symmetries, kinds })
    }

    /// The path of a solution.
    pub fn locate(&mut self, solution: &Arrangement) -> Option<Path> {
        let mut search = Locating { solution, kinds: &self.kinds, path: Vec::new() };
        let goal = placed(solution, &self.kinds).collect();
        let is_found = search.descend(&mut self.cursor, &[&goal]) || {
            // A tree may go for a solution through one that is symmetric to it, and turn it at the end.
            let images = self.symmetries.iter().filter_map(|symmetry| self.arranger.image(solution, symmetry));
            let goals: Vec<FxHashSet<_>> = images.map(|image| placed(&image, &self.kinds).collect()).collect();
            search.descend(&mut self.cursor, &goals.iter().collect::<Vec<_>>())
        };
        is_found.then(|| Path::from(search.path))
    }

    /// What has been placed at the node that a path leads to, if there is one.
    pub fn walk(&mut self, path: &Path) -> Option<Arrangement> {
        let mut depth = 0;
        for &digit in path.digits() {
            if digit >= self.cursor.fanout() || self.cursor.enter(digit..digit + 1).is_none() {
                break;
            }
            depth += 1;
        }
        let there = (depth == path.digits().len()).then(|| self.cursor.answer());
        (0..depth).for_each(|_| self.cursor.leave());
        there
    }
}

/// The kinds that have been placed, and where.
fn placed<'a>(arrangement: &'a Arrangement, kinds: &'a [usize]) -> impl Iterator<Item = (usize, usize)> + 'a {
    arrangement.placements().zip(kinds).filter_map(|(placement, kind)| Some((*kind, placement?)))
}

/// Looks for a solution below the cursor, only where all that has been placed belongs to one of its images.
struct Locating<'a> {
    solution: &'a Arrangement,
    kinds: &'a [usize],
    path: Vec<u32>,
}

impl Locating<'_> {
    /// `goals` are the images that everything above the cursor belongs to. There are up to 48, and below the first
    /// pieces hardly ever more than one.
    fn descend<T: Tree<Answer = Arrangement>>(&mut self, cursor: &mut T, goals: &[&FxHashSet<(usize, usize)>]) -> bool {
        let here = cursor.answer();
        if cursor.is_answer() && here == *self.solution {
            return true;
        }
        let holds_all = |goal: &FxHashSet<_>| placed(&here, self.kinds).all(|it| goal.contains(&it));
        let goals: Vec<_> = goals.iter().copied().filter(|goal| holds_all(goal)).collect();
        if goals.is_empty() {
            return false;
        }
        let (mut digit, fanout) = (0, cursor.fanout());
        while digit < fanout {
            let Some(entered) = cursor.enter(digit..fanout) else { return false };
            self.path.push(entered);
            if self.descend(cursor, &goals) {
                cursor.leave();
                return true;
            }
            self.path.pop();
            cursor.leave();
            digit = entered + 1;
        }
        false
    }
}
