//! How a solution of a polyomino puzzle is told.

use std::{fmt::Write as _, io};

use serde_json::{Map, Value, json};

use crate::report::{Solution, palette};

use super::{Arrangement, Compiled};

/// A solution and the puzzle it is one of.
pub(super) struct Placed<'a> {
    pub arrangement: &'a Arrangement,
    pub compiled: &'a Compiled,
    /// Which of all solutions it is, and how many there are, where that is known.
    pub number: Option<(u128, u128)>,
}

impl Solution for Placed<'_> {
    fn fields(&self) -> Map<String, Value> {
        let id = self.arrangement.placement_id(self.compiled).to_string();
        let mut fields =
            vec![("id", json!(id)), ("placement_id", json!(id)), ("grid", json!(self.arrangement.grid(self.compiled)))];
        if let Some((number, of)) = self.number {
            fields.push(("number", json!(number.to_string())));
            fields.push(("of", json!(of.to_string())));
        }
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn write_text(&self, out: &mut dyn io::Write, colour: bool) -> io::Result<()> {
        if let Some((number, of)) = self.number {
            writeln!(out, "Number {number} of {of}, counted from 0")?;
        }
        writeln!(out, "Placement id: {}", self.arrangement.placement_id(self.compiled))?;
        out.write_all(board_text(self.arrangement, self.compiled, colour).as_bytes())
    }
}

/// The board with the letters of the pieces, each in its colour.
pub fn board_text(arrangement: &Arrangement, compiled: &Compiled, colour: bool) -> String {
    let mut text = String::new();
    let grid = arrangement.grid(compiled);
    for (layer, rows) in grid.iter().enumerate() {
        if grid.len() > 1 {
            let _ = writeln!(text, "Z: {layer}");
        }
        for row in rows {
            for mark in row.chars() {
                let piece = compiled.puzzle.pieces.iter().position(|piece| piece.letter == mark);
                match piece.filter(|_| colour) {
                    Some(piece) => palette::paint(&mut text, mark, piece),
                    None => text.push(mark),
                }
            }
            text.push('\n');
        }
    }
    text
}
