//! Voracity on the command line.

mod answer;
pub mod args;
mod case;
mod picture;
mod walk;

pub use case::Case;
pub use picture::{draw, generate, show};

use crate::{
    diagnostics::Source,
    voracity::{Board, check, input},
};

use super::{args::PuzzleArgs, failure::Failure};

/// Reads a board the way the flags want it.
fn load(source: &Source, args: &PuzzleArgs) -> Result<Board, Failure> {
    let args = &args.voracity;
    let wishes = input::Wishes { directions: args.directions, start: args.start, any_start: args.best_start };
    Ok(input::parse(source, wishes)?)
}

/// Judges an answer.
pub fn judge(case: &Source, args: &PuzzleArgs, answer: &Source) -> Result<Result<String, String>, Failure> {
    let claims = check::read_answer(answer)?;
    let mut args = args.clone();
    // An answer that says where it starts needs no target on the board.
    args.voracity.best_start |= !claims.is_empty() && claims.iter().all(|claim| claim.start.is_some());
    let board = load(case, &args)?;
    let mut verdict = Err("the answer holds no game to judge".to_owned());
    for (index, claim) in claims.iter().enumerate() {
        match check::check(&board, claim) {
            Ok(score) => verdict = Ok(format!("{score} cells covered in {} moves", claim.moves.chars().count())),
            Err(reason) => return Ok(Err(format!("game {}: {reason}", index + 1))),
        }
    }
    Ok(verdict)
}
