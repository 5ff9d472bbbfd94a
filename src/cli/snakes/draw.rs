//! `fathom draw` for boards.

use std::path::Path;

use crate::{
    diagnostics::Source,
    snakes::{
        chain::{Chain, Scope},
        check, draw,
        draw::scene::Scene,
        odds::distribution::Distribution,
    },
    whole_file,
};

use super::{
    super::{args::DrawArgs, exit::Exit, failure::Failure, output::say, write_out},
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

/// The ending of a file, in small letters.
pub fn ending(file: &Path) -> String {
    file.extension().and_then(|ending| ending.to_str()).unwrap_or("").to_ascii_lowercase()
}

/// A scene in the format the ending of a file chooses.
pub fn picture(scene: &Scene, file: &Path) -> Result<Vec<u8>, Failure> {
    match ending(file).as_str() {
        "svg" => Ok(draw::svg(scene).into_bytes()),
        "png" => draw::png(scene).map_err(|error| Failure::Usage(format!("cannot draw {}: {error}", file.display()))),
        _ => Err(Failure::Usage(format!("{}: the ending chooses the format: .svg, .png or .txt", file.display()))),
    }
}

/// Puts a file in its place and says so.
pub fn deliver(file: &Path, bytes: &[u8], quiet: bool) -> Result<(), Failure> {
    whole_file::write(file, bytes)
        .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))?;
    if !quiet {
        say(format!("wrote {}", file.display()));
    }
    Ok(())
}
