//! How new a state is: whether something, or two things together, were never done before in a state that looked as near
//! to the goal. A search that is led astray gets out again by what is new.

use crate::lockpick::level::NodeSet;

/// In larger levels only single things are looked at.
const MOST_NODES_FOR_PAIRS: usize = 512;

/// How new a state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Novelty {
    /// It reaches a node that no state as near to the goal reached.
    Node,
    /// It reaches two nodes that no state as near to the goal reached both.
    Pair,
    /// All that was seen before.
    Nothing,
}

/// What was seen so far in states that looked equally near to the goal.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// For every distance and every node, the nodes that were reached together with it.
    together: Vec<Vec<NodeSet>>,
}

impl Memory {
    /// Tells how new it is that a state at a distance reaches these nodes, and remembers it.
    pub fn look_at(&mut self, distance: usize, region: &NodeSet) -> Novelty {
        let nodes = region.words().len() * 64;
        if self.together.len() <= distance {
            self.together.resize_with(distance + 1, Vec::new);
        }
        let together = &mut self.together[distance];
        let rows = if nodes <= MOST_NODES_FOR_PAIRS { nodes } else { 1 };
        together.resize_with(rows, || NodeSet::new(nodes));
        if rows == 1 {
            return if together[0].include(region) { Novelty::Node } else { Novelty::Nothing };
        }
        let mut novelty = Novelty::Nothing;
        for node in region.iter() {
            let is_new = !together[node].contains(node);
            if together[node].include(region) {
                novelty = novelty.min(if is_new { Novelty::Node } else { Novelty::Pair });
            }
        }
        novelty
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(nodes: &[usize]) -> NodeSet {
        let mut set = NodeSet::new(10);
        nodes.iter().for_each(|&node| {
            set.insert(node);
        });
        set
    }

    #[test]
    fn nodes_pairs_and_nothing_new_are_told_apart() {
        let mut memory = Memory::default();
        let mut look = |distance, nodes: &[usize]| memory.look_at(distance, &set(nodes));
        assert_eq!(look(4, &[1, 2]), Novelty::Node);
        assert_eq!(look(4, &[1, 3]), Novelty::Node);
        assert_eq!(look(4, &[2, 3]), Novelty::Pair);
        assert_eq!(look(4, &[1, 2, 3]), Novelty::Nothing);
        // Nearer to the goal, all is new again.
        assert_eq!(look(3, &[1, 2]), Novelty::Node);
    }
}
