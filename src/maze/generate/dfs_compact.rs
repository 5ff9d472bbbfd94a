//! Depth-first search in three bits a cell: whether it was visited, and the way to its parent. The two bits of the way
//! are then turned, in place, into the two bits of the maze.

use super::STEPS;
use crate::{
    maze::{
        grid::{Bits, Direction, Maze, Size},
        random::{Compass, Random},
    },
    search::{Lookout, StopReason},
};

/// Makes a perfect maze of every part of the grid in 0.375 bytes a cell. Gives what [`super::dfs`] gives.
pub fn generate(
    size: Size,
    cells: Option<&Bits>,
    compass: &Compass,
    random: &mut Random,
    watch: &mut Lookout<'_>,
) -> Result<Maze, StopReason> {
    if size.cells() == 1 {
        return Ok(Maze::closed(size, cells.cloned()));
    }
    let mut search = Search::new(size, cells);
    let mut lonely = Vec::new();
    let mut start = search.random_free(random);
    let mut scanned = 0;
    while let Some(root) = start {
        if !search.grow(root, compass, random, watch)? {
            lonely.push(root);
        }
        // Only a grid with missing cells has anything left: another part.
        start = cells.and_then(|_| (scanned..size.cells()).find(|&cell| search.is_free(cell)));
        scanned = start.unwrap_or(scanned);
    }
    let Search { visited, mut ways, .. } = search;
    drop(visited);
    // Without missing cells, every cell is joined to another.
    let linked = cells.map(|cells| {
        let mut linked = cells.clone();
        lonely.iter().for_each(|&cell| linked.set(cell, false));
        linked
    });
    ways_into_passages(size, &mut ways, linked.as_ref().map(|bits| bits.as_raw_slice()), watch)?;
    Ok(Maze::from_passages(size, cells.cloned(), ways))
}

struct Search {
    size: Size,
    /// A bit for every cell, with a row of ones above and below and a one before every row and at the end: looking
    /// around needs no test for the edge.
    visited: Vec<u64>,
    /// Two bits a cell: the way to its parent, or from a root to one of its children. In pairs of words, because a pair
    /// is what becomes 64 cells of the maze.
    ways: Vec<[u64; 2]>,
}

impl Search {
    fn new(size: Size, cells: Option<&Bits>) -> Self {
        let (rows, cols) = (size.rows(), size.cols());
        let line = cols + 1;
        let mut visited = vec![0; ((rows + 2) * line + 1).div_ceil(64)];
        let mut mark = |at: usize| visited[at >> 6] |= 1 << (at & 63);
        (0..line).for_each(&mut mark);
        ((rows + 1) * line..(rows + 2) * line).for_each(&mut mark);
        (0..rows + 2).for_each(|row| mark(row * line));
        mark((rows + 2) * line);
        if let Some(cells) = cells {
            cells.iter_zeros().for_each(|cell| mark(bit_of(size, cell)));
        }
        Self { size, visited, ways: vec![[0; 2]; size.words()] }
    }

    fn is_free(&self, cell: usize) -> bool {
        let at = bit_of(self.size, cell);
        self.visited[at >> 6] >> (at & 63) & 1 == 0
    }

    fn random_free(&self, random: &mut Random) -> Option<usize> {
        let cells = self.size.cells();
        let start = random.below(cells);
        (start..cells).chain(0..start).find(|&cell| self.is_free(cell))
    }

