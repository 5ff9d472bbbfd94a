//! Mazes of any grid as drawings of characters, for terminals and editors, that are read back exactly:
//!
//! ```text
//! maze hex 3x4
//!  / \ / \ / \ / \
//! | S |       |   |
//!  \     /   / \   \
//!   |   |   |       |
//!  / \   \ /   /   /
//! |           | E |
//!  \ / \ / \ / \ /
//! ```
//!
//! The first line says which grid it is; each floor has such a line. `S` and `E` are start and goal (`X` is both), `#`
//! is a missing cell, `=` and `H` in the middle of a cell are a crossing with the level or the upright way above, `^`,
//! `v` and `x` are stairs up, down and both. Dots are a way and mean nothing. Rings are drawn unrolled, the outermost
//! at the top: what leaves a ring on one side comes back on the other.

mod header;
mod plan;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::{read, recognise};
pub use write::{columns, write};

/// The marks in the middle of a cell.
const START: u8 = b'S';
const GOAL: u8 = b'E';
const BOTH_ENDS: u8 = b'X';
const MISSING: u8 = b'#';
const LEVEL_ABOVE: u8 = b'=';
const UPRIGHT_ABOVE: u8 = b'H';
const ON_THE_WAY: u8 = b'.';

/// The marks of stairs.
const UP: u8 = b'^';
const DOWN: u8 = b'v';
const UP_AND_DOWN: u8 = b'x';
