//! All that makes a maze on any grid what it is. The same recipe gives the same maze for ever.

use super::{
    GraphMaze, generate,
    ground::{BYTES_PER_CELL, Ground},
    routing,
    shape::{Grid, Shape},
    sites, solve,
};
use crate::{
    diagnostics::Diagnostic,
    family::Error,
    maze::{generate::Algorithm, grid::Bits, random::Random, recipe::require_memory, routing::Routing},
    search::Control,
};

/// The version of everything that turns a seed into a maze on any grid.
pub const VERSION: u32 = 1;

/// Where a maze is entered and left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ends {
    /// The first and the last cell; of rings, the last cell and the middle.
    Corners,
    /// Two cells far apart.
    Farthest,
    /// These two, by their names.
    Given([String; 2]),
}

/// How to make a maze on any grid.
#[derive(Clone, Debug)]
pub struct GraphRecipe {
    /// The places.
    pub shape: Shape,
    /// The cells of a floor that are there; `None` if all of them are.
    pub mask: Option<Bits>,
    /// How the perfect maze is made.
    pub algorithm: Algorithm,
    /// What is made of it.
    pub routing: Routing,
    /// The share of the places that are to be crossings, on a weave grid.
    pub crossings: f64,
    /// The share of the cells of a floor from which a stair may lead up.
    pub stairs: f64,
    /// Where it is entered and left.
    pub ends: Ends,
    /// What all random choices come from.
    pub seed: u64,
}

/// A maze and how it came to be.
#[derive(Clone, Debug)]
pub struct Making {
    /// The maze.
    pub maze: GraphMaze,
    /// The links in the order in which they were opened.
    pub order: Vec<u32>,
    /// Dead ends that a braid could not open.
    pub stay: usize,
}

impl GraphRecipe {
    /// A perfect maze by depth-first search.
    pub fn new(shape: Shape, seed: u64) -> Self {
        Self {
            shape,
            mask: None,
            algorithm: Algorithm::Dfs,
            routing: Routing::Perfect,
            crossings: 0.15,
            stairs: 0.1,
            ends: Ends::Corners,
            seed,
        }
    }

    /// The name under which the maze can be made again.
    pub fn name(&self) -> String {
        let (shape, algorithm, routing) = (self.shape.text(), self.algorithm.name(), self.routing.name());
        let mut name = format!("{shape} {algorithm} {routing}");
        if self.shape.grid() == Grid::Weave {
            name += &format!(" crossings {}", self.crossings);
        }
        if self.shape.floors() > 1 {
            name += &format!(" stairs {}", self.stairs);
        }
        format!("{name}, version {VERSION}, seed {}", self.seed)
    }

    /// Makes the maze, unless the run is stopped before.
    pub fn make(&self, control: &Control) -> Result<Making, Error> {
        self.refuse_nonsense()?;
        let bytes = self.shape.cells() as f64 * BYTES_PER_CELL;
        require_memory(bytes)?;
        control.allow_memory(bytes as u64)?;
        let mut random = Random::new(self.seed);
        let mask = self.mask.as_ref().map(|floor| {
            let mut all = Bits::with_capacity(self.shape.cells());
            (0..self.shape.floors()).for_each(|_| all.extend_from_bitslice(floor));
            all
        });
        let crossings = match self.shape.grid() {
            Grid::Weave => sites::crossings(&self.shape, mask.as_ref(), self.crossings, &mut random, control)?,
            _ => Vec::new(),
        };
        let stairs = sites::stairs(&self.shape, mask.as_ref(), &crossings, self.stairs, &mut random, control)?;
        let ground = Ground::new(self.shape.clone(), mask, crossings, &stairs, control)?;
        let mut order;
        if ground.crossings().is_empty() {
            order = generate::perfect(self.algorithm, ground.links(), &mut random, control)?;
        } else {
            let mut watch = control.lookout();
            let groups = ground.groups(&mut watch)?;
            let between = ground.links().between(&groups.of_cells, groups.count, &mut watch)?;
            order = groups.open;
            order.extend(generate::perfect(self.algorithm, &between, &mut random, control)?);
        }
        let mut open = Bits::repeat(false, ground.links().edges());
        order.iter().for_each(|&edge| open.set(edge as usize, true));
        let mut maze = GraphMaze { ground, open, ends: [0; 2] };
        let before = maze.open.clone();
        let mut stay = 0;
        match self.routing {
            Routing::Perfect | Routing::Unicursal => maze.ends = self.ends(&maze, control)?,
            Routing::Braid | Routing::PartialBraid(_) => {
                let share = if let Routing::PartialBraid(share) = self.routing { share } else { 1.0 };
                stay = routing::braid(&mut maze, share, &mut random, control)?;
                maze.ends = self.ends(&maze, control)?;
                let opened = maze.open.iter_ones().filter(|&edge| !before[edge]);
                order.extend(opened.map(|edge| edge as u32));
            }
            Routing::Sparse(share) => {
                maze.ends = self.ends(&maze, control)?;
                routing::thin_out(&mut maze, share, &mut random, control)?;
                order.retain(|&edge| maze.open[edge as usize]);
            }
        }
        Ok(Making { maze, order, stay })
    }

