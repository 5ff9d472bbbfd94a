//! The marks of start and goal in a drawing: one of each, or one that is both. Where walls and ways are drawn thick, a
//! mark may be thick, too.

use super::squares::Square;
use crate::diagnostics::{Diagnostic, Line, Source};

/// A character that marks an end, and where it stands.
#[derive(Clone, Copy, Debug)]
struct Placed<'a> {
    line: Line<'a>,
    /// Where its byte is in the line.
    at: usize,
    column: usize,
    drawn: char,
}

impl Placed<'_> {
    /// Does it stand beside another, also across a corner?
    fn touches(&self, other: &Self) -> bool {
        self.line.number.abs_diff(other.line.number) <= 1 && self.column.abs_diff(other.column) <= 1
    }

    fn error(&self, source: &Source, title: String) -> Diagnostic {
        let error = source.error(title, self.line, self.at..self.at + 1);
        error.help("mark one cell with S and one with E, or one with X for both")
    }
}

/// The marks of a drawing in reading order.
#[derive(Debug, Default)]
pub(super) struct Marks<'a> {
    all: Vec<Placed<'a>>,
}

impl<'a> Marks<'a> {
    /// Takes note of a character if it marks an end.
    pub fn note(&mut self, square: Square, line: Line<'a>, at: usize, column: usize) {
        let drawn = match square {
            Square::Start => 'S',
            Square::Goal => 'E',
            Square::BothEnds => 'X',
            Square::Wall | Square::Floor => return,
        };
        // Of a page of nothing but marks the first are enough to refuse it.
        if self.all.len() < MOST_MARKS {
            self.all.push(Placed { line, at, column, drawn });
        }
    }

    /// Refuses an end without the other, and two marks of one kind in different places.
    pub fn refuse_unpaired(&self, source: &Source) -> Result<(), Diagnostic> {
        let Some(first) = self.all.first() else { return Ok(()) };
        for (index, mark) in self.all.iter().enumerate() {
            let before = &self.all[..index];
            let is_again = before.iter().any(|other| other.drawn == mark.drawn);
            if is_again && !before.iter().any(|other| other.drawn == mark.drawn && other.touches(mark)) {
                return Err(mark.error(source, format!("a second '{}' in a maze", mark.drawn)));
            }
            if let Some(other) = before.iter().find(|other| (other.drawn == 'X') != (mark.drawn == 'X')) {
                return Err(mark.error(source, format!("'{}' and '{}' in a maze", other.drawn, mark.drawn)));
            }
        }
        let other = match first.drawn {
            'S' => 'E',
            'E' => 'S',
            _ => return Ok(()),
        };
        match self.all.iter().any(|mark| mark.drawn == other) {
            true => Ok(()),
            false => Err(first.error(source, format!("'{}' without '{other}' in a maze", first.drawn))),
        }
    }

    /// Refuses marks that stand neither in a cell nor beside one.
    pub fn refuse_lost(&self, source: &Source, are_found: bool) -> Result<(), Diagnostic> {
        match self.all.first() {
            Some(first) if !are_found => {
                Err(first.error(source, "this maze has its marks where it has no cells".to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// Refuses neighbours of one kind, where every character is a cell.
    pub fn refuse_neighbours(&self, source: &Source) -> Result<(), Diagnostic> {
        for (index, mark) in self.all.iter().enumerate() {
            if self.all[..index].iter().any(|other| other.drawn == mark.drawn) {
                return Err(mark.error(source, format!("a second '{}' in a maze", mark.drawn)));
            }
        }
        Ok(())
    }
}

/// As many as a thick mark may have characters.
const MOST_MARKS: usize = 1000;
