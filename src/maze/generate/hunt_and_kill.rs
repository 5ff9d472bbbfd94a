//! Hunt and kill: walk to random free neighbours until there is none, then hunt, row by row from the top, for a free
//! cell beside the maze, join it and walk on from there.

use super::parents::{FREE, Parents};
use crate::maze::{
    grid::{Bits, Direction, Maze, Size},
    random::{Compass, Random},
};

/// Makes a perfect maze of every part of the grid.
pub fn generate(size: Size, cells: Option<&Bits>, compass: &Compass, random: &mut Random) -> Maze {
    let mut parents = Parents::new(size, cells);
    let strides = parents.strides();
    let first = parents.at(0);
    // With missing cells, beginning at the first of every part keeps the hunts short.
    let mut start = if cells.is_some() { parents.first_free(first) } else { parents.random_free(random) };
    let mut hunted = first;
    while let Some(root) = start {
        parents.take(root);
        let mut walker = Some(root);
        while let Some(mut at) = walker {
            loop {
                let free = parents.bytes[at] & FREE;
                if free == 0 {
                    break;
                }
                let way = compass.pick(free, random);
                at = at.wrapping_add_signed(strides[way as usize]);
                parents.link(at, way.opposite());
            }
            // All before the first free cell are taken for good.
            hunted = parents.first_free(hunted).unwrap_or(parents.at(size.cells()));
            walker = hunt(&parents, size, cells, hunted).map(|(at, beside)| {
                parents.link(at, compass.pick(beside, random));
                at
            });
        }
        start = parents.first_free(hunted);
    }
    parents.into_maze(cells)
}

/// The first free cell that has neighbours in the maze, and where they are.
fn hunt(parents: &Parents, size: Size, cells: Option<&Bits>, from: usize) -> Option<(usize, u8)> {
    (from..parents.at(size.cells())).filter(|&at| !parents.is_taken(at)).find_map(|at| {
        let is_beside = |&way: &Direction| {
            let next = size.neighbour(at - size.cols(), way);
            next.is_some_and(|next| parents.is_taken(parents.at(next)) && cells.is_none_or(|cells| cells[next]))
        };
        let beside = Direction::ALL.into_iter().filter(is_beside).fold(0, |set, way| set | way.bit());
        (beside != 0).then_some((at, beside))
    })
}
