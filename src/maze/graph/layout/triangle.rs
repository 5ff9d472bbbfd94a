//! Triangles that point up where row and column are both even or both odd, and down elsewhere: west, east, and the
//! one above or below.

use super::Spot;

/// A side of a triangle is 1 long, half of which is a column.
const HEIGHT: f64 = 0.866_025_403_784_438_6;

/// Does the triangle in this row and column stand on a side?
pub fn points_up(row: usize, col: usize) -> bool {
    (row + col).is_multiple_of(2)
}

pub(super) fn behind(row: usize, col: usize, side: usize) -> Option<(usize, usize)> {
    match side {
        0 => Some((row, col.checked_sub(1)?)),
        1 => Some((row, col + 1)),
        _ if points_up(row, col) => Some((row + 1, col)),
        _ => Some((row.checked_sub(1)?, col)),
    }
}

pub(super) fn centre(row: usize, col: usize) -> Spot {
    let part = if points_up(row, col) { 2.0 / 3.0 } else { 1.0 / 3.0 };
    ((col as f64 + 1.0) * 0.5, (row as f64 + part) * HEIGHT)
}

pub(super) fn line(row: usize, col: usize, side: usize) -> Vec<Spot> {
    let (left, middle, right) = (col as f64 * 0.5, (col as f64 + 1.0) * 0.5, (col as f64 + 2.0) * 0.5);
    let (top, bottom) = (row as f64 * HEIGHT, (row as f64 + 1.0) * HEIGHT);
    match (points_up(row, col), side) {
        (true, 0) => vec![(left, bottom), (middle, top)],
        (true, 1) => vec![(middle, top), (right, bottom)],
        (true, _) => vec![(right, bottom), (left, bottom)],
        (false, 0) => vec![(middle, bottom), (left, top)],
        (false, 1) => vec![(right, top), (middle, bottom)],
        (false, _) => vec![(left, top), (right, top)],
    }
}

pub(super) fn extent(rows: usize, cols: usize) -> Spot {
    ((cols as f64 + 1.0) * 0.5, rows as f64 * HEIGHT)
}
