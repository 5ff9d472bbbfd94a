//! The steps of the windows' graph seen from where they lead to.

use crate::search::Control;

use super::{NoGraph, windows::Windows};

/// What it takes to sort one of them in, about.
const NANOSECONDS: u64 = 8;

/// A step that leads to a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    /// The node it leads to.
    node: u32,
    /// The node it starts from, so many layers before.
    pub from: u32,
    pub step: u16,
    pub back: u8,
}

/// The steps that lead to layers ahead, as far as the layers they start from have been passed.
#[derive(Debug)]
pub(super) struct Arrivals(Vec<Vec<Arrival>>);

impl Arrivals {
    /// None yet, for so many layers.
    pub fn new(layers: usize) -> Self {
        Self(vec![Vec::new(); layers])
    }

    /// Enters the steps that start from a layer.
    pub fn pass(&mut self, windows: &Windows, at: usize, control: &Control) -> Result<(), NoGraph> {
        let (layer, mut lookout) = (&windows.layers[at], control.lookout());
        for from in 0..layer.len() {
            let edges = layer.edges_of(from);
            lookout.spend(NANOSECONDS * edges.len() as u64)?;
            for edge in edges {
                let arrival = Arrival { node: edge.node, from: from as u32, step: edge.step, back: edge.ahead };
                self.0[at + usize::from(edge.ahead)].push(arrival);
            }
        }
        Ok(())
    }

    /// Takes out the steps that lead to a layer of so many nodes.
    pub fn take(&mut self, at: usize, nodes: usize, control: &Control) -> Result<ByNode, NoGraph> {
        let (arrivals, mut lookout) = (std::mem::take(&mut self.0[at]), control.lookout());
        let mut from = vec![0u32; nodes + 1];
        for arrival in &arrivals {
            from[arrival.node as usize + 1] += 1;
            lookout.spend(NANOSECONDS)?;
        }
        for node in 0..nodes {
            from[node + 1] += from[node];
        }
        let mut place = from.clone();
        let mut sorted = arrivals.clone();
        for arrival in arrivals {
            let place = &mut place[arrival.node as usize];
            sorted[*place as usize] = arrival;
            *place += 1;
            lookout.spend(NANOSECONDS)?;
        }
        Ok(ByNode { from, sorted })
    }
}

/// The steps that lead to a layer, by node.
#[derive(Debug)]
pub(super) struct ByNode {
    from: Vec<u32>,
    sorted: Vec<Arrival>,
}

impl ByNode {
    /// The steps that lead to a node.
    pub fn of(&self, node: usize) -> &[Arrival] {
        &self.sorted[self.from[node] as usize..self.from[node + 1] as usize]
    }
}
