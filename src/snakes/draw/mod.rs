//! Pictures: the board with its snakes, ladders and a route, and the distribution as a plot; as SVG and as PNG.
//!
//! A picture is first a [`Scene`](scene::Scene), a list of shapes; SVG and PNG are two ways to write it down.

mod board;
mod glyphs;
mod plot;
mod png_file;
pub mod scene;
mod svg;

pub use board::board;
pub use plot::distribution;
pub use png_file::png;
pub use svg::svg;

#[cfg(test)]
mod tests;
