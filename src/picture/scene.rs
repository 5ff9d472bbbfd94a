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

/// How far the halo of a text reaches around its letters, in heights of a capital.
pub(super) const HALO: f32 = 0.22;

/// Something to paint.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled rectangle: left, top, width, height.
    Rectangle(f32, f32, f32, f32, Colour),
    /// A line through points, with round ends and corners.
    Line(Vec<Point>, f32, Colour),
    /// Many lines of one width and colour, with round ends and corners.
    Strokes(Vec<Vec<Point>>, f32, Colour),
    /// A filled disc: centre and radius.
    Disc(Point, f32, Colour),
    /// A ball in space, lit from the upper left: centre and radius.
    Ball(Point, f32, Colour),
    /// An area within closed lines, and the width and colour of its border. What is within two of the lines is a hole.
    Area(Vec<Vec<Point>>, Colour, f32, Colour),
    /// A line of text: place of its base line, height of its capitals.
    Text(Point, f32, Anchor, Colour, String),
    /// A line of text with a halo of a second colour around its letters, to be read on whatever lies under it.
    Haloed(Point, f32, Anchor, [Colour; 2], String),
    /// Other shapes, moved to a place and made smaller or larger by a factor.
    Group(Point, f32, Vec<Shape>),
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

impl Scene {
    /// An empty sheet of a colour.
    pub fn sheet(width: f32, height: f32, title: impl Into<String>, colour: Colour) -> Self {
        let shapes = vec![Shape::Rectangle(0.0, 0.0, width, height, colour)];
        Self { width, height, title: title.into(), shapes }
    }

    /// How many parts it is made of: shapes, and the lines of which they are made.
    pub fn parts(&self) -> usize {
        parts(&self.shapes)
    }

    /// Puts another picture into this one, its top left corner at a place.
    pub fn put(&mut self, scene: Self, at: Point, scale: f32) {
        self.shapes.push(Shape::Group(at, scale, scene.shapes));
    }
}

fn parts(shapes: &[Shape]) -> usize {
    let count = |shape: &Shape| match shape {
        Shape::Line(points, ..) => 1 + points.len() / 4,
        Shape::Strokes(lines, ..) | Shape::Area(lines, ..) => 1 + lines.iter().map(Vec::len).sum::<usize>() / 4,
        Shape::Group(_, _, shapes) => parts(shapes),
        _ => 1,
    };
    shapes.iter().map(count).sum()
}

/// Does any text of these shapes satisfy a condition?
#[cfg(feature = "pictures")]
pub(super) fn any_text(shapes: &[Shape], is_it: &dyn Fn(&str) -> bool) -> bool {
    shapes.iter().any(|shape| match shape {
        Shape::Text(.., text) | Shape::Haloed(.., text) => is_it(text),
        Shape::Group(_, _, shapes) => any_text(shapes, is_it),
        _ => false,
    })
}
