//! `fathom check` for levels.

use crate::{
    diagnostics::Source,
    lockpick::{answer, check},
};

use super::{
    super::{args::PuzzleArgs, failure::Failure},
    load::Given,
};

/// Judges all routes of an answer.
pub fn judge(case: &Given, args: &PuzzleArgs, given: &Source) -> Result<Result<String, String>, Failure> {
    let level = case.level(args)?;
    let claims = answer::read(given)?;
    let mut verdict = Err("the answer holds no route to judge".to_owned());
    for (index, claim) in claims.iter().enumerate() {
        match check::check(&level, claim) {
            Ok(text) if claims.len() == 1 => verdict = Ok(text),
            Ok(_) => verdict = Ok(format!("{} routes reach the goal", claims.len())),
            Err(reason) if claims.len() == 1 => return Ok(Err(reason)),
            Err(reason) => return Ok(Err(format!("route {}: {reason}", index + 1))),
        }
    }
    Ok(verdict)
}
