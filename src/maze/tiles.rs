//! A huge perfect maze made in tiles, on as many threads as the current rayon pool has. Every tile is a perfect maze
//! from numbers of its own; a spanning tree of the grid of tiles says between which tiles one wall is opened. A tree of
//! trees joined by single ways is a tree. The tiles do not depend on the threads, so neither does the maze.

use rayon::prelude::*;

use super::{
    generate::{self, Algorithm, Ground},
    grid::{Direction, Maze, Size},
    random::Random,
};
use crate::{family::Error, search::Control};

/// Cells to a side of a tile. A multiple of 64, so that the tiles of one row of tiles share no word with the next
/// row's; small enough for a tile to stay in a core's own cache.
const SIDE: usize = 256;

/// Makes a perfect maze of the whole grid.
pub fn generate(
    size: Size,
    algorithm: Algorithm,
    bias: Option<f64>,
    seed: u64,
    control: &Control,
) -> Result<Maze, Error> {
    let plan = Size::new(size.rows().div_ceil(SIDE) as u64, size.cols().div_ceil(SIDE) as u64)?;
    let ground = |size| Ground { size, cells: None, bias, compact: false };
    // Part 0 is the plan; the tiles follow.
    let tree = generate::perfect_under(algorithm, ground(plan), &mut Random::of_part(seed, 0), control)?;
    let mut maze = Maze::closed(size, None);
    let words_per_band = SIDE * size.cols() / 64;
    maze.passages_mut().par_chunks_mut(words_per_band).enumerate().try_for_each(|(band, words)| {
        let rows = (size.rows() - band * SIDE).min(SIDE);
        for tile in 0..plan.cols() {
            let left = tile * SIDE;
            let cols = (size.cols() - left).min(SIDE);
            let mut random = Random::of_part(seed, 1 + plan.cell(band, tile) as u64);
            control.proceed()?;
            let part = Size::new(rows as u64, cols as u64)?;
            let part = generate::perfect_under(algorithm, ground(part), &mut random, control)?;
            for row in 0..rows {
                copy_row(part.passages(), row * cols, words, row * size.cols() + left, cols);
            }
            let exits = tree.exits(plan.cell(band, tile));
            let mut open = |row: usize, col: usize, plane: usize| {
                let cell = row * size.cols() + left + col;
                words[cell >> 6][plane] |= 1 << (cell & 63);
            };
            if exits & Direction::East.bit() != 0 {
                open(random.below(rows), cols - 1, 0);
            }
            if exits & Direction::South.bit() != 0 {
                open(rows - 1, random.below(cols), 1);
            }
        }
        Ok::<(), Error>(())
    })?;
    Ok(maze)
}

/// Adds `count` cells' ways, from one place to another, a word at a time.
fn copy_row(from: &[[u64; 2]], source: usize, to: &mut [[u64; 2]], target: usize, count: usize) {
    let mut done = 0;
    while done < count {
        let (at, put) = (source + done, target + done);
        // As far as neither side leaves its word.
        let length = (64 - (at & 63)).min(64 - (put & 63)).min(count - done);
        let mask = u64::MAX >> (64 - length);
        for plane in 0..2 {
            to[put >> 6][plane] |= (from[at >> 6][plane] >> (at & 63) & mask) << (put & 63);
        }
        done += length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maze::certify::certify;

    #[test]
    fn tiles_make_one_perfect_maze_whatever_the_threads() {
        for (rows, cols) in [(1, 1), (1, 700), (700, 1), (256, 256), (257, 300), (600, 777)] {
            let size = Size::new(rows, cols).unwrap();
            let on = |threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| generate(size, Algorithm::Dfs, None, 5, &Control::default()).unwrap())
            };
            let maze = on(1);
            assert!(certify(&maze).unwrap().is_perfect(), "{rows}x{cols}");
            assert_eq!(maze, on(3));
        }
    }
}
