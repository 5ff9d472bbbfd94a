//! A maze on any grid that is solved: which way, how many, and what the result is called.

use num_bigint::BigUint;

use super::{
    GraphMaze,
    certify::certify,
    draw,
    file::GridFile,
    recipe::cell_named,
    solution::Way,
    solve::{self, Answer, bfs::ShortestWays},
};
use crate::{
    family::{self, Error, Options},
    maze::{case::no_way, family::STRATEGIES, solve::Method},
    report::{Finding, Status, View},
    search::{Control, Range, StopReason, Tally},
    session::{Question, Session, Task},
};

/// A maze with its start and goal.
pub struct Case {
    /// The maze.
    pub maze: GraphMaze,
}

impl Case {
    /// Takes a maze, and where to go from the options or from the file.
    pub fn new(mut maze: GraphMaze, options: &Options, control: &Control) -> Result<Self, Error> {
        maze.ends = if options.has("longest") { longest(&maze, options, control)? } else { ends(&maze, options)? };
        Ok(Self { maze })
    }

    fn way(&self, number: u64, cells: Vec<u32>) -> Way<'_> {
        Way { maze: &self.maze, number, cells }
    }

    fn find_one(&self, method: Method, session: &mut Session<'_>) -> Result<Finding, Error> {
        let (outcome, tally) = session.run_steps(|steps| solve::solve(&self.maze, method, &mut steps.pace()));
        let everything = Range::everything();
        let effort = outcome.as_ref().map_or(tally.nodes, |outcome| outcome.effort);
        let tally = Tally { nodes: effort, cases: effort, ..tally };
        let finding = match outcome.map(|outcome| outcome.answer) {
            Ok(Answer::Way(cells)) => {
                session.solution(&self.way(0, cells))?;
                Finding::of(Question::FIRST, StopReason::SolutionLimit, 1u32, &everything)
            }
            Ok(Answer::NoWay) => no_way(Question::FIRST),
            Ok(Answer::Unknown) => Finding::new(Status::Unknown, StopReason::Complete)
                .because("the wall led back to the start without passing everything; strategy bfs decides"),
            Err(stop) => Finding::of(Question::FIRST, stop, 0u32, &everything),
        };
        Ok(finding.with_work(tally, None))
    }

    fn count(&self, session: &mut Session<'_>) -> Finding {
        let (counted, tally) = session.run_steps(|steps| {
            let mut pace = steps.pace();
            match ShortestWays::new(&self.maze, &mut pace)? {
                Some(ways) => ways.count(&mut pace),
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

    fn list(&self, question: Question, wanted: u64, session: &mut Session<'_>) -> Result<Finding, Error> {
        let (ways, tally) = session.run_steps(|steps| ShortestWays::new(&self.maze, &mut steps.pace()));
        let everything = Range::everything();
        let ways = match ways {
            Ok(Some(ways)) => ways,
            Ok(None) => return Ok(no_way(question).with_work(tally, None)),
            Err(stop) => return Ok(Finding::of(question, stop, 0u32, &everything).with_work(tally, None)),
        };
        let (mut found, mut stop) = (0u64, StopReason::Complete);
        for cells in ways.iter() {
            if found == wanted {
                stop = StopReason::SolutionLimit;
                break;
            }
            if session.control().look() {
                stop = session.control().reason().unwrap_or(StopReason::Interrupted);
                break;
            }
            session.solution(&self.way(found, cells))?;
            found += 1;
        }
        let tally = Tally { answers: found, ..tally };
        Ok(Finding::of(question, stop, found, &everything).with_work(tally, None))
    }
}

impl family::Case for Case {
    fn view(&self) -> View {
        draw::view(&self.maze)
    }

    fn search(&self, task: &Task, session: &mut Session<'_>) -> Result<Finding, Error> {
        let asked = task.strategy.and_then(|info| Method::ALL.into_iter().find(|method| method.name() == info.name));
        let (method, why) = asked.map_or((Method::Bfs, "it finds a shortest way"), |method| (method, "as asked"));
        let [from, to] = self.maze.ends.map(|end| self.maze.name(end));
        let description = format!("{}, from {from} to {to}", self.maze.ground.shape().text());
        session.begin(&STRATEGIES[method as usize], &description, why)?;
        match task.question {
            Question::Count => Ok(self.count(session)),
            question if question.wanted() > 1 => self.list(question, question.wanted(), session),
            _ => self.find_one(method, session),
        }
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
    if options.has("from") || options.has("to") {
        let text = "the longest way chooses its ends itself: it goes neither with from nor with to";
        return Err(Error::Unsupported(text.to_owned()));
    }
    if !certify(&GridFile::new(maze, None, control)?, control)?.facts.is_perfect() {
        let text = "the longest way needs a perfect maze: with loops, it is another and much harder puzzle";
        return Err(Error::Unsuitable(text.to_owned()));
    }
    let one = solve::farthest(maze, maze.ends[0], control)?;
    Ok([one, solve::farthest(maze, one, control)?])
}
