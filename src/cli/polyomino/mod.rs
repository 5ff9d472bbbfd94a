//! Polyomino puzzles on the command line.

mod args;
mod case;
mod generate;
mod numbered;
mod solution;

pub use args::{GeneratePolyominoArgs, PickArgs};
pub use case::{Case, rules};
pub use generate::generate;
pub use solution::board_text;
