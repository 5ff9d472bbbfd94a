//! Paints a scene onto a page.

use std::collections::BTreeMap;

use pdf_writer::{
    Content, Name, Str,
    types::{LineCapStyle, LineJoinStyle, TextRenderingMode},
};
use resvg::{
    tiny_skia::{PathSegment, Transform},
    usvg::{Group, Node, Paint, Path},
};

use crate::{
    picture::{
        font,
        scene::{Anchor, Colour, HALO, Point, Scene, Shape},
        svg::CAPITALS,
    },
    report::{Medium, harmless},
};

use super::letters::Letters;

/// What the font is called on a page.
pub(super) const FONT: Name<'_> = Name(b"F");

/// How far from the ends of a quarter of a circle the points lie that bend a curve to it.
const BEND: f32 = 0.552_285;

/// A page that is being painted.
pub(super) struct Canvas<'a> {
    content: Content,
    letters: &'a mut Letters,
    /// The colours of balls, and what their light is called on this page.
    balls: &'a mut BTreeMap<Colour, String>,
    pub(super) has_text: bool,
}

impl<'a> Canvas<'a> {
    /// An empty page.
    pub(super) fn new(letters: &'a mut Letters, balls: &'a mut BTreeMap<Colour, String>) -> Self {
        Self { content: Content::new(), letters, balls, has_text: false }
    }

    /// Paints a scene, made smaller or larger by a factor, its top left corner at a place; `height` is that of the
    /// page.
    pub(super) fn paint(&mut self, scene: &Scene, (left, top): Point, scale: f32, height: f32) {
        self.content.save_state();
        // Pages are measured from the bottom, scenes from the top.
        self.content.transform([scale, 0.0, 0.0, -scale, left, height - top]);
        self.content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
        self.shapes(&scene.shapes);
        self.content.restore_state();
    }

    /// The page as the commands that paint it.
    pub(super) fn finish(self) -> Vec<u8> {
        self.content.finish().into_vec()
    }

    fn shapes(&mut self, shapes: &[Shape]) {
        for shape in shapes {
            self.shape(shape);
        }
    }

    fn fill_colour(&mut self, colour: Colour) {
        let [red, green, blue] = parts(colour);
        self.content.set_fill_rgb(red, green, blue);
    }

