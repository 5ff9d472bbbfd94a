//! Kruskal's algorithm: all walls in random order; a wall between two different trees is taken away.
//!
//! Every wall gets a random weight, and the order is that of the weights. To follow it over the whole grid at once
//! would wait for memory at every step, so the grid is cut into tiles that fit into a core's own cache. Inside a tile
//! nearly all is decided: a wall that closes a loop there stays, and a tree that does not touch the tile's border is
//! joined to its neighbour by the lightest wall around it, whatever lies outside. Only where two trees that both touch
//! the border meet, and between tiles, the rest of the grid has a say: these few walls are taken in order at the end.

mod tile;

use self::tile::{SIDE, Tile, place, top};
use crate::{
    maze::{
        grid::{Bits, Direction, Maze, Size},
        random::Random,
    },
    search::{Lookout, StopReason},
};

/// Makes a perfect maze of every part of the grid. With a bias, an upright wall comes that often as long as there are
/// walls of both kinds.
pub fn generate(
    size: Size,
    cells: Option<&Bits>,
    bias: Option<f64>,
    random: &mut Random,
    watch: &mut Lookout<'_>,
) -> Result<Maze, StopReason> {
    let mut grid = Grid {
        maze: Maze::closed(size, cells.cloned()),
        weights: Weights::new(size, bias),
        open: Vec::new(),
        trees: 0,
        above: vec![0; size.cols()],
        before: [0; SIDE],
    };
    let mut tile = Tile::new();
    for first_row in (0..size.rows()).step_by(SIDE) {
        for first_col in (0..size.cols()).step_by(SIDE) {
            grid.add_tile(&mut tile, first_row, first_col, random, watch)?;
        }
    }
    grid.join_tiles(watch)
}

/// A wall about which its tile cannot decide.
struct OpenWall {
    weight: u64,
    /// The cell north or west of it, and in the lowest bit whether it is the way south.
    wall: u64,
    /// The trees on its two sides.
    trees: [u32; 2],
}

/// The grid while tiles are added, row by row of them.
struct Grid {
    maze: Maze,
    weights: Weights,
    open: Vec<OpenWall>,
    /// Trees that touch the border of their tile, so far.
    trees: u32,
    /// The trees along the southern border of the tiles above, and those along the eastern border of the tile before.
    above: Vec<u32>,
    before: [u32; SIDE],
}

impl Grid {
    fn add_tile(
        &mut self,
        tile: &mut Tile,
        first_row: usize,
        first_col: usize,
        random: &mut Random,
        watch: &mut Lookout<'_>,
    ) -> Result<(), StopReason> {
        let size = self.maze.size();
        let (rows, cols) = ((size.rows() - first_row).min(SIDE), (size.cols() - first_col).min(SIDE));
        let cell_of = |local: usize| {
            let (row, col) = place(local);
            size.cell(first_row + row, first_col + col)
        };
        watch.spend(60 * (rows * cols) as u64)?;
        let (maze, weights) = (&mut self.maze, &self.weights);
        let draw = |is_level| weights.draw(is_level, random);
        match maze.mask() {
            None => tile.begin(rows, cols, |_, _| true, draw),
            Some(cells) => tile.begin(rows, cols, |row, col| cells[cell_of(tile::local(row, col))], draw),
        }
        // Cells that have a neighbour in another tile.
        for row in 0..rows {
            let step = if row == 0 || row + 1 == rows { 1 } else { (cols - 1).max(1) };
            for col in (0..cols).step_by(step) {
                let cell = size.cell(first_row + row, first_col + col);
                let leads_out = |way: Direction| match way {
                    Direction::North => row == 0,
                    Direction::East => col + 1 == cols,
                    Direction::South => row + 1 == rows,
                    Direction::West => col == 0,
                };
                if Direction::of_set(maze.neighbours(cell)).any(leads_out) {
                    tile.mark_border(row, col);
                }
            }
        }
        tile.join(|local, way| maze.open(cell_of(local), way));
        let trees = &mut self.trees;
        let mut name = || {
            *trees += 1;
            *trees - 1
        };
        for (weight, local, way, ends) in tile.open_walls() {
            let wall = (cell_of(local) as u64) << 1 | u64::from(way == Direction::South);
            let trees = ends.map(|end| tile.tree(end, &mut name));
            self.open.push(OpenWall { weight, wall, trees });
        }
        // The walls between this tile and those before it.
        for row in 0..rows {
            let cell = size.cell(first_row + row, first_col);
            if first_col > 0 && maze.has(cell) && maze.has(cell - 1) {
                let weight = weights.draw(false, random);
                let trees = [self.before[row], tile.tree(tile::local(row, 0), &mut name)];
                self.open.push(OpenWall { weight, wall: (cell as u64 - 1) << 1, trees });
            }
        }
        for col in 0..cols {
            let cell = size.cell(first_row, first_col + col);
            if first_row > 0 && maze.has(cell) && maze.has(cell - size.cols()) {
                let weight = weights.draw(true, random);
                let trees = [self.above[first_col + col], tile.tree(tile::local(0, col), &mut name)];
                self.open.push(OpenWall { weight, wall: ((cell - size.cols()) as u64) << 1 | 1, trees });
            }
        }
        for row in 0..rows {
            self.before[row] = tile.tree(tile::local(row, cols - 1), &mut name);
        }
        for col in 0..cols {
            self.above[first_col + col] = tile.tree(tile::local(rows - 1, col), &mut name);
        }
        Ok(())
    }

