//! Pictures: the board with its snakes, ladders and a route, and the distribution as a plot.

mod board;
mod plot;

pub use board::board;
pub use plot::distribution;

#[cfg(test)]
mod tests;
