//! A maze of plain squares in the general form, for what is written only for that: pictures with themes, and
//! measures.

use super::{
    GraphMaze,
    ground::{BYTES_PER_CELL, Ground},
    shape::{Grid, Shape},
};
use crate::{
    family::Error,
    maze::{
        grid::{Bits, Direction, Maze},
        recipe::require_memory,
    },
    search::Control,
};

impl GraphMaze {
    /// The same maze in the general form.
    pub fn of_squares(maze: &Maze, control: &Control) -> Result<Self, Error> {
        let shape = Shape::regular(Grid::Square, 1, maze.size())?;
        let bytes = shape.cells() as f64 * BYTES_PER_CELL;
        require_memory(bytes)?;
        control.allow_memory(bytes as u64)?;
        let stairs = Bits::repeat(false, shape.cells());
        let ground = Ground::new(shape, maze.mask().cloned(), Vec::new(), &stairs, control)?;
        let mut open = Bits::repeat(false, ground.links().edges());
        let mut watch = control.lookout();
        for cell in maze.cells() {
            watch.spend(32)?;
            for way in Direction::of_set(maze.exits(cell)) {
                let next = maze.step(cell, way) as u32;
                let link = ground.links().of(cell).iter().find(|link| link.to == next);
                link.into_iter().for_each(|link| open.set(link.edge as usize, true));
            }
        }
        Ok(Self { ground, open, ends: maze.ends.unwrap_or(maze.corners()) })
    }
}
