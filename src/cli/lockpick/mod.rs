//! Lockpick levels on the command line.

pub mod args;
mod case;
mod judge;
mod route;

pub use case::Case;
pub use judge::judge;