    /// Takes the walls in order about which no tile could decide.
    fn join_tiles(mut self, watch: &mut Lookout<'_>) -> Result<Maze, StopReason> {
        watch.spend(100 * self.open.len() as u64)?;
        self.open.sort_unstable_by_key(|open| (open.weight, open.wall));
        let mut tops: Vec<u32> = (0..self.trees).collect();
        for OpenWall { wall, trees, .. } in self.open {
            watch.spend(32)?;
            let [one, other] = trees.map(|tree| top(&mut tops, tree));
            if one != other {
                tops[one.min(other) as usize] = one.max(other);
                let way = if wall & 1 == 0 { Direction::East } else { Direction::South };
                self.maze.open((wall >> 1) as usize, way);
            }
        }
        Ok(self.maze)
    }
}

/// Bits of a weight: two walls of a grid hardly ever have the same, and then their places decide.
const WEIGHT_BITS: u32 = 48;

/// Where the weights of upright and of level walls lie: from here on, and so wide a range. `None` if they lie
/// everywhere.
struct Weights(Option<[(u64, f64); 2]>);

impl Weights {
    fn new(size: Size, bias: Option<f64>) -> Self {
        const WHOLE: f64 = (1u64 << WEIGHT_BITS) as f64;
        const HALF: u64 = 1 << (WEIGHT_BITS - 1);
        let Some(share) = bias else { return Self(None) };
        // Walls of both kinds come at constant rates, `share` to `1 - share`, until one kind has come to its end.
        let upright = (size.rows() * (size.cols() - 1)) as f64 * (1.0 - share);
        let level = ((size.rows() - 1) * size.cols()) as f64 * share;
        let longest = upright.max(level);
        // If one kind is over before the other has begun, they come one after the other.
        if upright < longest * 1e-4 {
            Self(Some([(0, HALF as f64), (HALF, HALF as f64)]))
        } else if level < longest * 1e-4 {
            Self(Some([(HALF, HALF as f64), (0, HALF as f64)]))
        } else {
            Self(Some([(0, WHOLE * (upright / longest)), (0, WHOLE * (level / longest))]))
        }
    }

