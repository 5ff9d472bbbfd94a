//! A picture as a list of shapes, painted in order.

/// Red, green and blue.
pub type Colour = [u8; 3];

/// A place in the picture: right and down from the top left corner, in pixels.
pub type Point = (f32, f32);

/// Where a text stands relative to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins there.
    Start,
    /// The text has its middle there.
    Middle,
    /// The text ends there.
    End,
}

/// Something to paint.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled rectangle: left, top, width, height.
    Rectangle(f32, f32, f32, f32, Colour),
    /// A line through points, with round ends and corners.
    Line(Vec<Point>, f32, Colour),
    /// A filled disc: centre and radius.
    Disc(Point, f32, Colour),
    /// A line of text: place of its base line, height of its capitals.
    Text(Point, f32, Anchor, Colour, String),
}

/// A picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// In pixels.
    pub width: f32,
    /// In pixels.
    pub height: f32,
    /// What it is, for those who cannot see it.
    pub title: String,
    /// In the order of painting.
    pub shapes: Vec<Shape>,
}
