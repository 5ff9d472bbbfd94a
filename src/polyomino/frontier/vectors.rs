//! Numbers of ways by rank, for the nodes of a layer: only those that are not zero, in as few bytes as they need.

use super::ranks::Rank;

/// Where a node's numbers are.
#[derive(Clone, Copy, Debug)]
struct Held {
    ranks_end: u32,
    counts_from: u32,
    /// All its numbers have at most so many bits.
    bits: u8,
}

/// The numbers of some nodes.
#[derive(Clone, Debug)]
pub(super) struct Chunk<R> {
    nodes: Vec<Held>,
    ranks: Vec<R>,
    bytes: Vec<u8>,
    pairs: Vec<u16>,
    quads: Vec<u32>,
    octets: Vec<u64>,
}

impl<R: Rank> Chunk<R> {
    /// A chunk that has no nodes yet.
    pub fn new() -> Self {
        let (nodes, ranks, bytes, pairs, quads, octets) = Default::default();
        Self { nodes, ranks, bytes, pairs, quads, octets }
    }

    /// Adds the numbers of the next node.
    pub fn push(&mut self, ranks: &[R], counts: &[u64]) {
        let bits = 64 - counts.iter().fold(0, |all, count| all | count).leading_zeros();
        self.ranks.extend_from_slice(ranks);
        let counts = counts.iter();
        let counts_from = match bits {
            0..=8 => extend(&mut self.bytes, counts.map(|count| *count as u8)),
            9..=16 => extend(&mut self.pairs, counts.map(|count| *count as u16)),
            17..=32 => extend(&mut self.quads, counts.map(|count| *count as u32)),
            _ => extend(&mut self.octets, counts.copied()),
        };
        self.nodes.push(Held { ranks_end: self.ranks.len() as u32, counts_from, bits: bits as u8 });
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.ranks.len()
    }

    /// Forgets all nodes, and keeps the memory for others.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.ranks.clear();
        self.bytes.clear();
        self.pairs.clear();
        self.quads.clear();
        self.octets.clear();
    }

    /// The memory that a copy takes, which has no room for more.
    pub fn bytes(&self) -> u64 {
        let counts = self.bytes.len() + self.pairs.len() * 2 + self.quads.len() * 4 + self.octets.len() * 8;
        (self.nodes.len() * size_of::<Held>() + self.ranks.len() * size_of::<R>() + counts) as u64
    }

    fn get(&self, node: usize) -> Vector<'_, R> {
        let Held { ranks_end, counts_from, bits } = self.nodes[node];
        let from = if node == 0 { 0 } else { self.nodes[node - 1].ranks_end as usize };
        let ranks = &self.ranks[from..ranks_end as usize];
        let counts = counts_from as usize..counts_from as usize + ranks.len();
        let counts = match bits {
            0..=8 => Counts::Bytes(&self.bytes[counts]),
            9..=16 => Counts::Pairs(&self.pairs[counts]),
            17..=32 => Counts::Quads(&self.quads[counts]),
            _ => Counts::Octets(&self.octets[counts]),
        };
        Vector { ranks, counts, bits: u32::from(bits) }
    }
}

/// Appends, and tells where that begins.
fn extend<C>(to: &mut Vec<C>, counts: impl Iterator<Item = C>) -> u32 {
    let from = to.len();
    to.extend(counts);
    from as u32
}

/// The numbers of one node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vector<'a, R> {
    pub ranks: &'a [R],
    pub counts: Counts<'a>,
    /// All numbers have at most so many bits.
    pub bits: u32,
}

/// Numbers in as many bytes as the largest of them needs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Counts<'a> {
    Bytes(&'a [u8]),
    Pairs(&'a [u16]),
    Quads(&'a [u32]),
    Octets(&'a [u64]),
}

/// The numbers of all nodes of a layer.
#[derive(Debug)]
pub(super) struct Vectors<R> {
    chunk: usize,
    chunks: Vec<Chunk<R>>,
    /// How many numbers there are.
    pub entries: u64,
    /// The memory they take.
    pub bytes: u64,
}

impl<R: Rank> Vectors<R> {
    /// Puts chunks of `chunk` nodes together; the last may have fewer.
    pub fn new(chunk: usize, chunks: Vec<Chunk<R>>, bytes: u64) -> Self {
        let entries = chunks.iter().map(|chunk| chunk.len() as u64).sum();
        Self { chunk, chunks, entries, bytes }
    }

    /// The numbers of a node.
    #[inline]
    pub fn get(&self, node: usize) -> Vector<'_, R> {
        self.chunks[node / self.chunk].get(node % self.chunk)
    }
}
