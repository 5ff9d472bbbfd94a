//! A tree of any kind behind a pointer: the engine is compiled once for every kind of solution, not once for every
//! tree.
//!
//! Families have dozens of trees (a strategy for every number of words a board takes), and the engine around all of
//! them is the same. That costs a call through a pointer for each thing that is asked of a node; a sweep, where most of
//! the time goes, is one call for thousands of nodes.

use std::ops::Range;

use serde::{Serialize, de::DeserializeOwned};

use super::{control::Control, sweep::Sweep, tree::Tree};

/// A cursor over some tree with solutions `A`: what [`Tree::into_any`] makes.
pub struct AnyTree<A>(Box<dyn Cursor<A>>);

impl<A> AnyTree<A> {
    pub(super) fn new(tree: impl Tree<Answer = A>) -> Self {
        Self(Box::new(tree))
    }
}

impl<A> Clone for AnyTree<A> {
    fn clone(&self) -> Self {
        Self(self.0.copy())
    }
}

impl<A> std::fmt::Debug for AnyTree<A> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("AnyTree").finish_non_exhaustive()
    }
}

/// [`Tree`], as far as it can be called through a pointer.
trait Cursor<A>: Send {
    fn copy(&self) -> Box<dyn Cursor<A>>;
    fn fanout(&self) -> u32;
    fn enter(&mut self, digits: Range<u32>) -> Option<u32>;
    fn leave(&mut self);
    fn is_answer(&self) -> bool;
    fn answer(&self) -> A;
    fn so_far(&self) -> Option<A>;
    fn has_slow_nodes(&self) -> bool;
    fn is_slow(&self, digit: u32) -> bool;
    fn divisible_depth(&self) -> usize;
    fn watch(&mut self, control: &Control);
    fn pauses(&self) -> bool;
    fn sweeps_only_for_best(&self) -> bool;
    fn can_sweep(&self) -> bool;
    fn sweep(&mut self, sweep: &mut Sweep<'_, A>);
    fn score(&self) -> i64;
    fn set_floor(&mut self, floor: i64);
}

impl<A, T: Tree<Answer = A>> Cursor<A> for T {
    fn copy(&self) -> Box<dyn Cursor<A>> {
        Box::new(self.clone())
    }

    fn fanout(&self) -> u32 {
        Tree::fanout(self)
    }

    fn enter(&mut self, digits: Range<u32>) -> Option<u32> {
        Tree::enter(self, digits)
    }

    fn leave(&mut self) {
        Tree::leave(self);
    }

    fn is_answer(&self) -> bool {
        Tree::is_answer(self)
    }

    fn answer(&self) -> A {
        Tree::answer(self)
    }

    fn so_far(&self) -> Option<A> {
        Tree::so_far(self)
    }

    fn has_slow_nodes(&self) -> bool {
        Tree::has_slow_nodes(self)
    }

    fn is_slow(&self, digit: u32) -> bool {
        Tree::is_slow(self, digit)
    }

    fn divisible_depth(&self) -> usize {
        Tree::divisible_depth(self)
    }

    fn watch(&mut self, control: &Control) {
        Tree::watch(self, control);
    }

    fn pauses(&self) -> bool {
        Tree::pauses(self)
    }

    fn sweeps_only_for_best(&self) -> bool {
        Tree::sweeps_only_for_best(self)
    }

    fn can_sweep(&self) -> bool {
        Tree::can_sweep(self)
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, A>) {
        Tree::sweep(self, sweep);
    }

    fn score(&self) -> i64 {
        Tree::score(self)
    }

    fn set_floor(&mut self, floor: i64) {
        Tree::set_floor(self, floor);
    }
}

impl<A: Clone + Send + Serialize + DeserializeOwned + 'static> Tree for AnyTree<A> {
    type Answer = A;

    fn into_any(self) -> Self {
        self
    }

    fn fanout(&self) -> u32 {
        self.0.fanout()
    }

    fn enter(&mut self, digits: Range<u32>) -> Option<u32> {
        self.0.enter(digits)
    }

    fn leave(&mut self) {
        self.0.leave();
    }

    fn is_answer(&self) -> bool {
        self.0.is_answer()
    }

    fn answer(&self) -> A {
        self.0.answer()
    }

    fn so_far(&self) -> Option<A> {
        self.0.so_far()
    }

    fn has_slow_nodes(&self) -> bool {
        self.0.has_slow_nodes()
    }

    fn is_slow(&self, digit: u32) -> bool {
        self.0.is_slow(digit)
    }

    fn divisible_depth(&self) -> usize {
        self.0.divisible_depth()
    }

    fn watch(&mut self, control: &Control) {
        self.0.watch(control);
    }

    fn pauses(&self) -> bool {
        self.0.pauses()
    }

    fn sweeps_only_for_best(&self) -> bool {
        self.0.sweeps_only_for_best()
    }

    fn can_sweep(&self) -> bool {
        self.0.can_sweep()
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, A>) {
        self.0.sweep(sweep);
    }

    fn score(&self) -> i64 {
        self.0.score()
    }

    fn set_floor(&mut self, floor: i64) {
        self.0.set_floor(floor);
    }
}