    #[inline]
    fn draw(&self, is_level: bool, random: &mut Random) -> u64 {
        let weight = random.word() >> (64 - WEIGHT_BITS);
        let Some(ranges) = self.0 else { return weight };
        let (from, width) = ranges[usize::from(is_level)];
        from + (weight as f64 * const { 1.0 / (1u64 << WEIGHT_BITS) as f64 } * width) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{maze::certify::certify, search::Control};

    fn made(rows: u64, cols: u64, cells: Option<&Bits>, bias: Option<f64>, seed: u64) -> Maze {
        let size = Size::new(rows, cols).unwrap();
        generate(size, cells, bias, &mut Random::new(seed), &mut Control::default().lookout()).unwrap()
    }

    /// The plain algorithm with the same weights, which are drawn in the same order.
    fn plain(size: Size, cells: Option<&Bits>, bias: Option<f64>, seed: u64) -> Maze {
        let mut random = Random::new(seed);
        let weights = Weights::new(size, bias);
        let mut maze = Maze::closed(size, cells.cloned());
        let mut walls = Vec::new();
        for first_row in (0..size.rows()).step_by(SIDE) {
            for first_col in (0..size.cols()).step_by(SIDE) {
                let rows = first_row..(first_row + SIDE).min(size.rows());
                let cols = first_col..(first_col + SIDE).min(size.cols());
                let mut draw = |row: usize, col: usize, way: Direction| {
                    let cell = size.cell(row, col);
                    if maze.has(cell) && size.neighbour(cell, way).is_some_and(|next| maze.has(next)) {
                        let is_level = way == Direction::South;
                        walls.push((weights.draw(is_level, &mut random), cell << 1 | usize::from(is_level)));
                    }
                };
                for row in rows.clone() {
                    for col in cols.clone() {
                        if col + 1 < cols.end {
                            draw(row, col, Direction::East);
                        }
                        if row + 1 < rows.end {
                            draw(row, col, Direction::South);
                        }
                    }
                }
                rows.clone().filter(|_| first_col > 0).for_each(|row| draw(row, first_col - 1, Direction::East));
                cols.clone().filter(|_| first_row > 0).for_each(|col| draw(first_row - 1, col, Direction::South));
            }
        }
        walls.sort_unstable();
        let mut tops: Vec<u32> = (0..size.cells() as u32).collect();
        for (_, wall) in walls {
            let way = if wall & 1 == 0 { Direction::East } else { Direction::South };
            let (cell, next) = (wall >> 1, maze.step(wall >> 1, way));
            let [one, other] = [cell, next].map(|cell| top(&mut tops, cell as u32));
            if one != other {
                tops[one as usize] = other;
                maze.open(cell, way);
            }
        }
        maze
    }

    #[test]
    fn tiles_make_the_maze_of_the_whole_grid() {
        let side = SIDE as u64;
        for (rows, cols, seed) in [
            (1, 1, 1),
            (7, 9, 2),
            (side, side, 3),
            (side + 1, 2 * side + 2, 4),
            (300, 411, 5),
            (1, 900, 6),
            (900, 2, 7),
        ] {
            let size = Size::new(rows, cols).unwrap();
            let mut dice = Random::new(seed);
            let holes: Bits = (0..rows * cols).map(|cell| cell == 0 || dice.chance(0.8)).collect();
            for cells in [None, Some(&holes)] {
                for bias in [None, Some(0.0), Some(0.3), Some(1.0)] {
                    let maze = made(rows, cols, cells, bias, seed);
                    assert!(maze == plain(size, cells, bias, seed), "{rows}x{cols} {bias:?}");
                    assert!(certify(&maze).unwrap().is_perfect_in_parts());
                }
            }
        }
    }

    #[test]
    fn a_bias_leans() {
        let upright = |bias| {
            let maze = made(150, 150, None, bias, 3);
            maze.passages().iter().map(|pair| u64::from(pair[0].count_ones())).sum::<u64>() as f64 / (150.0 * 150.0)
        };
        assert!((upright(None) - 0.5).abs() < 0.02);
        assert!((upright(Some(0.5)) - 0.5).abs() < 0.02);
        assert!(upright(Some(0.8)) > 0.65 && upright(Some(0.2)) < 0.35);
        assert!(upright(Some(1.0)) > 0.99 && upright(Some(0.0)) < 0.01);
    }
}
