//! Wilson's algorithm: from every cell a random walk to the tree, with its loops cut off, becomes a branch. Every
//! spanning tree is equally likely. A cell remembers only the way it was left last, which is what cuts the loops.

use super::parents::{FREE, LINKED, PARENT, Parents, TAKEN};
use crate::maze::{
    grid::{Bits, Direction, Maze, Size},
    mask,
    random::Random,
};

/// Makes a perfect maze of every part of the grid, each equally likely.
pub fn generate(size: Size, cells: Option<&Bits>, random: &mut Random) -> Maze {
    // No cell is ever taken here in the sense of `Parents::take`: the free neighbours stay all neighbours there are.
    let mut parents = Parents::new(size, cells);
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
    for start in parents.at(0)..parents.at(size.cells()) {
        let mut at = start;
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
        }
        at = start;
        while parents.bytes[at] & TAKEN == 0 {
            parents.bytes[at] |= TAKEN | LINKED;
            let way = Direction::from_number(parents.bytes[at] >> PARENT);
            at = at.wrapping_add_signed(strides[way as usize]);
        }
    }
    parents.into_maze(cells)
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
