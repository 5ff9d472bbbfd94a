//! Eller's algorithm: row by row, remembering only which cells of the current row are joined so far. A maze of any
//! height needs the memory of one row, so it can be written while it is made.

use crate::{
    maze::{
        grid::{Maze, Size},
        random::Random,
    },
    search::{Lookout, StopReason},
};

/// Makes a perfect maze of the whole grid: the rows of [`Rows`], kept.
pub fn generate(
    size: Size,
    bias: Option<f64>,
    random: &mut Random,
    watch: &mut Lookout<'_>,
) -> Result<Maze, StopReason> {
    let mut maze = Maze::closed(size, None);
    let mut rows = Rows::new(size, bias, random.clone());
    let mut row_start = 0;
    while let Some([east, south]) = rows.next_row() {
        for (plane, words) in [east, south].into_iter().enumerate() {
            add_row(maze.passages_mut(), plane, row_start, words);
        }
        row_start += size.cols();
        watch.spend(8 * size.cols() as u64)?;
    }
    Ok(maze)
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
    /// The last word's bits that are columns. Beyond them are columns that nothing is ever joined to.
    last_columns: u64,
    rings: Rings,
    east: Vec<u64>,
    south: Vec<u64>,
}

impl Rows {
    /// Makes the rows of a maze of this size. With a bias, that is the probability of a way east where one may be.
    pub fn new(size: Size, bias: Option<f64>, random: Random) -> Self {
        let words = size.cols().div_ceil(64);
        let columns: Vec<u32> = (0..=words as u32 * 64).collect();
        Self {
            random,
            bias,
            rows_left: size.rows(),
            last_columns: u64::MAX >> (words * 64 - size.cols()),
            rings: Rings { left: columns.clone(), right: columns },
            east: vec![0; words],
            south: vec![0; words],
        }
    }

    /// The ways east and the ways south of the next row, a bit a column; `None` after the last.
    pub fn next_row(&mut self) -> Option<[&[u64]; 2]> {
        self.rows_left = self.rows_left.checked_sub(1)?;
        let is_last = self.rows_left == 0;
        let share = self.bias.unwrap_or(0.5);
        for (words, share) in [(&mut self.east, share), (&mut self.south, 1.0 - share)] {
            words.iter_mut().for_each(|word| *word = if is_last { u64::MAX } else { coins(share, &mut self.random) });
        }
        // What was wished becomes what is done, in place. Going south follows a word behind: a cell's tree does not
        // change any more once the cell was joined to the next, and two loops that wait for memory in turn take little
        // longer than one.
        let last = self.east.len() - 1;
        self.east[last] &= self.last_columns >> 1;
        self.east[0] = self.rings.join(0, self.east[0]);
        for word in 1..=last {
            (self.south[word - 1], self.east[word]) =
                self.rings.descend_and_join(word * 64, self.south[word - 1], self.east[word]);
        }
        self.south[last] = self.rings.descend(last * 64, self.south[last]) & self.last_columns;
        if is_last {
            self.south.fill(0);
        }
        Some([&self.east, &self.south])
    }
}

/// The cells of a tree are a ring in the order of their columns. Trees do not cross, so two cells side by side are of
/// one tree if and only if they are successive.
struct Rings {
    /// The previous cell of each column's ring,
    left: Vec<u32>,
    /// and the next.
    right: Vec<u32>,
}

impl Rings {
    /// Both lists, as slices of one length: what the loops then need not look up or compare for every cell.
    #[inline]
    fn slices(&mut self) -> (&mut [u32], &mut [u32]) {
        let count = self.left.len();
        (&mut self.left[..], &mut self.right[..count])
    }

    fn join(&mut self, start: usize, wishes: u64) -> u64 {
        let (left, right) = self.slices();
        (0..64).fold(0, |ways, bit| ways | join_one(left, right, start + bit, wishes >> bit & 1) << bit)
    }

    fn descend(&mut self, start: usize, wishes: u64) -> u64 {
        let (left, right) = self.slices();
        (0..64).fold(0, |ways, bit| ways | descend_one(left, right, start + bit, wishes >> bit & 1) << bit)
    }

    /// Joins the 64 columns from `start` on, and goes south in the 64 before.
    #[inline]
    fn descend_and_join(&mut self, start: usize, wishes_south: u64, wishes_east: u64) -> (u64, u64) {
        let (left, right) = self.slices();
        let (mut south, mut east) = (0, 0);
        for bit in 0..64 {
            east |= join_one(left, right, start + bit, wishes_east >> bit & 1) << bit;
            south |= descend_one(left, right, start - 64 + bit, wishes_south >> bit & 1) << bit;
        }
        (south, east)
    }
}

/// Joins a cell to the next one if that is wished and makes no loop: two rings become one by exchanging what comes
/// after the one cell for what comes after the other's predecessor. The exchange is made either way, of nothing where
/// nothing changes: a branch on random bits would cost more.
#[inline]
fn join_one(left: &mut [u32], right: &mut [u32], col: usize, wish: u64) -> u64 {
    let here = col as u32;
    let next = here + 1;
    let (after, before) = (right[col], left[col + 1]);
    let joins = u64::from(after != next) & wish;
    let chosen = 0u32.wrapping_sub(joins as u32);
    let (change_right, change_left) = ((after ^ next) & chosen, (before ^ here) & chosen);
    right[col] = after ^ change_right;
    right[before as usize] = next ^ change_right;
    left[col + 1] = before ^ change_left;
    left[after as usize] = here ^ change_left;
    joins
}

/// Goes south if that is wished or if a tree would be left behind. Otherwise the cell leaves its ring, for below it a
/// new tree begins; again the exchange is made either way.
#[inline]
fn descend_one(left: &mut [u32], right: &mut [u32], col: usize, wish: u64) -> u64 {
    let here = col as u32;
    let (before, after) = (left[col], right[col]);
    let descends = u64::from(after == here) | wish;
    let chosen = (descends as u32).wrapping_sub(1);
    let (change_right, change_left) = ((after ^ here) & chosen, (before ^ here) & chosen);
    right[before as usize] = here ^ change_right;
    left[after as usize] = here ^ change_left;
    right[col] = after ^ change_right;
    left[col] = before ^ change_left;
    descends
}

/// 64 coins that show one with this probability.
fn coins(probability: f64, random: &mut Random) -> u64 {
    if probability == 0.5 {
        return random.word();
    }
    (0..64).fold(0, |coins, coin| coins | u64::from(random.chance(probability)) << coin)
}
