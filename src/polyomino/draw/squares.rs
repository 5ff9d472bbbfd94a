//! A layer of squares: pieces as coloured areas with thick borders between them, so that copies can be told apart.

use crate::picture::{Anchor, Colour, Point, Shape, palette};

use super::{occupancy::Occupancy, outline::outline};

pub(super) const EDGE: Colour = [35, 35, 40];
pub(super) const EMPTY: Colour = [244, 242, 236];
const EMPTY_LINE: Colour = [205, 200, 188];
const CLASH: Colour = [200, 0, 0];

/// Squares smaller than this have no room for letters.
const READABLE: f32 = 11.0;

/// The cells of a layer by column and row, each with its number.
fn cells_of(occupancy: &Occupancy<'_>, layer: usize) -> Vec<(i32, i32, usize)> {
    let spots = occupancy.board().spots().iter().enumerate().filter(|(_, spot)| spot.layer == layer);
    spots.map(|(cell, spot)| (spot.column as i32, spot.row as i32, cell)).collect()
}

/// Draws a layer with squares of a side, its top left corner at the origin.
pub(super) fn layer(occupancy: &Occupancy<'_>, layer: usize, side: f32) -> Vec<Shape> {
    let cells = cells_of(occupancy, layer);
    let mut shapes = Vec::new();
    let parts = parts(occupancy, &cells);
    for (owner, part) in &parts {
        let colour = owner.map_or(EMPTY, |piece| occupancy.colour(piece));
        shapes.push(Shape::Area(scaled(&places(part), side), colour, 0.0, EDGE));
    }
    for (owner, part) in &parts {
        let line = owner.map_or(EMPTY_LINE, |piece| palette::darker(occupancy.colour(piece), 0.18));
        if side >= READABLE {
            shapes.extend(seams(&places(part), side).map(|ends| Shape::Line(ends, 1.0, line)));
        }
        for &(x, y, cell) in part {
            if occupancy.is_given[cell] {
                shapes.extend(hatching(x, y, side, line));
            }
        }
    }
    let width = (side * 0.07).clamp(1.0, 4.0);
    for (_, part) in &parts {
        for mut line in scaled(&places(part), side) {
            line.extend(line.first().copied());
            shapes.push(Shape::Line(line, width, EDGE));
        }
    }
    if side >= READABLE {
        let is_flat = occupancy.board().is_flat();
        for (owner, part) in &parts {
            let Some(piece) = *owner else { continue };
            let name = if is_flat { occupancy.letter(piece) } else { occupancy.name(piece) };
            shapes.push(letter(&name, middle(&places(part)), side, palette::ink_on(occupancy.colour(piece))));
        }
        let clashes = cells.iter().filter(|(_, _, cell)| occupancy.is_clash[*cell]);
        shapes.extend(
            clashes.map(|&(x, y, _)| Shape::Disc(at(x as f32 + 0.5, y as f32 + 0.5, side), side * 0.16, CLASH)),
        );
    }
    shapes
}

type Part = Vec<(i32, i32, usize)>;

/// The cells that hang together and have one owner.
fn parts(occupancy: &Occupancy<'_>, cells: &[(i32, i32, usize)]) -> Vec<(Option<usize>, Part)> {
    let mut left: Vec<(i32, i32, usize)> = cells.to_vec();
    let mut parts = Vec::new();
    while let Some(first) = left.pop() {
        let owner = occupancy.owners[first.2];
        let mut part = vec![first];
        let mut done = 0;
        while done < part.len() {
            let (x, y, _) = part[done];
            done += 1;
            let is_next = |other: &(i32, i32, usize)| {
                (other.0 - x).abs() + (other.1 - y).abs() == 1 && occupancy.owners[other.2] == owner
            };
            part.extend(left.extract_if(.., |other| is_next(other)));
        }
        part.sort_unstable_by_key(|(_, _, cell)| *cell);
        parts.push((owner, part));
    }
    parts.sort_by_key(|(_, part)| part[0].2);
    parts
}

fn places(part: &Part) -> Vec<(i32, i32)> {
    part.iter().map(|&(x, y, _)| (x, y)).collect()
}

fn at(x: f32, y: f32, side: f32) -> Point {
    (x * side, y * side)
}

/// The closed lines around squares of a side.
pub(super) fn scaled(squares: &[(i32, i32)], side: f32) -> Vec<Vec<Point>> {
    let lines = outline(squares).into_iter();
    lines.map(|line| line.into_iter().map(|(x, y)| at(x as f32, y as f32, side)).collect()).collect()
}

/// The lines between squares that lie beside each other.
pub(super) fn seams(squares: &[(i32, i32)], side: f32) -> impl Iterator<Item = Vec<Point>> + '_ {
    squares.iter().flat_map(move |&(x, y)| {
        let right = squares.contains(&(x + 1, y)).then_some([(x + 1, y), (x + 1, y + 1)]);
        let below = squares.contains(&(x, y + 1)).then_some([(x, y + 1), (x + 1, y + 1)]);
        right.into_iter().chain(below).map(move |ends| ends.map(|(x, y)| at(x as f32, y as f32, side)).to_vec())
    })
}

/// Slanting lines that go on in the next square.
fn hatching(x: i32, y: i32, side: f32, colour: Colour) -> impl Iterator<Item = Shape> {
    let ends = [[(0.0, 0.5), (0.5, 0.0)], [(0.0, 1.0), (1.0, 0.0)], [(0.5, 1.0), (1.0, 0.5)]];
    ends.into_iter().map(move |ends| {
        let line = ends.map(|(right, down)| at(x as f32 + right, y as f32 + down, side)).to_vec();
        Shape::Line(line, (side * 0.05).max(0.8), colour)
    })
}

/// The square nearest to the middle of all, so that a letter in it stands on the piece.
pub(super) fn middle(squares: &[(i32, i32)]) -> Point {
    let count = squares.len().max(1) as f32;
    let sum = squares.iter().fold((0.0, 0.0), |sum, (x, y)| (sum.0 + *x as f32, sum.1 + *y as f32));
    let (x, y) = (sum.0 / count, sum.1 / count);
    let distance = |square: &&(i32, i32)| (square.0 as f32 - x).powi(2) + (square.1 as f32 - y).powi(2);
    let nearest = squares.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
    nearest.map_or((0.5, 0.5), |(x, y)| (*x as f32 + 0.5, *y as f32 + 0.5))
}

/// A letter in the middle of a square.
pub(super) fn letter(name: &str, (x, y): Point, side: f32, ink: Colour) -> Shape {
    let height = side * if name.chars().count() > 1 { 0.26 } else { 0.36 };
    let (x, y) = at(x, y, side);
    Shape::Text((x, y + height / 2.0), height, Anchor::Middle, ink, name.to_owned())
}
