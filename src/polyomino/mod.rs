//! Polyominoes: fill a board with pieces. Flat boards, boxes of cubes, and pyramids of balls.
//!
//! The way of the data: [`input`] reads a case into a [`Puzzle`], [`placements`] compiles it into every way to lay
//! every piece, a strategy searches those with the engine, and an [`Arrangement`] is what comes out. Its placement id
//! names it for good, and [`check`] judges it with code that knows nothing of all this.

pub mod answer_file;
pub mod arrangement;
pub mod board;
pub mod brute;
mod case;
pub mod challenge;
pub mod check;
mod classes;
pub mod constrained;
pub mod cover;
mod draw;
pub mod drawing;
mod estimate;
pub mod family;
mod forced;
pub mod frontier;
mod generate;
pub mod impossibility;
pub mod input;
pub mod lattice;
mod numbered;
mod path;
pub mod placements;
pub mod portfolio;
pub mod puzzle;
mod render;
pub mod shape;
pub mod sheet;
mod show;
mod slanted;
mod solution;
pub mod strategy;
mod supply;
pub mod symmetry;
#[cfg(test)]
mod tests;
mod trees;

pub use arrangement::Arrangement;
pub use placements::Compiled;
pub use puzzle::{Puzzle, Rules};
pub use strategy::{Plan, Strategy, Wish};
