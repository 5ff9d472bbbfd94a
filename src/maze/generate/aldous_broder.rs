//! The Aldous-Broder algorithm: one random walk over all cells; the way by which a cell was first entered is kept.
//! Every spanning tree is equally likely, but the walk takes long to find the last cells.

use super::{
    parents::{FREE, LINKED, PARENT, Parents, TAKEN},
    wilson::Choices,
};
use crate::{
    maze::{
        grid::{Bits, Maze, Size},
        mask::{self, Part},
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
    let mut parents = Parents::new(size, cells, watch)?;
    let strides = parents.strides();
    let whole = || vec![Part { first: 0, last: size.cells() - 1, cells: size.cells() }];
    let mut choices = Choices::new();
    for part in cells.map_or_else(whole, |cells| mask::parts(size, cells)) {
        let mut at = parents.at(part.first);
        parents.bytes[at] |= TAKEN;
        let mut left = part.cells - 1;
        while left > 0 {
            watch.spend(4)?;
            let way = choices.next(random);
            if parents.bytes[at] & FREE & (1 << way) == 0 {
                continue;
            }
            at = at.wrapping_add_signed(strides[way as usize]);
            if parents.bytes[at] & TAKEN == 0 {
                parents.bytes[at] |= TAKEN | LINKED | (way ^ 2) << PARENT;
                left -= 1;
            }
        }
    }
    parents.into_maze(cells, watch)
}
