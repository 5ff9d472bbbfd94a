//! A report that is kept beside the one that is shown, for whoever wants to save it afterwards.

use std::{cell::RefCell, io, rc::Rc, time::Duration};

use crate::report::{CaseHead, Fact, Finding, Report, Solution, TextReport};

/// No more is kept than this: so much nobody has looked at.
const MOST_BYTES: usize = 4 << 20;

/// Tells everything twice: to the report that is shown, and to a text without colours.
pub struct Copied<'a> {
    shown: &'a mut dyn Report,
    copy: TextReport<Text>,
    text: Text,
    solutions: u64,
}

#[derive(Clone, Default)]
struct Text(Rc<RefCell<Vec<u8>>>);

impl io::Write for Text {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut text = self.0.borrow_mut();
        if text.len() <= MOST_BYTES {
            text.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> Copied<'a> {
    pub fn new(shown: &'a mut dyn Report) -> Self {
        let text = Text::default();
        Self { shown, copy: TextReport::new(text.clone(), false), text, solutions: 0 }
    }

    /// All that was told, if there are solutions in it and it was not too much.
    pub fn into_text(mut self) -> Option<Vec<u8>> {
        self.copy.finish().ok()?;
        let text = self.text.0.take();
        (self.solutions > 0 && text.len() <= MOST_BYTES).then_some(text)
    }
}

impl Report for Copied<'_> {
    fn begin(&mut self, head: &CaseHead) -> io::Result<()> {
        self.copy.begin(head)?;
        self.shown.begin(head)
    }

    fn solution(&mut self, solution: &dyn Solution) -> io::Result<()> {
        self.solutions += 1;
        if self.text.0.borrow().len() <= MOST_BYTES {
            self.copy.solution(solution)?;
        }
        self.shown.solution(solution)
    }

    fn fact(&mut self, fact: &Fact) -> io::Result<()> {
        self.copy.fact(fact)?;
        self.shown.fact(fact)
    }

    fn end(&mut self, head: &CaseHead, finding: &Finding, elapsed: Duration) -> io::Result<()> {
        self.copy.end(head, finding, elapsed)?;
        self.shown.end(head, finding, elapsed)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.shown.finish()
    }
}
