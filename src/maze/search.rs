//! The search for ways through a maze, written once for plain squares and for all other grids: one way by any method,
//! the number of shortest ways, or a list of them.

use num_bigint::BigUint;

use super::{
    family::STRATEGIES,
    solve::{Answer, Method, Outcome},
};
use crate::{
    family::{Error, Options},
    report::{Finding, Solution, Status},
    search::{Pace, Range, StopReason, Stopped, Tally},
    session::{Question, Session, Task},
};

/// A maze with a start and a goal.
pub(super) trait Walkable {
    /// A way through it.
    type Way;

    /// What is searched, for people.
    fn description(&self) -> String;

    /// Are its ends those of the longest way?
    fn is_longest(&self) -> bool;

    /// Looks for one way.
    fn find(&self, method: Method, pace: &mut Pace<'_, '_>) -> Result<Outcome<Self::Way>, Stopped>;

    /// All shortest ways; `None` if there is no way at all.
    fn shortest(&self, pace: &mut Pace<'_, '_>) -> Result<Option<Box<dyn Listing<Way = Self::Way> + '_>>, Stopped>;

    /// How a way is told, the first with number 0.
    fn told<'a>(&'a self, number: u64, way: Self::Way) -> Box<dyn Solution + 'a>;
}

/// Ways in an order.
pub(super) trait Listing {
    /// One of them.
    type Way;

    /// How many there are.
    fn count(&self, pace: &mut Pace<'_, '_>) -> Result<BigUint, Stopped>;

    /// One after the other.
    fn ways(&self) -> Box<dyn Iterator<Item = Self::Way> + '_>;
}

/// Refuses ends for the longest way.
pub(super) fn refuse_ends_of_longest(options: &Options) -> Result<(), Error> {
    if options.has("longest") && (options.has("from") || options.has("to")) {
        let text = "the longest way chooses its ends itself: it goes neither with from nor with to";
        return Err(Error::Unsupported(text.to_owned()));
    }
    Ok(())
}

/// Does what a task asks for.
pub(super) fn search<M: Walkable>(maze: &M, task: &Task, session: &mut Session<'_>) -> Result<Finding, Error> {
    // Its ends may be chosen in several ways, of which one is known: to count what leads from one to the other would be
    // the answer to another question.
    if maze.is_longest() && (task.question == Question::Count || task.question.wanted() > 1) {
        let text = "the longest way is one way: others as long as it are neither listed nor counted";
        return Err(Error::Unsupported(text.to_owned()));
    }
    let asked = task.strategy.and_then(|info| Method::ALL.into_iter().find(|method| method.name() == info.name));
    let (method, why) = asked.map_or((Method::Bfs, "it finds a shortest way"), |method| (method, "as asked"));
    session.begin(&STRATEGIES[method as usize], &maze.description(), why)?;
    match task.question {
        Question::Count => Ok(count(maze, session)),
        question if question.wanted() > 1 => list(maze, question, question.wanted(), session),
        _ => find_one(maze, method, session),
    }
}

/// Finds one way with any method.
fn find_one<M: Walkable>(maze: &M, method: Method, session: &mut Session<'_>) -> Result<Finding, Error> {
    let (outcome, tally) = session.run_steps(|steps| maze.find(method, &mut steps.pace()));
    let everything = Range::everything();
    // What was found tells how many cells were looked at; a search that was stopped, how far it came.
    let effort = outcome.as_ref().map_or(tally.nodes, |outcome| outcome.effort);
    let tally = Tally { nodes: effort, cases: effort, ..tally };
    let finding = match outcome.map(|outcome| outcome.answer) {
        Ok(Answer::Way(way)) => {
            session.solution(&*maze.told(0, way))?;
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
fn count<M: Walkable>(maze: &M, session: &mut Session<'_>) -> Finding {
    let (counted, tally) = session.run_steps(|steps| {
        let mut pace = steps.pace();
        match maze.shortest(&mut pace)? {
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

/// Tells the shortest ways in their order, at most so many.
fn list<M: Walkable>(maze: &M, question: Question, wanted: u64, session: &mut Session<'_>) -> Result<Finding, Error> {
    let (ways, tally) = session.run_steps(|steps| maze.shortest(&mut steps.pace()));
    let everything = Range::everything();
    let ways = match ways {
        Ok(Some(ways)) => ways,
        Ok(None) => return Ok(no_way(question).with_work(tally, None)),
        Err(stop) => return Ok(Finding::of(question, stop, 0u32, &everything).with_work(tally, None)),
    };
    let (mut found, mut stop) = (0u64, StopReason::Complete);
    for way in ways.ways() {
        if found == wanted {
            stop = StopReason::SolutionLimit;
            break;
        }
        if session.control().look() {
            stop = session.control().reason().unwrap_or(StopReason::Interrupted);
            break;
        }
        session.solution(&*maze.told(found, way))?;
        found += 1;
    }
    let tally = Tally { answers: found, ..tally };
    Ok(Finding::of(question, stop, found, &everything).with_work(tally, None))
}

fn no_way(question: Question) -> Finding {
    Finding::of(question, StopReason::Complete, 0u32, &Range::everything())
        .because("all that can be reached was looked at, and the goal is not among it")
}
