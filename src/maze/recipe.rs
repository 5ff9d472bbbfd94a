//! All that makes a maze what it is: size, shape, algorithm, routing, bias, ends and seed. The same recipe gives the
//! same maze for ever, whatever the machine and the number of threads.

use super::{
    generate::{self, Algorithm, Ground},
    grid::{Bits, Maze, Size},
    mask,
    random::{Random, VERSION},
    routing::{self, Routing},
    solve, tiles,
};
use crate::{diagnostics::Diagnostic, family::Error, memory, search::Control};

/// Where a maze is entered and left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// The first and the last cell in reading order.
    Corners,
    /// Two cells as far apart as any, in a perfect maze; in others, far apart.
    Farthest,
    /// These two, as row and column counted from 0.
    Given([(usize, usize); 2]),
}

/// How to make a maze.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Rows and columns.
    pub size: Size,
    /// The cells that exist; `None` if all of them do.
    pub cells: Option<Bits>,
    /// How the perfect maze is made that everything begins with.
    pub algorithm: Algorithm,
    /// What is made of it.
    pub routing: Routing,
    /// How often a horizontal way is preferred to a vertical one; `None` for no preference.
    pub bias: Option<f64>,
    /// Where it is entered and left.
    pub ends: Ends,
    /// What all random choices come from.
    pub seed: u64,
    /// Whether to save memory where the algorithm can; the maze is the same. `None` decides by size.
    pub compact: Option<bool>,
    /// Whether to make tiles on all threads of the current pool and join them.
    pub tiles: bool,
}

/// From this many cells on, memory is worth more than the last bit of speed.
const COMPACT_FROM: usize = 1 << 28;

impl Recipe {
    /// A perfect maze by depth-first search, as in the paper.
    pub fn new(size: Size, seed: u64) -> Self {
        Self {
            size,
            cells: None,
            algorithm: Algorithm::Dfs,
            routing: Routing::Perfect,
            bias: None,
            ends: Ends::Corners,
            seed,
            compact: None,
            tiles: false,
        }
    }

    /// The name under which the maze can be made again.
    pub fn name(&self) -> String {
        let Self { size, algorithm, routing, seed, .. } = self;
        let tiles = if self.tiles { " in tiles" } else { "" };
        let (rows, cols) = (size.rows(), size.cols());
        format!("{rows}x{cols} {} {}{tiles}, version {VERSION}, seed {seed}", algorithm.name(), routing.name())
    }

    /// Makes the maze.
    pub fn make(&self) -> Result<Maze, Error> {
        self.make_under(&Control::default())
    }

    /// Makes the maze, unless the run is stopped before.
    pub fn make_under(&self, control: &Control) -> Result<Maze, Error> {
        self.check(control)?;
        let mut random = Random::new(self.seed);
        if let (Routing::Unicursal, Some(cells)) = (self.routing, &self.cells) {
            let tree = self.perfect(self.size, &mut random, control)?;
            return Ok(routing::around_shape(&tree, &mask::parts(self.size, cells))?);
        }
        let mut maze = match self.routing {
            Routing::Unicursal => {
                let tree = match routing::tree_size(self.size) {
                    Some(half) => Some(self.perfect(half, &mut random, control)?),
                    None => None,
                };
                let cut = tree.as_ref().map_or(0, |tree| random.below(tree.size().cols()));
                return Ok(routing::unicursal(self.size, tree.as_ref(), cut));
            }
            _ => self.perfect(self.size, &mut random, control)?,
        };
        match self.routing {
            Routing::Perfect | Routing::Unicursal => maze.ends = Some(self.ends(&maze, control)?),
            Routing::Braid | Routing::PartialBraid(_) => {
                let share = if let Routing::PartialBraid(share) = self.routing { share } else { 1.0 };
                routing::braid(&mut maze, share, &mut random, control)?;
                maze.ends = Some(self.ends(&maze, control)?);
            }
            Routing::Sparse(share) => {
                let ends = self.ends(&maze, control)?;
                routing::thin_out(&mut maze, share, ends, &mut random, control)?;
                maze.ends = Some(ends);
            }
        }
        Ok(maze)
    }

