//! The maze itself: a grid of cells, two bits each. One says whether the way east is open, the other the way south;
//! the ways north and west are the neighbours' bits. Cells are numbered in reading order without gaps, so a maze of
//! any proportions takes a quarter of a byte a cell.

use bitvec::prelude::*;

use crate::diagnostics::Diagnostic;

/// A bit for every cell, or nearly every.
pub type Bits = BitVec<u64, Lsb0>;

/// A picture of a maze has two lines and a border for every row of cells, and no format counts beyond 2^31 - 1.
const MAX_SIDE: u64 = (1 << 30) - 1;

/// A way out of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// Up.
    North = 0,
    /// Right.
    East = 1,
    /// Down.
    South = 2,
    /// Left.
    West = 3,
}

impl Direction {
    /// All four, clockwise.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The direction with this number; only the two low bits count.
    #[inline]
    pub const fn from_number(number: u8) -> Self {
        match number & 3 {
            0 => Self::North,
            1 => Self::East,
            2 => Self::South,
            _ => Self::West,
        }
    }

    /// The way back.
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::from_number(self as u8 ^ 2)
    }

    /// This direction in a set of directions.
    #[inline]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The directions of a set, clockwise from north.
    pub fn of_set(set: u8) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |direction| set & direction.bit() != 0)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::North => "up",
            Self::East => "right",
            Self::South => "down",
            Self::West => "left",
        }
    }

    /// U, R, D or L.
    pub const fn letter(self) -> char {
        match self {
            Self::North => 'U',
            Self::East => 'R',
            Self::South => 'D',
            Self::West => 'L',
        }
    }
}

/// Rows and columns of cells: at least one of each, and few enough to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    rows: usize,
    cols: usize,
}

impl Size {
    /// A size in cells.
    pub fn new(rows: u64, cols: u64) -> Result<Self, Diagnostic> {
        for (name, side) in [("rows", rows), ("columns", cols)] {
            if side == 0 {
                return Err(Diagnostic::new(format!("a maze with 0 {name}")).help("a maze has at least one cell: 1x1"));
            }
            if side > MAX_SIDE {
                let help = format!("a side has at most {MAX_SIDE} cells");
                return Err(Diagnostic::new(format!("a maze with {side} {name}")).help(help));
            }
        }
        let too_many = || Diagnostic::new(format!("{rows}x{cols} cells are more than this machine can count"));
        let rows = usize::try_from(rows).map_err(|_| too_many())?;
        let cols = usize::try_from(cols).map_err(|_| too_many())?;
        rows.checked_mul(cols).ok_or_else(too_many)?;
        Ok(Self { rows, cols })
    }

    /// A size counted in characters of a wall grid, in which walls are as thick as ways: 21x31 has 10x15 cells.
    pub fn from_wall_grid(height: u64, width: u64) -> Result<Self, Diagnostic> {
        if height.is_multiple_of(2) || width.is_multiple_of(2) || height < 3 || width < 3 {
            let help = "both numbers are odd and at least 3, for there is a wall on each side of every cell: 21x31";
            return Err(Diagnostic::new(format!("a wall grid of {height}x{width}")).help(help));
        }
        Self::new((height - 1) / 2, (width - 1) / 2)
    }

    /// Rows of cells.
    #[inline]
    pub fn rows(self) -> usize {
        self.rows
    }

    /// Columns of cells.
    #[inline]
    pub fn cols(self) -> usize {
        self.cols
    }

    /// Rows times columns.
    #[inline]
    pub fn cells(self) -> usize {
        self.rows * self.cols
    }

    /// The number of the cell in this place, both counted from 0.
    #[inline]
    pub fn cell(self, row: usize, col: usize) -> usize {
        row * self.cols + col
    }

    /// Row and column of a cell.
    #[inline]
    pub fn place(self, cell: usize) -> (usize, usize) {
        (cell / self.cols, cell % self.cols)
    }

    /// The next cell that way, if the grid goes on.
    #[inline]
    pub fn neighbour(self, cell: usize, direction: Direction) -> Option<usize> {
        let (row, col) = self.place(cell);
        match direction {
            Direction::North => (row > 0).then(|| cell - self.cols),
            Direction::East => (col + 1 < self.cols).then(|| cell + 1),
            Direction::South => (row + 1 < self.rows).then(|| cell + self.cols),
            Direction::West => (col > 0).then(|| cell - 1),
        }
    }

    /// What to add to a cell's number to go north, east, south, west.
    #[inline]
    pub fn strides(self) -> [isize; 4] {
        [-(self.cols as isize), 1, self.cols as isize, -1]
    }

    /// Words of 64 cells.
    pub(crate) fn words(self) -> usize {
        self.cells().div_ceil(64)
    }
}

/// A maze: which cells there are and which neighbours are joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maze {
    size: Size,
    /// For 64 cells each: the ways east, the ways south.
    passages: Vec<[u64; 2]>,
    /// The cells that exist; `None` if all of them do.
    cells: Option<Bits>,
    /// Where a solver starts and where it wants to go.
    pub ends: Option<[usize; 2]>,
}

impl Maze {
    /// All walls standing. `cells` says which cells exist.
    pub fn closed(size: Size, cells: Option<Bits>) -> Self {
        Self::from_passages(size, cells, vec![[0; 2]; size.words()])
    }

    /// Takes passages that were made elsewhere. No bit may lead out of the grid.
    pub(crate) fn from_passages(size: Size, cells: Option<Bits>, passages: Vec<[u64; 2]>) -> Self {
        debug_assert_eq!(passages.len(), size.words());
        Self { size, passages, cells, ends: None }
    }

    /// Rows and columns.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// For 64 cells each: the ways east, the ways south.
    #[inline]
    pub fn passages(&self) -> &[[u64; 2]] {
        &self.passages
    }

