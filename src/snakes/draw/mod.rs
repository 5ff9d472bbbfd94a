//! Pictures: the board with its snakes, ladders and a route, and the distribution as a plot.

mod board;
mod plot;
mod request;
mod route;

pub use board::{board, view};
pub use plot::distribution;
pub(super) use request::draw;
pub use route::{Route, performance};

#[cfg(test)]
mod tests;
