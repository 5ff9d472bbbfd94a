//! Colours for distances: the farther from the start, the deeper the colour.

use super::lines::FIRST_SHADE;
use crate::{
    maze::grid::{Direction, Maze},
    search::{Control, StopReason},
};

/// Red, green and blue from near to far. All are light enough to be told from walls.
const RAMP: [[u8; 3]; 5] = [[255, 250, 205], [255, 214, 130], [250, 170, 120], [205, 150, 190], [140, 160, 230]];

/// How many colours there are.
const SHADES: usize = 256 - FIRST_SHADE as usize;

/// The colour of a shade.
pub fn colour(shade: u8) -> [u8; 3] {
    let place = usize::from(shade.saturating_sub(FIRST_SHADE)) * (RAMP.len() - 1);
    let (index, part) = (place / (SHADES - 1), place % (SHADES - 1));
    let (near, far) = (RAMP[index], RAMP[(index + 1).min(RAMP.len() - 1)]);
    std::array::from_fn(|channel| {
        let (near, far) = (usize::from(near[channel]), usize::from(far[channel]));
        ((near * (SHADES - 1 - part) + far * part) / (SHADES - 1)) as u8
    })
}

/// A shade for every cell by its distance from a start; cells that cannot be reached get the deepest.
pub fn shades(maze: &Maze, start: usize, control: &Control) -> Result<Vec<u8>, StopReason> {
    let mut watch = control.lookout();
    let mut distances = vec![u32::MAX; maze.size().cells()];
    let mut ring = vec![start];
    let mut distance = 0;
    distances[start] = 0;
    while !ring.is_empty() {
        distance += 1;
        let mut next_ring = Vec::new();
        for cell in ring {
            watch.spend(16)?;
            for next in Direction::of_set(maze.exits(cell)).map(|way| maze.step(cell, way)) {
                if distances[next] == u32::MAX {
                    distances[next] = distance;
                    next_ring.push(next);
                }
            }
        }
        ring = next_ring;
    }
    let farthest = u64::from(distance.saturating_sub(1).max(1));
    let shade =
        |&distance: &u32| FIRST_SHADE + (u64::from(distance).min(farthest) * (SHADES as u64 - 1) / farthest) as u8;
    Ok(distances.iter().map(shade).collect())
}
