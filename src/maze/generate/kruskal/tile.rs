//! One tile of a grid: its walls in the order of their weights, and the trees they leave.

use crate::maze::grid::Direction;

/// Cells to a side of a tile: small enough that its walls and trees stay in a core's own cache.
pub(super) const SIDE: usize = 128;
/// Cells of a tile. A power of two, so that no index needs a check.
const CELLS: usize = SIDE * SIDE;
/// Walls are put into so many lists by their weight, and the lists are sorted one by one.
const LISTS: usize = 4096;
const LIST_SHIFT: u32 = super::WEIGHT_BITS - LISTS.ilog2() + WALL_BITS;
/// The lowest bits of a key name the wall: the cell north or west of it, and whether it is the way south.
const WALL_BITS: u32 = CELLS.ilog2() + 1;
const _: () = assert!(super::WEIGHT_BITS + WALL_BITS <= u64::BITS && CELLS <= 1 << u16::BITS);

const NO_TREE: u32 = u32::MAX;

/// A cell of a tile by its row and column there.
pub(super) fn local(row: usize, col: usize) -> usize {
    row * SIDE + col
}

/// Row and column of a cell in its tile.
pub(super) fn place(local: usize) -> (usize, usize) {
    (local / SIDE, local % SIDE)
}

/// The member of a tree that stands for it, found by halving the way there.
pub(super) fn top(tops: &mut [u32], mut member: u32) -> u32 {
    loop {
        let above = tops[member as usize];
        if above == member {
            return member;
        }
        tops[member as usize] = tops[above as usize];
        member = tops[member as usize];
    }
}

/// A tile while it is worked on; kept for its room.
pub(super) struct Tile {
    /// Cells that are joined inside the tile: every cell names another of its tree, the last names itself.
    tops: Box<[u16; CELLS]>,
    /// The same for what is joined for certain, whatever lies outside.
    certain: Box<[u16; CELLS]>,
    /// Does the tree of which this cell is the top touch the border?
    touches: Box<[bool; CELLS]>,
    /// The names of trees that touch the border, at their tops.
    names: Box<[u32; CELLS]>,
    /// Weight and place of every wall, in the lists by weight.
    keys: Vec<u64>,
    sorted: Vec<u64>,
    ends: Box<[u32; LISTS]>,
    /// The walls that part two trees which both touch the border.
    open: Vec<u64>,
    cells: usize,
}

impl Tile {
    pub fn new() -> Self {
        let boxed = || vec![0u16; CELLS].into_boxed_slice().try_into().expect("as long as it was made");
        Self {
            tops: boxed(),
            certain: boxed(),
            touches: vec![false; CELLS].into_boxed_slice().try_into().expect("as long as it was made"),
            names: vec![NO_TREE; CELLS].into_boxed_slice().try_into().expect("as long as it was made"),
            keys: Vec::with_capacity(2 * CELLS),
            sorted: Vec::new(),
            ends: Box::new([0; LISTS]),
            open: Vec::new(),
            cells: 0,
        }
    }

    /// Begins with a tile of so many rows and columns. Draws a weight for every wall between two of its cells.
    pub fn begin(
        &mut self,
        rows: usize,
        cols: usize,
        has: impl Fn(usize, usize) -> bool,
        mut draw: impl FnMut(bool) -> u64,
    ) {
        for cell in 0..CELLS {
            (self.tops[cell], self.certain[cell]) = (cell as u16, cell as u16);
        }
        self.touches.fill(false);
        self.names.fill(NO_TREE);
        self.keys.clear();
        self.open.clear();
        self.cells = 0;
        for row in 0..rows {
            for col in 0..cols {
                if !has(row, col) {
                    continue;
                }
                self.cells += 1;
                let wall = (local(row, col) << 1) as u64;
                if col + 1 < cols && has(row, col + 1) {
                    self.keys.push(draw(false) << WALL_BITS | wall);
                }
                if row + 1 < rows && has(row + 1, col) {
                    self.keys.push(draw(true) << WALL_BITS | wall | 1);
                }
            }
        }
    }

