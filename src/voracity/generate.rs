//! Random boards that can be named: size, largest value and seed say it all.

use super::board::Board;

/// The splitmix64 generator with the seed as its first state. It is written out here because it defines what a
/// board's name means: a board with a seed must stay the same for ever.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}

/// The board of this size, with values from 1 to `largest`, that has this seed. `None` if there is no such board.
pub fn generate(rows: usize, columns: usize, largest: u8, seed: u64) -> Option<Board> {
    if !(1..=9).contains(&largest) || rows == 0 || columns == 0 {
        return None;
    }
    let cells = rows.checked_mul(columns).filter(|&cells| cells <= super::board::MAX_SIDE * super::board::MAX_SIDE)?;
    let mut random = SplitMix64(seed);
    let values = (0..cells).map(|_| 1 + (random.next() % u64::from(largest)) as u8).collect();
    let target = (random.next() % cells as u64) as usize;
    Board::new(rows, columns, values, target)
}
