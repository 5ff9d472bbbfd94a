//! The sidewinder: every row is cut into runs to the east, and one cell of each run is joined to the north. The first
//! row is one run.

use crate::{
    maze::{
        grid::{Direction, Maze, Size},
        random::Random,
    },
    search::{Lookout, StopReason},
};

/// Makes a perfect maze of the whole grid. With a bias, it is the probability that a run goes on.
pub fn generate(
    size: Size,
    bias: Option<f64>,
    random: &mut Random,
    watch: &mut Lookout<'_>,
) -> Result<Maze, StopReason> {
    let goes_on = bias.unwrap_or(0.5);
    let mut maze = Maze::closed(size, None);
    for row in 0..size.rows() {
        watch.spend(4 * size.cols() as u64)?;
        let mut run = 0;
        for col in 0..size.cols() {
            let cell = size.cell(row, col);
            if col + 1 < size.cols() && (row == 0 || random.chance(goes_on)) {
                maze.open(cell, Direction::East);
            } else {
                if row > 0 {
                    maze.open(cell - random.below(col - run + 1), Direction::North);
                }
                run = col + 1;
            }
        }
    }
    Ok(maze)
}
