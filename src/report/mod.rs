//! How results are told, as text for people and as JSON for programs, and how that is read again.

mod answers;
#[cfg(feature = "pictures")]
mod booklets;
mod canvas;
mod claims;
pub mod depth;
mod guard;
mod json;
mod pages;
pub mod palette;
mod pictures;
mod sections;
mod text;
mod told;

use std::{
    io,
    time::{Duration, Instant},
};

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use answers::{field_of, json_solutions, misfit, number_in, numbers_in, reports_on, text_in, whole_number};
#[cfg(feature = "pictures")]
pub use booklets::BookletReport;
pub use canvas::Canvas;
pub use claims::{Instead, Whole, whole};
pub use guard::{Guarded, Medium, harmless, harmless_name, path_name};
pub(crate) use json::milliseconds;
pub use json::{JsonLines, JsonRecord, JsonReport};
pub use pages::PageReport;
pub use pictures::{PictureFile, PictureReport};
pub use sections::{about, reports_of};
pub use text::TextReport;
pub use told::Told;

use crate::{
    page::{Backdrop, Performance, Stage},
    picture::Scene,
    search::{Control, Limits, Range, StopReason, Tally, Written},
    session::Question,
};

/// What is known before a case is searched.
#[derive(Clone, Debug)]
pub struct CaseHead {
    /// The family of puzzles.
    pub family: &'static str,
    /// The file's name.
    pub case: String,
    /// A few words on the puzzle: "5x11, 12 pieces".
    pub description: String,
    /// The strategy's name.
    pub strategy: &'static str,
    /// Worker threads.
    pub threads: usize,
    /// Initial ranges.
    pub branches: usize,
}

/// What a search says about its case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// There are solutions, and here are some or all.
    Solved,
    /// The solution is there, and it is proved that none is better.
    Optimal,
    /// It is proved that there is none.
    Unsolvable,
    /// All solutions were counted.
    Counted,
    /// The search ended before it could tell, or was to look at a part only.
    Unknown,
}

/// What a search has found out about its case.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The verdict.
    pub status: Status,
    /// Why the search ended.
    pub stop: StopReason,
    /// Why there is no solution, where that was plain without a search; or how far a search has come that knows no ids.
    pub reason: Option<String>,
    /// How many solutions were found.
    pub count: BigUint,
    /// The work it took.
    pub tally: Tally,
    /// The part of the ids searched, where that is not all and means something.
    pub share: Option<f64>,
    /// The range of ids that was to be searched, if it was not everything.
    pub range: Option<String>,
    /// A score that another range is said to have: here only what reaches it was looked for, and nothing does.
    pub missing_score: Option<i64>,
}

impl Finding {
    /// A verdict that took no work.
    pub fn new(status: Status, stop: StopReason) -> Self {
        let tally = Tally::default();
        Self { status, stop, reason: None, count: BigUint::ZERO, tally, share: None, range: None, missing_score: None }
    }

    /// What a search proves that brought so many solutions. A part of the ids proves nothing about the rest.
    pub fn of(question: Question, stop: StopReason, count: impl Into<BigUint>, range: &Range) -> Self {
        let count = count.into();
        let is_part = *range != Range::everything();
        let is_none = count == BigUint::ZERO;
        let status = match (question, stop.is_final()) {
            (Question::Count | Question::CountBest, true) => Status::Counted,
            (_, true) if is_none && is_part => Status::Unknown,
            (Question::Count | Question::CountBest, false) => Status::Unknown,
            (_, true) if is_none => Status::Unsolvable,
            (_, false) if is_none => Status::Unknown,
            _ => Status::Solved,
        };
        Self { count, range: is_part.then(|| range.to_string()), ..Self::new(status, stop) }
    }

    /// What there is to show where no solution was found: a part of the ids, or a search that was stopped, says nothing
    /// of the rest.
    pub fn nothing_found(&self) -> String {
        if let (true, Some(score), Some(range)) = (self.stop.is_final(), self.missing_score, &self.range) {
            return format!("no solution with a score of {score} or more in the range {range}");
        }
        match (self.status, &self.reason, &self.range) {
            (Status::Unsolvable | Status::Counted, Some(reason), _) => format!("no solution: {reason}"),
            (Status::Unsolvable | Status::Counted, None, _) => "no solution".to_owned(),
            _ if !self.stop.is_final() => {
                format!("no solution found so far: {}", self.reason.as_deref().unwrap_or(self.stop.text()))
            }
            (_, Some(reason), _) => format!("no solution found: {reason}"),
            (_, None, Some(range)) => format!("no solution in the range {range}"),
            (_, None, None) => "nothing was searched".to_owned(),
        }
    }

    /// The same with the work it took, and how much of the ids that was.
    pub fn with_work(self, tally: Tally, share: Option<f64>) -> Self {
        Self { tally, share, ..self }
    }

    /// The same with a reason.
    pub fn because(self, reason: impl Into<String>) -> Self {
        Self { reason: Some(reason.into()), ..self }
    }
}

