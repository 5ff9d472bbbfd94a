//! What a maze really is, found out by code of its own: one sweep over the rows that remembers which cells of the
//! current row hang together, and counts of ways per cell, 64 cells at a time. Nothing here is used by the generators
//! or the solvers; it needs the memory of one row, so it certifies a maze of any size.

use super::{grid::Maze, moves::Moves};
use crate::{
    diagnostics::Diagnostic,
    family::Error,
    search::{Control, StopReason},
};

/// The verified facts about a maze.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Certificate {
    /// Cells that exist.
    pub cells: u64,
    /// Cells of the grid that do not.
    pub missing: u64,
    /// Pairs of neighbours that are joined.
    pub passages: u64,
    /// Parts without any way between them.
    pub parts: u64,
    /// Independent loops: passages that could be closed without parting anything.
    pub loops: u64,
    /// Cells with 0, 1, 2, 3 and 4 ways.
    pub by_ways: [u64; 5],
    /// Cells with two ways that lie opposite.
    pub straights: u64,
}

impl Certificate {
    /// Whether there is exactly one way between any two cells.
    pub fn is_perfect(&self) -> bool {
        self.parts == 1 && self.loops == 0
    }

    /// Whether there is exactly one way between any two cells of every part.
    pub fn is_perfect_in_parts(&self) -> bool {
        self.loops == 0
    }

    /// Whether all cells hang together and none is a dead end.
    pub fn is_braid(&self) -> bool {
        self.parts == 1 && self.loops > 0 && self.dead_ends() == 0
    }

    /// Whether all cells hang together, with loops and with dead ends.
    pub fn is_partial_braid(&self) -> bool {
        self.parts == 1 && self.loops > 0 && self.dead_ends() > 0
    }

    /// Whether the maze is one way without any fork through all cells.
    pub fn is_unicursal(&self) -> bool {
        self.is_perfect() && self.junctions() == 0
    }

    /// Whether cells of the grid are left out, and the others are a perfect maze.
    pub fn is_sparse(&self) -> bool {
        self.is_perfect() && self.missing > 0
    }

    /// Cells with one way.
    pub fn dead_ends(&self) -> u64 {
        self.by_ways[1]
    }

    /// Cells with three ways or four.
    pub fn junctions(&self) -> u64 {
        self.by_ways[3] + self.by_ways[4]
    }

    /// The most special thing the maze is.
    pub fn kind(&self) -> &'static str {
        match self {
            _ if self.is_unicursal() => "unicursal",
            _ if self.is_sparse() => "perfect, sparse",
            _ if self.is_perfect() => "perfect",
            _ if self.is_braid() => "braid",
            _ if self.is_partial_braid() => "partial braid",
            _ if self.is_perfect_in_parts() => "perfect in each part",
            _ => "in parts, with loops",
        }
    }
}

const NONE: u32 = u32::MAX;

/// Examines a maze. A way that leads nowhere is an error.
pub fn certify(maze: &Maze) -> Result<Certificate, Diagnostic> {
    // Nothing stops it without limits.
    Ok(examine(maze, &Control::default())?.unwrap_or_default())
}

/// The same for as long as a control allows.
pub fn certify_under(maze: &Maze, control: &Control) -> Result<Certificate, Error> {
    let stopped = || control.reason().unwrap_or(StopReason::Interrupted);
    Ok(examine(maze, control)?.ok_or_else(stopped)?)
}

/// Examines a maze; `None` if the run was stopped.
fn examine(maze: &Maze, control: &Control) -> Result<Option<Certificate>, Diagnostic> {
    let size = maze.size();
    let mut found = Certificate { cells: maze.cell_count() as u64, ..Certificate::default() };
    found.missing = size.cells() as u64 - found.cells;
    let mut watch = control.lookout();
    count_ways(maze, &mut found)?;
    let mut sweep = Sweep { groups: vec![NONE; size.cols()], tops: Vec::new(), heirs: Vec::new() };
    for row in 0..size.rows() {
        if watch.spend(8 * size.cols() as u64).is_err() {
            return Ok(None);
        }
        sweep.row(maze, row, &mut found)?;
    }
    Ok(Some(found))
}

/// The cells of the current row by the parts they belong to as far as is known from the rows above.
struct Sweep {
    /// The group of every column's cell; before a row, of those that were joined from the north.
    groups: Vec<u32>,
    /// Groups that turned out to be one name another of them; the others name themselves.
    tops: Vec<u32>,
    /// The group's name in the next row.
    heirs: Vec<u32>,
}

impl Sweep {
    fn top(&mut self, mut group: u32) -> u32 {
        while self.tops[group as usize] != group {
            let above = self.tops[group as usize];
            self.tops[group as usize] = self.tops[above as usize];
            group = above;
        }
        group
    }

