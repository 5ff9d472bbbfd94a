//! From squares to a maze. In a wall grid every other square is a cell; where the squares are no such grid, every free
//! square is a cell of its own and neighbours are joined.

use super::{Found, Reading};
use crate::diagnostics::Diagnostic;
use crate::maze::grid::{Bits, Direction, Maze, Size};

/// What a square of a drawing shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    /// A wall.
    Wall,
    /// Free.
    Floor,
    /// Free, and where to start.
    Start,
    /// Free, and where to go.
    Goal,
}

/// A drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Squares {
    width: usize,
    squares: Vec<Square>,
}

impl Squares {
    /// Lines of equal length.
    pub fn new(width: usize, squares: Vec<Square>) -> Self {
        debug_assert!(width > 0 && squares.len().is_multiple_of(width));
        Self { width, squares }
    }

    fn height(&self) -> usize {
        self.squares.len() / self.width
    }

    fn at(&self, y: usize, x: usize) -> Square {
        self.squares[y * self.width + x]
    }

    fn is_wall(&self, y: usize, x: usize) -> bool {
        self.at(y, x) == Square::Wall
    }

    /// The maze, as a wall grid if it is one, perhaps with ways wider than walls; as blocks otherwise.
    pub fn into_maze(self) -> Result<Found, Diagnostic> {
        if self.is_wall_grid() {
            return self.wall_grid();
        }
        let narrow = self.collapsed();
        if narrow.is_wall_grid() { narrow.wall_grid() } else { self.blocks() }
    }

    /// Whether the squares where walls meet are walls, and cells lie between them. Such a square may be free in the
    /// middle of an open place, where no wall comes near it.
    fn is_wall_grid(&self) -> bool {
        let (height, width) = (self.height(), self.width);
        let is_post = |y: usize, x: usize| {
            self.is_wall(y, x)
                || y > 0
                    && x > 0
                    && y + 1 < height
                    && x + 1 < width
                    && [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)].iter().all(|&(y, x)| !self.is_wall(y, x))
        };
        let is_odd = height % 2 == 1 && width % 2 == 1 && height >= 3 && width >= 3;
        is_odd && (0..height).step_by(2).all(|y| (0..width).step_by(2).all(|x| is_post(y, x)))
    }

    /// Only these lines and columns.
    pub fn sampled(&self, lines: &[usize], columns: &[usize]) -> Self {
        let squares = lines.iter().flat_map(|&y| columns.iter().map(move |&x| self.at(y, x))).collect();
        Self { width: columns.len(), squares }
    }

    /// Equal lines side by side, and equal columns, become one: ways of any width become one square wide.
    fn collapsed(&self) -> Self {
        let lines: Vec<&[Square]> = self.squares.chunks_exact(self.width).collect();
        let kept_lines: Vec<&[Square]> = lines.chunk_by(|one, other| one == other).map(|equal| equal[0]).collect();
        let equal_to_next = |x: usize| kept_lines.iter().all(|line| line[x] == line[x + 1]);
        let columns: Vec<usize> = (0..self.width).filter(|&x| x + 1 == self.width || !equal_to_next(x)).collect();
        let squares = kept_lines.iter().flat_map(|line| columns.iter().map(|&x| line[x])).collect();
        Self { width: columns.len(), squares }
    }

    fn wall_grid(&self) -> Result<Found, Diagnostic> {
        let size = Size::from_wall_grid(self.height() as u64, self.width as u64)?;
        let place = |cell: usize| {
            let (row, col) = size.place(cell);
            (2 * row + 1, 2 * col + 1)
        };
        let cells: Bits = (0..size.cells()).map(|cell| !self.is_wall(place(cell).0, place(cell).1)).collect();
        let mut maze = Maze::closed(size, None);
        let mut gaps = Vec::new();
        let mut ends = [None; 2];
        for cell in cells.iter_ones() {
            let (y, x) = place(cell);
            for (way, y, x) in around(y, x) {
                if self.is_wall(y, x) {
                    continue;
                }
                match size.neighbour(cell, way) {
                    None => gaps.push((y, x, cell)),
                    Some(next) if cells[next] => maze.open(cell, way),
                    // A way into a cell that is filled leads nowhere.
                    Some(_) => {}
                }
                note_end(&mut ends, self.at(y, x), cell);
            }
            note_end(&mut ends, self.at(y, x), cell);
        }
        gaps.sort_unstable();
        finish(maze, cells, ends, gaps.into_iter().map(|(_, _, cell)| cell).collect(), Reading::WallGrid)
    }

    fn blocks(&self) -> Result<Found, Diagnostic> {
        let size = Size::new(self.height() as u64, self.width as u64)?;
        let cells: Bits = self.squares.iter().map(|&square| square != Square::Wall).collect();
        let mut maze = Maze::closed(size, None);
        let mut ends = [None; 2];
        let mut gaps = Vec::new();
        for cell in cells.iter_ones() {
            for way in [Direction::East, Direction::South] {
                if size.neighbour(cell, way).is_some_and(|next| cells[next]) {
                    maze.open(cell, way);
                }
            }
            if Direction::ALL.into_iter().any(|way| size.neighbour(cell, way).is_none()) {
                gaps.push(cell);
            }
            note_end(&mut ends, self.squares[cell], cell);
        }
        finish(maze, cells, ends, gaps, Reading::Blocks)
    }
}

fn around(y: usize, x: usize) -> [(Direction, usize, usize); 4] {
    use Direction::{East, North, South, West};
    [(North, y - 1, x), (East, y, x + 1), (South, y + 1, x), (West, y, x - 1)]
}

fn note_end(ends: &mut [Option<usize>; 2], square: Square, cell: usize) {
    match square {
        Square::Start => ends[0] = Some(cell),
        Square::Goal => ends[1] = Some(cell),
        Square::Wall | Square::Floor => {}
    }
}

fn finish(
    mut maze: Maze,
    cells: Bits,
    ends: [Option<usize>; 2],
    gaps: Vec<usize>,
    reading: Reading,
) -> Result<Found, Diagnostic> {
    if cells.not_any() {
        return Err(Diagnostic::new("a maze without any free cell").help("draw ways as blanks between walls of #"));
    }
    if !cells.all() {
        maze.set_mask(Some(cells));
    }
    maze.ends = match ends {
        [Some(start), Some(goal)] => Some([start, goal]),
        _ => None,
    };
    Ok(Found { maze, reading, gaps })
}
