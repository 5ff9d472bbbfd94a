//! The binary tree: every cell is joined to the north or to the west, as far as there is a choice.

use crate::{
    maze::{
        grid::{Direction, Maze, Size},
        random::Random,
    },
    search::{Lookout, StopReason},
};

/// Makes a perfect maze of the whole grid. With a bias, it is the probability of west.
pub fn generate(
    size: Size,
    bias: Option<f64>,
    random: &mut Random,
    watch: &mut Lookout<'_>,
) -> Result<Maze, StopReason> {
    let west = bias.unwrap_or(0.5);
    let mut maze = Maze::closed(size, None);
    for row in 0..size.rows() {
        watch.spend(4 * size.cols() as u64)?;
        for col in 0..size.cols() {
            let way = match (row, col) {
                (0, 0) => continue,
                (0, _) => Direction::West,
                (_, 0) => Direction::North,
                _ if random.chance(west) => Direction::West,
                _ => Direction::North,
            };
            maze.open(size.cell(row, col), way);
        }
    }
    Ok(maze)
}
