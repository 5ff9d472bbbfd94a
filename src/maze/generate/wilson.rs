//! Wilson's algorithm: from every cell a random walk to the tree, with its loops cut off, becomes a branch. Every
//! spanning tree is equally likely. A cell remembers only the way it was left last, which is what cuts the loops.
//!
//! In which order the walks begin changes neither the trees nor how long it takes to walk, but where: halves of halves
//! of the grid, one after the other, keep most walks near the last ones, in memory that is at hand.

use std::ops::Range;

use super::{
    STEPS,
    parents::{FREE, LINKED, PARENT, Parents, TAKEN},
};
use crate::{
    maze::{
        grid::{Bits, Direction, Maze, Size},
        mask,
        random::Random,
    },
    search::{Lookout, StopReason},
};

/// Makes a perfect maze of every part of the grid, each equally likely.
pub fn generate(
    size: Size,
    cells: Option<&Bits>,
    random: &mut Random,
    watch: &mut Lookout<'_>,
) -> Result<Maze, StopReason> {
    // No cell is ever taken here in the sense of `Parents::take`: the free neighbours stay all neighbours there are.
    let mut parents = Parents::new(size, cells, watch)?;
    let strides = parents.strides();
    match cells {
        // Any root will do; walks find one in the middle soonest.
        None => {
            let middle = parents.at(size.cell(size.rows() / 2, size.cols() / 2));
            parents.bytes[middle] |= TAKEN;
        }
        Some(cells) => {
            for part in mask::parts(size, cells) {
                let root = parents.at(part.first);
                parents.bytes[root] |= TAKEN;
            }
        }
    }
    let mut choices = Choices::new();
    for start in Starts::new(size) {
        let start = parents.at(start);
        let mut at = start;
        let mut steps = 0;
        loop {
            let here = parents.bytes[at];
            if here & TAKEN != 0 {
                break;
            }
            let mut way = choices.next(random);
            while here & FREE & (1 << way) == 0 {
                way = choices.next(random);
            }
            parents.bytes[at] = here & FREE | way << PARENT;
            at = at.wrapping_add_signed(strides[way as usize]);
            steps += 1;
            if steps == STEPS {
                watch.spend(4 * STEPS)?;
                steps = 0;
            }
        }
        watch.spend(4 * steps + 4)?;
        at = start;
        while parents.bytes[at] & TAKEN == 0 {
            parents.bytes[at] |= TAKEN | LINKED;
            let way = Direction::from_number(parents.bytes[at] >> PARENT);
            at = at.wrapping_add_signed(strides[way as usize]);
        }
    }
    parents.into_maze(cells, watch)
}

/// Parts of the grid of up to this many cells to a side are not halved any more.
const SMALL: usize = 64;

/// All cells, part by part: the longer side of a part is halved until it is small.
struct Starts {
    size: Size,
    /// Parts still to come: first row, first column, rows and columns.
    parts: Vec<[usize; 4]>,
    /// What is left of the row at hand, and of its part.
    row: Range<usize>,
    part: [usize; 4],
}

impl Starts {
    fn new(size: Size) -> Self {
        Self { size, parts: vec![[0, 0, size.rows(), size.cols()]], row: 0..0, part: [0; 4] }
    }
}

impl Iterator for Starts {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        loop {
            if let Some(cell) = self.row.next() {
                return Some(cell);
            }
            let [row, col, rows, cols] = &mut self.part;
            if *rows > 0 {
                let first = self.size.cell(*row, *col);
                (self.row, *row, *rows) = (first..first + *cols, *row + 1, *rows - 1);
                continue;
            }
            let [row, col, rows, cols] = self.parts.pop()?;
            if rows <= SMALL && cols <= SMALL {
                self.part = [row, col, rows, cols];
            } else if rows > cols {
                self.parts.push([row + rows / 2, col, rows - rows / 2, cols]);
                self.parts.push([row, col, rows / 2, cols]);
            } else {
                self.parts.push([row, col + cols / 2, rows, cols - cols / 2]);
                self.parts.push([row, col, rows, cols / 2]);
            }
        }
    }
}

/// Random directions, two bits each.
pub(super) struct Choices {
    bits: u64,
    left: u32,
}

impl Choices {
    /// None drawn yet.
    pub(super) fn new() -> Self {
        Self { bits: 0, left: 0 }
    }

    /// The number of a random direction.
    #[inline]
    pub(super) fn next(&mut self, random: &mut Random) -> u8 {
        if self.left == 0 {
            *self = Self { bits: random.word(), left: 32 };
        }
        let way = self.bits as u8 & 3;
        self.bits >>= 2;
        self.left -= 1;
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_begin_at_every_cell_once() {
        for (rows, cols) in [(1, 1), (1, 500), (65, 64), (130, 300)] {
            let size = Size::new(rows, cols).unwrap();
            let mut starts: Vec<usize> = Starts::new(size).collect();
            starts.sort_unstable();
            assert!(starts.into_iter().eq(0..size.cells()), "{rows}x{cols}");
        }
    }
}
