//! A maze that is solved: which way, how many, and what the result is called.

use num_bigint::BigUint;

use crate::{
    family::{self, Error, Options},
    report::{Finding, Solution, View},
    search::{Pace, Stopped},
    session::{Session, Task},
};

use super::{
    certify::certify,
    draw,
    grid::Maze,
    moves::Moves,
    read::Found,
    recipe::cell_at,
    search::{Listing, Walkable, refuse_ends_of_longest, search},
    solution::{Way, place_text},
    solve::{Method, Outcome, bfs, shortest::ShortestWays, solve_at_pace},
};

/// A maze with the cells to start from and to go to.
pub(super) struct Case {
    pub maze: Maze,
    pub from: usize,
    pub to: usize,
    /// Are these the ends of the longest way?
    pub is_longest: bool,
}

impl Case {
    /// Takes a maze, and where to go from the options or from the file.
    pub fn new(found: Found, options: &Options) -> Result<Self, Error> {
        let is_longest = options.has("longest");
        let [from, to] = if is_longest { longest(&found.maze, options)? } else { ends(&found, options)? };
        let mut maze = found.maze;
        maze.ends = Some([from, to]);
        Ok(Self { maze, from, to, is_longest })
    }
}

impl Walkable for Case {
    type Way = Moves;

    fn description(&self) -> String {
        let size = self.maze.size();
        let [from, to] = [self.from, self.to].map(|cell| place_text(&self.maze, cell));
        format!("{}x{} cells, from {from} to {to}", size.rows(), size.cols())
    }

    fn is_longest(&self) -> bool {
        self.is_longest
    }

    fn find(&self, method: Method, pace: &mut Pace<'_, '_>) -> Result<Outcome, Stopped> {
        solve_at_pace(&self.maze, self.from, self.to, method, pace)
    }

    fn shortest(&self, pace: &mut Pace<'_, '_>) -> Result<Option<Box<dyn Listing<Way = Moves> + '_>>, Stopped> {
        let ways = ShortestWays::at_pace(&self.maze, self.from, self.to, pace)?;
        Ok(ways.map(|ways| Box::new(ways) as Box<dyn Listing<Way = Moves>>))
    }

    fn told<'a>(&'a self, number: u64, moves: Moves) -> Box<dyn Solution + 'a> {
        Box::new(Way { case: self, number, moves })
    }
}

impl Listing for ShortestWays<'_> {
    type Way = Moves;

    fn count(&self, pace: &mut Pace<'_, '_>) -> Result<BigUint, Stopped> {
        self.count_at_pace(pace)
    }

    fn ways(&self) -> Box<dyn Iterator<Item = Moves> + '_> {
        Box::new(self.iter())
    }
}

impl family::Case for Case {
    fn view(&self) -> View {
        draw::scene::view(&self.maze)
    }

    fn search(&self, task: &Task, session: &mut Session<'_>) -> Result<Finding, Error> {
        search(self, task, session)
    }
}

/// Where to start and where to go: what the options say, or what the file shows.
pub(super) fn ends(found: &Found, options: &Options) -> Result<[usize; 2], Error> {
    let given = |name: &str| -> Result<Option<usize>, Error> {
        let place = options.pair(name)?;
        Ok(place.map(|(row, col)| cell_at(&found.maze, row, col)).transpose()?)
    };
    Ok(match (given("from")?, given("to")?) {
        (Some(from), Some(to)) => [from, to],
        (from, to) => {
            let ends = found.ends()?;
            [from.unwrap_or(ends[0]), to.unwrap_or(ends[1])]
        }
    })
}

/// The ends of the longest way, if ways are unique.
fn longest(maze: &Maze, options: &Options) -> Result<[usize; 2], Error> {
    refuse_ends_of_longest(options)?;
    if !certify(maze)?.is_perfect() {
        let text = "the longest way needs a perfect maze: with loops, it is another and much harder puzzle";
        return Err(Error::Unsuitable(text.to_owned()));
    }
    let one = bfs::flood(maze, maze.corners()[0], None).last;
    Ok([one, bfs::flood(maze, one, None).last])
}
