//! The board: rows that run back and forth, ladders, snakes, and a route if there is one.

use super::route::{self, Route};
use crate::{
    page::{Backdrop, Places, Spots, Stage, Trace},
    picture::{Anchor, Colour, Point, Scene, Shape, palette},
    report::View,
    snakes::board::{Board, Case, Jump},
};

const PAPER: Colour = [255, 255, 255];
const LIGHT: Colour = [250, 246, 235];
const DARK: Colour = [236, 228, 208];
const GOAL: Colour = [240, 228, 66];
const INK: Colour = [30, 30, 30];
const LADDER: Colour = [0, 114, 178];
const SNAKE: Colour = [213, 94, 0];

/// Snakes that lie near each other are mostly of different colours.
const SNAKES: [Colour; 4] = [SNAKE, [0, 140, 100], [136, 34, 85], [200, 130, 0]];

/// Boards with more squares are drawn without numbers and fields.
pub(super) const MAX_FIELDS: u32 = 20_000;

/// Squares smaller than this have no room for rungs and coils: jumps are lines.
pub(super) const FINE: f32 = 8.0;

/// The board as a picture, with a game in it if there is one.
pub fn board(case: &Case, route: Option<&Route>) -> Scene {
    let board = &case.board;
    let layout = Layout::of(board);
    let title = format!("Snakes and Ladders, {} squares, {} jumps", board.squares, board.jumps.len());
    let mut scene = Scene { width: layout.width, height: layout.height, title, shapes: Vec::new() };
    let shapes = &mut scene.shapes;
    shapes.push(Shape::Rectangle(0.0, 0.0, layout.width, layout.height, PAPER));
    if board.squares <= MAX_FIELDS {
        (1..=board.squares).for_each(|square| field(shapes, board, &layout, square));
    } else {
        let (width, height) = (layout.cell * board.columns as f32, layout.cell * board.rows() as f32);
        shapes.push(Shape::Rectangle(layout.margin, layout.margin, width, height, LIGHT));
    }
    jumps(shapes, board, &layout);
    if board.squares <= MAX_FIELDS {
        (1..=board.squares).for_each(|square| number(shapes, board, &layout, square));
    }
    if let Some(route) = route {
        route::draw(shapes, case, &layout, route);
    }
    scene
}

/// The board without a game, for a page.
pub fn view(case: &Case) -> View {
    if case.board.squares > MAX_FIELDS {
        return View::default();
    }
    let layout = Layout::of(&case.board);
    let points = (0..=case.board.squares).map(|square| layout.centre(&case.board, square)).collect();
    let stage = Stage::Places(Places { spots: Spots::Points(points), unit: layout.cell, trace: Trace::Line });
    View { backdrop: Backdrop::Scene(board(case, None)), stage }
}

/// Snakes lie on ladders.
pub(super) fn jumps(shapes: &mut Vec<Shape>, board: &Board, layout: &Layout) {
    if layout.cell < FINE {
        for &jump in &board.jumps {
            let ends = [jump.from, jump.to].map(|square| layout.centre(board, square));
            let colour = if jump.is_ladder() { LADDER } else { SNAKE };
            shapes.push(Shape::Line(ends.to_vec(), 0.7, colour));
        }
        return;
    }
    for &jump in board.jumps.iter().filter(|jump| jump.is_ladder()) {
        ladder(shapes, layout, board, jump);
    }
    let snakes = board.jumps.iter().filter(|jump| !jump.is_ladder());
    for (&jump, &colour) in snakes.zip(SNAKES.iter().cycle()) {
        snake(shapes, layout, board, jump, colour);
    }
}

/// Where the squares lie.
pub(super) struct Layout {
    /// The side of a square.
    pub cell: f32,
    pub margin: f32,
    pub width: f32,
    pub height: f32,
}

impl Layout {
    pub fn of(board: &Board) -> Self {
        let side = board.columns.max(board.rows()) as f32;
        let cell = (2400.0 / side).clamp(2.0, 64.0);
        let margin = cell / 2.0;
        // Whoever starts beside the board stands to the left of the first square.
        let width = cell * board.columns as f32 + 2.0 * margin;
        Self { cell, margin, width, height: cell * board.rows() as f32 + 2.0 * margin }
    }

    pub fn corner(&self, board: &Board, square: u32) -> Point {
        let (row, column) = board.position(square);
        let from_top = board.rows() - 1 - row;
        (self.margin + column as f32 * self.cell, self.margin + from_top as f32 * self.cell)
    }

    /// The middle of a square; 0 is beside the board.
    pub fn centre(&self, board: &Board, square: u32) -> Point {
        let half = self.cell / 2.0;
        if square == 0 {
            let (x, y) = self.corner(board, 1);
            return (x - half / 2.0, y + half);
        }
        let (x, y) = self.corner(board, square);
        (x + half, y + half)
    }
}

fn colour_of(board: &Board, square: u32) -> Colour {
    let (row, column) = board.position(square);
    match square {
        _ if square == board.goal => GOAL,
        _ if (row + column) % 2 == 0 => LIGHT,
        _ => DARK,
    }
}

