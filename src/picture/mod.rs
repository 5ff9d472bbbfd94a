//! Pictures, whatever is on them: a [`Scene`] is a list of shapes; SVG and PNG are two ways to write it down.

mod glyphs;
mod png_file;
mod scene;
mod svg;

pub use png_file::png;
pub use scene::{Anchor, Colour, Point, Scene, Shape};
pub use svg::svg;
