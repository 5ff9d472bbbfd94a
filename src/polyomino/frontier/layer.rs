//! The windows with one first empty cell, and the steps from them.

/// Nodes whose edges are kept together, and that are one unit of work. Fixed, so that the graph does not depend on the
/// threads.
pub(super) const CHUNK: usize = 512;

/// The number of a node that cannot reach the end.
pub(super) const DEAD: u32 = u32::MAX;

/// A step from a node: which one of the layer's steps it is, and the node it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    /// The node in its layer.
    pub node: u32,
    /// The step's number among those of the layer it starts from.
    pub step: u16,
    /// How many layers further the node lies.
    pub ahead: u8,
}

/// The windows with one first empty cell. The edges of every so many nodes are in a vector of their own: one for all
/// of them would be copied as it grows, gigabytes at a time while nobody looks at the limits.
#[derive(Debug, Default)]
pub(super) struct Layer {
    /// The area of the used sets of each node, without the piece that is held fast.
    pub areas: Vec<u16>,
    /// Where each node's edges end in those of its chunk; they begin where those of the node before end.
    edges_to: Vec<u32>,
    /// By chunk.
    edges: Vec<Vec<Edge>>,
    /// How many edges there are.
    edge_count: usize,
}

impl Layer {
    /// A layer that will have so many nodes.
    pub fn with_room_for(nodes: usize) -> Self {
        Self {
            areas: Vec::with_capacity(nodes),
            edges_to: Vec::with_capacity(nodes),
            edges: Vec::with_capacity(nodes.div_ceil(CHUNK)),
            edge_count: 0,
        }
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.areas.len()
    }

    /// The number of chunks.
    pub fn chunks(&self) -> usize {
        self.edges.len()
    }

    /// The edges of a node.
    #[inline]
    pub fn edges_of(&self, node: usize) -> &[Edge] {
        let from = if node.is_multiple_of(CHUNK) { 0 } else { self.edges_to[node - 1] };
        &self.edges[node / CHUNK][from as usize..self.edges_to[node] as usize]
    }

    /// Adds a chunk of nodes: their areas, how many edges each has, and these. All chunks before it are full.
    pub fn push_chunk(&mut self, areas: impl Iterator<Item = u16>, counts: &[u32], edges: &[Edge]) {
        debug_assert!(self.len().is_multiple_of(CHUNK) && counts.len() <= CHUNK);
        self.areas.extend(areas);
        self.edges_to.extend(counts.iter().scan(0, |end, count| {
            *end += count;
            Some(*end)
        }));
        self.edges.push(edges.to_vec());
        self.edge_count += edges.len();
    }

    /// Adds a node.
    fn push(&mut self, area: u16, edges: &[Edge]) {
        if self.len().is_multiple_of(CHUNK) {
            self.trim();
            self.edges.push(Vec::new());
        }
        let chunk = self.edges.last_mut().expect("a chunk was begun");
        chunk.extend_from_slice(edges);
        self.areas.push(area);
        self.edges_to.push(chunk.len() as u32);
        self.edge_count += edges.len();
    }

    /// Gives back what the last chunk does not need: it would be up to half of it.
    fn trim(&mut self) {
        if let Some(last) = self.edges.last_mut() {
            last.shrink_to_fit();
        }
    }

    /// The nodes of a chunk without those that are dead, and which are not. `number` tells what a step's node is called
    /// by now.
    pub fn live_part(&self, chunk: usize, number: impl Fn(&Edge) -> u32) -> (Self, Vec<bool>) {
        let nodes = chunk * CHUNK..self.len().min((chunk + 1) * CHUNK);
        let (mut live, mut is_live, mut edges) = (Self::default(), Vec::with_capacity(nodes.len()), Vec::new());
        for node in nodes {
            edges.clear();
            edges.extend(self.edges_of(node).iter().filter_map(|edge| {
                let node = number(edge);
                (node != DEAD).then_some(Edge { node, ..*edge })
            }));
            is_live.push(!edges.is_empty());
            if !edges.is_empty() {
                live.push(self.areas[node], &edges);
            }
        }
        live.trim();
        (live, is_live)
    }

    /// Adds the nodes of another one.
    pub fn append(&mut self, later: &Self) {
        (0..later.len()).for_each(|node| self.push(later.areas[node], later.edges_of(node)));
    }

    /// The memory it takes.
    pub fn bytes(&self) -> u64 {
        let chunks = self.edges.len() * size_of::<Vec<Edge>>();
        (self.areas.len() * 6 + chunks + self.edge_count * size_of::<Edge>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(node: usize) -> Edge {
        Edge { node: node as u32, step: (node % 7) as u16, ahead: 1 }
    }

    /// Node n has n % 4 edges, which lead to n, n + 1 and so on.
    fn layer(nodes: usize) -> Layer {
        let mut layer = Layer::with_room_for(nodes);
        for from in (0..nodes).step_by(CHUNK) {
            let chunk = from..nodes.min(from + CHUNK);
            let counts: Vec<u32> = chunk.clone().map(|node| node as u32 % 4).collect();
            let edges: Vec<Edge> = chunk.clone().flat_map(|node| (node..node + node % 4).map(edge)).collect();
            layer.push_chunk(chunk.map(|node| node as u16), &counts, &edges);
        }
        layer
    }

    #[test]
    fn edges_are_found_in_any_chunk() {
        let layer = layer(3 * CHUNK + 5);
        assert_eq!((layer.len(), layer.chunks()), (3 * CHUNK + 5, 4));
        for node in 0..layer.len() {
            let expected: Vec<Edge> = (node..node + node % 4).map(edge).collect();
            assert_eq!(layer.edges_of(node), expected);
        }
    }

    #[test]
    fn what_is_live_is_kept_in_order_under_new_numbers() {
        let layer = layer(3 * CHUNK + 5);
        // Every third node ahead is dead; the others are called by ten times their number.
        let number = |edge: &Edge| if edge.node.is_multiple_of(3) { DEAD } else { edge.node * 10 };
        let (mut live, mut is_live) = (Layer::default(), Vec::new());
        for chunk in 0..layer.chunks() {
            let (part, of_part) = layer.live_part(chunk, number);
            live.append(&part);
            is_live.extend(of_part);
        }
        let left = |node: usize| (node..node + node % 4).filter(|ahead| ahead % 3 != 0);
        let expected: Vec<usize> = (0..layer.len()).filter(|node| left(*node).count() > 0).collect();
        assert_eq!((0..layer.len()).filter(|node| is_live[*node]).collect::<Vec<_>>(), expected);
        assert_eq!(live.len(), expected.len());
        for (at, node) in expected.into_iter().enumerate() {
            let edges: Vec<Edge> = left(node).map(|ahead| Edge { node: ahead as u32 * 10, ..edge(ahead) }).collect();
            assert_eq!((live.areas[at], live.edges_of(at)), (node as u16, edges.as_slice()));
        }
    }
}
