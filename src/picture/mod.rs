//! Pictures, whatever is on them: a [`Scene`] is a list of shapes; SVG and PNG are two ways to write it down.

#[cfg(feature = "pictures")]
mod font;
pub mod palette;
#[cfg(feature = "pictures")]
mod pixels;
mod scene;
pub mod sheet;
mod svg;
#[cfg(test)]
mod tests;
pub mod words;

#[cfg(feature = "pictures")]
pub use pixels::png;
pub use scene::{Anchor, Colour, Point, Scene, Shape};
pub(crate) use svg::escape;
pub use svg::{svg, svg_element};

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum PictureError {
    #[error("the picture has no size")]
    NoSize,
    #[error("{0}")]
    Encoding(String),
    #[error("this build cannot make pictures in pixels: SVG can be had")]
    NoPixels,
}

/// Without the feature `pictures` there are no pictures in pixels.
#[cfg(not(feature = "pictures"))]
pub fn png(_: &Scene) -> Result<Vec<u8>, PictureError> {
    Err(PictureError::NoPixels)
}
