//! A wall grid, read 64 squares at a time: of every other line the cells and the ways east, of those between the ways
//! south.

use super::{
    Found, Reading,
    squares::{Mark, Squares, finish},
};
use crate::diagnostics::Diagnostic;
use crate::maze::grid::{Bits, Maze, Size};

/// Reads squares of which every other is a cell.
pub(super) fn read_wall_grid(squares: &Squares) -> Result<Found, Diagnostic> {
    let size = Size::from_wall_grid(squares.height() as u64, squares.width() as u64)?;
    let (rows, cols) = (size.rows(), size.cols());
    let mut words = vec![0u64; size.words()];
    let mut passages = vec![[0u64; 2]; size.words()];
    let mut gaps = Vec::new();
    let [mut cells, mut next_cells, mut east, mut south] = [const { Vec::new() }; 4];
    free_cells(squares, 1, cols, &mut cells);
    for row in 0..rows {
        let (y, start) = (2 * row + 1, size.cell(row, 0));
        if row + 1 < rows {
            free_cells(squares, y + 2, cols, &mut next_cells);
        } else {
            next_cells.clear();
            next_cells.resize(cols.div_ceil(64), 0);
        }
        // Between a cell and the next there is a way if the square between them is free, and both are.
        every_other(squares.line(y), 2, cols - 1, &mut east);
        every_other(squares.line(y + 1), 1, cols, &mut south);
        for index in 0..cells.len() {
            let next = cells[index] >> 1 | cells.get(index + 1).map_or(0, |word| word << 63);
            south[index] &= cells[index] & next_cells[index];
            // There is one way east less than there are cells.
            if let Some(east) = east.get_mut(index) {
                *east &= cells[index] & next;
            }
        }
        add_row(&cells, start, |at, bits| words[at] |= bits);
        add_row(&east, start, |at, bits| passages[at][0] |= bits);
        add_row(&south, start, |at, bits| passages[at][1] |= bits);
        std::mem::swap(&mut cells, &mut next_cells);
    }
    let mut cells = Bits::from_vec(words);
    cells.truncate(size.cells());
    note_gaps(squares, size, &cells, &mut gaps);
    let mut ends = [None; 2];
    for mark in squares.marks() {
        if let Some(cell) = cell_beside(size, &cells, *mark) {
            note_end(&mut ends, *mark, cell);
        }
    }
    finish(Maze::from_passages(size, None, passages), cells, ends, gaps, Reading::WallGrid)
}

/// Takes note of an end.
pub(super) fn note_end(ends: &mut [Option<usize>; 2], mark: Mark, cell: usize) {
    ends[usize::from(mark.is_goal)] = Some(cell);
}

/// The cell a mark stands in, or beside.
fn cell_beside(size: Size, cells: &Bits, mark: Mark) -> Option<usize> {
    let Mark { y, x, .. } = mark;
    let beside = [(y, x), (y + 1, x), (y, x + 1), (y, x.wrapping_sub(1)), (y.wrapping_sub(1), x)];
    let is_cell = |&(y, x): &(usize, usize)| y % 2 == 1 && x % 2 == 1 && y < 2 * size.rows() && x < 2 * size.cols();
    let mut near = beside.into_iter().filter(is_cell).map(|(y, x)| size.cell(y / 2, x / 2));
    near.find(|&cell| cells[cell])
}

/// The gaps in the outer wall, in reading order of their squares.
fn note_gaps(squares: &Squares, size: Size, cells: &Bits, gaps: &mut Vec<usize>) {
    let (last_y, last_x) = (squares.height() - 1, squares.width() - 1);
    let mut note = |y: usize, x: usize, cell: usize| {
        if cells[cell] && !squares.is_wall(y, x) {
            gaps.push(cell);
        }
    };
    (0..size.cols()).for_each(|col| note(0, 2 * col + 1, size.cell(0, col)));
    for row in 0..size.rows() {
        note(2 * row + 1, 0, size.cell(row, 0));
        note(2 * row + 1, last_x, size.cell(row, size.cols() - 1));
    }
    (0..size.cols()).for_each(|col| note(last_y, 2 * col + 1, size.cell(size.rows() - 1, col)));
}

