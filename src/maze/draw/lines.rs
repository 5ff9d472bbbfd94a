//! The lines of a wall grid, one after the other, from a maze or from rows as they are made.

use super::{Trail, gap, outside, row};
use crate::maze::{
    generate::eller::Rows,
    grid::{Bits, Direction, Maze, Size},
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
/// Nothing at all: outside of the maze.
pub const OUTSIDE: u8 = 6;
/// Start and goal in one.
pub const BOTH_ENDS: u8 = 7;
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

    /// The highest of the squares there may be, missing cells aside.
    pub fn highest(&self) -> u8 {
        let colours = match self {
            Self::Of { shades: Some(_), .. } => u8::MAX,
            Self::Of { trail: Some(_), .. } => TRAIL,
            Self::Of { .. } | Self::Streamed(..) => FLOOR,
        };
        self.gaps().iter().fold(colours, |highest, gap| highest.max(gap.2))
    }

    /// Are start and goal shown as marks inside of the maze, and not as gaps in its outer wall?
    pub fn has_marks(&self) -> bool {
        self.gaps().iter().any(|gap| matches!(gap.2, START | GOAL | BOTH_ENDS))
    }

    /// Hands out every line.
    pub fn each<E>(&mut self, mut take: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let (height, width) = self.extent();
        let mut upper = vec![WALL; width];
        let mut lower = vec![WALL; width];
        let mut bits = row::Bits::default();
        let gaps = self.gaps();
        let open_gaps = |line: &mut [u8], y: usize| {
            for &(_, x, square) in gaps.iter().filter(|gap| gap.0 == y) {
                line[x] = square;
            }
        };
        let outside = self.outside();
        let size = self.size();
        let leave_blank = |line: &mut [u8], y: usize| {
            if let Some(outside) = &outside {
                outside::leave_blank(outside, size, y, line);
            }
        };
        open_gaps(&mut lower, 0);
        leave_blank(&mut lower, 0);
        take(&lower)?;
        for y in (1..height).step_by(2) {
            match self {
                Self::Of { maze, trail, shades } => {
                    bits.read(maze, *trail, y / 2);
                    row::draw(bits.ways(), trail.map(|_| bits.trail()), &mut upper, &mut lower);
                    row::colour(maze, *shades, y / 2, &mut upper, &mut lower);
                }
                Self::Streamed(_, rows) => {
                    if let Some(ways) = rows.next_row() {
                        row::draw(ways, None, &mut upper, &mut lower);
                    }
                }
            }
            leave_blank(&mut upper, y);
            leave_blank(&mut lower, y + 1);
            open_gaps(&mut upper, y);
            open_gaps(&mut lower, y + 1);
            take(&upper)?;
            take(&lower)?;
        }
        Ok(())
    }

    /// The cells outside of a maze that has a shape.
    fn outside(&self) -> Option<Bits> {
        match self {
            Self::Of { maze, .. } => outside::cells(maze),
            Self::Streamed(..) => None,
        }
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
                        let is_walked = |end: usize| trail.is_some_and(|trail| trail.cells()[end]);
                        let square = |end: usize| if is_walked(end) { TRAIL } else { FLOOR };
                        vec![(start.0, start.1, square(ends[0])), (goal.0, goal.1, square(ends[1]))]
                    }
                    _ if ends[0] == ends[1] => {
                        let (y, x) = centre(ends[0]);
                        vec![(y, x, BOTH_ENDS)]
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
