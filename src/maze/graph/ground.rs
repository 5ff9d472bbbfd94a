//! What a maze is made on: the cells of a shape without those that are left out, the links between neighbours, the
//! stairs between floors, and the crossings at which one way leads over another.
//!
//! A crossing is two cells in one place: the one above keeps the number of the place, the one below comes after all
//! places. Both have two links, which lie opposite and are always open.

use super::{
    layout::{self, Behind},
    links::Links,
    sets::Sets,
    shape::{Grid, Shape},
};
use crate::{
    maze::grid::Bits,
    search::{Control, Lookout, StopReason},
};

/// A place where one way leads over another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The place, and the cell above.
    pub cell: usize,
    /// Is the way above level, from west to east?
    pub is_level_above: bool,
}

/// Cells and their links.
#[derive(Clone, Debug)]
pub struct Ground {
    shape: Shape,
    /// The cells that are there; `None` if all of them are.
    mask: Option<Bits>,
    /// By their places.
    crossings: Vec<Crossing>,
    links: Links,
}

/// Bytes that a cell of the ground takes, about.
pub const BYTES_PER_CELL: f64 = 90.0;

impl Ground {
    /// Lays the ground. Crossings come in the order of their places, no two beside each other nor at the edge or
    /// beside a missing cell; a stair leads up from each of these cells.
    pub fn new(
        shape: Shape,
        mask: Option<Bits>,
        crossings: Vec<Crossing>,
        stairs: &Bits,
        control: &Control,
    ) -> Result<Self, StopReason> {
        let most_sides = if shape.grid() == Grid::Hex { 6 } else { 4 };
        control.allow_memory(shape.cells() as u64 * 8 * most_sides)?;
        let mut watch = control.lookout();
        let cells = shape.cells() + crossings.len();
        let mut links = Links::with_capacity(cells, shape.cells() * most_sides as usize);
        let floor = shape.floor_cells();
        let exists = |cell: usize| mask.as_ref().is_none_or(|mask| mask[cell]);
        let crossing_at = |cell: usize| crossings.binary_search_by_key(&cell, |crossing| crossing.cell).ok();
        // The cell that is reached in a place through this side of the cell before it.
        let reached = |cell: usize, side: usize| match crossing_at(cell) {
            Some(index) if crossings[index].is_level_above != (side % 2 == 1) => shape.cells() + index,
            _ => cell,
        };
        for cell in 0..shape.cells() {
            watch.spend(80)?;
            if exists(cell) {
                let [level, row, col] = shape.place(cell);
                let crossing = crossing_at(cell).map(|index| crossings[index]);
                for side in 0..layout::sides(&shape, row, col) {
                    if crossing.is_some_and(|crossing| crossing.is_level_above != (side % 2 == 1)) {
                        continue;
                    }
                    if let Behind::Cell(row, col) = layout::behind(&shape, row, col, side) {
                        let next = shape.cell([level, row, col]);
                        if exists(next) {
                            links.push(reached(next, side));
                        }
                    }
                }
                if level + 1 < shape.floors() && stairs[cell] {
                    links.push(cell + floor);
                }
                if level > 0 && stairs[cell - floor] {
                    links.push(cell - floor);
                }
            }
            links.close();
        }
        for crossing in &crossings {
            let [level, row, col] = shape.place(crossing.cell);
            for side in [0, 2].map(|side| if crossing.is_level_above { side } else { side + 1 }) {
                if let Behind::Cell(row, col) = layout::behind(&shape, row, col, side) {
                    links.push(shape.cell([level, row, col]));
                }
            }
            links.close();
        }
        Ok(Self { shape, mask, crossings, links })
    }

    /// The places.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The links of the cells.
    pub fn links(&self) -> &Links {
        &self.links
    }

    /// The crossings, by their places.
    pub fn crossings(&self) -> &[Crossing] {
        &self.crossings
    }

    /// Is there a cell with this number?
    #[inline]
    pub fn has(&self, cell: usize) -> bool {
        self.mask.as_ref().is_none_or(|mask| cell >= mask.len() || mask[cell])
    }

    /// The cells that are there.
    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.links.cells()).filter(|&cell| self.has(cell))
    }

    /// The place of a cell, which may be the one below at a crossing.
    #[inline]
    pub fn place_of(&self, cell: usize) -> usize {
        cell.checked_sub(self.shape.cells()).map_or(cell, |index| self.crossings[index].cell)
    }

    /// Is the cell one of the two at a crossing?
    pub fn is_crossing(&self, cell: usize) -> bool {
        cell >= self.shape.cells() || self.crossings.binary_search_by_key(&cell, |crossing| crossing.cell).is_ok()
    }

    /// Leaves cells out.
    pub(super) fn set_mask(&mut self, mask: Bits) {
        self.mask = Some(mask);
    }

    /// The cells that are there, if some are not.
    pub fn mask(&self) -> Option<&Bits> {
        self.mask.as_ref()
    }

    /// The links that are always open, those of the crossings; and the group of every cell, cells that these links
    /// join being in one. The groups are numbered.
    pub(super) fn groups(&self, watch: &mut Lookout<'_>) -> Result<Groups, StopReason> {
        let mut sets = Sets::new(self.links.cells());
        let mut open = Vec::new();
        let below = self.shape.cells()..self.links.cells();
        for cell in self.crossings.iter().map(|crossing| crossing.cell).chain(below) {
            watch.spend(64)?;
            for link in self.links.of(cell) {
                sets.join(cell, link.to as usize);
                open.push(link.edge);
            }
        }
        let mut groups = vec![u32::MAX; self.links.cells()];
        let mut count = 0;
        for cell in 0..groups.len() {
            watch.spend(16)?;
            let first = sets.of(cell);
            if groups[first] == u32::MAX {
                groups[first] = count;
                count += 1;
            }
            groups[cell] = groups[first];
        }
        Ok(Groups { open, of_cells: groups, count: count as usize })
    }
}

/// Cells that are always joined, as groups.
pub(super) struct Groups {
    /// The links that join them.
    pub open: Vec<u32>,
    /// The group of every cell.
    pub of_cells: Vec<u32>,
    /// How many groups there are.
    pub count: usize,
}
