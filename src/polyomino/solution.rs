//! How a solution of a polyomino puzzle is told.

use std::{cell::RefCell, fmt::Write as _, io};

use serde_json::{Map, Value, json};

use crate::{
    page::Performance,
    picture::Scene,
    report::{Canvas, Solution, palette},
    session::Sketch,
};

use super::{
    Arrangement, Compiled,
    arrangement::{FREE, rows_of},
    board::Board,
    draw::{self, Occupancy},
    drawing::drawing,
    render::Pen,
    slanted::slanted,
};

/// A solution and the puzzle it is one of.
pub(super) struct Placed<'a> {
    pub arrangement: &'a Arrangement,
    pub compiled: &'a Compiled,
    /// Which of all solutions it is, where that is known.
    pub number: Option<u128>,
    /// How many there are, where that is known.
    pub of: Option<u128>,
    /// The digits that lead to it, where they are asked for.
    pub path: Option<String>,
    /// A fast way to write it, where there is one.
    pub pen: Option<&'a RefCell<Pen>>,
}

impl<'a> Placed<'a> {
    /// A solution of which nothing else is known.
    pub fn new(arrangement: &'a Arrangement, compiled: &'a Compiled) -> Self {
        Self { arrangement, compiled, number: None, of: None, path: None, pen: None }
    }
}

impl Placed<'_> {
    /// What else it is known by, beside its placement id.
    fn write_names(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if let Some(number) = self.number {
            let of = self.of.map_or(String::new(), |of| format!(" of {of}"));
            writeln!(out, "Number {number}{of}, counted from 0")?;
        }
        if let Some(path) = &self.path {
            writeln!(out, "Path: {path}")?;
        }
        Ok(())
    }
}

impl Solution for Placed<'_> {
    fn fields(&self) -> Map<String, Value> {
        let id = self.arrangement.placement_id(self.compiled).to_string();
        let mut fields = vec![("id", json!(id)), ("grid", json!(self.arrangement.grid(self.compiled)))];
        if has_copies(self.compiled) {
            fields.push(("placements", placements(self.arrangement, self.compiled)));
        }
        if let Some(number) = self.number {
            fields.push(("number", json!(number.to_string())));
        }
        if let Some(of) = self.of {
            fields.push(("of", json!(of.to_string())));
        }
        if let Some(path) = &self.path {
            fields.push(("path", json!(path)));
        }
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn push_fields(&self, line: &mut Vec<u8>) -> bool {
        let Some(pen) = self.pen.filter(|_| self.number.is_none() && self.path.is_none()) else {
            return false;
        };
        let mut pen = pen.borrow_mut();
        line.extend_from_slice(b"\"grid\":");
        pen.push_grid(self.arrangement, line);
        line.extend_from_slice(b",\"id\":\"");
        pen.push_id(self.arrangement, line);
        line.extend_from_slice(b"\",\"placements\":");
        if pen.push_placements(self.arrangement, line) {
            line.push(b',');
        } else {
            line.truncate(line.len() - b"\"placements\":".len());
        }
        true
    }

    fn write_drawing(&self, out: &mut dyn io::Write, canvas: &Canvas) -> io::Result<()> {
        self.write_names(out)?;
        writeln!(out, "Placement id: {}", self.arrangement.placement_id(self.compiled))?;
        out.write_all(drawing(self.arrangement, self.compiled, canvas).as_bytes())
    }

    fn write_text(&self, out: &mut dyn io::Write, colour: bool) -> io::Result<()> {
        self.write_names(out)?;
        if let Some(pen) = self.pen.filter(|_| !colour && !has_copies(self.compiled)) {
            let (mut text, mut pen) = (Vec::with_capacity(256), pen.borrow_mut());
            text.extend_from_slice(b"Placement id: ");
            pen.push_id(self.arrangement, &mut text);
            text.push(b'\n');
            pen.push_rows(self.arrangement, &mut text);
            return out.write_all(&text);
        }
        writeln!(out, "Placement id: {}", self.arrangement.placement_id(self.compiled))?;
        out.write_all(board_text(self.arrangement, self.compiled, colour).as_bytes())
    }

    fn caption(&self) -> String {
        let id = self.pen.map(|pen| pen.borrow_mut().id(self.arrangement));
        format!("id {}", id.unwrap_or_else(|| self.arrangement.placement_id(self.compiled).to_string()))
    }

    fn scene(&self) -> Option<Scene> {
        Some(draw::board(&Occupancy::new(self.compiled, self.arrangement)))
    }

    fn performance(&self) -> Performance {
        let mut owners = vec![0; self.compiled.puzzle.board.cells()];
        for (piece, placement) in self.arrangement.placements().enumerate() {
            for cell in placement.into_iter().flat_map(|at| self.compiled.pieces[piece].placements[at].iter_ones()) {
                owners[cell] = piece as u16 + 1;
            }
        }
        Performance::Cells(owners)
    }
}

/// A board as far as a search has filled it.
pub(super) fn unfinished(arrangement: &Arrangement, compiled: &Compiled) -> Sketch {
    let placed = arrangement.placements().flatten().count();
    let title = format!("{placed} of {} pieces", compiled.pieces.len());
    Sketch { title, text: drawing(arrangement, compiled, &Canvas::SKETCH) }
}

/// Are there pieces with the same letter?
pub(super) fn has_copies(compiled: &Compiled) -> bool {
    compiled.puzzle.pieces.windows(2).any(|pair| pair[0].letter == pair[1].letter)
}

