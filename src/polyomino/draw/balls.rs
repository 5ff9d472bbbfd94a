//! Pyramids of balls: layers from above, with bars between balls of one piece, and the whole as it stands before one.

use crate::picture::{Anchor, Colour, Point, Scene, Shape, palette};

use super::{
    occupancy::Occupancy,
    solid::framed,
    tiles::{EDGE, EMPTY},
};

const HOLLOW: Colour = [214, 210, 200];

/// How much of a side the radius of a ball is.
const RADIUS: f32 = 0.46;

/// Draws a layer, each ball in a square of a side, its top left corner at the origin.
pub(super) fn layer(occupancy: &Occupancy<'_>, layer: usize, side: f32) -> Vec<Shape> {
    let spots = occupancy.board().spots();
    let cells: Vec<usize> = (0..spots.len()).filter(|cell| spots[*cell].layer == layer).collect();
    let centre =
        |cell: usize| -> Point { ((spots[cell].column as f32 + 0.5) * side, (spots[cell].row as f32 + 0.5) * side) };
    let mut shapes = Vec::new();
    for &cell in &cells {
        shapes.push(Shape::Disc(centre(cell), side * (RADIUS + 0.02), HOLLOW));
    }
    let is_beside =
        |a: usize, b: usize| spots[a].row.abs_diff(spots[b].row) + spots[a].column.abs_diff(spots[b].column) == 1;
    for &cell in &cells {
        let Some(piece) = occupancy.owners[cell] else { continue };
        let others = cells.iter().filter(|other| **other > cell && occupancy.owners[**other] == Some(piece));
        for &other in others.filter(|other| is_beside(cell, **other)) {
            let ends = vec![centre(cell), centre(other)];
            shapes.push(Shape::Line(ends.clone(), side * 0.56, EDGE));
            shapes.push(Shape::Line(ends, side * 0.5, palette::darker(occupancy.colour(piece), 0.12)));
        }
    }
    for &cell in &cells {
        ball(occupancy, cell, (centre(cell), side * RADIUS), true, &mut shapes);
    }
    shapes
}

/// A ball around a centre, with its letter if that can be seen.
fn ball(
    occupancy: &Occupancy<'_>,
    cell: usize,
    (centre, radius): (Point, f32),
    has_letter: bool,
    shapes: &mut Vec<Shape>,
) {
    let Some(piece) = occupancy.owners[cell] else {
        shapes.push(Shape::Disc(centre, radius * 0.94, EMPTY));
        return;
    };
    let colour = occupancy.colour(piece);
    if occupancy.is_given[cell] {
        // A ring around what is given.
        shapes.push(Shape::Disc(centre, radius * 1.08, EDGE));
    }
    shapes.push(Shape::Ball(centre, radius, colour));
    if !has_letter {
        return;
    }
    let name = occupancy.name(piece);
    let height = radius * if name.chars().count() > 1 { 0.5 } else { 0.68 };
    let place = (centre.0, centre.1 + height / 2.0);
    shapes.push(Shape::Text(place, height, Anchor::Middle, palette::ink_on(colour), name));
}

/// How far the pyramid is turned, and how far one looks down at it, in radians.
const TURN: f32 = 0.50;
const LOOK_DOWN: f32 = 0.42;

/// Draws the whole pyramid, each ball of a radius.
pub(super) fn pyramid(occupancy: &Occupancy<'_>, radius: f32) -> Scene {
    let board = occupancy.board();
    let middle = board.depth() as f32 - 1.0;
    let mut balls: Vec<(f32, Point, usize)> = Vec::new();
    for (cell, spot) in board.spots().iter().enumerate() {
        let point = board.point(*spot);
        // In radii: balls beside each other are 2 apart, layers the square root of 2.
        let (x, y) = (point.x as f32 - middle, point.y as f32 - middle);
        let up = point.z as f32 * std::f32::consts::SQRT_2;
        let (right, near) = (x * TURN.cos() - y * TURN.sin(), x * TURN.sin() + y * TURN.cos());
        let place = (right * radius, (near * LOOK_DOWN.sin() - up * LOOK_DOWN.cos()) * radius);
        balls.push((near * LOOK_DOWN.cos() + up * LOOK_DOWN.sin(), place, cell));
    }
    balls.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut shapes = Vec::new();
    // What is empty is not there: one looks through it.
    let placed: Vec<(Point, usize)> = balls.iter().map(|&(_, place, cell)| (place, cell)).collect();
    if occupancy.owners.iter().all(Option::is_none) {
        // Where nothing lies, one sees how it will stand.
        shapes.extend(placed.iter().map(|&(place, _)| Shape::Ball(place, radius * 0.985, EMPTY)));
    }
    let placed: Vec<(Point, usize)> =
        placed.into_iter().filter(|(_, cell)| occupancy.owners[*cell].is_some()).collect();
    for (index, &(place, cell)) in placed.iter().enumerate() {
        // A letter behind another ball would be a scrap of a letter.
        let hides = |(other, _): &(Point, usize)| (other.0 - place.0).hypot(other.1 - place.1) < radius * 1.3;
        let is_free = !placed[index + 1..].iter().any(hides);
        ball(occupancy, cell, (place, radius * 0.985), is_free, &mut shapes);
    }
    framed(shapes, balls.iter().map(|(_, place, _)| *place), radius * 1.15)
}
