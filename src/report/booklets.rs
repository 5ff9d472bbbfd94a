//! A report as pages to print: each case on a page of its own, its solutions on the next ones.

use std::{io, time::Duration};

use crate::{
    page::Backdrop,
    picture::{
        Anchor, Booklet, Paper, Shape,
        paper::{MARGIN, grid_for, page_of},
        sheet::Exhibit,
        words,
    },
    search::Control,
    words::counted,
};

use super::{CaseHead, Fact, Finding, Report, Solution, View, is_over};

/// Writes pages as solutions come.
pub struct BookletReport<W: io::Write> {
    /// Where the booklet goes, until it is begun.
    out: Option<W>,
    booklet: Option<Booklet<W>>,
    say: Box<dyn FnMut(&str)>,
    view: View,
    heading: String,
    /// Is the page of the case written?
    is_shown: bool,
    /// Solutions of the case so far.
    count: u64,
    /// Those that are not on a page yet.
    waiting: Vec<Exhibit>,
    control: Control,
    /// Those for which there was no time.
    left_out: u64,
}

impl<W: io::Write> BookletReport<W> {
    /// Pages that go to `out`.
    pub fn new(out: W, say: Box<dyn FnMut(&str)>) -> Self {
        Self {
            out: Some(out),
            booklet: None,
            say,
            view: View::default(),
            heading: String::new(),
            is_shown: false,
            count: 0,
            waiting: Vec::new(),
            control: Control::default(),
            left_out: 0,
        }
    }

    /// The page of the case, before those of its solutions. `note` is said below its picture.
    fn show_case(&mut self, note: &str) -> io::Result<()> {
        let Some(booklet) = self.booklet.as_mut().filter(|_| !self.is_shown) else { return Ok(()) };
        self.is_shown = true;
        match std::mem::take(&mut self.view.backdrop) {
            Backdrop::Scene(scene) => {
                booklet.page(&page_of(&self.heading, vec![Exhibit { caption: note.to_owned(), scene }], (1, 1)))
            }
            _ if note.is_empty() => Ok(()),
            _ => {
                let mut page = page_of(&self.heading, Vec::new(), (1, 1));
                let line = words::fitted(note, 9.0, Paper::Portrait.size().0 - 2.0 * MARGIN);
                page.shapes.push(Shape::Text((MARGIN, 100.0), 9.0, Anchor::Start, [60; 3], line));
                booklet.page(&page)
            }
        }
    }

    /// Writes the page of the solutions that wait for it.
    fn flush(&mut self) -> io::Result<()> {
        self.show_case("")?;
        let (Some(first), Some(booklet)) = (self.waiting.first(), &mut self.booklet) else { return Ok(()) };
        let is_first_page = self.waiting.len() as u64 == self.count;
        let grid = grid_for(&first.scene, if is_first_page { self.waiting.len() } else { usize::MAX });
        booklet.page(&page_of(&self.heading, std::mem::take(&mut self.waiting), grid))
    }
}

impl<W: io::Write> Report for BookletReport<W> {
    fn wants_view(&self) -> bool {
        true
    }

    fn view(&mut self, view: View) {
        self.view = view;
    }

    fn begin(&mut self, head: &CaseHead) -> io::Result<()> {
        self.heading = format!("{}: {}", words::file_name(&head.case), head.description);
        (self.count, self.is_shown) = (0, false);
        if let Some(out) = self.out.take() {
            self.booklet = Some(Booklet::begin(out, &self.heading)?);
        }
        Ok(())
    }

    fn solution(&mut self, solution: &dyn Solution) -> io::Result<()> {
        if is_over(&mut self.control) {
            self.left_out += 1;
            return Ok(());
        }
        let scene = solution.scene().ok_or_else(|| {
            io::Error::new(io::ErrorKind::Unsupported, format!("no pages to print: {}", solution.why_no_scene()))
        })?;
        self.count += 1;
        let (columns, rows) = grid_for(&scene, usize::MAX);
        self.waiting.push(Exhibit { caption: format!("{} · {}", self.count, solution.caption()), scene });
        if self.waiting.len() >= columns * rows { self.flush() } else { Ok(()) }
    }

    fn fact(&mut self, fact: &Fact) -> io::Result<()> {
        (self.say)(&fact.text);
        Ok(())
    }

    fn end(&mut self, _: &CaseHead, finding: &Finding, _: Duration) -> io::Result<()> {
        if finding.count == num_bigint::BigUint::ZERO {
            let text = finding.nothing_found();
            (self.say)(&format!("{}: {text}", self.heading));
            self.show_case(&text)?;
        }
        self.flush()
    }

    fn watch(&mut self, control: &Control) {
        self.control = control.clone();
    }

    fn time_to_finish(&self) -> Duration {
        let parts: usize = self.waiting.iter().map(|exhibit| exhibit.scene.parts()).sum();
        Duration::from_millis(40) + Duration::from_micros(20 * parts as u64)
    }

    fn left_out(&self) -> u64 {
        self.left_out
    }

    fn finish(&mut self) -> io::Result<()> {
        let Some(booklet) = self.booklet.take() else { return Ok(()) };
        (self.say)(&counted(booklet.pages(), "page"));
        if self.left_out > 0 {
            (self.say)(&format!("there was no time for {} more", counted(self.left_out as usize, "solution")));
        }
        booklet.finish()
    }
}
