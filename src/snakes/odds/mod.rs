//! The odds of a game: how long it lasts, who wins, which squares are met and which jumps matter.

pub mod arithmetic;
pub mod elimination;
pub mod exact;
pub mod moments;

#[cfg(test)]
mod tests;
