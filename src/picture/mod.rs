//! Pictures, whatever is on them: a [`Scene`] is a list of shapes; SVG, PNG and PDF are three ways to write it down.

#[cfg(feature = "pictures")]
mod font;
pub mod palette;
pub mod paper;
#[cfg(feature = "pictures")]
mod pdf;
#[cfg(feature = "pictures")]
mod pixels;
mod scene;
pub mod sheet;
mod svg;
#[cfg(test)]
mod tests;
mod under;
pub mod words;

pub use paper::Paper;
#[cfg(feature = "pictures")]
pub use pdf::{Booklet, pdf};
#[cfg(feature = "pictures")]
pub use pixels::png;
pub use scene::{Anchor, Colour, Point, Scene, Shape};
pub(crate) use svg::escape;
pub use svg::{svg, svg_element};
pub use under::{pdf_under, png_under, svg_under};

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum PictureError {
    #[error("the picture has no size")]
    NoSize,
    #[error("{0}")]
    Encoding(String),
    #[error("stopped")]
    Stopped,
    #[error("this build cannot make pictures in pixels or pages to print: SVG can be had")]
    NoPixels,
}

/// Without the feature `pictures` there are no pictures in pixels.
#[cfg(not(feature = "pictures"))]
pub fn png(_: &Scene) -> Result<Vec<u8>, PictureError> {
    Err(PictureError::NoPixels)
}

/// Without the feature `pictures` there are no pages to print.
#[cfg(not(feature = "pictures"))]
pub fn pdf(_: &Scene) -> Result<Vec<u8>, PictureError> {
    Err(PictureError::NoPixels)
}
