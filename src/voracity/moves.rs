//! The directions, in the one order that everything agrees on, and the rules of a move.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::board::Board;

/// A direction of a move.
///
/// A direction is written as one character: `D L R U`, and for the diagonals the digit that lies there on a number
/// pad, `1 3 7 9`. The directions are ordered by that character, so the first of several move strings in the order
/// of directions is the first one in the order of plain texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Direction {
    DownLeft,
    DownRight,
    UpLeft,
    UpRight,
    Down,
    Left,
    Right,
    Up,
}

impl Direction {
    /// All eight, in order.
    pub const EIGHT: [Self; 8] =
        [Self::DownLeft, Self::DownRight, Self::UpLeft, Self::UpRight, Self::Down, Self::Left, Self::Right, Self::Up];

    /// The four of Voracity, in order.
    pub const FOUR: [Self; 4] = [Self::Down, Self::Left, Self::Right, Self::Up];

    /// One step: rows down and columns to the right.
    pub const fn step(self) -> (i32, i32) {
        match self {
            Self::DownLeft => (1, -1),
            Self::DownRight => (1, 1),
            Self::UpLeft => (-1, -1),
            Self::UpRight => (-1, 1),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
            Self::Up => (-1, 0),
        }
    }

    /// The way back.
    pub const fn opposite(self) -> Self {
        match self {
            Self::DownLeft => Self::UpRight,
            Self::DownRight => Self::UpLeft,
            Self::UpLeft => Self::DownRight,
            Self::UpRight => Self::DownLeft,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Up => Self::Down,
        }
    }

    /// The character it is written as.
    pub const fn letter(self) -> char {
        match self {
            Self::DownLeft => '1',
            Self::DownRight => '3',
            Self::UpLeft => '7',
            Self::UpRight => '9',
            Self::Down => 'D',
            Self::Left => 'L',
            Self::Right => 'R',
            Self::Up => 'U',
        }
    }

    /// A line along it.
    pub const fn stroke(self) -> char {
        match self {
            Self::DownLeft | Self::UpRight => '╱',
            Self::DownRight | Self::UpLeft => '╲',
            Self::Down | Self::Up => '│',
            Self::Left | Self::Right => '─',
        }
    }

    /// The direction written as `letter`, in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::EIGHT.into_iter().find(|direction| direction.letter() == letter)
    }
}

/// Moves as a text.
pub fn move_string(moves: &[Direction]) -> String {
    moves.iter().map(|direction| direction.letter()).collect()
}

/// A game as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The cells covered, the first one not among them.
    pub score: u32,
    /// The cells the target stood on, the first one among them: one more than there are moves.
    pub stops: Vec<usize>,
}

/// A move that is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misplay {
    /// Which move, counted from 0.
    pub index: usize,
    /// Where it goes.
    pub direction: Direction,
}

impl fmt::Display for Misplay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} ({}) is not possible", self.index + 1, self.direction.letter())
    }
}

impl std::error::Error for Misplay {}

/// Plays moves from the board's target on.
///
/// ```
/// use fathom::voracity::{Board, Direction, play};
///
/// // @ 2 1
/// // 1 3 1
/// let board = Board::new(2, 3, vec![0, 2, 1, 1, 3, 1], 0).unwrap();
/// let game = play(&board, &[Direction::Right, Direction::Down]).unwrap();
/// assert_eq!(game.score, 3);
/// assert_eq!(game.stops, [0, 2, 5]);
/// assert!(play(&board, &[Direction::Up]).is_err());
/// ```
pub fn play(board: &Board, moves: &[Direction]) -> Result<Game, Misplay> {
    let mut covered: Vec<bool> = (0..board.cells()).map(|cell| !board.is_free(cell)).collect();
    let mut game = Game { score: 0, stops: vec![board.target()] };
    let mut at = board.target();
    for (index, &direction) in moves.iter().enumerate() {
        let misplay = Misplay { index, direction };
        if !board.directions().list().contains(&direction) {
            return Err(misplay);
        }
        let length = board.neighbour(at, direction).map_or(0, |next| board.value(next));
        let mut passed = Vec::with_capacity(usize::from(length));
        for _ in 0..length {
            at = board.neighbour(at, direction).filter(|&next| !covered[next]).ok_or(misplay)?;
            passed.push(at);
        }
        if passed.is_empty() {
            return Err(misplay);
        }
        passed.into_iter().for_each(|cell| covered[cell] = true);
        game.score += u32::from(length);
        game.stops.push(at);
    }
    Ok(game)
}