    /// Grows a tree over all cells that can be reached. Says whether there is any but the root.
    fn grow(
        &mut self,
        root: usize,
        compass: &Compass,
        random: &mut Random,
        watch: &mut Lookout<'_>,
    ) -> Result<bool, StopReason> {
        let visited = &mut self.visited[..];
        let ways = self.ways.as_flattened_mut();
        let line = self.size.cols() + 1;
        let strides = self.size.strides();
        let bit_strides = [-(line as isize), 1, line as isize, -1];
        let taken = |visited: &[u64], at: usize| (visited[at >> 6] >> (at & 63)) as u8 & 1;
        let mut cell = root;
        let mut at = bit_of(self.size, root);
        let mut last_way_back: Option<Direction> = None;
        visited[at >> 6] |= 1 << (at & 63);
        'growing: loop {
            watch.spend(8 * STEPS)?;
            for _ in 0..STEPS {
                let around = taken(visited, at - line)
                    | taken(visited, at + 1) << 1
                    | taken(visited, at + line) << 2
                    | taken(visited, at - 1) << 3;
                let free = around ^ 15;
                if free != 0 {
                    let way = compass.pick(free, random);
                    cell = cell.wrapping_add_signed(strides[way as usize]);
                    at = at.wrapping_add_signed(bit_strides[way as usize]);
                    visited[at >> 6] |= 1 << (at & 63);
                    ways[cell >> 5] |= (way.opposite() as u64) << ((cell & 31) * 2);
                } else if cell != root {
                    let way = Direction::from_number((ways[cell >> 5] >> ((cell & 31) * 2)) as u8);
                    cell = cell.wrapping_add_signed(strides[way as usize]);
                    at = at.wrapping_add_signed(bit_strides[way as usize]);
                    last_way_back = Some(way);
                } else {
                    break 'growing;
                }
            }
        }
        // The root has no parent. It points to its last child, which is a passage that is there anyway.
        if let Some(way) = last_way_back {
            ways[root >> 5] |= (way.opposite() as u64) << ((root & 31) * 2);
        }
        Ok(last_way_back.is_some())
    }
}

/// Where a cell's bit is among the visited ones.
fn bit_of(size: Size, cell: usize) -> usize {
    let (row, col) = size.place(cell);
    (row + 1) * (size.cols() + 1) + col + 1
}

/// Turns the ways to the parents into ways east and ways south. `linked` says which cells have one, if not all have.
fn ways_into_passages(
    size: Size,
    ways: &mut [[u64; 2]],
    linked: Option<&[u64]>,
    watch: &mut Lookout<'_>,
) -> Result<(), StopReason> {
    for pair in ways.iter_mut() {
        let [first, second] = *pair;
        *pair = [0, 1].map(|bit| every_other_bit(first >> bit) | every_other_bit(second >> bit) << 32);
    }
    let (count, cols) = (size.cells(), size.cols());
    for word in 0..ways.len() {
        let start = word * 64;
        watch.spend(32)?;
        // All that is read lies at or after what is written, so the ways can give way to the passages.
        let window = |from: usize, word_at: &dyn Fn(usize) -> u64| {
            let (index, shift) = (from >> 6, from & 63);
            if shift == 0 { word_at(index) } else { word_at(index) >> shift | word_at(index + 1) << (64 - shift) }
        };
        let low = |from: usize| window(from, &|index| ways.get(index).map_or(0, |pair| pair[0]));
        let high = |from: usize| window(from, &|index| ways.get(index).map_or(0, |pair| pair[1]));
        let has_parent = |from: usize| {
            let bits = window(from, &|index| linked.map_or(u64::MAX, |linked| linked.get(index).copied().unwrap_or(0)));
            // Beyond the last cell there may be anything.
            match count.saturating_sub(from) {
                left if left < 64 => bits & ((1 << left) - 1),
                _ => bits,
            }
        };
        let (here, right, below) = (has_parent(start), has_parent(start + 1), has_parent(start + cols));
        let east = here & low(start) & !high(start) | right & low(start + 1) & high(start + 1);
        let south = here & !low(start) & high(start) | below & !low(start + cols) & !high(start + cols);
        ways[word] = [east, south];
    }
    Ok(())
}

/// The bits in even places, moved together.
fn every_other_bit(word: u64) -> u64 {
    let mut word = word & 0x5555_5555_5555_5555;
    word = (word | word >> 1) & 0x3333_3333_3333_3333;
    word = (word | word >> 2) & 0x0F0F_0F0F_0F0F_0F0F;
    word = (word | word >> 4) & 0x00FF_00FF_00FF_00FF;
    word = (word | word >> 8) & 0x0000_FFFF_0000_FFFF;
    (word | word >> 16) & 0x0000_0000_FFFF_FFFF
}