    fn row(&mut self, maze: &Maze, row: usize, found: &mut Certificate) -> Result<(), Diagnostic> {
        let cols = self.groups.len();
        let start = row * cols;
        // The heirs of the row above are the groups of this one.
        let inherited = self.heirs.iter().filter(|&&heir| heir != NONE).count() as u32;
        self.tops.clear();
        self.tops.extend(0..inherited);
        for (col, group) in self.groups.iter_mut().enumerate() {
            if maze.has(start + col) {
                if *group == NONE {
                    *group = self.tops.len() as u32;
                    self.tops.push(*group);
                }
            } else if *group != NONE || maze.exits(start + col) != 0 {
                return Err(stray(row, col));
            }
        }
        for col in 0..cols - 1 {
            if maze.passages()[(start + col) >> 6][0] >> ((start + col) & 63) & 1 == 0 {
                continue;
            }
            if !maze.has(start + col + 1) {
                return Err(stray(row, col + 1));
            }
            let (one, other) = (self.top(self.groups[col]), self.top(self.groups[col + 1]));
            found.loops += u64::from(one == other);
            self.tops[other as usize] = one;
        }
        self.heirs.clear();
        self.heirs.resize(self.tops.len(), NONE);
        let mut named = 0;
        for col in 0..cols {
            let cell = start + col;
            if maze.passages()[cell >> 6][1] >> (cell & 63) & 1 == 0 {
                self.groups[col] = NONE;
                continue;
            }
            let top = self.top(self.groups[col]) as usize;
            if self.heirs[top] == NONE {
                self.heirs[top] = named;
                named += 1;
            }
            self.groups[col] = self.heirs[top];
        }
        // A group that does not go on is complete.
        let complete = |&(group, &top): &(usize, &u32)| top == group as u32 && self.heirs[group] == NONE;
        found.parts += self.tops.iter().enumerate().filter(complete).count() as u64;
        Ok(())
    }
}

fn stray(row: usize, col: usize) -> Diagnostic {
    Diagnostic::new(format!("a way leads to row {row}, column {col}, where there is no cell"))
}

/// Counts the cells by their number of ways, 64 at a time.
fn count_ways(maze: &Maze, found: &mut Certificate) -> Result<(), Diagnostic> {
    let size = maze.size();
    let (count, cols) = (size.cells(), size.cols());
    let passages = maze.passages();
    let bits_before = |word: usize, distance: usize, plane: usize| {
        // The plane moved up by `distance` cells.
        let (words, shift) = (distance >> 6, distance & 63);
        let take = |back: usize| word.checked_sub(back).map_or(0, |at| passages[at][plane]);
        if shift == 0 { take(words) } else { take(words) << shift | take(words + 1) >> (64 - shift) }
    };
    for (word, &[east, south]) in passages.iter().enumerate() {
        let start = word * 64;
        let all = if count - start < 64 { (1 << (count - start)) - 1 } else { u64::MAX };
        // The last row begins in this word, before it, or after it.
        let last_row = match (count - cols).checked_sub(start) {
            None => u64::MAX,
            Some(offset) if offset < 64 => u64::MAX << offset,
            Some(_) => 0,
        };
        if (east | south) & !all != 0 || south & last_row != 0 {
            return Err(Diagnostic::new("a way leads south out of the grid"));
        }
        let (north, west) = (bits_before(word, cols, 1), bits_before(word, 1, 0));
        // Two half adders, then the sums by value.
        let (one_a, two_a) = (north ^ south, north & south);
        let (one_b, two_b) = (east ^ west, east & west);
        let odd = one_a ^ one_b;
        let both = one_a & one_b;
        let four = two_a & two_b;
        let two = (both | two_a ^ two_b) & !odd;
        let three = odd & (two_a | two_b);
        let one = odd & !three;
        let cells = maze.mask().map_or(all, |mask| mask.as_raw_slice()[word] & all);
        for (ways, set) in [cells & !(one | two | three | four), one, two & !four, three, four].into_iter().enumerate()
        {
            found.by_ways[ways] += u64::from(set.count_ones());
        }
        found.straights += u64::from(((two_a | two_b) & two & !four).count_ones());
        found.passages += u64::from(east.count_ones() + south.count_ones());
    }
    for row in 0..size.rows() {
        let last = row * cols + cols - 1;
        if passages[last >> 6][0] >> (last & 63) & 1 == 1 {
            return Err(Diagnostic::new(format!("a way leads east out of row {row}")));
        }
    }
    Ok(())
}

/// Whether these moves lead from one cell to another without crossing a wall.
pub fn leads(maze: &Maze, from: usize, moves: &Moves, to: usize) -> bool {
    let mut cell = from;
    for way in moves.iter() {
        if !maze.has(cell) || !maze.is_open(cell, way) {
            return false;
        }
        cell = maze.step(cell, way);
    }
    cell == to && maze.has(cell)
}
