//! Kruskal's algorithm: all walls in random order; a wall between two different trees is taken away.

use crate::diagnostics::Diagnostic;
use crate::maze::{
    grid::{Bits, Direction, Maze, Size},
    random::Random,
};

/// Makes a perfect maze of every part of the grid. With a bias, the next wall is the next upright one that often.
pub fn generate(size: Size, cells: Option<&Bits>, bias: Option<f64>, random: &mut Random) -> Result<Maze, Diagnostic> {
    // A wall is named by its cell and one bit, in 32 bits.
    if size.cells() > 1 << 31 {
        let help = "dfs, wilson and eller have no such limit";
        return Err(Diagnostic::new(format!("{} cells are too many for kruskal", size.cells())).help(help));
    }
    let mut maze = Maze::closed(size, cells.cloned());
    let mut trees = Trees((0..size.cells() as u32).collect());
    let mut walls = [Vec::new(), Vec::new()];
    for cell in maze.cells() {
        for (axis, way) in [Direction::East, Direction::South].into_iter().enumerate() {
            if size.neighbour(cell, way).is_some_and(|next| maze.has(next)) {
                let list = if bias.is_some() { axis } else { 0 };
                walls[list].push((cell as u32) << 1 | axis as u32);
            }
        }
    }
    walls.iter_mut().for_each(|list| random.shuffle(list));
    let [mut upright, mut level] = walls;
    loop {
        let first = level.is_empty() || bias.is_some_and(|share| random.chance(share));
        let Some(wall) = (if first { upright.pop().or_else(|| level.pop()) } else { level.pop() }) else {
            return Ok(maze);
        };
        let cell = (wall >> 1) as usize;
        let way = if wall & 1 == 0 { Direction::East } else { Direction::South };
        if trees.join(cell, maze.step(cell, way)) {
            maze.open(cell, way);
        }
    }
}

/// Which cells belong together: every cell names another of its tree, the last names itself.
struct Trees(Vec<u32>);

impl Trees {
    fn top(&mut self, mut cell: usize) -> usize {
        loop {
            let above = self.0[cell] as usize;
            if above == cell {
                return cell;
            }
            // Halving the path on the way keeps all paths short.
            self.0[cell] = self.0[above];
            cell = above;
        }
    }

    fn join(&mut self, one: usize, other: usize) -> bool {
        let (one, other) = (self.top(one), self.top(other));
        // The walls come in random order, so naming the lower by the higher number makes no long paths.
        self.0[one.min(other)] = one.max(other) as u32;
        one != other
    }
}
