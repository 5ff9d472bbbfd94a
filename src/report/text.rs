//! Text for people.

use std::{
    io::{self, Write},
    time::Duration,
};

use num_bigint::BigUint;

use crate::search::{StopReason, Written};

use super::{
    Canvas, CaseHead, Fact, Finding, Guarded, Medium, Report, Solution, Status, SteadyFlush, WriteSolution,
    depth::{Depth, reduced},
    guard::make_harmless,
    harmless_name,
};

/// What `solve` and `count` print on a terminal and write to .txt files.
pub struct TextReport<W> {
    out: Guarded<W>,
    colour: bool,
    /// Where somebody sits at a terminal: how many colours and columns that has.
    terminal: Option<(Depth, Canvas)>,
    /// Solutions of this case told so far.
    told: u64,
    flush: SteadyFlush,
}

impl<W: io::Write> TextReport<W> {
    /// A report that goes to `out`.
    pub fn new(out: W, colour: bool) -> Self {
        let medium = if colour { Medium::Colours } else { Medium::Text };
        Self { out: Guarded::new(out, medium), colour, terminal: None, told: 0, flush: SteadyFlush::new() }
    }

    /// A report for whoever sits at a terminal of so many columns: solutions are drawn, in the colours it has.
    pub fn on_terminal(out: W, colour: bool, depth: Depth, columns: usize) -> Self {
        let canvas = Canvas { has_colour: colour, columns, is_compact: false };
        Self { terminal: Some((depth, canvas)), ..Self::new(out, colour) }
    }
}

impl<W: io::Write> Report for TextReport<W> {
    fn begin(&mut self, head: &CaseHead) -> io::Result<()> {
        self.told = 0;
        // A colour in a name would pass for one of ours.
        let [case, description] = [&head.case, &head.description].map(|text| harmless_name(text));
        writeln!(self.out, "{case}: {}, {description}, strategy {}\n", head.family, head.strategy)?;
        self.out.flush()
    }

    fn solution(&mut self, solution: &dyn Solution) -> io::Result<()> {
        self.told += 1;
        writeln!(self.out, "Solution {}", self.told)?;
        match &self.terminal {
            None => solution.write_text(&mut self.out, self.colour)?,
            Some((depth, canvas)) => {
                let mut text = Vec::new();
                solution.write_drawing(&mut text, canvas)?;
                self.out.write_all(reduced(&String::from_utf8_lossy(&text), *depth).as_bytes())?;
            }
        }
        writeln!(self.out)?;
        self.flush.flush(&mut self.out)
    }

    fn writer(&self) -> Option<WriteSolution> {
        // At a terminal the drawing depends on its size, and nobody reads millions.
        let is_drawn = self.terminal.is_some();
        (!is_drawn).then_some(if self.colour { write_coloured } else { write_plain })
    }

    fn written(&mut self, written: &Written) -> io::Result<()> {
        let mut text = Vec::with_capacity(written.text.len() + 20 * written.ends.len());
        for solution in written.each() {
            self.told += 1;
            writeln!(text, "Solution {}", self.told)?;
            text.extend_from_slice(solution);
        }
        self.out.write_harmless(&text)?;
        self.flush.flush(&mut self.out)
    }

    fn fact(&mut self, fact: &Fact) -> io::Result<()> {
        writeln!(self.out, "{}", fact.text)
    }

    fn end(&mut self, _: &CaseHead, finding: &Finding, elapsed: Duration) -> io::Result<()> {
        let plural = if finding.count == BigUint::from(1u32) { "" } else { "s" };
        let solutions = format!("{} solution{plural}", finding.count);
        let within = finding.range.as_ref().map_or(String::new(), |range| format!(" in the range {range}"));
        match (finding.status, &finding.reason) {
            (Status::Unsolvable | Status::Counted, Some(reason)) => writeln!(self.out, "No solution: {reason}.")?,
            (Status::Unsolvable, None) => writeln!(self.out, "No solution: every candidate was examined.")?,
            (Status::Counted, None) => writeln!(self.out, "{solutions}{within}")?,
            (Status::Optimal, _) => writeln!(self.out, "Optimal: it is proved that none is better.")?,
            (Status::Solved, _) if finding.stop == StopReason::Complete => {
                writeln!(self.out, "{solutions}: that is all there are{within}.")?;
            }
            (Status::Solved, _) if finding.stop == StopReason::SolutionLimit => {
                writeln!(self.out, "{solutions} found, as many as asked for.")?;
            }
            (Status::Unknown, None) if finding.stop == StopReason::Complete && finding.missing_score.is_some() => {
                let score = finding.missing_score.unwrap_or_default();
                writeln!(
                    self.out,
                    "No solution with a score of {score} or more{within}: others are said to have one."
                )?;
            }
            (Status::Unknown, None) if finding.stop == StopReason::Complete && finding.range.is_none() => {
                writeln!(self.out, "Nothing was searched.")?;
            }
            (Status::Unknown, None) if finding.stop == StopReason::Complete && finding.count > BigUint::ZERO => {
                writeln!(self.out, "{solutions} found{within}: that proves nothing about the rest.")?;
            }
            (Status::Unknown, None) if finding.stop == StopReason::Complete => {
                writeln!(self.out, "No solution{within}: every candidate in it was examined.")?;
            }
            (Status::Solved | Status::Unknown, Some(reason)) => {
                writeln!(self.out, "Incomplete: {reason}; {solutions} so far.")?;
            }
            (Status::Solved | Status::Unknown, None) => {
                let share = finding.share.map(|share| format!(", {:.2} % of the ids searched", share * 100.0));
                writeln!(
                    self.out,
                    "Incomplete: {}; {solutions} so far{}.",
                    finding.stop.text(),
                    share.unwrap_or_default()
                )?;
            }
        }
        writeln!(self.out, "Time: {}", time_text(elapsed))?;
        writeln!(self.out, "Cases examined: {}", finding.tally.cases)?;
        self.out.flush()
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn write_plain(solution: &dyn Solution, text: &mut Vec<u8>) {
    write_solution(solution, text, false);
}

fn write_coloured(solution: &dyn Solution, text: &mut Vec<u8>) {
    write_solution(solution, text, true);
}

fn write_solution(solution: &dyn Solution, text: &mut Vec<u8>, colour: bool) {
    let begin = text.len();
    // A vector takes everything.
    let _ = solution.write_text(text, colour);
    text.push(b'\n');
    make_harmless(text, begin, if colour { Medium::Colours } else { Medium::Text });
}

fn time_text(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}
