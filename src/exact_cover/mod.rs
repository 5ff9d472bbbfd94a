//! Exact covers: of a list of options, choose some so that every item is in exactly one of them. Secondary items may
//! stay out, and may have colours: then options agree on them. Sudoku, queens, packings and timetables of other
//! programs are such covers.

mod bitwise;
mod case;
mod check;
pub mod family;
pub mod input;
mod links;
mod problem;
mod solution;
#[cfg(test)]
mod tests;
mod tree;

pub use bitwise::BitwiseTree;
pub use problem::Problem;
pub use tree::{Cover, CoverTree, Order};
