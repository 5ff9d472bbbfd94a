//! The growing tree: some cell of a list gets a free neighbour, which joins the list; a cell without one leaves it.
//! Which cell it is makes the maze: always the newest gives depth-first search, always a random one Prim's texture.

use std::str::FromStr;

use super::parents::{FREE, Parents};
use crate::diagnostics::Diagnostic;
use crate::{
    maze::{
        grid::{Bits, Maze, Size},
        random::{Compass, Random},
    },
    search::{Lookout, StopReason},
};

/// How often, in parts of the sum, the tree grows at which cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mix {
    /// The cell that joined last.
    pub newest: u32,
    /// The cell that joined first.
    pub oldest: u32,
    /// Any cell.
    pub random: u32,
}

impl Mix {
    /// The newest and a random cell by turns, as chance will have it.
    pub const HALF: Self = Self { newest: 1, oldest: 0, random: 1 };
}

impl FromStr for Mix {
    type Err = Diagnostic;

    /// Reads `newest:3,random:1`.
    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        let help = "a mix names newest, oldest and random with their parts: newest:3,random:1";
        let mut mix = Self { newest: 0, oldest: 0, random: 0 };
        for item in text.split(',') {
            let (name, part) = item.split_once(':').unwrap_or((item, "1"));
            let wrong = || Diagnostic::new(format!("'{item}' is no part of a mix")).help(help);
            // A sum of three of these fits.
            let part = part.trim().parse().ok().filter(|&part: &u32| part <= 1_000_000).ok_or_else(wrong)?;
            match name.trim() {
                "newest" => mix.newest = part,
                "oldest" => mix.oldest = part,
                "random" => mix.random = part,
                _ => return Err(wrong()),
            }
        }
        if mix.newest + mix.oldest + mix.random == 0 {
            return Err(Diagnostic::new(format!("'{text}' mixes nothing")).help(help));
        }
        Ok(mix)
    }
}

/// Makes a perfect maze of every part of the grid.
pub fn generate(
    size: Size,
    cells: Option<&Bits>,
    mix: Mix,
    compass: &Compass,
    random: &mut Random,
    watch: &mut Lookout<'_>,
) -> Result<Maze, StopReason> {
    let mut parents = Parents::new(size, cells, watch)?;
    let strides = parents.strides();
    let sum = (mix.newest + mix.oldest + mix.random) as usize;
    let mut start = parents.random_free(random);
    while let Some(root) = start {
        parents.take(root);
        let mut list = vec![root];
        // The oldest leave at the front: what is before this index is gone.
        let mut oldest = 0;
        while oldest < list.len() {
            watch.spend(16)?;
            let draw = random.below(sum) as u32;
            let index = if draw < mix.newest {
                list.len() - 1
            } else if draw < mix.newest + mix.oldest {
                oldest
            } else {
                oldest + random.below(list.len() - oldest)
            };
            let at = list[index];
            let free = parents.bytes[at] & FREE;
            if free != 0 {
                let way = compass.pick(free, random);
                let next = at.wrapping_add_signed(strides[way as usize]);
                parents.link(next, way.opposite());
                list.push(next);
            } else if index == oldest {
                oldest += 1;
            } else {
                list.swap_remove(index);
            }
        }
        start = cells.and_then(|_| parents.first_free(size.cols()));
    }
    parents.into_maze(cells, watch)
}
