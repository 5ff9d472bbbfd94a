//! Ways to search a level: the paper's two, an exhaustive one that everything else is measured against, and the real
//! one.

pub mod exhaustive;
pub mod outcome;
pub mod table;
mod watch;

#[cfg(test)]
mod tests;

pub use outcome::{Outcome, Settings, Verdict};
