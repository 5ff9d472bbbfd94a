//! Prim's algorithm as mazes know it: a random cell beside the maze is joined to a random neighbour inside.

use super::parents::{LINKED, Parents};
use crate::{
    maze::{
        grid::{Bits, Direction, Maze, Size},
        random::{Compass, Random},
    },
    search::{Lookout, StopReason},
};

/// Makes a perfect maze of every part of the grid.
pub fn generate(
    size: Size,
    cells: Option<&Bits>,
    compass: &Compass,
    random: &mut Random,
    watch: &mut Lookout<'_>,
) -> Result<Maze, StopReason> {
    let mut parents = Parents::new(size, cells, watch)?;
    let mut edge = Vec::new();
    let mut start = parents.random_free(random);
    while let Some(root) = start {
        parents.take(root);
        add_edge(&mut parents, root, &mut edge);
        while !edge.is_empty() {
            watch.spend(32)?;
            let at = edge.swap_remove(random.below(edge.len()));
            let inside = inside_neighbours(&parents, size, cells, at);
            parents.link(at, compass.pick(inside, random));
            add_edge(&mut parents, at, &mut edge);
        }
        start = cells.and_then(|_| parents.first_free(size.cols()));
    }
    parents.into_maze(cells, watch)
}

/// Puts the free neighbours into the list, each once: until it is taken, a cell that is linked is one in the list.
fn add_edge(parents: &mut Parents, at: usize, edge: &mut Vec<usize>) {
    for way in Direction::of_set(parents.bytes[at]) {
        let next = at.wrapping_add_signed(parents.strides()[way as usize]);
        if parents.bytes[next] & LINKED == 0 {
            parents.bytes[next] |= LINKED;
            edge.push(next);
        }
    }
}

fn inside_neighbours(parents: &Parents, size: Size, cells: Option<&Bits>, at: usize) -> u8 {
    let is_inside = |&way: &Direction| {
        let next = size.neighbour(at - size.cols(), way);
        next.is_some_and(|next| parents.is_taken(parents.at(next)) && cells.is_none_or(|cells| cells[next]))
    };
    Direction::ALL.into_iter().filter(is_inside).fold(0, |set, way| set | way.bit())
}
