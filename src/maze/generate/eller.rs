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

    /// Joins cells to the next one where that is wished and makes no loop: two rings become one by exchanging what comes
    /// after the one cell for what comes after the other's predecessor. The exchange is made either way, of nothing where
    /// nothing changes: a branch on random bits would cost more.
    #[inline]
    fn join(&mut self, start: usize, wishes: u64) -> u64 {
        let (left, right) = (&mut self.left[..], &mut self.right[..]);
        let end = (start + 64).min(right.len() - 1);
        let mut ways = 0;
        for col in start..end {
            let here = col as u32;
            let next = here + 1;
            let (after, before) = (right[col], left[col + 1]);
            let joins = u64::from(after != next) & wishes >> (col - start);
            let chosen = 0u32.wrapping_sub(joins as u32 & 1);
            let (change_right, change_left) = ((after ^ next) & chosen, (before ^ here) & chosen);
            right[col] = after ^ change_right;
            right[before as usize] = next ^ change_right;
            left[col + 1] = before ^ change_left;
            left[after as usize] = here ^ change_left;
            ways |= (joins & 1) << (col - start);
        }
        ways
    }

    /// Goes south where that is wished or where a tree would be left behind. The other cells leave their rings, for below
    /// them new trees begin; again the exchange is made either way.
    #[inline]
    fn descend(&mut self, start: usize, wishes: u64) -> u64 {
        let (left, right) = (&mut self.left[..], &mut self.right[..]);
        let end = (start + 64).min(right.len());
        let mut ways = 0;
        for col in start..end {
            let here = col as u32;
            let (before, after) = (left[col], right[col]);
            let descends = (u64::from(after == here) | wishes >> (col - start)) & 1;
            let chosen = (descends as u32).wrapping_sub(1);
            let (change_right, change_left) = ((after ^ here) & chosen, (before ^ here) & chosen);
            right[before as usize] = here ^ change_right;
            left[after as usize] = here ^ change_left;
            right[col] = after ^ change_right;
            left[col] = before ^ change_left;
            ways |= descends << (col - start);
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
