//! Pictures, whatever is on them: a [`Scene`] is a list of shapes; SVG and PNG are two ways to write it down.

#[cfg(feature = "pictures")]
mod glyphs;
#[cfg(feature = "pictures")]
mod png_file;
mod scene;
mod svg;

#[cfg(feature = "pictures")]
pub use png_file::png;
pub use scene::{Anchor, Colour, Point, Scene, Shape};
pub use svg::svg;

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
