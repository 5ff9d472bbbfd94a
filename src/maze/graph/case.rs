//! A maze on any grid that is solved: which way, how many, and what the result is called.

use num_bigint::BigUint;

use super::{
    GraphMaze,
    certify::certify,
    draw,
    file::GridFile,
    recipe::cell_named,
    solution::Way,
    solve::{self, bfs::ShortestWays},
};
use crate::{
    family::{self, Error, Options},
    maze::{
        search::{Listing, Walkable, refuse_ends_of_longest, search},
        solve::Method,
    },
    report::{Finding, Solution, View},
    search::{Control, Pace, Stopped},
    session::{Session, Task},
};

/// A maze with its start and goal.
pub struct Case {
    /// The maze.
    pub maze: GraphMaze,
    /// Are its ends those of the longest way?
    is_longest: bool,
}

impl Case {
    /// Takes a maze, and where to go from the options or from the file.
    pub fn new(mut maze: GraphMaze, options: &Options, control: &Control) -> Result<Self, Error> {
        let is_longest = options.has("longest");
        maze.ends = if is_longest { longest(&maze, options, control)? } else { ends(&maze, options)? };
        Ok(Self { maze, is_longest })
    }
}

impl Walkable for Case {
    type Way = Vec<u32>;

    fn description(&self) -> String {
        let [from, to] = self.maze.ends.map(|end| self.maze.name(end));
        format!("{}, from {from} to {to}", self.maze.ground.shape().text())
    }

    fn is_longest(&self) -> bool {
        self.is_longest
    }

    fn find(&self, method: Method, pace: &mut Pace<'_, '_>) -> Result<solve::Outcome, Stopped> {
        solve::solve(&self.maze, method, pace)
    }

    fn shortest(&self, pace: &mut Pace<'_, '_>) -> Result<Option<Box<dyn Listing<Way = Vec<u32>> + '_>>, Stopped> {
        let ways = ShortestWays::new(&self.maze, pace)?;
        Ok(ways.map(|ways| Box::new(ways) as Box<dyn Listing<Way = Vec<u32>>>))
    }

    fn told<'a>(&'a self, number: u64, cells: Vec<u32>) -> Box<dyn Solution + 'a> {
        Box::new(Way { maze: &self.maze, number, cells, is_longest: self.is_longest })
    }
}

impl Listing for ShortestWays<'_> {
    type Way = Vec<u32>;

    fn count(&self, pace: &mut Pace<'_, '_>) -> Result<BigUint, Stopped> {
        self.count(pace)
    }

    fn ways(&self) -> Box<dyn Iterator<Item = Vec<u32>> + '_> {
        Box::new(self.iter())
    }
}

impl family::Case for Case {
    fn view(&self) -> View {
        draw::view(&self.maze)
    }

    fn search(&self, task: &Task, session: &mut Session<'_>) -> Result<Finding, Error> {
        search(self, task, session)
    }
}

/// Where to start and where to go: what the options say, or what the file does.
pub fn ends(maze: &GraphMaze, options: &Options) -> Result<[usize; 2], Error> {
    let mut ends = maze.ends;
    for (end, name) in ends.iter_mut().zip(["from", "to"]) {
        let form = maze.ground.shape().name_format();
        let is_name = |text: &str| text.split(',').all(|part| part.trim().parse::<usize>().is_ok());
        if let Some(name) = options.read(name, form, |text| is_name(text).then(|| text.to_owned()))? {
            *end = cell_named(maze, &name)?;
        }
    }
    Ok(ends)
}

/// The ends of the longest way, if ways are unique.
fn longest(maze: &GraphMaze, options: &Options, control: &Control) -> Result<[usize; 2], Error> {
    refuse_ends_of_longest(options)?;
    if !certify(&GridFile::new(maze, None, control)?, control)?.facts.is_perfect() {
        let text = "the longest way needs a perfect maze: with loops, it is another and much harder puzzle";
        return Err(Error::Unsuitable(text.to_owned()));
    }
    let one = solve::farthest(maze, maze.ends[0], control)?;
    Ok([one, solve::farthest(maze, one, control)?])
}
