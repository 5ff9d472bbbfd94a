//! What is drawn of a puzzle: itself, the solutions of an answer, or the arrangement with an id.

use crate::{
    destination::Destination,
    family::{Drawing, Error},
    page::CasePage,
    picture::sheet::{Exhibit, sheet},
    polyomino::{
        Arrangement, Compiled, answer_file, check,
        family::rules,
        input, show,
        solution::{Placed, board_text},
    },
    search::StopReason,
    words::counted,
};

use super::{Occupancy, board, board_and_pieces};

/// Draws a puzzle, with its answer if there is one.
pub(in crate::polyomino) fn draw(drawing: &Drawing<'_>, place: &mut Destination) -> Result<(), Error> {
    let ending = place.expect_ending(&["txt", "svg", "png", "pdf", "html"])?;
    let puzzle = input::parse(&drawing.case.source()?, rules(drawing.options)?)?;
    let compiled = Compiled::under(puzzle, drawing.control)?;
    if let Some(id) = drawing.id {
        if ending == "txt" {
            return place.text(&show::arrangement_text(&compiled, id, false)?);
        }
        let arrangement = show::arrangement(&compiled, id)?;
        if ending == "html" {
            return place.page(&page(drawing, &compiled, &[arrangement]));
        }
        return place.picture(&board_and_pieces(&Occupancy::new(&compiled, &arrangement)));
    }
    let Some(answer) = drawing.answer else {
        return match ending.as_str() {
            "txt" => place.text(&show::puzzle_text(&compiled)),
            "html" => place.page(&page(drawing, &compiled, &[])),
            _ => place.picture(&board_and_pieces(&Occupancy::given(&compiled))),
        };
    };
    let solutions = solutions(&compiled, drawing)?;
    match (&solutions[..], ending.as_str()) {
        ([], _) => Err(Error::Unsuitable(format!("{}: there is no solution in it", answer.name()))),
        (_, "txt") => {
            let boards = solutions.iter().map(|solution| board_text(solution, &compiled, false));
            place.text(&boards.collect::<Vec<_>>().join("\n"))
        }
        (all, "html") => place.page(&page(drawing, &compiled, all)),
        ([only], _) => place.picture(&board_and_pieces(&Occupancy::new(&compiled, only))),
        (all, _) => {
            let exhibits = all.iter().zip(1..).map(|(solution, number)| Exhibit {
                caption: format!("{number} · id {}", solution.placement_id(&compiled)),
                scene: board(&Occupancy::new(&compiled, solution)),
            });
            let (scene, left_out) = sheet(&super::title(&compiled), exhibits, all.len() as u64);
            if left_out > 0 {
                place.say(&format!("{} did not fit on the sheet", counted(left_out as usize, "solution")));
            }
            place.picture(&scene)
        }
    }
}

/// The puzzle and its solutions as a page.
fn page(drawing: &Drawing<'_>, compiled: &Compiled, solutions: &[Arrangement]) -> CasePage {
    let page = CasePage::new(drawing.case.name(), super::title(compiled), super::view(compiled));
    solutions.iter().fold(page, |page, solution| page.with(&Placed::new(solution, compiled)))
}

/// The solutions of the answer. What is no solution is not drawn as one.
fn solutions(compiled: &Compiled, drawing: &Drawing<'_>) -> Result<Vec<Arrangement>, Error> {
    let Some(answer) = drawing.answer else { return Ok(Vec::new()) };
    let claims = answer_file::parse(&answer.source()?, &compiled.puzzle.board)?;
    let checker = check::Checker::new(&compiled.puzzle);
    let mut solutions = Vec::new();
    for claim in claims.iter().flat_map(|claims| &claims.solutions) {
        if drawing.control.look() {
            return Err(drawing.control.reason().unwrap_or(StopReason::Interrupted).into());
        }
        let wrong =
            |why: String| Error::Unsuitable(format!("{}: solution {}: {why}", answer.name(), solutions.len() + 1));
        let id = checker.placement_id(claim).map_err(wrong)?;
        let found = Arrangement::from_placement_id(&id, compiled);
        solutions.push(found.ok_or_else(|| wrong("there is no such placement id".to_owned()))?);
    }
    Ok(solutions)
}
