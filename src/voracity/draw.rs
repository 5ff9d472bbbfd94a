//! A board as a picture: its digits, and the way of a game over it.

use super::{
    board::Board,
    check, input,
    moves::{Direction, play},
    show::{load, loaded_from},
    solution::{Played, board_text, parse_id},
};
use crate::{
    destination::Destination,
    family::{Drawing, Error},
    page::{Backdrop, CasePage, Places, Spots, Stage, Trace},
    picture::{Anchor, Colour, Point, Scene, Shape},
    report::View,
    words::counted,
};

const PAPER: Colour = [255, 255, 255];
const LIGHT: Colour = [250, 246, 235];
const DARK: Colour = [236, 228, 208];
const EATEN: Colour = [215, 215, 215];
const COVERED: Colour = [219, 236, 246];
const TUBE: Colour = [140, 198, 230];
const STOP: Colour = [105, 176, 218];
const INK: Colour = [50, 50, 50];
const WAY: Colour = [0, 90, 150];
const START: Colour = [213, 94, 0];

/// Cells smaller than this many pixels have no room for their digits.
const FINE: f32 = 9.0;

/// Larger boards are no backdrops of pages.
const MOST_CELLS: usize = 40_000;

/// The side of a cell.
fn cell_side(board: &Board) -> f32 {
    (2000.0 / board.rows().max(board.columns()) as f32).clamp(2.0, 48.0)
}

/// The board without a game, for a page; without the start where that is a part of the game.
pub(super) fn view(board: &Board, is_start_open: bool) -> View {
    if board.cells() > MOST_CELLS {
        return View::default();
    }
    let mut scene = scene(board, &[]);
    if is_start_open {
        scene.shapes.retain(|shape| !matches!(shape, Shape::Disc(..)));
    }
    let side = cell_side(board);
    let spots = Spots::Grid { origin: [side, side], step: side, columns: board.columns() };
    let stage = Stage::Places(Places { spots, unit: side, trace: Trace::Cover });
    View { backdrop: Backdrop::Scene(scene), stage }
}

/// The board with a game on it. There may be no moves.
pub fn scene(board: &Board, moves: &[Direction]) -> Scene {
    let cell = cell_side(board);
    let size = |count: usize| cell * (count as f32 + 1.0);
    let game = play(board, moves).ok();
    let score = game.as_ref().map_or(0, |game| game.score);
    let title = match moves {
        [] => format!("Voracity, {}x{}", board.rows(), board.columns()),
        _ => format!(
            "Voracity, {}x{}: {} in {}",
            board.rows(),
            board.columns(),
            counted(score, "cell"),
            counted(moves.len(), "move")
        ),
    };
    let (width, height) = (size(board.columns()), size(board.rows()));
    let mut shapes = vec![Shape::Rectangle(0.0, 0.0, width, height, PAPER)];

    let mut covered = vec![false; board.cells()];
    let stops = game.map_or_else(|| vec![board.target()], |game| game.stops);
    for (&direction, ends) in moves.iter().zip(stops.windows(2)) {
        let mut at = ends[0];
        while at != ends[1] {
            let Some(next) = board.neighbour(at, direction) else { break };
            at = next;
            covered[at] = true;
        }
    }
    for (index, &is_covered) in covered.iter().enumerate() {
        let (row, column) = board.position(index);
        let colour = match () {
            () if is_covered => COVERED,
            () if !board.is_free(index) => EATEN,
            () if (row + column) % 2 == 0 => LIGHT,
            () => DARK,
        };
        let (x, y) = (cell * (column as f32 + 0.5), cell * (row as f32 + 0.5));
        shapes.push(Shape::Rectangle(x, y, cell, cell, colour));
    }
    let centre = |index: usize| -> Point {
        let (row, column) = board.position(index);
        (cell * (column as f32 + 1.0), cell * (row as f32 + 1.0))
    };
    if stops.len() > 1 {
        shapes.push(Shape::Line(stops.iter().map(|&stop| centre(stop)).collect(), cell * 0.3, TUBE));
        shapes.extend(stops.iter().map(|&stop| Shape::Disc(centre(stop), cell * 0.27, STOP)));
    }
    shapes.push(Shape::Disc(centre(board.target()), cell * 0.3, START));
    if cell >= FINE {
        // Digits lie on the way, so that they can be read.
        shapes.extend((0..board.cells()).filter(|&index| board.is_free(index)).map(|index| {
            let (x, y) = centre(index);
            Shape::Text((x, y + cell * 0.16), cell * 0.32, Anchor::Middle, INK, board.value(index).to_string())
        }));
        if stops.len() > 1 {
            shapes.extend(stops.iter().enumerate().skip(1).map(|(number, &stop)| {
                let (x, y) = centre(stop);
                let place = (x + cell * 0.46, y - cell * 0.28);
                Shape::Text(place, cell * 0.17, Anchor::End, WAY, number.to_string())
            }));
        }
    }
    Scene { width, height, title, shapes }
}

/// Draws the board, with the game of an answer or of an id on it.
pub(super) fn draw(drawing: &Drawing<'_>, place: &mut Destination) -> Result<(), Error> {
    let ending = place.expect_ending(&["txt", "svg", "png", "pdf", "html"])?;
    let (board, moves) = match (drawing.answer, drawing.id) {
        (Some(answer), _) => {
            let wrong = |text: &str| Error::Unsuitable(format!("{}: {text}", answer.name()));
            let claims = check::read_answer(&answer.source()?)?;
            let claim = claims.first().ok_or_else(|| wrong("there is no game in it"))?;
            let moves: Option<Vec<Direction>> = claim.moves.chars().map(Direction::from_letter).collect();
            let moves = moves.ok_or_else(|| wrong("its moves are no directions"))?;
            let board = loaded_from(drawing.case, drawing.options, claim.start)?;
            play(&board, &moves).map_err(|error| wrong(&error.to_string()))?;
            (board, moves)
        }
        (None, Some(id)) => {
            let (start, moves) = parse_id(id)?;
            let board = loaded_from(drawing.case, drawing.options, start)?;
            play(&board, &moves).map_err(|error| Error::Unsupported(format!("id {id}: {error}")))?;
            (board, moves)
        }
        (None, None) => (load(drawing.case, drawing.options)?, Vec::new()),
    };
    match ending.as_str() {
        "txt" if moves.is_empty() => place.text(&input::write(&board)),
        "txt" => place.text(&board_text(&board, &moves, false)),
        "html" => {
            let description = format!("voracity, {}x{}", board.rows(), board.columns());
            let page = CasePage::new(drawing.case.name(), description, view(&board, false));
            let score = play(&board, &moves).map_or(0, |game| game.score);
            let game = Played { board: &board, moves: &moves, score, bound: score, has_start: false, number: None };
            place.page(&if moves.is_empty() { page } else { page.with(&game) })
        }
        _ => place.picture(&scene(&board, &moves)),
    }
}