/// Flushes a stream at most ten times a second: results are seen soon, and still written in large pieces.
struct SteadyFlush {
    last: Instant,
}

impl SteadyFlush {
    fn new() -> Self {
        Self { last: Instant::now() }
    }

    fn flush(&mut self, out: &mut impl io::Write) -> io::Result<()> {
        if self.last.elapsed() < Duration::from_millis(100) {
            return Ok(());
        }
        self.last = Instant::now();
        out.flush()
    }
}

/// What was found before a signal came may be drawn for so long after it.
const AFTER_SIGNAL: Duration = Duration::from_secs(1);

/// What was found is written even if that takes so much longer than there is time.
const PATIENCE: Duration = Duration::from_secs(1);

/// Is there no time to draw another solution? A signal leaves some: much may have been found that was not told yet.
fn is_over(control: &mut Control) -> bool {
    let is_stopped = control.look_now();
    if control.reason() != Some(StopReason::Interrupted) {
        return is_stopped;
    }
    *control = Control::new(&Limits { time: Some(AFTER_SIGNAL), ..Limits::default() });
    false
}

/// One solution of any family, ready to be told.
pub trait Solution {
    /// The fields of its JSON object.
    fn fields(&self) -> Map<String, Value>;
    /// Appends the same fields to a line of JSON, each followed by a comma, where there is a faster way than through a
    /// map: millions of solutions may be written. Tells whether it did.
    fn push_fields(&self, line: &mut Vec<u8>) -> bool {
        let _ = line;
        false
    }
    /// Its lines of text.
    fn write_text(&self, out: &mut dyn io::Write, colour: bool) -> io::Result<()>;
    /// The same for the eyes of whoever sits at a terminal.
    fn write_drawing(&self, out: &mut dyn io::Write, canvas: &Canvas) -> io::Result<()> {
        self.write_text(out, canvas.has_colour)
    }
    /// A few words that tell it from the others: "id 17".
    fn caption(&self) -> String {
        String::new()
    }
    /// Its picture; `None` if it is too large to lie on a sheet beside others.
    fn scene(&self) -> Option<Scene> {
        None
    }
    /// Why there is no such picture.
    fn why_no_scene(&self) -> String {
        "this solution has no picture".to_owned()
    }
    /// Writes its picture alone, as `svg` or `png`, where that is too large for a scene. What is not written while it
    /// is made looks at the control.
    fn write_picture(&self, ending: &str, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        let _ = (out, control);
        let text = format!("this solution cannot be drawn as {ending}: {}", self.why_no_scene());
        Err(io::Error::new(io::ErrorKind::Unsupported, text))
    }
    /// What a page shows of it.
    fn performance(&self) -> Performance {
        Performance::Still
    }
}

/// Something else that is worth telling of a case: a line of text, and a field of its JSON object.
#[derive(Clone, Debug)]
pub struct Fact {
    /// The field's name.
    pub name: &'static str,
    /// The field's value.
    pub value: Value,
    /// The line.
    pub text: String,
}

/// Writes down a solution.
pub type WriteSolution = fn(&dyn Solution, &mut Vec<u8>);

/// A case as a picture shows it, nothing of a solution in it.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The picture.
    pub backdrop: Backdrop,
    /// Where a page shows the solutions.
    pub stage: Stage,
}

/// A teller of results.
pub trait Report {
    /// Does it show cases, and not only tell of them?
    fn wants_view(&self) -> bool {
        false
    }
    /// How the next case looks.
    fn view(&mut self, view: View) {
        let _ = view;
    }
    /// A case begins.
    fn begin(&mut self, head: &CaseHead) -> io::Result<()>;
    /// The next solution of the case.
    fn solution(&mut self, solution: &dyn Solution) -> io::Result<()>;
    /// How any thread can write down a solution for this report, if that is possible: what it writes is handed over by
    /// [`written`](Self::written).
    fn writer(&self) -> Option<WriteSolution> {
        None
    }
    /// The next solutions of the case, as the report's writer has written them down.
    fn written(&mut self, written: &Written) -> io::Result<()> {
        let _ = written;
        Err(io::Error::other("this report has no writer"))
    }
    /// Something else about the case, after its solutions.
    fn fact(&mut self, fact: &Fact) -> io::Result<()>;
    /// The case ends.
    fn end(&mut self, head: &CaseHead, finding: &Finding, elapsed: Duration) -> io::Result<()>;
    /// What takes time to be painted or written looks at this control: when it stops the run, what is there by then is
    /// kept, and what would be half of something is an error.
    fn watch(&mut self, control: &Control) {
        let _ = control;
    }
    /// About how long it will take to finish what is there by now.
    fn time_to_finish(&self) -> Duration {
        Duration::ZERO
    }
    /// How many solutions were found and not told, since the time was over.
    fn left_out(&self) -> u64 {
        0
    }
    /// All cases are told: everything has to be where it belongs.
    fn finish(&mut self) -> io::Result<()>;
}
