//! `fathom draw` for boards.

use crate::{
    diagnostics::Source,
    snakes::{
        chain::{Chain, Scope},
        check, draw,
        odds::distribution::Distribution,
    },
};

use super::{
    super::{
        args::DrawArgs,
        exit::Exit,
        failure::Failure,
        picture::{deliver, ending, picture},
        write_out,
    },
    show,
};

pub fn draw(source: &Source, args: &DrawArgs) -> Result<Exit, Failure> {
    let case = super::load(source, &args.puzzle)?;
    let Some(output) = &args.output else { return write_out(show::drawing(&case.board).as_bytes()) };
    let route = match (&args.answer, &args.id) {
        (Some(answer), _) => {
            let claims = check::read_answer(&Source::read(answer)?)?;
            let claim = claims.into_iter().next();
            let claim = claim.ok_or_else(|| Failure::Usage(format!("{}: there is no game in it", answer.display())))?;
            let squares = claim
                .squares
                .ok_or_else(|| Failure::Usage(format!("{}: the game has no squares, only rolls", answer.display())))?;
            if squares.iter().any(|&square| square > case.board.squares) {
                return Err(Failure::Usage(format!("{}: the game leaves the board", answer.display())));
            }
            squares
        }
        (None, Some(id)) => show::game(&case, id)?.squares,
        (None, None) => Vec::new(),
    };
    let bytes = match ending(output).as_str() {
        "txt" => show::drawing(&case.board).into_bytes(),
        _ if args.plot => {
            let chain = Chain::compile(&case, Scope::Reachable);
            let distribution = Distribution::of(&case, &chain, &chain.live());
            picture(&draw::distribution(&distribution), output)?
        }
        _ => picture(&draw::board(&case, &route), output)?,
    };
    deliver(output, &bytes, args.quiet)?;
    Ok(Exit::Done)
}
