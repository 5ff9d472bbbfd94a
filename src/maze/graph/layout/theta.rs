//! Rings around a cell in the middle: inwards, clockwise, anticlockwise, and outwards to one cell or several.

use super::{Behind, Spot};
use crate::maze::graph::shape::Shape;

/// The longest piece of an arc that is drawn straight, in cells.
const PIECE: f64 = 0.3;

/// Cells of the next ring that lie outside of one cell.
fn outer_cells(shape: &Shape, ring: usize) -> usize {
    if ring + 1 < shape.rows() { shape.width(ring + 1) / shape.width(ring) } else { 1 }
}

pub(super) fn sides(shape: &Shape, ring: usize, _: usize) -> usize {
    3 + outer_cells(shape, ring)
}

pub(super) fn behind(shape: &Shape, ring: usize, at: usize, side: usize) -> Behind {
    let width = shape.width(ring);
    match side {
        0..3 if ring == 0 => Behind::Nothing,
        0 => Behind::Cell(ring - 1, at / (width / shape.width(ring - 1))),
        1 | 2 if width == 1 => Behind::Nothing,
        1 => Behind::Cell(ring, (at + 1) % width),
        2 => Behind::Cell(ring, (at + width - 1) % width),
        _ if ring + 1 < shape.rows() => Behind::Cell(ring + 1, at * outer_cells(shape, ring) + side - 3),
        _ => Behind::Edge,
    }
}

/// A place by its distance from the middle and its part of a full turn, clockwise from the top.
fn spot(shape: &Shape, radius: f64, turn: f64) -> Spot {
    let (middle, angle) = (radius_of(shape.rows()), turn * std::f64::consts::TAU);
    (middle + radius * angle.sin(), middle - radius * angle.cos())
}

/// Where a ring begins: the middle has half the height of a ring.
fn radius_of(ring: usize) -> f64 {
    if ring == 0 { 0.0 } else { ring as f64 - 0.35 }
}

fn arc(shape: &Shape, radius: f64, from: f64, to: f64) -> Vec<Spot> {
    let length = (to - from) * std::f64::consts::TAU * radius;
    let pieces = (length / PIECE).ceil().max(1.0) as usize;
    (0..=pieces).map(|piece| spot(shape, radius, from + (to - from) * piece as f64 / pieces as f64)).collect()
}

pub(super) fn centre(shape: &Shape, ring: usize, at: usize) -> Spot {
    if ring == 0 {
        return spot(shape, 0.0, 0.0);
    }
    spot(shape, (radius_of(ring) + radius_of(ring + 1)) / 2.0, (at as f64 + 0.5) / shape.width(ring) as f64)
}

pub(super) fn line(shape: &Shape, ring: usize, at: usize, side: usize) -> Vec<Spot> {
    let (width, inner, outer) = (shape.width(ring) as f64, radius_of(ring), radius_of(ring + 1));
    let (from, to) = (at as f64 / width, (at as f64 + 1.0) / width);
    match side {
        0 => arc(shape, inner, from, to),
        1 => vec![spot(shape, inner, to), spot(shape, outer, to)],
        2 => vec![spot(shape, inner, from), spot(shape, outer, from)],
        _ => {
            let (part, count) = ((side - 3) as f64, outer_cells(shape, ring) as f64);
            arc(shape, outer, from + (to - from) * part / count, from + (to - from) * (part + 1.0) / count)
        }
    }
}

pub(super) fn extent(rows: usize) -> Spot {
    (2.0 * radius_of(rows), 2.0 * radius_of(rows))
}
