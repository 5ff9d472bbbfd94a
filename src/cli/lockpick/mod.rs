//! Lockpick levels on the command line.

pub mod args;
mod case;
pub mod draw;
pub mod generate;
mod judge;
mod learned;
pub mod load;
mod route;
pub mod show;
mod walk;

pub use case::Case;
pub use judge::judge;
