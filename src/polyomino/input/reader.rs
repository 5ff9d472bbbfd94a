//! The lines of a case, without its comments.

use crate::diagnostics::{Diagnostic, Line, Source};

use super::super::lattice::Lattice;

/// Hands out the lines of a case one by one. Lines that begin with # are comments.
pub(super) struct Reader<'a> {
    pub source: &'a Source,
    lines: Vec<Line<'a>>,
    at: usize,
    hash_rows: Option<(usize, Lattice)>,
}

impl<'a> Reader<'a> {
    pub fn new(source: &'a Source) -> Self {
        Self { source, lines: source.lines().collect(), at: 0, hash_rows: None }
    }

    /// From here on, lines that could be rows of a board of this width, drawn with # for a cell, are no comments; or
    /// all are again.
    pub fn take_hash_rows(&mut self, rows: Option<(usize, Lattice)>) {
        self.hash_rows = rows;
    }

    fn is_comment(&self, line: Line<'_>) -> bool {
        let is_row = |(width, lattice)| is_hash_row(line, width, lattice);
        line.text.trim_start().starts_with('#') && !self.hash_rows.is_some_and(is_row)
    }

    fn skip_comments(&mut self) {
        while self.lines.get(self.at).is_some_and(|line| self.is_comment(*line)) {
            self.at += 1;
        }
    }

    /// The next line, whatever it holds.
    pub fn next(&mut self) -> Option<Line<'a>> {
        self.skip_comments();
        let line = self.lines.get(self.at).copied();
        self.at += 1;
        line
    }

    /// The next line that is not empty.
    pub fn next_filled(&mut self) -> Option<Line<'a>> {
        self.skip_empty();
        self.next()
    }

    /// The next line that is not empty, which is not taken.
    pub fn peek_filled(&mut self) -> Option<Line<'a>> {
        self.skip_empty();
        self.lines.get(self.at).copied()
    }

    fn skip_empty(&mut self) {
        while self.lines.get(self.at).is_some_and(|line| line.text.is_empty() || self.is_comment(*line)) {
            self.at += 1;
        }
    }

    /// The next line that is not empty; an error that says what is missing if there is none.
    pub fn expect(&mut self, what: &str) -> Result<Line<'a>, Diagnostic> {
        self.next_filled()
            .ok_or_else(|| self.source.error_at_end(format!("{what} is missing")).label("the file ends here"))
    }

    /// The number of the layer that a line `Z: k` begins; `None` if it is another line.
    pub fn layer_mark(&self, line: Line<'a>) -> Result<Option<usize>, Diagnostic> {
        let Some(number) = line.text.trim_start().strip_prefix("Z:") else { return Ok(None) };
        number.trim().parse().map(Some).map_err(|_| {
            self.source
                .error("this layer has no number", line, 0..line.text.len())
                .label("expected Z: and a whole number")
                .help("layers are counted from 0: Z: 0, Z: 1, …")
        })
    }

    /// Takes the mark of layer `layer` if one comes next. Boards of one layer may do without.
    pub fn expect_layer_mark(&mut self, layer: usize, is_needed: bool) -> Result<(), Diagnostic> {
        let upcoming = self.peek_filled();
        let mark = upcoming.map_or(Ok(None), |line| self.layer_mark(line))?;
        if mark == Some(layer) {
            self.next();
        }
        if mark == Some(layer) || (mark.is_none() && !is_needed) {
            return Ok(());
        }
        let title = format!("layer {layer} of the board should begin here");
        let error = match upcoming {
            Some(line) => self.source.error(title, line, 0..line.text.len()),
            None => self.source.error_at_end(title),
        };
        Err(error.label(format!("expected Z: {layer}")).help("layers are drawn in order, each after its Z: line"))
    }
}

/// Could this be a row of a board that is drawn with #?
pub(super) fn is_hash_row(line: Line<'_>, width: usize, lattice: Lattice) -> bool {
    if lattice.is_staggered() {
        let is_drawn = line.text.chars().all(|mark| matches!(mark, '#' | '.' | ' '));
        return is_drawn && line.text.contains('#') && line.text.chars().count() <= width;
    }
    line.text.starts_with('#')
        && line.text.chars().count() == width
        && line.text.chars().all(|mark| matches!(mark, '#' | '.'))
}