/// Where each piece lies: its letter, which of its copies it is, and its cells as layer, row and column of the grid.
pub(super) fn placements(arrangement: &Arrangement, compiled: &Compiled) -> Value {
    let (pieces, spots) = (&compiled.puzzle.pieces, compiled.puzzle.board.spots());
    let mut copy = 0;
    let placed = arrangement.placements().enumerate().filter_map(|(piece, placement)| {
        let letter = pieces[piece].letter;
        copy = if piece > 0 && pieces[piece - 1].letter == letter { copy + 1 } else { 1 };
        let cells = compiled.pieces[piece].placements[placement?].iter_ones();
        let cells: Vec<[usize; 3]> =
            cells.map(|cell| [spots[cell].layer, spots[cell].row, spots[cell].column]).collect();
        Some(json!({"piece": letter, "copy": copy, "cells": cells}))
    });
    placed.collect()
}

/// The board with the letters of the pieces, each in its colour; with borders between them where letters alone do not
/// tell them apart.
pub fn board_text(arrangement: &Arrangement, compiled: &Compiled, colour: bool) -> String {
    let mut text = String::new();
    let board = &compiled.puzzle.board;
    let grid = rows_of(board, &arrangement.letters(compiled));
    let push = |text: &mut String, mark: char| {
        let piece = compiled.puzzle.pieces.iter().position(|piece| piece.letter == mark);
        match piece.filter(|_| colour) {
            Some(piece) => palette::paint(text, mark, piece),
            None => text.push(mark),
        }
    };
    let owners = has_copies(compiled).then(|| owners(arrangement, compiled));
    for (layer, rows) in grid.iter().enumerate() {
        if grid.len() > 1 {
            let _ = writeln!(text, "Z: {layer}");
        }
        if let Some(owners) = owners.as_ref().filter(|_| board.lattice().is_staggered()) {
            let letter = |owner| letter_of(owner, compiled);
            for line in slanted(board, &owners[layer], &letter).lines {
                line.iter().for_each(|(mark, _)| push(&mut text, *mark));
                text.push('\n');
            }
            continue;
        }
        if let Some(owners) = &owners {
            push_bordered(&mut text, rows, &owners[layer], &push);
            continue;
        }
        for row in rows {
            row.chars().for_each(|mark| push(&mut text, mark));
            text.push('\n');
        }
    }
    text
}

/// What a place of the drawing belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Outside,
    Nobody,
    Piece(usize),
}

/// The letter of what a place belongs to.
fn letter_of(owner: Owner, compiled: &Compiled) -> char {
    match owner {
        Owner::Outside => ' ',
        Owner::Nobody => FREE,
        Owner::Piece(piece) => compiled.puzzle.pieces[piece].letter,
    }
}

/// By layer, row and column.
pub(super) fn owners(arrangement: &Arrangement, compiled: &Compiled) -> Vec<Vec<Vec<Owner>>> {
    let board = &compiled.puzzle.board;
    let empty = board.layer_sizes().map(|(height, width)| vec![vec![Owner::Outside; width]; height]);
    let mut owners: Vec<Vec<Vec<Owner>>> = empty.collect();
    for spot in board.spots() {
        owners[spot.layer][spot.row][spot.column] = Owner::Nobody;
    }
    for (piece, placement) in arrangement.placements().enumerate() {
        for cell in placement.into_iter().flat_map(|at| compiled.pieces[piece].placements[at].iter_ones()) {
            let spot = board.spots()[cell];
            owners[spot.layer][spot.row][spot.column] = Owner::Piece(piece);
        }
    }
    owners
}

/// The lines of a layer that is drawn with borders between the pieces, without colours.
pub(super) fn with_borders(board: &Board, owners: &[Vec<Owner>], letter: &dyn Fn(Owner) -> char) -> Vec<String> {
    if board.lattice().is_staggered() {
        let letter = |owner| if owner == Owner::Outside { ' ' } else { letter(owner) };
        let lines = slanted(board, owners, &letter).lines;
        return lines.iter().map(|line| line.iter().map(|(mark, _)| *mark).collect()).collect();
    }
    let rows: Vec<String> = owners.iter().map(|row| row.iter().map(|owner| letter(*owner)).collect()).collect();
    let mut text = String::new();
    push_bordered(&mut text, &rows, owners, &|text, mark| text.push(mark));
    text.lines().map(str::to_owned).collect()
}

/// ```text
/// +---+---+---+
/// | A   A | A |
/// +---+---+   +
/// | A   A | A |
/// +---+---+---+
/// ```
fn push_bordered(text: &mut String, rows: &[String], owners: &[Vec<Owner>], push: &dyn Fn(&mut String, char)) {
    let owner = |row: usize, column: usize| {
        // Counted from 1: there is something around the board.
        let line = row.checked_sub(1).and_then(|row| owners.get(row));
        let owner = column.checked_sub(1).and_then(|column| line?.get(column)).copied();
        owner.unwrap_or(Owner::Outside)
    };
    let width = owners.first().map_or(0, Vec::len);
    for row in 1..=owners.len() + 1 {
        for column in 1..=width {
            text.push_str(if owner(row - 1, column) == owner(row, column) { "+   " } else { "+---" });
        }
        text.push_str("+\n");
        let Some(marks) = rows.get(row - 1) else { break };
        for (column, mark) in (1..).zip(marks.chars()) {
            text.push_str(if owner(row, column - 1) == owner(row, column) { "  " } else { "| " });
            push(text, mark);
            text.push(' ');
        }
        text.push_str(if owner(row, width) == Owner::Outside { "\n" } else { "|\n" });
    }
}