fn field(shapes: &mut Vec<Shape>, board: &Board, layout: &Layout, square: u32) {
    let (x, y) = layout.corner(board, square);
    shapes.push(Shape::Rectangle(x, y, layout.cell, layout.cell, colour_of(board, square)));
}

/// The number of a square, in a halo of the square's colour, so that it can be read on whatever crosses the square.
fn number(shapes: &mut Vec<Shape>, board: &Board, layout: &Layout, square: u32) {
    if layout.cell < 14.0 {
        return;
    }
    let (x, y) = layout.corner(board, square);
    let (text, height, edge) = (square.to_string(), layout.cell * 0.16, layout.cell * 0.05);
    let colours = [INK, colour_of(board, square)];
    shapes.push(Shape::Haloed((x + edge, y + height + edge), height, Anchor::Start, colours, text));
}

/// The direction from one point to another, and its length.
pub(super) fn direction(from: Point, to: Point) -> (Point, f32) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(f32::EPSILON);
    ((dx / length, dy / length), length)
}

fn ladder(shapes: &mut Vec<Shape>, layout: &Layout, board: &Board, jump: Jump) {
    let (from, to) = (layout.centre(board, jump.from), layout.centre(board, jump.to));
    let ((dx, dy), length) = direction(from, to);
    let half = layout.cell * 0.12;
    let beside =
        |along: f32, side: f32| (from.0 + dx * along - dy * half * side, from.1 + dy * along + dx * half * side);
    let width = (layout.cell * 0.06).max(0.5);
    let rails = [-1.0, 1.0].map(|side| vec![beside(0.0, side), beside(length, side)]);
    let rungs = (length / (layout.cell * 0.3)).floor().clamp(1.0, 200.0);
    let rungs = (0..rungs as u32).map(|rung| {
        let along = length * (rung as f32 + 0.5) / rungs;
        vec![beside(along, -1.0), beside(along, 1.0)]
    });
    // What lies under a ladder ends beside it, so that it is seen which of two is on top.
    shapes.push(Shape::Strokes(rails.to_vec(), width * 1.8, PAPER));
    shapes.push(Shape::Strokes(rungs.collect(), width * 0.8, palette::lighter(LADDER, 0.25)));
    shapes.push(Shape::Strokes(rails.to_vec(), width, LADDER));
}

/// The line of a snake's body, from its head on.
pub(super) fn snake_body(layout: &Layout, board: &Board, jump: Jump) -> Vec<Point> {
    let (head, tail) = (layout.centre(board, jump.from), layout.centre(board, jump.to));
    let ((dx, dy), length) = direction(head, tail);
    let waves = (length / (layout.cell * 1.2)).round().clamp(1.0, 40.0);
    let points = 16 * waves as u32;
    (0..=points)
        .map(|at| {
            let part = at as f32 / points as f32;
            // The swing fades towards both ends, so that they lie on their squares.
            let fade = (part * std::f32::consts::PI).sin().max(0.0).sqrt();
            let swing = layout.cell * 0.18 * fade * (part * waves * std::f32::consts::TAU).sin();
            (head.0 + dx * length * part - dy * swing, head.1 + dy * length * part + dx * swing)
        })
        .collect()
}

/// How much of its width a snake has at a part of its length: it is thinner behind the head, and ends in a point.
fn girth(part: f32) -> f32 {
    let neck = 0.75 + 0.25 * (part * 6.0).min(1.0);
    neck * (1.0 - part.powi(3)).max(0.0).sqrt().max(0.12)
}

fn snake(shapes: &mut Vec<Shape>, layout: &Layout, board: &Board, jump: Jump, colour: Colour) {
    let body = snake_body(layout, board, jump);
    let (head, width) = (body[0], (layout.cell * 0.12).max(0.7));
    let last = (body.len() - 1) as f32;
    let flank = |side: f32| {
        let body = &body;
        (0..body.len()).map(move |at| {
            let ((dx, dy), _) = direction(body[at.saturating_sub(1)], body[(at + 1).min(body.len() - 1)]);
            let half = side * width / 2.0 * girth(at as f32 / last);
            (body[at].0 - dy * half, body[at].1 + dx * half)
        })
    };
    let mut outline: Vec<Point> = flank(1.0).collect();
    outline.extend(flank(-1.0).rev());
    let edge = width * 0.25;
    // A pale edge tells it from what it crosses.
    shapes.push(Shape::Area(vec![outline.clone()], PAPER, edge, PAPER));
    shapes.push(Shape::Area(vec![outline], colour, 0.0, colour));
    let back: Vec<Point> = body.iter().copied().take(body.len() * 7 / 8).skip(2).collect();
    shapes.push(Shape::Line(back, width * 0.2, palette::lighter(colour, 0.45)));
    let ((dx, dy), _) = direction(head, body[(body.len() / 8).max(1)]);
    shapes.push(Shape::Disc(head, width + edge / 2.0, PAPER));
    shapes.push(Shape::Disc(head, width, colour));
    let eye = |side: f32| (head.0 - dy * width * 0.45 * side, head.1 + dx * width * 0.45 * side);
    shapes.extend([-1.0, 1.0].map(|side| Shape::Disc(eye(side), width * 0.27, PAPER)));
    shapes.extend([-1.0, 1.0].map(|side| Shape::Disc(eye(side), width * 0.12, INK)));
}
