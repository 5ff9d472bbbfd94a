//! Who is linked with whom: all links of every cell in one list. A link has a number, the same from both of its ends.

use crate::search::{Lookout, StopReason};

/// A link of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The cell it leads to.
    pub to: u32,
    /// Its number.
    pub edge: u32,
}

/// The links of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// Where the links of each cell begin, and where the last ones end.
    starts: Vec<u32>,
    list: Vec<Link>,
    edges: usize,
}

impl Links {
    /// For the cells in their order: `close` after the links of each.
    pub fn with_capacity(cells: usize, links: usize) -> Self {
        let mut starts = Vec::with_capacity(cells + 1);
        starts.push(0);
        Self { starts, list: Vec::with_capacity(links), edges: 0 }
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many links there are.
    pub fn edges(&self) -> usize {
        self.edges
    }

    /// The links of a cell.
    #[inline]
    pub fn of(&self, cell: usize) -> &[Link] {
        &self.list[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// Adds a link of the cell that is not closed yet. If the other end has its links already, it is the same link.
    pub(super) fn push(&mut self, to: usize) {
        let cell = self.cells();
        let edge = if to < cell {
            self.of(to).iter().find(|link| link.to == cell as u32).map_or(0, |link| link.edge)
        } else {
            self.edges += 1;
            self.edges as u32 - 1
        };
        self.list.push(Link { to: to as u32, edge });
    }

    /// Ends the links of a cell.
    pub(super) fn close(&mut self) {
        self.starts.push(self.list.len() as u32);
    }

    /// Both ends of every link, by its number; the lower cell first.
    pub fn ends(&self) -> Vec<[u32; 2]> {
        let mut ends = vec![[0; 2]; self.edges];
        for cell in 0..self.cells() {
            for link in self.of(cell).iter().filter(|link| link.to as usize > cell) {
                ends[link.edge as usize] = [cell as u32, link.to];
            }
        }
        ends
    }

    /// The links between groups of cells, whose numbers go from 0 up to `count`. Those within a group are left out;
    /// the others keep their numbers.
    pub(super) fn between(&self, groups: &[u32], count: usize, watch: &mut Lookout<'_>) -> Result<Self, StopReason> {
        let mut starts = vec![0u32; count + 1];
        let crosses = |cell: usize, link: &Link| groups[cell] != groups[link.to as usize];
        for cell in 0..self.cells() {
            watch.spend(16)?;
            let links = self.of(cell).iter().filter(|link| crosses(cell, link)).count();
            starts[groups[cell] as usize + 1] += links as u32;
        }
        for group in 0..count {
            starts[group + 1] += starts[group];
        }
        let mut list = vec![Link { to: 0, edge: 0 }; starts[count] as usize];
        let mut next = starts.clone();
        for cell in 0..self.cells() {
            watch.spend(32)?;
            for link in self.of(cell).iter().filter(|link| crosses(cell, link)) {
                let place = &mut next[groups[cell] as usize];
                list[*place as usize] = Link { to: groups[link.to as usize], edge: link.edge };
                *place += 1;
            }
        }
        Ok(Self { starts, list, edges: self.edges })
    }
}
