//! Random boards that can be named: size, largest value and seed say it all.

use super::{
    board::{Board, Directions, MAX_SIDE},
    draw::scene,
    family::directions,
    input, planted,
};
use crate::{
    destination::Destination,
    family::{Error, Generation},
};

/// The splitmix64 generator with the seed as its first state. It is written out here because it defines what a
/// board's name means: a board with a seed must stay the same for ever.
pub(super) struct SplitMix64(pub u64);

impl SplitMix64 {
    /// A number below `bound`, which is small: one that is chosen a little more often does not matter to a board.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

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
    let cells = rows.checked_mul(columns).filter(|&cells| cells <= MAX_SIDE * MAX_SIDE)?;
    let mut random = SplitMix64(seed);
    let values = (0..cells).map(|_| 1 + (random.next() % u64::from(largest)) as u8).collect();
    let target = (random.next() % cells as u64) as usize;
    Board::new(rows, columns, values, target)
}

/// Makes a board and writes it.
pub(super) fn make(generation: &Generation<'_>, place: &mut Destination) -> Result<(), Error> {
    let ending = place.expect_ending(&["txt", "svg", "png", "pdf"])?;
    let options = generation.options;
    let size = options.read("size", &format!("a size such as 15 or 22x79, up to {MAX_SIDE}x{MAX_SIDE}"), parse_size)?;
    let (rows, columns) = size.unwrap_or((15, 15));
    let (largest, seed) = (options.number("values", 1..=9u8)?.unwrap_or(5), generation.seed.unwrap_or(1));
    let share = options.read("target-share", "a share from 0 to 1", |text| {
        text.trim().parse().ok().filter(|share| (0.0..=1.0).contains(share))
    })?;
    let (made, note) = match share {
        None => (generate(rows, columns, largest, seed), String::new()),
        Some(share) => {
            let planted = planted::plant((rows, columns), largest, seed, share, generation.control)?;
            let note = planted.as_ref().map_or_else(String::new, |(board, covered)| {
                format!("; a game covers {covered} of {} cells", board.free_cells())
            });
            (planted.map(|(board, _)| board), note)
        }
    };
    let board = made
        .ok_or_else(|| Error::Unsupported(format!("there is no board of {rows}x{columns}")))?
        .with_directions(directions(options)?.unwrap_or(Directions::Four));
    match ending.as_str() {
        "txt" => {
            let head = format!("# Voracity {rows}x{columns}, values 1..{largest}, generator seed {seed}{note}\n");
            place.text(&(head + &input::write(&board)))
        }
        _ => place.picture(&scene(&board, &[])),
    }
}

fn parse_size(text: &str) -> Option<(usize, usize)> {
    let side = |text: &str| text.trim().parse::<usize>().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    match text.split_once(['x', 'X', '×']) {
        Some((rows, columns)) => side(rows).zip(side(columns)),
        None => side(text).map(|side| (side, side)),
    }
}
