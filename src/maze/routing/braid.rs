//! Braiding: dead ends are joined to a neighbour, to another dead end if there is one beside.

use crate::diagnostics::Diagnostic;
use crate::{
    family::Error,
    maze::{
        grid::{Direction, Maze},
        random::Random,
    },
    search::Control,
};

/// Opens this share of the dead ends, rounded to whole dead ends, in random order. A dead end without another
/// neighbour stays if the maze has a shape; in a whole grid it is an error.
pub fn braid(maze: &mut Maze, share: f64, random: &mut Random, control: &Control) -> Result<(), Error> {
    let mut watch = control.lookout();
    let is_dead_end = |maze: &Maze, cell: usize| maze.exits(cell).count_ones() == 1;
    let mut dead_ends = Vec::new();
    for cell in maze.cells() {
        watch.spend(2)?;
        if is_dead_end(maze, cell) {
            dead_ends.push(cell);
        }
    }
    random.shuffle(&mut dead_ends);
    let mut wanted = (dead_ends.len() as f64 * share).round() as usize;
    for cell in dead_ends {
        if wanted == 0 {
            break;
        }
        watch.spend(64)?;
        if !is_dead_end(maze, cell) {
            continue;
        }
        let walled = maze.neighbours(cell) & !maze.exits(cell);
        let ways: Vec<_> = Direction::of_set(walled).collect();
        let to_dead_ends: Vec<_> =
            ways.iter().copied().filter(|&way| is_dead_end(maze, maze.step(cell, way))).collect();
        let Some(&way) = (match to_dead_ends.len() {
            0 if ways.is_empty() => None,
            0 => ways.get(random.below(ways.len())),
            _ if wanted == 1 && ways.len() > to_dead_ends.len() => ways.iter().find(|way| !to_dead_ends.contains(way)),
            count => to_dead_ends.get(random.below(count)),
        }) else {
            if share < 1.0 || maze.mask().is_some() {
                continue;
            }
            let (row, col) = maze.size().place(cell);
            let title = format!("the cell in row {row}, column {col} has one neighbour only and stays a dead end");
            let help = "a maze without dead ends needs a grid of at least 2x2 without such cells";
            return Err(Diagnostic::new(title).help(help).into());
        };
        wanted = wanted.saturating_sub(if is_dead_end(maze, maze.step(cell, way)) { 2 } else { 1 });
        maze.open(cell, way);
    }
    Ok(())
}
