//! A path that goes on for as long as it can. It needs nothing but the board, and takes no time.

use crate::voracity::{Board, Direction};

/// Goes on from the end of a path until no move is possible, always in the first direction that is, and returns the
/// score and the moves. What is not possible of the given moves is left out, and all after it.
pub(super) fn play_on(board: &Board, moves: &[Direction]) -> (u32, Vec<Direction>) {
    let mut is_covered: Vec<bool> = (0..board.cells()).map(|cell| !board.is_free(cell)).collect();
    let (mut at, mut score, mut played) = (board.target(), 0, Vec::with_capacity(moves.len()));
    let mut given = moves.iter();
    let possible = |at: usize, direction: Direction, is_covered: &[bool]| {
        let (end, length) = board.arc(at, direction)?;
        let mut passed = (1..=usize::from(length)).filter_map(|far| board.cell_at_distance(at, direction, far));
        passed.all(|cell| !is_covered[cell]).then_some((direction, end, length))
    };
    loop {
        let wished = given.next().and_then(|&direction| possible(at, direction, &is_covered));
        if wished.is_none() {
            given = [].iter();
        }
        let first = || board.directions().list().iter().find_map(|&direction| possible(at, direction, &is_covered));
        let Some((direction, end, length)) = wished.or_else(first) else { return (score, played) };
        for cell in (1..=usize::from(length)).filter_map(|far| board.cell_at_distance(at, direction, far)) {
            is_covered[cell] = true;
        }
        (at, score) = (end, score + u32::from(length));
        played.push(direction);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::voracity::{
        Directions,
        check::{Claim, check},
        generate,
        moves::move_string,
    };

    #[test]
    fn the_path_is_over_and_begins_as_it_was_told_to() {
        for (rows, columns, largest, seed) in [(1, 1, 5, 1), (9, 9, 1, 2), (20, 30, 9, 3), (7, 40, 4, 4)] {
            for directions in [Directions::Four, Directions::Eight] {
                let board = generate(rows, columns, largest, seed).unwrap().with_directions(directions);
                let (score, moves) = play_on(&board, &[]);
                let claim = Claim { moves: move_string(&moves), ..Claim::default() };
                assert_eq!(check(&board, &claim), Ok(score as usize));
                let half = &moves[..moves.len() / 2];
                let (score, again) = play_on(&board, half);
                assert!(again.starts_with(half));
                assert_eq!(check(&board, &Claim { moves: move_string(&again), ..claim }), Ok(score as usize));
            }
        }
    }
}
