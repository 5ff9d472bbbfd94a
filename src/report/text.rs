//! Text for people.

use std::{io, time::Duration};

use num_bigint::BigUint;

use crate::search::StopReason;

use super::{CaseHead, CaseSummary, Fact, Report, Solution, Status, SteadyFlush};

/// What `solve` and `count` print on a terminal and write to .txt files.
pub struct TextReport<W> {
    out: W,
    colour: bool,
    /// Solutions of this case told so far.
    told: u64,
    flush: SteadyFlush,
}

impl<W: io::Write> TextReport<W> {
    /// A report that goes to `out`.
    pub fn new(out: W, colour: bool) -> Self {
        Self { out, colour, told: 0, flush: SteadyFlush::new() }
    }
}

impl<W: io::Write> Report for TextReport<W> {
    fn begin(&mut self, head: &CaseHead) -> io::Result<()> {
        self.told = 0;
        writeln!(self.out, "{}: {}, {}, strategy {}\n", head.case, head.family, head.description, head.strategy)?;
        self.out.flush()
    }

    fn solution(&mut self, solution: &dyn Solution) -> io::Result<()> {
        self.told += 1;
        writeln!(self.out, "Solution {}", self.told)?;
        solution.write_text(&mut self.out, self.colour)?;
        writeln!(self.out)?;
        self.flush.flush(&mut self.out)
    }

    fn fact(&mut self, fact: &Fact) -> io::Result<()> {
        writeln!(self.out, "{}", fact.text)
    }

    fn end(&mut self, _: &CaseHead, summary: &CaseSummary) -> io::Result<()> {
        let plural = if summary.count == BigUint::from(1u32) { "" } else { "s" };
        let solutions = format!("{} solution{plural}", summary.count);
        let within = summary.range.as_ref().map_or(String::new(), |range| format!(" in the range {range}"));
        match (summary.status, &summary.reason) {
            (Status::Unsolvable | Status::Counted, Some(reason)) => writeln!(self.out, "No solution: {reason}.")?,
            (Status::Unsolvable, None) => writeln!(self.out, "No solution: every candidate was examined.")?,
            (Status::Counted, None) => writeln!(self.out, "{solutions}{within}")?,
            (Status::Optimal, _) => writeln!(self.out, "Optimal: it is proved that none is better.")?,
            (Status::Solved, _) if summary.stop == StopReason::Complete => {
                writeln!(self.out, "{solutions}: that is all there are{within}.")?;
            }
            (Status::Solved, _) if summary.stop == StopReason::SolutionLimit => {
                writeln!(self.out, "{solutions} found, as many as asked for.")?;
            }
            (Status::Unknown, None) if summary.stop == StopReason::Complete => {
                writeln!(self.out, "No solution{within}: every candidate in it was examined.")?;
            }
            (Status::Solved | Status::Unknown, Some(reason)) => {
                writeln!(self.out, "Incomplete: {reason}; {solutions} so far.")?;
            }
            (Status::Solved | Status::Unknown, None) => {
                let (cause, share) = (stop_text(summary.stop), summary.share * 100.0);
                writeln!(self.out, "Incomplete: {cause}; {solutions} so far, {share:.2} % of the ids searched.")?;
            }
        }
        writeln!(self.out, "Time: {}", time_text(summary.elapsed))?;
        writeln!(self.out, "Cases examined: {}", summary.tally.cases)?;
        self.out.flush()
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn stop_text(stop: StopReason) -> &'static str {
    match stop {
        StopReason::Complete | StopReason::SolutionLimit => "done",
        StopReason::TimeLimit => "the time limit was reached",
        StopReason::NodeLimit => "the node limit was reached",
        StopReason::MemoryLimit => "the memory limit was reached",
        StopReason::Interrupted => "interrupted",
    }
}

fn time_text(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}
