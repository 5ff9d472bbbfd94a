//! Hexagons that stand on a corner: north-east, east, south-east, south-west, west, north-west. Odd rows are moved to
//! the right by half a cell.

use super::Spot;

/// From the middle to a corner, where two neighbours in a row are 1 apart.
const RADIUS: f64 = 0.577_350_269_189_625_8;

pub(super) fn behind(row: usize, col: usize, side: usize) -> Option<(usize, usize)> {
    // The column to the left or right of which the row above and below is moved.
    let right = col + row % 2;
    match side {
        0 => Some((row.checked_sub(1)?, right)),
        1 => Some((row, col + 1)),
        2 => Some((row + 1, right)),
        3 => Some((row + 1, right.checked_sub(1)?)),
        4 => Some((row, col.checked_sub(1)?)),
        _ => Some((row.checked_sub(1)?, right.checked_sub(1)?)),
    }
}

pub(super) fn centre(row: usize, col: usize) -> Spot {
    (col as f64 + 0.5 + (row % 2) as f64 * 0.5, RADIUS * (1.0 + 1.5 * row as f64))
}

pub(super) fn line(row: usize, col: usize, side: usize) -> Vec<Spot> {
    let (x, y) = centre(row, col);
    let corner = |number: usize| match number % 6 {
        0 => (x, y - RADIUS),
        1 => (x + 0.5, y - RADIUS / 2.0),
        2 => (x + 0.5, y + RADIUS / 2.0),
        3 => (x, y + RADIUS),
        4 => (x - 0.5, y + RADIUS / 2.0),
        _ => (x - 0.5, y - RADIUS / 2.0),
    };
    vec![corner(side), corner(side + 1)]
}

pub(super) fn extent(rows: usize, cols: usize) -> Spot {
    (cols as f64 + if rows > 1 { 0.5 } else { 0.0 }, RADIUS * (1.5 * rows as f64 + 0.5))
}

pub(super) fn steps(from: (usize, usize), to: (usize, usize)) -> usize {
    // Columns along a slanting axis.
    let slanted = |(row, col): (usize, usize)| col as isize - (row / 2) as isize;
    let (rows, cols) = (to.0 as isize - from.0 as isize, slanted(to) - slanted(from));
    rows.unsigned_abs().max(cols.unsigned_abs()).max((rows + cols).unsigned_abs())
}
