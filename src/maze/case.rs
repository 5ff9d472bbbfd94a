//! A maze that is solved: which way, how many, and what the result is called.

use num_bigint::BigUint;

use crate::{
    family::{self, Error, Options},
    report::{Finding, Status, View},
    search::{Range, StopReason, Tally},
    session::{Question, Session, Task},
};

use super::{
    certify::certify,
    draw,
    family::STRATEGIES,
    grid::Maze,
    moves::Moves,
    read::Found,
    recipe::cell_at,
    solution::{Way, place_text},
    solve::{Answer, Method, bfs, shortest::ShortestWays, solve_at_pace},
};

/// A maze with the cells to start from and to go to.
pub(super) struct Case {
    pub maze: Maze,
    pub from: usize,
    pub to: usize,
}

impl Case {
    /// Takes a maze, and where to go from the options or from the file.
    pub fn new(found: Found, options: &Options) -> Result<Self, Error> {
        let [from, to] = if options.has("longest") { longest(&found.maze, options)? } else { ends(&found, options)? };
        let mut maze = found.maze;
        maze.ends = Some([from, to]);
        Ok(Self { maze, from, to })
    }

    fn way(&self, number: u64, moves: Moves) -> Way<'_> {
        Way { case: self, number, moves }
    }

    /// Finds one way with any method.
    fn find_one(&self, method: Method, session: &mut Session<'_>) -> Result<Finding, Error> {
        let (outcome, tally) =
            session.run_steps(|steps| solve_at_pace(&self.maze, self.from, self.to, method, &mut steps.pace()));
        let everything = Range::everything();
        // What was found tells how many cells were looked at; a search that was stopped, how far it came.
        let effort = outcome.as_ref().map_or(tally.nodes, |outcome| outcome.effort);
        let tally = Tally { nodes: effort, cases: effort, ..tally };
        let finding = match outcome.map(|outcome| outcome.answer) {
            Ok(Answer::Way(moves)) => {
                session.solution(&self.way(0, moves))?;
                Finding::of(Question::FIRST, StopReason::SolutionLimit, 1u32, &everything)
            }
            Ok(Answer::NoWay) => no_way(Question::FIRST),
            Ok(Answer::Unknown) => Finding::new(Status::Unknown, StopReason::Complete)
                .because("the wall led back to the start without passing everything; strategy bfs decides"),
            Err(stop) => Finding::of(Question::FIRST, stop, 0u32, &everything),
        };
        Ok(finding.with_work(tally, None))
    }

    /// Counts the shortest ways.
    fn count(&self, session: &mut Session<'_>) -> Finding {
        let (counted, tally) = session.run_steps(|steps| {
            let mut pace = steps.pace();
            match ShortestWays::at_pace(&self.maze, self.from, self.to, &mut pace)? {
                Some(ways) => ways.count_at_pace(&mut pace),
                None => Ok(BigUint::ZERO),
            }
        });
        let everything = Range::everything();
        let finding = match counted {
            Ok(count) if count == BigUint::ZERO => no_way(Question::Count),
            Ok(count) => Finding::of(Question::Count, StopReason::Complete, count, &everything),
            Err(stop) => Finding::of(Question::Count, stop, 0u32, &everything),
        };
        finding.with_work(tally, None)
    }

    /// Tells the shortest ways in their order, at most so many.
    fn list(&self, question: Question, wanted: u64, session: &mut Session<'_>) -> Result<Finding, Error> {
        let (ways, tally) =
            session.run_steps(|steps| ShortestWays::at_pace(&self.maze, self.from, self.to, &mut steps.pace()));
        let everything = Range::everything();
        let ways = match ways {
            Ok(Some(ways)) => ways,
            Ok(None) => return Ok(no_way(question).with_work(tally, None)),
            Err(stop) => return Ok(Finding::of(question, stop, 0u32, &everything).with_work(tally, None)),
        };
        let mut found = 0u64;
        let mut stop = StopReason::Complete;
        for moves in ways.iter() {
            if found == wanted {
                stop = StopReason::SolutionLimit;
                break;
            }
            if session.control().look() {
                stop = session.control().reason().unwrap_or(StopReason::Interrupted);
                break;
            }
            session.solution(&self.way(found, moves))?;
            found += 1;
        }
        let tally = Tally { answers: found, ..tally };
        Ok(Finding::of(question, stop, found, &everything).with_work(tally, None))
    }
}

impl family::Case for Case {
    fn view(&self) -> View {
        draw::scene::view(&self.maze)
    }

    fn search(&self, task: &Task, session: &mut Session<'_>) -> Result<Finding, Error> {
        let asked = task.strategy.and_then(|info| Method::ALL.into_iter().find(|method| method.name() == info.name));
        let (method, why) = asked.map_or((Method::Bfs, "it finds a shortest way"), |method| (method, "as asked"));
        let size = self.maze.size();
        let [from, to] = [self.from, self.to].map(|cell| place_text(&self.maze, cell));
        let description = format!("{}x{} cells, from {from} to {to}", size.rows(), size.cols());
        session.begin(&STRATEGIES[method as usize], &description, why)?;
        match task.question {
            Question::Count => Ok(self.count(session)),
            question if question.wanted() > 1 => self.list(question, question.wanted(), session),
            _ => self.find_one(method, session),
        }
    }
}

pub(super) fn no_way(question: Question) -> Finding {
    Finding::of(question, StopReason::Complete, 0u32, &Range::everything())
        .because("all that can be reached was looked at, and the goal is not among it")
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
    if options.has("from") || options.has("to") {
        let text = "the longest way chooses its ends itself: it goes neither with from nor with to";
        return Err(Error::Unsupported(text.to_owned()));
    }
    if !certify(maze)?.is_perfect() {
        let text = "the longest way needs a perfect maze: with loops, it is another and much harder puzzle";
        return Err(Error::Unsuitable(text.to_owned()));
    }
    let one = bfs::flood(maze, maze.corners()[0], None).last;
    Ok([one, bfs::flood(maze, one, None).last])
}
