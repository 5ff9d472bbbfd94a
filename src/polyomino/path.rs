//! Paths of solutions: the digits that lead to one in the tree of the strategy that found it, and back.

use std::{collections::HashSet, sync::Arc};

use crate::search::{AnyTree, Control, Path, Tree};

use super::{
    Arrangement, Compiled, Strategy,
    arrangement::Arranger,
    frontier::{Frontier, FrontierTree},
    symmetry::symmetries,
    trees::tree_of,
};

/// Something that finds the path of a solution.
pub(super) type Locator = Box<dyn FnMut(&Arrangement) -> Option<Path>>;

/// Where the cursor of a tree stands after some digits, as far as pieces have been placed.
pub(super) type Walker = Box<dyn FnMut(&Path) -> Option<Arrangement>>;

/// A locator for the tree of a strategy; `None` where a path says nothing about what is placed, as in a portfolio.
pub(super) fn locator(
    strategy: Strategy,
    graph: Option<&Arc<Frontier>>,
    compiled: &Compiled,
    control: &Control,
) -> Option<Locator> {
    with_tree(strategy, graph, compiled, control).map(|(locator, _)| locator)
}

/// A walker through the tree of a strategy.
pub(super) fn walker(
    strategy: Strategy,
    graph: Option<&Arc<Frontier>>,
    compiled: &Compiled,
    control: &Control,
) -> Option<Walker> {
    with_tree(strategy, graph, compiled, control).map(|(_, walker)| walker)
}

fn with_tree(
    strategy: Strategy,
    graph: Option<&Arc<Frontier>>,
    compiled: &Compiled,
    control: &Control,
) -> Option<(Locator, Walker)> {
    let tree = match strategy {
        Strategy::Frontier => FrontierTree::new(Arc::clone(graph?)).into_any(),
        Strategy::Portfolio => return None,
        Strategy::Brute | Strategy::Cover | Strategy::Constrained => tree_of(strategy, 0, compiled, control).ok()?,
    };
    Some(of_tree(tree, compiled))
}

fn of_tree(tree: AnyTree<Arrangement>, compiled: &Compiled) -> (Locator, Walker) {
    let (arranger, symmetries) = (Arranger::new(compiled), symmetries(compiled));
    let kinds: Vec<usize> = compiled.pieces.iter().map(|piece| piece.kind).collect();
    let mut cursor = tree.clone();
    let locator = move |solution: &Arrangement| {
        // A tree may go for a solution through one that is symmetric to it, and turn it at the end.
        let images = symmetries.iter().filter_map(|symmetry| arranger.image(solution, symmetry));
        let goals = images.map(|image| placed(&image, &kinds).collect()).collect();
        let mut search = Locating { solution, goals, kinds: &kinds, path: Vec::new() };
        let is_found = search.descend(&mut cursor);
        is_found.then(|| Path::from(search.path))
    };
    let mut cursor = tree;
    let walker = move |path: &Path| {
        let mut depth = 0;
        for &digit in path.digits() {
            if digit >= cursor.fanout() || cursor.enter(digit..digit + 1).is_none() {
                break;
            }
            depth += 1;
        }
        let there = (depth == path.digits().len()).then(|| cursor.answer());
        (0..depth).for_each(|_| cursor.leave());
        there
    };
    (Box::new(locator), Box::new(walker))
}

/// The kinds that have been placed, and where.
fn placed<'a>(arrangement: &'a Arrangement, kinds: &'a [usize]) -> impl Iterator<Item = (usize, usize)> + 'a {
    arrangement.placements().zip(kinds).filter_map(|(placement, kind)| Some((*kind, placement?)))
}

/// Looks for a solution below the cursor, only where all that has been placed belongs to one of its images.
struct Locating<'a> {
    solution: &'a Arrangement,
    goals: Vec<HashSet<(usize, usize)>>,
    kinds: &'a [usize],
    path: Vec<u32>,
}

impl Locating<'_> {
    fn descend<T: Tree<Answer = Arrangement>>(&mut self, cursor: &mut T) -> bool {
        let here = cursor.answer();
        if cursor.is_answer() && here == *self.solution {
            return true;
        }
        if !self.goals.iter().any(|goal| placed(&here, self.kinds).all(|it| goal.contains(&it))) {
            return false;
        }
        let (mut digit, fanout) = (0, cursor.fanout());
        while digit < fanout {
            let Some(entered) = cursor.enter(digit..fanout) else { return false };
            self.path.push(entered);
            if self.descend(cursor) {
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