    fn ends(&self, maze: &GraphMaze, control: &Control) -> Result<[usize; 2], Error> {
        let shape = maze.ground.shape();
        let there = |cell: &usize| maze.ground.has(*cell) && !maze.ground.is_crossing(*cell);
        match &self.ends {
            Ends::Corners => {
                let part = largest_part(maze, control)?;
                let mut all = part.iter_ones().filter(there);
                let first = all.next().unwrap_or(0);
                let last = all.next_back().unwrap_or(first);
                // A maze of rings is entered from outside and has its goal in the middle.
                Ok(if shape.grid() == Grid::Theta { [last, first] } else { [first, last] })
            }
            Ends::Farthest => {
                let part = largest_part(maze, control)?;
                let first = part.iter_ones().find(there).unwrap_or(0);
                let one = solve::farthest(maze, first, control)?;
                Ok([one, solve::farthest(maze, one, control)?])
            }
            Ends::Given(names) => {
                let mut ends = [0; 2];
                for (end, name) in ends.iter_mut().zip(names) {
                    *end = cell_named(maze, name)?;
                }
                Ok(ends)
            }
        }
    }

    fn refuse_nonsense(&self) -> Result<(), Error> {
        let refuse = |title: String, help: &str| Err(Diagnostic::new(title).help(help).into());
        let grid = self.shape.grid().name();
        match self.routing {
            Routing::Unicursal => {
                let title = format!("a {grid} maze of this form cannot be unicursal");
                return refuse(title, "a way without forks is led around a tree of square blocks: use plain squares");
            }
            Routing::Sparse(_) if self.shape.grid() == Grid::Weave => {
                let title = "a weave maze cannot be sparse: tunnels would lose an end".to_owned();
                return refuse(title, "choose another routing, or squares without crossings");
            }
            _ => {}
        }
        let share = match self.routing {
            Routing::PartialBraid(share) | Routing::Sparse(share) => Some(share),
            _ => None,
        };
        for share in share.into_iter().chain([self.crossings, self.stairs]) {
            if !(0.0..=1.0).contains(&share) {
                return refuse(format!("{share} is no share"), "a share lies between 0 and 1");
            }
        }
        if self.mask.as_ref().is_some_and(|mask| mask.not_any()) {
            return refuse("a shape without cells".to_owned(), "X is a cell, . is none");
        }
        Ok(())
    }
}

/// The cells of the largest part, the first of equals.
fn largest_part(maze: &GraphMaze, control: &Control) -> Result<Bits, Error> {
    let mut watch = control.lookout();
    let mut seen = Bits::repeat(false, maze.ground.links().cells());
    let mut best = Vec::new();
    for first in maze.ground.cells() {
        if seen[first] {
            continue;
        }
        seen.set(first, true);
        let (mut part, mut next) = (vec![first], 0);
        while next < part.len() {
            watch.spend(16)?;
            for link in maze.exits(part[next]) {
                if !seen[link.to as usize] {
                    seen.set(link.to as usize, true);
                    part.push(link.to as usize);
                }
            }
            next += 1;
        }
        if part.len() > best.len() {
            best = part;
        }
    }
    let mut cells = Bits::repeat(false, maze.ground.links().cells());
    best.into_iter().for_each(|cell| cells.set(cell, true));
    Ok(cells)
}

/// The cell with a name, if it is there and no crossing.
pub fn cell_named(maze: &GraphMaze, name: &str) -> Result<usize, Diagnostic> {
    let shape = maze.ground.shape();
    let Some(cell) = shape.named(name).filter(|&cell| maze.ground.has(cell)) else {
        let error = Diagnostic::new(format!("there is no cell {name} in {}", shape.text()));
        return Err(error.help(format!("a cell is {}, each counted from 0", shape.name_format())));
    };
    if maze.ground.is_crossing(cell) {
        let error = Diagnostic::new(format!("{name} is a crossing: two ways lead through it"));
        return Err(error.help("start and goal are cells with one level"));
    }
    Ok(cell)
}
