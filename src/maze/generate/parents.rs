//! A tree as every cell's way to its parent: how the walking algorithms keep it while they grow it, and how it becomes
//! a maze. A byte a cell: which neighbours are still free, the way to the parent, and whether there is one.

use crate::{
    maze::{
        grid::{Bits, Direction, Maze, Size},
        random::Random,
    },
    search::{Lookout, StopReason},
};

/// The cell belongs to the maze already.
pub const TAKEN: u8 = 0x80;
/// The cell has a parent.
pub const LINKED: u8 = 0x40;
/// Where the parent's direction stands.
pub const PARENT: u32 = 4;
/// The neighbours that are not taken yet.
pub const FREE: u8 = 0x0F;

/// A grid of bytes with an unused row above and below, so that looking north and south needs no test. Looking east from
/// the end of a row meets the next row's first cell: its way west is never free, so nothing comes of it.
pub struct Parents {
    size: Size,
    /// Indexed by cell plus one row.
    pub bytes: Vec<u8>,
}

impl Parents {
    /// No cell taken; the free neighbours of every cell are known. Missing cells count as taken.
    pub fn new(size: Size, cells: Option<&Bits>, watch: &mut Lookout<'_>) -> Result<Self, StopReason> {
        let cols = size.cols();
        let mut bytes = vec![0u8; size.cells() + 2 * cols];
        for row in 0..size.rows() {
            let north = if row > 0 { Direction::North.bit() } else { 0 };
            let south = if row + 1 < size.rows() { Direction::South.bit() } else { 0 };
            let line = &mut bytes[(row + 1) * cols..(row + 2) * cols];
            watch.spend(cols as u64)?;
            line.fill(north | south | Direction::East.bit() | Direction::West.bit());
            line[0] &= !Direction::West.bit();
            line[cols - 1] &= !Direction::East.bit();
        }
        let mut parents = Self { size, bytes };
        if let Some(cells) = cells {
            for cell in cells.iter_zeros() {
                watch.spend(4)?;
                parents.take(cell + cols);
            }
        }
        Ok(parents)
    }

    /// Bytes to go north, east, south, west.
    #[inline]
    pub fn strides(&self) -> [isize; 4] {
        self.size.strides()
    }

    /// Where a cell's byte is.
    #[inline]
    pub fn at(&self, cell: usize) -> usize {
        cell + self.size.cols()
    }

    /// Takes a cell: it is no longer a free neighbour of those around it.
    #[inline]
    pub fn take(&mut self, at: usize) {
        self.bytes[at] |= TAKEN;
        self.hide(at);
    }

    #[inline]
    fn hide(&mut self, at: usize) {
        let [north, east, south, west] = self.strides();
        self.bytes[at.wrapping_add_signed(north)] &= !Direction::South.bit();
        self.bytes[at.wrapping_add_signed(east)] &= !Direction::West.bit();
        self.bytes[at.wrapping_add_signed(south)] &= !Direction::North.bit();
        self.bytes[at.wrapping_add_signed(west)] &= !Direction::East.bit();
    }

    /// Takes a cell and remembers the way to its parent. Returns what is known of the cell now.
    #[inline]
    pub fn link(&mut self, at: usize, parent: Direction) -> u8 {
        let cell = self.bytes[at] | LINKED | TAKEN | (parent as u8) << PARENT;
        self.bytes[at] = cell;
        self.hide(at);
        cell
    }

    /// Whether a cell is taken or missing.
    #[inline]
    pub fn is_taken(&self, at: usize) -> bool {
        self.bytes[at] & TAKEN != 0
    }

    /// A random cell that is not taken, or the first after it; `None` if there is none.
    pub fn random_free(&self, random: &mut Random) -> Option<usize> {
        let cells = self.size.cells();
        let start = random.below(cells);
        (start..cells).chain(0..start).map(|cell| self.at(cell)).find(|&at| !self.is_taken(at))
    }

    /// The first cell in reading order, from `from` on, that is not taken.
    pub fn first_free(&self, from: usize) -> Option<usize> {
        let end = self.bytes.len() - self.size.cols();
        (from..end).find(|&at| !self.is_taken(at))
    }

    /// The maze of these parents.
    pub fn into_maze(self, cells: Option<&Bits>, watch: &mut Lookout<'_>) -> Result<Maze, StopReason> {
        const WAY: u8 = LINKED | 3 << PARENT;
        const NORTH: u8 = LINKED;
        const EAST: u8 = LINKED | 1 << PARENT;
        const SOUTH: u8 = LINKED | 2 << PARENT;
        const WEST: u8 = LINKED | 3 << PARENT;
        let (count, cols) = (self.size.cells(), self.size.cols());
        let mut passages = vec![[0; 2]; self.size.words()];
        for (word, passage) in passages.iter_mut().enumerate() {
            watch.spend(64)?;
            let start = word * 64 + cols;
            let length = (count + cols - start).min(64);
            // One flag a byte first: the compiler does these loops sixteen cells at a time.
            let mut flags = [[0u8; 64]; 2];
            let here = &self.bytes[start..start + length];
            let right = &self.bytes[start + 1..start + 1 + length];
            let below = &self.bytes[start + cols..start + cols + length];
            for (((east, south), (&here, &right)), &below) in {
                let [east, south] = &mut flags;
                east.iter_mut().zip(south).zip(here.iter().zip(right)).zip(below)
            } {
                *east = u8::from(here & WAY == EAST) | u8::from(right & WAY == WEST);
                *south = u8::from(here & WAY == SOUTH) | u8::from(below & WAY == NORTH);
            }
            *passage = flags.map(|flags| pack(&flags));
        }
        Ok(Maze::from_passages(self.size, cells.cloned(), passages))
    }
}

/// The low bits of 64 bytes, in order.
fn pack(flags: &[u8; 64]) -> u64 {
    let mut word = 0;
    for (index, eight) in flags.chunks_exact(8).enumerate() {
        let eight = u64::from_le_bytes(eight.try_into().expect("a chunk of eight"));
        // The product moves the flag of byte k to bit 56 + k; no two of its terms meet.
        word |= (eight.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (index * 8);
    }
    word
}
