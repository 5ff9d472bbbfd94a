//! A board, or a game on it, as text.

use std::fmt::Write;

use super::{
    board::{Board, Directions},
    family::directions,
    input::{self, Wishes},
    moves::{move_string, play},
    solution::{board_text, parse_id},
};
use crate::{
    family::{Error, Options, Showing},
    input::Input,
};

/// Reads a board the way the options want it.
pub(super) fn load(case: &Input, options: &Options) -> Result<Board, Error> {
    let wishes = Wishes { directions: directions(options)?, start: options.pair("start")? };
    Ok(input::parse(&case.source()?, wishes)?)
}

/// The same for a game that may say where it starts.
pub(super) fn loaded_from(case: &Input, options: &Options, start: Option<(usize, usize)>) -> Result<Board, Error> {
    let Some(start) = start else { return load(case, options) };
    if options.has("start") {
        let text = "the game says where it starts: option `start` does not go together with that";
        return Err(Error::Unsupported(text.to_owned()));
    }
    let wishes = Wishes { directions: directions(options)?, start: Some(start) };
    Ok(input::parse(&case.source()?, wishes)?)
}

/// The board as it was read; with an id, the game it stands for.
pub(super) fn show(showing: &Showing<'_>) -> Result<String, Error> {
    let case = showing.case()?;
    let mut text = String::new();
    let Some(id) = showing.id else {
        let board = load(case, showing.options)?;
        let (row, column) = board.position(board.target());
        let eight = if board.directions() == Directions::Eight { 8 } else { 4 };
        let _ = writeln!(text, "# {}x{}, {eight} directions", board.rows(), board.columns());
        let _ = writeln!(text, "# values up to {}, {} cells to cover", board.largest_value(), board.free_cells());
        let _ = writeln!(text, "# the target stands on {row},{column}");
        return Ok(text + &input::write(&board));
    };
    let (start, moves) = parse_id(id)?;
    let board = loaded_from(case, showing.options, start)?;
    let game = play(&board, &moves).map_err(|error| Error::Unsupported(format!("id {id}: {error}")))?;
    let _ = writeln!(text, "Score: {}", game.score);
    if let Some((row, column)) = start {
        let _ = writeln!(text, "Start: {row},{column}");
    }
    let _ = writeln!(text, "Moves: {}", move_string(&moves));
    Ok(text + &board_text(&board, &moves, showing.has_colour))
}
