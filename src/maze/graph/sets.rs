//! Sets of cells that grow together.

/// Every cell in a set of its own at first.
#[derive(Clone, Debug)]
pub struct Sets {
    above: Vec<u32>,
}

impl Sets {
    /// So many cells.
    pub fn new(cells: usize) -> Self {
        Self { above: (0..cells as u32).collect() }
    }

    /// The cell that stands for the whole set.
    #[inline]
    pub fn of(&mut self, cell: usize) -> usize {
        let mut cell = cell as u32;
        while self.above[cell as usize] != cell {
            let above = self.above[cell as usize];
            self.above[cell as usize] = self.above[above as usize];
            cell = self.above[cell as usize];
        }
        cell as usize
    }

    /// Makes one set of two; false if they are one already.
    #[inline]
    pub fn join(&mut self, one: usize, other: usize) -> bool {
        let (one, other) = (self.of(one), self.of(other));
        // The lower number stands for both, so that names do not depend on the order.
        self.above[one.max(other)] = one.min(other) as u32;
        one != other
    }
}
