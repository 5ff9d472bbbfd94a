//! A compiled puzzle, and the board with a placement id, as text.

use std::fmt::Write;

use num_bigint::BigUint;

use crate::{
    family::{Error, Showing},
    search::{Path, Quest, Settings},
};

use super::{
    Arrangement, Compiled, Plan, Strategy, Wish, arrangement::rows_of, frontier::NoGraph, solution::board_text,
};

/// The board with the pieces where the placement id says.
pub(super) fn arrangement_text(compiled: &Compiled, id: &str, colour: bool) -> Result<String, Error> {
    let arrangement = arrangement(compiled, id)?;
    let number = arrangement.placement_id(compiled);
    Ok(format!("Placement id: {number}\n") + &placed_text(&arrangement, compiled, colour))
}

/// The arrangement with a placement id.
pub(super) fn arrangement(compiled: &Compiled, id: &str) -> Result<Arrangement, Error> {
    let is_number = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    let number = is_number.then(|| id.parse::<BigUint>().ok()).flatten();
    let number = number.ok_or_else(|| Error::Unsupported(format!("id {id}: a placement id is a whole number")))?;
    let space = compiled.id_space();
    Arrangement::from_placement_id(&number, compiled)
        .ok_or_else(|| Error::Unsupported(format!("id {id}: there are only {space} placement ids, from 0 on")))
}

/// The board with the pieces that have been placed at a node of a strategy's tree: `/3/0`, or `cover:/3/0`.
pub(super) fn path_text(compiled: &Compiled, id: &str, showing: &Showing<'_>) -> Result<String, Error> {
    let wrong = |why: &str| Error::Unsupported(format!("id {id}: {why}"));
    let (name, path) = id.split_once(':').map_or((None, id), |(name, path)| (Some(name), path));
    let named = |name: &str| {
        let known = Strategy::ALL.into_iter().find(|strategy| strategy.name() == name);
        known.ok_or_else(|| wrong("before the colon stands a strategy, as in cover:/3/0"))
    };
    let strategy = name.map(named).transpose()?;
    let path: Path = path.parse()?;
    let settings = Settings { control: showing.control.clone(), ..Settings::new(Quest::Lowest(u64::MAX)) };
    let plan = Plan::new(compiled, Wish { strategy, ..Wish::default() }, &settings);
    let (plan, _) = plan.map_err(|reason| match reason {
        NoGraph::TooLarge(reason) => wrong(reason),
        NoGraph::Stopped => wrong("stopped"),
    })?;
    let name = plan.strategy().name();
    let paths = plan.paths(compiled, showing.control);
    showing.control.proceed()?;
    let mut paths = paths.ok_or_else(|| wrong(&format!("paths of {name} do not tell what is placed")))?;
    let there = paths.walk(&path).ok_or_else(|| wrong(&format!("there is no such node in the tree of {name}")))?;
    let number = there.placement_id(compiled);
    let text = placed_text(&there, compiled, showing.has_colour);
    Ok(format!("Path: {path} of strategy {name}\nPlacement id: {number}\n{text}"))
}

fn placed_text(arrangement: &Arrangement, compiled: &Compiled, colour: bool) -> String {
    let mut text = board_text(arrangement, compiled, colour);
    let letters = compiled.puzzle.pieces.iter().map(|piece| piece.letter);
    let unplaced: Vec<_> = letters
        .zip(arrangement.placements())
        .filter(|(_, placement)| placement.is_none())
        .map(|(letter, _)| letter)
        .collect();
    if !unplaced.is_empty() {
        let _ = writeln!(text, "Not placed: {}", String::from_iter(unplaced));
    }
    if text.contains('*') {
        text += "Pieces lie on each other where * is.\n";
    }
    text
}

/// Board, pieces with their shapes and placements, and the size of the id space.
pub(super) fn puzzle_text(compiled: &Compiled) -> String {
    let board = &compiled.puzzle.board;
    let mut text = String::new();
    let _ = writeln!(text, "Board width: {}", board.width());
    let _ = writeln!(text, "Board height: {}", board.height());
    let _ = writeln!(text, "Board depth: {}", board.depth());
    let _ = writeln!(text, "Board type: {}", board.kind_name());
    let _ = writeln!(text, "Board cells: {}", board.cells());
    text += "Board shape:\n";
    push_layers(&mut text, &rows_of(board, &vec!['X'; board.cells()]));
    if !compiled.puzzle.given.is_empty() {
        text += "\nGiven:\n";
        push_layers(&mut text, &given_grid(compiled));
    }
    for (piece, placements) in compiled.puzzle.pieces.iter().zip(&compiled.pieces) {
        let (shapes, count) = (placements.shapes, placements.placements.len());
        let _ = writeln!(text, "\nPiece {}: {shapes} shapes, {count} compiled shapes", piece.letter);
        push_layers(&mut text, &piece.drawing(board.lattice(), ' '));
    }
    let _ = writeln!(text, "\nPlacement ids: {}", compiled.id_space());
    if let Some(reason) = compiled.impossibility() {
        let _ = writeln!(text, "No solution: {reason}.");
    }
    text
}

fn push_layers(text: &mut String, grid: &[Vec<String>]) {
    for (layer, rows) in grid.iter().enumerate() {
        let _ = writeln!(text, "Z: {layer}");
        for row in rows {
            text.push_str(row.trim_end());
            text.push('\n');
        }
    }
}

fn given_grid(compiled: &Compiled) -> Vec<Vec<String>> {
    let mut marks = vec!['.'; compiled.puzzle.board.cells()];
    for given in &compiled.puzzle.given {
        for cell in &given.cells {
            marks[*cell] = compiled.puzzle.pieces[given.piece].letter;
        }
    }
    rows_of(&compiled.puzzle.board, &marks)
}
