//! Recursive division: an empty hall is parted by a wall with one gap, and so are its parts, until all ways are one
//! cell wide.

use crate::{
    maze::{
        grid::{Direction, Maze, Size},
        random::Random,
    },
    search::{Lookout, StopReason},
};

struct Hall {
    top: usize,
    left: usize,
    rows: usize,
    cols: usize,
}

/// Makes a perfect maze of the whole grid. The longer side is parted; with a bias, it is the probability of a level
/// wall, which leaves horizontal ways.
pub fn generate(
    size: Size,
    bias: Option<f64>,
    random: &mut Random,
    watch: &mut Lookout<'_>,
) -> Result<Maze, StopReason> {
    let mut maze = open_hall(size, watch)?;
    let mut halls = vec![Hall { top: 0, left: 0, rows: size.rows(), cols: size.cols() }];
    while let Some(hall) = halls.pop() {
        if hall.rows == 1 || hall.cols == 1 {
            continue;
        }
        watch.spend(8 * hall.rows.max(hall.cols) as u64)?;
        let level_wall = match bias {
            Some(share) => random.chance(share),
            None if hall.rows == hall.cols => random.chance(0.5),
            None => hall.rows > hall.cols,
        };
        let Hall { top, left, rows, cols } = hall;
        if level_wall {
            let row = top + random.below(rows - 1);
            let gap = left + random.below(cols);
            (left..left + cols)
                .filter(|&col| col != gap)
                .for_each(|col| maze.close(size.cell(row, col), Direction::South));
            halls.push(Hall { rows: row + 1 - top, ..hall });
            halls.push(Hall { top: row + 1, rows: top + rows - row - 1, ..hall });
        } else {
            let col = left + random.below(cols - 1);
            let gap = top + random.below(rows);
            (top..top + rows)
                .filter(|&row| row != gap)
                .for_each(|row| maze.close(size.cell(row, col), Direction::East));
            halls.push(Hall { cols: col + 1 - left, ..hall });
            halls.push(Hall { left: col + 1, cols: left + cols - col - 1, ..hall });
        }
    }
    Ok(maze)
}

fn open_hall(size: Size, watch: &mut Lookout<'_>) -> Result<Maze, StopReason> {
    let mut maze = Maze::closed(size, None);
    for cell in 0..size.cells() {
        watch.spend(8)?;
        for way in [Direction::East, Direction::South] {
            if size.neighbour(cell, way).is_some() {
                maze.open(cell, way);
            }
        }
    }
    Ok(maze)
}