    /// The passages, to be written.
    pub(crate) fn passages_mut(&mut self) -> &mut [[u64; 2]] {
        &mut self.passages
    }

    /// The cells that exist; `None` if all of them do.
    #[inline]
    pub fn mask(&self) -> Option<&Bits> {
        self.cells.as_ref()
    }

    /// Says which cells exist from now on.
    pub(crate) fn set_mask(&mut self, cells: Option<Bits>) {
        self.cells = cells;
    }

    /// Whether this cell exists.
    #[inline]
    pub fn has(&self, cell: usize) -> bool {
        self.cells.as_ref().is_none_or(|cells| cells[cell])
    }

    /// How many cells exist.
    pub fn cell_count(&self) -> usize {
        self.cells.as_ref().map_or(self.size.cells(), |cells| cells.count_ones())
    }

    /// The cells that exist, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.size.cells()).filter(|&cell| self.has(cell))
    }

    #[inline]
    fn bit(&self, cell: usize, plane: usize) -> u8 {
        (self.passages[cell >> 6][plane] >> (cell & 63)) as u8 & 1
    }

    /// The set of directions in which a cell is open.
    #[inline]
    pub fn exits(&self, cell: usize) -> u8 {
        let [east, south] = self.passages[cell >> 6];
        let here = cell & 63;
        let mut exits = ((east >> here) as u8 & 1) << 1 | ((south >> here) as u8 & 1) << 2;
        // No way leads east out of a row, so the cell before the first of a row never has one.
        if cell > 0 {
            exits |= self.bit(cell - 1, 0) << 3;
        }
        if cell >= self.size.cols {
            exits |= self.bit(cell - self.size.cols, 1);
        }
        exits
    }

    /// Whether there is a way.
    #[inline]
    pub fn is_open(&self, cell: usize, direction: Direction) -> bool {
        self.exits(cell) & direction.bit() != 0
    }

    /// The cell that keeps the wall on this side, and the plane it keeps it in.
    #[inline]
    fn wall(&self, cell: usize, direction: Direction) -> (usize, usize) {
        match direction {
            Direction::North => (cell - self.size.cols, 1),
            Direction::East => (cell, 0),
            Direction::South => (cell, 1),
            Direction::West => (cell - 1, 0),
        }
    }

    /// Takes a wall away. There must be a cell on the other side.
    #[inline]
    pub fn open(&mut self, cell: usize, direction: Direction) {
        debug_assert!(self.size.neighbour(cell, direction).is_some());
        let (cell, plane) = self.wall(cell, direction);
        self.passages[cell >> 6][plane] |= 1 << (cell & 63);
    }

    /// Puts a wall up. There must be a cell on the other side.
    #[inline]
    pub fn close(&mut self, cell: usize, direction: Direction) {
        debug_assert!(self.size.neighbour(cell, direction).is_some());
        let (cell, plane) = self.wall(cell, direction);
        self.passages[cell >> 6][plane] &= !(1 << (cell & 63));
    }

    /// The directions in which there is another cell, walled off or not.
    pub fn neighbours(&self, cell: usize) -> u8 {
        Direction::ALL
            .into_iter()
            .filter(|&way| self.size.neighbour(cell, way).is_some_and(|next| self.has(next)))
            .fold(0, |set, way| set | way.bit())
    }

    /// Where a step leads. There must be a cell on the other side.
    #[inline]
    pub fn step(&self, cell: usize, direction: Direction) -> usize {
        cell.wrapping_add_signed(self.size.strides()[direction as usize])
    }

    /// The first and the last cell that exist, which is where a maze without ends is entered and left.
    pub fn corners(&self) -> [usize; 2] {
        match &self.cells {
            None => [0, self.size.cells() - 1],
            Some(cells) => [cells.first_one().unwrap_or(0), cells.last_one().unwrap_or(0)],
        }
    }
}

/// As many bits as a row has columns, from a cell on, out of words of 64 cells each; zeros follow the last.
pub(crate) fn bits_of_row(size: Size, start: usize, word_at: impl Fn(usize) -> u64, bits: &mut Vec<u64>) {
    let (first, shift) = (start >> 6, start & 63);
    let words = size.cols.div_ceil(64);
    bits.clear();
    // In two steps, because a shift by 64 is none.
    bits.extend((first..first + words).map(|word| word_at(word) >> shift | word_at(word + 1) << 1 << (63 - shift)));
    bits[words - 1] &= u64::MAX >> (words * 64 - size.cols);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_are_none_are_refused() {
        assert_eq!(Size::from_wall_grid(21, 31).unwrap(), Size::new(10, 15).unwrap());
        assert_eq!(Size::from_wall_grid(17, 23).unwrap(), Size::new(8, 11).unwrap());
        for (rows, cols) in [(0, 5), (5, 0), (u64::MAX, 1), (1 << 30, 1)] {
            assert!(Size::new(rows, cols).is_err(), "{rows}x{cols}");
        }
        for (height, width) in [(20, 31), (1, 3), (0, 0), (u64::MAX, 3)] {
            assert!(Size::from_wall_grid(height, width).is_err(), "{height}x{width}");
        }
    }

    #[test]
    fn a_way_is_seen_from_both_sides() {
        let size = Size::new(3, 70).unwrap();
        let mut maze = Maze::closed(size, None);
        for cell in 0..size.cells() {
            for way in Direction::ALL {
                let Some(next) = size.neighbour(cell, way) else { continue };
                maze.open(cell, way);
                assert_eq!(maze.step(cell, way), next);
                assert_eq!((maze.exits(cell), maze.exits(next)), (way.bit(), way.opposite().bit()));
                maze.close(next, way.opposite());
                assert_eq!(maze, Maze::closed(size, None));
            }
        }
    }
}
