//! What a puzzle must offer to be searched: a cursor that walks a tree whose edges are numbered.

use std::ops::Range;

use serde::{Serialize, de::DeserializeOwned};

use super::{any_tree::AnyTree, control::Control, sweep::Sweep};

/// A cursor over a search tree, standing on one node.
///
/// A node is named by the digits of the edges that lead to it from the root, so the cursor's behaviour must be a
/// pure function of those digits: the same digits always lead to the same node with the same children. Two cursors
/// of one tree, on two threads or two machines, then agree on what every id means.
///
/// The engine clones the cursor once per worker; tables that never change belong behind an [`std::sync::Arc`], and
/// nothing is borrowed.
pub trait Tree: Clone + Send + 'static {
    /// What a solution node stands for.
    type Answer: Clone + Send + Serialize + DeserializeOwned + 'static;

    /// The number of digits below the current node. Digits may turn out to lead nowhere: `enter` skips those.
    fn fanout(&self) -> u32;

    /// Moves to the first child among `digits` that is worth visiting and tells which, or stays and tells `None`.
    fn enter(&mut self, digits: Range<u32>) -> Option<u32>;

    /// Moves back to the parent. Never called on the root.
    fn leave(&mut self);

    /// Is the current node a solution?
    fn is_answer(&self) -> bool;

    /// The solution the current node stands for. Called only where `is_answer` holds.
    fn answer(&self) -> Self::Answer;

    /// What has been chosen on the way to the current node, as [`answer`](Self::answer) would tell it, for people who
    /// watch. `None` where that means nothing.
    fn so_far(&self) -> Option<Self::Answer> {
        None
    }

    /// Can entering a single node take long, as where a node stands for a whole attempt? Then the engine looks around
    /// after every node, and forgets what came out of one during which the run was stopped.
    fn has_slow_nodes(&self) -> bool {
        false
    }

    /// Would it take long to enter this child? Such a node is entered to be searched, never to find out where to cut.
    fn is_slow(&self, digit: u32) -> bool {
        let _ = digit;
        false
    }

    /// Children of open nodes that lie deeper than so many digits are not given away to others: whoever took them would
    /// have to enter slow nodes again to come there.
    fn divisible_depth(&self) -> usize {
        usize::MAX
    }

    /// Hands over the run's control before the search begins. A tree whose nodes are [slow](Self::has_slow_nodes) looks
    /// at it now and then, and comes back at once when the run is stopped.
    fn watch(&mut self, control: &Control) {
        let _ = control;
    }

    /// Can sweeps pause half-way? Then they are never given up: where one has become too long, the tree
    /// [says where](Sweep::pause_at), and the search goes on from there.
    #[inline]
    fn pauses(&self) -> bool {
        false
    }

    /// Do sweeps pass over solutions that are worse than those before them, or equal unless the sweep
    /// [wants equals](Sweep::wants_equals), or below the floor? Then only a quest for the best solutions sweeps; for
    /// every other one the tree is searched node by node.
    fn sweeps_only_for_best(&self) -> bool {
        false
    }

    /// Has the tree a faster way to search everything below the current node than node by node?
    #[inline]
    fn can_sweep(&self) -> bool {
        false
    }

    /// Searches everything below the current node at once. Called only where `can_sweep` holds. What it enters into
    /// `sweep` must be exactly what a walk would find below the node; the node itself has been counted already, also
    /// where it is a solution. Nobody can interrupt a sweep, so it has to look now and then whether it
    /// [has become too long](Sweep::is_too_long), and then to come back.
    fn sweep(&mut self, sweep: &mut Sweep<'_, Self::Answer>) {
        let _ = sweep;
    }

    /// How good the current solution is. Only [`Quest::Best`](super::Quest::Best) asks.
    fn score(&self) -> i64 {
        0
    }

    /// Tells that from here on only solutions with at least this score matter, so `enter` may skip children that
    /// cannot lead to one. Called between nodes, with rising and (at a new range) falling values.
    fn set_floor(&mut self, floor: i64) {
        let _ = floor;
    }

    /// The same tree behind a pointer. Trees of different types that have the same solutions become one type by it.
    fn into_any(self) -> AnyTree<Self::Answer> {
        AnyTree::new(self)
    }
}