    fn perfect(&self, size: Size, random: &mut Random, control: &Control) -> Result<Maze, Error> {
        let cells = self.cells.as_ref();
        if self.tiles {
            return tiles::generate(size, self.algorithm, self.bias, self.seed, control);
        }
        let ground = Ground { size, cells, bias: self.bias, compact: self.is_compact() };
        generate::perfect_under(self.algorithm, ground, random, control)
    }

    fn is_compact(&self) -> bool {
        self.compact.unwrap_or(self.size.cells() >= COMPACT_FROM)
    }

    /// Where a maze of this recipe is entered and left.
    pub(super) fn ends(&self, maze: &Maze, control: &Control) -> Result<[usize; 2], Error> {
        match self.ends {
            Ends::Corners => Ok(self.corners(maze)),
            Ends::Farthest => {
                let farthest =
                    |from| solve::under(control, |pace| Ok(solve::bfs::flood_at_pace(maze, from, None, pace)?.last));
                let one = farthest(self.corners(maze)[0])?;
                Ok([one, farthest(one)?])
            }
            Ends::Given(places) => {
                let mut ends = [0; 2];
                for (end, (row, col)) in ends.iter_mut().zip(places) {
                    *end = cell_at(maze, row, col)?;
                }
                Ok(ends)
            }
        }
    }

    /// The first and the last cell; of a shape in several parts, those of the largest part.
    fn corners(&self, maze: &Maze) -> [usize; 2] {
        let Some(cells) = &self.cells else { return maze.corners() };
        let parts = mask::parts(self.size, cells);
        let largest = parts.iter().rev().max_by_key(|part| part.cells);
        match largest {
            Some(part) if parts.len() > 1 => [part.first, part.last],
            _ => maze.corners(),
        }
    }

    fn check(&self, control: &Control) -> Result<(), Error> {
        let share = match self.routing {
            Routing::PartialBraid(share) | Routing::Sparse(share) => Some(share),
            _ => None,
        };
        for share in share.into_iter().chain(self.bias) {
            if !(0.0..=1.0).contains(&share) {
                return Err(Diagnostic::new(format!("{share} is no share"))
                    .help("a share lies between 0 and 1")
                    .into());
            }
        }
        if self.routing == Routing::Unicursal && self.ends != Ends::Corners {
            let error = Diagnostic::new("a unicursal maze has its ends where its way ends");
            return Err(error.help("leave the entrances away").into());
        }
        if self.tiles && self.cells.is_some() {
            let error = Diagnostic::new("tiles cannot leave cells out");
            return Err(error.help("leave the mask or the tiles away").into());
        }
        let per_cell = match self.routing {
            Routing::Unicursal if self.cells.is_some() => 1.5 + self.algorithm.bytes_per_cell(self.is_compact()),
            Routing::Unicursal => 0.25 + self.algorithm.bytes_per_cell(self.is_compact()) / 4.0,
            _ => self.algorithm.bytes_per_cell(self.is_compact()),
        };
        let bytes = self.size.cells() as f64 * per_cell;
        require_memory(bytes)?;
        Ok(control.allow_memory(bytes as u64)?)
    }
}

/// The cell in this row and column, if there is one.
pub fn cell_at(maze: &Maze, row: usize, col: usize) -> Result<usize, Diagnostic> {
    let size = maze.size();
    let inside = row < size.rows() && col < size.cols();
    let cell = inside.then(|| size.cell(row, col)).filter(|&cell| maze.has(cell));
    cell.ok_or_else(|| {
        let help = format!("rows run from 0 to {}, columns from 0 to {}", size.rows() - 1, size.cols() - 1);
        Diagnostic::new(format!("there is no cell in row {row}, column {col}")).help(help)
    })
}

/// So much memory is there without asking. To ask the system takes longer than to make a small maze.
const ALWAYS_THERE: f64 = 1e6;

/// Refuses what would not fit into memory: the system would promise it and then end the program half-way.
pub fn require_memory(bytes: f64) -> Result<(), Diagnostic> {
    if bytes < ALWAYS_THERE {
        return Ok(());
    }
    let Some(available) = memory::available() else { return Ok(()) };
    if bytes < available as f64 {
        return Ok(());
    }
    let mib = |bytes: f64| bytes / f64::from(1 << 20);
    let title = format!("this takes {:.0} MiB of memory, and {:.0} are free", mib(bytes), mib(available as f64));
    Err(Diagnostic::new(title).help("`--algorithm eller --stream` writes a perfect maze of any size row by row"))
}
