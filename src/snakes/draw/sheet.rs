//! The board as a sheet to print and to play on: the board, and how it is played.

use super::board;
use crate::{
    picture::{Anchor, Colour, Paper, Scene, Shape, paper::MARGIN, words},
    snakes::{
        board::Case,
        rules::{Again, Overshoot, Third},
    },
};

const INK: Colour = [50; 3];
const HEADING: f32 = 15.0;
const LINE: f32 = 7.5;

/// A page with the board and its rules; `figures` are lines on how games go.
pub fn sheet(case: &Case, title: &str, figures: &[String]) -> Scene {
    let picture = board::board(case, None);
    let paper = Paper::for_scene(&picture);
    let mut page = paper.sheet(title);
    let (width, height) = paper.size();
    let (room, middle) = (width - 2.0 * MARGIN, width / 2.0);
    let heading = words::fitted(title, HEADING, room);
    page.shapes.push(Shape::Text((middle, MARGIN + HEADING), HEADING, Anchor::Middle, INK, heading));
    let lines: Vec<String> = rules(case).into_iter().chain(figures.iter().cloned()).collect();
    let (top, below) = (MARGIN + 1.6 * HEADING, 2.0 * LINE * lines.len() as f32 + LINE);
    let high = height - MARGIN - top - below;
    let scale = (room / picture.width).min(high / picture.height);
    let bottom = top + scale * picture.height;
    let corner = (middle - scale * picture.width / 2.0, top);
    page.put(picture, corner, scale);
    for (at, line) in lines.iter().enumerate() {
        let place = (MARGIN, bottom + 2.0 * LINE * (at as f32 + 1.0));
        page.shapes.push(Shape::Text(place, LINE, Anchor::Start, INK, words::fitted(line, LINE, room)));
    }
    page
}

/// How the board is played, for those who sit before it.
fn rules(case: &Case) -> Vec<String> {
    let (board, rules) = (&case.board, &case.rules);
    let start = if board.start == 0 { "beside the board".to_owned() } else { format!("on square {}", board.start) };
    let dice = match rules.die.text() {
        text if text.parse::<u32>().is_ok() => format!("a die with {text} faces"),
        text => format!("dice {text}"),
    };
    let mut lines = vec![format!("Pieces begin {start}. Whoever comes to square {} first wins.", board.goal)];
    lines.push(format!("Roll {dice} and go as many squares."));
    lines.push("Up a ladder from its foot, down a snake from its head.".to_owned());
    lines.push(match rules.overshoot {
        Overshoot::Stay => "A roll beyond the end is not played.".to_owned(),
        Overshoot::Bounce => "A roll beyond the end goes back from the last square by what is left of it.".to_owned(),
        Overshoot::Win => "A roll beyond the goal wins, too.".to_owned(),
    });
    let again = match rules.again {
        Again::Never => None,
        Again::On(pips) => Some(format!("Whoever rolls {pips} rolls again")),
        Again::Doubles => Some("Whoever rolls doubles rolls again".to_owned()),
    };
    let third = match rules.third {
        Third::Plays => ".",
        Third::Stops => "; the third time in a turn it is not played, and the turn is over.",
        Third::Undoes => "; the third time in a turn the piece goes back to where the turn began.",
    };
    lines.extend(again.map(|again| again + third));
    if rules.capture {
        lines.push("Whoever comes to a square where another stands sends that one back to the start.".to_owned());
    }
    lines
}
