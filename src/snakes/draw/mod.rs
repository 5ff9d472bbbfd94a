//! Pictures: the board with its snakes, ladders and a route, as a sheet to print or with something to be told of every
//! square, and the distribution as a plot.

mod board;
mod marks;
mod plot;
mod request;
mod route;
mod sheet;

pub use board::{board, view};
pub use marks::{choices, sensitivity};
pub use plot::distribution;
pub(super) use request::draw;
pub use route::{Route, performance};
pub use sheet::sheet;

#[cfg(test)]
mod tests;
