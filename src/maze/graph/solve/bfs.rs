//! Breadth first: all cells by their distance from the goal; then downhill from the start, by the first link of
//! several.

use num_bigint::BigUint;

use super::{Answer, Outcome};
use crate::{
    maze::graph::GraphMaze,
    search::{Pace, Stopped},
};

/// Not reached.
const FAR: u32 = u32::MAX;

/// Distances from a cell.
pub struct Flood {
    distances: Vec<u32>,
    /// The cells in the order in which they were reached.
    pub order: Vec<u32>,
}

impl Flood {
    /// Reaches out from a cell to all others, or until another cell is reached.
    pub fn new(maze: &GraphMaze, from: usize, until: Option<usize>, pace: &mut Pace<'_, '_>) -> Result<Self, Stopped> {
        let mut flood = Self { distances: vec![FAR; maze.ground.links().cells()], order: vec![from as u32] };
        flood.distances[from] = 0;
        let mut next = 0;
        while next < flood.order.len() && until.is_none_or(|goal| flood.distances[goal] == FAR) {
            pace.spend(1)?;
            let cell = flood.order[next] as usize;
            for link in maze.exits(cell) {
                if flood.distances[link.to as usize] == FAR {
                    flood.distances[link.to as usize] = flood.distances[cell] + 1;
                    flood.order.push(link.to);
                }
            }
            next += 1;
        }
        Ok(flood)
    }

    /// The distance of a cell that was reached.
    pub fn distance(&self, cell: usize) -> Option<u32> {
        Some(self.distances[cell]).filter(|&distance| distance != FAR)
    }

    /// The cells one step nearer. From where the flood began, none is: cells that were not reached are not nearer.
    pub fn downhill<'a>(&'a self, maze: &'a GraphMaze, cell: usize) -> impl Iterator<Item = u32> + 'a {
        let nearer = self.distances[cell].checked_sub(1);
        maze.exits(cell).map(|link| link.to).filter(move |&next| Some(self.distances[next as usize]) == nearer)
    }
}

pub(super) fn solve(maze: &GraphMaze, pace: &mut Pace<'_, '_>) -> Result<Outcome, Stopped> {
    let [from, to] = maze.ends;
    let flood = Flood::new(maze, to, Some(from), pace)?;
    let effort = flood.order.len() as u64;
    if flood.distance(from).is_none() {
        return Ok(Outcome { answer: Answer::NoWay, effort });
    }
    let mut cells = vec![from as u32];
    while let Some(next) = flood.downhill(maze, cells[cells.len() - 1] as usize).next() {
        pace.spend(1)?;
        cells.push(next);
    }
    Ok(Outcome { answer: Answer::Way(cells), effort })
}

/// All shortest ways.
pub struct ShortestWays<'a> {
    maze: &'a GraphMaze,
    flood: Flood,
}

impl<'a> ShortestWays<'a> {
    /// Looks for them; `None` if there is no way.
    pub fn new(maze: &'a GraphMaze, pace: &mut Pace<'_, '_>) -> Result<Option<Self>, Stopped> {
        let [from, to] = maze.ends;
        let flood = Flood::new(maze, to, Some(from), pace)?;
        Ok(flood.distance(from).is_some().then_some(Self { maze, flood }))
    }

    /// How many there are.
    pub fn count(&self, pace: &mut Pace<'_, '_>) -> Result<BigUint, Stopped> {
        let [from, to] = self.maze.ends;
        let mut counts = vec![BigUint::ZERO; self.flood.distances.len()];
        counts[to] = BigUint::from(1u32);
        let length = self.flood.distances[from];
        // In the order of distance: what a cell's neighbours downhill have is known when it comes to the cell.
        for &cell in &self.flood.order {
            pace.spend(1)?;
            let cell = cell as usize;
            if cell == to || self.flood.distances[cell] > length {
                continue;
            }
            let sum = self.flood.downhill(self.maze, cell).map(|next| &counts[next as usize]).sum::<BigUint>();
            counts[cell] = sum;
        }
        Ok(std::mem::take(&mut counts[from]))
    }

    /// Each of them, by the first links first.
    pub fn iter(&self) -> impl Iterator<Item = Vec<u32>> + '_ {
        let mut way = vec![self.maze.ends[0] as u32];
        let mut left: Vec<Vec<u32>> = Vec::new();
        let mut is_done = false;
        std::iter::from_fn(move || {
            if is_done {
                return None;
            }
            loop {
                let mut next: Vec<u32> = self.flood.downhill(self.maze, way[way.len() - 1] as usize).collect();
                if next.is_empty() {
                    break;
                }
                next.reverse();
                way.extend(next.pop());
                left.push(next);
            }
            let found = way.clone();
            // Back to the last cell from which another way goes on.
            is_done = true;
            while let Some(mut others) = left.pop() {
                way.pop();
                if let Some(other) = others.pop() {
                    way.push(other);
                    left.push(others);
                    is_done = false;
                    break;
                }
            }
            Some(found)
        })
    }
}
