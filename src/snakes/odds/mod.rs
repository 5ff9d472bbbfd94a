//! The odds of a game: how long it lasts, who wins, which squares are met and which jumps matter.

pub mod arithmetic;
pub mod bounded;
pub mod capture;
pub mod choice;
pub mod distribution;
pub mod elimination;
pub mod exact;
pub mod hits;
pub mod moments;
pub mod players;
pub mod ranking;
pub mod report;
pub mod request;
pub mod sensitivity;
pub mod skyline;
pub mod study;
pub mod text;
pub mod variants;

#[cfg(test)]
pub(crate) mod tests;
