//! A report as a page to look at.

use std::{io, time::Duration};

use crate::{
    destination::Watched,
    page::{self, CasePage},
    search::{Control, StopReason},
};

use super::{CaseHead, Fact, Finding, PATIENCE, Report, Solution, TextReport, View};

/// Gathers what is told of all cases and writes it as one page.
pub struct PageReport<W> {
    out: W,
    view: View,
    cases: Vec<CasePage>,
    control: Control,
    /// Solutions for which there was no time.
    left_out: u64,
}

impl<W: io::Write> PageReport<W> {
    /// A page that goes to `out`.
    pub fn new(out: W) -> Self {
        Self { out, view: View::default(), cases: Vec::new(), control: Control::default(), left_out: 0 }
    }
}

impl<W: io::Write> Report for PageReport<W> {
    fn wants_view(&self) -> bool {
        true
    }

    fn view(&mut self, view: View) {
        self.view = view;
    }

    fn begin(&mut self, head: &CaseHead) -> io::Result<()> {
        let description = format!("{}, {}", head.family, head.description);
        self.cases.push(CasePage::new(&head.case, description, std::mem::take(&mut self.view)));
        Ok(())
    }

    fn solution(&mut self, solution: &dyn Solution) -> io::Result<()> {
        // What is taken has to be written, too.
        let is_over = self.control.time_left().is_some_and(|left| left < self.time_to_finish());
        let Some(case) = self.cases.last_mut() else { return Ok(()) };
        if is_over {
            case.solutions.pass_over();
            self.left_out += 1;
        } else {
            case.push(solution);
        }
        Ok(())
    }

    fn fact(&mut self, fact: &Fact) -> io::Result<()> {
        if let Some(case) = self.cases.last_mut() {
            let (name, text) = fact.text.split_once(": ").unwrap_or((fact.name, &fact.text));
            case.figures.push((name.to_owned(), text.to_owned()));
        }
        Ok(())
    }

    fn end(&mut self, head: &CaseHead, finding: &Finding, elapsed: Duration) -> io::Result<()> {
        let Some(case) = self.cases.last_mut() else { return Ok(()) };
        // The words are those of the text for people.
        let mut text = Vec::new();
        TextReport::new(&mut text, false).end(head, finding, elapsed)?;
        let text = String::from_utf8_lossy(&text);
        case.verdict = text.lines().next().unwrap_or_default().to_owned();
        let seconds = elapsed.as_secs_f64();
        let figures = [
            ("Solutions", finding.count.to_string()),
            ("Strategy", head.strategy.to_owned()),
            ("Threads", head.threads.to_string()),
            ("Branches", head.branches.to_string()),
            ("Time", format!("{:.1} ms", seconds * 1e3)),
            ("Nodes", finding.tally.nodes.to_string()),
            ("Cases examined", finding.tally.cases.to_string()),
        ];
        case.figures.extend(figures.map(|(name, value)| (name.to_owned(), value)));
        Ok(())
    }

    fn watch(&mut self, control: &Control) {
        self.control = control.clone();
    }

    fn time_to_finish(&self) -> Duration {
        let bytes: usize = self.cases.iter().map(|case| case.solutions.bytes()).sum();
        Duration::from_millis(30) + Duration::from_nanos(10 * bytes as u64)
    }

    fn left_out(&self) -> u64 {
        self.left_out
    }

    fn finish(&mut self) -> io::Result<()> {
        let control = self.control.with_more_time(PATIENCE);
        let written = page::write(&self.cases, &mut Watched::new(&mut self.out, &control));
        if control.is_stopped() {
            // Whoever holds the other control asks it why.
            self.control.stop(control.reason().unwrap_or(StopReason::Interrupted));
        }
        written?;
        self.out.flush()
    }
}
