//! `fathom check`.

use std::collections::HashSet;

use crate::{
    diagnostics::Source,
    polyomino::{answer_file, check as judge, input},
};

use super::{
    args::{CheckArgs, FamilyName},
    exit::Exit,
    failure::Failure,
    family::{self, Given},
    maze,
    polyomino::freedom,
    write_out,
};

pub fn check(args: &CheckArgs) -> Result<Exit, Failure> {
    let answer = args.answer.as_deref().map(Source::read).transpose()?;
    let verdict = match family::open(&args.case, &args.puzzle)? {
        Given::Maze(_, found) => maze::check(&found, answer.as_ref(), &args.puzzle.route)?,
        Given::Text(FamilyName::Polyomino | FamilyName::Maze, case) => {
            let answer = answer.ok_or_else(|| Failure::Usage("there is no answer to judge".to_owned()))?;
            let puzzle = input::parse(&case, freedom(&args.puzzle))?;
            let claims = answer_file::parse(&answer, &puzzle.board)?;
            judge_polyomino(&puzzle, &claims)
        }
    };
    let (text, exit) = match verdict {
        Ok(text) => (format!("right: {text}\n"), Exit::Done),
        Err(text) => (format!("wrong: {text}\n"), Exit::Refused),
    };
    if !args.quiet {
        write_out(text.as_bytes())?;
    }
    Ok(exit)
}

fn judge_polyomino(puzzle: &crate::polyomino::Puzzle, claims: &answer_file::Claims) -> Result<String, String> {
    let mut seen = HashSet::new();
    for (index, claim) in claims.solutions.iter().enumerate() {
        let number = index + 1;
        judge::check(puzzle, claim).map_err(|reason| format!("solution {number}: {reason}"))?;
        if !seen.insert(&claim.grid) {
            return Err(format!("solution {number}: it is there twice"));
        }
    }
    let found = claims.solutions.len();
    match &claims.expected {
        _ if found == 0 => Err("the answer holds no solution to judge".to_owned()),
        Some(count) if *count != found.to_string() => Err(format!("it says {count} solutions but holds {found}")),
        _ if found == 1 => Ok("1 solution".to_owned()),
        _ => Ok(format!("{found} different solutions")),
    }
}
