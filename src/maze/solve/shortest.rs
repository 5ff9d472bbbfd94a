//! All shortest ways: how many there are, and the first of them in the order of directions clockwise from north.

use num_bigint::BigUint;

use super::{
    bfs::{Flood, flood_at_pace},
    unlimited,
};
use crate::{
    maze::{
        grid::{Direction, Maze},
        moves::Moves,
    },
    search::{Pace, Stopped},
};

/// The shortest ways between two cells.
pub struct ShortestWays<'a> {
    maze: &'a Maze,
    from: usize,
    to: usize,
    flood: Flood,
}

impl<'a> ShortestWays<'a> {
    /// Finds them; `None` if there is no way.
    pub fn new(maze: &'a Maze, from: usize, to: usize) -> Option<Self> {
        unlimited(|pace| Self::at_pace(maze, from, to, pace))
    }

    /// The same under limits.
    pub fn at_pace(maze: &'a Maze, from: usize, to: usize, pace: &mut Pace<'_, '_>) -> Result<Option<Self>, Stopped> {
        let flood = flood_at_pace(maze, to, Some(from), pace)?;
        Ok(flood.has_reached(from).then_some(Self { maze, from, to, flood }))
    }

    /// Steps of each.
    pub fn length(&self) -> u64 {
        self.flood.distance
    }

    /// How many there are.
    pub fn count(&self) -> BigUint {
        unlimited(|pace| self.count_at_pace(pace))
    }

    /// The same under limits.
    pub fn count_at_pace(&self, pace: &mut Pace<'_, '_>) -> Result<BigUint, Stopped> {
        // The cells at one distance and in how many ways each is reached from the start.
        let mut ring = vec![(self.from, BigUint::from(1u32))];
        for _ in 0..self.length() {
            pace.spend(ring.len() as u64)?;
            let mut next: Vec<(usize, BigUint)> = Vec::with_capacity(ring.len());
            for (cell, ways) in &ring {
                for way in Direction::of_set(self.flood.downhill(self.maze, *cell)) {
                    next.push((self.maze.step(*cell, way), ways.clone()));
                }
            }
            next.sort_unstable_by_key(|&(cell, _)| cell);
            next.dedup_by(|later, kept| {
                let same = later.0 == kept.0;
                if same {
                    kept.1 += &later.1;
                }
                same
            });
            ring = next;
        }
        Ok(ring.into_iter().map(|(_, ways)| ways).sum())
    }

    /// The ways themselves, in order.
    pub fn iter(&self) -> impl Iterator<Item = Moves> + '_ {
        let mut way = Some(self.complete(Moves::default()));
        std::iter::from_fn(move || {
            let current = way.take()?;
            way = self.after(current.clone());
            Some(current)
        })
    }

    fn complete(&self, mut moves: Moves) -> Moves {
        let mut cell = moves.iter().fold(self.from, |cell, way| self.maze.step(cell, way));
        while cell != self.to {
            let way = Direction::from_number(self.flood.downhill(self.maze, cell).trailing_zeros() as u8);
            moves.push(way);
            cell = self.maze.step(cell, way);
        }
        moves
    }

    /// The next way: the last step that could go a later direction does so.
    fn after(&self, mut moves: Moves) -> Option<Moves> {
        let mut cell = self.to;
        while let Some(way) = moves.pop() {
            cell = self.maze.step(cell, way.opposite());
            let later = self.flood.downhill(self.maze, cell) & !(way.bit() | (way.bit() - 1));
            if later != 0 {
                moves.push(Direction::from_number(later.trailing_zeros() as u8));
                return Some(self.complete(moves));
            }
        }
        None
    }
}
