//! Hunt and kill: walk to random free neighbours until there is none, then hunt, row by row from the top, for a free
//! cell beside the maze, join it and walk on from there. The cells beside the maze are kept, so that no hunt takes
//! long.

use super::parents::{FREE, Parents};
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
    let strides = parents.strides();
    let mut beside = Lowest::new(parents.at(size.cells()));
    let mut scanned = parents.at(0);
    // With missing cells, beginning at the first of every part needs no search for the others.
    let mut start = if cells.is_some() { parents.first_free(scanned) } else { parents.random_free(random) };
    while let Some(root) = start {
        parents.take(root);
        note_neighbours(&mut beside, root, parents.bytes[root], strides);
        let mut walker = Some(root);
        while let Some(mut at) = walker {
            loop {
                watch.spend(16)?;
                let free = parents.bytes[at] & FREE;
                if free == 0 {
                    break;
                }
                let way = compass.pick(free, random);
                at = at.wrapping_add_signed(strides[way as usize]);
                let known = parents.link(at, way.opposite());
                beside.remove(at);
                note_neighbours(&mut beside, at, known, strides);
            }
            walker = beside.first();
            if let Some(at) = walker {
                let inside = neighbours_inside(&parents, size, cells, at);
                let known = parents.link(at, compass.pick(inside, random));
                beside.remove(at);
                note_neighbours(&mut beside, at, known, strides);
            }
        }
        // Only a grid with missing cells has anything left: another part.
        start = cells.and_then(|_| parents.first_free(scanned));
        scanned = start.unwrap_or(scanned);
    }
    parents.into_maze(cells, watch)
}

/// Enters the free neighbours of a cell that has joined the maze.
#[inline]
fn note_neighbours(beside: &mut Lowest, at: usize, known: u8, strides: [isize; 4]) {
    let mut free = known & FREE;
    while free != 0 {
        let way = free.trailing_zeros() as usize;
        free &= free - 1;
        beside.insert(at.wrapping_add_signed(strides[way]));
    }
}

/// Where the neighbours of a cell lie that belong to the maze.
fn neighbours_inside(parents: &Parents, size: Size, cells: Option<&Bits>, at: usize) -> u8 {
    let is_inside = |&way: &Direction| {
        let next = size.neighbour(at - size.cols(), way);
        next.is_some_and(|next| parents.is_taken(parents.at(next)) && cells.is_none_or(|cells| cells[next]))
    };
    Direction::ALL.into_iter().filter(is_inside).fold(0, |set, way| set | way.bit())
}

/// A set of numbers whose lowest member is found at once: bits, above them a bit for every word that is not empty, and
/// so on.
struct Lowest {
    levels: Vec<Vec<u64>>,
}

impl Lowest {
    /// An empty set of numbers below `end`.
    fn new(end: usize) -> Self {
        let mut levels = Vec::new();
        let mut length = end;
        while length > 1 || levels.is_empty() {
            length = length.div_ceil(64).max(1);
            levels.push(vec![0; length]);
        }
        Self { levels }
    }

    #[inline]
    fn insert(&mut self, mut number: usize) {
        for level in &mut self.levels {
            let word = &mut level[number >> 6];
            let was_empty = *word == 0;
            *word |= 1 << (number & 63);
            if !was_empty {
                return;
            }
            number >>= 6;
        }
    }

    #[inline]
    fn remove(&mut self, mut number: usize) {
        for level in &mut self.levels {
            let word = &mut level[number >> 6];
            *word &= !(1 << (number & 63));
            if *word != 0 {
                return;
            }
            number >>= 6;
        }
    }

    fn first(&self) -> Option<usize> {
        self.levels.iter().rev().try_fold(0, |number, level| {
            let word = level[number];
            (word != 0).then(|| number << 6 | word.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_lowest_is_the_first_of_a_sorted_set(end in 1usize..300_000, steps in prop::collection::vec((any::<bool>(), any::<usize>()), 0..200)) {
            let (mut lowest, mut sorted) = (Lowest::new(end), BTreeSet::new());
            for (is_new, number) in steps {
                let number = number % end;
                if is_new {
                    lowest.insert(number);
                    sorted.insert(number);
                } else {
                    let number = sorted.first().copied().unwrap_or(number);
                    lowest.remove(number);
                    sorted.remove(&number);
                }
                prop_assert_eq!(lowest.first(), sorted.first().copied());
            }
        }
    }
}
