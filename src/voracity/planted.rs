//! Boards on which a game covers as many cells as is wished: the game is there first, and the values are made for it.
//!
//! A path through all cells runs back and forth over the rows and is then shuffled: one of its ends takes hold of
//! another cell beside it, and what hangs between them is turned round. The beginning of the path is cut into moves, as
//! far as it goes straight; the first cell of a move says how long it is, and all other values are left to chance.

use super::{board::Board, generate::SplitMix64};
use crate::search::{Control, StopReason};

/// Turns of the path for every cell, as long as that takes no more work than this.
const TURNS_PER_CELL: usize = 20;
const MOST_WORK: usize = 400_000_000;

/// A board of this size with values up to `largest` on which a game covers at least this share of the cells, and how
/// many it covers. `None` if there is no such board.
pub(super) fn plant(
    (rows, columns): (usize, usize),
    largest: u8,
    seed: u64,
    share: f64,
    control: &Control,
) -> Result<Option<(Board, usize)>, StopReason> {
    let cells = rows * columns;
    let mut random = SplitMix64(seed);
    let path = path_through_all(rows, columns, &mut random, control)?;
    let mut values: Vec<u8> = (0..cells).map(|_| 1 + random.below(usize::from(largest)) as u8).collect();
    let wanted = (share * (cells - 1) as f64).ceil() as usize;
    let mut at = 0;
    while at < wanted {
        let step = path[at + 1].wrapping_sub(path[at]);
        let straight = (at + 1..cells).take_while(|&next| path[next].wrapping_sub(path[next - 1]) == step).count();
        let length = 1 + random.below(straight.min(usize::from(largest)));
        values[path[at + 1]] = length as u8;
        at += length;
    }
    Ok(Board::new(rows, columns, values, path[0]).map(|board| (board, at)))
}

/// A path from cell to neighbouring cell that comes to every one.
fn path_through_all(
    rows: usize,
    columns: usize,
    random: &mut SplitMix64,
    control: &Control,
) -> Result<Vec<usize>, StopReason> {
    let mut watch = control.lookout();
    let forth_and_back = |row: usize| {
        (0..columns)
            .map(move |column| row * columns + if row.is_multiple_of(2) { column } else { columns - 1 - column })
    };
    let mut path: Vec<usize> = (0..rows).flat_map(forth_and_back).collect();
    let mut place = vec![0; path.len()];
    path.iter().enumerate().for_each(|(index, &cell)| place[cell] = index);
    let turns = (TURNS_PER_CELL * path.len()).min(MOST_WORK / path.len());
    for _ in 0..turns {
        if random.below(2) == 0 {
            path.reverse();
            path.iter().enumerate().for_each(|(index, &cell)| place[cell] = index);
            watch.spend(path.len() as u64)?;
        }
        let end = path[path.len() - 1];
        let (row, column) = (end / columns, end % columns);
        let held = match random.below(4) {
            0 if row > 0 => end - columns,
            1 if column > 0 => end - 1,
            2 if column + 1 < columns => end + 1,
            3 if row + 1 < rows => end + columns,
            _ => continue,
        };
        let from = place[held] + 1;
        path[from..].reverse();
        watch.spend(2 * (path.len() - from) as u64)?;
        (from..path.len()).for_each(|index| place[path[index]] = index);
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::voracity::{anytime, generate, play};

    #[test]
    fn the_planted_game_can_be_played() {
        let control = Control::default();
        for (rows, columns, largest, share) in
            [(1, 1, 5, 1.0), (1, 9, 3, 1.0), (15, 15, 5, 0.9), (15, 15, 9, 1.0), (22, 79, 9, 0.95), (7, 1, 1, 0.5)]
        {
            for seed in 0..5 {
                let (board, covered) = plant((rows, columns), largest, seed, share, &control).unwrap().unwrap();
                assert!(covered as f64 >= share * (rows * columns - 1) as f64);
                assert!(board.values().iter().all(|&value| value <= largest));
                // The path, found again: every move as long as its first cell says.
                let mut random = SplitMix64(seed);
                let path = path_through_all(rows, columns, &mut random, &control).unwrap();
                let (mut at, mut moves) = (0, Vec::new());
                while at < covered {
                    let is_next = |direction: &&crate::voracity::Direction| {
                        board.neighbour(path[at], **direction) == Some(path[at + 1])
                    };
                    let direction = crate::voracity::Direction::FOUR.iter().find(is_next).unwrap();
                    moves.push(*direction);
                    at += usize::from(board.value(path[at + 1]));
                }
                let game = play(&board, &moves);
                assert!(game.is_ok_and(|game| game.score as usize == covered), "{rows}x{columns} seed {seed}");
                assert!(anytime::upper_bound(&board) as usize >= covered);
            }
        }
        assert_ne!(plant((9, 9), 5, 1, 0.9, &control).unwrap(), plant((9, 9), 5, 2, 0.9, &control).unwrap());
        assert!(generate(9, 9, 5, 1).is_some());
    }
}
