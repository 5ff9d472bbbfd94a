//! A set of nodes, one bit each.

use serde::{Deserialize, Serialize};

use super::level::NodeId;

/// A set of nodes of one level. Its room is fixed when it is made.
#[derive(Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NodeSet {
    words: Vec<u64>,
}

impl Clone for NodeSet {
    fn clone(&self) -> Self {
        Self { words: self.words.clone() }
    }

    /// Keeps the memory it has: searches copy states all the time.
    fn clone_from(&mut self, other: &Self) {
        self.words.clone_from(&other.words);
    }
}

impl NodeSet {
    /// The empty set with room for so many nodes.
    pub fn new(nodes: usize) -> Self {
        Self { words: vec![0; nodes.div_ceil(64)] }
    }

    /// Adds a node and tells whether it is new.
    #[inline]
    pub fn insert(&mut self, node: NodeId) -> bool {
        let (word, bit) = (&mut self.words[node / 64], 1 << (node % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Takes a node out.
    #[inline]
    pub fn remove(&mut self, node: NodeId) {
        self.words[node / 64] &= !(1 << (node % 64));
    }

    /// Whether a node is in it.
    #[inline]
    pub fn contains(&self, node: NodeId) -> bool {
        self.words[node / 64] >> (node % 64) & 1 == 1
    }

    /// Takes all nodes out.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds all nodes of another set and tells whether any is new.
    pub fn include(&mut self, other: &Self) -> bool {
        let mut is_new = false;
        for (own, &other) in self.words.iter_mut().zip(&other.words) {
            is_new |= other & !*own != 0;
            *own |= other;
        }
        is_new
    }

    /// Whether it has all nodes of another.
    pub fn is_superset(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(own, other)| other & !own == 0)
    }

    /// The nodes, in order.
    pub fn iter(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(index * 64 + bit)
            })
        })
    }

    /// Its bits.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Its bits, to be set from elsewhere.
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_come_out_in_order() {
        let mut set = NodeSet::new(130);
        assert!(set.insert(129) && set.insert(0) && set.insert(64) && !set.insert(64));
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 64, 129]);
        set.remove(64);
        assert!(!set.contains(64) && set.contains(129));
    }
}
