//! Mazes on any grid: hexagons, triangles, rings, squares whose ways cross over and under, and several floors. A grid
//! is a description of cells, neighbours and lines in the plane ([`layout`]); everything else (making, solving,
//! measuring, drawing) is done once, on cells and links ([`ground`]). Mazes of plain squares have a form of their own
//! that is made for a billion cells and more ([`super::grid`]).

mod answer;
mod case;
pub mod certify;
mod convert;
pub mod draw;
pub mod embed;
pub mod family;
pub mod file;
pub mod generate;
pub mod ground;
pub mod layout;
pub mod links;
pub mod measure;
pub mod recipe;
pub mod request;
pub mod routing;
pub mod sets;
pub mod shape;
pub mod sites;
mod solution;
pub mod solve;
#[cfg(test)]
mod tests;
pub mod text;

use self::{ground::Ground, links::Link};
use super::grid::Bits;

/// A maze on any ground.
#[derive(Clone, Debug)]
pub struct GraphMaze {
    /// Cells and links.
    pub ground: Ground,
    /// For every link, is it open?
    pub open: Bits,
    /// Start and goal.
    pub ends: [usize; 2],
}

impl GraphMaze {
    /// The open links of a cell.
    #[inline]
    pub fn exits(&self, cell: usize) -> impl Iterator<Item = Link> + '_ {
        self.ground.links().of(cell).iter().copied().filter(|link| self.open[link.edge as usize])
    }

    /// How many open links a cell has.
    pub fn ways(&self, cell: usize) -> usize {
        self.exits(cell).count()
    }

    /// A cell for people. The one below at a crossing is named as the place is.
    pub fn name(&self, cell: usize) -> String {
        self.ground.shape().name(self.ground.place_of(cell))
    }

    /// The numbers of its name.
    pub fn numbers(&self, cell: usize) -> Vec<usize> {
        self.ground.shape().numbers(self.ground.place_of(cell))
    }
}