fn free_cells(squares: &Squares, y: usize, cols: usize, cells: &mut Vec<u64>) {
    every_other(squares.line(y), 1, cols, cells);
}

/// Every other square of a line, from one on: a bit where it is free. `count` of them; what follows is not free.
fn every_other(line: &[u64], first: usize, count: usize, free: &mut Vec<u64>) {
    free.clear();
    // Two words of squares make one of bits; a shift of 2 begins one bit later.
    let word = |index: usize| line.get(index).copied().unwrap_or(0);
    let shifted = |index: usize| word(index) >> first | word(index + 1) << (64 - first);
    for index in 0..count.max(1).div_ceil(64) {
        let [low, high] = [2 * index, 2 * index + 1].map(|index| even_bits(shifted(index)));
        free.push(!(low | high << 32));
    }
    let beyond = (free.len() * 64 - count) as u32;
    if let Some(last) = free.last_mut() {
        *last &= u64::MAX.checked_shr(beyond).unwrap_or(0);
    }
}

/// The bits with even numbers, side by side.
fn even_bits(word: u64) -> u64 {
    let mut word = word & 0x5555_5555_5555_5555;
    word = (word | word >> 1) & 0x3333_3333_3333_3333;
    word = (word | word >> 2) & 0x0F0F_0F0F_0F0F_0F0F;
    word = (word | word >> 4) & 0x00FF_00FF_00FF_00FF;
    word = (word | word >> 8) & 0x0000_FFFF_0000_FFFF;
    (word | word >> 16) & 0x0000_0000_FFFF_FFFF
}

/// Hands out a row of bits as parts of words, from a cell on.
fn add_row(row: &[u64], start: usize, mut add: impl FnMut(usize, u64)) {
    let shift = start & 63;
    for (index, &word) in row.iter().enumerate() {
        let at = (start >> 6) + index;
        if word << shift != 0 {
            add(at, word << shift);
        }
        let carry = word >> 1 >> (63 - shift);
        if carry != 0 {
            add(at + 1, carry);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::maze::{grid::Direction, read::squares::Square};

    proptest! {
        /// Square by square, the obvious way.
        #[test]
        fn words_are_read_as_squares_are(rows in 1usize..5, cols in 1usize..140, seed: u64) {
            let mut random = crate::maze::random::Random::new(seed);
            let (height, width) = (2 * rows + 1, 2 * cols + 1);
            let mut squares = Squares::new(width);
            for y in 0..height {
                let is_post = |x: usize| y.is_multiple_of(2) && x.is_multiple_of(2);
                let line: Vec<Square> =
                    (0..width).map(|x| if is_post(x) || random.chance(0.3) { Square::Wall } else { Square::Floor }).collect();
                squares.push_line(&line);
            }
            let Ok(found) = read_wall_grid(&squares) else { return Ok(()) };
            let size = found.maze.size();
            prop_assert_eq!((size.rows(), size.cols()), (rows, cols));
            for cell in 0..size.cells() {
                let (row, col) = size.place(cell);
                let (y, x) = (2 * row + 1, 2 * col + 1);
                prop_assert_eq!(found.maze.has(cell), !squares.is_wall(y, x));
                for (way, y, x) in [(Direction::East, y, x + 1), (Direction::South, y + 1, x)] {
                    let next = size.neighbour(cell, way).filter(|&next| found.maze.has(next));
                    let is_open = found.maze.has(cell) && next.is_some() && !squares.is_wall(y, x);
                    prop_assert_eq!(found.maze.is_open(cell, way), is_open, "{:?} of {}", way, cell);
                }
            }
        }
    }
}
