//! What lies outside of a maze that has a shape: nothing is drawn there. Only what can be told from a part of the maze
//! when the drawing is read again is left blank: it must show a place on the rim where walls would meet.

use super::lines::OUTSIDE;
use crate::maze::grid::{Bits, Direction, Maze, Size};

/// The missing cells that are left blank, if there are any. If a whole side of the grid were blank, nothing is, or the
/// drawing would be smaller than the maze.
pub(super) fn cells(maze: &Maze) -> Option<Bits> {
    let cells = maze.mask()?;
    let size = maze.size();
    let (last_row, last_col) = (size.rows() - 1, size.cols() - 1);
    let rows_show = [0, last_row].iter().all(|&row| cells[size.cell(row, 0)..=size.cell(row, last_col)].any());
    let has_in_column = |col: usize| (0..size.rows()).any(|row| cells[size.cell(row, col)]);
    if !rows_show || ![0, last_col].into_iter().all(has_in_column) {
        return None;
    }
    // Corners, and pairs of neighbours along the rim.
    let corners = [0, last_row].into_iter().flat_map(|row| [0, last_col].map(|col| [size.cell(row, col); 2]));
    let along_rows = [0, last_row]
        .into_iter()
        .flat_map(|row| (0..last_col).map(move |col| [size.cell(row, col), size.cell(row, col + 1)]));
    let along_cols = [0, last_col]
        .into_iter()
        .flat_map(|col| (0..last_row).map(move |row| [size.cell(row, col), size.cell(row + 1, col)]));
    let begin = corners.chain(along_rows).chain(along_cols).filter(|pair| pair.iter().all(|&cell| !cells[cell]));
    let mut waiting: Vec<usize> = begin.map(|pair| pair[0]).collect();
    if waiting.is_empty() {
        return None;
    }
    let mut outside = Bits::repeat(false, size.cells());
    while let Some(cell) = waiting.pop() {
        if outside.replace(cell, true) {
            continue;
        }
        let beside = Direction::ALL.into_iter().filter_map(|way| size.neighbour(cell, way));
        waiting.extend(beside.filter(|&next| !cells[next] && !outside[next]));
    }
    Some(outside)
}

/// Blanks the squares of a line that touch no other cells than those outside.
pub(super) fn leave_blank(outside: &Bits, size: Size, y: usize, line: &mut [u8]) {
    // A square lies in a cell or between two: these are the rows, or the columns, that it touches.
    let touched = |at: usize, count: usize| (at.max(1) - 1) / 2..=(at / 2).min(count - 1);
    for (x, square) in line.iter_mut().enumerate() {
        let is_outside =
            touched(y, size.rows()).all(|row| touched(x, size.cols()).all(|col| outside[size.cell(row, col)]));
        if is_outside {
            *square = OUTSIDE;
        }
    }
}
