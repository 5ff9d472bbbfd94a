//! A game on the board: square by square as the piece goes, along the jumps it takes, with an arrow and a number at
//! every roll.

use super::board::{Layout, direction, snake_body};
use crate::{
    page::{Performance, Step},
    picture::{Anchor, Colour, Point, Shape},
    snakes::{
        board::{Board, Case},
        paths::Game,
        rules::Overshoot,
    },
};

const INK: Colour = [0, 0, 0];
const PAPER: Colour = [255, 255, 255];

/// A game to be drawn. Where the rolls are not known, the piece goes straight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Route {
    /// Where the piece rests: before the first roll, and after each one.
    pub squares: Vec<u32>,
    /// The pips of each roll, if they are known.
    pub rolls: Vec<u32>,
}

impl From<Game> for Route {
    fn from(game: Game) -> Self {
        Self { squares: game.squares, rolls: game.rolls }
    }
}

/// A game roll by roll, for a page.
pub fn performance(case: &Case, route: &Route) -> Performance {
    let steps = route.squares.windows(2).enumerate().map(|(index, pair)| {
        let (from, to) = (pair[0], pair[1]);
        let walk = route.rolls.get(index).map_or_else(Vec::new, |&pips| walked(case, from, pips));
        let landing = walk.last().copied().unwrap_or(to);
        let jump = match landing {
            landing if landing == to => String::new(),
            landing if landing < to => format!(", up from {landing}"),
            landing => format!(", down from {landing}"),
        };
        let pips = route.rolls.get(index).map_or(String::new(), |pips| format!("{pips}: "));
        let via = walk.iter().skip(1).map(|&square| square as usize).filter(|&square| square != to as usize);
        Step { via: via.collect(), ..Step::to(to as usize, format!("{pips}{from} to {to}{jump}")) }
    });
    Performance::Steps { start: route.squares.first().map_or(0, |&square| square as usize), steps: steps.collect() }
}

/// Draws a game.
pub(super) fn draw(shapes: &mut Vec<Shape>, case: &Case, layout: &Layout, route: &Route) {
    let board = &case.board;
    let centre = |square: u32| layout.centre(board, square);
    let (width, mut labels) = (layout.cell * 0.05, Vec::new());
    for (index, pair) in route.squares.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        let walk = match route.rolls.get(index) {
            Some(&pips) => walked(case, from, pips),
            None => vec![from, to],
        };
        let landing = walk.last().copied().unwrap_or(from);
        let mut points: Vec<Point> = walk.iter().map(|&square| centre(square)).collect();
        if points.len() > 1 {
            shapes.push(Shape::Line(points.clone(), width, INK));
            arrow(shapes, layout, &points);
            // The number of the roll stands at its first step.
            let (first, second) = (points[0], points[1]);
            // On a single step it would hide the arrow, so that it stands above it.
            let above = if points.len() == 2 { layout.cell * 0.24 } else { 0.0 };
            labels.push((((first.0 + second.0) / 2.0, (first.1 + second.1) / 2.0 - above), index + 1));
        }
        points = jumped(board, layout, landing, to);
        if points.len() > 1 {
            shapes.push(Shape::Line(points.clone(), width, INK));
            arrow(shapes, layout, &points);
        }
    }
    shapes.extend(route.squares.iter().map(|&square| Shape::Disc(centre(square), layout.cell * 0.08, INK)));
    if layout.cell < 14.0 {
        return;
    }
    for ((x, y), roll) in labels {
        let pips = route.rolls.get(roll - 1).map_or_else(String::new, |pips| format!(":{pips}"));
        let (text, height) = (format!("{roll}{pips}"), layout.cell * 0.13);
        let (wide, high) = (height * 0.8 * text.len() as f32 + height * 0.6, height * 1.7);
        shapes.push(Shape::Rectangle(x - wide / 2.0, y - high / 2.0, wide, high, PAPER));
        shapes.push(Shape::Text((x, y + height / 2.0), height, Anchor::Middle, INK, text));
    }
}

/// The squares a piece walks over, from where it stands to where it lands.
fn walked(case: &Case, from: u32, pips: u32) -> Vec<u32> {
    let board = &case.board;
    let target = from.saturating_add(pips);
    let wins = case.rules.overshoot == Overshoot::Win && from < board.goal && target >= board.goal;
    let last = if wins { board.goal } else { board.squares };
    let mut walk: Vec<u32> = (from..=target.min(last)).collect();
    if target > last && !wins {
        match case.rules.overshoot {
            Overshoot::Bounce => {
                let landing = last.saturating_sub(target - last).max(1);
                walk.extend((landing..last).rev());
            }
            // The roll is not played.
            Overshoot::Stay | Overshoot::Win => walk.truncate(1),
        }
    }
    walk
}

/// The way from where a piece lands to where it rests: along jumps, as far as they lead there.
fn jumped(board: &Board, layout: &Layout, landing: u32, rest: u32) -> Vec<Point> {
    let mut points = vec![layout.centre(board, landing)];
    let mut square = landing;
    // No chain is longer than there are jumps.
    for _ in 0..board.jumps.len() {
        let Some(jump) = board.jump_from(square).filter(|_| square != rest) else { break };
        if jump.is_ladder() {
            points.push(layout.centre(board, jump.to));
        } else {
            points.extend(snake_body(layout, board, jump).into_iter().skip(1));
        }
        square = jump.to;
    }
    if square != rest {
        points.push(layout.centre(board, rest));
    }
    points
}

/// The head of an arrow at the end of a line.
fn arrow(shapes: &mut Vec<Shape>, layout: &Layout, points: &[Point]) {
    let Some(&tip) = points.last() else { return };
    // The last points of a snake lie close together: the direction is that of the last stretch that can be seen.
    let is_far = |point: &&Point| direction(**point, tip).1 > layout.cell * 0.2;
    let Some(&before) = points.iter().rev().find(is_far) else { return };
    let ((dx, dy), _) = direction(before, tip);
    let (back, side) = (layout.cell * 0.22, layout.cell * 0.1);
    let wing = |turn: f32| (tip.0 - dx * back - dy * side * turn, tip.1 - dy * back + dx * side * turn);
    shapes.push(Shape::Line(vec![wing(-1.0), tip, wing(1.0)], layout.cell * 0.05, INK));
}
