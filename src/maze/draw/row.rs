//! One row of cells as squares, eight cells at a time: a bit a cell becomes a byte in every other square, and walls,
//! floors and the way that is drawn in are added up.

use super::{
    Trail,
    lines::{FLOOR, MISSING, TRAIL, WALL},
};
use crate::maze::grid::{Maze, bits_of_row};

const _: () = assert!(WALL == 0 && FLOOR == 1 && TRAIL == 2, "a floor is a wall and one, a step of the way one more");

/// A row of a maze, a bit a column.
#[derive(Default)]
pub struct Bits {
    ways: [Vec<u64>; 2],
    trail: [Vec<u64>; 3],
}

impl Bits {
    /// Takes a row of a maze and of the way through it.
    pub fn read(&mut self, maze: &Maze, trail: Option<&Trail>, row: usize) {
        let size = maze.size();
        let passages = maze.passages();
        for (plane, ways) in self.ways.iter_mut().enumerate() {
            bits_of_row(size, size.cell(row, 0), |word| passages.get(word).map_or(0, |pair| pair[plane]), ways);
        }
        let Some(trail) = trail else { return };
        let words = trail.cells().as_raw_slice();
        let start = size.cell(row, 0);
        // The cells, those to the east of them, and those to the south.
        for (bits, from) in self.trail.iter_mut().zip([start, start + 1, start + size.cols()]) {
            bits_of_row(size, from, |word| words.get(word).copied().unwrap_or(0), bits);
        }
        let [cells, east, south] = &mut self.trail;
        for (index, cells) in cells.iter().enumerate() {
            east[index] &= cells & self.ways[0][index];
            south[index] &= cells & self.ways[1][index];
        }
        for (cell, is_south) in trail.shortcuts(start, start + size.cols()) {
            let bits = if is_south { &mut *south } else { &mut *east };
            bits[(cell - start) >> 6] &= !(1 << ((cell - start) & 63));
        }
    }

    /// The ways east and the ways south.
    pub fn ways(&self) -> [&[u64]; 2] {
        self.ways.each_ref().map(Vec::as_slice)
    }

    /// Of the way drawn in: cells, ways east, ways south.
    pub fn trail(&self) -> [&[u64]; 3] {
        self.trail.each_ref().map(Vec::as_slice)
    }
}

/// Draws the line of the cells and the line below it.
pub fn draw(ways: [&[u64]; 2], trail: Option<[&[u64]; 3]>, upper: &mut [u8], lower: &mut [u8]) {
    const FLOORS: u128 =
        u128::from_le_bytes([FLOOR, 0, FLOOR, 0, FLOOR, 0, FLOOR, 0, FLOOR, 0, FLOOR, 0, FLOOR, 0, FLOOR, 0]);
    let [east, south] = ways;
    (upper[0], lower[0]) = (WALL, WALL);
    for (index, (upper, lower)) in upper[1..].chunks_mut(16).zip(lower[1..].chunks_mut(16)).enumerate() {
        let eight = |bits: &[u64]| SPREAD[usize::from((bits[index / 8] >> (index % 8 * 8)) as u8)];
        let mut squares = [FLOORS + (eight(east) << 8), eight(south)];
        if let Some([cells, east, south]) = trail {
            squares[0] += eight(cells) + (eight(east) << 8);
            squares[1] += eight(south);
        }
        for (line, squares) in [upper, lower].into_iter().zip(squares) {
            line.copy_from_slice(&squares.to_le_bytes()[..line.len()]);
        }
    }
}

/// For every eight bits: each as a byte, with a byte between them.
static SPREAD: [u128; 256] = {
    let mut spread = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[bits] |= (bits as u128 >> bit & 1) << (16 * bit);
            bit += 1;
        }
        bits += 1;
    }
    spread
};

/// Marks missing cells and gives the floors of the others their shades.
pub fn colour(maze: &Maze, shades: Option<&[u8]>, row: usize, upper: &mut [u8], lower: &mut [u8]) {
    if maze.mask().is_none() && shades.is_none() {
        return;
    }
    for col in 0..maze.size().cols() {
        let cell = maze.size().cell(row, col);
        if !maze.has(cell) {
            upper[2 * col + 1] = MISSING;
        } else if let Some(shades) = shades {
            for square in [&mut upper[2 * col + 1], &mut lower[2 * col + 1]] {
                *square = if *square == FLOOR { shades[cell] } else { *square };
            }
            let east = &mut upper[2 * col + 2];
            *east = if *east == FLOOR { shades[cell] } else { *east };
        }
    }
}
