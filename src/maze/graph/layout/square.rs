//! Squares: north, east, south, west.

use super::Spot;

pub(super) fn behind(row: usize, col: usize, side: usize) -> Option<(usize, usize)> {
    match side {
        0 => Some((row.checked_sub(1)?, col)),
        1 => Some((row, col + 1)),
        2 => Some((row + 1, col)),
        _ => Some((row, col.checked_sub(1)?)),
    }
}

pub(super) fn centre(row: usize, col: usize) -> Spot {
    (col as f64 + 0.5, row as f64 + 0.5)
}

pub(super) fn line(row: usize, col: usize, side: usize) -> Vec<Spot> {
    let (x, y) = (col as f64, row as f64);
    let corners = [(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)];
    vec![corners[side], corners[(side + 1) % 4]]
}
