//! A family of one's own: N queens on a chessboard, with threads, ranges, checkpoints, limits and progress for free.
//!
//!     echo "queens 10" > ten.txt
//!     cargo run --release --example queens -- count ten.txt
//!     cargo run --release --example queens -- solve ten.txt --all --range /0../3 -t 2 --checkpoint ten.checkpoint

use std::{io, ops::Range, process::ExitCode};

use fathom::{
    destination::Destination,
    diagnostics::Diagnostic,
    family::{Case, Drawing, Error, Family, Flag, Judgement, Options, Showing},
    input::Input,
    report::{Finding, Solution},
    search::{Ability, Control, Kernel, Strategy, Tree},
    session::{Job, Question, Session, Task},
};
use serde_json::{Map, Value, json};

/// The cursor: a queen in each row so far. A digit is the column of the next row's queen.
#[derive(Clone)]
struct Board {
    size: u32,
    columns: Vec<u32>,
}

impl Tree for Board {
    type Answer = Vec<u32>;

    fn fanout(&self) -> u32 {
        if self.is_answer() { 0 } else { self.size }
    }

    fn enter(&mut self, mut digits: Range<u32>) -> Option<u32> {
        let is_attacked = |column: u32| {
            let rows = self.columns.iter().rev().zip(1..);
            rows.into_iter().any(|(&other, distance)| other == column || other.abs_diff(column) == distance)
        };
        let column = digits.find(|column| !is_attacked(*column))?;
        self.columns.push(column);
        Some(column)
    }

    fn leave(&mut self) {
        self.columns.pop();
    }

    fn is_answer(&self) -> bool {
        self.columns.len() == self.size as usize
    }

    fn answer(&self) -> Vec<u32> {
        self.columns.clone()
    }
}

struct Placed<'a>(&'a [u32]);

impl Solution for Placed<'_> {
    fn fields(&self) -> Map<String, Value> {
        Map::from_iter([("columns".to_owned(), json!(self.0))])
    }

    fn write_text(&self, out: &mut dyn io::Write, _: bool) -> io::Result<()> {
        self.0.iter().try_for_each(|&column| writeln!(out, "{}Q", ". ".repeat(column as usize)))
    }
}

impl Case for Board {
    fn search(&self, task: &Task, session: &mut Session<'_>) -> Result<Finding, Error> {
        session.begin(&STRATEGIES[0], &format!("{0}x{0}", self.size), "the only one")?;
        let (range, size) = (session.path_range()?, self.size.to_string());
        let job = Job { range: range.clone(), ..Job::new([&size], task.question.quest()) };
        let outcome = session.search_tree(self.clone(), &job, &mut |columns, tell| tell(&Placed(columns)))?;
        let count = if task.question == Question::Count { outcome.tally.answers } else { outcome.found as u64 };
        Ok(Finding::of(task.question, outcome.stop, count, &range).with_work(outcome.tally, Some(outcome.share)))
    }
}

static STRATEGIES: [Strategy; 1] = [Strategy {
    name: "rows",
    about: "a queen in each row",
    kernel: Kernel::Tree,
    abilities: &[
        Ability::Range,
        Ability::Checkpoint,
        Ability::NodeLimit,
        Ability::Threads,
        Ability::Count,
        Ability::Several,
    ],
    why_not: "it is an example",
}];

struct Queens;

#[rustfmt::skip]
impl Family for Queens {
    fn name(&self) -> &'static str { "queens" }
    fn about(&self) -> &'static str { "queens that do not attack each other" }
    fn strategies(&self) -> &'static [Strategy] { &STRATEGIES }
    fn flags(&self) -> &'static [Flag] { &[] }
    fn recognise(&self, input: &Input) -> bool { input.bytes().starts_with(b"queens") }

    fn load(&self, input: &Input, _: &Options, _: &Control) -> Result<Box<dyn Case>, Error> {
        let source = input.source()?;
        let size = source.text().trim().strip_prefix("queens").and_then(|size| size.trim().parse().ok());
        let size = size.filter(|size| *size <= 64).ok_or_else(|| Diagnostic::new("expected: queens N, with N up to 64"))?;
        Ok(Box::new(Board { size, columns: Vec::new() }))
    }

    fn judge(&self, _: &Input, _: &Options, _: &Input, _: &Control) -> Result<Judgement, Error> {
        no("checker")
    }
    fn show(&self, _: &Showing<'_>) -> Result<String, Error> { no("text") }
    fn draw(&self, _: &Drawing<'_>, _: &mut Destination) -> Result<(), Error> { no("picture") }
}

fn no<T>(what: &str) -> Result<T, Error> {
    Err(Error::Unsupported(format!("the example has no {what}")))
}

fn main() -> ExitCode {
    static FAMILIES: [&dyn Family; 1] = [&Queens];
    fathom::cli::run_with(&FAMILIES)
}