    fn stroke_colour(&mut self, colour: Colour) {
        let [red, green, blue] = parts(colour);
        self.content.set_stroke_rgb(red, green, blue);
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Rectangle(x, y, width, height, colour) => {
                self.fill_colour(*colour);
                self.content.rect(*x, *y, *width, *height).fill_nonzero();
            }
            Shape::Line(points, width, colour) => {
                self.stroke_colour(*colour);
                self.content.set_line_width(*width);
                self.points(points);
                self.content.stroke();
            }
            Shape::Strokes(lines, width, colour) => {
                self.stroke_colour(*colour);
                self.content.set_line_width(*width);
                lines.iter().for_each(|line| self.points(line));
                self.content.stroke();
            }
            Shape::Disc(centre, radius, colour) => {
                self.fill_colour(*colour);
                self.circle(*centre, *radius);
                self.content.fill_nonzero();
            }
            Shape::Ball(centre, radius, colour) => self.ball(*centre, *radius, *colour),
            Shape::Area(lines, fill, width, stroke) => {
                self.fill_colour(*fill);
                for line in lines {
                    self.points(line);
                    self.content.close_path();
                }
                if *width > 0.0 {
                    self.stroke_colour(*stroke);
                    self.content.set_line_width(*width).fill_even_odd_and_stroke();
                } else {
                    self.content.fill_even_odd();
                }
            }
            Shape::Text(place, height, anchor, colour, text) => self.text(*place, *height, *anchor, *colour, text),
            Shape::Haloed(place, height, anchor, [colour, halo], text) => {
                self.content.save_state().set_text_rendering_mode(TextRenderingMode::Stroke);
                self.stroke_colour(*halo);
                self.content.set_line_width(2.0 * HALO * height);
                self.text(*place, *height, *anchor, *halo, text);
                self.content.restore_state();
                self.text(*place, *height, *anchor, *colour, text);
            }
            Shape::Group((x, y), scale, shapes) => {
                self.content.save_state();
                self.content.transform([*scale, 0.0, 0.0, *scale, *x, *y]);
                self.shapes(shapes);
                self.content.restore_state();
            }
        }
    }

    fn points(&mut self, points: &[Point]) {
        for (index, (x, y)) in points.iter().enumerate() {
            if index == 0 {
                self.content.move_to(*x, *y)
            } else {
                self.content.line_to(*x, *y)
            };
        }
    }

    fn circle(&mut self, (x, y): Point, radius: f32) {
        let bend = radius * BEND;
        self.content.move_to(x + radius, y);
        let corners = [(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)];
        let mut from = (1.0, 0.0);
        for to in corners {
            let at = |(cx, cy): Point, (dx, dy): Point| (x + cx * radius + dx * bend, y + cy * radius + dy * bend);
            let ((x1, y1), (x2, y2)) = (at(from, to), at(to, from));
            self.content.cubic_to(x1, y1, x2, y2, x + to.0 * radius, y + to.1 * radius);
            from = to;
        }
        self.content.close_path();
    }

    fn ball(&mut self, (x, y): Point, radius: f32, colour: Colour) {
        let name = format!("B{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2]);
        self.content.save_state();
        self.circle((x, y), radius);
        self.content.clip_nonzero().end_path();
        // The light is that of a square of size one.
        let side = 2.0 * radius;
        self.content.transform([side, 0.0, 0.0, side, x - radius, y - radius]);
        self.content.shading(Name(name.as_bytes()));
        self.content.restore_state();
        self.balls.insert(colour, name);
    }

    fn text(&mut self, (x, y): Point, height: f32, anchor: Anchor, colour: Colour, text: &str) {
        let size = height / CAPITALS;
        let text = harmless(text, Medium::Text).replace(['\n', '\t'], " ");
        let Some((bytes, width)) = self.letters.line(&text) else {
            return self.outlines((x, y), height, anchor, colour, &text);
        };
        if bytes.is_empty() {
            return;
        }
        let begin = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width * size / 2.0,
            Anchor::End => x - width * size,
        };
        self.has_text = true;
        self.fill_colour(colour);
        self.content.begin_text().set_font(FONT, 1.0);
        self.content.set_text_matrix([size, 0.0, 0.0, -size, begin, y]);
        self.content.show(Str(&bytes)).end_text();
    }

    /// A text in scripts that the font lacks, as the outlines of its letters.
    fn outlines(&mut self, place: Point, height: f32, anchor: Anchor, colour: Colour, text: &str) {
        let line = Shape::Text(place, height, anchor, colour, text.to_owned());
        // The place is within the scene, and nothing is cut off outside of it.
        let scene = Scene { width: 1.0, height: 1.0, title: String::new(), shapes: vec![line] };
        // What cannot be set at all has been replaced by code points, which can.
        if let Ok(tree) = font::tree(&scene) {
            self.content.save_state();
            self.group(tree.root());
            self.content.restore_state();
        }
    }

    fn group(&mut self, group: &Group) {
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group),
                Node::Text(text) => self.group(text.flattened()),
                Node::Path(path) => self.path(path),
                Node::Image(_) => {}
            }
        }
    }

    fn path(&mut self, path: &Path) {
        let Some(fill) = path.fill() else { return };
        if let Paint::Color(colour) = fill.paint() {
            self.fill_colour([colour.red, colour.green, colour.blue]);
        }
        let Transform { sx, ky, kx, sy, tx, ty } = path.abs_transform();
        self.content.save_state().transform([sx, ky, kx, sy, tx, ty]);
        let mut last = (0.0, 0.0);
        for segment in path.data().segments() {
            match segment {
                PathSegment::MoveTo(to) => drop(self.content.move_to(to.x, to.y)),
                PathSegment::LineTo(to) => drop(self.content.line_to(to.x, to.y)),
                PathSegment::QuadTo(by, to) => {
                    // PDF has curves of the third degree only.
                    let towards = |from: f32, by: f32| from + (by - from) * 2.0 / 3.0;
                    let [x1, y1] = [towards(last.0, by.x), towards(last.1, by.y)];
                    let [x2, y2] = [towards(to.x, by.x), towards(to.y, by.y)];
                    self.content.cubic_to(x1, y1, x2, y2, to.x, to.y);
                }
                PathSegment::CubicTo(first, second, to) => {
                    self.content.cubic_to(first.x, first.y, second.x, second.y, to.x, to.y);
                }
                PathSegment::Close => drop(self.content.close_path()),
            }
            if let PathSegment::MoveTo(to)
            | PathSegment::LineTo(to)
            | PathSegment::QuadTo(_, to)
            | PathSegment::CubicTo(_, _, to) = segment
            {
                last = (to.x, to.y);
            }
        }
        self.content.fill_nonzero().restore_state();
    }
}

fn parts(colour: Colour) -> [f32; 3] {
    colour.map(|part| f32::from(part) / 255.0)
}
