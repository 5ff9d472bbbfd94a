//! A layer of squares, triangles or hexagons: pieces as coloured areas with thick borders between them, so that copies
//! can be told apart.

use crate::picture::{Anchor, Colour, Point, Shape, palette};

use super::{
    occupancy::Occupancy,
    outline::{outline, seams},
    tiling::{Place, Tiling},
};

pub(super) const EDGE: Colour = [35, 35, 40];
pub(super) const EMPTY: Colour = [244, 242, 236];
const EMPTY_LINE: Colour = [205, 200, 188];
const CLASH: Colour = [200, 0, 0];

/// Letters smaller than this cannot be read.
const READABLE: f32 = 3.9;

/// A cell: where it is in the drawing, and its number.
type Cell = (Place, usize);

/// The cells of a layer.
fn cells_of(occupancy: &Occupancy<'_>, layer: usize) -> Vec<Cell> {
    let board = occupancy.board();
    let spots = board.spots().iter().enumerate().filter(|(_, spot)| spot.layer == layer);
    spots.map(|(cell, spot)| ((spot.column as i32 + board.shift(), spot.row as i32), cell)).collect()
}

/// Draws a layer, its top left corner at the origin.
pub(super) fn layer(occupancy: &Occupancy<'_>, layer: usize, tiling: Tiling) -> Vec<Shape> {
    let cells = cells_of(occupancy, layer);
    let mut shapes = Vec::new();
    let parts = parts(occupancy, &tiling, &cells);
    let is_readable = tiling.letter_height() >= READABLE;
    for (owner, part) in &parts {
        let colour = owner.map_or(EMPTY, |piece| occupancy.colour(piece));
        shapes.push(Shape::Area(lines_around(&tiling, &places(part)), colour, 0.0, EDGE));
    }
    for (owner, part) in &parts {
        let line = owner.map_or(EMPTY_LINE, |piece| palette::darker(occupancy.colour(piece), 0.18));
        if is_readable {
            shapes.extend(lines_between(&tiling, &places(part)).map(|ends| Shape::Line(ends, 1.0, line)));
        }
        for &(place, cell) in part {
            if occupancy.is_given[cell] {
                let width = (tiling.side * 0.05).max(0.8);
                shapes.extend(tiling.hatching(place).into_iter().map(|ends| Shape::Line(ends, width, line)));
            }
        }
    }
    for (_, part) in &parts {
        for mut line in lines_around(&tiling, &places(part)) {
            line.extend(line.first().copied());
            shapes.push(Shape::Line(line, tiling.line_width(), EDGE));
        }
    }
    if is_readable {
        let is_flat = occupancy.board().is_planar();
        for (owner, part) in &parts {
            let Some(piece) = *owner else { continue };
            let name = if is_flat { occupancy.letter(piece) } else { occupancy.name(piece) };
            shapes.push(letter(&name, &tiling, &places(part), palette::ink_on(occupancy.colour(piece))));
        }
        let clashes = cells.iter().filter(|(_, cell)| occupancy.is_clash[*cell]);
        shapes.extend(clashes.map(|&(place, _)| Shape::Disc(tiling.middle(place), tiling.side * 0.16, CLASH)));
    }
    shapes
}

/// The cells that hang together and have one owner.
fn parts(occupancy: &Occupancy<'_>, tiling: &Tiling, cells: &[Cell]) -> Vec<(Option<usize>, Vec<Cell>)> {
    let mut left: Vec<Cell> = cells.to_vec();
    let mut parts = Vec::new();
    while let Some(first) = left.pop() {
        let owner = occupancy.owners[first.1];
        let mut part = vec![first];
        let mut done = 0;
        while done < part.len() {
            let corners = tiling.corners(part[done].0);
            done += 1;
            let is_beside = |other: Place| {
                let theirs = tiling.corners(other);
                corners.iter().filter(|corner| theirs.contains(corner)).count() == 2
            };
            let is_next = |other: &Cell| occupancy.owners[other.1] == owner && is_beside(other.0);
            part.extend(left.extract_if(.., |other| is_next(other)));
        }
        part.sort_unstable_by_key(|(_, cell)| *cell);
        parts.push((owner, part));
    }
    parts.sort_by_key(|(_, part)| part[0].1);
    parts
}

fn places(part: &[Cell]) -> Vec<Place> {
    part.iter().map(|(place, _)| *place).collect()
}

/// The closed lines around cells.
pub(super) fn lines_around(tiling: &Tiling, cells: &[Place]) -> Vec<Vec<Point>> {
    let lines = outline(tiling, cells).into_iter();
    lines.map(|line| line.into_iter().map(|corner| tiling.at(corner)).collect()).collect()
}

/// The lines between cells that lie beside each other.
pub(super) fn lines_between(tiling: &Tiling, cells: &[Place]) -> impl Iterator<Item = Vec<Point>> {
    seams(tiling, cells).into_iter().map(|ends| ends.map(|corner| tiling.at(corner)).to_vec())
}

/// A letter on the cell nearest to the middle of all, so that it stands on the piece.
pub(super) fn letter(name: &str, tiling: &Tiling, cells: &[Place], ink: Colour) -> Shape {
    let middles: Vec<Point> = cells.iter().map(|cell| tiling.middle(*cell)).collect();
    let count = middles.len().max(1) as f32;
    let sum = middles.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    let (x, y) = (sum.0 / count, sum.1 / count);
    let distance = |at: &Point| (at.0 - x).powi(2) + (at.1 - y).powi(2);
    let nearest = middles.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).copied().unwrap_or((0.0, 0.0));
    let height = tiling.letter_height() * if name.chars().count() > 1 { 0.26 / 0.36 } else { 1.0 };
    Shape::Text((nearest.0, nearest.1 + height / 2.0), height, Anchor::Middle, ink, name.to_owned())
}
