//! The lines of a wall grid, one after the other, from a maze or from rows as they are made.

use super::{Trail, gap};
use crate::maze::{
    generate::eller::Rows,
    grid::{Direction, Maze, Size},
};

/// Nothing to walk on.
pub const WALL: u8 = 0;
/// A free cell or passage.
pub const FLOOR: u8 = 1;
/// Part of the way that is drawn in.
pub const TRAIL: u8 = 2;
/// The start, where the outer wall has no gap for it.
pub const START: u8 = 3;
/// The goal, where the outer wall has no gap for it.
pub const GOAL: u8 = 4;
/// A missing cell.
pub const MISSING: u8 = 5;
/// The first of the colours for distances; the floor of a cell can be any from here to 255.
pub const FIRST_SHADE: u8 = 16;

/// Where lines come from.
pub enum Lines<'a> {
    /// A maze that is there.
    Of {
        /// The maze.
        maze: &'a Maze,
        /// A way to draw in.
        trail: Option<&'a Trail>,
        /// A colour for every cell.
        shades: Option<&'a [u8]>,
    },
    /// Rows made on the way, entered at the first cell and left at the last.
    Streamed(Size, Rows),
}

impl Lines<'_> {
    /// Rows and columns of cells.
    pub fn size(&self) -> Size {
        match self {
            Self::Of { maze, .. } => maze.size(),
            Self::Streamed(size, _) => *size,
        }
    }

    /// Lines and squares of a line.
    pub fn extent(&self) -> (usize, usize) {
        (2 * self.size().rows() + 1, 2 * self.size().cols() + 1)
    }

    /// Whether there is anything but walls and floors to show.
    pub fn is_coloured(&self) -> bool {
        let has_colours = match self {
            Self::Of { trail, shades, .. } => trail.is_some() || shades.is_some(),
            Self::Streamed(..) => false,
        };
        has_colours || self.gaps().iter().any(|gap| gap.2 != FLOOR)
    }

    /// Hands out every line.
    pub fn each<E>(&mut self, mut take: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let (height, width) = self.extent();
        let mut upper = vec![WALL; width];
        let mut lower = vec![WALL; width];
        let gaps = self.gaps();
        let open_gaps = |line: &mut [u8], y: usize| {
            for &(_, x, square) in gaps.iter().filter(|gap| gap.0 == y) {
                line[x] = square;
            }
        };
        open_gaps(&mut lower, 0);
        take(&lower)?;
        for y in (1..height).step_by(2) {
            upper.fill(WALL);
            lower.fill(WALL);
            match self {
                Self::Of { maze, trail, shades } => row_of(maze, *trail, *shades, y / 2, &mut upper, &mut lower),
                Self::Streamed(size, rows) => {
                    if let Some([east, south]) = rows.next_row() {
                        streamed_row(size.cols(), east, south, &mut upper, &mut lower);
                    }
                }
            }
            open_gaps(&mut upper, y);
            open_gaps(&mut lower, y + 1);
            take(&upper)?;
            take(&lower)?;
        }
        Ok(())
    }

    /// Where the ends are shown: gaps in the outer wall if both have one and the start's comes first, marks otherwise.
    fn gaps(&self) -> Vec<(usize, usize, u8)> {
        let (height, width) = self.extent();
        match self {
            Self::Streamed(..) => vec![(0, 1, FLOOR), (height - 1, width - 2, FLOOR)],
            Self::Of { maze, trail, .. } => {
                let Some(ends) = maze.ends else { return Vec::new() };
                let centre = |end: usize| {
                    let (row, col) = maze.size().place(end);
                    (2 * row + 1, 2 * col + 1)
                };
                let place = |end: usize, is_start: bool| {
                    let (y, x) = centre(end);
                    gap(maze, end, is_start).map(|way| match way {
                        Direction::North => (y - 1, x),
                        Direction::East => (y, x + 1),
                        Direction::South => (y + 1, x),
                        Direction::West => (y, x - 1),
                    })
                };
                match [place(ends[0], true), place(ends[1], false)] {
                    [Some(start), Some(goal)] if start < goal => {
                        let is_walked = |end: usize| trail.is_some_and(|trail| trail.has(end));
                        let square = |end: usize| if is_walked(end) { TRAIL } else { FLOOR };
                        vec![(start.0, start.1, square(ends[0])), (goal.0, goal.1, square(ends[1]))]
                    }
                    _ => {
                        let ([start, goal], marks) = (ends.map(centre), [START, GOAL]);
                        vec![(start.0, start.1, marks[0]), (goal.0, goal.1, marks[1])]
                    }
                }
            }
        }
    }
}

fn row_of(maze: &Maze, trail: Option<&Trail>, shades: Option<&[u8]>, row: usize, upper: &mut [u8], lower: &mut [u8]) {
    let cols = maze.size().cols();
    for col in 0..cols {
        let cell = row * cols + col;
        if !maze.has(cell) {
            upper[2 * col + 1] = MISSING;
            continue;
        }
        let floor = shades.map_or(FLOOR, |shades| shades[cell]);
        let walked = trail.map_or(0, |trail| trail.passages().exits(cell));
        let exits = maze.exits(cell);
        let square = |way: Direction| if walked & way.bit() != 0 { TRAIL } else { floor };
        upper[2 * col + 1] = if trail.is_some_and(|trail| trail.has(cell)) { TRAIL } else { floor };
        if exits & Direction::East.bit() != 0 {
            upper[2 * col + 2] = square(Direction::East);
        }
        if exits & Direction::South.bit() != 0 {
            lower[2 * col + 1] = square(Direction::South);
        }
    }
}

/// Eight cells at a time: what eight bits look like, as squares side by side, is looked up.
fn streamed_row(cols: usize, east: &[u64], south: &[u64], upper: &mut [u8], lower: &mut [u8]) {
    static WAYS_EAST: [[u8; 16]; 256] = sixteen_squares(true);
    static WAYS_SOUTH: [[u8; 16]; 256] = sixteen_squares(false);
    let bits = |words: &[u64], at: usize| (words[at >> 6] >> (at & 63)) as u8;
    let squares = upper[1..=2 * cols].chunks_mut(16).zip(lower[1..=2 * cols].chunks_mut(16));
    for (index, (upper, lower)) in squares.enumerate() {
        upper.copy_from_slice(&WAYS_EAST[usize::from(bits(east, index * 8))][..upper.len()]);
        lower.copy_from_slice(&WAYS_SOUTH[usize::from(bits(south, index * 8))][..lower.len()]);
    }
}

/// For every eight bits: cells and the ways east between them, or the ways south and the posts between them.
const fn sixteen_squares(has_cells: bool) -> [[u8; 16]; 256] {
    let mut looks = [[WALL; 16]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut cell = 0;
        while cell < 8 {
            let way = (bits >> cell & 1) as u8 * FLOOR;
            looks[bits][2 * cell] = if has_cells { FLOOR } else { way };
            looks[bits][2 * cell + 1] = if has_cells { way } else { WALL };
            cell += 1;
        }
        bits += 1;
    }
    looks
}
