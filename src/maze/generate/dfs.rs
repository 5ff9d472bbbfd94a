//! Depth-first search, the paper's algorithm: walk to a random free neighbour as long as there is one, otherwise go
//! back. The way to the parent, kept in every cell, is the stack.

use super::{
    STEPS,
    parents::{FREE, PARENT, Parents},
};
use crate::{
    maze::{
        grid::{Bits, Direction, Maze, Size},
        random::{Compass, Random},
    },
    search::{Lookout, StopReason},
};

/// Makes a perfect maze of every part of the grid, a byte a cell. Gives what [`super::dfs_compact`] gives.
pub fn generate(
    size: Size,
    cells: Option<&Bits>,
    compass: &Compass,
    random: &mut Random,
    watch: &mut Lookout<'_>,
) -> Result<Maze, StopReason> {
    let mut parents = Parents::new(size, cells, watch)?;
    let mut start = parents.random_free(random);
    let mut scanned = parents.at(0);
    while let Some(root) = start {
        grow(&mut parents, root, compass, random, watch)?;
        // Only a grid with missing cells has anything left: another part.
        start = cells.and_then(|_| parents.first_free(scanned));
        scanned = start.unwrap_or(scanned);
    }
    parents.into_maze(cells, watch)
}

fn grow(
    parents: &mut Parents,
    root: usize,
    compass: &Compass,
    random: &mut Random,
    watch: &mut Lookout<'_>,
) -> Result<(), StopReason> {
    let strides = parents.strides();
    parents.take(root);
    let mut at = root;
    // What is known of the cell is kept at hand: reading it again would wait for it to be written.
    let mut here = parents.bytes[at];
    loop {
        watch.spend(8 * STEPS)?;
        for _ in 0..STEPS {
            let free = here & FREE;
            if free != 0 {
                let way = compass.pick(free, random);
                at = at.wrapping_add_signed(strides[way as usize]);
                here = parents.link(at, way.opposite());
            } else if at != root {
                let back = Direction::from_number(here >> PARENT);
                at = at.wrapping_add_signed(strides[back as usize]);
                here = parents.bytes[at];
            } else {
                return Ok(());
            }
        }
    }
}
