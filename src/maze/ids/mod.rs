//! Every perfect maze of a grid has a number. The mazes are the grid's spanning trees; they are sorted by what is
//! decided first: cells in scan order, for each the way along the line, then the way to the next line, a wall before a
//! way. A number is turned into a maze, and back, by counting at every wall how many trees there are with it.
//!
//! The scan goes along the shorter side: row by row if there are no more columns than rows, column by column otherwise.
//! What was decided matters only by how it groups the cells on the frontier, one line of them; what is left to decide
//! is a matrix on the frontier (`frontier`); their determinant is the count. All of it is done modulo many primes
//! (`modular`), from which the exact number is put together.

mod frontier;
mod modular;
#[cfg(test)]
mod tests;

use num_bigint::BigUint;

use self::{frontier::Frontier, modular::Remainders};
use super::{
    certify,
    grid::{Direction, Maze, Size},
};
use crate::{
    diagnostics::Diagnostic,
    family::Error,
    search::{Control, StopReason},
};

/// The tables may take this much.
const MAX_TABLE_BYTES: u64 = 1 << 30;

/// The perfect mazes of a grid, by number.
pub struct Numbering {
    size: Size,
    /// Whether the scan goes column by column.
    is_turned: bool,
    /// Cells of a line, and lines.
    width: usize,
    frontiers: Vec<Frontier>,
    remainders: Remainders,
    count: BigUint,
    /// Tables, mazes and numbers of large grids take seconds.
    control: Control,
}

impl Numbering {
    /// Makes the tables for a grid. All that is done with them ends when the control says so.
    pub fn new(size: Size, control: &Control) -> Result<Self, Error> {
        let is_turned = size.cols() > size.rows();
        let width = size.rows().min(size.cols());
        let cells = size.cells();
        // A tree hung up at one cell gives each other cell one of at most four ways to its parent.
        let primes_needed = (2 * cells as u64).div_ceil(modular::BITS_PER_PRIME) + 1;
        let bytes = cells as u128 * (width * width) as u128 * 4 * u128::from(primes_needed);
        if bytes > u128::from(MAX_TABLE_BYTES) {
            let title = format!("{}x{} mazes are too many to be numbered", size.rows(), size.cols());
            let help = "numbers are for grids up to about 38x38, or 10x400; larger mazes go by seed";
            return Err(Diagnostic::new(title).help(help).into());
        }
        let mut frontiers = Vec::new();
        for prime in modular::primes() {
            control.proceed()?;
            // A prime that happens to divide a pivot is of no use here.
            frontiers.extend(Frontier::new(prime, width, cells / width));
            if frontiers.len() as u64 == primes_needed {
                break;
            }
        }
        let remainders = Remainders::new(frontiers.iter().map(Frontier::prime).collect());
        let (count, control) = (BigUint::ZERO, control.clone());
        let mut numbering = Self { size, is_turned, width, frontiers, remainders, count, control };
        numbering.count = numbering.completions(0, &Groups::new(width).labels, None);
        Ok(numbering)
    }

    /// How many perfect mazes there are: the numbers run from 0 to one less.
    pub fn count(&self) -> &BigUint {
        &self.count
    }

    /// The maze with this number.
    pub fn maze(&self, number: &BigUint) -> Result<Maze, Error> {
        if number >= &self.count {
            let (rows, cols) = (self.size.rows(), self.size.cols());
            let title = format!("there is no perfect maze {number} of {rows}x{cols} cells");
            let help = format!("the numbers run from 0 to {}", &self.count - 1u32);
            return Err(Diagnostic::new(title).help(help).into());
        }
        let mut maze = Maze::closed(self.size, None);
        let mut left = number.clone();
        self.walk(|cell, way, choice| {
            let opens = match choice {
                Choice::Forced(opens) => opens,
                Choice::WithWall(mazes) if left >= mazes => {
                    left -= mazes;
                    true
                }
                Choice::WithWall(_) => false,
            };
            if opens {
                maze.open(cell, way);
            }
            opens
        })?;
        Ok(maze)
    }

    /// The number of a maze, if it is a perfect one with all cells of its grid.
    pub fn number(&self, maze: &Maze) -> Result<BigUint, Error> {
        if maze.size() != self.size || maze.mask().is_some() || !certify::certify(maze)?.is_perfect() {
            return Err(Diagnostic::new("only a perfect maze that leaves no cell out has a number").into());
        }
        let mut number = BigUint::ZERO;
        self.walk(|cell, way, choice| {
            let opens = maze.is_open(cell, way);
            if let (true, Choice::WithWall(mazes)) = (opens, choice) {
                number += mazes;
            }
            opens
        })?;
        Ok(number)
    }

    /// Goes through all walls in order and asks of each whether it is opened.
    fn walk(&self, mut opens: impl FnMut(usize, Direction, Choice) -> bool) -> Result<(), StopReason> {
        let (width, cells) = (self.width, self.size.cells());
        let mut groups = Groups::new(width);
        for step in 0..cells {
            self.control.proceed()?;
            let cell = if self.is_turned { self.size.cell(step % width, step / width) } else { step };
            let (along, onward) =
                if self.is_turned { (Direction::South, Direction::East) } else { (Direction::East, Direction::South) };
            if step % width + 1 < width {
                let choice = if groups.are_one(0, 1) {
                    Choice::Forced(false)
                } else {
                    Choice::WithWall(self.completions(step, &groups.labels, Some((0, 1))))
                };
                if opens(cell, along, choice) {
                    groups.join(0, 1);
                }
            }
            let here = groups.leave();
            if step + width < cells {
                let choice = if groups.labels.contains(&here) {
                    let mut without = groups.clone();
                    without.enter(None);
                    Choice::WithWall(self.completions(step + 1, &without.labels, None))
                } else {
                    // The last chance of this group to be joined to the rest.
                    Choice::Forced(true)
                };
                let joins = opens(cell, onward, choice);
                groups.enter(joins.then_some(here));
            }
        }
        Ok(())
    }

    /// How many ways there are to go on from a step of the scan, given the groups on the frontier and, perhaps, a wall
    /// between two of its cells.
    fn completions(&self, step: usize, groups: &[u32], wall: Option<(usize, usize)>) -> BigUint {
        let counts: Vec<u64> = self.frontiers.iter().map(|frontier| frontier.completions(step, groups, wall)).collect();
        self.remainders.combine(&counts)
    }
}

/// What is known about a wall before it is decided.
enum Choice {
    /// It cannot be otherwise.
    Forced(bool),
    /// This many mazes keep the wall.
    WithWall(BigUint),
}

/// Which cells of the frontier are joined by what was decided, by a label each.
#[derive(Clone)]
struct Groups {
    labels: Vec<u32>,
    next: u32,
}

impl Groups {
    fn new(width: usize) -> Self {
        Self { labels: (0..width as u32).collect(), next: width as u32 }
    }

    fn are_one(&self, one: usize, other: usize) -> bool {
        self.labels[one] == self.labels[other]
    }

    fn join(&mut self, one: usize, other: usize) {
        let (kept, gone) = (self.labels[one], self.labels[other]);
        self.labels.iter_mut().filter(|label| **label == gone).for_each(|label| *label = kept);
    }

    /// The first cell leaves the frontier; its label.
    fn leave(&mut self) -> u32 {
        self.labels.remove(0)
    }

    /// A cell joins the frontier at its end, in a group of its own or in one that is there.
    fn enter(&mut self, group: Option<u32>) {
        self.labels.push(group.unwrap_or(self.next));
        self.next += 1;
    }
}