    /// Says that a cell has a neighbour in another tile.
    pub fn mark_border(&mut self, row: usize, col: usize) {
        self.touches[local(row, col)] = true;
    }

    /// Joins what can be joined inside the tile, and tells the walls that are taken away for certain.
    pub fn join(&mut self, mut take_away: impl FnMut(usize, Direction)) {
        self.part_by_weight();
        let mut start = 0;
        // As soon as all cells hang together, the walls that are left would close loops.
        let mut joins_left = self.cells.saturating_sub(1);
        for list in 0..LISTS {
            let end = self.ends[list] as usize;
            sort(&mut self.sorted[start..end]);
            for index in start..end {
                let key = self.sorted[index];
                let (cell, way) = wall_of(key);
                let next = cell + if way == Direction::East { 1 } else { SIDE };
                let (one, other) = (self.top(cell), self.top(next % CELLS));
                if one == other {
                    continue;
                }
                joins_left -= 1;
                if self.touches[one] && self.touches[other] {
                    self.tops[one.min(other)] = one.max(other) as u16;
                    self.open.push(key);
                    continue;
                }
                // A tree that lies inside joins the other where the wall was: that cell's tree is certain to be its
                // own.
                let (inner, outer, beside) = match self.touches[one] {
                    true => (other, one, cell),
                    false if self.touches[other] => (one, other, next),
                    false if one < other => (one, other, other),
                    false => (other, one, one),
                };
                self.tops[inner] = outer as u16;
                self.certain[inner] = beside as u16;
                take_away(cell, way);
            }
            start = end;
            if joins_left == 0 {
                return;
            }
        }
    }

    /// Puts the walls into lists by weight.
    fn part_by_weight(&mut self) {
        let list = |key: u64| (key >> LIST_SHIFT) as usize % LISTS;
        self.ends.fill(0);
        self.keys.iter().for_each(|&key| self.ends[list(key)] += 1);
        let mut begin = 0;
        for end in self.ends.iter_mut() {
            (begin, *end) = (begin + *end, begin);
        }
        self.sorted.resize(self.keys.len(), 0);
        for &key in &self.keys {
            let end = &mut self.ends[list(key)];
            self.sorted[*end as usize] = key;
            *end += 1;
        }
    }

    #[inline(always)]
    fn top(&mut self, mut cell: usize) -> usize {
        loop {
            let above = self.tops[cell % CELLS];
            if usize::from(above) == cell {
                return cell;
            }
            let next = self.tops[usize::from(above) % CELLS];
            self.tops[cell % CELLS] = next;
            cell = usize::from(next);
        }
    }

    /// The walls about which the rest of the grid has a say: weight, cell, way, and the cells on both sides.
    pub fn open_walls(&mut self) -> Vec<(u64, usize, Direction, [usize; 2])> {
        let told = |&key: &u64| {
            let (cell, way) = wall_of(key);
            let next = cell + if way == Direction::East { 1 } else { SIDE };
            (key >> WALL_BITS, cell, way, [cell, next])
        };
        self.open.iter().map(told).collect()
    }

    /// The name of the tree that a cell certainly belongs to.
    pub fn tree(&mut self, mut cell: usize, name: &mut impl FnMut() -> u32) -> u32 {
        while usize::from(self.certain[cell]) != cell {
            let above = self.certain[usize::from(self.certain[cell])];
            self.certain[cell] = above;
            cell = usize::from(above);
        }
        if self.names[cell] == NO_TREE {
            self.names[cell] = name();
        }
        self.names[cell]
    }
}

/// Sorts a list: most have a handful of walls. If walls of one kind are preferred, some lists are long.
fn sort(list: &mut [u64]) {
    const FEW: usize = 24;
    if list.len() > FEW {
        return list.sort_unstable();
    }
    for at in 1..list.len() {
        let key = list[at];
        let mut to = at;
        while to > 0 && list[to - 1] > key {
            list[to] = list[to - 1];
            to -= 1;
        }
        list[to] = key;
    }
}

fn wall_of(key: u64) -> (usize, Direction) {
    let wall = key as usize % (2 * CELLS);
    (wall >> 1, if wall & 1 == 0 { Direction::East } else { Direction::South })
}
