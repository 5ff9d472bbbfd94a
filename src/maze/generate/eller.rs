//! Eller's algorithm: row by row, remembering only which cells of the current row are joined so far. A maze of any
//! height needs the memory of one row, so it can be written while it is made.

use crate::maze::{
    grid::{Maze, Size},
    random::Random,
};

/// Makes a perfect maze of the whole grid: the rows of [`Rows`], kept.
pub fn generate(size: Size, bias: Option<f64>, random: &mut Random) -> Maze {
    let mut maze = Maze::closed(size, None);
    let mut rows = Rows::new(size, bias, random.clone());
    let mut row_start = 0;
    while let Some([east, south]) = rows.next_row() {
        for (plane, words) in [east, south].into_iter().enumerate() {
            add_row(maze.passages_mut(), plane, row_start, words);
        }
        row_start += size.cols();
    }
    maze
}

/// Puts a row of bits into a plane of passages, from a cell on.
fn add_row(passages: &mut [[u64; 2]], plane: usize, start: usize, words: &[u64]) {
    let shift = start & 63;
    for (index, &word) in words.iter().enumerate() {
        let at = (start >> 6) + index;
        passages[at][plane] |= word << shift;
        let carry = word >> 1 >> (63 - shift);
        if carry != 0 {
            passages[at + 1][plane] |= carry;
        }
    }
}

/// The rows of a perfect maze, from the top.
pub struct Rows {
    random: Random,
    bias: Option<f64>,
    rows_left: usize,
    /// The cells of a tree are a ring in the order of their columns: the previous of each,
    left: Vec<u32>,
    /// and the next. Trees do not cross, so two cells side by side are of one tree if and only if they are successive.
    right: Vec<u32>,
    east: Vec<u64>,
    south: Vec<u64>,
}

impl Rows {
    /// Makes the rows of a maze of this size. With a bias, that is the probability of a way east where one may be.
    pub fn new(size: Size, bias: Option<f64>, random: Random) -> Self {
        let columns: Vec<u32> = (0..size.cols() as u32).collect();
        let words = size.cols().div_ceil(64);
        Self {
            random,
            bias,
            rows_left: size.rows(),
            left: columns.clone(),
            right: columns,
            east: vec![0; words],
            south: vec![0; words],
        }
    }

    /// The ways east and the ways south of the next row, a bit a column; `None` after the last.
    pub fn next_row(&mut self) -> Option<[&[u64]; 2]> {
        self.rows_left = self.rows_left.checked_sub(1)?;
        let is_last = self.rows_left == 0;
        for word in 0..self.east.len() {
            let wishes = if is_last { u64::MAX } else { coins(self.bias.unwrap_or(0.5), &mut self.random) };
            self.east[word] = self.join(word * 64, wishes);
        }
        for word in 0..self.south.len() {
            self.south[word] = if is_last {
                0
            } else {
                let wishes = coins(1.0 - self.bias.unwrap_or(0.5), &mut self.random);
                self.descend(word * 64, wishes)
            };
        }
        Some([&self.east, &self.south])
    }

    /// Joins cells to the next one where that is wished and makes no loop. The stores are made either way, with the old
    /// values where nothing changes: a branch on random bits would cost more.
    #[inline]
    fn join(&mut self, start: usize, wishes: u64) -> u64 {
        let (left, right) = (&mut self.left[..], &mut self.right[..]);
        let end = (start + 64).min(right.len() - 1);
        let mut ways = 0;
        for col in start..end {
            let here = col as u32;
            let next = here + 1;
            let (after, before) = (right[col], left[col + 1]);
            let joins = (after != next) & (wishes >> (col - start) & 1 == 1);
            right[col] = if joins { next } else { after };
            left[col + 1] = if joins { here } else { before };
            right[before as usize] = if joins { after } else { next };
            left[after as usize] = if joins { before } else { here };
            ways |= u64::from(joins) << (col - start);
        }
        ways
    }

    /// Goes south where that is wished or where a tree would be left behind; the other cells below begin trees.
    #[inline]
    fn descend(&mut self, start: usize, wishes: u64) -> u64 {
        let (left, right) = (&mut self.left[..], &mut self.right[..]);
        let end = (start + 64).min(right.len());
        let mut ways = 0;
        for col in start..end {
            let here = col as u32;
            let (before, after) = (left[col], right[col]);
            let descends = (after == here) | (wishes >> (col - start) & 1 == 1);
            right[before as usize] = if descends { here } else { after };
            left[after as usize] = if descends { here } else { before };
            left[col] = if descends { before } else { here };
            right[col] = if descends { after } else { here };
            ways |= u64::from(descends) << (col - start);
        }
        ways
    }
}

/// 64 coins that show one with this probability.
fn coins(probability: f64, random: &mut Random) -> u64 {
    if probability == 0.5 {
        return random.word();
    }
    (0..64).fold(0, |coins, coin| coins | u64::from(random.chance(probability)) << coin)
}
