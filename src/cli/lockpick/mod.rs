//! Lockpick levels on the command line.

pub mod args;
mod case;
pub mod draw;
pub mod generate;
mod judge;
pub mod load;
mod route;
pub mod show;

pub use case::Case;
pub use judge::judge;
