//! `fathom generate voracity`, and `show` and `draw` for boards.

use std::{fmt::Write, path::Path};

use crate::{
    diagnostics::Source,
    voracity::{self, Board, Direction, Directions, check, draw::scene, input, moves::move_string, play},
};

use super::{
    super::{
        args::{DrawArgs, ShowArgs},
        exit::Exit,
        failure::Failure,
        output::use_colour,
        picture::{deliver, ending, picture},
        write_out,
    },
    answer::board_text,
    args::GenerateVoracityArgs,
    load,
};

pub fn generate(args: &GenerateVoracityArgs) -> Result<Exit, Failure> {
    let (rows, columns) = args.size;
    let board = voracity::generate(rows, columns, args.values, args.seed)
        .ok_or_else(|| Failure::Usage(format!("there is no board of {rows}x{columns}")))?
        .with_directions(args.directions);
    let mut text = format!("# Voracity {rows}x{columns}, values 1..{}, generator seed {}\n", args.values, args.seed);
    text += &input::write(&board);
    match &args.output {
        None => write_out(text.as_bytes()),
        Some(file) => put(file, &text, &board, &[], args.quiet),
    }
}

/// The board as it was read; with an id, the game of these moves on it.
pub fn show(source: &Source, args: &ShowArgs) -> Result<Exit, Failure> {
    let board = load(source, &args.puzzle)?;
    let mut text = String::new();
    match &args.id {
        Some(id) => {
            let moves: Option<Vec<Direction>> = id.chars().map(Direction::from_letter).collect();
            let moves =
                moves.ok_or_else(|| Failure::Usage(format!("--id {id}: a game is a string of moves, such as RDDL")))?;
            let game = play(&board, &moves).map_err(|error| Failure::Usage(format!("--id {id}: {error}")))?;
            let _ = writeln!(text, "Score: {}\nMoves: {}", game.score, move_string(&moves));
            text += &board_text(&board, &moves, use_colour(args.color));
        }
        None => {
            let (row, column) = board.position(board.target());
            let eight = if board.directions() == Directions::Eight { 8 } else { 4 };
            let _ = writeln!(text, "# {}x{}, {eight} directions", board.rows(), board.columns());
            let _ = writeln!(text, "# values up to {}, {} cells to cover", board.largest_value(), board.free_cells());
            let _ = writeln!(text, "# the target stands on {row},{column}");
            text += &input::write(&board);
        }
    }
    write_out(text.as_bytes())
}

pub fn draw(source: &Source, args: &DrawArgs) -> Result<Exit, Failure> {
    let mut board = load(source, &args.puzzle)?;
    let mut moves = Vec::new();
    if let Some(answer) = &args.answer {
        let wrong = |text: String| Failure::Usage(format!("{}: {text}", answer.display()));
        let claims = check::read_answer(&Source::read(answer)?)?;
        let claim = claims.first().ok_or_else(|| wrong("there is no game in it".to_owned()))?;
        if let Some((row, column)) = claim.start {
            let is_there = row < board.rows() && column < board.columns();
            let target = is_there.then(|| board.cell(row, column)).and_then(|cell| board.with_target(cell));
            board = target.ok_or_else(|| wrong(format!("the start {row},{column} is not on the board")))?;
        }
        let read: Option<Vec<Direction>> = claim.moves.chars().map(Direction::from_letter).collect();
        moves = read.ok_or_else(|| wrong("its moves are no directions".to_owned()))?;
        play(&board, &moves).map_err(|error| wrong(error.to_string()))?;
    }
    let text = if moves.is_empty() { input::write(&board) } else { board_text(&board, &moves, false) };
    match &args.output {
        None => write_out(text.as_bytes()),
        Some(file) => put(file, &text, &board, &moves, args.quiet),
    }
}

/// Writes a file in the format its ending chooses.
fn put(file: &Path, text: &str, board: &Board, moves: &[Direction], quiet: bool) -> Result<Exit, Failure> {
    let bytes = match ending(file).as_str() {
        "txt" => text.as_bytes().to_vec(),
        _ => picture(&scene(board, moves), file)?,
    };
    deliver(file, &bytes, quiet)?;
    Ok(Exit::Done)
}
