//! Solves puzzles by exhaustive search and proves its answers.
//!
//! Every puzzle is compiled into a search tree whose candidates are numbered; a contiguous range of numbers is a unit
//! of work, and any range can be searched anywhere, at any time, in any order. Threads, branches, progress and
//! checkpoints are all the same thing: lists of ranges.

pub mod bits;
pub mod chance;
#[cfg(feature = "cli")]
pub mod cli;
pub mod destination;
pub mod diagnostics;
pub mod family;
pub mod input;
pub mod lockpick;
pub mod maze;
pub mod memory;
pub mod picture;
pub mod polyomino;
pub mod report;
pub mod search;
pub mod session;
pub mod snakes;
pub mod voracity;
pub mod whole_file;
mod words;
