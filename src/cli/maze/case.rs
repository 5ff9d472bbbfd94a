//! `fathom solve` and `fathom count` for mazes.

use std::{
    io,
    time::{Duration, Instant},
};

use num_bigint::BigUint;
use serde_json::{Map, Value, json};

use crate::{
    maze::{
        draw::{
            Trail,
            lines::Lines,
            text::{self, Style},
        },
        grid::Maze,
        moves::Moves,
        read::Found,
        solve::{self, Answer, Method, bfs, shortest::ShortestWays},
    },
    report::{CaseHead, CaseSummary, Report, Solution, Status},
    search::{Quest, StopReason, Tally},
};

use super::{args::RouteArgs, ends, place_text};
use crate::cli::{args::OutputArgs, exit::Exit, failure::Failure, options::SearchOptions, output::say};

/// Larger mazes are not drawn on a terminal, and their ways are not listed cell by cell.
const MAX_DRAWN_COLS: usize = 300;
const MAX_LISTED_STEPS: usize = 10_000;

/// A maze that is ready to be solved.
pub struct Case {
    name: String,
    maze: Maze,
    from: usize,
    to: usize,
    method: Method,
}

impl Case {
    pub fn load(name: String, found: Found, args: &RouteArgs, strategy: &str) -> Result<Self, Failure> {
        let method = if strategy == "auto" { Method::Bfs } else { strategy.parse()? };
        let [from, to] = if args.longest { longest(&found.maze)? } else { ends(&found, args)? };
        let mut maze = found.maze;
        maze.ends = Some([from, to]);
        Ok(Self { name, maze, from, to, method })
    }

    /// Solves the maze and reports the way, or the ways.
    pub fn search(
        &self,
        options: &SearchOptions,
        output: &OutputArgs,
        report: &mut dyn Report,
    ) -> Result<Exit, Failure> {
        let size = self.maze.size();
        let (rows, cols) = (size.rows(), size.cols());
        let [from, to] = [self.from, self.to].map(|cell| place_text(&self.maze, cell));
        let head = CaseHead {
            family: "maze",
            case: self.name.clone(),
            description: format!("{rows}x{cols} cells, from {from} to {to}"),
            strategy: self.method.name(),
            threads: 1,
            branches: 1,
        };
        report.begin(&head)?;
        let started = Instant::now();
        let (status, stop, count, effort) = match options.quest {
            Quest::Count => {
                let ways = ShortestWays::new(&self.maze, self.from, self.to);
                let count = ways.map_or(BigUint::ZERO, |ways| ways.count());
                let count = u64::try_from(&count)
                    .map_err(|_| Failure::Usage(format!("{}: {count} shortest ways", self.name)))?;
                (Status::Counted, StopReason::Complete, count, 0)
            }
            Quest::Best | Quest::Any(1) | Quest::Lowest(1) => self.find_one(report)?,
            Quest::Any(wanted) | Quest::Lowest(wanted) => self.find_shortest(wanted, report)?,
        };
        let tally = Tally { nodes: effort, cases: effort, answers: count };
        let elapsed = started.elapsed();
        let reason = (status == Status::Unsolvable)
            .then(|| "all that can be reached was looked at, and the goal is not among it".to_owned());
        let summary =
            CaseSummary { status, stop, reason, count: count.into(), tally, elapsed, share: 1.0, range: None };
        report.end(&head, &summary)?;
        if status == Status::Unknown && !output.quiet {
            say("note: the wall led back to the start without passing everything: strategy bfs decides");
        }
        if output.stats {
            say_stats(effort, elapsed);
        }
        Ok(match status {
            // The wall follower came round without having seen everything.
            Status::Unknown => Exit::Incomplete,
            _ => Exit::of(&summary, false, output.exit_code),
        })
    }

    fn find_one(&self, report: &mut dyn Report) -> Result<(Status, StopReason, u64, u64), Failure> {
        let outcome = solve::solve(&self.maze, self.from, self.to, self.method);
        Ok(match outcome.answer {
            Answer::Way(moves) => {
                report.solution(&self.way(0, moves))?;
                (Status::Solved, StopReason::SolutionLimit, 1, outcome.effort)
            }
            Answer::NoWay => (Status::Unsolvable, StopReason::Complete, 0, outcome.effort),
            Answer::Unknown => (Status::Unknown, StopReason::Complete, 0, outcome.effort),
        })
    }

    /// Several ways are always the shortest ones, in order.
    fn find_shortest(&self, wanted: u64, report: &mut dyn Report) -> Result<(Status, StopReason, u64, u64), Failure> {
        if !self.method.finds_shortest() {
            let text = format!("strategy {} finds one way; several shortest ways need bfs", self.method.name());
            return Err(Failure::Usage(text));
        }
        let Some(ways) = ShortestWays::new(&self.maze, self.from, self.to) else {
            return self.find_one(report);
        };
        let mut found = 0;
        for moves in ways.iter() {
            if found == wanted {
                return Ok((Status::Solved, StopReason::SolutionLimit, found, 0));
            }
            report.solution(&self.way(found, moves))?;
            found += 1;
        }
        Ok((Status::Solved, StopReason::Complete, found, 0))
    }

    fn way(&self, number: u64, moves: Moves) -> Way<'_> {
        Way { case: self, number, moves }
    }
}

/// The ends of the longest way, if ways are unique.
fn longest(maze: &Maze) -> Result<[usize; 2], Failure> {
    let found = crate::maze::certify::certify(maze)?;
    if !found.is_perfect() {
        let text = "--longest needs a perfect maze: with loops, the longest way is another and much harder puzzle";
        return Err(Failure::Usage(text.to_owned()));
    }
    let one = bfs::flood(maze, maze.corners()[0], None).last;
    Ok([one, bfs::flood(maze, one, None).last])
}

fn say_stats(effort: u64, elapsed: Duration) {
    let seconds = elapsed.max(Duration::from_nanos(1)).as_secs_f64();
    say(format!("cells: {effort} ({:.2} M/s)", effort as f64 / seconds / 1e6));
}

/// A way through a maze.
struct Way<'a> {
    case: &'a Case,
    number: u64,
    moves: Moves,
}

impl Solution for Way<'_> {
    fn fields(&self) -> Map<String, Value> {
        let maze = &self.case.maze;
        let place = |cell: usize| [maze.size().place(cell).0, maze.size().place(cell).1];
        let mut fields = vec![
            ("id", json!(self.number.to_string())),
            ("length", json!(self.moves.len())),
            ("from", json!(place(self.case.from))),
            ("to", json!(place(self.case.to))),
            ("moves", json!(self.moves.to_string())),
        ];
        if self.moves.len() <= MAX_LISTED_STEPS {
            let mut cell = self.case.from;
            let mut path = vec![place(cell)];
            for way in self.moves.iter() {
                cell = maze.step(cell, way);
                path.push(place(cell));
            }
            fields.push(("path", json!(path)));
        }
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn write_text(&self, out: &mut dyn io::Write, _: bool) -> io::Result<()> {
        writeln!(out, "Length: {}", self.moves.len())?;
        writeln!(out, "Moves: {}", self.moves)?;
        if self.case.maze.size().cols() > MAX_DRAWN_COLS || self.case.maze.size().rows() > MAX_DRAWN_COLS {
            return Ok(());
        }
        let maze = &self.case.maze;
        let trail = Trail::new(maze, self.case.from, &self.moves);
        let drawn = text::to_string(&mut Lines::Of { maze, trail: Some(&trail), shades: None }, Style::Ascii);
        out.write_all(drawn.as_bytes())
    }
}
