//! Voracity: a target eats its way over a board of digits and is to cover as many cells as it can.
//!
//! The cell next to the target in a direction says how far a move in that direction goes. A move is possible if all
//! the cells it passes are on the board and not yet covered; it covers them, and each is worth a point. The game ends
//! when no move is possible. With eight directions this is the Unix game `greed`.

pub mod anytime;
mod attempt_search;
pub mod board;
pub mod bounded;
mod case;
pub mod check;
pub mod dfs;
pub mod dp;
pub mod draw;
mod drawn;
pub mod enumerate;
pub mod estimate;
mod estimate_report;
pub mod family;
pub mod generate;
pub mod head_start;
pub mod input;
pub mod layout;
mod masks;
pub mod moves;
mod numbered;
mod planted;
pub mod plug;
mod sample;
mod show;
mod solution;
pub mod starts;
mod step_search;
pub mod strategy;
#[cfg(test)]
mod tests;
mod tree_search;
mod verdict;

pub use board::{Board, Directions};
pub use generate::generate;
pub use layout::Layout;
pub use moves::{Direction, Game, Misplay, play};
