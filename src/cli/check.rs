//! `fathom check`.

use std::collections::HashSet;

use crate::{
    diagnostics::Source,
    polyomino::{Puzzle, answer_file, check as judge, input},
};

use super::{
    args::CheckArgs,
    exit::Exit,
    failure::Failure,
    family::{self, Given},
    lockpick, maze,
    polyomino::rules,
    snakes, voracity, write_out,
};

pub fn check(args: &CheckArgs) -> Result<Exit, Failure> {
    let answer = args.answer.as_deref().map(Source::read).transpose()?;
    let no_answer = || Failure::Usage("there is no answer to judge".to_owned());
    let verdict = match family::open(&args.case, &args.puzzle)? {
        Given::Maze(_, found) => maze::check(&found, answer.as_ref(), &args.puzzle.route)?,
        Given::Polyomino(case) => {
            let answer = answer.ok_or_else(no_answer)?;
            let puzzle = input::parse(&case, rules(&args.puzzle))?;
            judge_polyomino(&puzzle, &answer_file::parse(&answer, &puzzle.board)?)
        }
        Given::Voracity(case) => voracity::judge(&case, &args.puzzle, &answer.ok_or_else(no_answer)?)?,
        Given::Lockpick(case) => lockpick::judge(&case, &args.puzzle, &answer.ok_or_else(no_answer)?)?,
        Given::Snakes(case) => snakes::judge(&case, &args.puzzle, &answer.ok_or_else(no_answer)?)?,
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

fn judge_polyomino(puzzle: &Puzzle, answers: &[answer_file::Claims]) -> Result<String, String> {
    let mut total = 0;
    for claims in answers {
        let mut seen = HashSet::new();
        for claim in &claims.solutions {
            total += 1;
            judge::check(puzzle, claim).map_err(|reason| format!("solution {total}: {reason}"))?;
            if !seen.insert((&claim.grid, claim.placement_ids.first())) {
                return Err(format!("solution {total}: it is there twice"));
            }
        }
        let found = claims.solutions.len();
        match (&claims.family, &claims.status, &claims.count) {
            (Some(family), _, _) if family != "polyomino" => {
                return Err(format!("it is an answer to a {family} puzzle"));
            }
            (_, Some(status), _) if found > 0 && status != "solved" => {
                return Err(format!("it says {status} but holds solutions"));
            }
            (_, _, Some(count)) if found > 0 && *count != found.to_string() => {
                return Err(format!("it says {count} solutions but holds {found}"));
            }
            _ => {}
        }
    }
    match total {
        0 => Err("the answer holds no solution, so there is nothing to judge".to_owned()),
        1 => Ok("1 solution".to_owned()),
        _ => Ok(format!("{total} solutions, all different")),
    }
}
