//! What is drawn of a board: the board with a game in it, or the distribution of its length.

use crate::{
    destination::Destination,
    family::{Drawing, Error},
    page::CasePage,
    snakes::{board::Case, check, odds::request::plot, show, solution::Drawn},
};

use super::{board, route::Route, sheet};

/// Draws a board, or what comes of it.
pub fn draw(case: &Case, drawing: &Drawing<'_>, place: &mut Destination) -> Result<(), Error> {
    let ending = place.expect_ending(&["txt", "svg", "png", "pdf", "html"])?;
    let (is_plot, has_game) = (drawing.options.has("plot"), drawing.answer.is_some() || drawing.id.is_some());
    if is_plot && has_game {
        let text = "option `plot` draws how long games are, not one of them: leave the answer or the id away";
        return Err(Error::Unsupported(text.to_owned()));
    }
    if ending == "txt" {
        if is_plot || has_game {
            let what = if is_plot { "a plot (option `plot`)" } else { "a game" };
            return Err(Error::Unsupported(format!(
                "a board in letters has no room for {what}: draw .svg, .png or .pdf"
            )));
        }
        return place.text(&show::drawing(&case.board));
    }
    if ending == "html" {
        if is_plot {
            return Err(Error::Unsupported("a page with the plot (option `plot`) is what `odds` writes".to_owned()));
        }
        let description = format!("snakes, {} squares", case.board.squares);
        let page = CasePage::new(drawing.case.name(), description, board::view(case));
        return place.page(&match route(case, drawing)? {
            Some(route) => page.with(&Drawn { case, route }),
            None => page,
        });
    }
    if is_plot {
        return plot(case, drawing.control, place);
    }
    match route(case, drawing)? {
        None if ending == "pdf" => place.picture(&sheet(case, drawing.case.name(), &[])),
        route => place.picture(&board(case, route.as_ref())),
    }
}

/// The game to be drawn, if there is one.
fn route(case: &Case, drawing: &Drawing<'_>) -> Result<Option<Route>, Error> {
    if let Some(id) = drawing.id {
        return Ok(Some(show::game(case, id, drawing.control)?.into()));
    }
    let Some(answer) = drawing.answer else { return Ok(None) };
    let wrong = |what: &str| Error::Unsupported(format!("{}: {what}", answer.name()));
    let claim = check::read_answer(&answer.source()?)?.into_iter().next();
    let claim = claim.ok_or_else(|| wrong("there is no game in it"))?;
    let squares = claim.squares.ok_or_else(|| wrong("the game has no squares, only rolls"))?;
    if squares.iter().any(|&square| square > case.board.squares) {
        return Err(wrong("the game leaves the board"));
    }
    Ok(Some(Route { squares, rolls: claim.rolls }))
}
