//! Breadth first: all cells in rings around the start. A cell remembers only its distance modulo three, in two bits:
//! neighbours differ by one at most, so that is enough to walk back, and to find all shortest ways.

use super::{Answer, Outcome, unlimited};
use crate::{
    maze::{
        grid::{Direction, Maze},
        moves::Moves,
    },
    search::{Pace, Stopped},
};

/// Distances from a cell.
pub struct Flood {
    /// Two bits a cell: 0 for not reached, otherwise the distance modulo 3 plus 1.
    marks: Vec<u64>,
    /// Cells reached.
    pub reached: u64,
    /// The greatest distance reached.
    pub distance: u64,
    /// The last cell reached: none is farther.
    pub last: usize,
}

/// Reaches out from a cell to all others, or until another cell is reached.
pub fn flood(maze: &Maze, from: usize, until: Option<usize>) -> Flood {
    unlimited(|pace| flood_at_pace(maze, from, until, pace))
}

/// The same under limits.
pub fn flood_at_pace(
    maze: &Maze,
    from: usize,
    until: Option<usize>,
    pace: &mut Pace<'_, '_>,
) -> Result<Flood, Stopped> {
    let strides = maze.size().strides();
    let mut flood = Flood { marks: vec![0; maze.size().cells().div_ceil(32)], reached: 1, distance: 0, last: from };
    flood.marks[from >> 5] |= 1 << ((from & 31) * 2);
    // A cell and, in the two low bits, the way it was entered by reversed; bit 2 says that there is none.
    let mut ring = vec![from << 3 | 4];
    let mut next_ring = Vec::new();
    while until.is_none_or(|goal| flood.mark(goal) == 0) {
        pace.spend(ring.len() as u64)?;
        let mark = (flood.distance + 1) % 3 + 1;
        for &entry in &ring {
            let cell = entry >> 3;
            let mut exits = maze.exits(cell);
            if entry & 4 == 0 {
                exits &= !(1 << (entry & 3));
            }
            while exits != 0 {
                let way = exits.trailing_zeros() as usize;
                exits &= exits - 1;
                let next = cell.wrapping_add_signed(strides[way]);
                let (word, shift) = (next >> 5, (next & 31) * 2);
                if flood.marks[word] >> shift & 3 == 0 {
                    flood.marks[word] |= mark << shift;
                    next_ring.push(next << 3 | way ^ 2);
                }
            }
        }
        let Some(&last) = next_ring.last() else { break };
        flood.distance += 1;
        flood.last = last >> 3;
        flood.reached += next_ring.len() as u64;
        std::mem::swap(&mut ring, &mut next_ring);
        next_ring.clear();
    }
    Ok(flood)
}

impl Flood {
    #[inline]
    fn mark(&self, cell: usize) -> u64 {
        self.marks[cell >> 5] >> ((cell & 31) * 2) & 3
    }

    /// Whether the cell was reached.
    pub fn has_reached(&self, cell: usize) -> bool {
        self.mark(cell) != 0
    }

    /// The directions that lead one step nearer to where the flood began.
    #[inline]
    pub fn downhill(&self, maze: &Maze, cell: usize) -> u8 {
        let mark = self.mark(cell);
        let nearer = if mark == 1 { 3 } else { mark - 1 };
        let leads_nearer = |&way: &Direction| self.mark(maze.step(cell, way)) == nearer;
        Direction::of_set(maze.exits(cell)).filter(leads_nearer).fold(0, |set, way| set | way.bit())
    }
}

/// A shortest way, the first in the order of directions clockwise from north.
pub(super) fn solve(maze: &Maze, from: usize, to: usize, pace: &mut Pace<'_, '_>) -> Result<Outcome, Stopped> {
    let flood = flood_at_pace(maze, to, Some(from), pace)?;
    let effort = flood.reached;
    if !flood.has_reached(from) {
        return Ok(Outcome { answer: Answer::NoWay, effort });
    }
    let mut moves = Moves::with_capacity(flood.distance as usize);
    let mut cell = from;
    while cell != to {
        // Rings close one after another, so a reached cell always has a way back.
        let way = Direction::from_number(flood.downhill(maze, cell).trailing_zeros() as u8);
        moves.push(way);
        cell = maze.step(cell, way);
    }
    Ok(Outcome { answer: Answer::Way(moves), effort })
}
